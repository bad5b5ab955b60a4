"""Chapter 11.4.8b: men pinned by mortar fire withdraw when activated, or in their first reaction after the fire."""

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.state.events.marker_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

FIELD = board(
    """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    """
)
SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
FAR = (unit("ge.1kp.2.leader", "F1"), unit("us.able.2.squad.1", "F6"), unit("us.able.2.leader", "F6"))
BACK_NORTH, BACK_SOUTH = Withdraw("ge", (FOE,), at("B2")), Withdraw("us", (SQUAD,), at("B6"))


OTHERS_BACK = Withdraw("us", (LEADER,), at("A5"))


def ready(platoon: str = "able.1") -> GameState:
    """An American squad in B5, a German one in B3, and the platoon activated."""
    units = [unit(SQUAD, "B5"), unit(LEADER, "A4"), unit(FOE, "B3")]
    return activated(*units, ground=FIELD, far=FAR, platoon=platoon)


def shelled(state: GameState, place: str) -> GameState:
    number = course(state).fires_placed + 1
    return FirePlaced(FireMarker(number, FireKind.MDRM, at(place), 0, primary=True, tubes=0)).on(state)


def called(state: GameState, *sides: str) -> GameState:
    for side in sides:
        state = done(state, CallForReaction(side))
    return state


@proves("LHY-11.4.8b.2")
def test_11_4_8b_who_is_shelled_withdraws_in_the_first_reaction_after_the_fire() -> None:
    state = called(shelled(ready(), "B3"), "us")
    assert BACK_NORTH in legal(state, Withdraw)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_in_a_later_reaction_the_pinned_stay_under_the_fire() -> None:
    state = called(shelled(ready(), "B3"), "us", "ge")
    late = called(done(done(state, OTHERS_BACK), EndManeuver("us")), "us")
    assert course(late).reacting == "ge"
    assert "LHY 11.4.8b" in refusal(late, BACK_NORTH)
    assert not any(FOE in action.units for action in legal(late, Withdraw))
    # Fire that falls on them anew gives them a first reaction anew.
    again = called(shelled(done(done(state, OTHERS_BACK), EndManeuver("us")), "B3"), "us")
    assert BACK_NORTH in legal(again, Withdraw)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_an_activated_platoon_that_reacts_again_stays_under_the_fire_too() -> None:
    """Shelled as it was active, it has let its first reaction pass."""
    state = called(shelled(ready(), "B5"), "us")
    state = done(done(state, BACK_NORTH), EndManeuver("ge"))
    first = called(state, "ge")
    assert BACK_SOUTH in legal(first, Withdraw)
    late = called(done(done(first, OTHERS_BACK), EndManeuver("us")), "us", "ge")
    assert course(late).reacting == "us"
    assert "LHY 11.4.8b" in refusal(late, BACK_SOUTH)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_in_the_next_cycle_it_is_too_late_as_well() -> None:
    state = called(shelled(ready(), "B3"), "us", "ge", "us")
    state = called(done(state, Activate("us", ("able.2",))), "us")
    assert course(state).reacting == "ge"
    assert "LHY 11.4.8b" in refusal(state, BACK_NORTH)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_when_activated_the_pinned_withdraw_however_long_they_lie_under_fire() -> None:
    # Shelled while Able 2 is active: a reaction at once, and again with Able 1's own activation.
    first = called(shelled(called(ready("able.2"), "us"), "B5"), "ge")
    assert not refusal(first, BACK_SOUTH)
    active = done(called(first, "us"), Activate("us", ("able.1",)))
    assert not refusal(active, BACK_SOUTH)


@proves("LHY-11.4.8b.1")
@pytest.mark.parametrize(
    ("vehicle", "platoon"),
    [("us.m3.2", "able.1"), ("us.truck.1", "able.1"), ("us.able-tank.1.1", "able-tank.1")],
)
def test_11_4_8b_vehicles_are_not_pinned_and_drive_out_of_the_fire_with_all_aboard(
    vehicle: str, platoon: str
) -> None:
    units = [unit(vehicle, "B5"), unit(SQUAD, "B5"), unit(LEADER, "B5"), unit(FOE, "B1")]
    state = activated(*units, ground=FIELD, far=FAR, platoon=platoon)
    state = shelled(state if platoon != "able.1" else Mounted(SQUAD, vehicle).on(state), "B5")
    assert "pinned in a primary impact hex" in refusal(state, Maneuver("us", LEADER, at("B6")))
    out = done(state, Maneuver("us", vehicle, at("B6")))
    assert out.unit(vehicle).at == at("B6")
    assert out.unit(SQUAD).at == (at("B6") if platoon == "able.1" else at("B5"))
