"""A scene read into a state: which token is which unit, and where; which areas are ground or markers."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import cast

import shapely

from exporters.documents import Json
from rules.errors import RulesError
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import HIDDEN
from rules.ground.board import Board
from rules.ground.hex_board import OPEN_GROUND, HexBoard, HexGround
from rules.ground.hexes import Hex
from rules.ground.terrain import GROUND, Terrain
from vtt_bridge.calibration import check_frame, place_of, place_px
from vtt_bridge.errors import BadScene
from vtt_bridge.virtual_table import Area, Frame, Scene, Token

MARKERS = frozenset({"smoke", "mdrm", "improved_position"})
"""What an area may be besides ground: information markers that lie in each of its hexes."""

_BACKGROUNDS = frozenset({Terrain.RURAL, Terrain.URBAN})


def state_of(scene: Scene, board: Board, ruleset: Ruleset, seen_by: str = "") -> GameState:
    """The state of the game that a scene shows; with `seen_by`, without the tokens that are hidden from that side.

    A token's unit data says which unit it is; without them its name is looked up in the roster.
    Marks of a token that are true are conditions of its unit. Ground areas lie over the board.

    Raises:
        BadScene: naming the token or area that cannot be read, and why.
    """
    check_frame(scene.frame, board)
    units: dict[str, Unit] = {}
    for token in scene.tokens:
        if seen_by and token.hidden and token.side != seen_by:
            continue
        unit = _unit(token, scene.frame, board, ruleset)
        if unit.id in units:
            raise BadScene(f"token {_who(token)}: unit {unit.id!r} stands on the scene twice")
        units[unit.id] = unit
    if isinstance(board, HexBoard):
        board, markers = _with_areas(scene, board)
    elif scene.areas:
        raise BadScene(
            f"area {scene.areas[0].id}: areas are read on boards of hexes alone; add a terrain piece"
        )
    else:
        markers = ()
    return GameState(board, units, markers, _sides(scene))


def _with_areas(scene: Scene, board: HexBoard) -> tuple[HexBoard, tuple[Marker, ...]]:
    """The board under the ground areas of a scene, and the markers that the others are."""
    hexes, markers = dict(board.hexes), list[Marker]()
    for area in scene.areas:
        for place in _cells(area, scene.frame, board):
            if area.terrain in MARKERS:
                markers.append(Marker(area.terrain, place, max(1, area.level)))
            else:
                hexes[place] = _covered(hexes.get(place, OPEN_GROUND), area)
    if any(area.terrain not in MARKERS for area in scene.areas):
        board = replace(board, hexes=hexes)
    return board, tuple(markers)


def _unit(token: Token, frame: Frame, board: Board, ruleset: Ruleset) -> Unit:
    data = token.unit
    unit_type = _type(token, ruleset)
    side = token.side or _text(token, data, "side")
    if not side:
        raise BadScene(f"token {_who(token)}: it belongs to no side; give it one")
    conditions = data.get("conditions") or []
    if not isinstance(conditions, list) or not all(isinstance(word, str) for word in conditions):
        raise BadScene(f"token {_who(token)}: unit.conditions: {conditions!r} is not a list of words")
    marked = {name for name, value in token.marks.items() if value is True}
    return Unit(
        id=_text(token, data, "id") or token.id,
        type=unit_type,
        side=side,
        at=place_of(frame, board, token.position_px, _who(token)),
        facing_deg=token.facing_deg,
        name=token.name,
        conditions=frozenset(cast(list[str], conditions)) | marked | ({HIDDEN} if token.hidden else set()),
    )


def _type(token: Token, ruleset: Ruleset) -> str:
    given = _text(token, token.unit, "type")
    if given:
        if given in ruleset.roster:
            return given
        raise BadScene(f"token {_who(token)}: unit.type: {given!r} is not in the roster of {_book(ruleset)}")
    for unit_type in ruleset.roster.values():
        if token.name.strip().casefold() in (unit_type.id.casefold(), unit_type.name.casefold()):
            return unit_type.id
    names = sorted({unit_type.name for unit_type in ruleset.roster.values()})
    near = get_close_matches(token.name, names, n=3, cutoff=0.5)
    raise BadScene(
        f"token {_who(token)}: no unit of {_book(ruleset)} is called {token.name!r}; name it as in the roster"
        f"{_such_as(near)} or give it unit data with a type"
    )


def _text(token: Token, data: Mapping[str, Json], key: str) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadScene(f"token {_who(token)}: unit.{key}: {value!r} is not a text")
    return value


def _cells(area: Area, frame: Frame, board: HexBoard) -> list[Hex]:
    """The hexes an area names, or those whose centre dot its polygon covers."""
    if area.terrain not in MARKERS and area.terrain not in GROUND:
        known = ", ".join(sorted(GROUND | MARKERS))
        raise BadScene(f"area {area.id}: terrain: {area.terrain!r} is not one of {known}")
    try:
        found = [board.grid.named(label) for label in area.cells]
    except RulesError as error:
        raise BadScene(f"area {area.id}: {error}") from error
    if area.polygon_px:
        polygon = shapely.Polygon(area.polygon_px)
        if not polygon.is_valid:
            raise BadScene(f"area {area.id}: polygon_px: its outline crosses itself")
        shapely.prepare(polygon)
        places = [place for place in board.grid if place not in found]
        dots = shapely.points([place_px(frame, board, place) for place in places])
        found += [place for place, inside in zip(places, polygon.covers(dots), strict=True) if inside]
    return found


def _covered(ground: HexGround, area: Area) -> HexGround:
    terrain = Terrain(area.terrain)
    under = ground.terrain - _BACKGROUNDS if terrain in _BACKGROUNDS else ground.terrain
    return HexGround(under | {terrain}, area.level or ground.level, ground.contour)


def _sides(scene: Scene) -> tuple[str, ...]:
    if scene.game is not None and scene.game.sides:
        return scene.game.sides
    return tuple(sorted({token.side for token in scene.tokens if token.side}))


def _who(token: Token) -> str:
    return f"{token.id} ({token.name})" if token.name and token.name != token.id else token.id


def _such_as(near: list[str]) -> str:
    return f" ({', '.join(near)})" if near else ""


def _book(ruleset: Ruleset) -> str:
    return ruleset.rulebook.title
