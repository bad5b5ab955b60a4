"""Whole games: from the first roll to the result by legal actions, replayed, written down and read back."""

import json
from pathlib import Path

import pytest

from maps.library import bundled_board, scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out, replay
from rules.game.state import GameState
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.table_suggestions import departures
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from tests.goldens import check_golden
from tests.proving import proves
from tests.rules.micro_armour.policies import played_out
from tests.rules.micro_armour.tables import BLUE, RED, opened, stand, table

GOLDEN = Path(__file__).parent / "golden"
SCENARIOS = ["meeting-on-the-long-lane", "dolgoye-crossing"]
BOOKS = {"matg1": MATG1, "matg2": MATG2}


def opening(name: str, book: MicroArmour | None = None) -> tuple[MicroArmour, GameState]:
    found = scenario(name)
    played = book or BOOKS[found.ruleset]
    return played, played.opening(found.state(), found.opening_options())


@proves("MATG2-11.7", "MATG2-11.8a")
def test_the_first_bundled_table_keeps_every_suggestion() -> None:
    board = bundled_board("long-lane")
    assert isinstance(board, Tabletop)
    assert departures(board, SECOND) == ()


@proves("MATG2-11.5", "MATG2-11.6c")
def test_the_first_scenario_is_the_books_own_balanced_example() -> None:
    found = scenario("meeting-on-the-long-lane")
    ruling = MATG2.force_sizes(found.state(), found.opening_options())
    assert str(ruling.verdict) == "Germans 901 points, Americans 936 points"
    assert str(ruling.reasons[0]) == "936 points against 901 (MATG2 11, OUR 35, inferred)"
    said = [reason.text for reason in ruling.reasons]
    assert "Germans: cohesion 17 is that of professionals or elite" in said
    assert "Americans: cohesion 13 is that of militia or conscripts" in said
    charged = MATG2.with_options(("ghq_cost",), {})
    ruling = charged.force_sizes(found.state(), found.opening_options())
    assert str(ruling.verdict) == "Germans 991.1 points, Americans 1029.6 points"


@proves("MATG2-11.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_bundled_scenarios_have_ten_stands_a_side(name: str) -> None:
    _, state = opening(name)
    for side in state.sides:
        ours = [unit for unit in state.units.values() if unit.side == side]
        assert len(ours) == 10
        assert sum(unit.has("ghq") for unit in ours) == 1


@pytest.mark.parametrize("book", [MATG1, MATG2], ids=["1st", "2nd"])
def test_every_action_offered_in_a_game_is_legal_and_can_be_written_down(book: MicroArmour) -> None:
    _, state = opening("dolgoye-crossing", book)
    dice = SeededDice(3)
    for step in range(80):
        actions = book.as_game().legal_actions(state)
        for action in actions:
            assert book.as_game().why_not(state, action) == ()
            assert book.as_game().actions.read(book.as_game().actions.document(action)) == action
        assert all(action.side == book.as_game().to_act(state) for action in actions)
        _, state = carry_out(book.as_game(), state, actions[step * 7 % len(actions)], dice)


def _perft(book: MicroArmour, state: GameState, depth: int) -> int:
    """The number of lines with this number of actions, with dice always thrown from the same seed."""
    actions = book.as_game().legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(
        _perft(book, carry_out(book.as_game(), state, action, SeededDice(1))[1], depth - 1)
        for action in actions
    )


def test_perft_of_a_small_posture_phase() -> None:
    """Two stands in contact and one alone against one: the lines can be counted by hand.

    Initiative, who begins, then red: the pair, three singles or a pass; then blue: his one or a pass.
    """
    state = opened(
        table(),
        stand("r1", RED, (5, 5), 180.0),
        stand("r2", RED, (6, 5), 180.0),
        stand("r3", RED, (20, 5), 180.0),
        stand("b1", BLUE, (5, 40)),
    )
    assert [_perft(MATG2, state, depth) for depth in (1, 2)] == [1, 2]
    first_red, first_blue = 5, 2
    assert _perft(MATG2, state, 3) == first_red + first_blue
    assert _perft(MATG2, state, 4) == first_red * first_blue + first_blue * first_red


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_golden_game_comes_to_its_result_and_its_log_replays_to_the_same_state(name: str) -> None:
    """BLINDHEX_RENEW=1 writes the record anew; read the difference."""
    book, start = opening(name)
    end, record = played_out(book, start, 42)
    result = book.as_game().result(end)
    assert result is not None
    lines = [json.dumps(book.as_game().events.document(event)) for event in record]
    read = [book.as_game().events.read(json.loads(line)) for line in lines]
    assert read == record
    assert replay(book.as_game(), start, read) == end
    check_golden(GOLDEN / f"{name}.txt", "\n".join([*map(str, record), ""]))
