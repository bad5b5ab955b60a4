"""Chapter 11.3: rare refusals of small arms fire."""

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.state.events.unit_events import Mounted
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import FIELD, FOE, LEADER, SQUAD, TANK
from tests.rules.last_hundred_yards.playing import activated_wide, at, done, legal, refusal, unit

SECOND = "us.able.1.squad.2"


def moved(state: GameState, *steps: tuple[str, str]) -> GameState:
    """Each of these units moved one hex, and its side has called for reaction."""
    for one, place in steps:
        state = done(state, Maneuver("us", one, at(place)))
        state = done(state, EndManeuver("us")) if EndManeuver("us") in legal(state, EndManeuver) else state
    return done(state, CallForReaction("us"))


@proves("LHY-11.3.3d")
def test_11_3_3d_split_fire_leaves_by_neighbouring_hexsides_and_with_a_sav_of_1() -> None:
    units = [unit(SQUAD, "C7"), unit(SECOND, "C3"), unit(LEADER, "A12"), unit(FOE, "C5")]
    apart = moved(activated_wide(*units), (SQUAD, "C6"), (SECOND, "C4"))
    assert "two adjacent ones" in refusal(apart, FireSmallArms("ge", FOE, (at("C6"), at("C4"))))
    near = [unit(SQUAD, "C7"), unit(SECOND, "D7"), unit(LEADER, "A12")]
    for firer, splits in ((FOE, True), ("ge.1kp.1.section.c", False)):
        state = moved(activated_wide(*near, unit(firer, "C5")), (SQUAD, "C6"), (SECOND, "D6"))
        why = refusal(state, FireSmallArms("ge", firer, (at("C6"), at("D6"))))
        assert ("cannot split its fire" not in why) is splits


@proves("LHY-11.3.3d", "LHY-11.0.2")
@pytest.mark.parametrize("order", [("C6", "Z6"), ("Z6", "C6")])
def test_11_3_3d_split_fire_off_the_map_is_refused(order: tuple[str, str]) -> None:
    state = moved(activated_wide(unit(SQUAD, "C7"), unit(LEADER, "A12"), unit(FOE, "C5")), (SQUAD, "C6"))
    one, other = map(at, order)
    assert "Z6 is not on the map" in refusal(state, FireSmallArms("ge", FOE, (one, other)))


@proves("LHY-11.0.2")
def test_11_0_a_side_fires_with_no_unit_but_its_own() -> None:
    state = activated_wide(unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "C8"), ground=FIELD)
    assert "has no unit" in refusal(state, FireSmallArms("us", FOE, (at("C10"),)))


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
@pytest.mark.parametrize(("ridden", "may"), [(True, True), (False, False)])
def test_4_1_9b_men_beside_a_tank_that_came_are_stationary_and_its_riders_are_not(
    ridden: bool, may: bool
) -> None:
    town = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")
    squad = unit(SQUAD, "C9" if ridden else "C8")
    state = activated_wide(unit(TANK, "C9"), unit(LEADER, "C9"), squad, unit(FOE, "C5"), ground=town)
    if ridden:
        state = Mounted(SQUAD, TANK, from_the_start=True).on(state)
    told = refusal(moved(state, (TANK, "C8")), FireSmallArms("ge", FOE, (at("C8"),)))
    assert ("along an urban road" not in told) is may


@proves("LHY-8.0b")
@pytest.mark.parametrize(("others", "may"), [((), False), ((LEADER,), True)])
def test_8_0b_small_arms_do_not_react_to_a_tank_by_fire_at_idle_men_beside_it(
    others: tuple[str, ...], may: bool
) -> None:
    units = [unit(TANK, "C8"), unit(LEADER, "C8"), unit(SQUAD, "C7"), unit(FOE, "C3")]
    state = moved(activated_wide(*units), (TANK, "C7"), *((one, "C7") for one in others))
    told = refusal(state, FireSmallArms("ge", FOE, (at("C7"),)))
    assert told == (
        "" if may else "nobody in C7 whom small arms may harm has just acted (LHY 8.0b, OUR 49, inferred)"
    )


@proves("LHY-11.3.3d", "LHY-11.3.3c")
def test_11_3_3d_no_split_fire_at_idle_men_that_a_tank_has_joined() -> None:
    units = [unit(TANK, "C8"), unit(LEADER, "C8"), unit(SQUAD, "C7"), unit(SECOND, "D7"), unit(FOE, "C5")]
    state = moved(activated_wide(*units), (SECOND, "D6"), (TANK, "C7"))
    told = refusal(state, FireSmallArms("ge", FOE, (at("C7"), at("D6"))))
    assert "nobody maneuvered into C7" in told
    assert "into D6" not in told


@proves("LHY-4.1.9b.2")
def test_4_1_9b_a_unit_that_came_along_the_road_may_be_fired_at_from_afar() -> None:
    town = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")
    units = [
        unit(SQUAD, "C9"),
        unit(SECOND, "C8"),
        unit(LEADER, "A12"),
        unit(FOE, "C5"),
        unit("ge.mg.1", "C7"),
    ]
    state = moved(activated_wide(*units, ground=town), (SQUAD, "C8"))
    assert "along an urban road" not in refusal(state, FireSmallArms("ge", FOE, (at("C8"),)))
