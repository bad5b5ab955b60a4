"""Chapters 10.4.5 and 17.7: refusals of overruns, fire within the hex, and mounting off the map."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, done, legal, opened, refusal, unit

SQUAD, LEADER, TANK, SECOND = (
    "us.able.1.squad.1",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "us.able-tank.1.2",
)
FOE, GUN, MG, LATW = "ge.1kp.1.squad.1", "ge.pak40.3", "ge.mg.1", "ge.latw.1"


def tank_at_c6(*units: Unit, **options: Any) -> GameState:
    """A tank in motion in C6, next to the enemies of C5."""
    return activated(unit(TANK, "C6", IN_MOTION), *units, platoon="able-tank.1", **options)


@proves("LHY-10.4.5b")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_5b_no_vehicle_overruns_a_hex_with_friends(edition: str) -> None:
    state = tank_at_c6(unit(FOE, "C5"), unit(SQUAD, "C5"), edition=edition)
    assert "C5 holds friends" in refusal(state, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.4.1", "LHY-T-VMM")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_4_no_tank_overruns_in_reverse(edition: str) -> None:
    state = tank_at_c6(unit(FOE, "D6"), edition=edition)
    assert not refusal(state, Overrun("us", TANK, at("D6")))
    backed = done(state, Maneuver("us", TANK, at("C7"), "reverse"))
    assert refusal(backed, Overrun("us", TANK, at("D6"))) == (
        "no unit may overrun in reverse (LHY 10.4.4; LHY 10.4.5, from Series Rules v2.1)"
    )
    assert not legal(backed, Overrun)


@proves("LHY-10.4.5L.2a", "LHY-10.4.5L.2b")
@pytest.mark.parametrize(("foe", "allowed"), [(FOE, True), (GUN, False)])
def test_10_4_5_by_the_later_rules_a_halftrack_overruns_men_and_no_gun(foe: str, allowed: bool) -> None:
    units = [unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(foe, "C5")]
    refused = refusal(activated(*units, edition="series-3.1"), Overrun("us", "us.m3.2", at("C5")))
    assert ("only AFVs overrun towed guns and halftracks" in refused) is not allowed


@proves("LHY-13.3.0")
def test_13_3_enemies_who_wait_to_assault_are_not_overrun() -> None:
    state = tank_at_c6(unit(FOE, "C5"), unit(MG, "C5"), unit(SQUAD, "C4"))
    waiting = ArrowPlaced(Arrow(FOE, "ge", at("C4"))).on(state)
    assert "about to assault" in refusal(waiting, Overrun("us", TANK, at("C5")))
    friends = ArrowPlaced(Arrow(SQUAD, "us", at("C5"))).on(state)
    assert "about to assault" not in refusal(friends, Overrun("us", TANK, at("C5")))


@proves("LHY-4.3.0.3", "LHY-10.4.5.0")
def test_4_3_concealed_units_are_not_overrun() -> None:
    for others in ((), (unit(MG, "C5"),)):
        state = tank_at_c6(unit(FOE, "C5", CONCEALED), *others)
        assert "what lies concealed in C5 is not known" in refusal(state, Overrun("us", TANK, at("C5")))
    assert not refusal(tank_at_c6(unit(FOE, "C5")), Overrun("us", TANK, at("C5")))


def bypassed(*enemies: Unit, tanks: int = 1) -> GameState:
    """Tanks drive through C5, and the enemies of the hex may answer."""
    own = [unit(name, "C6", IN_MOTION) for name in (TANK, SECOND)[:tanks]]
    state = activated(*own, *enemies, platoon="able-tank.1", edition="series-3.1")
    return done(state, Bypass("us", TANK, at("C5"), (SECOND,)[: tanks - 1]))


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_which_units_do_not_fire_at_a_bypass() -> None:
    state = bypassed(unit(GUN, "C5"), unit(MG, "C5"), unit(LATW, "D2"))
    assert "is not in C5" in refusal(state, FireWithinHex("ge", LATW, (TANK,)))
    assert "has no unit" in refusal(state, FireWithinHex("ge", TANK, (TANK,)))
    assert "has no ATV" not in refusal(state, FireWithinHex("ge", GUN, (TANK,)))
    acted = UnitActed(GUN, ActionKind.FIRE, ()).on(state)
    assert "has already acted" in refusal(acted, FireWithinHex("ge", GUN, (TANK,)))


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_fire_within_the_hex_is_at_one_of_the_bypassing_vehicles() -> None:
    state = bypassed(unit(GUN, "C5"), tanks=2)
    assert "does not drive through C5" in refusal(state, FireWithinHex("ge", GUN, (SQUAD,)))
    assert "at one vehicle, or split over two" in refusal(state, FireWithinHex("ge", GUN, ()))
    assert "at one vehicle, or split over two" in refusal(state, FireWithinHex("ge", GUN, (TANK, TANK)))
    at_three = FireWithinHex("ge", GUN, (TANK, SECOND, SQUAD))
    assert "at one vehicle, or split over two" in refusal(state, at_three)
    assert not refusal(state, FireWithinHex("ge", GUN, (SECOND,)))


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_a_vehicle_in_motion_in_the_hex_does_not_fire_at_a_bypass() -> None:
    state = bypassed(unit(GUN, "C5"), unit("ge.stug.1", "C5", IN_MOTION))
    assert "is in motion" in refusal(state, FireWithinHex("ge", "ge.stug.1", (TANK,)))


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_units_with_an_sav_fire_at_riders() -> None:
    own = (unit(TANK, "C6", IN_MOTION), unit(SQUAD, "C6"))
    state = activated(
        *own, unit(MG, "C5"), unit("ge.1kp.1.leader", "C5"), platoon="able.1", edition="series-3.1"
    )
    state = done(Mounted(SQUAD, TANK).on(state), Bypass("us", TANK, at("C5")))
    assert "has no SAV" in refusal(state, FireWithinHex("ge", "ge.1kp.1.leader", small_arms=True))
    assert not refusal(state, FireWithinHex("ge", MG, small_arms=True))


@proves("LHY-11.2a")
@pytest.mark.parametrize(("night_drm", "may"), [(-5, True), (-6, False)])
def test_11_2a_fire_at_riders_worth_less_than_minus_4_is_not_made(night_drm: int, may: bool) -> None:
    """An MG with SAV 1, by night."""
    own = (unit(TANK, "C6", IN_MOTION), unit(SQUAD, "C6"))
    state = activated(
        *own, unit(MG, "C5"), platoon="able.1", edition="series-3.1", night=True,
        house={"night_drm": night_drm},
    )  # fmt: skip
    state = done(Mounted(SQUAD, TANK).on(state), Bypass("us", TANK, at("C5")))
    fire = FireWithinHex("ge", MG, small_arms=True)
    assert (fire in legal(state, FireWithinHex)) is may
    assert may or PLAY.to_act(state) == "us", "nobody answers"


@proves("LHY-10.4.5P.2a", "LHY-10.4.5P.2b")
def test_10_4_5_guns_and_latws_fire_at_overrunners_and_no_unit_uses_small_arms() -> None:
    units = (unit(TANK, "C6", IN_MOTION), unit(SECOND, "C6", IN_MOTION), unit(GUN, "C5"), unit(FOE, "C5"))
    state = done(
        activated(*units, platoon="able-tank.1", edition="2019"), Overrun("us", TANK, at("C5"), (SECOND,))
    )
    assert (TANK, SECOND) in {action.targets for action in legal(state, FireWithinHex)}
    assert "only anti-tank fire is made" in refusal(state, FireWithinHex("ge", FOE, small_arms=True))
    assert "towed guns and LATWs fire" in refusal(state, FireWithinHex("ge", FOE, (TANK,)))


TRUCK, OTHER_TRUCK = "us.truck.1", "us.truck.2"


def off_map(*aboard: tuple[str, str]) -> GameState:
    """A platoon and two trucks wait south of C10; the platoon is activated."""
    names = (SQUAD, LEADER, "us.able.1.squad.2", TRUCK, OTHER_TRUCK, TANK)
    sides = {"us": {"entry_hexes": ["C10"], "entering": list(names)}}
    foes = [unit(FOE, "C1"), unit("us.able.1.squad.3", "A10")]
    state = opened(FIELD, [*(unit(name, None) for name in names), *foes], sides=sides)
    for load, vehicle in aboard:
        state = Mounted(load, vehicle, from_the_start=True).on(state)
    return done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))


@proves("LHY-17.7f.2")
def test_17_7f_which_units_mount_off_the_map() -> None:
    state = off_map()
    assert not refusal(state, Load("us", SQUAD, TRUCK))
    assert "both wait off the map, or neither does" in refusal(state, Load("us", "us.able.1.squad.3", TRUCK))
    assert "both wait off the map, or neither does" in refusal(state, Load("us", SQUAD, "us.able.1.squad.3"))
    acted = UnitActed(TRUCK, ActionKind.MANEUVER, ()).on(state)
    assert "one of the two has already acted" in refusal(acted, Load("us", SQUAD, TRUCK))
    assert "cannot carry units" in refusal(state, Load("us", SQUAD, LEADER))


@proves("LHY-17.7f.2", "LHY-10.4.6.1b")
def test_17_7f_no_unit_is_aboard_two_trucks() -> None:
    state = off_map((SQUAD, TRUCK))
    assert "is already aboard" in refusal(state, Load("us", SQUAD, OTHER_TRUCK))


@proves("LHY-17.7f.2", "LHY-17.7h.2")
def test_17_7f_men_mount_a_tank_off_the_map_when_its_platoon_is_activated() -> None:
    assert f"{TANK} comes on when its platoon is activated" in refusal(off_map(), Load("us", SQUAD, TANK))


@proves("LHY-16.2.0", "LHY-11.4.8c", "LHY-10.4.5.0")
@pytest.mark.parametrize(("vehicle", "may"), [("us.m3.2", False), (TANK, True)])
def test_10_4_5_only_tanks_overrun_men_in_wire_or_in_a_primary_impact_hex(vehicle: str, may: bool) -> None:
    units = [unit(vehicle, "C6", IN_MOTION), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "C5")]
    state = activated(*units, platoon="able-tank.1" if vehicle == TANK else "able.1")
    overrun = Overrun("us", vehicle, at("C5"))
    assert overrun in legal(state, Overrun)
    wired = GroundMarked("wire", at("C5"), 1).on(state)
    assert ("enter wire (LHY 16.2" in refusal(wired, overrun)) is not may
    shelled = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)).on(state)
    assert ("primary impact hex (LHY 11.4.8" in refusal(shelled, overrun)) is not may
    for there in (wired, shelled):
        assert (overrun in legal(there, Overrun)) is may


@proves("LHY-4.1.9g", "LHY-10.4.5B.1", "LHY-2.4.1.later")
@pytest.mark.parametrize(
    ("town", "hold_two", "refused"), [("u", False, True), ("u", True, False), (".", False, False)]
)
def test_10_4_5_two_vehicles_do_not_bypass_through_a_street_that_holds_one(
    town: str, hold_two: bool, refused: bool
) -> None:
    rows = [". . . . . ."] * 4 + [f". . {town} . . ."] + [". . . . . ."] * 5
    ground = board("\n".join(rows), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9")
    units = [unit(TANK, "C6", IN_MOTION), unit(SECOND, "C6", IN_MOTION), unit(FOE, "C5")]
    far = (unit("us.able.3.leader", "F10"), unit("ge.1kp.2.leader", "F1"))
    switches = {"streets_hold_two": hold_two}
    state = activated(
        *units, ground=ground, platoon="able-tank.1", far=far, edition="series-3.1", switches=switches
    )
    assert not refusal(state, Bypass("us", TANK, at("C5")))
    why = refusal(state, Bypass("us", TANK, at("C5"), (SECOND,)))
    assert ("an urban road hex holds one vehicle (LHY 4.1.9g)" in why) is refused
