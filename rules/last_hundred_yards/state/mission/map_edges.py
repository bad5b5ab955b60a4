"""The four edges of the map, and which hexes lie on them."""

from enum import StrEnum
from functools import lru_cache

from rules.ground.hex.hexes import Hex, HexGrid


class Edge(StrEnum):
    """An edge of the map."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@lru_cache(maxsize=4096)
def edges_at(grid: HexGrid, place: Hex) -> frozenset[Edge]:
    """The edges of the map that a hex lies on."""
    beyond = {
        Edge.NORTH: place.row == 0,
        Edge.SOUTH: Hex(place.column, place.row + 1) not in grid,
        Edge.WEST: place.column == 0,
        Edge.EAST: Hex(place.column + 1, place.row) not in grid and place.column >= grid.columns - 1,
    }
    return frozenset(edge for edge, holds in beyond.items() if holds)


def hexes_along(grid: HexGrid, edge: Edge) -> tuple[Hex, ...]:
    """Every hex of the map that lies on an edge."""
    return tuple(place for place in grid if edge in edges_at(grid, place))
