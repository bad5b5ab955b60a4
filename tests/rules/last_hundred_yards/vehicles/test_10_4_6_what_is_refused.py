"""Chapters 10.4.1, 10.4.5 and 10.4.6: rare refusals of motion, bypass, loads and towed guns."""

import pytest

from rules.game.state import GameState
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitMoved
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, TANK, SECOND = (
    "us.able.1.squad.1",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "us.able-tank.1.2",
)
TRUCK, GUN, HALFTRACK, FOE = "us.truck.1", "us.gun57.1", "us.m3.2", "ge.1kp.1.squad.1"


@proves("LHY-10.4.6.0.2", "LHY-5.0.II.2")
def test_10_4_6_the_refusal_says_that_a_carrier_is_not_activated_whichever_unit_is_aboard() -> None:
    """The halftrack stands with Baker, whose squad it carries; Able is activated."""
    baker = [unit(name, "H8") for name in ("us.baker.1.squad.1", "us.baker.1.leader", HALFTRACK)]
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), *baker, unit(FOE, "C4"))
    state = Mounted("us.baker.1.squad.1", HALFTRACK, from_the_start=True).on(state)
    told = refusal(state, Maneuver("us", HALFTRACK, at("H7")))
    assert told == f"{HALFTRACK} may not maneuver now (LHY 7.0)"


@proves("LHY-10.4.1a.2", "LHY-8.3d", "LHY-10.4.1b.0")
def test_10_4_1_which_units_start_and_stop() -> None:
    units = [unit(TANK, "C8"), unit(SECOND, "E8", IN_MOTION), unit("us.able-tank.1.3", "F8", SHOCKED)]
    state = activated(*units, unit(FOE, "C1"), platoon="able-tank.1")
    assert not refusal(state, ChangeMotion("us", TANK, False))
    assert not refusal(state, ChangeMotion("us", SECOND, True))
    assert f"{TANK} stands" in refusal(state, ChangeMotion("us", TANK, True))
    assert f"{SECOND} is in motion already" in refusal(state, ChangeMotion("us", SECOND, False))
    assert "is shocked and may only recover" in refusal(state, ChangeMotion("us", "us.able-tank.1.3", False))
    assert "us has no unit ge.stug.1" in refusal(state, ChangeMotion("us", "ge.stug.1", False))
    men = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C1"))
    assert "only vehicles are in motion" in refusal(men, ChangeMotion("us", SQUAD, False))


@proves("LHY-10.4.1.ow")
def test_10_4_1_a_side_puts_only_its_own_tanks_on_overwatch() -> None:
    state = activated(unit(TANK, "C8", IN_MOTION), unit("ge.stug.1", "C4"), platoon="able-tank.1")
    assert "us has no unit ge.stug.1" in refusal(state, Overwatch("us", "ge.stug.1"))


@proves("LHY-10.0.1", "LHY-12.3.5a", "LHY-13.6.6.3", "LHY-10.4.4.2", "LHY-10.4.6.0.1")
def test_10_0_which_units_do_not_maneuver() -> None:
    units = [
        unit(SQUAD, "C8", REGROUPING),
        unit(LEADER, "C8"),
        unit(TRUCK, "C8"),
        unit("us.latw.1", "C8"),
        unit(FOE, "C1"),
    ]
    state = activated(*units)
    assert "is regrouping" in refusal(state, Maneuver("us", SQUAD, at("C7")))
    assert "only vehicles reverse" in refusal(state, Maneuver("us", LEADER, at("C7"), "reverse"))
    assert "neither a forward maneuver nor one in reverse" in refusal(
        state, Maneuver("us", LEADER, at("C7"), "sideways")
    )
    assert "us has no unit us.mg.1" in refusal(state, Maneuver("us", "us.mg.1", at("C7")))
    assert "is aboard a vehicle" in refusal(
        Mounted(LEADER, TRUCK).on(state), Maneuver("us", LEADER, at("C7"))
    )
    shocked = activated(unit(TANK, "C8", SHOCKED), unit(FOE, "C1"), platoon="able-tank.1")
    assert "is shocked and may only recover" in refusal(shocked, Maneuver("us", TANK, at("C7")))


@proves("LHY-10.4.5L.3", "LHY-4.1.9g", "LHY-10.4.4.3")
def test_10_4_5_a_stack_drives_forward_and_onto_no_urban_road() -> None:
    ground = open_ground(8, 9, {"C8": "u", "C9": "u"}, roads="C7 C8 C9")
    pair = activated(
        unit(TANK, "C7"), unit(SECOND, "C7"), unit(FOE, "C1"), platoon="able-tank.1", ground=ground
    )
    assert "vehicles reverse one by one" in refusal(
        pair, Maneuver("us", TANK, at("C6"), "reverse", (SECOND,))
    )
    assert not refusal(pair, Maneuver("us", TANK, at("C6"), along=(SECOND,)))
    assert "an urban road hex holds one vehicle" in refusal(
        pair, Maneuver("us", TANK, at("C8"), along=(SECOND,))
    )
    assert not refusal(pair, Maneuver("us", TANK, at("C8")))
    assert Maneuver("us", TANK, at("C8"), along=(SECOND,)) not in legal(pair, Maneuver)


@proves("LHY-10.4.5B.1", "LHY-10.4.5L.1")
def test_10_4_5_a_side_bypasses_and_overruns_only_with_its_own_vehicles() -> None:
    state = activated(
        unit(TANK, "C6", IN_MOTION),
        unit(SQUAD, "C6"),
        unit(FOE, "C5"),
        platoon="able-tank.1",
        edition="series-3.1",
    )
    assert "us has no unit ge.stug.1" in refusal(state, Bypass("us", "ge.stug.1", at("C5")))
    assert "us has no unit ge.stug.1" in refusal(state, Overrun("us", "ge.stug.1", at("C5")))
    assert "only vehicles bypass" in refusal(state, Bypass("us", SQUAD, at("C5")))
    assert "only vehicles bypass" in refusal(state, Bypass("us", TANK, at("C5"), (SQUAD,)))
    assert not refusal(state, Bypass("us", TANK, at("C5")))
    gun = FireWithinHex("ge", FOE, (TANK,))
    assert refusal(state, gun), "nobody drives through its hex"


@proves("LHY-10.4.5B.2", "LHY-11.4.8a")
def test_10_4_5_1_units_under_mortar_fire_or_aboard_do_not_fire_at_a_bypass() -> None:
    guns = [unit("ge.pak40.3", "C5"), unit("ge.mg.1", "C5"), unit("ge.sdkfz10.1", "C5")]
    state = activated(unit(TANK, "C6", IN_MOTION), *guns, platoon="able-tank.1", edition="series-3.1")
    through = done(state, Bypass("us", TANK, at("C5")))
    answer = FireWithinHex("ge", "ge.pak40.3", (TANK,))
    assert not refusal(through, answer)
    assert "is aboard a vehicle (LHY 11.3b" in refusal(
        Mounted("ge.pak40.3", "ge.sdkfz10.1").on(through), answer
    )
    shell = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    assert "primary impact hex (LHY 11.4.8a" in refusal(FirePlaced(shell).on(through), answer)


@proves("LHY-10.4.6.2.2.1", "LHY-10.4.6.2a", "LHY-10.4.6.2d")
def test_10_4_6_which_units_do_not_dismount() -> None:
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(TRUCK, "C8"), unit(HALFTRACK, "E8", IN_MOTION)]
    state = activated(*units, unit("us.able.1.squad.2", "E8"), unit(FOE, "C1"))
    assert f"{SQUAD} is on foot" in refusal(state, Unload("us", SQUAD))
    assert "us has no unit" in refusal(state, Unload("us", "us.able.1.squad.3"))
    aboard = Mounted(SQUAD, TRUCK, from_the_start=True).on(state)
    assert not refusal(aboard, Unload("us", SQUAD))
    moving = Mounted("us.able.1.squad.2", HALFTRACK, from_the_start=True).on(state)
    assert f"{HALFTRACK} is in motion" in refusal(moving, Unload("us", "us.able.1.squad.2"))
    mounted = done(state, Load("us", SQUAD, TRUCK))
    assert "a unit may not mount and dismount in the same turn" in refusal(mounted, Unload("us", SQUAD))
    near = UnitMoved(FOE, at("C1"), at("C7")).on(aboard)
    assert "next to a hex with a known enemy" in refusal(near, Unload("us", SQUAD))
    got_off = done(aboard, Unload("us", SQUAD))
    assert "a unit may not mount and dismount in the same turn" in refusal(got_off, Load("us", SQUAD, TRUCK))


@proves("LHY-11.4.8b.1")
@pytest.mark.parametrize(("primary", "may"), [(True, False), (False, True)])
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_4_8b_no_unit_dismounts_in_a_primary_impact_hex(primary: bool, may: bool, edition: str) -> None:
    """Its vehicle may drive out with it."""
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9"), unit(HALFTRACK, "C8"), unit(FOE, "C1")]
    state = Mounted(SQUAD, HALFTRACK, from_the_start=True).on(activated(*units, edition=edition))
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=primary, tubes=0)
    shelled, dismount = FirePlaced(shell).on(state), Unload("us", SQUAD)
    assert ("primary impact hex" not in refusal(shelled, dismount)) is may
    assert (dismount in legal(shelled, Unload)) is may
    assert Maneuver("us", HALFTRACK, at("C9")) in legal(shelled, Maneuver)


@proves("LHY-10.4.6.2c")
@pytest.mark.parametrize(("conditions", "may"), [((), True), ((SHOCKED,), False)])
def test_10_4_6_2c_no_unit_mounts_a_shocked_tank_whose_riders_would_have_to_dismount(
    conditions: tuple[str, ...], may: bool
) -> None:
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(TANK, "C8", *conditions), unit(FOE, "C1")]
    state, mount = activated(*units), Load("us", SQUAD, TANK)
    assert (not refusal(state, mount)) is may
    assert (mount in legal(state, Load)) is may
    assert may or "is shocked: nobody rides on it (LHY 10.4.6.2c" in refusal(state, mount)


FOREST = open_ground(8, 10, {"C7": "f"})


@proves("LHY-10.4.6.3a", "LHY-10.4.6.3.1")
def test_10_4_6_3_a_gun_is_set_down_beside_its_carrier_only_where_that_cannot_drive() -> None:
    units = [unit(LEADER, "A9"), unit(TRUCK, "C8"), unit(GUN, "C8"), unit(FOE, "C1")]
    state = Mounted(GUN, TRUCK, from_the_start=True).on(activated(*units, ground=FOREST))
    assert not refusal(state, Unload("us", GUN, at("C7"))), "into the forest"
    assert "gets off in the hex of" in refusal(state, Unload("us", GUN, at("B8"))), "open ground"
    assert "gets off in the hex of" in refusal(state, Unload("us", GUN, at("C5"))), "farther off"
    shell = FireMarker(1, FireKind.MDRM, at("C7"), 0, primary=True, tubes=0)
    assert "C7 cannot be entered" in refusal(FirePlaced(shell).on(state), Unload("us", GUN, at("C7")))
    held = UnitMoved(FOE, at("C1"), at("C7")).on(state)
    assert "C7 cannot be entered" in refusal(held, Unload("us", GUN, at("C7")))


@proves("LHY-10.4.6.3a", "LHY-10.4.6.2.1.1b")
@pytest.mark.parametrize(("place", "may"), [("C7", True), ("B8", False), ("C8", True)])
def test_10_4_6_3a_a_gun_mounts_from_the_next_hex_only_where_its_carrier_cannot_drive(
    place: str, may: bool
) -> None:
    units = [unit(LEADER, "A9"), unit(TRUCK, "C8"), unit(GUN, place), unit(FOE, "C1")]
    why = refusal(activated(*units, ground=FOREST), Load("us", GUN, TRUCK))
    assert ("is not in the hex" not in why) is may


@proves("LHY-10.4.6.3.2", "LHY-10.4.6.2a")
def test_10_4_6_3_which_units_limber_up() -> None:
    units = [unit(LEADER, "A9"), unit(SQUAD, "C8"), unit(GUN, "C8"), unit(FOE, "C1")]
    state = activated(*units, edition="series-3.1")
    assert not refusal(state, Limber("us", GUN, at("C8")))
    assert f"{SQUAD} is not a towed gun" in refusal(state, Limber("us", SQUAD, at("C8")))
    assert "us has no unit ge.pak40.3" in refusal(state, Limber("us", "ge.pak40.3", at("C8")))
    behind = done(state, Limber("us", GUN, at("C8")))
    assert "may not mount and dismount" in refusal(behind, Limber("us", GUN, at("C8")))


def two_tanks() -> GameState:
    return activated(
        unit(TANK, "C7", IN_MOTION), unit(SECOND, "C7", IN_MOTION), unit(FOE, "C1"), platoon="able-tank.1"
    )


@proves("LHY-10.4.5L.3")
def test_10_4_5_only_the_maneuvering_vehicle_drives_on() -> None:
    state = done(two_tanks(), Maneuver("us", TANK, at("C6"), along=(SECOND,)))
    assert course(state).moving is not None
    assert "are maneuvering" in refusal(state, Maneuver("us", TANK, at("C5")))
    assert not refusal(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)))
    assert EndManeuver("us") in legal(state, EndManeuver)


@proves("LHY-10.4.6.1a", "LHY-17.8.1.3")
@pytest.mark.parametrize("vehicle", [TANK, HALFTRACK])
def test_10_4_6_1_dummies_are_not_carried_as_they_only_maneuver(vehicle: str) -> None:
    units = [unit("us.dummy.1", "C8", CONCEALED), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(vehicle, "C8")]
    state = activated(*units)
    assert "us.dummy.1 cannot be carried (LHY 10.4.6" in refusal(state, Load("us", "us.dummy.1", vehicle))
    assert {action.unit for action in legal(state, Load)} == {SQUAD, LEADER}


@proves("LHY-10.4.6.1a")
def test_10_4_6_1_a_jeep_takes_one_step_and_no_whole_squad() -> None:
    section, jeep = "us.able.2.section.a", "us.jeep.1"
    state = activated(*(unit(one, "C8") for one in (SQUAD, LEADER, section, jeep)))
    assert f"{jeep} has no room for {SQUAD}" in refusal(state, Load("us", SQUAD, jeep))
    assert "has no room" not in refusal(state, Load("us", section, jeep))


BRIDGED = open_ground(
    7,
    6,
    {"C3": "f", "D3": "f"},
    roads="D1 D2 D3 D4",
    rivers="A3 B2 C3 D2 E3 F2 G3",
    hexes={"D2": {Terrain.BRIDGE}, "C2": {Terrain.FOREST}},
)
"""A road over a bridge in D2, between forest in C2, beside the road, and in D3, on it."""


@proves("LHY-4.1.11.2", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(("place", "may"), [("C2", False), ("D3", True)])
def test_4_1_11_nobody_mounts_on_a_bridge_from_beside_its_road(place: str, may: bool) -> None:
    units = [unit(SQUAD, place), unit(LEADER, place), unit(HALFTRACK, "D2")]
    far = (unit("ge.1kp.2.leader", "G1"), unit("us.able.3.leader", "G6"))
    state, mount = activated(*units, ground=BRIDGED, far=far), Load("us", SQUAD, HALFTRACK)
    assert (mount in legal(state, Load)) is may
    told = f"no road leads from {place} onto the bridge in D2 (LHY 4.1.11)"
    assert refusal(state, mount) == ("" if may else told)


@proves("LHY-4.1.11.2", "LHY-10.4.6.3a")
def test_4_1_11_no_gun_limbers_up_or_is_set_down_on_a_bridge_from_beside_its_road() -> None:
    far = (unit("ge.1kp.2.leader", "G1"), unit("us.able.3.leader", "G6"))
    men = [unit(SQUAD, "E5"), unit(LEADER, "E5")]
    state = activated(*men, unit(GUN, "C2"), ground=BRIDGED, far=far, edition="series-3.1")
    assert refusal(state, Limber("us", GUN, at("D2"))) == (
        "no road leads from C2 onto the bridge in D2 (LHY 4.1.11)"
    )
    state = activated(*men, unit(GUN, "E2"), unit(TRUCK, "E2"), ground=BRIDGED, far=far)
    state = Mounted(GUN, TRUCK, from_the_start=True).on(state)
    assert "no road leads from E2 onto the bridge" in refusal(state, Unload("us", GUN, at("D2")))
    assert not refusal(state, Unload("us", GUN))
