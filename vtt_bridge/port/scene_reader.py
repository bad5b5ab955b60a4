"""A scene read into a state: which token is which unit, and where; which areas are ground or markers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import cast

import shapely

from exporters.json_value import Json
from rules.errors import BadInput, OffBoard, nearest
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard, HexGround
from rules.ground.hex.hexes import Hex, Hexside
from rules.ground.hex.terrain import ALONG_HEXSIDES, GROUND, Terrain
from rules.ground.place import Place
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import check_frame, check_in_scene, place_of, place_px, viewport
from vtt_bridge.port.house_areas import OF_HOUSES, with_houses
from vtt_bridge.port.names import place_named
from vtt_bridge.port.virtual_table import Area, Frame, Scene, Token, frozen

WALL_HEXES = 0.2
"""A drawn wall runs along a hexside if it passes both ends of the hexside within this distance."""

_MARKER = re.compile("[a-z][a-z_]{1,39}")
_BACKGROUNDS = frozenset({Terrain.RURAL, Terrain.URBAN})


def state_of(scene: Scene, board: Board, ruleset: Ruleset, seen_by: str = "") -> GameState:
    """The state of the game that a scene shows; with `seen_by`, without the tokens that are hidden from that side.

    A token's unit data says which unit it is; without them its name is looked up in the roster.
    Marks of a token that are true are conditions of its unit. Ground areas lie over the board.

    Raises:
        BadScene: naming the token or area that cannot be read, and why.
    """
    check_frame(scene.frame, board)
    check_in_scene(scene.frame, scene.size_px, board)
    units: dict[str, Unit] = {}
    for token in scene.tokens:
        if seen_by and _has_condition(HIDDEN, token) and side_of(token) != seen_by:
            continue
        unit = _unit(token, scene.frame, board, ruleset)
        if unit.id in units:
            raise BadScene(f"token {_who(token)}: unit {unit.id!r} stands on the scene twice")
        units[unit.id] = unit
    if isinstance(board, Tabletop):
        board = with_houses(scene.areas, scene.frame, board)
    board, markers = _with_areas(scene, board)
    return GameState(board, units, markers, sides_of(scene))


def unit_token(unit: Unit, name: str, frame: Frame, board: Board) -> Token:
    """The token of a unit that stands on the board, with its unit data."""
    assert unit.at is not None
    conditions: list[Json] = [*sorted(unit.conditions)]
    return Token(
        id=unit.id,
        name=name,
        position_px=place_px(frame, board, unit.at),
        facing_deg=unit.facing_deg,
        hidden=unit.has(HIDDEN),
        side=unit.side,
        unit=frozen({"id": unit.id, "type": unit.type, "conditions": conditions}),
    )


def unit_id(token: Token) -> str:
    """The unit a token stands for: as its unit data say, else the token's own id."""
    return _text(token, token.unit, "id") or token.id


def _with_areas(scene: Scene, board: Board) -> tuple[Board, tuple[Marker, ...]]:
    """The board under the ground areas of a scene, and the markers that the others are."""
    hexes: dict[Hex, HexGround] = {}
    sides: dict[Hexside, Terrain] = {}
    markers: list[Marker] = []
    for area in scene.areas:
        if area.terrain in OF_HOUSES and isinstance(board, Tabletop):
            continue
        if area.terrain in ALONG_HEXSIDES:
            sides |= dict.fromkeys(_hexsides_along(area, scene.frame, board), Terrain(area.terrain))
            continue
        for place in _places(area, scene.frame, board):
            if area.terrain not in GROUND:
                markers.append(Marker(area.terrain, place, max(1, area.level)))
            elif isinstance(board, HexBoard) and isinstance(place, Hex):
                hexes[place] = _with_terrain(hexes.get(place, board.ground(place)), area)
    if (hexes or sides) and isinstance(board, HexBoard):
        board = replace(board, hexes={**board.hexes, **hexes}, hexsides={**board.hexsides, **sides})
    return board, tuple(markers)


def _unit(token: Token, frame: Frame, board: Board, ruleset: Ruleset) -> Unit:
    data = token.unit
    unit_type = _type(token, ruleset)
    side = side_of(token)
    if not side:
        raise BadScene(f"token {_who(token)}: it belongs to no side; give it one")
    conditions = data.get("conditions") or []
    if not isinstance(conditions, list) or not all(isinstance(word, str) for word in conditions):
        raise BadScene(f"token {_who(token)}: unit.conditions: {conditions!r} is not a list of words")
    marked = {name for name, value in token.marks.items() if value is True}
    return Unit(
        id=unit_id(token),
        type=unit_type,
        side=side,
        at=place_of(frame, board, token.position_px, _who(token)),
        facing_deg=token.facing_deg,
        name=token.name,
        conditions=frozenset(cast(list[str], conditions)) | marked | ({HIDDEN} if token.hidden else set()),
    )


def side_of(token: Token) -> str:
    """The side a token belongs to; empty if it says none."""
    return token.side or _text(token, token.unit, "side")


def check_sides(scene: Scene) -> None:
    """Check that tokens belong to sides of the game, where the game lists its sides.

    Raises:
        BadInput: if a token belongs to another side.
    """
    known = scene.game.sides if scene.game is not None else ()
    for number, token in enumerate(scene.tokens):
        if known and (side := side_of(token)) and side not in known:
            raise BadInput(
                f"pieces[{number}].side", side, f"one of the sides of the game: {', '.join(known)}"
            )


def is_secret_from(side: str, token: Token) -> bool:
    """Whether a token belongs to another side and is hidden or concealed."""
    return side_of(token) != side and (_has_condition(HIDDEN, token) or _has_condition(CONCEALED, token))


def _has_condition(condition: str, token: Token) -> bool:
    """Whether the token itself, one of its marks or its unit data says that it has this condition."""
    conditions = token.unit.get("conditions")
    return (
        (token.hidden and condition == HIDDEN)
        or token.marks.get(condition) is True
        or (isinstance(conditions, list) and condition in conditions)
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
    near = nearest(token.name, names)
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


def _places(area: Area, frame: Frame, board: Board) -> list[Place]:
    """The places an area names, and the hexes whose centre dots its polygon covers."""
    _check_kind(area, board)
    places: list[Place] = []
    for words in area.cells:
        try:
            place = place_named(board, words)
        except OffBoard as error:
            raise BadScene(f"area {area.id}: {error}") from error
        if place is None:
            wanted = "hex labels such as C2" if isinstance(board, HexBoard) else "places such as 10.5,8"
            raise BadScene(f"area {area.id}: cells: {words!r} is not one of {wanted}")
        places.append(place)
    if area.polygon_px:
        places += [place for place in _covered_dots(area, frame, board) if place not in places]
    return places


def _check_kind(area: Area, board: Board) -> None:
    """Check that an area is ground of a hex board, or a marker such as smoke or wire."""
    kind, ground = area.terrain, ", ".join(sorted(GROUND))
    if kind in GROUND:
        if not isinstance(board, HexBoard):
            raise BadScene(
                f"area {area.id}: terrain: {kind!r} is not a marker; draw ground on the board itself"
            )
    elif not _is_marker(kind):
        raise BadScene(
            f"area {area.id}: terrain: {kind!r} is not a marker such as smoke, nor one of {ground}"
        )


@lru_cache(maxsize=1000)
def _is_marker(kind: str) -> bool:
    """Whether this is a possible kind of marker, and not a misspelt ground or smoke."""
    known = [] if kind == "smoke" else [*GROUND, "smoke"]
    return bool(_MARKER.fullmatch(kind)) and not get_close_matches(kind, known, n=1, cutoff=0.75)


def _hexsides_along(area: Area, frame: Frame, board: Board) -> list[Hexside]:
    """The hexsides that a wall or tree line drawn as a line runs along."""
    kind = Terrain(area.terrain).words
    if not isinstance(board, HexBoard) or area.cells or len(area.polygon_px) < 2:
        raise BadScene(
            f"area {area.id}: a {kind} is a line along hexsides of a board of hexes: give polygon_px"
        )
    grid, window = board.grid, viewport(frame, (1, 1))
    sides = sorted({grid.hexside(place, near) for place in grid for near in grid.neighbours(place)})
    ends = shapely.points([[window.pixel(grid.position(end)) for end in grid.ends(side)] for side in sides])
    away_px = shapely.distance(ends, shapely.LineString(area.polygon_px)).max(axis=1)
    along = [side for side, away in zip(sides, away_px, strict=True) if away <= WALL_HEXES * frame.cell_px]
    if not along:
        raise BadScene(f"area {area.id}: the {kind} runs along no hexside; draw it from vertex to vertex")
    return along


def _covered_dots(area: Area, frame: Frame, board: Board) -> list[Hex]:
    if not isinstance(board, HexBoard):
        raise BadScene(f"area {area.id}: polygon_px: it covers no hexes on a board in inches; give cells")
    if len(area.polygon_px) < 3:
        raise BadScene(
            f"area {area.id}: polygon_px: two points are a line, and only a wall or a tree line is one"
        )
    polygon = shapely.Polygon(area.polygon_px)
    if not polygon.is_valid:
        raise BadScene(f"area {area.id}: polygon_px: its outline crosses itself")
    shapely.prepare(polygon)
    places = list(board.grid)
    dots = shapely.points([place_px(frame, board, place) for place in places])
    return [place for place, inside in zip(places, polygon.covers(dots), strict=True) if inside]


def _with_terrain(ground: HexGround, area: Area) -> HexGround:
    terrain = Terrain(area.terrain)
    under = ground.terrain - _BACKGROUNDS if terrain in _BACKGROUNDS else ground.terrain
    return HexGround(under | {terrain}, area.level or ground.level, ground.contour)


def sides_of(scene: Scene) -> tuple[str, ...]:
    """The sides of a scene, as its game says or else its tokens."""
    if scene.game is not None and scene.game.sides:
        return scene.game.sides
    return tuple(sorted({side for token in scene.tokens if (side := side_of(token))}))


def _who(token: Token) -> str:
    return f"{token.id} ({token.name})" if token.name and token.name != token.id else token.id


def _such_as(near: Sequence[str]) -> str:
    return f" ({', '.join(near)})" if near else ""


def _book(ruleset: Ruleset) -> str:
    return ruleset.rulebook.title
