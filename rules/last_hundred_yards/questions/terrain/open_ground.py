"""Whether a hex is open terrain. Chapter 4.0."""

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.state.position import Position


@implements("LHY-4.0a.1", "LHY-4.0a.later")
def is_open(position: Position, place: Hex) -> bool:
    """Whether a hex is open terrain: no woods, forest or buildings, in the later editions no tree lines (4.0a)."""
    board = position.board
    ground = board.ground(place)
    if ground.buildings or ground.terrain & {Terrain.WOODS, Terrain.FOREST}:
        return False
    return not (board.tree_lined_from(place) and position.mission.edition.tree_lines)
