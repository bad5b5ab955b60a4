"""Tables as documents: they are read back point by point, and every fault is reported by its path."""

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.codec import board_document, board_from, board_summary, board_text
from maps.documents import parsed
from rules.errors import BadInput, RulesError
from rules.ground.board import Board
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.maps.damage import with_value
from tests.rules.ground.drawn_tables import random_table, tables


def two_farms() -> dict[str, Any]:
    """The example of the format's description, with every kind of shape."""
    return {
        "format": "blindhex-board/1",
        "name": "Two farms",
        "ground": "table",
        "width_in": 72,
        "depth_in": 48,
        "pieces": [
            {"id": "wood-1", "terrain": "woods", "shape": polygon([[10, 8], [16, 8], [15, 14], [10, 8]])},
            {
                "id": "lane",
                "terrain": "good_road",
                "shape": {"type": "LineString", "coordinates": [[0, 24], [72, 26.125]]},
                "width_in": 2,
            },
            {
                "id": "hill",
                "terrain": "hill",
                "shape": polygon(
                    [[40, 20], [52, 20], [52, 30], [40, 30], [40, 20]],
                    [[44, 22], [45, 23], [46, 22], [44, 22]],
                ),
                "level": 1,
            },
            {
                "id": "farms",
                "terrain": "stone_building",
                "shape": {
                    "type": "MultiPolygon",
                    "coordinates": [[[[1, 1], [3, 1], [3, 2], [1, 1]]], [[[5, 1], [7, 1], [7, 2], [5, 1]]]],
                },
                "height_in": 1.5,
            },
            {
                "id": "hedges",
                "terrain": "hedge",
                "shape": {"type": "MultiLineString", "coordinates": [[[60, 2], [60, 9]], [[64, 2], [64, 9]]]},
                "width_in": 0.25,
            },
            {
                "id": "smoke",
                "terrain": "smoke",
                "shape": {"type": "Point", "coordinates": [30, 40]},
                "width_in": 3,
            },
        ],
    }


def polygon(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def test_the_example_reads_as_the_table_that_is_meant() -> None:
    table = board_from(two_farms())
    assert isinstance(table, Tabletop)
    assert [piece.id for piece in table.at(Spot(13, 10))] == ["wood-1"]
    assert table.piece("lane").width_in == 2
    assert table.level_at(Spot(51, 29)) == 1
    assert table.level_at(Spot(45, 22.5)) == 0
    assert table.piece("farms").height_in == 1.5
    assert table.piece("smoke").terrain is TableTerrain.SMOKE


def test_the_example_comes_back_as_it_was_written() -> None:
    assert board_document(board_from(two_farms())) == two_farms()


@given(tables())
def test_a_table_comes_back_the_same(table: Tabletop) -> None:
    text = board_text(table)
    again = board_from(parsed(text))
    assert again == table
    assert board_text(again) == text


@pytest.mark.parametrize("seed", range(5))
def test_points_of_any_fineness_come_back_the_same(seed: int) -> None:
    table = random_table(seed)
    assert board_from(parsed(board_text(table))) == table


def test_a_table_in_one_line() -> None:
    assert board_summary(board_from(two_farms())) == (
        "Two farms: 72 x 48 inches; woods, good road, hedge, stone building, hill, smoke"
    )
    assert board_summary(Tabletop("Flat", 24, 36)) == "Flat: 24 x 36 inches; open"


def test_the_schema_knows_every_terrain() -> None:
    schema = json.loads(files("maps").joinpath("table.schema.json").read_text("utf-8"))
    assert schema["$defs"]["terrain"]["enum"] == [terrain.value for terrain in TableTerrain]


FAULTS: list[tuple[list[str | int], Any, str]] = [
    (["width_in"], 0, "width_in: 0 is not a size from 1 to 240 inches"),
    (["depth_in"], "48", "depth_in: '48' is not a size from 1 to 240 inches"),
    (["pieces"], {}, "pieces: {} is not a list of terrain pieces"),
    (["pieces", 0, "id"], "", "pieces[0].id: '' is not a name of 1 to 200 characters"),
    (["pieces", 0, "id"], "lane", "pieces[1].id: 'lane' is not a name that no other piece has"),
    (["pieces", 0, "terrain"], "jungle", "pieces[0].terrain: 'jungle' is not one of clear, tall_grass"),
    (["pieces", 0, "shape", "type"], "Circle", "pieces[0].shape.type: 'Circle' is not Polygon, MultiPolygon"),
    (
        ["pieces", 0, "shape", "coordinates", 0, 3],
        [10, 9],
        "pieces[0].shape.coordinates: [10, 9] is not the first",
    ),
    (["pieces", 0, "shape", "coordinates", 0, 1], [1], "coordinates[0][1]: [1] is not a point [x, y]"),
    (["pieces", 0, "shape", "coordinates", 0, 1, 0], 1e300, "is not a number of inches on the table"),
    (["pieces", 0, "shape", "coordinates", 0, 1], [73, 2], "pieces[wood-1].shape: Spot(x_in=73.0, y_in=2.0)"),
    (
        ["pieces", 0, "shape", "coordinates", 0],
        [[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]],
        "does not cross itself",
    ),
    (["pieces", 0, "width_in"], 2, "pieces[wood-1].width_in: 2.0 is not left out for an area"),
    (["pieces", 1, "width_in"], 0.01, "pieces[1].width_in: 0.01 is not a width from 0.05 to 48 inches"),
    (["pieces", 2, "level"], 1.5, "pieces[2].level: 1.5 is not a level from -9 to 9"),
    (["pieces", 3, "height_in"], -1, "pieces[3].height_in: -1 is not a height from 0 to 48 inches"),
    (["pieces", 3, "color"], "red", "pieces[3]: 'color' is not one of its keys"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS)
def test_a_fault_is_reported_by_path_value_and_expectation(
    path: list[str | int], value: Any, message: str
) -> None:
    with pytest.raises(BadInput) as fault:
        board_from(with_value(two_farms(), path, value))
    assert message in str(fault.value)


def test_a_line_without_a_width_is_refused() -> None:
    document = two_farms()
    del document["pieces"][1]["width_in"]
    with pytest.raises(
        BadInput, match=r"pieces\[lane\].width_in is missing; it must be given for a line or point"
    ):
        board_from(document)


def test_a_fault_names_the_path_of_the_table_in_a_larger_document() -> None:
    document = two_farms()
    document["pieces"][1]["id"] = "wood-1"
    with pytest.raises(BadInput, match=r"^board\.pieces\[1\]\.id"):
        board_from(document, "board")


def read_or_refused(read: Callable[[], Board]) -> Board | RulesError:
    try:
        return read()
    except RulesError as fault:
        return fault


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_whatever_a_document_holds_is_read_or_refused_by_name(data: st.DataObject) -> None:
    document = copy.deepcopy(two_farms())
    node: Any = document
    for _ in range(data.draw(st.integers(0, 6))):
        keys = (
            list(node) if isinstance(node, dict) else list(range(len(node))) if isinstance(node, list) else []
        )
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], dict | list) or data.draw(st.booleans()):
            node[key] = data.draw(JUNK)
            break
        node = node[key]
    read = read_or_refused(lambda: board_from(document))
    assert str(read) if isinstance(read, RulesError) else board_from(board_document(read)) == read


@given(st.lists(st.tuples(st.floats(0, 72), st.floats(0, 48)), min_size=2, max_size=6))
def test_a_line_of_any_points_is_kept_or_refused(points: list[tuple[float, float]]) -> None:
    line = shapely.LineString(points)
    drawn = read_or_refused(lambda: Tabletop("t", 72, 48, (Piece("lane", TableTerrain.TRACK, line, 1.0),)))
    if isinstance(drawn, RulesError):
        assert str(drawn).startswith("pieces[lane].shape: ")
    else:
        assert board_from(parsed(board_text(drawn))) == drawn
