"""Open terrain and cover: the best terrain effect modifier (TEM) of a hex for units fired at. Chapters 4.0, 4.1 and 11.3.3p."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.citation import Citation
from rules.game.engine.position import memoized
from rules.game.modifiers import Modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.terrain_effects import (
    COVER,
    FORTIFIED_POSITION,
    HILL,
    IMPROVED_POSITION,
    CoverRow,
)
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.questions.terrain.roads import (
    is_urban_road,
    stands_in_road,
    tree_lined_road_hexes,
)
from rules.last_hundred_yards.state.arrival_order import came_first
from rules.last_hundred_yards.state.position import Position, row_of

_TREES = Terrain.WOODS, Terrain.FOREST


@implements("LHY-4.0a.1", "LHY-4.0a.later")
def is_open(position: Position, place: Hex) -> bool:
    """Whether a hex is open terrain: no woods, forest or buildings, in the later editions no tree lines (4.0a)."""
    board = position.board
    if board.ground(place).buildings or has_trees(board, place):
        return False
    return not (board.tree_lined_from(place) and position.mission.edition.tree_lines)


@implements("LHY-4.1.9c.1", "LHY-4.0b.2b")
def is_in_the_open(position: Position, unit: Unit) -> bool:
    """Whether a unit is in open terrain: in an open hex, or in the road of a street, as are vehicles, units
    aboard and guns (reading 204)."""
    in_road = stands_in_road(position.board, position.stands_as(unit))
    return in_road or is_open(position, position.place(unit))


@implements("LHY-4.0a.later", "LHY-10.4.5L.2a", "LHY-10.4.6.2.1.1c", "LHY-11.4.6a")
def has_trees(board: HexBoard, place: Hex) -> bool:
    """Whether a hex is woods or forest; the series rules call both forest (reading 179)."""
    return board.has(place, *_TREES)


@implements("LHY-12.3.2.2b", "LHY-11.5.2.1")
def takes_cover(position: Position, place: Hex) -> bool:
    """Whether a hex will do for men who must go into cover: it is cover, or behind a wall."""
    return not is_open(position, place) or bool(position.board.walled_from(place))


NO_COVER = cite("4.0a")
"""The citation of a modifier for a hex without cover."""


@implements(
    "LHY-T-TEM.small", "LHY-T-TEM.mortar", "LHY-11.3.3p", "LHY-11.4.6c", "LHY-4.1.6.best",
    "LHY-4.1.7.building", "LHY-4.1.13.1", "LHY-4.1.14.6", "LHY-4.1.9a", "LHY-4.1.4.4", "LHY-4.1.7.1",
    "LHY-4.1.8.4", "LHY-4.1.7.2", "LHY-16.0c",
)  # fmt: skip
@memoized
def terrain_modifier(
    position: Position, place: Hex, side: str, *, mortar: bool, from_hex: Hex | None
) -> Modifier:
    """The best single TEM of a hex for the foot units of a side; 0 in the open.

    Walls, tree lines on hexsides and higher ground count only against fire `from_hex`.
    """
    best: tuple[int, str, Citation] = (0, "open terrain", NO_COVER)
    for words, row in _covers(position, place, side, from_hex, mortar=mortar):
        value = row.mortar if mortar else row.small_arms
        if value < best[0] or not best[0]:
            best = (value, words, row.cite)
    return Modifier(best[0], Reason(best[1], best[2], (place,)))


@implements(
    "LHY-4.1.13.3", "LHY-4.0b.1", "LHY-4.1.3", "LHY-4.1.14.6", "LHY-11.4.6c", "LHY-11.3d", "LHY-4.1.9a",
    "LHY-T-TEM.small", "LHY-T-TEM.mortar", "LHY-4.1.9c.1", "LHY-4.1.8.4",
)  # fmt: skip
def _covers(
    position: Position, place: Hex, side: str, from_hex: Hex | None, *, mortar: bool
) -> Iterator[tuple[str, CoverRow]]:
    board = position.board
    on_the_road = stand_in_the_road(position, place, side)
    for terrain in sorted(board.ground(place).terrain):
        if terrain in COVER and not (on_the_road and terrain is Terrain.URBAN_BUILDING):
            yield terrain.words, COVER[terrain]
    if position.is_marked("improved_position", place):
        yield "improved position", IMPROVED_POSITION
    if any(row_of(unit).kind is UnitKind.FP for unit in _units_of(position, place, side)):
        yield "fortified position", FORTIFIED_POSITION
    tree_lines = board.tree_lines and position.mission.edition.tree_lines
    if tree_lines and place in tree_lined_road_hexes(board):
        yield "tree-lined road", COVER[Terrain.TREE_LINE]
    if mortar and board.level(place) > 0:
        yield "hill", replace(HILL, cite=our(135))
    if from_hex is None:
        return
    if tree_lines:
        yield from (
            _behind(Terrain.TREE_LINE, position, place, across, side)
            for across in _entered_over(board.tree_lined_from(place), position, place, from_hex)
        )
    if board.level(from_hex) < board.level(place):
        yield "hill", HILL
    if not board.ground(place).buildings:
        yield from (
            _behind(Terrain.WALL, position, place, across, side)
            for across in over_walls(position, place, from_hex)
        )


def _units_of(position: Position, place: Hex, side: str) -> Iterator[Unit]:
    """The units of a side in a hex that are in the roster; outside a mission there may be others."""
    return (unit for unit in position.friends_at(place, side) if unit.type in ROSTER)


@implements("LHY-4.1.9c.1", "LHY-4.1.8.4")
def stand_in_the_road(position: Position, place: Hex, side: str) -> bool:
    """Whether all units that fire at an urban road hex may hit are guns, which are in the road (reading 173)."""
    if not is_urban_road(position.board, place):
        return False
    struck = [
        unit
        for unit in _units_of(position, place, side)
        if not (row_of(unit).is_vehicle or row_of(unit).kind is UnitKind.FP or unit.has(HIDDEN))
        and not position.course.is_aboard(unit.id)
    ]
    return bool(struck) and all(
        row_of(unit).kind is UnitKind.GUN and not unit.has(CONCEALED) for unit in struck
    )


@implements("LHY-4.1.7.2")
def _behind(terrain: Terrain, position: Position, place: Hex, across: Hex, side: str) -> tuple[str, CoverRow]:
    """The cover of a wall or tree line for a side, in words and as a row; it is worth 0 if the enemy beyond came there first."""
    kind, cover = terrain.words, COVER[terrain]
    enemies = position.enemies_at(across, side)
    if not enemies:
        return kind, cover
    own = (unit for unit in position.friends_at(place, side) if not unit.has(HIDDEN))
    first = came_first(position.course.arrivals, own, enemies)
    if first is None:
        assumed = CoverRow(cover.small_arms, cover.mortar, our(70))
        return f"{kind}, {side} taken to have come to it first", assumed
    if first:
        return f"{kind} that {side} came to first", cover
    none = cite("4.1.7") if terrain is Terrain.WALL else cite_later("4.1.8")
    return f"{kind} that {position.mission.enemy(side)} came to first", CoverRow(0, 0, none)


def over_walls(position: Position, place: Hex, from_hex: Hex) -> Iterator[Hex]:
    """The hexes on the far side of the walls that fire at a hex crosses."""
    return _entered_over(position.board.walled_from(place), position, place, from_hex)


@implements("LHY-4.1.7.1")
def _entered_over(beyond: tuple[Hex, ...], position: Position, place: Hex, from_hex: Hex) -> Iterator[Hex]:
    """Of the hexes beyond walls or tree lines, those across a hexside by which fire enters; at a vertex both
    hexsides count (reading 185)."""
    if from_hex == place:
        return
    crossed = hexsides_toward(position.board.grid, place, from_hex)
    yield from (near for near in beyond if position.board.grid.direction(place, near) in crossed)
