"""4.1.9 and 4.2.1f: fire along urban roads, and houses beside a street that block fire at and by vehicles and guns in it."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.planning.exposure import Exposure
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, activated_wide, at, done, legal, refusal, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
STREET = board(
    """
    . . . . .
    . . u . .
    . . u . .
    . . u . .
    . . . . .
    """,
    roads="C1 C2 C3 C4 C5",
)
PANZER, GUN = "ge.pz4.2.1", "ge.pak40.3"
FAR = (unit("us.able.3.leader", "E5"), unit("ge.2kp.3.leader", "E1"))
HOUSES = "houses along the road bar the line to"


def in_the_street(*units: Unit, platoon: str = "able-tank.1") -> GameState:
    return activated(*units, unit(LEADER, "A1"), ground=STREET, far=FAR, platoon=platoon)


@proves("LHY-4.2.1f", "LHY-4.2.0.target", "LHY-4.1.9c.2", "LHY-11.0.2")
@pytest.mark.parametrize("target", [PANZER, GUN])
@pytest.mark.parametrize(("tank_at", "is_barred"), [("A3", True), ("B3", True), ("C5", False)])
def test_4_2_1f_houses_beside_the_road_hide_a_vehicle_or_gun_from_anti_tank_fire(
    target: str, tank_at: str, is_barred: bool
) -> None:
    """From the side, even from the next hex (4.2, EXC 4.1.9c); along the road it is in sight."""
    state = in_the_street(unit(TANK, tank_at), unit(target, "C3"))
    fire = FireAntiTank("us", TANK, (target,))
    assert (f"{HOUSES} C3 (LHY 4.2.1f)" in refusal(state, fire)) is is_barred
    assert (fire in legal(state, FireAntiTank)) is not is_barred


@proves("LHY-4.2.1f", "LHY-4.1.9a", "LHY-11.0.2")
@pytest.mark.parametrize(("targets", "is_barred"), [((GUN,), True), ((FOE,), False), ((GUN, FOE), False)])
def test_4_2_1f_small_arms_reach_units_in_the_houses_but_no_gun_behind_them(
    targets: tuple[str, ...], is_barred: bool
) -> None:
    state = in_the_street(unit(SQUAD, "B3"), *(unit(target, "C3") for target in targets), platoon="able.1")
    assert (HOUSES in refusal(state, FireSmallArms("us", SQUAD, (at("C3"),)))) is is_barred


@proves("LHY-4.2.1f", "LHY-11.3d")
@pytest.mark.parametrize("rides", [True, False])
def test_4_2_1f_riders_are_in_the_road_with_their_tank(rides: bool) -> None:
    """Reading 178."""
    state = in_the_street(unit(SQUAD, "B3"), unit(PANZER, "C3"), unit(FOE, "C3"), platoon="able.1")
    state = Mounted(FOE, PANZER).on(state) if rides else state
    assert (HOUSES in refusal(state, FireSmallArms("us", SQUAD, (at("C3"),)))) is rides


@proves("LHY-4.2.1f")
@pytest.mark.parametrize("rides", [True, False])
def test_4_2_1f_every_question_gives_riders_the_los_of_their_tank(rides: bool) -> None:
    """Reading 178, of lines of sight, fields, profiles, threats and fire asked about."""
    state = in_the_street(unit(SQUAD, "B3"), unit(PANZER, "C3"), unit(FOE, "C3"), platoon="able.1")
    state = Mounted(FOE, PANZER).on(state) if rides else state
    squad, foe = state.unit(SQUAD), state.unit(FOE)
    (looked,) = RULESET.visibility_at_places(state, [squad], foe, [at("C3"), at("C5")])
    seen = (
        RULESET.line_of_sight(state, squad, foe).verdict.visibility,
        RULESET.line_of_sight(state, foe, squad).verdict.visibility,
        RULESET.sight_field(state, foe).verdict.visibility[at("B3")],
        looked[0],
        Exposure(RULESET, state, squad).sight(foe, at("B3")),
    )
    assert {visibility.is_open for visibility in seen} == {not rides}
    assert looked[1].is_open
    assert bool(RULESET.profile(state, squad, foe).verdict.in_the_way) is rides
    assert bool(RULESET.fire(state, squad, foe).verdict.worth) is not rides


@proves("LHY-4.2.1f", "LHY-4.2.0.3", "LHY-10.4.3")
def test_4_2_1f_a_tank_that_halts_in_the_street_does_not_fire_through_its_houses() -> None:
    state = in_the_street(unit(TANK, "C4", IN_MOTION), unit(PANZER, "A3"), unit("ge.pz4.2.2", "C1"))
    aside = FireAntiTank("us", TANK, (PANZER,), "halt_and_fire", at("C3"))
    assert f"{HOUSES} A3 (LHY 4.2.1f)" in refusal(state, aside)
    ahead = FireAntiTank("us", TANK, ("ge.pz4.2.2",), "halt_and_fire", at("C3"))
    assert not refusal(state, ahead)


@proves("LHY-4.2.1f", "LHY-8.1.1", "LHY-8.1.2")
@pytest.mark.parametrize(
    ("mover", "platoon", "seen"), [(TANK, "able-tank.1", False), (SQUAD, "able.1", True)]
)
def test_8_1_units_that_do_not_see_a_tank_behind_houses_do_not_react_to_it(
    mover: str, platoon: str, seen: bool
) -> None:
    state = in_the_street(unit(mover, "C4"), unit(FOE, "A3"), platoon=platoon)
    state = done(state, Maneuver("us", mover, at("C3")), EndManeuver("us"), CallForReaction("us"))
    assert (not refusal(state, Maneuver("ge", FOE, at("A2")))) is seen


@proves("LHY-4.2.1f", "LHY-11.5.4g")
def test_11_5_4g_a_tank_that_ends_behind_houses_is_fired_at_as_it_passed() -> None:
    """The tank drove over four open hexes in sight of the gun and on into the street."""
    ground = board(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . u . . .
        . . u . . .
        """,
        roads="C2 C3 C4 C5",
    )
    gun = unit("ge.pak40.3", "A4")
    far = (unit("us.able.3.leader", "F5"), unit("ge.2kp.3.leader", "F1"))
    state = activated(
        unit(TANK, "F3", IN_MOTION), gun, unit(LEADER, "F5"), ground=ground, far=far, platoon="able-tank.1"
    )
    for label in ("E3", "D3", "C3", "C4"):
        state = done(state, Maneuver("us", TANK, at(label)))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert HOUSES in refusal(state, FireAntiTank("ge", GUN, (TANK,)))
    assert not refusal(state, FireAntiTank("ge", GUN, (TANK,), through=at("C3")))


@proves("LHY-4.2.1f", "LHY-11.4.4.0")
@pytest.mark.parametrize(("asker", "is_barred"), [("us.gun57.1", True), (SQUAD, False)])
def test_11_4_4_a_gun_in_the_road_spots_nothing_through_the_houses(asker: str, is_barred: bool) -> None:
    mortars = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]
    state = activated(
        unit(asker, "C3"), unit(LEADER, "C3"), unit(FOE, "A3"), ground=STREET, far=FAR, mortars=mortars
    )
    call = CallMortar("us", "60mm", asker, at("A3"))
    assert ("has no LOS to A3" in refusal(state, call)) is is_barred


TOWN = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
def test_4_1_9b_along_an_urban_road_stationary_men_are_fired_at_only_from_the_adjacent_hex() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "C8"), unit("ge.mg.1", "C9")]
    state = activated_wide(*units, ground=TOWN)
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C8"),)))
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C9"),)))


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
@pytest.mark.parametrize(
    ("firer", "foe", "place", "asks"),
    [(SQUAD, FOE, "C8", True), (SQUAD, FOE, "C9", False), (TANK, PANZER, "C8", False)],
)
def test_4_1_9b_the_fire_question_says_that_such_fire_needs_a_maneuvering_target(
    firer: str, foe: str, place: str, asks: bool
) -> None:
    units = unit(firer, "C10"), unit(foe, place)
    state = GameState(TOWN, {one.id: one for one in units}, (), ("us", "ge"))
    ruling = RULESET.fire(state, *units)
    assert ruling.odds is not None
    wants = "it may be made only at a target that has just ended its maneuver (LHY 4.1.9b)"
    assert (wants in map(str, ruling.reasons)) is asks


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
@pytest.mark.parametrize(("start", "deed", "may"), [("C7", Maneuver, True), ("C8", FireSmallArms, False)])
def test_4_1_9b_farther_along_an_urban_road_units_that_moved_are_targets_and_units_that_fired_are_not(
    start: str, deed: type[Maneuver | FireSmallArms], may: bool
) -> None:
    units = [unit(SQUAD, start), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "B9")]
    state = activated_wide(*units, ground=TOWN)
    if deed is Maneuver:
        state = done(state, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"))
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
