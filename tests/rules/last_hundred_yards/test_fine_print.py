"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.effects.winning import check_end
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import AssaultDecided, ControlChanged
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assaulting import drm, in_assault
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
HALFTRACK = "us.m3.2"
RIVER = board("\n".join([". . . . ."] * 5), rivers="A3 B2 C3 D2 E3", hexes={"A3": {Terrain.FORD}})
"""A river from west to east, with a ford at A3."""


@proves("LHY-17.7c")
def test_17_7c_nobody_starts_in_a_river_but_at_a_ford() -> None:
    sides = {"us": {"setup_area": ["A3", "C3", "C4"]}}
    state = opened(RIVER, [unit(SQUAD, None), unit(FOE, "C1")], sides=sides)
    assert {str(action.at) for action in legal(state, PlaceUnit)} == {"A3", "C4"}
    assert "nobody starts in a river" in refusal(state, PlaceUnit("us", SQUAD, at("C3")))


@proves("LHY-2.1.6.2")
@pytest.mark.parametrize(("atv", "carries"), [(None, True), (-2, True), (0, False), (1, False)])
def test_2_1_6_2_a_carrier_with_an_anti_tank_value_of_0_or_more_transports_nobody(
    atv: int | None, carries: bool
) -> None:
    assert replace(ROSTER[HALFTRACK], atv=atv).can_transport is carries


@proves("LHY-10.4.6.2.1", "LHY-10.4.6.2.1.1")
def test_10_4_6_2_1_who_loads_out_of_a_forest_next_door_is_in_the_hex_of_the_vehicle_at_once() -> None:
    ground = board(". . . . .\n. . . . .\n. . . . .\n. . f . .\n. . . . .")
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A5"), unit(HALFTRACK, "C5"), unit(FOE, "A1"), ground=ground, far=()
    )
    loaded = done(state, Load("us", SQUAD, HALFTRACK))
    assert loaded.unit(SQUAD).at == at("C5")
    assert course(loaded).is_aboard(SQUAD)


@proves("LHY-13.5.1a")
def test_13_5_1a_one_tank_among_the_attackers_is_enough_for_a_gun_alone() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(TANK, "C4"), unit("ge.pak40.3", "C4"))
    assert done(state, ResolveAssault("us", at("C4"))).unit("ge.pak40.3").at is None


@proves("LHY-13.5.3", "LHY-13.5.2")
def test_13_5_3_the_difference_is_added_to_the_die() -> None:
    """Two squads of Assault Value 2 and 3 against one of 2, as good in Cohesion: 3 + 3 is row 6-9, for the attacker."""
    state = in_assault(unit(SQUAD, "C4"), unit("us.able.1.squad.3", "C4"), unit(FOE, "C4"))
    assert drm(state) == 3
    events, _ = PLAY.resolve(state, ResolveAssault("us", at("C4")), ScriptedDice([3]))
    assert [event.row for event in events if isinstance(event, AssaultDecided)] == ["6-9"]


@proves("LHY-10.0a", "LHY-4.1.10.8")
def test_10_0a_no_assault_into_a_hex_that_the_unit_may_not_enter() -> None:
    state = activated(unit(TANK, "C4"), unit(FOE, "C3"), ground=RIVER, platoon="able-tank.1", far=())
    assert "cannot enter C3" in refusal(state, Assault("us", (TANK,), at("C3")))


@proves("LHY-4.3.1.1b", "LHY-4.3.1.2c")
@pytest.mark.parametrize(("who", "platoon", "kept"), [(SQUAD, "able.1", False), (TANK, "able-tank.1", True)])
def test_4_3_1_hidden_enemies_betray_men_in_cover_and_no_vehicle(who: str, platoon: str, kept: bool) -> None:
    """A hidden gun two hexes away, over open ground; it is shown to nobody by that."""
    belt = board("\n".join([". . . . ."] * 2 + ["w w w w w"] + [". . . . ."] * 3))
    leader = unit("us.able.1.leader", "A6")
    gun = unit("ge.pak40.3", "C1", HIDDEN)
    state = activated(unit(who, "C4", CONCEALED), leader, gun, ground=belt, platoon=platoon, far=())
    after = done(state, Maneuver("us", who, at("C3")))
    assert after.unit(who).has(CONCEALED) is kept


@proves("LHY-18.0")
@pytest.mark.parametrize(("wanted", "over"), [(4, True), (5, True), (6, False)])
def test_18_0_who_holds_the_points_that_a_mission_wants_has_won_at_once(wanted: int, over: bool) -> None:
    goal = {"name": "The hill", "hexes": ["C4"], "points": 5, "held_by": "ge"}
    units = [unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")]
    state = opened(FIELD, units, objectives=[goal], points_to_win=wanted)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(ControlChanged("The hill", "us"))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over
