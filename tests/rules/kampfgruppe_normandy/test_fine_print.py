"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace
from math import inf, nan

import pytest

from rules.errors import BadInput
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, MOVED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.terrain_chart import CHART, Bar, Ground
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, Mobility, ShellSize
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.engineering.tasks import Work
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import KeepCommand, RollCommand
from rules.kampfgruppe_normandy.effects.air_support import arrive
from rules.kampfgruppe_normandy.effects.casualties import lose_weapons, models_differ, special_weapons_left
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.batteries import dedicated_batteries, is_silent
from rules.kampfgruppe_normandy.questions.batteries import dice_of as dice_of_gun
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.questions.fire_upwards import anti_aircraft_weapons
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_form, why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.questions.ranges import Range
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, standing_height
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.events import GameEnded
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support import support_tables
from tests.rules.kampfgruppe_normandy.support.support_tables import game, play_on, told_to
from tests.rules.kampfgruppe_normandy.support.support_tables import unit as unit_of
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    act,
    activated,
    area,
    course,
    dice_of,
    line,
    opened,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)

BRITISH = support_tables.UK
FAR = unit("far", "de.squad", (68, 44))


@proves("KN-PRIN-11")
@pytest.mark.parametrize(("nearest_in", "within"), [(23.9, True), (24.0, True), (24.1, False)])
def test_one_model_at_the_very_limit_is_within_range(nearest_in: float, within: bool) -> None:
    assert Range(most_in=26.0, nearest_in=nearest_in).is_within(24.0) is within


@proves("KN-SUPP-04")
@pytest.mark.parametrize(("men", "may"), [(2, False), (3, True), (4, True)])
def test_firepower_3_is_enough_to_suppress(men: int, may: bool) -> None:
    """Engineers with rifles alone: one of firepower for each man."""
    state = ready(table(), unit("a", "uk.piat", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    now = status(state, "a")
    state = with_status(state, "a", replace(now, men=men, offsets=()))
    state = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert ("less than 3" in refusal(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))) is not may


@proves("KN-ENG-12b")
def test_the_gap_that_a_bulldozer_leaves_is_as_wide_as_a_vehicle() -> None:
    state = game(
        unit_of("dozer", "us.dozer", (30, 33), side=BRITISH),
        unit_of("foe", "de.squad", (80, 60)),
        pieces=[line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = play_on(state, Move(BRITISH, "dozer", (Spot(30, 33), Spot(30, 26))), 1)
    gap = next(piece for piece in position(after).table.pieces if piece.terrain is T.GAP)
    west, _, east, _ = gap.area.bounds
    assert east - west >= position(after).type(after.unit("dozer")).width_in
    assert west < 30 < east


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(("bombs", "may"), [(0, False), (1, True), (2, True), (3, False)])
def test_no_more_bombs_fall_than_hang_under_the_wings(bombs: int, may: bool) -> None:
    state = game(
        unit_of("plane", "uk.typhoon_bomber", (40, 33.5)),
        unit_of("eye", "uk.air_controller", (44, 40)),
        unit_of("foe", "de.squad", (40, 9)),
    )
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    drop = DropBombs(BRITISH, "plane", "eye", Spot(40, 20), "medium bombs", bombs)
    assert ("medium bombs left" not in refusal(state, drop)) is may


@proves("KN-AIR-11")
@pytest.mark.parametrize(("facing_deg", "may"), [(0.0, True), (359.9, True), (nan, False), (inf, False)])
def test_an_aircraft_flies_by_a_bearing_in_degrees(facing_deg: float, may: bool) -> None:
    state = game(unit_of("plane", "uk.typhoon", (40, 60)), unit_of("foe", "de.squad", (40, 9)))
    assert (refusal(state, Fly(BRITISH, "plane", Spot(9, 9), facing_deg)) == "") is may


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize(
    ("type", "rounds", "fits"),
    [
        ("uk.sherman", {"ap": 0, "he": 9}, True),
        ("uk.sherman", {"ap": 9, "he": 0}, True),
        ("uk.sherman", {"ap": -1, "he": 9}, False),
        ("uk.sherman", {"ap": 10, "he": 0}, False),
    ],
)
def test_the_rounds_of_a_tank_are_within_its_ammunition(
    type: str, rounds: dict[str, int], fits: bool
) -> None:
    """A Sherman V carries nine."""
    units = (unit("a", type, (10, 24), 90), unit("b", "de.squad", (60, 24)))
    if not fits:
        with pytest.raises(BadInput, match=r"rounds"):
            opened(table(), *units, rounds={"a": rounds})
        return
    assert dict(status(opened(table(), *units, rounds={"a": rounds}), "a").rounds) == rounds


@proves("KN-DFSA-56")
def test_a_squad_has_the_special_weapons_that_it_has_not_lost() -> None:
    state = opened(table(), unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    assert special_weapons_left(position(state), state.unit("a")) == ["Bren"]
    state = with_status(state, "a", replace(status(state, "a"), lost_weapons=("Bren",)))
    assert special_weapons_left(position(state), state.unit("a")) == []


GROUNDS = """
open       open   all  free nobody   -        clear railway hill slope crest minefield
open       open   all  die  nobody   -        rough_1 rough_2 rough_3 marsh soft_sand mud stream barbed_wire
open       open   all  free all      -        river lake cliff
open       open   all  free nobody   road     good_road poor_road track
open       open   all  die  nobody   opens    ford
open       open   all  free nobody   bridge   bridge
open       open   all  free nobody   opens    gate gap
visual     open   all  free nobody   -        tall_grass crops orchard scattered_trees
visual     open   all  die  nobody   -        crater
visual     open   all  free vehicles -        dragons_teeth
visual     open   4    die  nobody   -        woods forest grove
visual     open   inf  free nobody   -        smoke
open       visual all  die  nobody   -        hedge
open       visual all  free nobody   -        fence
open       hard   all  die  nobody   -        wall
hard       hard   inf  die  wheels   -        bocage
hard       hard   all  die  nobody   -        rubble ruined_building sandbags road_block
hard       hard   0    die  nobody   -        wreck
hard       open   all  die  nobody   -        ditch
hard       open   all  free vehicles -        anti_tank_ditch
reinforced open   all  die  nobody   -        trench
reinforced open   all  free nobody   -        foxholes
hard       hard   0    free vehicles building light_buildings heavy_buildings town
hard       hard   0    free vehicles building wooden_building brick_building stone_building
reinforced hard   0    free vehicles building concrete_building
fortified  hard   0    free vehicles building bunker
hard       open   all  free vehicles building interior
open       hard   0    free all      -        house_wall
open       hard   0    free vehicles opens    door shutters
open       hard   all  free vehicles opens    open_door window
"""
"""Every kind of ground a second time, by the book and OUR 30, 31, 33, 65, 66, 164, 175 and 176: cover in it and behind
it, how many inches one sees into it, whether it costs a die, whom it bars, and what it is."""


@proves(
    "KN-MOVE-11", "KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-BLDG-01", "KN-DEPL-12", "KN-FIELD-01",
    "KN-FIELD-02",
)  # fmt: skip
def test_every_kind_of_ground() -> None:
    entered: dict[T, Ground] = {}
    for within, behind, seen, costs, bars, kind, *terrains in map(str.split, GROUNDS.strip().splitlines()):
        ground = Ground(
            Cover[within.upper()], Cover[behind.upper()], None if seen == "all" else float(seen), costs == "die", Bar(bars),
            is_road=kind in ("road", "bridge"), is_building=kind == "building", opens=kind in ("opens", "bridge"),
        )  # fmt: skip
        entered |= {T(terrain): ground for terrain in terrains}
    assert dict(CHART) == entered


@proves("KN-DFHE-01", "KN-WPN-15")
@pytest.mark.parametrize(
    ("round", "said"), [("", ""), ("HEAT", "has no HEAT rounds"), ("flame", "has no flame rounds")]
)
def test_a_tank_gun_fires_no_rounds_that_it_does_not_have(round: str, said: str) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    why = refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm", round))
    assert said in why
    assert bool(why) is bool(said)


@proves("KN-AA-03", "KN-WPN-04", "KN-WPN-16", "KN-ACT-07")
@pytest.mark.parametrize(
    ("type_id", "weapons"),
    [
        ("uk.squad", []),
        ("de.squad", ["MG 42"]),
        ("de.mg42_tripod", ["MG 42 on tripod"]),
        ("uk.m5_halftrack", ["pintle MG"]),
        ("uk.bofors", ["40mm Bofors"]),
        ("uk.sherman", ["co-axial MG", "bow MG"]),
        ("uk.6pdr", []),
        ("de.pioneers", ["MG 42"]),
    ],
)
def test_machine_guns_that_reach_beyond_24_inches_and_autocannon_fire_at_aircraft(
    type_id: str, weapons: list[str]
) -> None:
    state = game(unit_of("one", type_id, (40, 40), side=BRITISH), unit_of("plane", "de.bf109", (40, 20)))
    where = support_tables.at(state)
    found = [weapon.name for weapon, _ in anti_aircraft_weapons(where, state.unit("one"))]
    assert found == weapons
    moving = support_tables.at(told_to(state, "one", K.MOVE, K.SUPPRESS_AIRCRAFT))
    still = [weapon.name for weapon, _ in anti_aircraft_weapons(moving, moving.state.unit("one"))]
    assert still == [name for name in weapons if name != "MG 42 on tripod"]


@proves("KN-WPN-23", "KN-WPN-24", "KN-SPEC-24a")
@pytest.mark.parametrize(
    ("type_id", "last_shot", "dice"),
    [("de.nebelwerfer", False, (2, 4)), ("uk.25pdr", False, (1, 2)), ("uk.3in_mortar", False, (1, 2)), ("uk.squad", False, (1, 2)),
     ("uk.25pdr", True, (1, 1)), ("de.nebelwerfer", True, (2, 2))],
)  # fmt: skip
def test_each_shot_of_a_rocket_launcher_counts_as_two(
    type_id: str, last_shot: bool, dice: tuple[int, int]
) -> None:
    state = game(unit_of("g", type_id, (40, 40), side=BRITISH), unit_of("foe", "de.squad", (40, 20)))
    state = LAST_SHOT.put(state, ("g",)) if last_shot else state
    where = support_tables.at(state)
    assert tuple(dice_of_gun(where, state.unit("g"), actions) for actions in (1, 2)) == dice


@proves("KN-UMOR-19c")
@pytest.mark.parametrize(
    ("enemy_in", "own_in", "alone"), [(8.0, None, True), (8.1, None, False), (7.0, 7.9, False), (7.0, 8.1, True)]
)  # fmt: skip
def test_a_tank_is_alone_with_infantry_within_8_inches(
    enemy_in: float, own_in: float | None, alone: bool
) -> None:
    """From its hull, 3.2 inches long, to the nearest man of three in a row 0.6 inches thick."""
    tank = unit("tank", "de.panther", (30, 24), 90)
    half = HOUSE_ROSTER["de.panther"].length_in / 2
    around = [unit("foe", "uk.jeep", (30, 20))]
    around += [unit("enemy", "uk.sniper", (30 + half + enemy_in + 0.3, 24))]
    around += [] if own_in is None else [unit("own", "de.sniper", (30 - half - own_in - 0.3, 24))]
    state = opened(table(), tank, *around)
    assert target_of(position(state), state.unit("tank")).abandons is alone


@proves("KN-DFAT-38", "KN-DFAT-36", "KN-DFAT-41", "KN-DFHE-10")
@pytest.mark.parametrize(
    ("target", "round", "kind", "said", "unsaid"),
    [
        ("de.pak40", "", K.DIRECT_AT, "a gun counts as armour 2", "a soft-skin is destroyed"),
        ("de.opel", "", K.DIRECT_AT, "a soft-skin is destroyed on 6+ with two dice", "armour"),
        ("de.pz4h", "", K.DIRECT_AT, "against front armour", "damage dice"),
        ("de.pz4h", "high explosive", K.DIRECT_AT, "against front armour", "damage dice"),
        ("de.pak40", "", K.DIRECT_HE, "it takes the crew, not the gun", "counts as armour"),
        ("de.opel", "", K.DIRECT_HE, "4 damage dice", "destroyed on"),
        ("de.squad", "", K.DIRECT_HE, "4 damage dice", "armour"),
    ],
)
def test_a_shot_says_what_its_round_does_to_such_a_target(
    target: str, round: str, kind: K, said: str, unsaid: str
) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", target, (30, 24), 270))
    state = activated(state, "a", kind, K.MOVE)
    told = " | ".join(map(str, GAME.chances(state, Fire(UK, "a", "b", kind, "75mm", round)).reasons))
    assert said in told
    assert unsaid not in told.replace("Armour", "")


@proves("KN-MOVE-11", "KN-PRIN-05")
def test_a_way_that_crosses_itself_in_woods_lies_in_them_once() -> None:
    state = opened(table(area(T.WOODS, 20, 20, 40, 40)), unit("u", "uk.sherman", (10, 30), 90), FAR)
    corners = [(10, 30), (32, 30), (32, 24), (26, 24), (26, 36)]
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    (hazard,) = plan(position(state), state.unit("u"), path, None, reverse=False).hazards
    assert (hazard.start_in, hazard.end_in) == pytest.approx((10, 46))
    assert not hazard.is_obstacle


@proves("KN-MOVE-11", "KN-MOVE-18", "KN-MOVE-24")
@pytest.mark.parametrize(
    ("ground", "met", "on_road", "is_obstacle"),
    [
        (T.WOODS, True, False, False), (T.MARSH, True, False, False), (T.STREAM, True, False, False),
        (T.ROAD_BLOCK, True, True, True), (T.RUBBLE, True, True, True), (T.WRECK, True, True, True),
        (T.CROPS, False, False, False), (T.RUINED_BUILDING, True, False, False),
    ],
)  # fmt: skip
def test_what_a_road_frees_of_its_die_and_what_blocks_it(
    ground: T, met: bool, on_road: bool, is_obstacle: bool
) -> None:
    """A road block, rubble and a wreck cost the die on a road too, and are cleared in one move or not at all."""
    block, road = area(ground, 20, 20, 24, 28), line(T.GOOD_ROAD, (0, 24), (60, 24), width_in=3)
    for pieces, hazard in (((block,), met), ((block, road), on_road)):
        state = opened(table(*pieces), unit("u", "uk.sherman", (10, 24), 90), FAR)
        way = plan(position(state), state.unit("u"), (Spot(10, 24), Spot(30, 24)), None, reverse=False)
        found = [(one.start_in, one.end_in, one.is_obstacle) for one in way.hazards]
        assert found == [(10, 14, is_obstacle)] * hazard
        assert (way.roads, way.multiple) == (((0, 20),), 2) if road in pieces else ((), 1)


@proves("KN-IND-27", "KN-IND-05")
@pytest.mark.parametrize(("missions", "may"), [(0, True), (20, True), (21, False), (-1, False)])
def test_a_side_buys_up_to_20_counter_battery_missions(missions: int, may: bool) -> None:
    units = (unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    if not may:
        with pytest.raises(BadInput, match="counter_battery"):
            opened(table(), *units, fire_support={UK: {"counter_battery": missions}})
        return
    support = fire_support(course(opened(table(), *units, fire_support={UK: {"counter_battery": missions}})))
    assert dict(support.counter_battery)[UK] == missions


@proves("KN-PRIN-14", "KN-DEPL-16", "KN-PRIN-16")
@pytest.mark.parametrize(
    ("type_id", "aboard", "tall_in"),
    [
        ("uk.squad", None, 1.0), ("uk.6pdr", None, 0.8), ("uk.bedford", None, 1.2), ("uk.m5_halftrack", None, 1.3),
        ("uk.sherman", None, 1.5), ("uk.squad", "uk.sherman", 1.5), ("uk.squad", "uk.bedford", 1.2),
    ],
)  # fmt: skip
def test_how_tall_models_stand(type_id: str, aboard: str | None, tall_in: float) -> None:
    """OUR 74; men on a vehicle are as high as it is."""
    carrier = [] if aboard is None else [unit("carrier", aboard, (20, 20))]
    one = unit("one", type_id, None if carrier else (20, 20))
    state = opened(table(), one, *carrier, FAR, aboard={"one": "carrier"} if carrier else {})
    assert standing_height(position(state), state.unit("one")) == tall_in


@proves(
    "KN-PRIN-18",
    "KN-PRIN-25",
    "KN-PRIN-26",
    "KN-PRIN-27",
    "KN-PRIN-28",
    "KN-DFSA-35",
    "KN-DFSA-36",
    "KN-DFSA-37",
)
@pytest.mark.parametrize(
    ("type_id", "kind", "length_in", "width_in"),
    [
        ("uk.squad", Kind.INFANTRY, 0.6, 0.6), ("uk.6pdr", Kind.GUN, 2.0, 1.6), ("uk.jeep", Kind.SOFT_SKIN, 2.0, 1.0),
        ("uk.bedford", Kind.SOFT_SKIN, 3.0, 1.2), ("uk.m5_halftrack", Kind.OPEN_TOPPED, 2.8, 1.3),
        ("uk.daimler", Kind.ENCLOSED, 2.4, 1.2), ("uk.sherman", Kind.ENCLOSED, 3.2, 1.6),
        ("uk.typhoon", Kind.AIRCRAFT, 5.0, 1.5),
    ],
)  # fmt: skip
def test_models_of_the_house_list_and_their_sizes(
    type_id: str, kind: Kind, length_in: float, width_in: float
) -> None:
    """Of 20 mm models: a Sherman is 3.2 inches long and 1.6 wide, a man's base 0.6."""
    row = HOUSE_ROSTER[type_id]
    assert (row.kind, row.length_in, row.width_in) == (kind, length_in, width_in)
    assert [row.weapon(weapon.name) for weapon in row.weapons] == list(row.weapons)
    assert row.special_weapons == (("Bren",) if kind is Kind.INFANTRY else ())
    assert row.ammunition == {"uk.sherman": 9, "uk.daimler": 10}.get(type_id, 0)
    with pytest.raises(BadInput, match="crossbow"):
        row.weapon("crossbow")


@proves("KN-ENG-07")
@pytest.mark.parametrize(
    ("at", "to"),
    [((30, 33), (30, 38)), ((30, 4), (30, 0)), ((3, 20), (0, 20)), ((94, 20), (96, 20)), ((30, 69), (30, 72))],
)  # fmt: skip
def test_engineers_move_off_five_inches_and_no_farther_than_the_table_goes(
    at: tuple[float, float], to: tuple[float, float]
) -> None:
    """From a barn beside which they stand: the table is 96 by 72 inches."""
    east, south = (
        (4 if at[0] == 3 else -4 if at[0] == 94 else 0),
        (4 if at[1] == 4 else -4 if at[1] > 30 else 0),
    )
    middle = (at[0] + east, at[1] + south)
    barn = support_tables.area(T.WOODEN_BUILDING, middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3)
    state = game(unit_of("sappers", "uk.sappers", at), unit_of("foe", "de.squad", (60, 40)), pieces=[barn])
    state = told_to(state, "sappers", K.MOVE, K.ENGINEER, done=1)
    after = play_on(state, Work(BRITISH, "sappers", Task.DEMOLISH, "wooden_building"), 6)
    assert after.unit("sappers").at == Spot(*map(float, to))


@proves("KN-AIR-13", "KN-AIR-17", "KN-AIR-18", "KN-DFAT-05")
@pytest.mark.parametrize(
    ("conditions", "wood", "needed"), [((), False, 5), ((MOVED,), False, 6), ((), True, 6), ((MOVED,), True, 6)]
)  # fmt: skip
def test_autocannon_from_the_air_fire_at_long_range_and_count_their_own_move(
    conditions: tuple[str, ...], wood: bool, needed: int
) -> None:
    """4+ at long range, less one for the aircraft's own move, for a target that moved and for one in woods."""
    pieces = [support_tables.area(T.WOODS, 38, 18, 42, 22)] if wood else []
    state = game(
        unit_of("plane", "uk.spitfire", (40, 32)), unit_of("foe", "de.pz4h", (40, 20), *conditions), pieces=pieces
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    weapon = next(weapon.name for weapon in HOUSE_ROSTER["uk.spitfire"].weapons if weapon.kind.is_autocannon)
    told = str(support_tables.GAME.chances(state, Strike(BRITISH, "plane", "foe", K.DIRECT_AT, weapon)))
    assert f"hits on {needed}+ at long range, -1 for its own move counted" in told
    assert "penetration 2, 1 of it for its speed" in told


@proves("KN-AIR-10")
@pytest.mark.parametrize(("away_in", "may"), [(12, True), (14.9, True), (15.1, False)])
def test_an_attack_is_made_from_about_12_inches(away_in: float, may: bool) -> None:
    """About is up to three inches more, from the hull."""
    foe = unit_of("foe", "de.pz4h", (40, 20), facing_deg=90.0)
    half = HOUSE_ROSTER["de.pz4h"].width_in / 2
    state = game(unit_of("plane", "uk.typhoon", (40, 20 + half + away_in)), foe)
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    said = refusal(state, Strike(BRITISH, "plane", "foe", K.DIRECT_AT, "rockets", 1))
    assert ("attacks from about 12" not in said) is may


@proves(
    "KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-25", "KN-DFSA-61", "KN-PRIN-20", "KN-PRIN-22", "KN-WPN-03",
    "KN-WPN-12", "KN-WPN-14",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "men", "away_in", "dice"),
    [
        ("uk.squad", 8, 14, "9 dice hit on 4+"), ("uk.squad", 4, 14, "5 dice hit on 4+"), ("uk.squad", 1, 14, "2 dice hit on 4+"),
        ("uk.small_squad", 6, 14, "7 dice hit on 4+"), ("uk.hq", 3, 14, "3 dice hit on 4+"),
        ("de.squad", 8, 14, "11 dice hit on 4+"), ("de.squad", 2, 14, "5 dice hit on 4+"), ("de.squad", 1, 14, "1 die hits on 4+"),
        ("de.panzergrenadiers", 10, 14, "16 dice hit on 4+"), ("de.panzergrenadiers", 3, 14, "6 dice hit on 4+"),
        ("de.mg42", 3, 14, "5 dice hit on 4+"), ("de.mg42", 2, 14, "5 dice hit on 4+"), ("de.mg42", 1, 14, "1 die hits on 4+"),
        ("us.armoured_squad", 12, 14, "15 dice hit on 4+"), ("uk.bofors", 4, 14, "6 dice hit on 4+"),
        ("uk.bofors", 1, 14, "1 die hits on 4+"), ("uk.6pdr", 3, 14, "3 dice hit on 4+"),
        ("de.squad", 8, 20, "11 dice hit on 5+"), ("de.squad", 8, 28, "5 dice hit on 6+"), ("de.squad", 8, 5, "11 dice hit on 3+"),
        ("de.pioneers", 8, 5, "11 dice hit on 3+"),
        ("uk.bofors", 4, 44, "6 dice hit on 6+"), ("uk.sherman", 0, 14, "6 dice hit on 4+"), ("uk.m5_halftrack", 0, 28, "6 dice hit on 6+"),
    ],
)  # fmt: skip
def test_who_serves_a_weapon_fires_no_rifle_and_a_weapon_without_its_crew_is_silent(
    type_id: str, men: int, away_in: float, dice: str
) -> None:
    side = UK
    one = replace(unit("a", type_id, (10, 24), 90), side=side)
    state = ready(
        table(), one, replace(unit("b", "de.sniper", (10 + away_in, 24), 270), side="de"), unit("c", "de.squad", (68, 4))
    )  # fmt: skip
    if men:
        state = with_status(state, "a", replace(status(state, "a"), men=men, offsets=()))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert f" {dice} at" in f" {told.replace('; ', ' ')}", told


@proves("KN-WPN-19b", "KN-WPN-12", "KN-DFSA-25")
@pytest.mark.parametrize(("near_in", "helps"), [(1.0, True), (6.0, False)])
def test_infantry_beside_a_gun_take_the_places_of_men_it_has_lost(near_in: float, helps: bool) -> None:
    gun, pals = (
        unit("a", "uk.bofors", (10, 24), 90),
        unit("pals", "uk.runner", (10, 24 + 0.8 + near_in + 0.3)),
    )
    state = ready(table(), gun, pals, unit("b", "de.squad", (24, 24), 270))
    state = with_status(state, "a", replace(status(state, "a"), men=1, offsets=()))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert ("6 dice hit on 4+" in told) is helps


@proves("KN-IND-44", "KN-IND-04", "KN-IND-43", "KN-ACT-12", "KN-SPEC-24a")
def test_guns_on_the_table_answer_one_by_one_and_those_off_it_by_their_kind() -> None:
    guns = {
        "m": "uk.3in_mortar", "g": "uk.25pdr", "b1": "uk.25pdr_battery", "b2": "uk.25pdr_battery", "c": "uk.55in_battery",
    }  # fmt: skip
    silent = {
        "waits": "uk.25pdr",
        "towed": "uk.25pdr",
        "pak": "uk.6pdr",
        "light": "uk.platoon_hq",
        "empty": "uk.25pdr",
    }
    at = {
        "m": (10, 10),
        "g": (20, 10),
        "pak": (30, 10),
        "light": (40, 10),
        "empty": (50, 10),
        "waits": (60, 10),
    }
    units = [unit(name, type, at.get(name)) for name, type in {**guns, **silent}.items()]
    units += [
        unit("quad", "uk.quad", (10, 30)),
        unit("hq", "uk.hq", (4, 40)),
        unit("foe", "de.80mm_mortar", (60, 40)),
    ]
    state = opened(table(), *units, aboard={"towed": "quad"})
    state = state.with_unit(replace(state.unit("waits"), conditions=frozenset({RESERVE})))
    state = with_status(state, "empty", replace(status(state, "empty"), lost_weapons=("25 pdr",)))
    assert dedicated_batteries(position(state), UK) == (("m",), ("g",), ("b1", "b2"), ("c",))
    refused = {
        ("g", "m"): "do not fire together",
        ("g", "b1"): "do not fire together",
        ("pak",): "pak has nothing that fires indirectly",
        ("light",): "light has nothing that fires indirectly",
        ("towed",): "towed is not deployed on the table",
        ("waits",): "waits is not deployed on the table",
        ("empty",): "empty is out of ammunition",
        ("foe",): "uk has no gun foe",
        ("nobody",): "uk has no gun nobody",
        ("hq",): "hq has nothing that fires indirectly",
    }
    ready_state = act(act(state, RollCommand(UK), 6, 6, 6), KeepCommand(UK))
    asking = activated(ready_state, "hq", K.REQUEST)
    for names, said in refused.items():
        assert said in refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38)))
    for names in (("m",), ("g",), ("b1", "b2"), ("b2",), ("c",)):
        assert refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38))) == ""


@proves("KN-SUPP-23", "KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-NIGHT-03", "KN-NIGHT-01")
@pytest.mark.parametrize(
    ("pieces", "night", "cover"),
    [
        ((), False, Cover.OPEN), ((), True, Cover.VISUAL),
        ((T.CROPS,), False, Cover.VISUAL), ((T.CROPS,), True, Cover.VISUAL),
        ((T.RUBBLE,), False, Cover.HARD), ((T.RUBBLE,), True, Cover.HARD),
        ((T.CROPS, T.RUBBLE), False, Cover.HARD), ((T.RUBBLE, T.CROPS), False, Cover.HARD),
        ((T.CROPS, T.TRENCH), False, Cover.REINFORCED), ((T.FOXHOLES, T.RUBBLE), False, Cover.REINFORCED),
        ((T.ROUGH_1,), False, Cover.OPEN),
    ],
)  # fmt: skip
def test_the_best_cover_of_the_ground_counts_and_at_night_no_less_than_visual(
    pieces: tuple[T, ...], night: bool, cover: Cover
) -> None:
    ground = [area(terrain, 26, 20, 34, 28) for terrain in pieces]
    state = opened(table(*ground), unit("a", "uk.squad", (12, 24)), unit("b", "de.sniper", (30, 24)), night=night)  # fmt: skip
    where = position(state)
    seen = look(where, state.unit("a"), state.unit("b"))
    assert cover_from(where, state.unit("b"), seen).cover is cover


@proves("KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-23")
@pytest.mark.parametrize(
    ("terrain", "wall_x", "cover"),
    [
        (T.WALL, 28.5, Cover.HARD), (T.WALL, 27.0, Cover.OPEN), (T.HEDGE, 28.5, Cover.VISUAL), (T.FENCE, 28.5, Cover.VISUAL),
        (T.WALL, 31.5, Cover.OPEN), (T.WALL, 12.2, Cover.OPEN), (T.BOCAGE, 29.0, Cover.HARD),
    ],
)  # fmt: skip
def test_a_wall_within_2_inches_before_the_target_shelters_it_and_one_at_the_firer_does_not(
    terrain: T, wall_x: float, cover: Cover
) -> None:
    wall = line(terrain, (wall_x, 10), (wall_x, 40), width_in=0.2)
    state = opened(table(wall), unit("a", "uk.sniper", (12, 24)), unit("b", "de.sniper", (30, 24)))
    where = position(state)
    seen = look(where, state.unit("a"), state.unit("b"))
    assert seen.is_open
    assert cover_from(where, state.unit("b"), seen).cover is cover


@proves("KN-BLDG-02c", "KN-BLDG-02a")
@pytest.mark.parametrize(
    ("concealed", "held_by", "needed"),
    [(False, (), None), (True, (), "3+"), (True, (FIRED,), "2+"), (True, ("outside",), "3+")],
)
def test_a_concealed_bunker_is_seen_as_an_obscured_vehicle_is(
    concealed: bool, held_by: tuple[str, ...], needed: str | None
) -> None:
    """3+, and 2+ once somebody in it has fired; who fires elsewhere does not give it away."""
    bunker = area(T.BUNKER, 28, 20, 34, 26)
    foe = unit("foe", "de.squad", (31, 23), 0, *(c for c in held_by if c == FIRED))
    other = unit("other", "de.squad", (60, 40), 0, *([FIRED] if "outside" in held_by else []))
    options = {"concealed_bunkers": ["bunker"]} if concealed else {}
    state = ready(
        table(bunker), unit("a", "uk.sherman", (12, 23), 90), foe, other, inside={"foe": "bunker"}, **options
    )
    state = activated(state, "a", K.DIRECT_HE, K.MOVE)
    told = str(GAME.chances(state, FireAtBuilding(UK, "a", "bunker", K.DIRECT_HE, "75mm")))
    assert ("observed on" in told or "seen on" in told) is (needed is not None), told
    if needed is not None:
        assert needed in told


@proves("KN-AIR-07")
@pytest.mark.parametrize(
    ("rows", "at", "facing_deg"),
    [((60, 70), Spot(48, 72), 0.0), ((10, 20), Spot(48, 0), 180.0), ((10, 70), Spot(48, 72), 0.0), ((20, 40), Spot(48, 0), 180.0)],
)  # fmt: skip
def test_an_aircraft_comes_over_the_edge_that_its_units_are_nearest_to(
    rows: tuple[float, float], at: Spot, facing_deg: float
) -> None:
    """OUR 159, on a table 72 inches deep, by the mean of where the units stand."""
    own = [unit_of(f"u{k}", "uk.squad", (20 + 9 * k, y)) for k, y in enumerate(rows)]
    state = game(*own, unit_of("foe", "de.squad", (80, 36)))
    resolution = support_tables.resolving(state, dice_of([85]))
    draw_counter(resolution, BRITISH, "a test")
    resolution = support_tables.resolving(resolution.state, dice_of([6, 1]))
    arrive(resolution, BRITISH)
    (plane,) = [one for one in resolution.state.units.values() if one.id not in ("u0", "u1", "foe")]
    assert (plane.at, plane.facing_deg) == (at, facing_deg)


@proves("KN-MOVE-11", "KN-MOVE-10")
def test_a_way_that_only_touches_woods_crosses_none() -> None:
    state = opened(table(area(T.WOODS, 20, 24, 40, 40)), unit("u", "uk.sherman", (10, 14), 90), FAR)
    corner = (Spot(10, 14), Spot(20, 24), Spot(30, 14))
    assert plan(position(state), state.unit("u"), corner, None, reverse=False).hazards == ()


@proves("KN-IND-19", "KN-IND-20", "KN-IND-23")
def test_told_of_one_unit_the_others_take_their_share_of_the_shells_all_the_same() -> None:
    """A lorry with a squad, a half-track with a roofless load, a tank with men inside and a squad alone."""
    aboard = {"in lorry": "lorry", "in track": "track", "on tank": "tank"}
    state = game(
        unit_of("lorry", "de.opel", (40, 20)), unit_of("track", "de.sdkfz251", (43, 24)), unit_of("tank", "de.pz4h", (36, 24)),
        unit_of("men", "de.squad", (40, 26)), *(unit_of(name, "de.squad") for name in aboard),
        status={name: Status(men=8, aboard=carrier) for name, carrier in aboard.items()},
    )  # fmt: skip
    where, shot = support_tables.at(state), HighExplosive(ShellSize.HEAVY, 5, 3)
    whole = barrage_at(where, Spot(40, 22), shot)
    for one in ("lorry", "in lorry", "track", "in track", "tank", "on tank", "men"):
        apart = barrage_at(where, Spot(40, 22), shot, about=one)
        assert len(apart.order) == len(whole.order)
        assert apart.order.index(one) == whole.order.index(one)
        carrier = aboard.get(one)
        assert apart.concerns == ({one} if carrier is None else {one, carrier})


@proves("KN-COV-02", "KN-DFHE-05")
@pytest.mark.parametrize(("kinds", "asked"), [((K.MOVE, K.SUPPRESS_SMALL_ARMS), True), ((K.SUPPRESS_SMALL_ARMS, K.MOVE), False), ((K.MOVE, K.MOVE), False)])  # fmt: skip
def test_who_forgoes_his_move_may_be_met_by_covering_fire_before_he_fires(
    kinds: tuple[K, K], asked: bool
) -> None:
    """OUR 62: a Move brings its own chances; before any other action that comes first covering fire may be given."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24), 90), unit("p", "de.squad", (32, 24), 270, COVERING)
    )
    state = activated(state, "u", *kinds)
    if GAME.to_act(state) != UK:
        state = act(state, HoldFire("de"))
    after = act(state, Forgo(UK))
    assert (GAME.to_act(after) == "de") is asked


@proves("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37", "KN-AA-08", "KN-AIR-29", "KN-DEPL-13", "KN-DEPL-14")
@pytest.mark.parametrize(
    ("type_id", "mobility", "hits", "capacity", "tows"),
    [
        ("uk.churchill", Mobility.SLOW_TRACKS, 0, 0, False), ("de.king_tiger", Mobility.SLOW_TRACKS, 0, 0, False),
        ("de.pz4h", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.sherman", Mobility.MEDIUM_TRACKS, 0, 0, False),
        ("de.tiger", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.bren_carrier", Mobility.FAST_TRACKS, 0, 6, True),
        ("uk.cromwell", Mobility.VERY_FAST_TRACKS, 0, 0, False), ("uk.m5_halftrack", Mobility.HALF_TRACK, 0, 12, True),
        ("uk.daimler", Mobility.CROSS_COUNTRY, 0, 0, False), ("uk.jeep", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("de.motorcycle", Mobility.MOTORCYCLE, 1, 2, False), ("de.kubelwagen", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("uk.bedford", Mobility.ROAD_VEHICLE, 2, 20, True), ("uk.supply_truck", Mobility.ROAD_VEHICLE, 2, 0, True),
        ("de.sdkfz7", Mobility.HALF_TRACK, 3, 12, True), ("uk.auster", Mobility.NONE, 2, 0, False),
        ("uk.spitfire", Mobility.NONE, 3, 0, False), ("uk.typhoon", Mobility.NONE, 4, 0, False),
    ],
)  # fmt: skip
def test_vehicles_of_the_house_list(
    type_id: str, mobility: Mobility, hits: int, capacity: int, tows: bool
) -> None:
    """OUR 183: tracks by km/h across country, 13, 17, 18, 22, 20, 27 and 29; hits as printed, small, medium and large."""
    row = HOUSE_ROSTER[type_id]
    assert (row.mobility, row.hits, row.capacity, row.tows) == (mobility, hits, capacity, tows)
    assert row.men == 0


@proves("KN-PRIN-19", "KN-PRIN-20")
@pytest.mark.parametrize(
    ("men", "said"),
    [
        (((20, 24), (21.6, 24), (23.2, 24)), ""),
        (((20, 24), (21.65, 24), (23.2, 24)), "2 men stand more than 1"),
        (((20, 24), (21.6, 24), (23.3, 24)), "1 men stand more than 1"),
        (((21.6, 24), (20, 24), (20, 25.6)), ""),
        (((20, 24), (21.6, 24)), "u has 3 men to place"),
        (((20, 24), (21.6, 24), (23.2, 24), (24.8, 24)), "u has 3 men to place"),
        (((27, 24), (26, 24), (26, 25)), "a man may go 5"),
    ],
)
def test_men_stand_in_a_chain_an_inch_apart_at_most_and_go_no_farther_than_their_unit(
    men: tuple[tuple[float, float], ...], said: str
) -> None:
    """Bases are 0.6 inches across; three engineers move a short way from about (20, 24)."""
    state = opened(table(), unit("u", "uk.hq", (20, 24)), FAR)
    places = tuple(Spot(float(x), float(y)) for x, y in men)
    reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(21, 24)), places))
    told = "; ".join(map(str, reasons))
    assert said in told
    assert bool(said) == bool(told)


@proves("KN-MOVE-25", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("mover", "other", "apart_in", "stands"),
    [
        ("uk.sherman", "uk.churchill", 1.61, True), ("uk.sherman", "uk.churchill", 1.5, False),
        ("uk.sherman", "de.pz4h", 1.5, False), ("uk.squad", "uk.platoon_hq", 0.0, True), ("uk.squad", "de.squad", 0.0, False),
        ("uk.squad", "uk.sherman", 0.2, False), ("uk.sherman", "uk.squad", 0.2, False), ("uk.sherman", "de.bf109", 0.0, True),
    ],
)  # fmt: skip
def test_who_may_stand_where_another_stands(mover: str, other: str, apart_in: float, stands: bool) -> None:
    """OUR 54: side by side, facing north; men of one side stand among each other, aircraft are no hindrance."""
    state = game(
        unit_of("u", mover, (60, 60)), unit_of("o", other, (30, 24)), unit_of("foe", "de.squad", (90, 5))
    )
    where = support_tables.at(state)
    base = base_at(where.type(state.unit("u")), where.status(state.unit("u")), Spot(30 + apart_in, 24), 0.0)
    assert (why_not_stand(where, state.unit("u"), base) is None) is stands


@proves("KN-WPN-24", "KN-SPEC-24a", "KN-WPN-19a")
@pytest.mark.parametrize(
    ("type_id", "men", "conditions", "said"),
    [
        ("uk.25pdr", 4, (), None), ("uk.25pdr", 2, (), None), ("uk.25pdr", 1, (), "needs a crew of 2"),
        ("de.wespe", 0, (), None), ("uk.3in_mortar", 1, (), "needs a crew of 2"), ("uk.25pdr", 4, (SUPPRESSED,), "is suppressed"),
        ("uk.6pdr", 3, (), "has nothing that fires indirectly"), ("uk.platoon_hq", 5, (), "has nothing that fires indirectly"),
    ],
)  # fmt: skip
def test_why_a_gun_is_silent(type_id: str, men: int, conditions: tuple[str, ...], said: str | None) -> None:
    state = game(
        unit_of("g", type_id, (40, 40), *conditions), unit_of("foe", "de.squad", (80, 9)), status={"g": Status(men=men)}
    )  # fmt: skip
    reason = is_silent(support_tables.at(state), state.unit("g"))
    assert (reason is None) is (said is None)
    assert reason is None or said is None or said in reason.text


@proves("KN-ACT-06", "KN-ACT-07", "KN-ACT-12", "KN-ACT-13", "KN-ACT-14", "KN-SPEC-15", "KN-IND-43")
@pytest.mark.parametrize(
    ("type_id", "kind", "may"),
    [
        ("uk.25pdr", K.SUPPRESS_INDIRECT, True), ("uk.3in_mortar", K.SUPPRESS_INDIRECT, False), ("uk.hq", K.REQUEST, True),
        ("uk.squad", K.REQUEST, False), ("uk.platoon_hq", K.REQUEST, True), ("uk.supply_truck", K.RE_SUPPLY, True),
        ("uk.bedford", K.RE_SUPPLY, False), ("uk.sappers", K.ENGINEER, True), ("uk.sherman_arv", K.ENGINEER, True),
        ("uk.squad", K.ENGINEER, False), ("uk.bofors", K.SUPPRESS_AIRCRAFT, True), ("uk.6pdr", K.SUPPRESS_AIRCRAFT, False),
    ],
)  # fmt: skip
def test_what_only_some_units_can_be_told(type_id: str, kind: K, may: bool) -> None:
    """A mission waits for the gun called g, a mortar stands by, and an enemy aircraft is over the table."""
    name = "g" if type_id == "uk.25pdr" else "one"
    state = game(
        unit_of(name, type_id, (40, 40)), unit_of("m", "uk.3in_mortar", (20, 40)), unit_of("plane", "de.bf109", (60, 9)),
        unit_of("foe", "de.squad", (80, 9)),
    )  # fmt: skip
    mission = Mission("mission 1", BRITISH, "hq", ("g",), Spot(40, 9), is_on=True)
    state = support_tables.GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    assert (kind in declarable(support_tables.at(state), state.unit(name))) is may


@proves("KN-DFSA-54")
@pytest.mark.parametrize(
    ("type_id", "status", "wood", "differ"),
    [
        ("uk.squad", Status(men=3), False, False),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0))), False, True),
        ("uk.squad", Status(men=8), True, True),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0)), inside="brick_building"), False, False),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0)), aboard="lorry"), False, False),
        ("uk.6pdr", Status(men=3, offsets=((0, 0), (1, 0), (2, 0))), False, False),
    ],
)  # fmt: skip
def test_whose_models_are_not_alike(type_id: str, status: Status, wood: bool, differ: bool) -> None:
    """OUR 71: placed one by one, or on different ground; those inside something are alike."""
    pieces = [support_tables.area(T.BRICK_BUILDING, 60, 60, 70, 70)]
    pieces += [support_tables.area(T.WOODS, 40, 30, 50, 50)] if wood else []
    state = game(
        unit_of("u", type_id, (40, 40)), unit_of("lorry", "uk.bedford", (20, 20)), unit_of("foe", "de.squad", (80, 9)),
        pieces=pieces, status={"u": status},
    )  # fmt: skip
    assert models_differ(support_tables.at(state), state.unit("u")) is differ


@proves("KN-BMOR-11", "KN-TURN-21")
def test_nobody_draws_a_counter_when_the_game_is_over() -> None:
    state = game(unit_of("own", "uk.squad", (40, 60)), unit_of("foe", "de.squad", (40, 9)))
    resolution = support_tables.resolving(state, dice_of([]))
    resolution.happen(GameEnded(BRITISH, "a test"))
    draw_counter(resolution, BRITISH, "a test")
    assert progress_of(resolution.state).counters_of(BRITISH) == ()


@proves("KN-ENG-04")
@pytest.mark.parametrize(("type_id", "dice"), [("uk.sherman_crab", ()), ("uk.sappers", ()), ("uk.sherman", (2,)), ("uk.squad", (2,))])  # fmt: skip
def test_who_can_clear_mines_rolls_for_none(type_id: str, dice: tuple[int, ...]) -> None:
    """OUR 134."""
    state = game(
        unit_of("u", type_id, (30, 38)), unit_of("foe", "de.squad", (80, 60)),
        pieces=[support_tables.area(T.MINEFIELD, 29, 29, 31, 31)],
    )  # fmt: skip
    state = told_to(state, "u", K.MOVE, K.MOVE)
    after = play_on(state, Move(BRITISH, "u", (Spot(30, 38), Spot(30, 33.5))), *dice)
    assert after.unit("u").at == Spot(30, 33.5)


@proves("KN-ENG-12b")
def test_a_bulldozer_opens_no_gap_where_one_is() -> None:
    hedge = support_tables.line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)
    gap = support_tables.area(T.GAP, 27, 29, 33, 31)
    state = game(
        unit_of("dozer", "us.dozer", (30, 33), side=BRITISH), unit_of("foe", "de.squad", (80, 60)), pieces=[hedge, gap]
    )  # fmt: skip
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = play_on(state, Move(BRITISH, "dozer", (Spot(30, 33), Spot(30, 26))))
    assert len(position(after).table.pieces) == 2


@proves("KN-IND-05", "KN-IND-07")
@pytest.mark.parametrize(("general", "said", "unsaid"), [(True, "says which guns answer", ""), (False, "1 in all", "says which guns answer")])  # fmt: skip
def test_a_request_tells_its_checks_and_who_may_answer(general: bool, said: str, unsaid: str) -> None:
    state = game(
        unit_of("hq", "uk.hq", (40, 32)), unit_of("g", "uk.25pdr", (40, 60)), unit_of("foe", "de.squad", (40, 20)),
        fire_support={BRITISH: {"requests": ["high"]}},
    )  # fmt: skip
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(BRITISH, "hq", ("g",), Spot(40, 20))
    if general:
        request = RequestMission(BRITISH, "hq", at=Spot(40, 20), priority=Priority.HIGH, level=Level.CORPS)
    told = " | ".join(map(str, support_tables.GAME.chances(state, request).reasons))
    assert said in told
    assert ("high priority is granted on 3+" in told) is general
    assert not unsaid or unsaid not in told
    assert f"a radio check needs 3+, {3 if general else 1} in all" in told


@proves("KN-DFSA-56", "KN-DFSA-55")
@pytest.mark.parametrize(
    ("type_id", "men", "at_least", "lost", "owed"),
    [
        ("uk.squad", 8, 0, (), 0), ("uk.squad", 8, 1, ("Bren",), 0), ("uk.squad_piat", 8, 0, (), 0), ("uk.squad_piat", 8, 1, (), 1),
        ("uk.squad_piat", 1, 0, (), 1), ("uk.squad_piat", 0, 0, (), 2), ("uk.hq", 3, 1, (), 0),
    ],
)  # fmt: skip
def test_a_weapon_goes_at_once_where_there_is_one_kind_and_is_chosen_where_there_are_two(
    type_id: str, men: int, at_least: int, lost: tuple[str, ...], owed: int
) -> None:
    """OUR 72: on the die, or when fewer men than weapons are left."""
    state = game(
        unit_of("u", type_id, (40, 60)), unit_of("foe", "de.squad", (40, 9)), status={"u": Status(men=men)}
    )  # fmt: skip
    resolution = support_tables.resolving(state, dice_of([]))
    lose_weapons(resolution, state.unit("u"), at_least=at_least)
    after = progress_of(resolution.state)
    assert after.of("u").lost_weapons == lost
    assert sum(one.count for one in after.owed) == owed


@proves("KN-IND-05", "KN-IND-07", "KN-IND-32", "KN-IND-33")
@pytest.mark.parametrize("registered", [True, False])
def test_a_request_on_a_registered_point_tells_of_no_drift(registered: bool) -> None:
    state = game(
        unit_of("hq", "uk.hq", (40, 32)), unit_of("g", "uk.25pdr", (40, 60)), unit_of("foe", "de.squad", (40, 20)),
        fire_support={BRITISH: {"registered_points": {"mill": [40, 20]}}},
    )  # fmt: skip
    request = RequestMission(BRITISH, "hq", ("g",), None if registered else Spot(40, 20), "mill" * registered)
    told = str(support_tables.GAME.chances(told_to(state, "hq", K.REQUEST), request).reasons)
    assert ("the marker drifts" in told) is not registered
