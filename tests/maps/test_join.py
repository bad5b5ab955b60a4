"""LHY, Maps and Sectors: sectors are turned and joined, and a map of two plays as each of them did."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maps.join import joined, rotated, stacked
from rules.errors import BadInput
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.hex.terrain import Terrain
from tests.maps.drawn_boards import boards, grids
from tests.proving import proves

SECTOR = HexGrid(17, 11, Top.FLAT, First.LOW, half_hexes=True)


def named(*labels: str) -> tuple[Hex, ...]:
    return tuple(map(Hex.named, labels))


def place(label: str) -> Hex:
    return Hex.named(label)


def sector(**parts: HexGround) -> HexBoard:
    return HexBoard("sector", SECTOR, {Hex.named(label): ground for label, ground in parts.items()})


WOODS = HexGround(frozenset({Terrain.WOODS}))
PLAZA = HexGround(frozenset({Terrain.URBAN}))


@given(boards())
def test_turned_twice_is_the_same_map(board: HexBoard) -> None:
    assert rotated(rotated(board)) == board


@given(boards())
def test_turning_keeps_ranges_neighbours_and_terrain(board: HexBoard) -> None:
    """A turned map has the hexes of the old one in the opposite order, and the same ranges between them."""
    turned = rotated(board)
    here = sorted(board.grid, key=board.grid.centre)
    there = sorted(turned.grid, key=turned.grid.centre, reverse=True)
    assert len(here) == len(there)
    for old, new in zip(here, there, strict=True):
        assert turned.ground(new) == board.ground(old)
        assert turned.grid.distance(there[0], new) == board.grid.distance(here[0], old)
    for terrain in (Terrain.ROAD, Terrain.RIVER):
        for old, new in zip(here, there, strict=True):
            assert turned.has(new, terrain) == board.has(old, terrain)


def test_a_sector_of_17_by_11_turned() -> None:
    """Low columns have 10 hexes, high ones 11: A1 becomes Q10, B1 becomes P11."""
    outline = Outline(Terrain.WALL, ((FINE, FINE), (0, 2 * FINE)), place("A1"))
    board = replace(
        sector(A1=WOODS, B1=PLAZA), outlines=(outline,), lines=(Line(Terrain.ROAD, named("I1", "I2")),)
    )
    turned = rotated(board)
    assert turned.grid == SECTOR
    assert set(turned.hexes) == {place("Q10"), place("P11")}
    assert turned.lines == (Line(Terrain.ROAD, named("I10", "I9")),)
    assert turned.outlines[0].at == place("Q10")
    assert turned.outlines[0].points == ((47 * FINE, 19 * FINE), (48 * FINE, 18 * FINE))


@proves("LHY-0.14")
def test_two_sectors_share_the_column_where_they_meet() -> None:
    board = joined(sector(P3=WOODS, Q4=WOODS), sector(A4=PLAZA, B4=WOODS), "both")
    assert (board.grid.columns, board.grid.rows) == (33, 11)
    assert set(board.hexes) == set(named("P3", "Q4", "R4"))
    assert board.ground(place("Q4")).terrain == {Terrain.WOODS, Terrain.URBAN}


@proves("LHY-0.14")
def test_two_sectors_share_the_row_where_they_meet() -> None:
    """High columns share a hex cut by the edge; low columns stand whole on either side of it."""
    board = stacked(sector(B11=WOODS, A10=WOODS), sector(B1=PLAZA, A1=PLAZA), "both")
    assert (board.grid.columns, board.grid.rows) == (17, 21)
    assert board.ground(place("B11")).terrain == {Terrain.WOODS, Terrain.URBAN}
    assert board.ground(place("A10")) == WOODS
    assert board.ground(place("A11")) == PLAZA
    assert place("A20") in board.grid
    assert place("A21") not in board.grid


def test_a_road_that_leaves_one_sector_goes_on_in_the_other() -> None:
    west = replace(sector(), lines=(Line(Terrain.ROAD, named("P6", "Q5")),))
    east = replace(sector(), lines=(Line(Terrain.ROAD, named("A5", "B5")),))
    board = joined(west, east, "both")
    assert board.joined_by(Terrain.ROAD, place("Q5"), place("R5"))
    assert board.joined_by(Terrain.ROAD, place("P6"), place("Q5"))


@given(st.data())
def test_each_part_of_a_joined_map_is_the_sector_it_was(data: st.DataObject) -> None:
    """What lies in a sector, and the range between its hexes, is what lies there after joining."""
    one, other, is_stacked = data.draw(_pairs())
    board = (stacked if is_stacked else joined)(one, other, "both")
    over = (0, one.grid.rows - 1) if is_stacked else (one.grid.columns - 1, 0)
    for part, (dx, dy) in ((one, (0, 0)), (other, over)):
        places = {near: Hex(near.column + dx, near.row + dy) for near in part.grid}
        some = next(iter(places))
        for old, new in places.items():
            assert new in board.grid
            assert board.ground(new) == part.ground(old)
            assert board.grid.distance(places[some], new) == part.grid.distance(some, old)
            for side in (part.grid.hexside(old, near) for near in part.grid.neighbours(old)):
                carried = board.grid.hexside(places[side.first], places[side.second])
                assert (carried in board.walls) >= (side in part.walls)
                for kind in (Terrain.ROAD, Terrain.RIVER):
                    assert board.joined_by(kind, *carried) >= part.joined_by(kind, *side)
        # The shift is a whole number of lattice units, so each drawn point keeps its place in its hex.
        for outline in part.outlines:
            if outline.at is not None:
                x, y = part.grid.centre(outline.at)
                nx, ny = board.grid.centre(places[outline.at])
                points = tuple((px + (nx - x) * FINE, py + (ny - y) * FINE) for px, py in outline.points)
                assert Outline(outline.terrain, points, places[outline.at]) in board.outlines
    assert len(list(board.grid)) == len(
        set(one.grid) | {Hex(near.column + over[0], near.row + over[1]) for near in other.grid}
    )


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[HexBoard, HexBoard, bool]:
    """Two sectors that fit and say the same of the hexes they share."""
    grid = draw(grids(half_hexes=True))
    is_stacked = draw(st.booleans())
    if grid.is_flat != is_stacked:
        lines = grid.columns if grid.is_flat else grid.rows
        assume(lines % 2 == 1)
    one, other = (_without_contours(draw(boards(grid))) for _ in range(2))
    axis = int(is_stacked)
    last = (grid.columns, grid.rows)[axis] - 1
    agreed = dict(other.hexes)
    for near in grid:
        if near[axis] == 0:
            twin = Hex(last, near.row) if axis == 0 else Hex(near.column, last)
            agreed[near] = one.ground(twin) if twin in grid else HexGround()
    return one, replace(other, hexes=agreed), is_stacked


def _without_contours(board: HexBoard) -> HexBoard:
    return replace(board, outlines=tuple(outline for outline in board.outlines if outline.at is not None))


HILL = HexGround(level=1)


@pytest.mark.parametrize(
    ("west", "east", "message"),
    [
        (sector(Q4=HILL), sector(), "Q4.level: 0 is not 1: sector does not meet sector there"),
        (sector(Q4=HexGround(contour=2)), sector(), "Q4.contour: 0 is not 2: sector does not meet sector there"),
        (
            sector(),
            HexBoard("low sector", replace(SECTOR, rows=10)),
            "grid.rows: 10 is not 11, as in sector",
        ),
        (
            sector(),
            HexBoard("other", replace(SECTOR, first=First.HIGH)),
            "grid.first_column: 'high' is not low, to fit sector",
        ),
        (
            HexBoard("whole", replace(SECTOR, half_hexes=False)),
            sector(),
            "grid.half_hexes: false is not true, which whole needs to be joined",
        ),
        (
            sector(),
            HexBoard("pointed", replace(SECTOR, top=Top.POINTY, first=First.LEFT)),
            "grid.top: 'pointy' is not flat, as in sector",
        ),
        (
            replace(sector(), outlines=(Outline(Terrain.CONTOUR, ((48 * FINE, 9), (48 * FINE + 1, 9)), None, 1),)),
            sector(),
            "outlines[0] of sector: 'contour 1' is not within the edge to be joined",
        ),
    ],
)  # fmt: skip
def test_sectors_that_do_not_meet_are_refused(west: HexBoard, east: HexBoard, message: str) -> None:
    with pytest.raises(BadInput) as told:
        joined(west, east, "both")
    assert str(told.value) == message


def test_a_hill_may_cross_the_edge_if_both_sectors_say_so() -> None:
    board = joined(sector(Q4=HILL), sector(A4=HexGround(level=1, contour=4)), "both")
    assert board.ground(place("Q4")) == HexGround(level=1, contour=4)
