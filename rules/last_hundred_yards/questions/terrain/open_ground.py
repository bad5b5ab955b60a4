"""Whether a hex is open terrain, and what men find cover in. Chapter 4.0."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.questions.terrain.urban_roads import stands_in_road
from rules.last_hundred_yards.state.position import Position

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
    """Whether a unit is in open terrain: in an open hex, or in the road of a street, where vehicles and guns stand with all aboard (reading 204)."""
    in_road = stands_in_road(position.board, position.stands_as(unit))
    return in_road or is_open(position, position.place(unit))


@implements("LHY-4.0a.later", "LHY-10.4.5L.2a", "LHY-10.4.6.2.1.1c", "LHY-11.4.6a")
def has_trees(board: HexBoard, place: Hex) -> bool:
    """Whether a hex is woods or forest, both of which the series rules call forest (reading 179)."""
    return board.has(place, *_TREES)


@implements("LHY-12.3.2.2b", "LHY-11.5.2.1")
def takes_cover(position: Position, place: Hex) -> bool:
    """Whether men who must go into cover may go into a hex: it is cover, or behind a wall."""
    return not is_open(position, place) or bool(position.board.walled_from(place))
