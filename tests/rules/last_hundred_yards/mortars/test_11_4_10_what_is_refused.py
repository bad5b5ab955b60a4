"""Chapter 11.4.10: what a mortar's extension may not do."""

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, legal, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
BEHIND_WOODS = board("\n".join([". . . . . . . ."] * 5 + [". . . f f . . ."] + [". . . . . . . ."] * 6))


def to_extend(*units: Unit) -> GameState:
    """The mortar fired at C6, as the leader in C11 asked, and may be extended; forest lies in D6 and E6."""
    state = activated(
        unit(SQUAD, "C11"),
        unit(LEADER, "C11"),
        unit(FOE, "C6"),
        *units,
        ground=BEHIND_WOODS,
        mortars=[MM60],
    )
    state = done(state, CallMortar("us", "60mm", LEADER, at("C6")), 7)
    return done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))


@proves("LHY-11.4.10.1")
def test_11_4_10_only_the_mortar_whose_turn_it_is_extends() -> None:
    assert "81mm cannot be extended now" in refusal(to_extend(), ExtendMortar("us", "81mm", at("C6")))


@proves("LHY-11.4.10.1")
def test_11_4_10_the_observer_sees_where_it_shifts_to() -> None:
    state = to_extend()
    assert "the observer has no LOS to E5 (LHY 11.4.10," in refusal(
        state, ExtendMortar("us", "60mm", at("E5"))
    )
    assert "E5" not in {str(action.at) for action in legal(state, ExtendMortar)}
    assert not refusal(state, ExtendMortar("us", "60mm", at("C5")))


@proves("LHY-11.4.10.1")
def test_11_4_10_it_does_not_shift_onto_friends_on_foot() -> None:
    state = to_extend(unit("us.able.2.squad.1", "C7"), unit("us.able-tank.1.1", "C5"))
    assert "C7 holds friendly foot units" in refusal(state, ExtendMortar("us", "60mm", at("C7")))
    assert not refusal(state, ExtendMortar("us", "60mm", at("C5")))
