"""Writes the units of a scenario into the GM notes of pieces in a Tabletop Simulator save."""

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from maps.documents import Missing, parsed
from maps.scenario import Scenario
from rules.game.units import Unit
from vtt_bridge.system.bounded_read import MOST_BYTES


@dataclass(frozen=True, slots=True)
class Labelled:
    """A save with GM notes, how many pieces got theirs, and the units that no piece is named after."""

    save: str
    pieces: int
    without_piece: tuple[str, ...]


def with_labels(save: str | bytes, scenario: Scenario) -> Labelled:
    """The save with unit data in the GM notes of each piece whose name is the id or name of a unit.

    Units with the same name go to the pieces of that name, in order. Existing notes stay as they are.

    Raises:
        BadInput, Missing: if it is not a save.
    """
    document = parsed(save, MOST_BYTES)
    if not isinstance(document.get("ObjectStates"), list):
        raise Missing("ObjectStates", "the pieces of a save of Tabletop Simulator")
    left: dict[str, list[Unit]] = defaultdict(list)
    for unit in scenario.units:
        for called in {unit.id.casefold(), unit.name.casefold()} - {""}:
            left[called].append(unit)
    done = {_id_in(piece) for piece in document["ObjectStates"]}
    labelled = 0
    for piece in document["ObjectStates"]:
        if isinstance(piece, dict) and not piece.get("GMNotes"):
            fitting = left.get(str(piece.get("Nickname", "")).strip().casefold(), [])
            for unit in [unit for unit in fitting if unit.id not in done][:1]:
                piece["GMNotes"] = json.dumps(_notes_of(unit), ensure_ascii=False)
                done.add(unit.id)
                labelled += 1
    without = tuple(unit.id for unit in scenario.units if unit.id not in done)
    return Labelled(json.dumps(document, ensure_ascii=False, indent=2) + "\n", labelled, without)


def _notes_of(unit: Unit) -> dict[str, Any]:
    notes = {"id": unit.id, "type": unit.type, "side": unit.side}
    return {**notes, "conditions": sorted(unit.conditions)} if unit.conditions else notes


def _id_in(piece: object) -> str:
    """The id of the unit in a piece's existing notes; empty if there is none."""
    notes = str(piece.get("GMNotes", "")) if isinstance(piece, dict) else ""
    try:
        unit = json.loads(notes)
    except ValueError:
        return ""
    return str(unit.get("id", "")) if isinstance(unit, dict) else ""
