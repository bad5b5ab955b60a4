"""Reads and writes whole scenes of Foundry 12, 13 and 14, with the game played on them.

Our flags of a scene: `ruleset`, `board` (a name or a whole document), `sides`, `scenario`, `house`, `a1_px`
(a pixel of the scene in hex A1), `first` (high, low, left, right), `inch_px`, `walls` (true: all its walls run along
hexsides; false: on a board in inches they are no houses), and `players` (for each side the ids of its users). The
command line overrides the flags.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from exporters.json_value import Json
from rules.errors import BadInput
from rules.ground.hex.hexes import First
from vtt_bridge.foundry.areas import areas_seen
from vtt_bridge.foundry.fields import Doc, documents, mapping, number, numbers, our_flags, text
from vtt_bridge.foundry.grid import Grid, frame_of_grid, grid_of
from vtt_bridge.foundry.tiles import overlays_seen
from vtt_bridge.foundry.tokens import LEVEL_ID, token_seen
from vtt_bridge.port.table_document import scene_document as table_document
from vtt_bridge.port.virtual_table import FLAG, Frame, Game, PointPx, Scene, Source, Token

VTT = "foundry"
VERSIONS = (12, 13, 14)


@dataclass(frozen=True)
class Seating:
    """The command line's answers to what a scene leaves open: book, board, sides, calibration, house values."""

    ruleset: str = ""
    board: str = ""
    sides: tuple[str, ...] = ()
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    a1_px: PointPx | None = None
    first: First | None = None
    inch_px: float | None = None
    walls: bool = False
    house: Mapping[str, Json] = field(default_factory=dict)


AS_THE_SCENE_SAYS = Seating()


def scene_seen(document: Doc, seating: Seating = AS_THE_SCENE_SAYS) -> Scene:
    """The scene that a Foundry scene document shows; its revision is a hash of all that a ruling may rest on.

    Raises:
        BadInput, BadScene: if it cannot be read; the sentence names the field.
    """
    if not text(document, "_id", "scene") or "grid" not in document:
        raise BadInput("scene", "_id" if "grid" in document else "grid", "a scene exported from Foundry")
    ours = our_flags(document, "scene")
    game = _game(ours, seating)
    grid = grid_of(document)
    frame = _frame(grid, ours, seating)
    seen = Scene(
        Source(VTT, core_version(document), document["_id"], ""),
        text(document, "name", "scene") or document["_id"],
        frame,
        (grid.width_px, grid.height_px),
        game,
        tuple(_tokens(document, grid, game.sides if game else seating.sides)),
        tuple(areas_seen(document, grid, frame, are_walls=_are_walls(ours, seating))),
        tuple(overlays_seen(document, grid)),
    )
    return _at_revision(seen)


def _are_walls(ours: Doc, seating: Seating) -> bool | None:
    """Whether the walls of a scene count, by the command line or the scene's flag; None if neither says."""
    said = ours.get("walls")
    return True if seating.walls else said if isinstance(said, bool) else None


def core_version(document: Doc) -> str:
    """The version of Foundry that wrote a scene; without a version in it, levels mean 14."""
    said = text(mapping(document, "_stats", "scene"), "coreVersion", "scene._stats")
    return said or ("14" if "levels" in document else "")


def players_of(document: Doc, seating: Seating) -> dict[str, tuple[str, ...]]:
    """The users that play each side, as the scene's flags or the command line say.

    Raises:
        BadInput: if the flags hold something else.
    """
    kept = mapping(our_flags(document, "scene"), "players", "scene flags")
    players: dict[str, tuple[str, ...]] = {}
    for side, users in kept.items():
        if not isinstance(users, list) or not all(isinstance(user, str) for user in users):
            raise BadInput(f"scene flags.players.{side}", users, "a list of user ids")
        players[side] = tuple(users)
    return {**players, **seating.players}


def scene_document(
    grid: Grid, version: int, scene_id: str, name: str, background: str, flags: Mapping[str, Json]
) -> dict[str, Any]:
    """A scene without tokens as a document of Foundry 12, 13 or 14, its background picture at a path.

    Raises:
        BadInput: if Foundry of that version is not known here.
    """
    if version not in VERSIONS:
        raise BadInput("version", version, "12, 13 or 14")
    written: dict[str, Any] = {
        "_id": scene_id,
        "name": name,
        "navigation": True,
        "width": grid.width_px,
        "height": grid.height_px,
        "padding": grid.padding,
        "grid": {
            "type": grid.type.value,
            "size": round(grid.size_px),
            "style": "solidLines",
            "thickness": 1,
            "color": "#000000",
            "alpha": 0.0,
            "distance": grid.distance,
            "units": grid.units,
        },
        "tokenVision": False,
        "tokens": [],
        "walls": [],
        "tiles": [],
        "drawings": [],
        "lights": [],
        "sounds": [],
        "notes": [],
        "regions": [],
        "flags": {FLAG: dict(flags)},
        "_stats": {"coreVersion": str(version)},
    }
    if version < 14:
        return {**written, "templates": [], "background": {"src": background}}
    level = {
        "_id": LEVEL_ID,
        "name": name,
        "elevation": {"bottom": 0, "top": None},
        "background": {"src": background},
    }
    return {**written, "levels": [level], "initialLevel": LEVEL_ID, "shiftX": 0, "shiftY": 0}


def _tokens(document: Doc, grid: Grid, sides: tuple[str, ...]) -> Iterator[Token]:
    for piece in documents(document, "tokens", "scene"):
        token = token_seen(piece, grid, sides)
        if token is not None:
            yield token


def _game(ours: Doc, seating: Seating) -> Game | None:
    board = seating.board or ours.get("board") or ""
    if not isinstance(board, str | Mapping):
        raise BadInput("scene flags.board", board, "the name of a board, or a board")
    ruleset = seating.ruleset or text(ours, "ruleset", "scene flags")
    sides = ours.get("sides") or []
    if not isinstance(sides, list) or not all(isinstance(side, str) for side in sides):
        raise BadInput("scene flags.sides", sides, "a list of sides")
    house = _object(ours, "house", "an object of house values")
    options = _object(ours, "options", "an object of what a scenario tells the book")
    if not board or not ruleset:
        return None
    named = text(ours, "scenario", "scene flags")
    return Game(ruleset, board, seating.sides or tuple(sides), named, {**house, **seating.house}, options)


def _object(ours: Doc, name: str, wanted: str) -> Doc:
    value = ours.get(name) or {}
    if not isinstance(value, Mapping):
        raise BadInput(f"scene flags.{name}", value, wanted)
    return value


def _frame(grid: Grid, ours: Doc, seating: Seating) -> Frame:
    a1_px = seating.a1_px
    if a1_px is None and "a1_px" in ours:
        x, y = _pair(numbers(ours, "a1_px", "scene flags"))
        a1_px = x, y
    first = seating.first
    if first is None and (word := text(ours, "first", "scene flags")):
        if word not in list(First):
            raise BadInput("scene flags.first", word, "high, low, left or right")
        first = First(word)
    if grid.type.is_hex and first is not None:
        wanted = (First.HIGH, First.LOW) if grid.type.is_columns else (First.LEFT, First.RIGHT)
        if first not in wanted:
            raise BadInput(
                "first", first.value, f"{wanted[0]} or {wanted[1]}, as the hexes of the scene stand"
            )
    inch_px = seating.inch_px
    if inch_px is None and "inch_px" in ours:
        inch_px = number(ours, "inch_px", "scene flags")
    return frame_of_grid(grid, a1_px, first, inch_px)


def _pair(given: list[float]) -> PointPx:
    if len(given) != 2:
        raise BadInput("scene flags.a1_px", given, "two numbers, x and y")
    return given[0], given[1]


def _at_revision(scene: Scene) -> Scene:
    document = table_document(scene)
    for aside in ("overlays", "source"):
        del document[aside]
    digest = sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
    return replace(scene, source=replace(scene.source, revision=digest))
