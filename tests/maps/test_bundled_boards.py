"""The bundled boards are sound maps: what is drawn and what the hexes say agree, and roads lead somewhere."""

from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

import networkx
import pytest
from shapely import LineString, Point, Polygon

from maps.codec import board_text
from maps.join import joined, rotated
from maps.library import boards, bundled_board
from rules.ground.hex.board import CONTOURS_A_LEVEL, FINE, HexBoard, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Lattice, Top
from rules.ground.hex.terrain import BUILDINGS, Terrain

SECTORS = ["mill-valley", "ridge-farm", "market-quarter"]
ALL = [*SECTORS, "mill-and-ridge"]


def load(name: str) -> HexBoard:
    board = bundled_board(name)
    assert isinstance(board, HexBoard)
    return board


def lattice(points: tuple[Lattice, ...]) -> Iterator[tuple[float, float]]:
    return ((x / FINE, y / FINE) for x, y in points)


def drawn(board: HexBoard, *kinds: Terrain) -> list[tuple[Outline, Polygon]]:
    return [
        (outline, Polygon(list(lattice(outline.points))))
        for outline in board.outlines
        if outline.terrain in kinds and len(outline.points) > 2
    ]


def road_lines(board: HexBoard) -> list[LineString]:
    roads = [line.path for line in board.lines if line.terrain is Terrain.ROAD]
    return [LineString([board.grid.centre(place) for place in path]) for path in roads]


def test_these_boards_are_bundled() -> None:
    assert {entry.name for entry in boards()} >= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_the_document_is_as_it_would_be_written(name: str) -> None:
    written = files("maps").joinpath("boards", f"{name}.json").read_text("utf-8")
    assert board_text(load(name)) == written


@pytest.mark.parametrize("name", SECTORS)
def test_sectors_are_of_one_size_and_can_be_joined(name: str) -> None:
    assert load(name).grid == HexGrid(17, 11, Top.FLAT, First.LOW, half_hexes=True)


def test_mill_and_ridge_is_mill_valley_with_ridge_farm_turned() -> None:
    made = joined(load("mill-valley"), rotated(load("ridge-farm")), "Mill and Ridge")
    assert load("mill-and-ridge") == made


def test_the_road_goes_on_from_the_valley_to_the_ridge() -> None:
    board = load("mill-and-ridge")
    shared = Hex.named("Q5")
    across = [near for near in board.grid.neighbours(shared) if board.joined_by(Terrain.ROAD, shared, near)]
    assert {near.column for near in across} == {shared.column - 1, shared.column + 1}


@pytest.mark.parametrize("name", ALL)
def test_4_1_4_each_hex_has_the_contour_and_level_its_dot_is_drawn_in(name: str) -> None:
    board = load(name)
    contours = drawn(board, Terrain.CONTOUR)
    for place in board.grid:
        dot = Point(board.grid.centre(place))
        band = max((line.contour or 0 for line, area in contours if area.contains(dot)), default=0)
        assert board.ground(place).band == band, place
        assert board.level(place) == band // CONTOURS_A_LEVEL, place


@pytest.mark.parametrize("name", ["mill-valley", "ridge-farm"])
def test_contour_lines_are_nested_and_rise_by_one(name: str) -> None:
    contours = drawn(load(name), Terrain.CONTOUR)
    for line, area in contours:
        assert area.is_valid
        if line.contour != 1:
            assert any(
                low.contour == (line.contour or 0) - 1 and ground.contains(area) for low, ground in contours
            )


@pytest.mark.parametrize("name", ["mill-valley", "ridge-farm"])
def test_hills_have_two_levels_and_thin_contours_with_and_without_dots(name: str) -> None:
    board = load(name)
    assert {ground.level for ground in board.hexes.values()} == {0, 1, 2}
    thin = [area for line, area in drawn(board, Terrain.CONTOUR) if (line.contour or 0) % CONTOURS_A_LEVEL]
    dots = [Point(board.grid.centre(place)) for place in board.grid]
    encloses = [any(area.contains(dot) for dot in dots) for area in thin]
    assert any(encloses)
    assert not all(encloses)


@pytest.mark.parametrize("name", ALL)
def test_buildings_stand_where_the_hexes_say_and_beside_the_road(name: str) -> None:
    board = load(name)
    images = drawn(board, *BUILDINGS)
    shown = {(outline.at, outline.terrain) for outline, _ in images}
    said = {(place, kind) for place, ground in board.hexes.items() for kind in ground.buildings}
    assert shown == said
    roads = road_lines(board)
    for outline, area in images:
        assert area.is_valid, outline.at
        assert not any(area.intersects(road) for road in roads), outline.at
        assert outline.at is not None
        assert not area.contains(Point(board.grid.centre(outline.at))), outline.at


def test_buildings_are_turned_and_bent_as_in_life() -> None:
    board = load("mill-valley")
    images = drawn(board, *BUILDINGS)
    assert any(len(outline.points) == 6 for outline, _ in images)
    slanted = [
        outline
        for outline, _ in images
        if all(x1 != x2 and y1 != y2 for (x1, y1), (x2, y2) in pairwise(outline.points))
    ]
    assert len(slanted) >= 5
    assert {outline.terrain for outline, _ in images} == {Terrain.STONE_BUILDING, Terrain.WOODEN_BUILDING}


@pytest.mark.parametrize("name", ["mill-valley", "ridge-farm"])
def test_a_rural_sector_has_every_rural_terrain_of_the_book(name: str) -> None:
    board = load(name)
    for kind in (Terrain.WOODS, Terrain.FOREST, Terrain.BRIDGE, Terrain.FORD, Terrain.ROAD, Terrain.RIVER):
        assert any(board.has(place, kind) for place in board.grid), kind
    assert board.walls
    assert any(outline.terrain is Terrain.WALL for outline in board.outlines)


@pytest.mark.parametrize("name", ["mill-valley", "ridge-farm", "mill-and-ridge"])
def test_4_1_11_roads_cross_the_river_at_bridges_and_fords_only(name: str) -> None:
    board = load(name)
    for place in board.grid:
        is_crossing = board.has(place, Terrain.BRIDGE, Terrain.FORD)
        assert (board.has(place, Terrain.RIVER) and board.has(place, Terrain.ROAD)) == is_crossing, place


@pytest.mark.parametrize("name", ALL)
def test_all_roads_hang_together_and_reach_the_edges(name: str) -> None:
    board = load(name)
    roads: networkx.Graph[Hex] = networkx.Graph()
    for line in board.lines:
        if line.terrain is Terrain.ROAD:
            networkx.add_path(roads, line.path)
    loose = [part for part in networkx.connected_components(roads) if len(part) > 1]
    ends = (0, board.grid.columns - 1)
    assert any({place.column for place in part} >= set(ends) for part in loose)
    assert len(loose) == 1


def test_4_1_9_urban_roads_run_between_buildings_and_the_square_is_open() -> None:
    board = load("market-quarter")
    roads = [place for place in board.grid if board.has(place, Terrain.ROAD)]
    urban = [place for place in roads if board.has(place, Terrain.URBAN_BUILDING)]
    assert len(urban) >= 40
    assert all(board.has(place, Terrain.URBAN) for place in roads)
    square = [Hex.named(label) for label in ("I6", "H6", "H7", "I7", "J6", "J7")]
    assert all(board.has(place, Terrain.URBAN) and not board.ground(place).buildings for place in square)
