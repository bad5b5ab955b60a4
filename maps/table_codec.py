"""Tables read from documents and written to them. Shapes are GeoJSON geometries in inches and keep every point."""

from collections.abc import Iterable, Mapping
from typing import Any

import shapely
from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from maps.documents import Document, checked, under, written
from rules.errors import BadInput
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

SCHEMA = "table.schema.json"


def table_from(document: object, form: str, field: str = "") -> Tabletop:
    """The table a document describes.

    Raises:
        BadInput: for the first thing that is wrong; `field` says where the document lies in a larger one.
    """
    known = checked(document, SCHEMA, form, field)
    pieces = tuple(
        _piece_from(entry, under(field, "pieces", i)) for i, entry in enumerate(known.get("pieces", []))
    )
    try:
        return Tabletop(known["name"], float(known["width_in"]), float(known["depth_in"]), pieces)
    except BadInput as fault:
        raise BadInput(under(field, fault.field), fault.value, fault.wanted) from None


def table_document(table: Tabletop, form: str) -> dict[str, Any]:
    """The document of a table: its pieces in the order they were drawn."""
    return {
        "format": form,
        "name": table.name,
        "ground": "table",
        "width_in": written(table.width_in),
        "depth_in": written(table.depth_in),
        "pieces": [_piece_document(piece) for piece in table.pieces],
    }


def summary(table: Tabletop) -> str:
    """A table in one line: its name, its size, and its terrain."""
    kinds = {piece.terrain for piece in table.pieces}
    there = ", ".join(terrain.words for terrain in TableTerrain if terrain in kinds)
    return f"{table.name}: {table.width_in:g} x {table.depth_in:g} inches; {there or 'open'}"


def _piece_from(entry: Document, field: str) -> Piece:
    width_in, height_in = entry.get("width_in"), entry.get("height_in")
    return Piece(
        entry["id"],
        TableTerrain(entry["terrain"]),
        _shape_from(entry["shape"], under(field, "shape", "coordinates")),
        None if width_in is None else float(width_in),
        int(entry.get("level", 0)),
        None if height_in is None else float(height_in),
    )


def _shape_from(entry: Mapping[str, Any], field: str) -> BaseGeometry:
    areas = {"Polygon": [entry["coordinates"]], "MultiPolygon": entry["coordinates"]}.get(entry["type"], [])
    for ring in (ring for area in areas for ring in area):
        if ring[0] != ring[-1]:
            raise BadInput(field, ring[-1], f"the first point of its ring again, {ring[0]}")
    drawn: BaseGeometry = shape({"type": entry["type"], "coordinates": _floats(entry["coordinates"])})
    return drawn


def _piece_document(piece: Piece) -> dict[str, Any]:
    drawn = mapping(shapely.force_2d(piece.shape))
    document: dict[str, Any] = {
        "id": piece.id,
        "terrain": piece.terrain.value,
        "shape": {"type": drawn["type"], "coordinates": _listed(drawn["coordinates"])},
    }
    if piece.width_in is not None:
        document["width_in"] = written(piece.width_in)
    if piece.level:
        document["level"] = piece.level
    if piece.height_in is not None:
        document["height_in"] = written(piece.height_in)
    return document


def _floats(coordinates: Iterable[Any] | float) -> Any:
    if isinstance(coordinates, int | float):
        return float(coordinates) + 0.0
    return [_floats(entry) for entry in coordinates]


def _listed(coordinates: Iterable[Any] | float) -> Any:
    if isinstance(coordinates, int | float):
        return written(coordinates)
    return [_listed(entry) for entry in coordinates]
