"""The paths that are offered to a stand: straight on, towards the nearest enemy, towards cover, and away.

On a table there are endless paths; these are a finite choice of them.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from rules.game.units import Unit
from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.terrain_chart import CHART
from rules.micro_armour.questions.movement import budget_of, movement_graph
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import STAND_IN, spot_of, table_of

_BEARINGS = 8
_SHARES = (1.0, 0.5)
"""How far ahead: as far as the points go over open ground, else half as far."""


_STANDS_ALONG_EDGE_IN = 1.5
"""How far apart the places are where a stand is offered to enter the table."""

_STRAIGHT_IN_IN = 4.0

INWARD_DEG = {TableEdge.NORTH: 180.0, TableEdge.EAST: 270.0, TableEdge.SOUTH: 0.0, TableEdge.WEST: 90.0}


def offered_paths(
    position: Position, unit: Unit, to_enemy_deg: float, enemies: list[Unit]
) -> Iterator[tuple[Spot, ...]]:
    """Straight ahead on eight bearings as far as the points go, and to the best places in reach."""
    table, here = table_of(position.state), spot_of(unit)
    graph = movement_graph(table)
    budget = budget_of(position, unit)
    left = max(budget.points - budget.spent, 0.0)
    yield from _straight_on(table, graph, here, to_enemy_deg, left)
    for goal in dict.fromkeys(_goals(table, here, left, enemies)):
        if 0 < _costs(graph, here, [goal])[0] <= left:
            yield here, goal
        elif (way := graph.way(here, goal, left)) is not None and len(way.spots) > 1:
            yield (here, *(Spot(round(spot.x_in, 2), round(spot.y_in, 2)) for spot in way.spots[1:]))


def entry_paths(table: Tabletop, edge: TableEdge) -> Iterator[tuple[tuple[Spot, ...], float]]:
    """Places along the edge where stands enter, and straight in from there; with the way they face."""
    inward_deg = INWARD_DEG[edge]
    along_in = table.depth_in if edge in (TableEdge.WEST, TableEdge.EAST) else table.width_in
    for number in range(int((along_in - STAND_IN) / _STANDS_ALONG_EDGE_IN) + 1):
        start = edge_spot(table, edge, STAND_IN / 2 + number * _STANDS_ALONG_EDGE_IN)
        yield (start,), inward_deg
        yield (start, start.ahead(inward_deg, _STRAIGHT_IN_IN)), inward_deg


def edge_spot(table: Tabletop, edge: TableEdge, along_in: float) -> Spot:
    """Where a stand enters, so far along an edge."""
    half = STAND_IN / 2
    match edge:
        case TableEdge.NORTH:
            return Spot(along_in, half)
        case TableEdge.SOUTH:
            return Spot(along_in, table.depth_in - half)
        case TableEdge.WEST:
            return Spot(half, along_in)
        case TableEdge.EAST:
            return Spot(table.width_in - half, along_in)


def _straight_on(
    table: Tabletop, graph: TableGraph, here: Spot, to_enemy_deg: float, left: float
) -> Iterator[tuple[Spot, ...]]:
    goals = [
        _on_table(table, here.ahead(to_enemy_deg + 360.0 / _BEARINGS * turn, left * share))
        for turn in range(_BEARINGS)
        for share in _SHARES
    ]
    costs = _costs(graph, here, goals)
    for first in range(0, len(goals), len(_SHARES)):
        for number in range(first, first + len(_SHARES)):
            if here.gap_in(goals[number]) >= STAND_IN / 2 and 0 < costs[number] <= left:
                yield here, goals[number]
                break


def _costs(graph: TableGraph, here: Spot, goals: list[Spot]) -> Floats:
    """What it costs to go straight to each of these, inf where that enters impassable ground."""
    ends = np.array(goals, dtype=np.float64)
    return graph.faces.costs(np.broadcast_to(np.array(here, dtype=np.float64), ends.shape), ends)


def _goals(table: Tabletop, here: Spot, left: float, enemies: list[Unit]) -> Iterator[Spot]:
    """The place in reach nearest to the nearest enemy, and the place in cover nearest to him."""
    if not enemies or left <= 0:
        return
    squares, is_cover = _squares(table)
    around = np.hypot(*(squares - np.array(here)).T) <= 2 * left
    squares, is_cover = squares[around], is_cover[around]
    in_reach = np.isfinite(movement_graph(table).reach(here, left).cost_at(squares))
    squares, is_cover = squares[in_reach], is_cover[in_reach]
    gaps = np.hypot(*(squares - np.array(spot_of(enemies[0]))).T)
    is_apart = gaps > STAND_IN
    near = squares[is_apart]
    if len(near):
        yield Spot(*near[np.argsort(gaps[is_apart])[0]].tolist())
    order = np.argsort(gaps)
    covered = order[(is_apart & is_cover)[order]]
    if len(covered):
        yield Spot(*squares[covered[0]].tolist())


@lru_cache(maxsize=8)
def _squares(table: Tabletop) -> tuple[Floats, Bools]:
    """The middles of the inch squares of a table (n, 2), and which of them give cover."""
    spots = list(table.lattice(STAND_IN))
    is_cover = [any(CHART[piece.terrain].modifier > 0 for piece in table.at(spot)) for spot in spots]
    return np.array(spots), np.array(is_cover)


def _on_table(table: Tabletop, spot: Spot) -> Spot:
    """The spot, drawn in so far that a stand at any facing lies on the table."""
    rim = STAND_IN * 0.75
    x_in = min(max(spot.x_in, rim), table.width_in - rim)
    y_in = min(max(spot.y_in, rim), table.depth_in - rim)
    return Spot(round(x_in, 2), round(y_in, 2))
