"""11.3.3: every modifier of small arms."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, REGROUPING
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, fire_steps
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.modifiers import suppression
from rules.last_hundred_yards.state.events.fire_events import FiredThrough, FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import marker
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    activated_small,
    activated_wide,
    at,
    course,
    done,
    opened,
    position_seen_by,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.sight.sighting import image

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
HOUSES = tuple(
    image(Terrain.URBAN_BUILDING, label, (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5)) for label in ("C4", "C5")
)
STREET = open_ground(8, 10, {"C4": "u"}, roads="C3 C4 C5")
"""A street hex among open ground."""


def shell_at(label: str) -> FireMarker:
    return FireMarker(1, FireKind.MDRM, at(label), 0, primary=True, tubes=0)


def best(state: GameState, label: str, die: int = 5) -> int | None:
    """The result of one die for all fire on a hex against the Germans."""
    return (
        fire_steps(position_seen_by(state, "ge"), at(label))[0]
        .step(FireOutcome(), ScriptedDice([die]))
        .best_against("ge")
    )


@proves("LHY-11.3.3k", "LHY-11.4.6b")
def test_11_3_3k_riders_make_a_target_dense_for_small_arms_but_not_for_mortars() -> None:
    # Six steps, two of them on a StuG: small arms +1 for density, -1 beside armour in the open.
    foes = [unit(f"ge.1kp.1.squad.{number}", "C4") for number in (1, 2, 3)]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), unit("ge.stug.1", "C4"), *foes)
    state = Mounted(FOE, "ge.stug.1").on(state)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 + 1 - 1
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5


@proves("LHY-4.1.9c.1", "LHY-4.1.8.4", "LHY-4.1.9a")
@pytest.mark.parametrize(
    ("foes", "tem"),
    [
        (["ge.pak40.3"], 0),
        (["ge.pak40.3", FOE], -3),
        ([FOE], -3),
    ],
    ids=["a gun", "a gun and a squad", "a squad"],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_4_1_9c_a_gun_on_an_urban_road_gets_no_cover_from_the_houses(
    foes: list[str], tem: int, edition: str
) -> None:
    # SAV 1 at the next hex, along the road; urban buildings are worth 3 to men, who are inside them.
    enemies = [unit(foe, "C4") for foe in foes]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *enemies, ground=STREET, edition=edition)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 + tem
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5 + tem


@proves("LHY-4.1.9c.1", "LHY-4.1.8.4")
def test_4_1_9c_an_assault_gun_in_the_hex_gives_the_gun_no_cover_of_the_houses() -> None:
    enemies = unit("ge.pak40.3", "C4"), unit("ge.stug.1", "C4")
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *enemies, ground=STREET)
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5


@proves("LHY-4.1.9c.1", "LHY-11.5.4k", "LHY-11.3.3o")
@pytest.mark.parametrize(("beside", "small"), [((), 1), ((unit(FOE, "C4"),), 1 + 1 - 3)])
def test_4_1_9c_houses_beside_the_road_give_a_gun_no_modifier_against_anti_tank_fire(
    beside: tuple[Unit, ...], small: int
) -> None:
    """Reading 189: ATV and SAV are 1; high explosive adds 1, and houses subtract 3 if men are in them."""
    hunter, gun = "us.dog.1.1", unit("ge.pak40.3", "C4")
    units = [unit(hunter, "C6"), unit(LEADER, "A10"), gun, *beside]
    state = activated(*units, ground=STREET, platoon="dog.1")
    after = done(state, FireAntiTank("us", hunter, (gun.id,)))
    assert course(after).fires[-1].value == 1
    assert course(done(state, FireSmallArms("us", hunter, (at("C4"),)))).fires[-1].value == small


@proves("LHY-4.1.9c.1", "LHY-4.3.0.1")
def test_4_1_9c_concealed_units_on_a_street_are_fired_at_as_if_in_the_houses() -> None:
    # -1 as concealed, -3 for the houses: the firer cannot tell that it is a gun (reading 173).
    gun = unit("ge.pak40.3", "C4", CONCEALED)
    state = activated(unit(SQUAD, "D5"), unit(LEADER, "A10"), gun, ground=STREET)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 - 1 - 3
    shelled = FirePlaced(shell_at("C4")).on(state)
    assert best(shelled, "C4") == 5 - 3


@proves("LHY-11.4.6c", "LHY-4.1.14.6")
@pytest.mark.parametrize(("letter", "small", "mortar"), [(".", -1, 5), ("w", -1, 4)])
def test_11_4_6c_a_fortified_position_covers_from_small_arms_only(
    letter: str, small: int, mortar: int
) -> None:
    # SAV 1 less 2 for the FP; against mortars the other terrain of the hex counts.
    ground = open_ground(8, 10, {"C4": letter})
    foes = [replace(unit("ge.fp.1", "C4"), facing_deg=180.0), unit(FOE, "C4")]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *foes, ground=ground)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == small
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == mortar


@proves("LHY-11.5.4b")
@pytest.mark.parametrize(("kind", "value"), [(FireKind.SADRM, 5), (FireKind.ATDRM, 4)])
def test_11_5_4b_only_anti_tank_markers_suppress_a_fortified_position(kind: FireKind, value: int) -> None:
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.leader", "C4"), unit(FOE, "C4"), unit(TANK, "C8")]
    state = opened(FIELD, [*units, unit("ge.1kp.2.leader", "H1")], attacker="ge", edition="series-3.1")
    for number in (1, 2):
        target = "ge.fp.1" if kind is FireKind.ATDRM else None
        state = FirePlaced(FireMarker(number, kind, at("C4"), 0, against="ge", target=target)).on(state)
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    assert course(done(state, FireAntiTank("ge", "ge.fp.1", (TANK,)))).fires[-1].value == value


@proves("LHY-11.5.4j", "LHY-11.5.4i")
@pytest.mark.parametrize(("letter", "roads", "value"), [("u", "C4 C5", 3), (".", "", 2)])
def test_11_5_4j_a_tank_behind_a_wall_is_hull_down_but_not_to_fire_along_an_urban_road(
    letter: str, roads: str, value: int
) -> None:
    rows = [". . . . ."] * 3 + [f". . {letter} . ."] * 2 + [". . . . ."] * 5
    street = board("\n".join(rows), roads=roads, walls="C4-C5", outlines=HOUSES if roads else ())
    units = [unit(TANK, "C5"), unit("ge.stug.1", "C4"), unit(LEADER, "A10")]
    state = activated(*units, ground=street, platoon="able-tank.1")
    assert course(done(state, FireAntiTank("us", TANK, ("ge.stug.1",)))).fires[-1].value == value


@proves("LHY-11.5.4j")
@pytest.mark.parametrize(
    ("firer_at", "value", "told"), [("C5", 3, ""), ("E6", 2, "hull-down (LHY 11.5.4j, OUR 133")]
)
def test_11_5_4j_a_tank_on_an_urban_road_is_hull_down_to_fire_from_beside_it(
    firer_at: str, value: int, told: str
) -> None:
    # ATV 3: from C5 along the road that C4 lies on, with houses on its left, or from the fields on its right.
    rows = [". . . . ."] * 3 + [". . u . ."] * 3 + [". . . . ."] * 4
    street = board("\n".join(rows), roads="C4 C5 C6", outlines=HOUSES)
    state = activated(
        unit(TANK, firer_at),
        unit("ge.stug.1", "C4"),
        unit(LEADER, "A10"),
        ground=street,
        platoon="able-tank.1",
    )
    shot = FireAntiTank("us", TANK, ("ge.stug.1",))
    assert course(done(state, shot)).fires[-1].value == value
    assert told in str(PLAY.chances(state, shot))


@proves("LHY-11.3.3c")
@pytest.mark.parametrize(("firer", "bonus"), [("ge.mg.3", 1), (FOE, 1), ("ge.flak38.1", 0), ("ge.stug.1", 0)])
def test_11_3_3c_only_infantry_mgs_and_fps_have_the_bonus_of_proximity(firer: str, bonus: int) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(firer, "C5"))
    state = done(state, Maneuver("us", SQUAD, at("C7")), EndManeuver("us"))
    told = PLAY.chances(done(state, CallForReaction("us")), FireSmallArms("ge", firer, (at("C7"),)))
    assert (("maneuvered" in str(told)) or ("11.3.3c" in str(told))) is bool(bonus)


@proves("LHY-11.3.3h")
@pytest.mark.parametrize(("edition", "unseen"), [("2019", -1), ("series-3.1", 0)])
def test_11_3_3h_halting_to_fire_small_arms_at_a_target_not_seen_before_costs_1_in_2019(
    edition: str, unseen: int
) -> None:
    hidden_by = open_ground(7, 12, {"E9": "s"})
    action = FireSmallArms("us", TANK, (at("E7"),), "halt_and_fire", at("F11"))
    values = []
    for ground in (hidden_by, open_ground(7, 12)):
        units = [unit(TANK, "E12", IN_MOTION), unit(FOE, "E7")]
        state = activated(*units, ground=ground, platoon="able-tank.1", edition=edition)
        values.append(course(done(state, action)).fires[0].value)
    assert values[0] - values[1] == unseen


@proves("LHY-11.3.3b", "LHY-11.4.8d")
@pytest.mark.parametrize(
    ("who", "kind", "target", "primary", "markers", "worth"),
    [
        (SQUAD, FireKind.SADRM, "", False, 1, 1),
        (SQUAD, FireKind.SADRM, "", False, 2, 1),
        (SQUAD, FireKind.SADRM, "", False, 3, 2),
        (SQUAD, FireKind.MDRM, "", False, 1, 1),
        (SQUAD, FireKind.MDRM, "", True, 1, 0),
        (TANK, FireKind.SADRM, "", False, 2, 0),
        (TANK, FireKind.MDRM, "", False, 2, 0),
        (TANK, FireKind.ATDRM, TANK, False, 1, 1),
        (TANK, FireKind.ATDRM, "us.able-tank.1.2", False, 1, 0),
        ("us.gun57.1", FireKind.ATDRM, "us.gun57.1", False, 1, 1),
        ("us.gun57.1", FireKind.SADRM, "", False, 1, 1),
        ("us.m3.2", FireKind.MDRM, "", False, 1, 1),
        ("us.m3.2", FireKind.ATDRM, "us.m3.2", False, 3, 2),
    ],
)
def test_11_3_3b_which_markers_suppress_which_units(
    who: str, kind: FireKind, target: str, primary: bool, markers: int, worth: int
) -> None:
    state = activated_small(
        unit(who, "C5"), unit(LEADER, "A8"), unit(FOE, "C1"), unit("us.able-tank.1.2", "C5")
    )
    for number in range(1, markers + 1):
        fire = FireMarker(number, kind, at("C5"), 0, against="us", target=target, primary=primary, tubes=0)
        state = FirePlaced(fire).on(state)
    assert suppression(PLAY.position(state), state.unit(who)) == worth


@proves("LHY-11.3.3b")
def test_11_3_3b_markers_on_the_enemy_suppress_no_friend() -> None:
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C5"))
    state = FirePlaced(FireMarker(1, FireKind.SADRM, at("C5"), 0, against="ge", tubes=0)).on(state)
    position = PLAY.position(state)
    assert (suppression(position, state.unit(SQUAD)), suppression(position, state.unit(FOE))) == (0, 1)
    assert course(state).fires


@proves("LHY-11.3.3c", "LHY-11.3.3c-2019")
def test_11_3_3c_an_approaching_tank_gives_no_proximity_bonus_against_men_beside_it() -> None:
    tank = "us.able-tank.1.1"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A9"), unit(tank, "C6"), unit(FOE, "C3")]
    state = activated(*units, platoon="able-tank.1")
    state = done(state, Maneuver("us", tank, at("C5")), EndManeuver("us"))
    fire = FireSmallArms("ge", FOE, (at("C5"),))
    reacting = done(state, CallForReaction("us"))
    assert "two hexes" not in str(PLAY.chances(reacting, fire))


@proves(
    "LHY-1.5.1", "LHY-11.3.2", "LHY-0.8", "LHY-0.6", "LHY-11.3.3a", "LHY-1.8.0", "LHY-1.8.1.1",
    "LHY-T-RANGE.1",
)  # fmt: skip
@pytest.mark.parametrize(("foe_at", "value"), [("C10", 1), ("C8", 0), ("C6", -1), ("C4", -2)])
def test_11_3_3a_a_squads_sav_1_by_range_of_8(foe_at: str, value: int) -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, foe_at))
    assert marker(state, FireSmallArms("us", SQUAD, (at(foe_at),))) == value


@proves("LHY-11.3.3b")
@pytest.mark.parametrize(("markers", "value"), [(0, 1), (1, 0), (2, 0), (3, -1)])
def test_11_3_3b_suppression_is_1_for_every_two_markers_rounded_up(markers: int, value: int) -> None:
    fires = tuple(FireMarker(n, FireKind.SADRM, at("C12"), 0, against="us") for n in range(markers))
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), fires=fires)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C11"),))) == value


@proves("LHY-11.3.3.0", "LHY-11.3.3k", "LHY-11.3.3m", "LHY-11.3.3i", "LHY-11.3.3l")
@pytest.mark.parametrize(
    ("foes", "value"),
    [
        ((unit(FOE, "C10"),), 1),
        (tuple(unit(f"ge.1kp.1.squad.{n}", "C10") for n in (1, 2, 3)), 2),
        ((unit(FOE, "C10", DISRUPTED),), 0),
        ((unit(FOE, "C10", CONCEALED),), 0),
        ((unit(FOE, "C10"), unit("ge.stug.1", "C10")), 0),
    ],
)
def test_11_3_3_dense_grounded_concealed_and_sheltered_targets(foes: tuple[Unit, ...], value: int) -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), *foes)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3l")
@pytest.mark.parametrize(("wall", "value"), [("", 0), ("C10-C11", 0), ("C9-C10", 0)])
def test_11_3_3l_armour_shelters_men_unless_the_fire_comes_over_a_wall(wall: str, value: int) -> None:
    # SAV 1: less 1 for the armour beside them, or less 1 for the wall that the fire crosses; never both.
    walled = open_ground(5, 12, walls=wall)
    units = [unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.stug.1", "C10")]
    assert marker(activated_wide(*units, ground=walled), FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3l")
def test_11_3_3l_riders_have_no_armour_beside_them() -> None:
    state = activated_wide(
        unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.stug.1", "C10")
    )
    riding = Mounted(FOE, "ge.stug.1").on(state)
    assert marker(riding, FireSmallArms("us", SQUAD, (at("C10"),))) == 1


@proves("LHY-11.3.3p", "LHY-T-TEM.small", "LHY-4.1.13.1", "LHY-4.1.4.4", "LHY-4.1.6.best")
@pytest.mark.parametrize(
    ("letter", "value"), [("w", 0), ("b", -1), ("s", -2), ("u", -2), ("h1", 0), (".", 1)]
)
def test_11_3_3p_the_best_single_terrain_modifier_counts(letter: str, value: int) -> None:
    ground = open_ground(5, 12, {"C10": letter})
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=ground)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-4.1.7.1", "LHY-T-TEM.small")
def test_4_1_7_a_wall_covers_against_fire_across_it_only() -> None:
    walled = open_ground(5, 12, walls="C10-C11")
    units = [unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("us.able.1.squad.2", "C9")]
    state = activated_wide(*units, ground=walled)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    assert marker(state, FireSmallArms("us", "us.able.1.squad.2", (at("C10"),))) == 1


@proves("LHY-11.3.3f", "LHY-13.6.6.3")
def test_11_3_3f_regrouping_firers_reach_the_next_hex_at_minus_1() -> None:
    state = activated_wide(
        unit(SQUAD, "C11", REGROUPING), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C8"), unit("ge.mg.2", "C9")
    )  # fmt: skip
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    for label in ("C9", "C8"):
        assert "only at adjacent hexes" in refusal(state, FireSmallArms("us", SQUAD, (at(label),)))


@proves("LHY-11.3.3c", "LHY-11.3.3c-2019")
@pytest.mark.parametrize(("label", "value"), [("C10", 2), ("C11", 1)])
def test_11_3_3c_the_proximity_bonus_reaches_two_hexes(label: str, value: int) -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit("ge.mg.3", "C8"))
    for step in ("C11", "C10")[: 1 if label == "C11" else 2]:
        state = done(state, Maneuver("us", SQUAD, at(step)))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at(label),))) == value


@proves("LHY-11.3.3i")
@pytest.mark.parametrize(
    ("in_hex", "value"),
    [
        ([unit(FOE, "C10", CONCEALED), unit("ge.1kp.1.leader", "C10")], 0),
        ([unit(FOE, "C10"), unit("ge.1kp.1.leader", "C10", CONCEALED)], 1),
        ([unit(FOE, "C10", CONCEALED), unit("ge.mg.1", "C10")], 1),
    ],
)
def test_11_3_3i_the_target_is_concealed_if_all_its_combat_units_are(in_hex: list[Unit], value: int) -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), *in_hex)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3j", "LHY-4.2.4.3")
def test_11_3_3j_each_hindrance_is_minus_1() -> None:
    smoke = (Marker("smoke", at("C11")),)
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), markers=smoke)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-11.3.3e", "LHY-11.1a")
@pytest.mark.parametrize(
    ("second", "value"),
    [
        ((), 2),
        ((unit("ge.mg.1", "F6"),), 1),
        ((unit("ge.pak40.3", "F6"),), 1),
        ((unit("ge.pak40.3", "F6", DISRUPTED),), 2),
        ((unit("ge.fp.1", "F6"),), 1 - 2),
        ((unit("ge.1kp.1.leader", "F6"),), 2),
    ],
    ids=["alone", "MG", "gun", "disrupted gun", "FP, which covers", "leader"],
)
def test_11_3_3e_fire_from_the_rear_is_1_better_unless_two_steady_units_share_the_hex(
    second: tuple[Unit, ...], value: int
) -> None:
    state = activated_wide(unit(SQUAD, "F7"), unit(LEADER, "A12"), unit(FOE, "F6"), *second)
    state = FiredThrough(FOE, at("F1")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("F6"),))) == value


@proves("LHY-11.3.3e", "LHY-11.1.2", "LHY-11.1b")
@pytest.mark.parametrize(("foe_at", "value"), [("F9", 0), ("F3", 1)])
def test_11_3_3e_a_gun_that_has_fired_shows_small_arms_its_rear(foe_at: str, value: int) -> None:
    """Three hexes off for SAV 1 of range 8, -1; the gun has fired toward F10."""
    state = activated_wide(unit(SQUAD, foe_at), unit(LEADER, "A12"), unit("ge.pak40.3", "F6"))
    state = FiredThrough("ge.pak40.3", at("F10")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("F6"),))) == value


@proves("LHY-11.3.3g", "LHY-11.5.4d")
@pytest.mark.parametrize(("to", "small", "heavy"), [(None, 1, 2), ("C11", 0, 1)])
def test_11_fire_in_motion_costs_1_in_place_and_2_with_a_hex_moved(
    to: str | None, small: int, heavy: int
) -> None:
    where = None if to is None else at(to)
    state = activated_wide(
        unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "D9"), platoon="able-tank.1"
    )
    assert marker(state, FireSmallArms("us", TANK, (at("C10"),), "shoot_and_scoot", where)) == small
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",), "shoot_and_scoot", where)) == heavy


@proves("LHY-4.1.7.building", "LHY-4.1.8.4")
def test_4_1_a_building_covers_behind_its_wall_and_woods_cover_on_a_road() -> None:
    house = open_ground(5, 12, {"C10": "b"}, walls="C10-C11")
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=house)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == -1
    lane = open_ground(5, 12, {"C10": "w"}, roads="C9 C10 C11")
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=lane)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-T-RANGE.1", "LHY-4.1.4.4")
def test_example_21_9_1_a_german_mg_at_three_hexes_against_a_hill_is_worth_0() -> None:
    hill = open_ground(5, 12, {"C9": "h1"})
    state = opened(
        hill,
        [unit("ge.mg.3", "C12"), unit("ge.1kp.1.leader", "C12"), unit(FOE, "C12"), unit(SQUAD, "C9")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at("C9"),))) == 0


@proves("LHY-11.3.3k.bt")
@pytest.mark.parametrize(("rounds_up", "value"), [(True, 2), (False, 1)])
def test_11_3_3k_a_fifth_step_makes_a_target_dense_but_not_by_the_training_rules(
    rounds_up: bool, value: int
) -> None:
    foes = [unit(FOE, "C8"), unit("ge.1kp.1.squad.2", "C8"), unit("ge.1kp.1.section.a", "C8")]
    state = activated_wide(
        unit(SQUAD, "C10"), unit(LEADER, "A10"), *foes, switches={"dense_odd_step_counts": rounds_up}
    )
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C8"),)))).fires[-1].value == value


@proves("LHY-11.3.3k", "LHY-11.4.6b", "LHY-2.2.5.1")
@pytest.mark.parametrize(
    ("others", "dense"),
    [
        ((), 0),
        (("ge.1kp.1.leader", "ge.latw.1"), 0),
        (("ge.mg.1",), 1),
        (("ge.mg.1", "ge.1kp.1.leader", "ge.latw.1"), 1),
        (("ge.1kp.1.squad.3",), 1),
        (("ge.1kp.1.squad.3", "ge.mg.1"), 2),
    ],
)
def test_11_3_3k_two_squads_with_their_leader_and_a_panzerschreck_are_four_steps(
    others: tuple[str, ...], dense: int
) -> None:
    # Two squads are four steps, which is not dense; non-combat units have none, an MG makes the fifth.
    foes = [unit(one, "C8") for one in (FOE, "ge.1kp.1.squad.2", *others)]
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    state = activated_wide(unit(SQUAD, "C10"), unit(LEADER, "A10"), *foes)
    fires = FireSmallArms("us", SQUAD, (at("C8"),))
    assert course(done(state, fires)).fires[-1].value == 1 + dense
    told = str(PLAY.chances(state, fires))
    assert ("dense target (LHY 11.3.3k" in told) is bool(dense)
    shelled = fire_steps(position_seen_by(FirePlaced(shell).on(state), "us"), at("C8"))
    assert shelled[0].step(FireOutcome(), ScriptedDice([5])).best_against("ge") == 5 + dense
