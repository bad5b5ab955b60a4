"""Which terrain may be where on a hex map, and what a board answers about its hexes."""

from typing import Any

import pytest

from rules.errors import BadInput, OffBoard
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.contours import contour_bands, contour_pieces
from rules.ground.hex.hexes import Hex, HexGrid, Hexside
from rules.ground.hex.terrain import Terrain
from tests.drawing import board

GRID = HexGrid(3, 3)
A1, A2, B1, C3 = Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(2, 2)


def test_a_hex_not_listed_is_open_rural_ground() -> None:
    drawn = board("w .\n. .")
    assert drawn.ground(A2) == HexGround(frozenset({Terrain.RURAL}), 0, None)
    assert drawn == board("w .\n. .", hexes={"B2": {Terrain.RURAL}})


def test_the_background_of_a_hex_follows_from_its_terrain() -> None:
    assert Terrain.URBAN in HexGround(frozenset({Terrain.URBAN_BUILDING})).terrain
    assert Terrain.RURAL in HexGround(frozenset({Terrain.WOODS})).terrain


def test_roads_join_neighbours_along_their_path_only() -> None:
    drawn = board(". .\n. .", roads="A1 B1, A2")
    assert drawn.joined_by(Terrain.ROAD, A1, B1)
    assert drawn.joined_by(Terrain.ROAD, B1, A1)
    assert not drawn.joined_by(Terrain.ROAD, A1, A2)
    assert drawn.has(A2, Terrain.ROAD)
    assert not drawn.has(A2, Terrain.RIVER)


def test_a_building_without_a_drawn_image_has_one_of_half_the_size() -> None:
    drawn = board("s .\n. .")
    (image,) = drawn.images[A1]
    assert image.points[0] == (FINE // 2, -FINE // 2)
    assert len(image.points) == 6


def test_a_drawn_building_stands_for_itself() -> None:
    image = Outline(Terrain.STONE_BUILDING, ((0, 0), (500, 0), (0, 500)), A1)
    assert board("s .", outlines=(image,)).images[A1] == (image,)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"hexes": {A1: HexGround(frozenset({Terrain.WALL}))}}, "hexes.A1.terrain: 'wall' is not one of"),
        (
            {"hexes": {A1: HexGround(frozenset({Terrain.RURAL, Terrain.URBAN}))}},
            "hexes.A1.terrain: .* is not either rural or urban",
        ),
        ({"hexes": {A1: HexGround(level=10)}}, "hexes.A1.level: 10 is not a level from -9 to 9"),
        ({"hexes": {A1: HexGround(contour=100)}}, "hexes.A1.contour: 100 is not a contour from -99 to 99"),
        ({"hexsides": {Hexside(B1, A1): Terrain.WALL}}, "named with the lower hex first"),
        ({"hexsides": {Hexside(A1, B1): Terrain.WOODS}}, "'woods' is not one of tree_line, wall"),
        ({"hexsides": {Hexside(A1, C3): Terrain.WALL}}, "is not a pair of neighbouring hexes"),
        ({"lines": (Line(Terrain.WALL, (A1,)),)}, "lines.terrain: 'wall' is not one of river, road"),
        ({"lines": (Line(Terrain.ROAD, ()),)}, "a path of one hex or more"),
        ({"lines": (Line(Terrain.ROAD, (A1, C3)),)}, "is not a pair of neighbouring hexes"),
        (
            {"outlines": (Outline(Terrain.WOODS, ((0, 0), (1, 1)), A1),)},
            "outlines.terrain: 'woods' is not one of",
        ),
        ({"outlines": (Outline(Terrain.WALL, ((0, 0),), A1),)}, "two points or more"),
        (
            {"outlines": (Outline(Terrain.WALL, ((0, 0), (1, 1))),)},
            "outlines.in is missing; wanted the hex of the wall",
        ),
        ({"outlines": (Outline(Terrain.WALL, ((0, 0), (1, 1)), A1, 3),)}, "given for a wall"),
        ({"outlines": (Outline(Terrain.WALL, ((0, 0), (9000, 0)), A1),)}, "is not a point within A1"),
        (
            {"outlines": (Outline(Terrain.CONTOUR, ((0, 0), (1, 1))),)},
            "the number of a contour, from 1 to 99",
        ),
        (
            {"outlines": (Outline(Terrain.CONTOUR, ((0, 0), (1, 1)), A1, 3),)},
            "given for a contour, which lies across hexes",
        ),
    ],
)
def test_terrain_in_a_place_where_it_may_not_be_is_refused_by_name(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        HexBoard("b", GRID, **parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"hexes": {Hex(3, 0): HexGround(level=1)}},
        {"hexsides": {Hexside(C3, Hex(3, 2)): Terrain.WALL}},
        {"lines": (Line(Terrain.ROAD, (C3, Hex(2, 3))),)},
        {"outlines": (Outline(Terrain.WALL, ((0, 0), (1, 1)), Hex(0, 3)),)},
    ],
)
def test_terrain_off_the_map_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(OffBoard, match=r"is not on the board, which has 3 columns \(A to C\) and 3 rows"):
        HexBoard("b", GRID, **parts)


def test_a_void_hex_of_a_cut_map_is_off_the_map() -> None:
    with pytest.raises(OffBoard, match="B3"):
        HexBoard("b", HexGrid(3, 3, half_hexes=True), {Hex(1, 2): HexGround(level=1)})


def contour(number: int, *points: tuple[int, int]) -> Outline:
    return Outline(Terrain.CONTOUR, tuple((x * FINE, y * FINE) for x, y in points), contour=number)


def test_a_contour_is_cut_at_the_hexsides() -> None:
    """Around A1 and into B1 up to the hexside's far end, without B1's dot."""
    pieces = contour_pieces(board(". .\n. .", outlines=(contour(2, (-2, -1), (2, -1), (2, 1), (-2, 1)),)))
    held = {
        place: [piece.holds_dot for piece in found]
        for place, found in pieces.items()
        if len(found[0].points) > 2
    }
    assert held == {A1: [True], B1: [False]}


def test_the_band_of_a_dot_is_given_drawn_or_that_of_its_level() -> None:
    around = contour(6, (-2, -1), (2, -1), (2, 1), (-2, 1))
    assert contour_bands(board(". .", outlines=(around,))) == {A1: 6}
    assert contour_bands(board("./3 .", outlines=(around,))) == {A1: 3}
    assert contour_bands(board("h h2", outlines=(around,))) == {A1: 6, B1: 8}
    assert contour_bands(board("h3 .", outlines=(around,))) == {A1: 12}
