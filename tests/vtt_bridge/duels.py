"""Two fights of two tanks on bare tables: one with a player's own lists, one with short sight."""

import json
from pathlib import Path
from typing import Any

TANK: dict[str, Any] = {
    "id": "uk.comet", "name": "Comet", "nation": "british", "kind": "enclosed", "mobility": "very_fast_tracks",
    "points": 70, "morale": 3, "armour": {"front": 8, "side": 4, "rear": 3}, "ammunition": 7,
    "weapons": [{"name": "77mm", "kind": "at_gun", "mount": "turret", "ap": [13, 12, 12, 10, 9, 8],
                 "he": {"size": "medium", "rating": 4, "penetration": 2}}],
}  # fmt: skip
LISTS = {"format": "blindhex-roster/1", "book": "kgn", "extends": "house", "units": [TANK]}
DUEL: dict[str, Any] = {
    "format": "blindhex-scenario/1", "name": "A duel", "ruleset": "kgn", "house": "own.json",
    "board": {"format": "blindhex-board/1", "name": "Field", "ground": "table", "width_in": 72, "depth_in": 48},
    "sides": ["uk", "de"],
    "units": [
        {"id": "comet", "type": "uk.comet", "side": "uk", "at": [10, 20], "facing_deg": 90},
        {"id": "panzer", "type": "de.pz4h", "side": "de", "at": [28, 20], "facing_deg": 270},
    ],
    "length": {"turns": 1},
    "options": {"game_size": "platoon"},
}  # fmt: skip
MIST: dict[str, Any] = {
    "format": "blindhex-scenario/1", "name": "Mist", "ruleset": "matg2",
    "board": {"format": "blindhex-board/1", "name": "Plain", "ground": "table", "width_in": 72, "depth_in": 48},
    "sides": ["red", "blue"],
    "units": [
        {"id": "r", "type": "sherman75", "side": "red", "at": [10, 20], "facing_deg": 90},
        {"id": "b", "type": "pz3j", "side": "blue", "at": [26, 20], "facing_deg": 270},
    ],
    "length": {"turns": 8},
    "options": {"cohesion": {"red": 14, "blue": 14}, "sight_limit_in": 12},
}  # fmt: skip
"""The tanks see 12 inches and stand 16 apart; a table that ignores the scenario's options would use 20."""


def duel_file(folder: Path) -> str:
    """The duel as a file, its lists beside it."""
    (folder / "own.json").write_text(json.dumps(LISTS), "utf-8")
    return _file(folder / "duel.json", DUEL)


def mist_file(folder: Path) -> str:
    """The fight in the mist as a file."""
    return _file(folder / "mist.json", MIST)


def _file(path: Path, document: dict[str, Any]) -> str:
    path.write_text(json.dumps(document), "utf-8")
    return str(path)
