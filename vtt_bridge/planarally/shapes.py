"""Reads and writes shapes of PlanarAlly: tokens, areas, and our pictures, with unit data in a shape's custom data.

Custom data whose prefix is `blindhex` say what a token is: `side`, `type`, `id`, `conditions` (a list with
commas), `hidden`; those whose prefix is `blindhex-marks` are its marks. A polygon, rectangle or circle with
`terrain` (and `level`) is an area. The picture we lay says in its `options` whose it is: PlanarAlly drops the
custom data of a shape that is added, and a picture of ours must never lie there without our name.
"""

import json
from collections.abc import Mapping, Sequence
from math import cos, degrees, pi, radians, sin
from typing import Any

from exporters.json_value import Json
from rules.errors import BadInput
from vtt_bridge.errors import BadScene
from vtt_bridge.planarally.assets import Asset
from vtt_bridge.port.virtual_table import FLAG, Area, MovePiece, Overlay, PointPx, Token, frozen

Doc = Mapping[str, Any]

MARKS = f"{FLAG}-marks"
_ROUND = frozenset({"circle", "circulartoken"})
_BOXED = frozenset({"rect", "assetrect"})
_MOST_NAME = 200
_CORNERS = 72
"""The corners of the polygon as which a circle is read."""


def token_seen(shape: Doc) -> Token | None:
    """The token in a shape of the tokens layer; None if its data name no side.

    Raises:
        BadScene: if it is not a shape that tokens can have.
        BadInput: if a field holds what it may not hold.
    """
    said = custom_data(shape, FLAG)
    if "side" not in said:
        return None
    if _kind(shape) not in _ROUND | _BOXED:
        raise _not_readable(shape, "side", "a unit is a rectangle, a circle or a token")
    field = f"shape {shape['uuid']}"
    unit: dict[str, Json] = {key: str(said[key]) for key in ("id", "type") if key in said}
    if conditions := [word.strip() for word in str(said.get("conditions", "")).split(",") if word.strip()]:
        unit["conditions"] = [*conditions]
    return Token(
        id=shape["uuid"],
        name=str(shape.get("name", ""))[:_MOST_NAME],
        position_px=centre_px(shape),
        size_px=_number(shape, "radius", field) * 2
        if _kind(shape) in _ROUND
        else _number(shape, "width", field),
        facing_deg=round(degrees(_number(shape, "angle", field)), 4) % 360,
        hidden=shape.get("is_invisible") is True or said.get("hidden") is True,
        side=str(said["side"]),
        unit=frozen(unit),
        marks=frozen(custom_data(shape, MARKS)),
    )


def area_seen(shape: Doc) -> Area | None:
    """The area in a polygon, rectangle or circle; None if its data name no terrain.

    Raises:
        BadScene: if it is another shape.
        BadInput: if its corners or its level cannot be read.
    """
    said = custom_data(shape, FLAG)
    if "terrain" not in said:
        return None
    field = f"shape {shape['uuid']}"
    try:
        level = int(said.get("level", 0))
    except (TypeError, ValueError):
        raise BadInput(f"{field}.level", said.get("level"), "a whole number") from None
    if _kind(shape) in _BOXED:
        polygon = _box_px(shape, field)
    elif _kind(shape) in _ROUND:
        polygon = _round_px(shape, field)
    elif _kind(shape) == "polygon" and shape.get("open_polygon") is not True:
        polygon = _polygon_px(shape, field)
    else:
        raise _not_readable(shape, "terrain", "an area is a closed polygon, a rectangle or a circle")
    return Area(shape["uuid"], str(said["terrain"]), level, polygon_px=polygon)


def check_layer(shape: Doc, layer: str) -> None:
    """Check that a shape outside the tokens layer is not a unit.

    Raises:
        BadScene: if its data name a side.
    """
    if "side" in custom_data(shape, FLAG):
        raise BadScene(
            f"shape {shape.get('name')!r} says its side and lies on the layer {layer}; move it to the tokens layer"
        )


def _not_readable(shape: Doc, key: str, wanted: str) -> BadScene:
    kind = "open polygon" if shape.get("open_polygon") is True else _kind(shape)
    return BadScene(f"shape {shape.get('name')!r} ({kind}) says its {key}, and cannot be read: {wanted}")


def _polygon_px(shape: Doc, field: str) -> tuple[PointPx, ...]:
    try:
        corners = [(float(x), float(y)) for x, y in json.loads(shape.get("vertices", ""))]
    except (TypeError, ValueError):
        raise BadInput(f"{field}.vertices", shape.get("vertices"), "a list of points") from None
    first = (_number(shape, "x", field), _number(shape, "y", field))
    polygon = tuple(dict.fromkeys((first, *corners)))
    if len(polygon) < 3:
        raise BadInput(f"{field}.vertices", shape.get("vertices"), "three points or more")
    return polygon


def _box_px(shape: Doc, field: str) -> tuple[PointPx, ...]:
    """The corners of a rectangle, turned about its middle."""
    middle_x, middle_y = centre_px(shape)
    half_x, half_y = (_number(shape, key, field) / 2 for key in ("width", "height"))
    turn = _number(shape, "angle", field)
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple(
        (middle_x + x * cos(turn) - y * sin(turn), middle_y + x * sin(turn) + y * cos(turn))
        for x, y in corners
    )


def _round_px(shape: Doc, field: str) -> tuple[PointPx, ...]:
    (x, y), radius = centre_px(shape), _number(shape, "radius", field)
    turns = (2 * pi * step / _CORNERS for step in range(_CORNERS))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def overlay_seen(shape: Doc) -> Overlay | None:
    """Our overlay in a shape; None if the shape is somebody else's."""
    said = _options(shape).get(FLAG)
    if not isinstance(said, Mapping) or said.get("owner") != FLAG or "tag" not in said:
        return None
    field = f"shape {shape['uuid']}"
    at = (_number(shape, "x", field), _number(shape, "y", field))
    size = (_number(shape, "width", field), _number(shape, "height", field))
    title, revision = str(said.get("title", "")), str(said.get("revision", ""))
    return Overlay(str(said["tag"]), title, at, size, FLAG, revision, digest=_picture_shown(shape))


def centre_px(shape: Doc) -> PointPx:
    """The middle of a round or boxed shape.

    Raises:
        BadInput: if a field holds what it may not hold.
    """
    field = f"shape {shape['uuid']}"
    x, y = _number(shape, "x", field), _number(shape, "y", field)
    if _kind(shape) in _ROUND:
        return x, y
    return x + _number(shape, "width", field) / 2, y + _number(shape, "height", field) / 2


def moved(shape: Doc, operation: MovePiece) -> dict[str, Any]:
    """The message that moves a shape as a piece.move says.

    Raises:
        BadInput: if a field of the shape holds what it may not hold.
    """
    at, centre = (shape["x"], shape["y"]), centre_px(shape)
    dx, dy = operation.to_px[0] - centre[0], operation.to_px[1] - centre[1]
    angle = shape["angle"] if operation.facing_deg is None else radians(operation.facing_deg)
    return {"uuid": shape["uuid"], "position": {"angle": angle, "points": [[at[0] + dx, at[1] + dy]]}}


def asset_of(shape: Doc) -> int | None:
    """The asset entry of one of our pictures, if known."""
    said = _options(shape).get(FLAG)
    entry = said.get("entry") if isinstance(said, Mapping) else None
    return entry if isinstance(entry, int) else None


def overlay_shape(uuid: str, overlay: Overlay, asset: Asset) -> dict[str, Any]:
    """A picture of ours as a shape."""
    flag_data = {
        "owner": overlay.owner,
        "tag": overlay.tag,
        "title": overlay.title,
        "revision": overlay.revision,
        "entry": asset.entry,
    }
    shown = picture_shape(uuid, overlay.tag, overlay.at_px, overlay.size_px, asset)
    return {**shown, "options": json.dumps([[FLAG, flag_data]])}


def picture_shape(uuid: str, name: str, at_px: PointPx, size_px: PointPx, asset: Asset) -> dict[str, Any]:
    """A picture as a shape, its top left corner and its size."""
    box = {"width": size_px[0], "height": size_px[1], "assetId": asset.id, "assetHash": asset.hash}
    return {**_shape(uuid, "assetrect", name, at_px), **box, "is_locked": True}


def token_shape(uuid: str, name: str, middle_px: PointPx, radius_px: float, colour: str) -> dict[str, Any]:
    """A unit as a round token with the first letters of its name."""
    letters = {"text": name[:3], "font": "14px Open Sans"}
    round_one = {"radius": radius_px, "viewing_angle": None, **letters}
    return {
        **_shape(uuid, "circulartoken", name, middle_px),
        **round_one,
        "fill_colour": colour,
        "name_visible": True,
    }


def addition(shape: Doc, asset: Asset, floor: str, layer: str) -> dict[str, Any]:
    """The message that adds a shape to a layer, with exactly the fields of that version of
    PlanarAlly, as it accepts no others."""
    if asset.is_of_release:
        later = {"variants", "assetId", "assetHash"}
        kept = {key: value for key, value in shape.items() if key not in later}
        path = {"src": _path_of(shape["assetHash"])} if "assetHash" in shape else {}
        shape = {**kept, **path, "asset": shape.get("assetId")}
    return {"shape": shape, "floor": floor, "layer": layer, "temporary": False}


def _path_of(digest: str) -> str:
    return f"/static/assets/{digest[:2]}/{digest[2:4]}/{digest}"


def _picture_shown(shape: Doc) -> str:
    """The hash of the picture in a shape: a field of its own, or the end of its path."""
    return str(shape.get("assetHash") or shape.get("src") or "").rpartition("/")[2]


def area_shape(uuid: str, name: str, corners_px: Sequence[PointPx], colour: str) -> dict[str, Any]:
    first, *others = corners_px
    outline = {
        "vertices": json.dumps([[*corner] for corner in others]),
        "line_width": 2,
        "open_polygon": False,
    }
    return {**_shape(uuid, "polygon", name, first), **outline, "fill_colour": colour}


def _shape(uuid: str, kind: str, name: str, at_px: PointPx) -> dict[str, Any]:
    """A shape with every field that PlanarAlly requires."""
    return {
        "uuid": uuid,
        "type_": kind,
        "x": at_px[0],
        "y": at_px[1],
        "name": name,
        "name_visible": False,
        "fill_colour": "rgba(0, 0, 0, 0)",
        "stroke_colour": "rgba(0, 0, 0, 0)",
        "vision_obstruction": 0,
        "movement_obstruction": False,
        "draw_operator": "source-over",
        "options": "[]",
        "badge": 0,
        "show_badge": False,
        "default_edit_access": False,
        "default_vision_access": False,
        "default_movement_access": False,
        "is_invisible": False,
        "is_defeated": False,
        "is_locked": False,
        "angle": 0,
        "stroke_width": 0,
        "group": None,
        "ignore_zoom_size": False,
        "is_door": False,
        "is_teleport_zone": False,
        "custom_data": [],
        "owners": [],
        "trackers": [],
        "auras": [],
        "character": None,
        "odd_hex_orientation": False,
        "size_x": 0,
        "size_y": 0,
        "show_cells": False,
        "cell_fill_colour": None,
        "cell_stroke_colour": None,
        "cell_stroke_width": None,
        "notes": [],
        "variants": [],
    }


def custom_entry(uuid: str, prefix: str, name: str, value: Json) -> dict[str, Any]:
    """The message that adds custom data to a shape.

    Raises:
        BadInput: if the value is not a text, number, true or false.
    """
    if isinstance(value, bool):
        kind = "boolean"
    elif isinstance(value, int | float):
        kind = "number"
    elif isinstance(value, str):
        kind = "text"
    else:
        raise BadInput(f"marks.{name}", value, "a text, a number, true or false, as PlanarAlly keeps them")
    entry = {"shapeId": uuid, "source": FLAG, "prefix": prefix, "name": name, "kind": kind, "value": value}
    return {**entry, "reference": None, "description": None}


def custom_data(shape: Doc, prefix: str) -> dict[str, Any]:
    """The custom data of a shape with that prefix, by name."""
    return {
        entry["name"]: entry.get("value")
        for entry in listed(shape.get("custom_data"))
        if isinstance(entry, Mapping)
        and str(entry.get("prefix", "")).strip("/") == prefix
        and isinstance(entry.get("name"), str)
    }


def listed(given: object) -> list[Any]:
    """The entries of a field that should be a list; empty if it is not."""
    return given if isinstance(given, list) else []


def _kind(shape: Doc) -> str:
    return str(shape.get("type_"))


def _options(shape: Doc) -> dict[str, Any]:
    """The options of a shape by name; PlanarAlly stores them as JSON text with pairs."""
    try:
        pairs = json.loads(shape.get("options") or "[]")
        return {str(name): value for name, value in pairs}
    except (TypeError, ValueError):
        return {}


def _number(shape: Doc, key: str, field: str) -> float:
    value = shape.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1_000_000:
        raise BadInput(f"{field}.{key}", value, "a number from -1000000 to 1000000")
    return float(value)
