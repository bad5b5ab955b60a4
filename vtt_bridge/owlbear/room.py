"""Reads a scene of Owlbear Rodeo, as our extension posts it.

Facts: npm @owlbear-rodeo/sdk 3.1, types/Grid.d.ts and types/items. An image lies with its offset point, the
middle of a token, at its position; rotation is clockwise. Hexes with pointed tops are "vertical", and `dpi`
is the distance across their flats.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from exporters.json_value import Json
from exporters.place_text import name as place_name
from maps.codec import board_document
from maps.library import board_or_scenario, boards_named, bundled_board, scenario, scenarios_named
from maps.scenario import Scenario
from rules.catalog import ruleset_for
from rules.errors import BadInput, OffBoard, Unknown
from rules.game.units import Unit
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Top
from vtt_bridge.errors import BadScene
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.virtual_table import (
    NO_SIZE_PX,
    Area,
    Frame,
    FrameKind,
    Game,
    PointPx,
    Scene,
    Source,
    Token,
    frozen,
)

VTT = "owlbear"
OURS = "io.blindhex/unit"
"""The metadata key for an item's unit data (id, type, side, conditions) or its marker."""

A1 = "A1"
"""An item of this name lies in the hex that is A1; on a table in inches, at its far left corner."""

PIECES = ("CHARACTER", "MOUNT", "PROP")
MARKERS = (*PIECES, "DRAWING", "ATTACHMENT", "NOTE", "TEXT")
_TOPS = {"HEX_VERTICAL": Top.POINTY, "HEX_HORIZONTAL": Top.FLAT}
_MARKED = frozenset(
    {"smoke", "woods", "forest", "stone_building", "wooden_building", "bridge", "ford", "mines", "wire"}
)


def scene_of(given: Mapping[str, Any]) -> Scene:
    """The scene that a checked blindhex-owlbear/1 holds.

    Raises:
        BadInput, Unknown: if its game does not exist or cannot be read.
        BadScene: if its grid does not fit the board; the sentence says what to do.
    """
    chosen, board, game = _played(given["game"], given.get("book", ""))
    frame = _frame(given["grid"], given["items"], board)
    tokens = tuple(_tokens(given["items"], _named(chosen)))
    areas = tuple(_areas(given["items"], frame, board))
    source = Source.hashed(VTT, "scene", (tokens, areas), "2")
    return Scene(source, "Owlbear Rodeo", frame, NO_SIZE_PX, game, tokens, areas)


def _played(source: str | Mapping[str, Any], book: str) -> tuple[Scenario | None, Board, Game]:
    """The scenario (if any), the board, and the game on it. Only bundled names are accepted, never file names."""
    if isinstance(source, str):
        if source not in (*scenarios_named(), *boards_named()):
            raise Unknown("scenario or board", source, (*scenarios_named(), *boards_named()))
        source_opened = scenario(source) if source in scenarios_named() else bundled_board(source)
    else:
        source_opened = board_or_scenario(source)
    if isinstance(source_opened, Scenario):
        return source_opened, source_opened.state().board, table_game(source_opened)
    return None, source_opened, Game(ruleset_for(source_opened, book).id, board_document(source_opened))


def _named(chosen: Scenario | None) -> dict[str, list[Unit]]:
    """The units of a scenario by the names that their items may have."""
    units_by_name: dict[str, list[Unit]] = {}
    for unit in chosen.units if chosen else ():
        for word in {unit.name.casefold(), unit.id.casefold()} - {""}:
            units_by_name.setdefault(word, []).append(unit)
    return units_by_name


def _unit_called(item: Mapping[str, Any], named: Mapping[str, list[Unit]]) -> Unit | None:
    units = next((named[word] for word in _words(item) if word in named), [])
    if len(units) > 1:
        ids = " or ".join(unit.id for unit in units)
        raise BadScene(f"token {item['name']}: several units of the scenario are called so; name it {ids}")
    return units[0] if units else None


def _frame(grid: Mapping[str, Any], items: list[Mapping[str, Any]], board: Board) -> Frame:
    kind, dpi = grid["type"], float(grid["dpi"])
    if isinstance(board, HexBoard):
        if kind not in _TOPS:
            raise BadScene(
                f"grid: {kind!r} has no hexes, and this board is drawn in hexes; choose a hex grid"
            )
        if "a1" not in grid:
            raise BadScene(f"grid: put any item called {A1} into the hex that is A1 of the board")
        return Frame(FrameKind.HEX, dpi, _point(grid["a1"]), _TOPS[kind], board.grid.first)
    if kind != "SQUARE":
        raise BadScene(
            f"grid: {kind!r} is not square, and this board is measured in inches; a square is an inch"
        )
    return Frame(FrameKind.INCH, dpi, _corner(items, dpi))


def _corner(items: list[Mapping[str, Any]], dpi: float) -> PointPx:
    """The far left corner of a table: the position of an item called A1, or else the corner of the map's picture."""
    for item in items:
        if item["name"] == A1:
            return _point(item["position"])
    for item in items:
        if item["layer"] == "MAP" and "grid" in item:
            (x, y), (left, top) = _point(item["position"]), _point(item["grid"]["offset"])
            (across, down), shown = _point(item.get("scale", {"x": 1, "y": 1})), dpi / item["grid"]["dpi"]
            return x - left * shown * across, y - top * shown * down
    raise BadScene(f"grid: put any item called {A1} at the far left corner of the table")


def _tokens(items: list[Mapping[str, Any]], named: Mapping[str, list[Unit]]) -> Iterator[Token]:
    """The items that are units, by their metadata or by the name of a unit of the scenario."""
    for item in items:
        data = {key: value for key, value in _data(item).items() if key != "marker" and value}
        unit = _unit_called(item, named) if item["layer"] in PIECES and not data.get("type") else None
        if item["layer"] not in PIECES or not (data or unit):
            continue
        known: dict[str, Json] = (
            {"id": unit.id, "type": unit.type, "conditions": [*sorted(unit.conditions)]} if unit else {}
        )
        yield Token(
            id=item["id"],
            name=(unit.name if unit else item["name"])[:200],
            position_px=_point(item["position"]),
            facing_deg=float(item.get("rotation", 0)) % 360,
            hidden=not item.get("visible", True),
            side=str(data.get("side") or (unit.side if unit else "")),
            unit=frozen({**known, **{key: value for key, value in data.items() if value and key != "side"}}),
        )


def _areas(items: list[Mapping[str, Any]], frame: Frame, board: Board) -> Iterator[Area]:
    """The items named as terrain or a marker, in the hex of their middle."""
    for item in items:
        words = (word.replace(" ", "_") for word in _words(item))
        terrain = _data(item).get("marker") or next((word for word in words if word in _MARKED), "")
        if not terrain or item["layer"] not in MARKERS:
            continue
        x, y = _point(item["position"])
        if item["type"] == "SHAPE" and item.get("shapeType") == "RECTANGLE":
            x, y = x + item.get("width", 0) / 2, y + item.get("height", 0) / 2
        try:
            yield Area(item["id"], terrain, cells=(place_name(snapped(frame, board, (x, y))),))
        except OffBoard:
            continue


def _data(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our metadata of an item."""
    data = item.get("metadata", {}).get(OURS, {})
    if not isinstance(data, Mapping):
        raise BadInput(OURS, data, "an object with type and side, or marker")
    return data


def _words(item: Mapping[str, Any]) -> Iterator[str]:
    """The possible names of an item: its text label, and its name."""
    for text in (item.get("text", {}).get("plainText", ""), item["name"]):
        yield text.strip().casefold()


def _point(given: Mapping[str, Any]) -> PointPx:
    return float(given["x"]), float(given["y"])
