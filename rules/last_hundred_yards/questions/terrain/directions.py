"""Directions: the hexside by which a line leaves a hex, steps toward an edge of the map, and the edges a unit may leave over.

Chapters 10.2, 10.3.1 and 11.1.
"""

from dataclasses import dataclass
from functools import lru_cache

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.state.mission.map_parts import Edge, edges_at
from rules.last_hundred_yards.state.position import Position


@dataclass(frozen=True, slots=True)
class HexesAbout:
    """The neighbours of a hex, sorted by how a step into them leads with regard to an edge of the map."""

    toward: tuple[Hex, ...]
    aside: tuple[Hex, ...]
    along: tuple[Hex, ...]
    """Neighbours on the edge, if the hex itself is on it."""


@lru_cache(maxsize=4096)
def hexes_about(grid: HexGrid, place: Hex, edge: Edge) -> HexesAbout:
    """The neighbours of a hex: those toward an edge, those neither toward it nor away from it, and those along it."""
    near = grid.neighbours(place)
    on_edge = edge in edges_at(grid, place)
    gains = {to: _gain(grid, place, to, edge) for to in near}
    return HexesAbout(
        tuple(to for to in near if gains[to] > 0),
        tuple(to for to in near if gains[to] == 0),
        tuple(to for to in near if on_edge and edge in edges_at(grid, to)),
    )


def is_toward(position: Position, start: Hex, end: Hex, edge: Edge) -> bool:
    """Whether a step leads toward an edge of the map."""
    return _gain(position.board.grid, start, end, edge) > 0


def _gain(grid: HexGrid, start: Hex, end: Hex, edge: Edge) -> int:
    (x1, y1), (x2, y2) = grid.centre(start), grid.centre(end)
    match edge:
        case Edge.NORTH:
            return y1 - y2
        case Edge.SOUTH:
            return y2 - y1
        case Edge.WEST:
            return x1 - x2
        case Edge.EAST:
            return x2 - x1


def edges_of(position: Position, place: Hex) -> frozenset[Edge]:
    """The edges of the map that a hex lies on."""
    return edges_at(position.board.grid, place)


@implements("LHY-10.2.2", "LHY-10.2.1")
def exits_open(position: Position, unit: Unit) -> frozenset[Edge]:
    """The edges over which a unit may leave the map from its hex: any but the enemy's, unless the mission allows it."""
    here = edges_of(position, position.place(unit))
    if not here:
        return here
    mission = position.mission
    own, enemy = mission.side(unit.side), mission.side(mission.enemy(unit.side))
    return frozenset(edge for edge in here if edge is not enemy.edge or edge in own.may_exit)


@lru_cache(maxsize=4096)
def reach_along(grid: HexGrid, place: Hex, other: Hex) -> tuple[int, ...]:
    """How far `other` lies from `place` in each of the six directions, clockwise from 0, in a unit that keeps angles true."""
    (x, y), (fx, fy) = grid.centre(place), grid.centre(other)
    across, along = (1, 3) if grid.is_flat else (3, 1)
    x, y = across * (fx - x), along * (fy - y)
    return tuple([dx * x + dy * y for dx, dy in grid.steps])


@lru_cache(maxsize=4096)
def hexsides_toward(grid: HexGrid, start: Hex, at: Hex) -> tuple[int, ...]:
    """The hexside by which a line leaves a hex, or the two beside the vertex: directions, clockwise from 0."""
    ranges = reach_along(grid, start, at)
    farthest = max(ranges)
    return tuple(side for side, reach in enumerate(ranges) if reach == farthest)
