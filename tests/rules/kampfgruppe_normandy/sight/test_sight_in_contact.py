"""Sight where things touch: hulls at houses and at hulls, men at bocage, woods and lines however they were drawn."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, box

from rules.ground.table.inches import gap_in as gap
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights
from rules.ground.table.sight.shadows import Shadows
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.sight.screens import screens
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.sight.strewn_scenes import shares_ruled_and_by_rays
from tests.rules.kampfgruppe_normandy.tables import area, line, position, ready, table, unit, with_status

LENGTH_IN = 3.2
"""Of a Panzer IV."""

HOUSE = area(T.STONE_BUILDING, 30, 16, 36, 32)


def sight_of(
    *pieces: Piece,
    by: str = "uk.sherman",
    eye: tuple[float, float] = (10, 24),
    kind: str = "de.pz4h",
    at: tuple[float, float] = (40, 24),
    men: tuple[tuple[float, float], ...] = (),
) -> SightResult:
    """The sight of a British unit to a German one that faces north; its men may be placed one by one."""
    state = ready(table(*pieces), unit("a", by, eye, 90), unit("b", kind, at, 0))
    if men:
        state = with_status(state, "b", Status(men=len(men), offsets=men))
    return look(position(state), state.unit("a"), state.unit("b"))


@proves("KN-PRIN-14", "KN-SHOOT-09")
@pytest.mark.parametrize("gap_in", [0.5, 0.001, 0.0, -0.2])
def test_a_tank_at_the_far_wall_of_a_house_is_hidden_and_sees_nothing_through_it(gap_in: float) -> None:
    there = (36 + 0.8 + gap_in, 24)
    assert sight_of(HOUSE, at=there).share == 0.0
    assert sight_of(HOUSE, eye=there, at=(10, 24)).share == 0.0


@proves("KN-PRIN-15")
def test_the_part_of_a_tank_outside_an_overlapping_house_is_seen() -> None:
    """It is 1.6 inches wide; 0.4 of them are in the house."""
    assert sight_of(HOUSE, at=(30 - 0.4, 24)).share == pytest.approx(0.75, abs=0.01)


@proves("KN-PRIN-14")
def test_one_man_at_the_house_wall_does_not_reveal_the_rest_of_his_squad() -> None:
    """Eight men in a row away from the wall, the first of them touching it."""
    men = tuple((0.9 * place, 0.0) for place in range(8))
    assert sight_of(HOUSE, kind="de.squad", at=(36.3, 24), men=men).share == 0.0


@proves("KN-PRIN-14")
@pytest.mark.parametrize("gap_in", [0.0, 0.3])
def test_tanks_bumper_to_bumper_hide_each_other(gap_in: float) -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (24, 40), 0),
        unit("m", "de.pz4h", (24, 20), 0),
        unit("b", "de.pz4h", (24, 20 - LENGTH_IN - gap_in), 0),
    )
    found = position(state)
    assert gap(found.base(state.unit("m")), found.base(state.unit("b"))) == pytest.approx(gap_in)
    assert look(found, state.unit("a"), state.unit("b")).share == 0.0
    assert look(found, state.unit("m"), state.unit("b")).share == 1.0


def _bocage(*stops: tuple[float, float]) -> list[Piece]:
    return [
        line(T.BOCAGE, *ends, width_in=0.8, name=f"bocage {place}")
        for place, ends in enumerate(pairwise(stops))
    ]


@proves("KN-PRIN-14")
@pytest.mark.parametrize("stops", [(10, 50), (10, 20, 30, 40, 50)])
def test_a_man_at_the_end_of_bocage_looks_through_that_end_alone(stops: tuple[float, ...]) -> None:
    """A man half an inch from the line at its west end sees past it there, and not along it to the east."""
    row = _bocage(*((stop, 24) for stop in stops))
    for at, share in (((12, 10), 1.0), ((48, 20), 0.0)):
        assert sight_of(*row, by="uk.sniper", eye=(12, 24.9), kind="de.sniper", at=at).share == share
    assert sight_of(*row, by="uk.sniper", eye=(9.8, 24), kind="de.sniper", at=(60, 24)).share == 0.0


@proves("KN-PRIN-14")
@pytest.mark.parametrize("at", [(22, 5), (30, 14), (34, 30), (26.5, 22), (20, 40)])
def test_a_line_hides_the_same_however_it_is_cut(at: tuple[float, float]) -> None:
    """A bent line of bocage as one, cut at its bends, and cut in between."""
    stops = [(14, 10), (25, 20), (25, 34)]
    whole = Piece("bocage", T.BOCAGE, LineString(stops), 0.8)
    at_bends = _bocage(*stops)
    between = _bocage(stops[0], (19.5, 15), stops[1], (25, 27), stops[2])
    shares = [sight_of(*pieces, eye=(12, 24), at=at).share for pieces in ([whole], at_bends, between)]
    assert shares == pytest.approx([shares[0]] * 3, abs=0.002)


WOOD = [(30.0, 16.0), (36.0, 16.0), (36.0, 32.0), (30.0, 32.0)]


@proves("KN-PRIN-16")
@pytest.mark.parametrize("cut", [33.0, 30.5, 34.25])
@pytest.mark.parametrize("at_x", [31.0, 33.5, 35.0, 38.0])
def test_a_wood_hides_the_same_however_it_is_cut(cut: float, at_x: float) -> None:
    """A wood six inches deep, drawn whole or as two halves: sight reaches 4 inches into it and never through."""
    whole = Piece("wood", T.WOODS, Polygon(WOOD))
    halves = [
        Piece("near", T.WOODS, box(30, 16, cut, 32)),
        Piece("far", T.FOREST, box(cut, 16, 36, 32)),
    ]
    share = sight_of(whole, kind="de.sniper", at=(at_x, 24)).share
    assert sight_of(*halves, kind="de.sniper", at=(at_x, 24)).share == pytest.approx(share, abs=1e-6)
    assert share == (1.0 if at_x < 33.7 else 0.0)


@proves("KN-PRIN-16")
@pytest.mark.parametrize("height_in", [None, 4.0])
def test_an_arm_of_a_wood_is_not_seen_through_into_the_other(height_in: float | None) -> None:
    """A U-shaped wood, its arms an inch thick and 6 apart: a viewer in one sees into the other."""
    horseshoe = box(30, 10, 38, 30).difference(box(31, 10, 37, 29))
    wood = Piece("wood", T.WOODS, horseshoe, height_in=height_in)
    assert sight_of(wood, kind="de.sniper", at=(34, 20)).share == 0.0
    assert sight_of(wood, kind="de.sniper", at=(37.5, 20)).share == 0.0
    assert sight_of(wood, by="uk.sniper", eye=(30.5, 20), kind="de.sniper", at=(37.5, 20)).share == 1.0


@proves("KN-PRIN-14")
@pytest.mark.parametrize("terrain", [T.STONE_BUILDING, T.WOODS, T.BOCAGE])
def test_what_is_drawn_on_a_hill_stands_on_it(terrain: T) -> None:
    hill = area(T.HILL, 4, 4, 60, 44, level=2)
    assert sight_of(hill, area(terrain, 22, 10, 26, 38)).share == 0.0


@proves("KN-PRIN-14")
@pytest.mark.parametrize("terrain", [T.HILL, T.CREST])
def test_a_hill_without_a_level_is_one_level_high(terrain: T) -> None:
    found = sight_of(area(terrain, 20, 10, 30, 38))
    assert found.share == 0.0
    assert "OUR 163" in str(found.reasons[0])
    drawn = sight_of(area(T.HILL, 20, 10, 30, 38, level=1))
    assert (drawn.share, drawn.visibility) == (found.share, found.visibility)


@proves("KN-SUPP-31", "KN-SUPP-23")
def test_each_man_is_judged_for_the_cover_of_a_wall_in_however_many_pieces() -> None:
    """Half of the men behind one wall and half behind the next have cover, and three of eight have not."""
    men = tuple((0.0, 0.9 * (place - 3.5)) for place in range(8))
    north, south = line(T.WALL, (38.4, 10), (38.4, 24), name="north"), line(T.WALL, (38.4, 24), (38.4, 38))
    for pieces, cover in (((north, south), Cover.HARD), ((north,), Cover.HARD), ((), Cover.OPEN)):
        state = ready(
            table(*pieces), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 0)
        )
        state = with_status(state, "b", Status(men=8, offsets=men))
        seen = look(position(state), state.unit("a"), state.unit("b"))
        assert cover_from(position(state), state.unit("b"), seen).cover is cover
    short = line(T.WALL, (38.4, 10), (38.4, 23.0), name="short")
    state = ready(table(short), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 0))
    state = with_status(state, "b", Status(men=8, offsets=men))
    seen = look(position(state), state.unit("a"), state.unit("b"))
    assert cover_from(position(state), state.unit("b"), seen).cover is Cover.OPEN


@proves("KN-SUPP-31", "KN-PRIN-15")
def test_a_man_at_a_tall_wall_looks_over_it_and_shows_his_head() -> None:
    """OUR 165; a man farther off does neither."""
    wall = replace(line(T.WALL, (30, 10), (30, 38), width_in=0.4), height_in=2.4)
    at_it, off_it = (30.6, 24), (32, 24)
    assert sight_of(wall, by="uk.sniper", eye=at_it, kind="de.sniper", at=(20, 24)).share == 1.0
    assert 0 < sight_of(wall, by="uk.sniper", kind="de.sniper", at=at_it).share <= 0.1
    assert sight_of(wall, by="uk.sniper", eye=off_it, kind="de.sniper", at=(20, 24)).share == 0.0
    assert sight_of(wall, by="uk.sniper", kind="de.sniper", at=off_it).share == 0.0


HAIR_IN, LITTLE = 0.01, 0.03


@pytest.mark.parametrize(
    "pieces",
    [
        [HOUSE],
        _bocage((30, 16), (30, 32)),
        [Piece("wood", T.WOODS, Polygon(WOOD))],
        [area(T.SMOKE, 30, 16, 36, 32)],
        [replace(line(T.WALL, (30, 10), (30, 38), width_in=0.4), height_in=2.4)],
    ],
    ids=["house", "bocage", "wood", "smoke", "wall"],
)
@pytest.mark.parametrize("kind", ["de.pz4h", "de.sniper"])
def test_moving_a_target_by_a_hair_changes_its_visible_share_by_a_hair(
    pieces: list[Piece], kind: str
) -> None:
    """From 3 inches before it to 3 inches beyond, in steps of a hair, and along its end."""
    for start, end, steps in (((27.0, 24.0), (39.0, 24.0), 300), ((33.0, 14.0), (33.0, 18.0), 60)):
        first, way = np.array(start), np.array(end) - np.array(start)
        for step in np.linspace(0, 1, steps // 10):
            here = first + way * step
            nearby = here + way / np.hypot(*way) * HAIR_IN
            one, other = (
                sight_of(*pieces, kind=kind, at=(float(x), float(y))).share for x, y in (here, nearby)
            )
            assert abs(one - other) < LITTLE, (here, one, other)


KINDS = (T.STONE_BUILDING, T.WOODS, T.BOCAGE, T.SMOKE, T.WALL, T.HILL)


@st.composite
def grounds(draw: st.DrawFn) -> Tabletop:
    pieces = []
    for place in range(draw(st.integers(1, 4))):
        west, north = draw(st.floats(1, 14)), draw(st.floats(1, 10))
        east, south = west + draw(st.floats(0.3, 6)), north + draw(st.floats(0.3, 5))
        terrain = draw(st.sampled_from(KINDS))
        piece = area(terrain, west, north, min(east, 20), min(south, 16), name=f"{terrain} {place}")
        pieces.append(replace(piece, height_in=draw(st.sampled_from([None, 0.6, 1.2, 3.0]))))
    return table(*pieces, width_in=20, depth_in=16)


PLACES = st.tuples(st.floats(0.5, 19.5), st.floats(0.5, 15.5), st.floats(0.1, 3.5))


@settings(max_examples=150)
@given(grounds(), PLACES, PLACES)
def test_point_eyes_are_mutual(
    board: Tabletop, one: tuple[float, float, float], other: tuple[float, float, float]
) -> None:
    """An eye sees a point if and only if an eye at that point sees the first."""
    if np.hypot(one[0] - other[0], one[1] - other[1]) < 0.1:
        return
    assert _sees(board, one, other) == pytest.approx(_sees(board, other, one), abs=0.76)


def _sees(board: Tabletop, eye: tuple[float, float, float], point: tuple[float, float, float]) -> float:
    """The share of a point that an eye at this height above the table sees: 1 or 0, except on an edge or corner."""
    known = screens(board, ())
    heights = Heights(np.array([eye[2]]), known.tops_in, np.array([[point[2]]]))
    seen = CellsFromEyes.of(known.cells, np.array([eye[:2]]))
    speck = Footprints.round(np.array([point[:2]]), 1e-5)
    return float(Shadows.of(seen, speck, heights, known.softness).shares[0, 0, 0])


@pytest.mark.parametrize("seed", [*range(8), 59])
def test_the_share_seen_is_that_of_rays(seed: int) -> None:
    """Hills, house walls, contact and touching pieces included; proofs/ground/table_seen_share_rays.py asks it of 300 tables."""
    for told, by_rays in shares_ruled_and_by_rays(seed):
        assert told == pytest.approx(by_rays, abs=0.01)
