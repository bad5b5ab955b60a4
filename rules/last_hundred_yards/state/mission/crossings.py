"""Bridges and fords as objectives: the hexes by which they are entered. Chapter 18.1."""

from collections.abc import Iterator
from itertools import pairwise

from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain


@implements("LHY-18.1.3b")
def entries_of(board: HexBoard, hexes: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], ...]:
    """The entries of an objective that is a bridge or ford, each as the hexes of which one will do; else none.

    Rule: LHY 18.1 (reading 137).
    """
    if len(hexes) != 1 or not board.has(hexes[0], Terrain.BRIDGE, Terrain.FORD):
        return ()
    (place,) = hexes
    by_road = [near for near in board.grid.neighbours(place) if board.joined_by(Terrain.ROAD, place, near)]
    return tuple((near,) for near in by_road) if len(by_road) > 1 else tuple(_banks(board, place))


def _banks(board: HexBoard, place: Hex) -> Iterator[tuple[Hex, ...]]:
    """The hexes of the map beside a river hex, along one bank and then the other; a river that ends came straight."""
    around = [board.grid.neighbour(place, side) for side in range(6)]
    wet = [k for k, near in enumerate(around) if board.joined_by(Terrain.RIVER, place, near)]
    if len(wet) == 1:
        wet = sorted((wet[0], (wet[0] + 3) % 6))
    for first, last in pairwise((*wet, wet[0] + 6) if wet else ()):
        bank = tuple(near for k in range(first + 1, last) if (near := around[k % 6]) in board.grid)
        if bank:
            yield bank
