"""Mines and wire in a hex. Chapter 16."""

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.position import Position

MINES, WIRE = "mines", "wire"


def has_obstacle(position: Position, place: Hex, kind: str) -> bool:
    """Whether mines or wire lie in a hex."""
    return position.is_marked(kind, place)


@implements("LHY-16.1.0")
def has_mines_of_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether mines lie in a hex that a side did not lay in its own set-up area."""
    return has_obstacle(position, place, MINES) and place not in position.mission.side(side).setup_area
