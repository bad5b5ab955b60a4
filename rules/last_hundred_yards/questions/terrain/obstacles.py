"""Mines and wire in a hex, and whom they hold. Chapter 16."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.mission.mines import MINES, WIRE
from rules.last_hundred_yards.state.position import Position


def has_wire(position: Position, place: Hex) -> bool:
    """Whether wire lies in a hex; it holds whoever enters."""
    return position.is_marked(WIRE, place)


@implements("LHY-16.1.0d")
def has_mines_of_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether mines lie in a hex that a side did not lay; its own harm and hold none of its men (reading 150)."""
    return any(marker.side != side for marker in position.state.markers_at(place, MINES))


def obstacles_for(position: Position, place: Hex, side: str) -> Iterator[str]:
    """The wire and the mines of a hex that hold men of a side."""
    if has_wire(position, place):
        yield WIRE
    if has_mines_of_enemy(position, place, side):
        yield MINES
