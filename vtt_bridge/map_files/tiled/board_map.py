"""Converts a whole Tiled map to a board of hexes and back."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from maps.codec import FORMAT, board_document, board_from
from maps.documents import Document, check_schema, parsed
from rules.errors import BadInput
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.terrain import BACKGROUNDS, Terrain
from vtt_bridge.map_files.tiled.cells import cells_of
from vtt_bridge.map_files.tiled.hexagons import Hexagons, hexagons_document, hexagons_for, hexagons_of
from vtt_bridge.map_files.tiled.objects import (
    Drawn,
    hexside_objects,
    line_objects,
    outline_objects,
    read_object,
)
from vtt_bridge.map_files.tiled.tile_pictures import tiles_png
from vtt_bridge.map_files.tiled.tiles import Beside, Tile, properties_of, tiles_of, tileset_document
from vtt_bridge.port.virtual_table import PointPx

SCHEMA = "map.schema.json"
_ENTRY = re.compile(r"(hexsides|lines|outlines)\[\d+\]")


@dataclass(frozen=True, slots=True)
class ReadMap:
    """The board in a map, and how many of its tiles and objects name no terrain."""

    board: Board
    left_out: int


@dataclass(frozen=True, slots=True)
class WrittenMap:
    """A map as text, and the picture of its tiles that goes beside it."""

    text: str
    tiles_png: bytes


def read_map(text: bytes | str, name: str, beside: Beside) -> ReadMap:
    """The board in a Tiled map in JSON; `name` is its name if the map has none.

    Tile layers are read from the lowest up: terrain adds up, and the uppermost level and contour count.

    Raises:
        BadInput: for the first fault; the sentence names layer, tile or object.
    """
    given = parsed(text)
    check_schema(given, SCHEMA, package="vtt_bridge.map_files.tiled")
    properties = properties_of(given)
    hexagons = hexagons_of(given, properties.get("half_hexes") is True)
    hexes, drawn, left_out = _contents(given, hexagons, tiles_of(given["tilesets"], beside))
    if not (hexes or drawn.hexsides or drawn.lines or drawn.outlines):
        raise BadInput("layers", name, "a map whose tiles or objects have a class that is terrain, as woods")
    document = {
        "format": FORMAT,
        "name": str(properties.get("name") or name),
        "ground": "hex",
        "grid": board_document(HexBoard("grid", hexagons.grid))["grid"],
        "hexes": hexes,
        "hexsides": drawn.hexsides,
        "lines": drawn.lines,
        "outlines": drawn.outlines,
    }
    try:
        return ReadMap(board_from(document), left_out + drawn.left_out)
    except BadInput as fault:
        entry = _ENTRY.match(fault.field)
        if entry is None:
            raise
        who = drawn.drawn_by[entry[0]]
        raise BadInput(f"{who}{fault.field[entry.end() :]}", fault.value, fault.wanted) from None


def written_map(board: Board, tiles_image: str) -> WrittenMap:
    """A board of hexes as a Tiled map in JSON; `tiles_image` is the file name of the picture of its tiles.

    Raises:
        BadInput: if the board is measured in inches.
    """
    if not isinstance(board, HexBoard):
        raise BadInput("board", board.name, "a board of hexes, as Tiled draws them")
    hexagons = hexagons_for(board.grid)
    document = board_document(board)
    layers = dict(_tile_layers(document, board.grid))
    tiles = list(dict.fromkeys(tile for cells in layers.values() for tile in cells.values()))
    tiles = tiles or [Tile((Terrain.WOODS,))]
    numbers = {tile: number for number, tile in enumerate(tiles, 1)}
    written: list[dict[str, Any]] = []
    for name, cells in layers.items():
        data = [0] * (board.grid.columns * board.grid.rows)
        for place, tile in cells.items():
            data[place.row * board.grid.columns + place.column] = numbers[tile]
        written.append(_tile_layer(name, data, board.grid))
    next_object = count(1)
    for name, objects in (
        ("hexsides", hexside_objects(document["hexsides"], hexagons)),
        ("lines", line_objects(document["lines"], hexagons)),
        ("outlines", outline_objects(document["outlines"], hexagons)),
    ):
        written.append(_object_layer(name, [{"id": next(next_object), **thing} for thing in objects]))
    for number, layer in enumerate(written, 1):
        layer["id"] = number
    text = json.dumps(
        _map_document(board, hexagons, written, next(next_object), tiles, tiles_image), indent=1
    )
    return WrittenMap(text + "\n", tiles_png(tiles, hexagons))


def _contents(
    given: Document, hexagons: Hexagons, tiles: dict[int, Tile]
) -> tuple[dict[str, dict[str, Any]], Drawn, int]:
    """The hexes as entries of a board document, the contents of the objects, and how many tiles were left out."""
    grid, drawn, left_out = hexagons.grid, Drawn(), 0
    tile_of: dict[Hex, Tile] = {}
    for layer, offset_px, field in _layers(given, (0.0, 0.0), ""):
        if layer["type"] == "objectgroup":
            for thing in layer.get("objects", ()):
                read_object(thing, offset_px, hexagons, drawn)
            continue
        if offset_px != (0.0, 0.0):
            raise BadInput(f"{field}.offset", offset_px, "(0, 0), so that its tiles lie in the hexes")
        for number, cell in enumerate(cells_of(layer, grid.columns * grid.rows, field)):
            if cell and (tile := tiles.get(cell)) is None:
                left_out += 1
            elif cell and tile is not None:
                place = Hex(number % grid.columns, number // grid.columns)
                if place not in grid:
                    raise BadInput(f"{field}, {place}", tile.words, "on the map, whose edge is cut there")
                tile_of[place] = _overlaid(tile_of.get(place, Tile()), tile)
    return {place.label: _entry(tile) for place, tile in sorted(tile_of.items())}, drawn, left_out


def _layers(given: Document, offset_px: PointPx, field: str) -> Iterator[tuple[Document, PointPx, str]]:
    """The tile and object layers in order from the lowest up, those in groups included."""
    for number, layer in enumerate(given.get("layers", ())):
        name = f"{field}layer {layer.get('name') or number}"
        offset = offset_px[0] + layer.get("offsetx", 0), offset_px[1] + layer.get("offsety", 0)
        if layer["type"] == "group":
            yield from _layers(layer, offset, f"{name}, ")
        elif layer["type"] != "imagelayer":
            yield layer, offset, name


def _overlaid(lower: Tile, upper: Tile) -> Tile:
    below = lower.terrain
    if BACKGROUNDS & set(upper.terrain):
        below = tuple(kind for kind in below if kind not in BACKGROUNDS)
    return Tile(
        tuple(dict.fromkeys((*below, *upper.terrain))),
        lower.level if upper.level is None else upper.level,
        lower.contour if upper.contour is None else upper.contour,
    )


def _entry(tile: Tile) -> dict[str, Any]:
    entry: dict[str, Any] = {"terrain": [kind.value for kind in tile.terrain]} if tile.terrain else {}
    if tile.level:
        entry["level"] = tile.level
    if tile.contour is not None:
        entry["contour"] = tile.contour
    return entry


def _tile_layers(document: Document, grid: HexGrid) -> Iterator[tuple[str, dict[Hex, Tile]]]:
    """A layer for each kind of terrain on the board, then one for levels and one for contours."""
    hexes = {grid.named(label): entry for label, entry in document["hexes"].items()}
    for kind in Terrain:
        if places := [place for place, entry in hexes.items() if kind.value in entry.get("terrain", ())]:
            yield kind.words, dict.fromkeys(places, Tile((kind,)))
    if levels := {place: Tile(level=entry["level"]) for place, entry in hexes.items() if "level" in entry}:
        yield "levels", levels
    if contours := {
        place: Tile(contour=entry["contour"]) for place, entry in hexes.items() if "contour" in entry
    }:
        yield "contours", contours


def _tile_layer(name: str, data: list[int], grid: HexGrid) -> dict[str, Any]:
    size = {"x": 0, "y": 0, "width": grid.columns, "height": grid.rows}
    return {"name": name, "type": "tilelayer", "visible": True, "opacity": 1, **size, "data": data}


def _object_layer(name: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
    look = {"visible": True, "opacity": 1, "x": 0, "y": 0, "draworder": "index"}
    return {"name": name, "type": "objectgroup", **look, "objects": objects}


def _map_document(
    board: HexBoard,
    hexagons: Hexagons,
    layers: list[dict[str, Any]],
    next_object: int,
    tiles: list[Tile],
    tiles_image: str,
) -> dict[str, Any]:
    tile_px = hexagons.tile_width_px, hexagons.tile_height_px
    return {
        "type": "map",
        "version": "1.6",
        "tiledversion": "1.8.2",
        **hexagons_document(hexagons),
        "renderorder": "right-down",
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next_object,
        "properties": [
            {"name": "half_hexes", "type": "bool", "value": board.grid.half_hexes},
            {"name": "name", "type": "string", "value": board.name},
        ],
        "tilesets": [tileset_document(tiles, tiles_image, tile_px)],
        "layers": layers,
    }
