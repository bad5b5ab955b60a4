"""10.4.6.1c: whom a jeep takes, and how it drives."""

import pytest

from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.state.events.unit_events import Mounted
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

JEEP = "us.jeep.1"
SQUAD, SECTION, LEADER = "us.able.1.squad.1", "us.able.1.section.a", "us.able.1.leader"
MG, LATW = "us.mg.1", "us.latw.1"


@proves("LHY-10.4.6.1c")
@pytest.mark.parametrize(
    ("aboard", "mounts", "has_room"),
    [
        ((), SECTION, True),
        ((), MG, True),
        ((), SQUAD, False),
        ((SECTION,), MG, False),
        ((SECTION,), LEADER, True),
        ((MG,), LATW, True),
        ((SECTION, LEADER), LATW, False),
        ((LATW,), LEADER, False),
        ((LEADER,), SECTION, True),
    ],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_6_1c_a_jeep_takes_one_step_and_a_leader_or_a_latw(
    aboard: tuple[str, ...], mounts: str, has_room: bool, edition: str
) -> None:
    there = [unit(name, "C9") for name in (JEEP, SQUAD, SECTION, LEADER, MG, LATW)]
    state = activated(*there, edition=edition)
    for load in aboard:
        state = Mounted(load, JEEP).on(state)
    wanted = Load("us", mounts, JEEP)
    assert refusal(state, wanted) == (
        "" if has_room else f"{JEEP} has no room for {mounts} (LHY 10.4.6.1, from Series Rules v2.1)"
    )
    assert (wanted in legal(state, Load)) is has_room


@proves("LHY-10.4.6.1c")
def test_10_4_6_a_leader_and_his_section_drive_off_in_a_jeep_of_either_side() -> None:
    units = [unit(SECTION, "C9"), unit(LEADER, "C9"), unit(JEEP, "C9"), unit(SQUAD, "A9")]
    state = done(activated(*units), Load("us", LEADER, JEEP), Load("us", SECTION, JEEP))
    state = done(state, Maneuver("us", JEEP, at("C8")))
    assert {state.unit(name).at for name in (JEEP, LEADER, SECTION)} == {at("C8")}
    state = done(state, EndManeuver("us"))
    assert "a unit may not mount and dismount in the same turn" in refusal(state, Unload("us", LEADER))
    german = [unit("ge.1kp.1.leader", "C3"), unit("ge.1kp.1.squad.1", "C3"), unit("ge.jeep.1", "C3")]
    state = done(activated(*german, unit(SQUAD, "A9"), unit(LEADER, "A9")), CallForReaction("us"))
    assert legal(state, Load) == [Load("ge", "ge.1kp.1.leader", "ge.jeep.1")]


@proves("LHY-10.1.1b.1")
def test_10_1_a_jeep_has_the_allowance_of_wheels() -> None:
    # 6 MP, one of them to go into motion; with the fifth hex at 1 MP they are spent.
    state = activated(unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), house={"truck_open_mp": 1})
    for row in (8, 7, 6, 5, 4):
        state = done(state, Maneuver("us", JEEP, at(f"C{row}")))
    assert "has already acted" in refusal(state, Maneuver("us", JEEP, at("C3")))


@proves("LHY-T-MP.carrier")
def test_10_0_a_jeep_pays_for_open_ground_as_trucks_do() -> None:
    state = activated(unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"))
    moving = course(done(state, Maneuver("us", JEEP, at("C8")))).moving
    assert moving is not None
    assert moving.spent == 3, "1 to go into motion, 2 for the field"


@proves("LHY-13.1e")
def test_13_1_a_jeep_has_no_weapon_and_does_not_assault() -> None:
    units = [unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("ge.1kp.1.squad.1", "C8")]
    state = activated(*units)
    assert "does not assault" in refusal(state, Assault("us", (JEEP,), at("C8")))
    assert {action.unit for action in legal(state, FireSmallArms)} == {SQUAD}
