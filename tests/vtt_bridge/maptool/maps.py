"""mill-crossing on a map of MapTool, as its macro functions describe it."""

import json
from typing import Any

from maps.library import scenario
from rules.ground.hex.hexes import Hex
from vtt_bridge.maptool.map import A1

CROSSING = scenario("mill-crossing")
AT = (5, 3)
"""The cell of A1: an odd column, as the first column of the board stands low."""


def token(token_id: str, name: str, cell: tuple[int, int], unit: Any = "", **more: Any) -> dict[str, Any]:
    """A token as our macro sends it; one without a facing sends an empty text."""
    given = {
        "id": token_id,
        "name": name,
        "x": cell[0],
        "y": cell[1],
        "facing": "",
        "is_visible": 1,
        "unit": unit,
    }
    return given | more


def crossing_tokens() -> list[dict[str, Any]]:
    """The units and markers of mill-crossing, and the token in the cell that is A1."""
    found = [token("a1", A1, AT)]
    for number, unit in enumerate(CROSSING.units):
        assert isinstance(unit.at, Hex)
        data = {"id": unit.id, "type": unit.type, "side": unit.side, "conditions": sorted(unit.conditions)}
        facing = "" if unit.facing_deg is None else 90 - unit.facing_deg
        cell = (unit.at.column + AT[0], unit.at.row + AT[1])
        found.append(token(f"t{number}", unit.name, cell, json.dumps(data), facing=facing))
    for number, marker in enumerate(CROSSING.markers):
        assert isinstance(marker.at, Hex)
        cell = (marker.at.column + AT[0], marker.at.row + AT[1])
        found.append(token(f"m{number}", "Marker", cell, json.dumps({"marker": marker.kind})))
    return found


def asked(
    words: str, tokens: list[dict[str, Any]] | None = None, grid: str = "Vertical Hex", **more: Any
) -> dict[str, Any]:
    """The request that our macro posts."""
    given = {
        "format": "blindhex-maptool/1",
        "words": words,
        "map": {"name": "Mill", "grid": {"type": grid, "units per cell": 1, "size": 50}},
        "tokens": crossing_tokens() if tokens is None else tokens,
    }
    return given | more
