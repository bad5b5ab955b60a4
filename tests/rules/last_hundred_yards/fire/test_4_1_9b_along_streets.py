"""4.1.9b: fire along urban roads."""

import pytest

from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated_wide, at, done, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


TOWN = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
def test_4_1_9b_along_an_urban_road_stationary_men_are_hit_next_door_only() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "C8"), unit("ge.mg.1", "C9")]
    state = activated_wide(*units, ground=TOWN)
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C8"),)))
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C9"),)))


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
@pytest.mark.parametrize(("start", "deed", "may"), [("C7", Maneuver, True), ("C8", FireSmallArms, False)])
def test_4_1_9b_farther_along_an_urban_road_who_came_is_hit_and_not_who_fired(
    start: str, deed: type[Maneuver | FireSmallArms], may: bool
) -> None:
    units = [unit(SQUAD, start), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "B9")]
    state = activated_wide(*units, ground=TOWN)
    if deed is Maneuver:
        state = done(done(state, Maneuver("us", SQUAD, at("C8"))), EndManeuver("us"))
    else:
        state = done(state, FireSmallArms("us", SQUAD, (at("B9"),)))
    state = done(state, CallForReaction("us"))
    assert (not refusal(state, FireSmallArms("ge", FOE, (at("C8"),)))) is may


@proves("LHY-4.1.9b.1")
@pytest.mark.parametrize(("crossing", "why"), [("", ""), (", C11 D10", "along an urban road")])
def test_4_1_9b_from_one_urban_road_into_another_there_is_no_such_limit(crossing: str, why: str) -> None:
    # Two roads through the same houses, C and D, with or without a lane from one to the other.
    two = "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12, D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12"
    ground = board("\n".join([". . u u ."] * 12), roads=two + crossing)
    state = activated_wide(unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "D8"), ground=ground)
    told = refusal(state, FireSmallArms("us", SQUAD, (at("D8"),)))
    assert why in told
    assert bool(told) is bool(why)
