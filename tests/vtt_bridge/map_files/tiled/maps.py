"""Small maps of Tiled, written by hand as Tiled writes them, for the tests."""

import json
from typing import Any

from vtt_bridge.map_files.tiled.board_map import ReadMap, read_map

# Tile 1 is woods by its class, 2 a stone building of level 1 by properties, 3 decoration, 4 level 2 alone.
TILESET: dict[str, Any] = {
    "firstgid": 1,
    "name": "ground",
    "tiles": [
        {"id": 0, "type": "woods"},
        {
            "id": 1,
            "class": "house",
            "properties": [
                {"name": "terrain", "type": "string", "value": "stone_building"},
                {"name": "level", "type": "int", "value": 1},
            ],
        },
        {"id": 3, "properties": [{"name": "level", "type": "int", "value": 2}]},
    ],
}


def tile_layer(data: object, name: str = "ground", **changes: Any) -> dict[str, Any]:
    """A layer of 4 x 3 cells."""
    return {"type": "tilelayer", "name": name, "width": 4, "height": 3, "data": data, **changes}


def objects(*things: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A layer of objects, numbered from 1."""
    numbered = [{"id": number, **thing} for number, thing in enumerate(things, 1)]
    return {"type": "objectgroup", "name": "over", "objects": numbered, **changes}


def polyline(kind: str, *points: tuple[float, float], **changes: Any) -> dict[str, Any]:
    """An object drawn through points of the map."""
    (x0, y0), *_ = points
    return {
        "type": kind,
        "x": x0,
        "y": y0,
        "polyline": [{"x": x - x0, "y": y - y0} for x, y in points],
        **changes,
    }


def hex_map(*layers: dict[str, Any], axis: str = "x", index: str = "odd", **changes: Any) -> dict[str, Any]:
    """A map of 4 x 3 hexes: flat ones are 40 x 36 px with sides of 20, pointed ones 36 x 40."""
    long, short = (40, 36) if axis == "x" else (36, 40)
    return {
        "type": "map",
        "orientation": "hexagonal",
        "staggeraxis": axis,
        "staggerindex": index,
        "hexsidelength": 20,
        "width": 4,
        "height": 3,
        "tilewidth": long,
        "tileheight": short,
        "infinite": False,
        "layers": list(layers),
        "tilesets": [TILESET],
        **changes,
    }


def read(given: dict[str, Any], **beside: bytes) -> ReadMap:
    """Read a map, with files beside it."""
    return read_map(json.dumps(given), "drawn", lambda name: beside[name.replace(".", "_")])
