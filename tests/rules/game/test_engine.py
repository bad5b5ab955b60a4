"""The engine with a toy book: legal declarations, refusals, outcomes and odds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from rules.errors import Unknown
from rules.game import events
from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import IllegalAction, carry_out, replay
from rules.game.engine.differences import Outcome
from rules.game.engine.forecast import ANSWERED_BY_ALL, HIDDEN_OUTCOME, NO_DIE_ROLL
from rules.game.engine.play import Play
from rules.game.engine.position import Position
from rules.game.engine.procedure import Declarations, Procedure, nothing_forbids
from rules.game.engine.resolution import PendingStep, Resolution
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from tests.rules.game import toy_book
from tests.rules.game.toy_book import HIDE, SHOOT, Hide, Shoot, ToyGame, lose_heart, names

GAME = ToyGame()


def riflemen(*enemy_conditions: str) -> GameState:
    """Two of us against two of them; the second of them has these conditions."""
    units = [
        Unit("us.1", "rifle", "us", Hex.named("A1")),
        Unit("us.2", "rifle", "us", Hex.named("A2")),
        Unit("ge.1", "rifle", "ge", Hex.named("B1")),
        Unit("ge.2", "rifle", "ge", Hex.named("B2"), conditions=frozenset(enemy_conditions)),
    ]
    return GameState(HexBoard("meadow", HexGrid(2, 2)), {unit.id: unit for unit in units}, sides=("us", "ge"))


def test_the_engine_satisfies_the_protocol_of_the_outer_layers() -> None:
    assert isinstance(GAME, Play)
    assert GAME.actions.names == ("Hide", "Shoot")
    assert "TurnPassed" in GAME.events.names
    assert "DiceThrown" in GAME.events.names


def test_offered_actions_are_legal_and_refused_ones_give_reasons() -> None:
    state = riflemen()
    assert len(GAME.legal_actions(state)) == 2 + 2 * 2
    assert not any(GAME.why_not(state, action) for action in GAME.legal_actions(state))
    assert "us decides now, not ge" in str(GAME.why_not(state, Hide("ge", "ge.1"))[0])
    _, state = carry_out(GAME, state, Hide("us", "us.1"), ScriptedDice([]))
    _, state = carry_out(GAME, state, Hide("ge", "ge.1"), ScriptedDice([]))
    assert [str(reason) for reason in GAME.why_not(state, Shoot("us", "us.1", "ge.2"))] == [
        "who hides does not shoot (TOY 2)"
    ]
    with pytest.raises(IllegalAction, match="who hides"):
        carry_out(GAME, state, Shoot("us", "us.1", "ge.2"), ScriptedDice([]))
    with pytest.raises(Unknown, match="action"):
        GAME.why_not(state, Jeer("us", "us.1", "ge.1"))
    with pytest.raises(Unknown, match="no event named 'Jeered'; there are UnitPlaced"):
        GAME.apply(state, Jeered())


def test_hidden_units_are_not_offered_as_targets() -> None:
    shots = [action for action in GAME.legal_actions(riflemen(HIDDEN)) if isinstance(action, Shoot)]
    assert {shot.target for shot in shots} == {"ge.1"}


def test_steps_run_in_order_and_their_dice_are_in_the_record() -> None:
    state = riflemen()
    events, after = carry_out(GAME, state, Shoot("us", "us.1", "ge.1"), ScriptedDice([4, 2]))
    assert [str(event) for event in events[:4]] == [
        "us.1 shoots: d6 shows 4, needs 4 or more",
        "ge.1 is removed",
        "morale of ge.2: d6 shows 2, needs 2 or less",
        "ge.2 is shaken",
    ]
    assert replay(GAME, state, events) == after
    assert after.course == "ge"


def test_odds_are_the_procedure_run_for_every_outcome_of_its_dice() -> None:
    ruling = GAME.chances(riflemen(), Shoot("us", "us.1", "ge.1"))
    assert ruling.verdict == "4 or more"
    assert ruling.odds is not None
    assert list(ruling.odds.chances.items()) == [
        ("no effect", Fraction(1, 2)),
        ("ge.1 is removed", Fraction(1, 3)),
        ("ge.1 is removed; ge.2 is shaken", Fraction(1, 6)),
    ]


def test_a_certain_outcome_is_named_although_all_ends_share_it() -> None:
    class Certain(ToyGame):
        def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
            del before, after
            yield Outcome(1, "the shot is heard")

    odds = Certain().chances(riflemen(), Shoot("us", "us.1", "ge.1")).odds
    assert odds is not None
    assert dict(odds.chances) == {"the shot is heard": Fraction(1)}


def test_odds_give_the_chance_of_outcomes_that_depend_on_hidden_information() -> None:
    state = riflemen(CONCEALED)
    seen = GAME.seen_by(state, "us")
    counter = next(unit.id for unit in seen.units.values() if unit.has(CONCEALED))
    odds = GAME.chances(state, Shoot("us", "us.1", counter)).odds
    assert odds is not None
    assert odds.of(HIDDEN_OUTCOME) == odds.of("no effect") == Fraction(1, 2)


def test_without_dice_there_are_no_odds() -> None:
    ruling = GAME.chances(riflemen(), Hide("us", "us.1"))
    assert (ruling.verdict, ruling.odds) == (NO_DIE_ROLL, None)


@dataclass(frozen=True, slots=True)
class Jeer:
    side: str
    unit: str
    target: str


class Jeered:
    def on(self, state: GameState) -> GameState:
        return state


def answers(position: Position, hide: Hide) -> Iterator[Jeer | Shoot | Hide]:
    """The enemies that see a rifleman hide may jeer, shoot at him, or hide too."""
    yield from (Jeer("ge", enemy, hide.unit) for enemy in names(position, hide.side, own=False))
    yield Shoot("ge", "ge.2", hide.unit)
    yield Hide("ge", "ge.1")


def answered_game() -> ToyGame:
    """The toy book with answers of the enemy to a rifleman who hides."""
    chapter = ModuleType("answered")
    jeer: Procedure[Position, Resolution[Position]] = Procedure(
        Jeer,
        (),
        lambda *_: iter(()),
        nothing_forbids,
        lambda resolution, jeer: lose_heart(resolution, jeer.target),
    )
    vars(chapter).update(hide=replace(HIDE, answers=answers), shoot=SHOOT, jeer=jeer)

    class Answered(ToyGame):
        declarations = Declarations[Position, Resolution[Position]]([chapter], [events, toy_book])

        def answered_by_all(self, _: Position, answers: tuple[Any, ...]) -> tuple[PendingStep, ...]:
            return tuple((lose_heart, (answer.target,)) for answer in answers if isinstance(answer, Jeer))

    return Answered()


def test_the_enemys_possible_answers_are_listed_case_by_case_worst_first() -> None:
    ruling = answered_game().chances(riflemen(), Hide("us", "us.1"))
    assert [case.condition for case in ruling.cases] == [
        f"if {Shoot('ge', 'ge.2', 'us.1')}",
        f"if {Jeer('ge', 'ge.1', 'us.1')}",
        f"if {Jeer('ge', 'ge.2', 'us.1')}",
        ANSWERED_BY_ALL,
    ]
    assert dict(ruling.cases[0].odds.chances) == {
        "no effect": Fraction(1, 2),
        "us.1 is removed": Fraction(1, 3),
        "us.1 is removed; us.2 is shaken": Fraction(1, 6),
    }
    assert dict(ruling.cases[1].odds.chances) == {
        "no effect": Fraction(2, 3),
        "us.1 is shaken": Fraction(1, 3),
    }
    assert dict(ruling.cases[3].odds.chances) == {
        "no effect": Fraction(4, 9),
        "us.1 is shaken": Fraction(5, 9),
    }
    worst = "no effect 50%, at worst us.1 is removed; us.2 is shaken 17%"
    assert ruling.verdict == f"no die roll; if {Shoot('ge', 'ge.2', 'us.1')}: {worst}"


def test_a_whole_game_is_played_written_down_and_read_back() -> None:
    state, dice, written = riflemen(), SeededDice(5), []
    start = state
    while GAME.result(state) is None:
        shots = [action for action in GAME.legal_actions(state) if isinstance(action, Shoot)]
        events, state = carry_out(GAME, state, shots[0], dice)
        written += [GAME.events.document(event) for event in events]
    assert replay(GAME, start, map(GAME.events.read, written)) == state
    assert GAME.to_act(state) is None
    assert "the game is over" in str(GAME.why_not(state, Hide("us", "us.1"))[0])
