"""Answers about places as tables for research: GeoPandas frames, xarray datasets with named coordinates, GeoParquet files.

These libraries are large and come with the extra `research`; each is loaded when it is used.
"""

import json
from collections.abc import Mapping
from functools import singledispatch
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from exporters.board_shapes import hexagon, unit_word
from exporters.place_text import name
from rules.errors import RulesError
from rules.game.verdicts import Reach, SightAtlas, SightField
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.plan import CERTAIN, Plan
from rules.planning.threat import Threat
from rules.planning.where import Posts

if TYPE_CHECKING:
    from geopandas import GeoDataFrame
    from xarray import Dataset

Column = Mapping[Place, object]

DICTIONARY: Mapping[str, str] = {
    "place": "the label of a hex, or its inches from the left and the top",
    "column": "the column of a hex, A being 0",
    "row": "the row of a hex, its number less 1",
    "x_in": "inches from the left edge of the table",
    "y_in": "inches from the far edge of the table",
    "level": "the level of the ground, the table being 0",
    "terrain": "what lies there, by the book's words, joined by commas",
    "geometry": "its outline in hexes (1 across flats, x right, y down), or the inch square round a spot",
    "visibility": "how the viewer sees it: clear, hindered, blocked or blind",
    "hindrance": "the hindrance of the line there; empty where nothing hinders it",
    "cost": "what it costs to get there this turn, in the book's measure",
    "proviso": "the die roll still needed to get there; empty if none is",
    "danger": "the harmful fires to expect there from all known enemies",
    "seen_by": "how many known enemies see it",
    "harm": "the chance to harm the target from there, as a number; empty if the book gives none",
    "sees": "how many other hexes or inch squares it sees",
    "share": "how many it sees, as a share of all others",
}
"""The meaning of each column."""


class NeedsResearch(RulesError):
    """A library of the extra `research` is not installed."""


@singledispatch
def columns_of(verdict: object) -> Mapping[str, Column]:
    """The data of an answer about places, by column.

    Raises:
        TypeError: if the answer has no data about places.
    """
    raise TypeError(f"a {type(verdict).__name__} tells nothing of places")


def answer_frame(board: Board, verdict: object) -> "GeoDataFrame":
    """A frame with a row for each place in an answer and its outline; figures are in the columns of DICTIONARY.

    Raises:
        NeedsResearch: if GeoPandas is not installed.
        TypeError: if the answer tells nothing of places.
    """
    return frame_of(board, columns_of(verdict))


def frame_of(board: Board, columns: Mapping[str, Column]) -> "GeoDataFrame":
    """A frame from columns of data by place."""
    places = list(dict.fromkeys(place for column in columns.values() for place in column))
    data: dict[str, list[object]] = {"place": [name(place) for place in places]}
    for axis, values in zip(
        _axes(board), zip(*map(_at, places), strict=True) if places else ((), ()), strict=True
    ):
        data[axis] = list(values)
    for title, column in columns.items():
        data[title] = [column.get(place) for place in places]
    shapes = [_outline(board, place) for place in places]
    frame = _imported("geopandas").GeoDataFrame(data, geometry=shapes)
    return frame.set_index("place")


def answer_dataset(board: Board, verdict: object) -> "Dataset":
    """An answer as arrays over the rows and columns of a map, or over y and x in inches; places without data are NaN or empty.

    Raises:
        NeedsResearch: if xarray is not installed.
        TypeError: if the answer tells nothing of places.
    """
    columns = columns_of(verdict)
    across, down = _lattice(board, columns)
    x_axis, y_axis = _axes(board)
    number_x, number_y = ({value: k for k, value in enumerate(axis)} for axis in (across, down))
    variables = {}
    for title, column in columns.items():
        is_words = any(isinstance(value, str) for value in column.values())
        array: Any = np.full(
            (len(down), len(across)), "" if is_words else np.nan, dtype=object if is_words else float
        )
        for place, value in column.items():
            x, y = _at(place)
            if x in number_x and y in number_y:
                array[number_y[y], number_x[x]] = (
                    value if is_words else float(str(value)) if value is not None else np.nan
                )
        variables[title] = (
            (y_axis, x_axis),
            array.astype(str) if is_words else array,
            {"long_name": DICTIONARY[title]},
        )
    coordinates: dict[str, Any] = {
        x_axis: (x_axis, across, {"long_name": DICTIONARY[x_axis]}),
        y_axis: (y_axis, down, {"long_name": DICTIONARY[y_axis]}),
    }
    dataset: Dataset = _imported("xarray").Dataset(variables, coordinates, {"measured_in": unit_word(board)})
    return dataset


def sight_array(atlas: SightAtlas) -> Any:
    """Which places see each other, as an xarray of booleans: from hex to hex by their labels, on a table from spot to spot.

    Raises:
        NeedsResearch: if xarray is not installed.
    """
    labels = [name(place) for place in atlas.places]
    bits = np.unpackbits(atlas.packed, axis=1, count=len(labels)).astype(bool)
    return _imported("xarray").DataArray(
        bits, {"viewer": labels, "target": labels}, ("viewer", "target"), "sees"
    )


def parquet(frame: Any, provenance: Mapping[str, Any]) -> bytes:
    """A frame as the bytes of a Parquet file (GeoParquet if it has outlines), with its provenance and its data dictionary.

    Raises:
        NeedsResearch: if pyarrow is not installed.
    """
    stored, arrow = _imported("pyarrow.parquet"), _imported("pyarrow")
    file = BytesIO()
    frame.to_parquet(file)
    table = stored.read_table(BytesIO(file.getvalue()))
    known = {title: DICTIONARY[title] for title in table.column_names if title in DICTIONARY}
    metadata = {b"blindhex": json.dumps(dict(provenance)).encode(), b"dictionary": json.dumps(known).encode()}
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), **metadata})
    sink = arrow.BufferOutputStream()
    stored.write_table(table, sink)
    return bytes(sink.getvalue().to_pybytes())


@columns_of.register
def _(verdict: SightField) -> Mapping[str, Column]:
    seen = {place: visibility.value for place, visibility in verdict.visibility.items()}
    return {"visibility": seen, "hindrance": verdict.hindrance}


@columns_of.register
def _(verdict: Reach) -> Mapping[str, Column]:
    return {"cost": _numbers(verdict.cost), "proviso": verdict.provisos}


@columns_of.register
def _(verdict: Threat) -> Mapping[str, Column]:
    return {"danger": _shares(verdict.danger), "seen_by": verdict.seen_by}


@columns_of.register
def _(verdict: Plan) -> Mapping[str, Column]:
    return {"danger": _shares(verdict.danger)}


@columns_of.register
def _(verdict: Posts) -> Mapping[str, Column]:
    return {
        "cost": {post.place: float(post.cost) for post in verdict.posts},
        "danger": {post.place: post.danger / CERTAIN for post in verdict.posts},
        "harm": {post.place: None if post.harm is None else float(post.harm) for post in verdict.posts},
    }


@columns_of.register
def _(verdict: SightAtlas) -> Mapping[str, Column]:
    others = max(len(verdict.places) - 1, 1)
    counts = verdict.counts.items()
    return {"sees": dict(counts), "share": {place: count / others for place, count in counts}}


def _numbers(column: Mapping[Place, Any]) -> dict[Place, float]:
    return {place: float(value) for place, value in column.items()}


def _shares(danger: Mapping[Place, int]) -> dict[Place, float]:
    return {place: each / CERTAIN for place, each in danger.items()}


def _axes(board: Board) -> tuple[str, str]:
    return ("column", "row") if isinstance(board, HexBoard) else ("x_in", "y_in")


def _at(place: Place) -> tuple[float, float]:
    return (place.column, place.row) if isinstance(place, Hex) else (place.x_in, place.y_in)


def _lattice(board: Board, columns: Mapping[str, Column]) -> tuple[list[float], list[float]]:
    """The columns and rows of a map, or the middles of a table's inch squares (or of wider ones, if the data has only these)."""
    if isinstance(board, HexBoard):
        return [*map(float, range(board.grid.columns))], [*map(float, range(board.grid.rows))]
    spots = [spot for column in columns.values() for spot in column if isinstance(spot, Spot)]
    halves = [spot for spot in spots if spot.x_in % 1 == 0.5 and spot.y_in % 1 == 0.5] or spots
    return sorted({spot.x_in for spot in halves}), sorted({spot.y_in for spot in halves})


def _outline(board: Board, place: Place) -> shapely.Geometry:
    if isinstance(board, HexBoard) and isinstance(place, Hex):
        return shapely.Polygon(hexagon(board.grid, place))
    x, y = place
    return shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)


def _imported(library: str) -> Any:
    try:
        return import_module(library)
    except ImportError:
        wanted = library.partition(".")[0]
        raise NeedsResearch(
            f"{wanted} is not installed: pip install 'blindhex[research]' brings it."
        ) from None
