"""Reads save files of Tabletop Simulator into a scene: every object with a unit in its GM notes is a token.

GM notes with a kind of marker make the object an area in its hex; objects with other notes are
ignored.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any

from exporters.place_text import name
from maps.documents import Document, check_schema, parsed
from rules.errors import BadInput
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.virtual_table import Area, Scene, Source, Token, frozen
from vtt_bridge.system.bounded_read import MOST_BYTES
from vtt_bridge.tabletop_simulator.layout import Layout

SCHEMA = "save.schema.json"
VTT = "tts"
_MOST_NAME = 200


def scene_in_save(text: bytes | str, layout: Layout) -> Scene:
    """The scene in a save file, for a table with this layout.

    Raises:
        BadInput: for the first fault; the sentence names the object.
    """
    given = parsed(text, MOST_BYTES)
    check_schema(given, SCHEMA, package="vtt_bridge.tabletop_simulator")
    tokens = sorted(_tokens(given, layout), key=lambda token: token.id)
    areas = sorted(_areas(given, layout), key=lambda area: area.id)
    guids = sorted([*(token.id for token in tokens), *(area.id for area in areas)])
    for guid, other in pairwise(guids):
        if guid == other:
            raise BadInput("ObjectStates", guid, "a GUID that stands there once")
    revision = sha256(repr((tokens, areas)).encode()).hexdigest()[:16]
    return Scene(
        source=Source(VTT, given.get("VersionNumber", ""), "save", revision),
        name=given.get("SaveName") or "save",
        frame=layout.frame,
        size_px=layout.size_px,
        game=layout.game,
        tokens=tuple(tokens),
        areas=tuple(areas),
    )


def _tokens(given: Document, layout: Layout) -> Iterator[Token]:
    for thing in given["ObjectStates"]:
        unit = _notes(thing)
        if not isinstance(unit.get("side"), str):
            continue
        at = thing["Transform"]
        x_px, y_px = layout.pixel(at["posX"], at["posZ"])
        field = f"object {thing['GUID']}.GMNotes"
        yield Token(
            id=thing["GUID"],
            name=thing.get("Nickname", "")[:_MOST_NAME],
            position_px=(round(x_px, 2), round(y_px, 2)),
            facing_deg=round(at.get("rotY", 0.0), 2) % 360,
            hidden=unit.get("hidden") is True,
            side=unit["side"],
            unit=frozen({key: unit[key] for key in ("id", "type", "conditions") if unit.get(key)}),
            marks=frozen(_marks(unit, field)),
        )


def _areas(given: Document, layout: Layout) -> Iterator[Area]:
    for thing in given["ObjectStates"]:
        notes, at = _notes(thing), thing["Transform"]
        if isinstance(notes.get("marker"), str):
            value, field = notes.get("value", 0), f"object {thing['GUID']}.GMNotes.value"
            if not isinstance(value, int) or isinstance(value, bool):
                raise BadInput(field, value, "a whole number")
            cell = name(snapped(layout.frame, layout.board, layout.pixel(at["posX"], at["posZ"])))
            yield Area(thing["GUID"], notes["marker"], value, (cell,))


def _notes(thing: Document) -> Mapping[str, Any]:
    """The GM notes of an object as JSON; empty if they are not a JSON object."""
    notes = thing.get("GMNotes", "")
    if not notes.lstrip().startswith("{"):
        return {}
    try:
        said = json.loads(notes)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _marks(unit: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    marks = unit.get("marks", {})
    if not isinstance(marks, dict):
        raise BadInput(f"{field}.marks", marks, "an object")
    return marks
