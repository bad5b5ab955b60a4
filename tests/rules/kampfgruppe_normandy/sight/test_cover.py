"""The cover of the ground, of walls and of wrecks."""

from dataclasses import replace

import pytest
from shapely import box

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.terrain_chart import CHART, Bar, Ground
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.sight.cover import Sheltered, cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    area,
    line,
    opened,
    position,
    ready,
    table,
    unit,
    with_status,
)

IN_LINE = tuple((0.0, 0.9 * (k - 3.5)) for k in range(8))
"""Eight men abreast, facing east or west."""


def cover_of_squad(*pieces: Piece) -> Cover:
    """The cover of eight Germans abreast at x 40 against a British tank to the west."""
    state = ready(table(*pieces), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 270))
    state = with_status(state, "b", Status(men=8, offsets=IN_LINE))
    found = position(state)
    return cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover


@proves("KN-SUPP-31", "KN-SUPP-23")
@pytest.mark.parametrize(("away_in", "cover"), [(1.95, Cover.HARD), (2.05, Cover.OPEN)])
def test_a_wall_is_cover_within_2_inches(away_in: float, cover: Cover) -> None:
    man_in, wall_in = 0.3, 0.2
    x = 40 - man_in - away_in - wall_in
    assert cover_of_squad(line(T.WALL, (x, 10), (x, 38))) is cover


@proves("KN-SUPP-31")
@pytest.mark.parametrize(("crossed_at_in", "cover"), [(36.2, Cover.OPEN), (36.7, Cover.HARD)])
def test_a_wall_is_cover_of_a_hull_where_the_line_crosses_it_within_2_inches(
    crossed_at_in: float, cover: Cover
) -> None:
    """It runs aslant, 1.5 inches off a corner of the half-track, whose front is at 38.6; what counts is
    where the line crosses it."""
    wall = line(T.WALL, (crossed_at_in - 0.9, 22.5), (crossed_at_in + 1.8, 27))
    state = ready(table(wall), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.sdkfz251", (40, 24), 270))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


def of_sniper_behind(wall: Piece, x_in: float, hill_in: float) -> Sheltered:
    """The cover of a man at this place against a tank at x 20 that looks east from a hill of this height."""
    hill = Piece("hill", T.HILL, box(16, 20, 21, 28), height_in=hill_in)
    tank, man = unit("a", "uk.sherman", (20, 24), 90), unit("b", "de.sniper", (x_in, 24), 270)
    found = position(ready(table(hill, wall), tank, man))
    return cover_from(found, man, look(found, tank, man))


@proves("KN-SUPP-31", "KN-SUPP-23")
@pytest.mark.parametrize(("x_in", "cover"), [(26.0, Cover.HARD), (26.01, Cover.OPEN)])
def test_a_low_wall_is_cover_from_above_as_far_back_as_it_hides_the_lowest_tenth_of_a_man(
    x_in: float, cover: Cover
) -> None:
    """From an eye 2.6 inches high a wall of 0.9, 4 inches off, hides what is lower than 0.05 up to 6 inches off."""
    low = Piece("wall", T.WALL, box(23.5, 14, 24, 34), height_in=0.9)
    assert of_sniper_behind(low, x_in, 1.25).cover is cover


@proves("KN-SUPP-31", "KN-SUPP-23")
@pytest.mark.parametrize(("x_in", "words"), [(26.0, "behind wall wall"), (25.99, "seen in part")])
def test_a_man_on_the_edge_of_a_wall_counts_as_behind_it(x_in: float, words: str) -> None:
    """In doubt the target has the better save; a hair before the wall it hides his part beyond it alone."""
    high = Piece("wall", T.WALL, box(26, 14, 26.5, 34), height_in=1.0)
    assert words in of_sniper_behind(high, x_in, 0.01).reason.text


@proves("KN-DFAT-43b")
@pytest.mark.parametrize(("burns", "cover"), [(True, Cover.HARD), (False, Cover.OPEN)])
def test_a_tank_that_was_destroyed_is_hard_cover_for_the_men_behind_it(burns: bool, cover: Cover) -> None:
    state = ready(table(), unit("a", "uk.squad", (14, 24), 90), unit("b", "de.squad", (33, 25), 270))
    wreck = Loss("tank", "uk.sherman", "uk", "destroyed", Spot(30, 24), 90.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,) if burns else ()))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


@proves("KN-DFAT-43b", "KN-SUPP-31", "KN-IND-20")
@pytest.mark.parametrize(
    ("men_at", "burst_at", "save"),
    [((30, 24), (30, 18), 4), ((30, 21.8), (30, 27), 4), ((30, 21.8), (30, 17), 6)],
    ids=["under it", "behind it", "before it"],
)
def test_a_tank_that_was_destroyed_is_hard_cover_from_shells_too(
    men_at: tuple[float, float], burst_at: tuple[float, float], save: int
) -> None:
    state = ready(table(), unit("a", "uk.squad", (4, 4)), unit("b", "de.squad", men_at))
    wreck = Loss("tank", "uk.sherman", "uk", "destroyed", Spot(30, 24), 90.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    shells = barrage_at(position(state), Spot(*burst_at), HighExplosive(ShellSize.MEDIUM, 4, 2))
    assert [(target.unit, target.save) for target in shells.targets] == [("b", save)]


@proves("KN-SUPP-31")
@pytest.mark.parametrize(("to_wall_in", "cover"), [(0.4, Cover.OPEN), (3.0, Cover.HARD)])
def test_a_wall_gives_no_cover_from_a_firer_who_stands_at_it(to_wall_in: float, cover: Cover) -> None:
    wall = line(T.WALL, (38.4, 10), (38.4, 38))
    state = ready(
        table(wall), unit("a", "uk.sniper", (38.2 - to_wall_in, 24), 90), unit("b", "de.squad", (40, 24), 270)
    )
    state = with_status(state, "b", Status(men=8, offsets=IN_LINE))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


@proves("KN-SUPP-20", "KN-SUPP-23")
@pytest.mark.parametrize(("men_inside", "cover"), [(3, Cover.OPEN), (4, Cover.VISUAL), (5, Cover.VISUAL)])
def test_half_the_men_must_be_in_the_cover(men_inside: int, cover: Cover) -> None:
    first_outside_in = 24 + 0.9 * (men_inside - 3.5) - 0.45
    assert cover_of_squad(area(T.ORCHARD, 38, 12, 42, first_outside_in)) is cover


def covered(*pieces: Piece, by: str = "uk.sherman", kind: str = "de.squad", **options: object) -> Cover:
    """The cover of a German unit at (40, 24) against a British one at (10, 24)."""
    state = ready(table(*pieces), unit("a", by, (10, 24), 90), unit("b", kind, (40, 24), 270), **options)
    found = position(state)
    return cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover


@proves("KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-SUPP-29", "KN-SUPP-23")
@pytest.mark.parametrize(
    ("terrain", "cover"),
    [
        (T.CROPS, Cover.VISUAL), (T.ORCHARD, Cover.VISUAL), (T.RUBBLE, Cover.HARD), (T.TRENCH, Cover.REINFORCED),
        (T.FOXHOLES, Cover.REINFORCED), (T.SANDBAGS, Cover.HARD), (T.MARSH, Cover.OPEN),
    ],
)  # fmt: skip
def test_cover_of_the_ground_men_stand_in(terrain: T, cover: Cover) -> None:
    assert covered(area(terrain, 36, 20, 44, 28)) is cover


@proves("KN-SUPP-30", "KN-SUPP-31", "KN-FIELD-02")
@pytest.mark.parametrize(
    ("terrain", "cover"),
    [(T.HEDGE, Cover.VISUAL), (T.FENCE, Cover.VISUAL), (T.WALL, Cover.HARD), (T.BOCAGE, Cover.HARD)],
)
def test_cover_close_behind_a_wall_or_hedge(terrain: T, cover: Cover) -> None:
    assert covered(line(terrain, (38.2, 10), (38.2, 38))) is cover


@proves("KN-SUPP-31", "KN-SUPP-23")
def test_a_wall_far_in_front_or_behind_is_no_cover() -> None:
    assert covered(line(T.WALL, (30, 10), (30, 38))) is Cover.OPEN
    assert covered(line(T.WALL, (42, 10), (42, 38))) is Cover.OPEN


@proves("KN-BLDG-01", "KN-DEPL-12")
@pytest.mark.parametrize(("terrain", "cover"), [(T.WOODEN_BUILDING, Cover.HARD), (T.BUNKER, Cover.FORTIFIED)])
def test_cover_inside_a_building(terrain: T, cover: Cover) -> None:
    assert covered(area(terrain, 38, 22, 42, 26), inside={"b": terrain.value}) is cover


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
def test_a_tank_less_than_nine_tenths_in_sight_is_obscured_by_the_piece_that_hides_the_rest(
    house_to_y: float, cover: Cover
) -> None:
    """OUR 32: to y = 23.45 the corner of the house hides less than a tenth of the Panzer behind it, to 23.5 more."""
    house = area(T.STONE_BUILDING, 26, 15, 27, house_to_y)
    state = opened(table(house), unit("a", "uk.sniper", (12, 24)), unit("b", "de.pz4h", (30, 24), 90))
    where = position(state)
    assert cover_from(where, state.unit("b"), look(where, state.unit("a"), state.unit("b"))).cover is cover
