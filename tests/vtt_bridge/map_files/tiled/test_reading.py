"""Maps of Tiled read as boards: compressed cells, tiles, objects, and all four staggers."""

import gzip
import zlib
from base64 import b64encode
from struct import pack
from typing import Any

import pytest

from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, Top
from rules.ground.hex.terrain import Terrain
from tests.vtt_bridge.map_files.tiled.maps import TILESET, hex_map, objects, polyline, read, tile_layer

WOODS_AT_B1_AND_C3 = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def board_of(*layers: dict[str, Any], **changes: Any) -> HexBoard:
    board = read(hex_map(*layers, **changes)).board
    assert isinstance(board, HexBoard)
    return board


def packed(numbers: list[int]) -> bytes:
    return pack(f"<{len(numbers)}I", *numbers)


@pytest.mark.parametrize(
    ("compression", "data"),
    [
        ("", packed(WOODS_AT_B1_AND_C3)),
        ("zlib", zlib.compress(packed(WOODS_AT_B1_AND_C3))),
        ("gzip", gzip.compress(packed(WOODS_AT_B1_AND_C3))),
    ],
    ids=["plain", "zlib", "gzip"],
)
def test_cells_are_read_in_each_compression(compression: str, data: bytes) -> None:
    text = b64encode(data).decode()
    board = board_of(tile_layer(text, encoding="base64", compression=compression))
    assert {place.label for place in board.hexes if board.has(place, Terrain.WOODS)} == {"B1", "C3"}
    assert board == board_of(tile_layer(WOODS_AT_B1_AND_C3))


def test_a_turned_tile_is_read_as_the_same_tile() -> None:
    turned = [number and number | 0xE0000000 for number in WOODS_AT_B1_AND_C3]
    assert board_of(tile_layer(turned)) == board_of(tile_layer(WOODS_AT_B1_AND_C3))


def test_terrain_of_layers_adds_up_and_the_uppermost_level_counts() -> None:
    lower, upper = [2, *[0] * 11], [1, *[0] * 11]
    ground = board_of(tile_layer(lower), tile_layer(upper)).ground(Hex.named("A1"))
    assert ground.terrain >= {Terrain.STONE_BUILDING, Terrain.WOODS}
    assert ground.level == 1
    assert board_of(tile_layer(lower), tile_layer([4, *[0] * 11])).level(Hex.named("A1")) == 2


def test_tiles_and_objects_without_a_class_are_left_out_and_counted() -> None:
    note = {"x": 1, "y": 1, "text": {"text": "my notes"}}
    found = read(hex_map(tile_layer([1, 3, 3, *[0] * 9]), objects(note), {"type": "imagelayer"}))
    assert found.left_out == 3


def test_layers_in_groups_are_read_and_objects_move_with_them() -> None:
    road = polyline("road", (20, 18), (50, 36))
    inner = {"type": "group", "name": "inner", "offsetx": 30, "offsety": 18, "layers": [objects(road)]}
    board = board_of(inner)
    assert [str(place) for place in board.lines[0].path] == ["B1", "C2"]


# A1 is drawn at the corner; B1 (A2 with pointed tops) stands half a hex lower (further right) or not.
@pytest.mark.parametrize(
    ("axis", "index", "top", "first", "next_dot_px"),
    [
        ("x", "odd", Top.FLAT, First.HIGH, (50, 36)),
        ("x", "even", Top.FLAT, First.LOW, (50, 18)),
        ("y", "odd", Top.POINTY, First.LEFT, (36, 50)),
        ("y", "even", Top.POINTY, First.RIGHT, (18, 50)),
    ],
)
def test_each_stagger_of_tiled_is_one_of_the_four_hex_grids(
    axis: str, index: str, top: Top, first: First, next_dot_px: tuple[float, float]
) -> None:
    dot = {"type": "river", "x": next_dot_px[0], "y": next_dot_px[1], "point": True}
    board = board_of(objects(dot), axis=axis, index=index)
    assert (board.grid.top, board.grid.first) == (top, first)
    assert [str(place) for place in board.lines[0].path] == ["B1" if axis == "x" else "A2"]


def test_a_road_passes_the_hexes_it_is_drawn_over() -> None:
    board = board_of(objects(polyline("road", (20, 20), (80, 19), (80, 60))))
    (line,) = board.lines
    assert line.terrain is Terrain.ROAD
    assert [str(place) for place in line.path] == ["A1", "B1", "C1", "C2"]


def test_a_wall_lies_on_the_hexsides_it_is_drawn_along() -> None:
    # From the left end of the side below A1 to its right end, and on down the side between B1 and A2.
    board = board_of(objects(polyline("wall", (10, 36), (31, 35), (40, 54))))
    assert sorted(map(str, board.walls)) == ["A1/A2", "A2/B1"]
    trees = board_of(objects(polyline("tree_line", (10, 36), (31, 35), (40, 54))))
    assert (sorted(map(str, trees.tree_lines)), trees.walls) == (["A1/A2", "A2/B1"], frozenset())


def test_a_building_is_drawn_in_the_hex_its_middle_lies_in() -> None:
    house = {"type": "stone_building", "x": 45, "y": 30, "width": 9, "height": 9}
    turned = {"type": "wooden_building", "x": 20, "y": 14, "width": 6, "height": 6, "rotation": 45}
    tiles = tile_layer([0, 2, *[0] * 10])
    board = board_of(tiles, objects(house, turned))
    assert [(image.terrain, str(image.at)) for image in board.outlines] == [
        (Terrain.STONE_BUILDING, "B1"),
        (Terrain.WOODEN_BUILDING, "A1"),
    ]
    # A turned square stands on its corner: its lowest point is its diagonal below that corner.
    grid, low = board.grid, max(board.outlines[1].points, key=lambda point: point[1])
    x, y = grid.position((low[0] / 1000, low[1] / 1000))
    assert (x * 36, y * 36 + 18) == pytest.approx((0.0, 14 + 6 * 2**0.5), abs=0.02)


def test_a_contour_carries_its_number() -> None:
    ring = [{"x": 0, "y": 0}, {"x": 60, "y": 0}, {"x": 60, "y": 50}]
    contour = {
        "type": "contour",
        "x": 5,
        "y": 5,
        "polygon": ring,
        "properties": [{"name": "contour", "value": 3}],
    }
    (outline,) = board_of(objects(contour)).outlines
    assert (outline.contour, outline.at, len(outline.points)) == (3, None, 3)


def test_tilesets_in_xml_and_json_files_beside_the_map_are_read() -> None:
    tsx = (
        b'<?xml version="1.0"?><tileset name="g"><tile id="0" type="forest"/>'
        b'<tile id="1"><properties><property name="level" type="int" value="1"/></properties></tile></tileset>'
    )
    tsj = b'{"name": "g", "tiles": [{"id": 0, "type": "forest"}, {"id": 1, "class": "ford"}]}'
    cells = tile_layer([1, 2, *[0] * 10])
    in_xml = read(hex_map(cells, tilesets=[{"firstgid": 1, "source": "g.tsx"}]), g_tsx=tsx).board
    in_json = read(hex_map(cells, tilesets=[{"firstgid": 1, "source": "g.tsj"}]), g_tsj=tsj).board
    assert isinstance(in_xml, HexBoard)
    assert isinstance(in_json, HexBoard)
    assert in_xml.has(Hex(0, 0), Terrain.FOREST)
    assert in_xml.level(Hex(1, 0)) == 1
    assert in_json.has(Hex(1, 0), Terrain.FORD)


def test_a_board_has_the_name_of_the_map_property_or_else_of_its_file() -> None:
    named = {"name": "name", "type": "string", "value": "Hill 621"}
    assert board_of(tile_layer(WOODS_AT_B1_AND_C3)).name == "drawn"
    assert board_of(tile_layer(WOODS_AT_B1_AND_C3), properties=[named], tilesets=[TILESET]).name == "Hill 621"
