"""Reads and changes tokens of Foundry: their place, facing and unit.

Ours in the flags of a token: `unit` (type, id, conditions), `side`, `marks`, `op_id`, `ignore`; `facing`
holds the degrees together with the rotation that showed them, and `place` the very point together with the
whole pixels that Foundry keeps, so that a token turned or moved by hand counts as it lies; `art` is "north"
for counters whose picture faces up.
"""

from collections.abc import Mapping
from math import floor
from typing import Any

from exporters.json_value import Json
from rules.errors import BadInput
from vtt_bridge.foundry.fields import Doc, mapping, number, numbers, our_flags, text
from vtt_bridge.foundry.grid import Grid
from vtt_bridge.port.virtual_table import FLAG, MarkPiece, MovePiece, PointPx, Token, frozen

FRIENDLY, NEUTRAL, HOSTILE = 1, 0, -1
_SOUTH_DEG = 180.0


def token_seen(document: Doc, grid: Grid, sides: tuple[str, ...]) -> Token | None:
    """The token that a document describes; None if it is scenery: neutral, or told to be ignored.

    A token that names no side belongs to the first side if friendly, to the second if hostile.

    Raises:
        BadInput: if a field has a bad value.
    """
    field = f"token {document['_id']}"
    ours = our_flags(document, field)
    unit, side = mapping(ours, "unit", f"{field} flags"), text(ours, "side", f"{field} flags")
    disposition = number(document, "disposition", field, NEUTRAL)
    if ours.get("ignore") is True or not (unit or side or disposition in (FRIENDLY, HOSTILE)):
        return None
    if not side and not unit.get("side"):
        order = 0 if disposition == FRIENDLY else 1
        side = sides[order] if disposition in (FRIENDLY, HOSTILE) and order < len(sides) else ""
    hidden = document.get("hidden", False)
    if not isinstance(hidden, bool):
        raise BadInput(f"{field}.hidden", hidden, "true or false")
    return Token(
        id=document["_id"],
        name=text(document, "name", field),
        position_px=_centre_px(document, ours, grid, field),
        size_px=token_size_px(document, grid)[0],
        facing_deg=_facing_deg(document, ours, field),
        elevation=number(document, "elevation", field, 0),
        hidden=hidden,
        side=side,
        unit=frozen(unit),
        marks=frozen(mapping(ours, "marks", f"{field} flags")),
    )


def token_size_px(document: Doc, grid: Grid) -> PointPx:
    """The width and height of a token; on hexes each further row or column adds three quarters of a hex.

    Raises:
        BadInput: if its size is not possible.
    """
    field = f"token {document['_id']}"
    width, height = number(document, "width", field, 1), number(document, "height", field, 1)
    for key, size in (("width", width), ("height", height)):
        if not 0 < size <= 100:
            raise BadInput(f"{field}.{key}", size, "more than 0 and at most 100 spaces")
    if grid.type.is_hex:
        if grid.type.is_columns:
            width = _across_hexes(width)
        else:
            height = _across_hexes(height)
    return width * grid.cell_px[0], height * grid.cell_px[1]


def move_changes(document: Doc, grid: Grid, operation: MovePiece) -> dict[str, Json]:
    """The changes of a piece.move to a token: its corner in whole pixels of the canvas, and its rotation.

    Raises:
        BadInput: if the token cannot be read.
    """
    width, height = token_size_px(document, grid)
    corner = grid.corner_px
    x = floor(operation.to_px[0] + corner[0] - width / 2 + 0.5)
    y = floor(operation.to_px[1] + corner[1] - height / 2 + 0.5)
    ours: dict[str, Json] = {"op_id": operation.op_id, "place": {"x": x, "y": y, "at_px": [*operation.to_px]}}
    changes: dict[str, Json] = {"x": x, "y": y}
    if operation.facing_deg is not None:
        field = f"token {document['_id']}"
        rotation = rotation_of(operation.facing_deg, our_flags(document, field).get("art") == "north")
        changes["rotation"] = rotation
        ours["facing"] = {"deg": operation.facing_deg, "rotation": rotation}
    return {**changes, "flags": {FLAG: ours}}


def mark_changes(operation: MarkPiece) -> dict[str, Json]:
    """The changes of a piece.mark to a token; a mark of null is removed in Foundry's way, by a key with -=."""
    marks: dict[str, Json] = {
        (f"-={name}" if value is None else name): value for name, value in operation.marks.items()
    }
    return {"flags": {FLAG: {"marks": marks, "op_id": operation.op_id}}}


def token_document(
    token: Token,
    grid: Grid,
    version: int,
    document_id: str,
    texture: str,
    disposition: int,
    *,
    is_turned: bool = True,
) -> dict[str, Any]:
    """A token as a document of Foundry 12, 13 or 14, one space wide, with our own picture.

    If it is not turned, its picture does not show the unit's facing; only its flags do.
    """
    space = {"_id": document_id, "width": 1, "height": 1}
    placed = move_changes(space, grid, MovePiece("", token.id, token.position_px))
    shows_facing = is_turned and token.facing_deg is not None
    rotation = rotation_of(token.facing_deg or 0, is_north=True) if shows_facing else 0
    ours: dict[str, Json] = {
        "side": token.side,
        "unit": dict(token.unit),
        "marks": dict(token.marks),
        "art": "north",
        "facing": {"deg": token.facing_deg, "rotation": rotation},
        "place": {"x": placed["x"], "y": placed["y"], "at_px": [*token.position_px]},
    }
    written: dict[str, Any] = {
        **space,
        "name": token.name,
        "x": placed["x"],
        "y": placed["y"],
        "elevation": token.elevation,
        "rotation": rotation,
        "hidden": token.hidden,
        "locked": False,
        "lockRotation": False,
        "disposition": disposition,
        "actorId": None,
        "actorLink": False,
        "displayName": 30,
        "texture": {"src": texture, "scaleX": 1, "scaleY": 1},
        "sight": {"enabled": False},
        "flags": {FLAG: ours},
    }
    written["hexagonalShape" if version < 13 else "shape"] = 0 if version < 13 else 4
    if version >= 14:
        written |= {"depth": 1, "level": LEVEL_ID}
    return written


LEVEL_ID = "defaultLevel0000"
"""The default level of scenes of Foundry 14."""


def rotation_of(facing_deg: float, is_north: bool) -> float:
    """The rotation that turns a picture (facing south, or north) to a bearing."""
    return (facing_deg + (0.0 if is_north else _SOUTH_DEG)) % 360


def _centre_px(document: Doc, ours: Mapping[str, Any], grid: Grid, field: str) -> PointPx:
    """The middle of a token in pixels of the scene: the exact point to which we moved it, unless it was moved since."""
    width, height = token_size_px(document, grid)
    x, y = number(document, "x", field), number(document, "y", field)
    middle = x + width / 2 - grid.corner_px[0], y + height / 2 - grid.corner_px[1]
    kept = mapping(ours, "place", f"{field} flags")
    if (kept.get("x"), kept.get("y")) == (x, y):
        very = numbers(kept, "at_px", f"{field} flags.place")
        if len(very) == 2 and all(abs(one - other) <= 1 for one, other in zip(very, middle, strict=True)):
            return very[0], very[1]
    return middle


def _facing_deg(document: Doc, ours: Mapping[str, Any], field: str) -> float | None:
    rotation = number(document, "rotation", field, 0)
    if isinstance(kept := ours.get("facing"), Mapping):
        flags = f"{field} flags.facing"
        if number(kept, "rotation", flags, rotation) == rotation or document.get("lockRotation") is True:
            return None if kept.get("deg") is None else number(kept, "deg", flags)
    return (rotation + (0.0 if ours.get("art") == "north" else _SOUTH_DEG)) % 360


def _across_hexes(spaces: float) -> float:
    return 0.75 * floor(spaces) + 0.5 * (spaces % 1) + 0.25
