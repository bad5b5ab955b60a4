"""Foundry scenes as files: reads exported scenes, and writes a scenario as a module that Foundry can import.

The module's folder holds `module.json`, the pictures, the documents as files under `src/` (as the `fvtt` packer
wants them), and `import.mjs`, which imports them into a world without a packer.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from exporters.board_shapes import box, centre, module, outline
from exporters.formats.png import render
from exporters.json_value import Json
from exporters.picture import Box, Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.counters import counters
from exporters.viewport import Viewport
from maps.documents import MAX_BYTES, CannotRead, errors_naming, parsed
from maps.scenario import Scenario
from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from vtt_bridge.errors import CannotWrite
from vtt_bridge.foundry.areas import region_document
from vtt_bridge.foundry.grid import Grid, GridType, frame_of_grid, grid_type_for
from vtt_bridge.foundry.scenes import AS_THE_SCENE_SAYS, Seating, scene_document, scene_seen
from vtt_bridge.foundry.tokens import FRIENDLY, HOSTILE, token_document
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.port.scene_reader import unit_token
from vtt_bridge.port.table_document import game_document
from vtt_bridge.port.virtual_table import FLAG, Area, Frame, Scene
from vtt_bridge.system.atomic_write import write_atomic

HEX_PX, INCH_PX = 96, 40
UNKNOWN = "?"
"""The name of hidden and concealed tokens, as everybody in Foundry can read token names."""

MOST_MAP_PX = 8000
COUNTER_PX = 160


def read_scene_file(path: str, seating: Seating = AS_THE_SCENE_SAYS) -> Scene:
    """The scene in a file that Foundry exported.

    Raises:
        CannotRead, BadInput, BadScene: if it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CannotRead(path, error) from None
    with errors_naming(path):
        return scene_seen(parsed(text), seating)


def scenario_module(scenario: Scenario, version: int = 13) -> dict[str, bytes]:
    """The files of a Foundry module that holds a scenario: their paths and contents.

    Raises:
        BadInput: if that version of Foundry is not supported.
    """
    module_id = f"{FLAG}-{_slug(scenario.name)}"
    state = scenario.state()
    grid = _grid(state.board)
    frame = frame_of_grid(grid)
    scene_id = _id(module_id, "scene")
    scene = scene_document(
        grid, version, scene_id, scenario.name, f"modules/{module_id}/map.png", _flags(scenario, frame)
    )
    scene["tokens"] = [
        _token(unit, scenario, grid, frame, version, module_id)
        for unit in scenario.units
        if unit.at is not None
    ]
    scene["regions"] = [
        region_document(
            Area(f"{marker.kind}-{count}", marker.kind, marker.value),
            [[_px_of(point, frame) for point in outline(state.board, marker.at)]],
            version,
            _id(module_id, f"region {count}"),
        )
        for count, marker in enumerate(scenario.markers, 1)
        if not marker.hidden
    ]
    journal = _journal(scenario, module_id, version)
    window = Viewport(grid.width_px, grid.height_px, (frame.cell_px, frame.cell_px), frame.origin_px)
    bare = GameState(state.board, sides=scenario.sides)
    module_files = {
        "module.json": _text(_manifest(scenario, module_id)),
        "map.png": render(board_picture(bare), window),
        "import.mjs": files("vtt_bridge.foundry").joinpath("scenario_import.mjs").read_bytes(),
        "src/scenes/scene.json": _text(_keyed("scenes", scene)),
        "src/rules/journal.json": _text(_keyed("journal", journal)),
    }
    for unit in scenario.units:
        if unit.at is not None:
            module_files.setdefault(_picture_of(unit), _counter(unit, scenario))
    return module_files


def write_module(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files of a module into a folder of its own.

    Raises:
        BadInput, CannotWrite: if the folder holds something else already, or cannot be written.
    """
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / "module.json").exists():
            raise BadInput("-o", str(folder), "an empty or new folder, or one that holds a Foundry module")
        for path in contents:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error) from None
    # The manifest comes last: without it Foundry does not see the folder.
    for path, content in sorted(contents.items(), key=lambda entry: entry[0] == "module.json"):
        write_atomic(folder / path, content)


def _px_of(point: tuple[float, float], frame: Frame) -> tuple[float, float]:
    """A point in board units as pixels of a scene without padding."""
    return Viewport(1, 1, (frame.cell_px, frame.cell_px), frame.origin_px).pixel(point)


def _grid(board: Board) -> Grid:
    """The grid under a board: whole pixels to the hex, A1 the first hex that lies whole in the scene."""
    edge = box(board)
    unit_px = min(
        HEX_PX if isinstance(board, HexBoard) else INCH_PX, int(MOST_MAP_PX / max(edge.width, edge.height))
    )
    if not isinstance(board, HexBoard):
        return Grid(
            GridType.GRIDLESS, unit_px, round(edge.width * unit_px), round(edge.height * unit_px), units="in"
        )
    grid = Grid(grid_type_for(board.grid.top, board.grid.first), unit_px, 1, 1, units="hex")
    x, y = grid.first_whole_px()
    return Grid(
        grid.type, unit_px, round(x + edge.right * unit_px), round(y + edge.bottom * unit_px), units="hex"
    )


def _flags(scenario: Scenario, frame: Frame) -> dict[str, Json]:
    board = scenario.state().board
    flags = game_document(table_game(scenario))
    if isinstance(board, HexBoard):
        flags["first"] = board.grid.first.value
        flags["a1_px"] = [round(part, 3) for part in frame.origin_px]
    return flags


def _token(
    unit: Unit, scenario: Scenario, grid: Grid, frame: Frame, version: int, module_id: str
) -> dict[str, Any]:
    seen = unit_token(unit, UNKNOWN if _is_secret(unit) else str(unit), frame, scenario.board)
    disposition = FRIENDLY if unit.side == scenario.sides[0] else HOSTILE
    texture = f"modules/{module_id}/{_picture_of(unit)}"
    return token_document(
        seen, grid, version, _id(module_id, unit.id), texture, disposition, is_turned=not _is_secret(unit)
    )


def _is_secret(unit: Unit) -> bool:
    return unit.has(HIDDEN) or unit.has(CONCEALED)


def _picture_of(unit: Unit) -> str:
    """The file of a unit's counter; all secret units of a side share one with a question mark."""
    return f"counters/{f'unknown-{_slug(unit.side)}' if _is_secret(unit) else _slug(unit.id)}.png"


def _counter(unit: Unit, scenario: Scenario) -> bytes:
    """The picture of a unit's counter, facing up, as Foundry turns it. A secret unit's counter shows only its side."""
    assert unit.at is not None
    facing = None if unit.facing_deg is None else 0.0
    alone = Unit(unit.id, unit.type, unit.side, unit.at, facing, unit.name, frozenset())
    if _is_secret(unit):
        alone = Unit(UNKNOWN, CONCEALED, unit.side, unit.at, None, UNKNOWN, frozenset())
    state = GameState(scenario.board, {unit.id: alone}, sides=scenario.sides)
    x, y = centre(scenario.board, unit.at)
    half = 0.56 * module(scenario.board)
    around = Box(x - half, y - half, x + half, y + half)
    picture = Picture(str(unit), around, tuple(counters(state)), module=module(scenario.board))
    return render(picture, Viewport.of(around, COUNTER_PX / around.width))


def _journal(scenario: Scenario, module_id: str, version: int) -> dict[str, Any]:
    return {
        "_id": _id(module_id, "journal"),
        "name": f"{scenario.name}: rules",
        "pages": [
            {
                "_id": _id(module_id, "page"),
                "name": scenario.name,
                "type": "text",
                "title": {"show": True, "level": 1},
                "text": {"content": _rules_html(scenario), "format": 1},
            }
        ],
        "flags": {FLAG: {"scenario": scenario.name}},
        "_stats": {"coreVersion": str(version)},
    }


def _rules_html(scenario: Scenario) -> str:
    points = [
        f"{objective.name}: {objective.points}, at {', '.join(map(str, objective.at))}"
        for objective in scenario.objectives
    ]
    special = [rule.text for rule in scenario.special_rules]
    parts = [f"<p>{escape(scenario.description)}</p>", f"<p>Length: {escape(str(scenario.length))}.</p>"]
    for title, lines in (("Objectives", points), ("Special rules", special)):
        if lines:
            listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
            parts.append(f"<h2>{title}</h2><ul>{listed}</ul>")
    return "".join(parts)


def _manifest(scenario: Scenario, module_id: str) -> dict[str, Json]:
    return {
        "id": module_id,
        "title": f"{scenario.name} (Blindhex)",
        "description": scenario.description,
        "version": "1.0.0",
        "compatibility": {"minimum": "12", "verified": "14"},
        "authors": [{"name": "The Blindhex maintainers"}],
        "esmodules": ["import.mjs"],
        "packs": [
            {"name": "scenes", "label": scenario.name, "path": "packs/scenes", "type": "Scene"},
            {
                "name": "rules",
                "label": f"{scenario.name}: rules",
                "path": "packs/rules",
                "type": "JournalEntry",
            },
        ],
    }


def _keyed(collection: str, document: dict[str, Any]) -> dict[str, Any]:
    """The document with the keys under which the packer stores it and its parts."""
    keyed = {"_key": f"!{collection}!{document['_id']}", **document}
    for part in ("tokens", "regions", "pages", "levels"):
        if part in document:
            keyed[part] = [
                {"_key": f"!{collection}.{part}!{document['_id']}.{part_of['_id']}", **part_of}
                for part_of in document[part]
            ]
    return keyed


def _id(*words: str) -> str:
    """A Foundry id of sixteen letters and digits; the same words give the same id."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    number, letters = int.from_bytes(sha256("\n".join(words).encode()).digest()), ""
    for _ in range(16):
        number, sign = divmod(number, len(signs))
        letters += signs[sign]
    return letters


def _slug(words: str) -> str:
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in words.casefold())
    return kept.strip("-")[:60] or "scenario"


def _text(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
