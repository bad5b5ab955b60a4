"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.terrain_chart import CHART, Bar, Ground
from rules.kampfgruppe_normandy.book.unit_types import Kind, Mobility
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Forgo
from rules.kampfgruppe_normandy.effects.casualties import lose_weapons, models_differ
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.questions.ranges import Range
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, standing_height
from rules.kampfgruppe_normandy.questions.target import special_weapons_left, target_of
from rules.kampfgruppe_normandy.state.events import GameEnded
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    dice_of,
    game,
    line,
    opened,
    position,
    ready,
    refusal,
    resolving,
    status,
    table,
    unit,
    with_status,
)

GROUNDS = """
open       open   all  free nobody   -        clear railway hill slope crest minefield
open       open   all  die  nobody   -        rough_1 rough_2 rough_3 marsh soft_sand mud stream barbed_wire
open       open   all  free all      -        river lake cliff
open       open   all  free nobody   road     good_road poor_road track
open       open   all  free nobody   bridge   bridge
open       open   all  free nobody   opens    gate gap ford
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


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize(
    ("type", "rounds", "fits"),
    [
        ("uk.sherman", {"ap": 0, "he": 9}, True),
        ("uk.sherman", {"ap": 9, "he": 0}, True),
        ("uk.sherman", {"ap": -1, "he": 9}, False),
        ("uk.sherman", {"ap": 10, "he": 0}, False),
        ("uk.daimler", {"ap": 9, "he": 0}, True),
        ("uk.daimler", {"ap": 9, "he": 1}, False),
    ],
)
def test_the_rounds_of_a_tank_are_within_its_ammunition(
    type: str, rounds: dict[str, int], fits: bool
) -> None:
    """A Sherman V carries nine; a Daimler's gun fires no HE."""
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


@proves(
    "KN-MOVE-11", "KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-BLDG-01", "KN-DEPL-12",
    "KN-FIELD-01", "KN-FIELD-02",
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


@proves("KN-PRIN-14", "KN-DEPL-16b", "KN-PRIN-16")
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
    "KN-PRIN-18", "KN-PRIN-25", "KN-PRIN-26", "KN-PRIN-27", "KN-PRIN-28", "KN-DFSA-35", "KN-DFSA-36",
    "KN-DFSA-37",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "kind", "length_in", "width_in"),
    [
        ("uk.squad", Kind.INFANTRY, 0.6, 0.6), ("uk.6pdr", Kind.GUN, 2.0, 1.6), ("uk.jeep", Kind.SOFT_SKIN, 2.0, 1.0),
        ("uk.bedford", Kind.SOFT_SKIN, 3.0, 1.2), ("uk.m5_halftrack", Kind.OPEN_TOPPED, 2.8, 1.3),
        ("uk.daimler", Kind.ENCLOSED, 2.4, 1.2), ("uk.sherman", Kind.ENCLOSED, 3.2, 1.6), ("uk.crocodile", Kind.ENCLOSED, 3.2, 1.6),
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
    assert row.ammunition == {"uk.sherman": 9, "uk.daimler": 10, "uk.crocodile": 8}.get(type_id, 0)
    with pytest.raises(BadInput, match="crossbow"):
        row.weapon("crossbow")


@proves(
    "KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-25", "KN-DFSA-61", "KN-PRIN-20", "KN-PRIN-22",
    "KN-WPN-03", "KN-WPN-12", "KN-WPN-14",
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


@proves("KN-SUPP-23", "KN-SUPP-31")
@pytest.mark.parametrize(
    ("house_to_y", "cover"), [(23.2, Cover.OPEN), (23.45, Cover.OPEN), (23.5, Cover.HARD), (23.8, Cover.HARD)]
)
def test_a_tank_of_which_less_than_nine_tenths_are_seen_is_obscured_by_what_hides_the_rest(
    house_to_y: float, cover: Cover
) -> None:
    """OUR 32: to y = 23.45 the corner of the house hides less than a tenth of the Panzer behind it, to 23.5 more."""
    house = area(T.STONE_BUILDING, 26, 15, 27, house_to_y)
    state = opened(table(house), unit("a", "uk.sniper", (12, 24)), unit("b", "de.pz4h", (30, 24), 90))
    where = position(state)
    assert cover_from(where, state.unit("b"), look(where, state.unit("a"), state.unit("b"))).cover is cover


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
    assert ("is observed on" in told) is (needed is not None), told
    assert needed is None or f"is observed on {needed}" in told


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
    if not asked:
        assert progress_of(act(after, Forgo(UK))).activation is None


@proves("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37", "KN-AA-08", "KN-AIR-29a", "KN-DEPL-13", "KN-DEPL-14")
@pytest.mark.parametrize(
    ("type_id", "mobility", "hits", "capacity", "tows"),
    [
        ("uk.churchill", Mobility.SLOW_TRACKS, 0, 0, False), ("de.king_tiger", Mobility.SLOW_TRACKS, 0, 0, False),
        ("de.pz4h", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.sherman", Mobility.MEDIUM_TRACKS, 0, 0, False),
        ("de.tiger", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.bren_carrier", Mobility.FAST_TRACKS, 0, 6, True),
        ("uk.cromwell", Mobility.VERY_FAST_TRACKS, 0, 0, False), ("uk.m5_halftrack", Mobility.HALF_TRACK, 0, 12, True),
        ("uk.daimler", Mobility.CROSS_COUNTRY, 0, 0, False), ("uk.jeep", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("de.motorcycle", Mobility.MOTORCYCLE, 1, 2, False), ("de.kubelwagen", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("uk.bedford", Mobility.ROAD_VEHICLE, 2, 20, True), ("uk.supply_truck", Mobility.ROAD_VEHICLE, 2, 0, False),
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
    pieces = [area(T.BRICK_BUILDING, 60, 60, 70, 70)]
    pieces += [area(T.WOODS, 40, 30, 50, 50)] if wood else []
    state = game(
        unit("u", type_id, (40, 40)), unit("lorry", "uk.bedford", (20, 20)), unit("foe", "de.squad", (80, 9)),
        pieces=pieces, status={"u": status},
    )  # fmt: skip
    assert models_differ(position(state), state.unit("u")) is differ


@proves("KN-BMOR-11", "KN-TURN-21")
def test_nobody_draws_a_counter_when_the_game_is_over() -> None:
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    resolution = resolving(state, dice_of([]))
    resolution.happen(GameEnded(UK, "a test"))
    draw_counter(resolution, UK, "a test")
    assert progress_of(resolution.state).counters_of(UK) == ()


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
        unit("u", type_id, (40, 60)), unit("foe", "de.squad", (40, 9)), status={"u": Status(men=men)}
    )  # fmt: skip
    resolution = resolving(state, dice_of([]))
    lose_weapons(resolution, state.unit("u"), at_least=at_least)
    after = progress_of(resolution.state)
    assert after.of("u").lost_weapons == lost
    assert [obligation.count for obligation in after.owed] == [owed] * bool(owed)
