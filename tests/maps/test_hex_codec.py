"""Hex maps as documents: they are read back unchanged, and every fault is reported by its path."""

import json
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import hex_codec
from maps.codec import FORMAT, board_document, board_from, board_summary, board_text
from maps.documents import parsed
from rules.errors import BadInput, RulesError
from rules.ground.hex.board import FINE, HexBoard, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.hex.terrain import ALONG_HEXSIDES, GROUND, LINES, OUTLINED, Terrain
from tests.drawing import board as drawing
from tests.maps.damage import damaged, with_value
from tests.maps.drawn_boards import boards, grids, points_of


def crossroads() -> dict[str, Any]:
    """The example of the format's description, with every kind of part."""
    return {
        "format": "blindhex-board/1",
        "name": "Crossroads",
        "ground": "hex",
        "grid": {"columns": 17, "rows": 11, "top": "flat", "first_column": "high"},
        "hexes": {"C2": {"terrain": ["woods"]}, "E5": {"level": 1, "contour": 4}},
        "hexsides": [{"between": ["C2", "C3"], "terrain": "wall"}],
        "lines": [
            {"terrain": "road", "path": ["A5", "B5", "C6"]},
            {"terrain": "river", "path": ["H1", "H2"]},
        ],
        "outlines": [
            {"terrain": "stone_building", "in": "E4", "polygon": [[3.3, 2.9], [3.6, 2.9], [3.6, 3.25]]},
            {"terrain": "contour", "contour": 4, "polygon": [[3, 3.5], [4, 3.5], [3.464, 5]]},
        ],
    }


def test_the_example_reads_as_the_map_that_is_meant() -> None:
    board = board_from(crossroads())
    assert isinstance(board, HexBoard)
    assert board.has(Hex.named("C2"), Terrain.WOODS)
    assert board.ground(Hex.named("E5")).band == 4
    assert board.joined_by(Terrain.ROAD, Hex.named("C6"), Hex.named("B5"))
    assert not board.joined_by(Terrain.ROAD, Hex.named("A5"), Hex.named("C6"))
    assert board.walls == {board.grid.hexside(Hex.named("C3"), Hex.named("C2"))}


def test_points_are_in_hexes_from_the_centre_of_a1() -> None:
    """0.57735 across is the vertex of a hex with flat tops: two lattice units, and half a hex down is one."""
    document = crossroads()
    document["outlines"] = [{"terrain": "wall", "in": "A1", "polygon": [[0.57735, 0], [0, 0.5]]}]
    board = board_from(document)
    assert isinstance(board, HexBoard)
    assert board.outlines[0].points == ((2 * FINE, 0), (0, FINE))


@pytest.mark.parametrize("name", ["high", "low"])
def test_the_example_comes_back_as_it_was_written(name: str) -> None:
    document = crossroads()
    document["outlines"] = document["outlines"][1:]
    document["grid"]["first_column"] = name
    document["lines"][0]["path"] = ["A5"]
    assert board_document(board_from(document)) == document


@given(boards())
def test_a_board_comes_back_the_same(board: HexBoard) -> None:
    text = board_text(board)
    again = board_from(parsed(text))
    assert again == board
    assert board_text(again) == text


@given(boards())
def test_points_are_written_with_four_decimals_at_most(board: HexBoard) -> None:
    for outline in board_document(board)["outlines"]:
        for point in outline["polygon"]:
            assert all(len(repr(value).partition(".")[2]) <= 4 for value in point), point


@given(st.data())
def test_a_point_rounded_just_outside_its_hex_is_moved_onto_it(data: st.DataObject) -> None:
    """Two fine steps out is rounding; the same image further out is a mistake of the drawing."""
    grid = data.draw(grids())
    place = data.draw(st.sampled_from(list(grid)))
    on_hex = data.draw(points_of(grid, place))
    board = HexBoard("one wall", grid, outlines=(Outline(Terrain.WALL, (on_hex, on_hex), place),))
    document = board_document(board)
    x, y = grid.position(grid.corners[1])
    x0, y0 = grid.position((0, 0))
    cx, cy = grid.position(grid.centre(place))
    for out, is_read in ((0.0003, True), (0.01, False)):
        stretch = 1 + out
        document["outlines"][0]["polygon"][0] = [cx + (x - x0) * stretch, cy + (y - y0) * stretch]
        if is_read:
            again = board_from(document)
            assert isinstance(again, HexBoard)
            first, second = again.outlines[0].points
            vertex = tuple(FINE * value for value in grid.vertices(place)[1])
            assert max(abs(a - b) for a, b in zip(first, vertex, strict=True)) <= 2
            assert second == on_hex
        else:
            with pytest.raises(
                BadInput, match=rf"^outlines\[0\]\.polygon\[0\]: \[.*\] is not within {place}$"
            ):
                board_from(document)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "blindhex-board/2", "format: 'blindhex-board/2' is not blindhex-board/1, the format read here"),
        (["ground"], "moon", "ground: 'moon' is not one of hex"),
        (["name"], "", "name: '' is not a name of 1 to 200 characters on one line"),
        (["name"], "two\nlines", "name: 'two\\nlines' is not a name of 1 to 200 characters on one line"),
        (["colour"], 1, "document: 'colour' is not one of its keys: format, name, ground, grid, hexes, hexsides"),
        (["grid", "columns"], 0, "grid.columns: 0 is not a whole number from 1 to 400"),
        (["grid", "columns"], True, "grid.columns: true is not a whole number from 1 to 400"),
        (["grid", "top"], "round", "grid.top: 'round' is not flat or pointy"),
        (["grid", "first_column"], "left", "grid.first_column: 'left' is not high or low"),
        (["grid", "first_row"], "left", "grid: 'first_row' is not one of its keys: columns, rows, top, first_column"),
        (["hexes"], [], "hexes: [] is not an object of hexes by their label"),
        (["hexes", "c2"], {}, "hexes: 'c2' is not a hex label such as C2 or AB11"),
        (["hexes", "C2\n"], {}, "hexes: 'C2\\n' is not a hex label such as C2 or AB11"),
        (["hexes", "Z9"], {}, "hexes: 'Z9' is not on the board, which has 17 columns (A to Q) and 11 rows"),
        (["hexes", "C2", "terrain", 0], "swamp", "hexes.C2.terrain[0]: 'swamp' is not one of rural, urban, woods"),
        (["hexes", "C2", "terrain"], ["rural", "urban"], "hexes.C2.terrain: ['rural', 'urban'] is not either rural or"),
        (["hexes", "C2", "height"], 2, "hexes.C2: 'height' is not one of its keys: terrain, level, contour"),
        (["hexes", "E5", "level"], 12, "hexes.E5.level: 12 is not a level from -9 to 9"),
        (["hexsides", 0, "between"], ["C2", "C4"], "hexsides[0].between: ['C2', 'C4'] is not a pair of neighbouring"),
        (["hexsides", 0, "between", 1], "C99", "hexsides[0].between[1]: 'C99' is not on the board, which has 17"),
        (["hexsides", 0, "terrain"], "hedge", "hexsides[0].terrain: 'hedge' is not one of wall, tree_line"),
        (["lines", 0, "path", 2], "E5", "lines[0].path[2]: 'E5' is not a neighbour of B5"),
        (["lines", 1, "path"], [], "lines[1].path: [] is not a list of one hex or more, in order"),
        (["outlines", 0, "in"], "A1", "outlines[0].polygon[0]: [3.3, 2.9] is not within A1"),
        (["outlines", 0, "terrain"], "tent", "outlines[0].terrain: 'tent' is not one of stone_building"),
        (["outlines", 0, "polygon", 1, 0], "3", "outlines[0].polygon[1][0]: '3' is not a number from -1000 to 1000"),
        (["outlines", 0, "polygon", 1, 1], float("nan"), "outlines[0].polygon[1][1]: nan is not a number from -1000"),
        (["outlines", 0, "polygon", 1, 1], float("inf"), "outlines[0].polygon[1][1]: inf is not a number from -1000"),
        (["outlines", 0, "polygon", 1, 1], 10**400, "outlines[0].polygon[1][1]: 1000"),
        (["outlines", 1, "contour"], 0, "outlines[1].contour: 0 is not the number of a contour, from 1 to 99"),
        (["outlines", 1, "in"], "E4", "outlines[1]: 'in' is not one of its keys: terrain, contour, polygon"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_by_path_value_and_expectation(
    path: list[Any], value: object, message: str
) -> None:
    with pytest.raises(BadInput) as told:
        board_from(with_value(crossroads(), path, value))
    assert str(told.value).startswith(message)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (["format"], "format is missing; wanted blindhex-board/1, the format read here"),
        (["name"], "name is missing; wanted a name of 1 to 200 characters on one line"),
        (["grid", "rows"], "grid.rows is missing; wanted a whole number from 1 to 400"),
        (["grid", "first_column"], "grid.first_column is missing; wanted high or low"),
        (["outlines", 0, "in"], "outlines[0].in is missing; wanted a hex label such as C2 or AB11"),
    ],
)
def test_a_missing_field_is_named(path: list[Any], message: str) -> None:
    document = crossroads()
    part: Any = document
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    with pytest.raises(BadInput) as told:
        board_from(document)
    assert str(told.value) == message


def test_a_hexside_named_twice_is_refused() -> None:
    document = crossroads()
    document["hexsides"].append({"between": ["C3", "C2"], "terrain": "wall"})
    with pytest.raises(BadInput, match=r"^hexsides\[1\]\.between: \['C3', 'C2'\] is not named only once$"):
        board_from(document)


def test_with_half_hexes_the_low_columns_have_one_hex_fewer() -> None:
    document = crossroads()
    document["grid"].update(first_column="low", half_hexes=True)
    document["lines"][0]["path"] = ["A5"]
    assert board_document(board_from({**document, "outlines": []}))["grid"]["half_hexes"] is True
    document["hexes"]["C11"] = {}
    with pytest.raises(BadInput, match=r"^hexes: 'C11' is not on the board"):
        board_from(document)


def test_the_schema_knows_the_terrain_of_boards() -> None:
    """The words of the schema and those of the board are the same four lists."""
    parts = json.loads((files("maps") / hex_codec.SCHEMA).read_text("utf-8"))["$defs"]
    assert set(parts["ground"]["properties"]["terrain"]["items"]["enum"]) == GROUND
    assert set(parts["hexside"]["properties"]["terrain"]["enum"]) == ALONG_HEXSIDES
    assert set(parts["line"]["properties"]["terrain"]["enum"]) == LINES
    assert set(parts["outline"]["properties"]["terrain"]["enum"]) == OUTLINED


def test_a_board_in_one_line() -> None:
    board = drawing(". w h2", walls="A1-B1", tree_lines="B1-C1", roads="A1 B1")
    assert board_summary(board) == "drawn: 3 x 1 hexes; hills of 2 levels, woods, wall, tree line, road"


def test_pointed_tops_name_the_first_row() -> None:
    board = HexBoard("pointed", HexGrid(3, 3, Top.POINTY, First.LEFT))
    assert board_document(board)["grid"] == {"columns": 3, "rows": 3, "top": "pointy", "first_row": "left"}


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["A1", "B1", "C9", "road", "wall", "woods", "contour", "flat", "pointy", "high", FORMAT]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.text(max_size=3)
        | st.sampled_from(["grid", "hexes", "lines", "terrain", "path", "in", "polygon", "top", "A1"]),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(_json)
def test_any_json_is_read_as_a_board_or_refused_in_one_sentence(document: object) -> None:
    _read_or_told(document)


@given(st.data())
def test_a_damaged_board_is_read_or_refused_in_one_sentence(data: st.DataObject) -> None:
    _read_or_told(damaged(data, crossroads(), _json))


def _read_or_told(document: object) -> None:
    told = ""
    try:
        board = board_from(document)
    except RulesError as error:
        told = str(error)
    else:
        assert board_from(board_document(board)) == board
    assert "\n" not in told
