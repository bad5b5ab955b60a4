"""mill-crossing in a module of VASSAL, in which both sides have a piece named 1. MG."""

from pathlib import Path

from maps.library import scenario
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.vassal.files import Counter, put, write_module
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.vassal.commands import ESC
from vtt_bridge.vassal.mapping import mapping_from
from vtt_bridge.vassal.module_file import Module
from vtt_bridge.vassal.scene import VassalTable
from vtt_bridge.vassal.sequences import joined

CROSSING = scenario("mill-crossing")
FIRST_COLUMN = 1
"""The board's first column stands low, as odd ones of VASSAL do."""


def counters() -> list[Counter]:
    """The pieces of the units and markers."""
    found = []
    for number, unit in enumerate(CROSSING.units):
        assert isinstance(unit.at, Hex)
        at = (unit.at.column + FIRST_COLUMN, unit.at.row)
        # The stand-in's pieces have six facings, drawn north at 0.
        turned, status = round((unit.facing_deg or 0) / 60), " ".join(unit.conditions)
        found.append(Counter(str(number), unit.name, at, side=unit.side, turned=turned, status=status))
    for number, marker in enumerate(CROSSING.markers):
        assert isinstance(marker.at, Hex)
        found.append(
            Counter(f"m{number}", marker.kind, (marker.at.column + FIRST_COLUMN, marker.at.row), side="")
        )
    return found


def crossing_table(folder: Path) -> VassalTable:
    """The module with the mapping of its pieces."""
    units = [
        {"name": unit.name, "type": unit.type, "side": unit.side, "property": "Side", "value": unit.side}
        for unit in CROSSING.units
    ]
    markers = [
        {"name": kind, "terrain": kind} for kind in sorted({marker.kind for marker in CROSSING.markers})
    ]
    conditions = [
        {"property": "Status", "value": word, "condition": word} for word in ("in_motion", "concealed")
    ]
    mapping = {
        "format": "blindhex-vassal/1",
        "map": "Main",
        "a1": "B1",
        "units": units,
        "markers": markers,
        "conditions": conditions,
    }
    module = Module(write_module(folder / "mill.vmod", counters(), size_px=(1200, 1200)))
    return VassalTable(module, mapping_from(mapping), CROSSING.board, table_game(CROSSING))


def asked(words: str) -> bytes:
    """The request that our extension posts."""
    question = joined(("ASK", "q", words), "\t")
    boards = joined(("MainBoardPicker", "Field", "0", "0"), "\t")
    return joined((question, boards, *map(put, counters())), ESC).encode()
