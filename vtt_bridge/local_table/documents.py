"""Translation between documents of the local table's API and the values of the port."""

import re

from exporters.json_value import Json
from rules.errors import BadInput
from vtt_bridge.errors import BadAnswer
from vtt_bridge.local_table.link import Params
from vtt_bridge.port.table_document import TABLE_FORMAT
from vtt_bridge.port.virtual_table import MarkPiece, MovePiece, Operation, PutOverlay, Say, Swatch

VTT = "local"
VERSION = "1"
UMPIRE = "Umpire"
"""The author of the umpire's lines in the chat."""

_SWATCH = re.compile(
    r"(#[0-9a-f]{8}) (plain|hatch|cross|dots|dashes|line|dashed-line|dotted-line|ring|dashed-ring|disc|figure|flag) (.{0,200})"
)


def check_about(given: Json, address: str) -> None:
    """Check that the answer comes from a local table of the right version.

    Raises:
        BadAnswer: if not.
    """
    if not isinstance(given, dict) or given.get("vtt") != VTT:
        raise BadAnswer(address, "as something else than a Blindhex table")
    if given.get("version") != VERSION or given.get("format") != TABLE_FORMAT:
        said = f"{given.get('version')!r} with {given.get('format')!r}"
        raise BadAnswer(
            address, f"in version {said}, and this umpire speaks {VERSION!r} with {TABLE_FORMAT!r}"
        )


def front_scene(given: Json, address: str) -> str:
    """The id of the scene in front of everybody.

    Raises:
        BadAnswer: if there is none.
    """
    scenes = given.get("scenes") if isinstance(given, dict) else None
    first = scenes[0] if isinstance(scenes, list) and scenes else None
    scene_id = first.get("id") if isinstance(first, dict) else None
    if not isinstance(scene_id, str):
        raise BadAnswer(address, "that it has no scene; open one with blindhex serve SCENARIO")
    return scene_id


def conditions_of(operation: Operation) -> Params:
    """The op_id and revision of a write, as query parameters."""
    return {"op_id": operation.op_id, "revision": operation.revision}


def move_document(operation: MovePiece) -> dict[str, Json]:
    """A piece.move as a change of a token."""
    document: dict[str, Json] = {"to_px": list(operation.to_px)}
    if operation.facing_deg is not None:
        document["facing_deg"] = operation.facing_deg
    return document


def mark_document(operation: MarkPiece) -> dict[str, Json]:
    """A piece.mark as a change of a token."""
    return {"marks": dict(operation.marks)}


def say_document(operation: Say, author: str) -> dict[str, Json]:
    """A say as a line of the chat."""
    return {"author": author, "text": operation.text, "rules": list(operation.rules), "to": operation.to}


def overlay_params(operation: PutOverlay) -> Params:
    """The place, size, title and legend of an overlay as query parameters."""
    overlay = operation.overlay
    return {
        "x_px": overlay.at_px[0],
        "y_px": overlay.at_px[1],
        "width_px": overlay.size_px[0],
        "height_px": overlay.size_px[1],
        "title": overlay.title[:500],
        "owner": overlay.owner,
        "legend": [f"{swatch.colour} {swatch.pattern} {swatch.text}" for swatch in overlay.legend],
        **({"to": overlay.to} if overlay.to else {}),
        **conditions_of(operation),
    }


def legend_of(lines: list[str]) -> tuple[Swatch, ...]:
    """The legend that lines such as "#a3150dff hatch blocks" describe.

    Raises:
        BadInput: naming a line that is not such a line.
    """
    swatches = [_SWATCH.fullmatch(line) for line in lines]
    for line, swatch in zip(lines, swatches, strict=True):
        if swatch is None:
            raise BadInput(
                "legend", line, "a colour #rrggbbaa, a pattern and words of at most 200 characters"
            )
    return tuple(Swatch(*swatch.groups()) for swatch in swatches if swatch is not None)
