"""A player keeps its units on the map: leaving it is no recovery, and costs nearly half of what a loss does."""

from dataclasses import replace

from maps.library import scenario
from maps.scenario import opening_of
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.ruleset import Playable
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.players.match import moment_of
from rules.players.player import Rulings
from rules.players.weighing import Look


def _played(book_id: str) -> Playable:
    found = ruleset(book_id)
    assert isinstance(found, Playable)
    return found


BOOK = _played("lhy")
PLAY = BOOK.as_game()

LEAVES = "1 of its own leave the map"


def _after(*declared: str) -> GameState:
    """The mission after these declarations; the dice give the Americans the initiative."""
    state, dice = opening_of(scenario("lhy-ridge-farm"), BOOK), SeededDice(3)
    for words in declared:
        action = next(action for action in PLAY.legal_actions(state) if str(action) == words)
        _, state = carry_out(PLAY, state, action, dice)
    return state


def _why(state: GameState, side: str, *declared: str) -> list[dict[str, float]]:
    """The reasons for and against each of these declarations."""
    moment = moment_of(PLAY, ruleset("lhy"), state, side, SeededDice(1))
    look = Look(moment, Rulings(moment))
    by_words = {str(action): action for action in moment.actions}
    weighed = (look.at_a_glance((by_words[words],), 1, 2)[0] for words in declared)
    return [{why.text: why.worth for why in option.why} for option in weighed]


TURN = ("roll for the initiative", "select Baker", "activate Baker 2nd Plt")


def test_a_machine_gun_is_not_sent_off_the_map_and_does_not_recover_by_leaving_it() -> None:
    """LHY 10.2."""
    state = _after(*TURN, "us calls for reaction")
    mg = state.unit("ge.mg.2")
    for unit in (mg, replace(mg, conditions=mg.conditions | {DISRUPTED})):
        away, near = _why(
            state.with_unit(unit), "ge", "ge.mg.2 withdraws off the map", "ge.mg.2 withdraws to J11"
        )
        assert away == {LEAVES: -400.0}
        assert LEAVES not in near


def test_a_squad_that_deploys_leaves_nothing() -> None:
    """LHY 10.3.2: its sections come in its place."""
    (deploys,) = _why(_after(*TURN), "us", "us.baker.2.squad.1 deploys")
    assert LEAVES not in deploys


def test_a_squad_set_up_as_two_sections_has_not_landed() -> None:
    """LHY 10.3.2: dice draw the sections, and his player says where; the same man set up as he is wins nothing by it either."""
    state = opening_of(scenario("lhy-market-quarter"), BOOK)
    words = "ge.2kp.1.squad.1 sets up in E4"
    whole, deployed = _why(state, "ge", words, f"{words}, deployed")
    assert not {"is kept off the map no longer", "near its goal"} & (whole.keys() | deployed.keys())
