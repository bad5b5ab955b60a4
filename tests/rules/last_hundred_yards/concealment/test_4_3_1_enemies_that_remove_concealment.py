"""Chapter 4.3.1: which enemies remove the concealment of vehicles and of men, and which do not."""

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, StripConcealment
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    unit,
)

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FOE, STUG = "ge.1kp.1.squad.1", "ge.stug.1"
BELT = board("\n".join([". . . . . . . ."] * 2 + ["w w w w w w w w"] + [". . . . . . . ."] * 7))
OWN_FAR = (unit("us.able.3.leader", "H10"),)


@proves("LHY-4.3.1.2b", "LHY-4.3.1.2c")
@pytest.mark.parametrize("condition", [DISRUPTED, SHOCKED])
def test_4_3_1_2_a_vehicle_loses_concealment_to_enemies_in_any_state(condition: str) -> None:
    watcher = unit(STUG if condition == SHOCKED else FOE, "C1", condition)
    state = activated(unit(TANK, "C6", CONCEALED), watcher, platoon="able-tank.1", far=OWN_FAR)
    assert not done(state, Maneuver("us", TANK, at("C5"))).unit(TANK).has(CONCEALED)


BY_ACT = {"concealment_by_act": True}


@proves("LHY-4.3.1.2.later", "LHY-4.3.1.2c.later")
@pytest.mark.parametrize("switches", [{}, BY_ACT])
def test_4_3_1_2_in_the_later_edition_an_enemy_passing_by_removes_no_concealment_of_a_vehicle(
    switches: dict[str, bool],
) -> None:
    """A squad walks past: in 2019 the vehicle is seen at once, in 3.1 only if the squad ends its segment next to it."""
    later = bool(switches)
    start = activated(
        unit(SQUAD, "C7"), unit(LEADER, "A10"), unit(STUG, "C3", CONCEALED), ground=BELT, switches=switches
    )
    moved = done(start, Maneuver("us", SQUAD, at("C6")))
    assert moved.unit(STUG).has(CONCEALED)
    beside = done(moved, Maneuver("us", SQUAD, at("C5")), Maneuver("us", SQUAD, at("C4")))
    assert beside.unit(STUG).has(CONCEALED) is later
    assert not done(beside, CallForReaction("us")).unit(STUG).has(CONCEALED)
    in_the_open = activated(
        unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(STUG, "C4", CONCEALED), ground=BELT, switches=switches
    )
    walked = done(in_the_open, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"))
    assert done(walked, CallForReaction("us")).unit(STUG).has(CONCEALED) is later


@proves("LHY-4.3.1.2.aboard")
@pytest.mark.parametrize(("edition", "kept"), [("2019", True), ("series-3.1", False)])
def test_4_3_1_2_in_the_later_edition_units_aboard_lose_concealment_with_their_vehicle(
    edition: str, kept: bool
) -> None:
    """Nine hexes off in the open, where men on foot are not."""
    state = activated(
        unit(TANK, "C10", CONCEALED, IN_MOTION), unit(SQUAD, "C10", CONCEALED), unit(LEADER, "H9"),
        unit(FOE, "C1"), far=(), platoon="able.1", edition=edition,
    )  # fmt: skip
    after = done(Mounted(SQUAD, TANK).on(state), Maneuver("us", TANK, at("D9")))
    assert not after.unit(TANK).has(CONCEALED)
    assert after.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-4.3.1b.later")
def test_4_3_1b_a_latw_that_fires_from_cover_is_seen_from_two_hexes_in_both_editions() -> None:
    ground = board("\n".join([". . . . . . . ."] * 5 + ["w w w w w w w w"] + [". . . . . . . ."] * 4))
    units = [unit("us.latw.1", "C6", CONCEALED), unit(SQUAD, "H9"), unit(LEADER, "H10"), unit(STUG, "C4")]
    for edition in ("2019", "series-3.1"):
        state = activated(*units, ground=ground, edition=edition, far=())
        assert not done(state, FireAntiTank("us", "us.latw.1", (STUG,))).unit("us.latw.1").has(CONCEALED)


@proves("LHY-4.3.1.1a")
def test_4_3_1_1a_men_lose_concealment_only_to_undisrupted_enemies() -> None:
    for condition, kept in ((DISRUPTED, True), ("regrouping", False)):
        state = activated(
            unit(SQUAD, "C6", CONCEALED), unit(LEADER, "A9"), unit(FOE, "C1", condition), far=OWN_FAR
        )
        assert done(state, Maneuver("us", SQUAD, at("C5"))).unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-4.3.1.2a", "LHY-4.3.1.0.3")
def test_4_3_1_2a_an_enemy_that_comes_near_finds_a_concealed_vehicle_and_one_that_fires_does_not() -> None:
    stug, squad, foe = "ge.stug.1", "us.able.1.squad.1", "ge.1kp.1.squad.1"
    units = [unit(squad, "C8"), unit("us.able.1.leader", "H10"), unit(foe, "C4"), unit(stug, "E3", CONCEALED)]
    state = activated(*units)
    assert done(state, FireSmallArms("us", squad, (at("C4"),))).unit(stug).has(CONCEALED)
    assert not done(state, Maneuver("us", squad, at("C7"))).unit(stug).has(CONCEALED)


@proves("LHY-4.3.1.2a", "LHY-4.3.1.3")
@pytest.mark.parametrize(("smoke", "kept"), [(None, False), ("C4", True)])
def test_4_3_1_3_smoke_on_the_line_keeps_a_vehicle_in_the_open_concealed(
    smoke: str | None, kept: bool
) -> None:
    markers = [Marker("smoke", at(smoke))] if smoke else []
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A10"), unit(STUG, "C2", CONCEALED), markers=markers)
    assert done(state, Maneuver("us", SQUAD, at("C6"))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-4.3.1.2b")
@pytest.mark.parametrize(("motion", "kept"), [((), True), ((IN_MOTION,), False)])
def test_4_3_1_2b_a_vehicle_in_motion_loses_concealment_to_an_enemy_coming_into_sight_even_in_woods(
    motion: tuple[str, ...], kept: bool
) -> None:
    state = activated(
        unit(SQUAD, "C7"), unit(LEADER, "A10"), unit(STUG, "C3", CONCEALED, *motion), ground=BELT
    )
    assert done(state, Maneuver("us", SQUAD, at("C6"))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-4.3.1.2b", "LHY-4.3.1.0.3", "LHY-4.3.1.2a")
def test_4_3_1_2b_a_vehicle_that_goes_into_motion_in_sight_loses_concealment() -> None:
    state = activated(
        unit(TANK, "C3", CONCEALED), unit(FOE, "C10"), ground=BELT, platoon="able-tank.1", far=OWN_FAR
    )
    assert not done(state, ChangeMotion("us", TANK, stop=False)).unit(TANK).has(CONCEALED)


@proves("LHY-4.3.1.3")
def test_4_3_1_3_units_under_an_arrow_remove_no_concealment_and_units_under_assault_do() -> None:
    # The squad in C5 waits to assault C4, so Germans who come to D4, next to both hexes, stay concealed from it.
    state = activated(
        unit(SQUAD, "C6"), unit(LEADER, "H10"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D2", CONCEALED),
        far=(),
    )  # fmt: skip
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    mover = "ge.1kp.1.squad.2"
    assert done(state, Maneuver("ge", mover, at("D3"))).unit(mover).has(CONCEALED)
    # And the other way round: the Germans under assault see an American who fires in the open beside them.
    watched = activated(
        unit(SQUAD, "C6"), unit(LEADER, "A10"), unit("us.able.1.squad.2", "E6", CONCEALED), unit(FOE, "C4"),
        far=(),
    )  # fmt: skip
    watched = done(watched, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    fired = done(watched, FireSmallArms("us", "us.able.1.squad.2", (at("C4"),)))
    assert not fired.unit("us.able.1.squad.2").has(CONCEALED)


@proves("LHY-4.0b.ip")
def test_4_1_13_an_improved_position_conceals_men() -> None:
    """An IP in C5 is cover for men, who are not seen from more than 3 hexes."""
    markers = [Marker("improved_position", at("C5"))]
    men = activated(
        unit(SQUAD, "C6", CONCEALED), unit(LEADER, "A10"), unit(FOE, "C1"), markers=markers, far=OWN_FAR
    )
    assert done(men, Maneuver("us", SQUAD, at("C5"))).unit(SQUAD).has(CONCEALED)


@proves("LHY-4.1.13.4")
@pytest.mark.parametrize(("terrain", "dug_in", "is_concealed"), [("w", False, True), (".", True, False)])
def test_4_1_13_an_improved_position_is_no_cover_for_a_tank_that_fires(
    terrain: str, dug_in: bool, is_concealed: bool
) -> None:
    """4.3.1.2: ten hexes away, beyond the 8 at which a tank in woods is seen; it is halted (one in motion is seen anywhere)."""
    state = activated(
        unit(TANK, "C13", CONCEALED), unit(STUG, "C3"), platoon="able-tank.1",
        ground=open_ground(4, 16, {"C13": terrain}),
        markers=[Marker("improved_position", at("C13"))] if dug_in else (), far=(unit("us.able.3.leader", "A16"),),
    )  # fmt: skip
    fired = done(state, FireAntiTank("us", TANK, (STUG,)))
    assert fired.unit(TANK).has(CONCEALED) is is_concealed


@proves("LHY-15.a", "LHY-17.9.1.4")
def test_15_recon_finds_concealed_units_and_leaves_hidden_units_hidden() -> None:
    state = opened(
        FIELD, [unit(LEADER, "C6"), unit(FOE, "C4", CONCEALED), unit("ge.pak40.3", "C4", HIDDEN), *FAR]
    )
    state = done(state, RollInitiative("us"), 1, 2, StripConcealment("us", at("C4")))
    assert not state.unit(FOE).has(CONCEALED)
    assert state.unit("ge.pak40.3").has(HIDDEN)
    assert not course(state).decisions, "one hex is looked into"


@proves("LHY-15.a")
def test_15_recon_is_offered_only_hexes_with_concealed_enemies() -> None:
    """Two squads see concealed enemies in C4 and known enemies in E4."""
    men = [unit(SQUAD, "C6"), unit("us.able.1.squad.2", "D6")]
    state = opened(FIELD, [*men, unit(FOE, "C4", CONCEALED), unit("ge.mg.1", "E4"), *FAR])
    state = done(state, RollInitiative("us"), 1, 2)
    assert legal(state, StripConcealment) == [StripConcealment("us", at("C4"))]


@proves("LHY-15.0", "LHY-5.0.I.2")
@pytest.mark.parametrize(("dice", "has_recon"), [((9, 2), False), ((2, 9), False), ((1, 2), True)])
def test_15_dice_of_initiative_that_name_no_event_bring_none(dice: tuple[int, int], has_recon: bool) -> None:
    state = opened(FIELD, [unit(LEADER, "C6"), unit(FOE, "C4", CONCEALED), *FAR])
    state = done(state, RollInitiative("us"), *dice)
    assert bool(legal(state, StripConcealment)) is has_recon


@proves("LHY-15.a", "LHY-17.8.2a")
def test_15_no_side_is_told_beforehand_what_recon_will_find() -> None:
    state = opened(FIELD, [unit(LEADER, "C6"), unit(FOE, "C4", CONCEALED), *FAR])
    state = done(state, RollInitiative("us"), 1, 2)
    told = PLAY.chances(PLAY.seen_by(state, "us"), StripConcealment("us", at("C4")))
    assert (told.verdict, told.odds) == ("outcome depends on what is hidden", None)


@proves("LHY-4.3.1.0.3", "LHY-4.3.1.2a", "LHY-17.9.2.0a")
def test_4_3_1_2a_a_unit_firing_in_sight_of_the_enemy_loses_concealment() -> None:
    state = activated(unit(SQUAD, "C8", CONCEALED), unit(LEADER, "A10"), unit(FOE, "C5"))
    assert not done(state, FireSmallArms("us", SQUAD, (at("C5"),))).unit(SQUAD).has(CONCEALED)


@proves("LHY-4.3.1.2a", "LHY-4.3.1.0.3")
@pytest.mark.parametrize(
    ("who", "place", "kept"), [(FOE, "C3", True), (FOE, "D3", True), (STUG, "C3", False)]
)
def test_4_3_1_2a_an_enemy_coming_next_to_concealed_men_leaves_them_concealed(
    who: str, place: str, kept: bool
) -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(who, place, CONCEALED), ground=BELT)
    assert done(state, Maneuver("us", SQUAD, at("C4"))).unit(who).has(CONCEALED) is kept


@proves("LHY-4.3.1.0.3", "LHY-4.3.1.2a")
@pytest.mark.parametrize(("row", "kept"), [(2, False), (11, False), (12, True)])
def test_4_3_1_2a_a_vehicle_that_stands_in_the_open_is_found_up_to_ten_hexes_off(
    row: int, kept: bool
) -> None:
    field = open_ground(8, 14)
    state = activated(
        unit(SQUAD, f"C{row + 1}"), unit(LEADER, "A14"), unit(STUG, "C1", CONCEALED), ground=field
    )
    assert done(state, Maneuver("us", SQUAD, at(f"C{row}"))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-4.3.1.2a", "LHY-10.4.5P.1a")
@pytest.mark.parametrize(("stug_at", "kept"), [("G6", False), ("C1", True)])
def test_4_3_1_2a_an_overrunning_tank_finds_the_vehicles_in_sight_of_the_overrun_hex(
    stug_at: str, kept: bool
) -> None:
    """The tank starts next to the hex; the woods of row 3 hide C1."""
    state = activated(
        unit(TANK, "C5", IN_MOTION), unit(FOE, "C4"), unit(STUG, stug_at, CONCEALED), ground=BELT, far=(),
        platoon="able-tank.1",
    )  # fmt: skip
    assert done(state, Overrun("us", TANK, at("C4"))).unit(STUG).has(CONCEALED) is kept


def _carried(
    vehicle: str, start: str, *others: Unit, ground: HexBoard = FIELD, moving: bool = True
) -> GameState:
    """A concealed vehicle with a concealed squad aboard."""
    state = activated(
        unit(vehicle, start, CONCEALED, *([IN_MOTION] if moving else [])), unit(SQUAD, start, CONCEALED),
        unit(LEADER, "H12"), *others, ground=ground, far=(),
    )  # fmt: skip
    return Mounted(SQUAD, vehicle).on(state)


SCREENED = board("\n".join([". . . . . . . ."] + ["f f f f f f f f"] + [". . . . . . . ."] * 10))
LONG = open_ground(8, 12)
WOODED = open_ground(8, 12, {"C10": "w"})


@proves("LHY-4.3.1.1a", "LHY-4.3.1.1b")
@pytest.mark.parametrize(
    ("vehicle", "ground", "foe_at", "kept"),
    [
        (TANK, LONG, "C2", False), (TANK, LONG, "C1", True), (TANK, WOODED, "C7", False),
        (TANK, WOODED, "C6", True), ("us.m3.2", LONG, "C2", False), ("us.m3.2", LONG, "C1", True),
    ],
)  # fmt: skip
def test_4_3_1_1_units_aboard_lose_concealment_as_men_on_foot_do(
    vehicle: str, ground: HexBoard, foe_at: str, kept: bool
) -> None:
    # The vehicle drives to C10 and is seen there in any case; men in the open 8 hexes off, in woods 3.
    state = _carried(vehicle, "C11", unit(FOE, foe_at), ground=ground)
    state = done(state, Maneuver("us", vehicle, at("C10")))
    assert not state.unit(vehicle).has(CONCEALED)
    assert state.unit(SQUAD).at == at("C10")
    assert state.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-4.3.1.1a", "LHY-4.3.1.2b")
def test_4_3_1_1_a_vehicle_going_into_motion_in_place_does_not_reveal_units_aboard() -> None:
    state = _carried(TANK, "C10", unit(FOE, "C4"), ground=LONG, moving=False)
    state = done(state, ChangeMotion("us", TANK, stop=False))
    assert not state.unit(TANK).has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2a.1", "LHY-17.9.3b", "LHY-4.3.1.1a")
def test_17_9_3_hidden_enemies_that_are_found_have_seen_the_units_aboard() -> None:
    state = _carried(
        TANK, "C7", unit("ge.mg.1", "C3", HIDDEN), unit("ge.1kp.2.leader", "C1"), ground=SCREENED
    )
    state = done(state, Maneuver("us", TANK, at("C6")))
    assert state.unit(SQUAD).has(CONCEALED), "nobody is known to see it"
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert not state.unit("ge.mg.1").has(HIDDEN)
    assert not state.unit(SQUAD).has(CONCEALED)


@proves("LHY-4.3.1.2b")
@pytest.mark.parametrize(("motion", "kept"), [("", True), ("shoot_and_scoot", False)])
def test_4_3_1_2b_a_vehicle_that_fires_from_cover_and_goes_into_motion_is_seen_at_any_range(
    motion: str, kept: bool
) -> None:
    # Nine hexes off in woods fire betrays no vehicle; motion does.
    state = activated(
        unit(TANK, "C10", CONCEALED), unit(LEADER, "H12"), unit(STUG, "C1"), ground=WOODED, far=(),
        platoon="able-tank.1",
    )  # fmt: skip
    after = done(state, FireAntiTank("us", TANK, (STUG,), motion))
    assert after.unit(TANK).has(CONCEALED) is kept


STREET = board("\n".join([". . . u . . . ."] * 10), roads="D1 D2 D3 D4 D5 D6 D7 D8 D9 D10")
PANZER, GUN, HALFTRACK = "ge.pz4.2.1", "us.gun57.1", "us.m3.2"


@proves("LHY-4.1.9c.1", "LHY-4.3.1.2a", "LHY-4.0b.2b")
@pytest.mark.parametrize(("ground", "kept"), [(STREET, False), (FIELD, False), (None, True)])
def test_4_1_9c_an_approaching_enemy_finds_a_tank_in_a_street_as_in_the_open(
    ground: HexBoard | None, kept: bool
) -> None:
    woods = open_ground(8, 10, {"D9": "w"})
    north = {"us": {"edge": "north"}, "ge": {"edge": "south"}}
    units = [unit(SQUAD, "C1"), unit(LEADER, "C1"), unit(PANZER, "D9", CONCEALED)]
    state = activated(*units, ground=ground or woods, sides=north)
    assert done(state, Maneuver("us", SQUAD, at("D1"))).unit(PANZER).has(CONCEALED) is kept


@proves("LHY-4.1.9c.1", "LHY-4.3.1.2b", "LHY-4.3.1.2c")
def test_4_1_9c_a_tank_that_fires_down_a_street_is_seen_at_any_range() -> None:
    state = activated(unit(TANK, "D10", CONCEALED), unit(PANZER, "D1"), ground=STREET, platoon="able-tank.1")
    assert not done(state, FireAntiTank("us", TANK, (PANZER,))).unit(TANK).has(CONCEALED)


@proves("LHY-4.1.9c.1", "LHY-4.3.1.1a", "LHY-4.3.1.1b")
def test_4_1_9c_a_gun_fires_from_the_road_of_a_street_and_men_from_its_houses() -> None:
    units = [unit(name, "D8", CONCEALED) for name in (GUN, SQUAD, LEADER)]
    state = activated(*units, unit(PANZER, "D3"), ground=STREET)
    assert not done(state, FireAntiTank("us", GUN, (PANZER,))).unit(GUN).has(CONCEALED)
    state = activated(*units, unit(FOE, "A6"), ground=STREET)
    assert done(state, FireSmallArms("us", SQUAD, (at("A6"),))).unit(SQUAD).has(CONCEALED)


@proves("LHY-4.1.9c.1", "LHY-4.3.1.1a")
@pytest.mark.parametrize(("aboard", "kept"), [(True, False), (False, True)])
def test_4_1_9c_men_aboard_are_in_the_road_and_men_on_foot_in_the_houses(aboard: bool, kept: bool) -> None:
    units = [unit(name, "D9", CONCEALED) for name in (SQUAD, LEADER, HALFTRACK)]
    state = activated(*units, unit(FOE, "D3"), ground=STREET)
    if aboard:
        state = Mounted(SQUAD, HALFTRACK, from_the_start=True).on(state)
    mover = HALFTRACK if aboard else SQUAD
    assert done(state, Maneuver("us", mover, at("D8"))).unit(SQUAD).has(CONCEALED) is kept
