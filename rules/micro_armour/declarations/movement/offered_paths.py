"""The paths that are offered to a stand: straight on, towards the nearest enemy, towards cover, and away.

There are endless paths on a table; these are a small selection.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import shapely

from rules.game.units import Unit
from rules.ground.table.arrays import Bools, Floats
from rules.ground.table.inches import Spot
from rules.ground.table.movement.lattice import ROUNDING
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.terrain_chart import CHART
from rules.micro_armour.questions.movement import ENTRY_IN, budget_of
from rules.micro_armour.questions.stand_room import movement_graph, stand_graph
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.scenario_options import TableEdge
from rules.micro_armour.state.stands import STAND_IN, base_at, is_inside, spot_of, table_of

_BEARINGS = 8
_SHARES = (1.0, 0.5)
"""How far straight ahead: as far as the points go over open ground, or if that is not possible half as far."""


_STANDS_ALONG_EDGE_IN = 1.5
"""The distance between the places where a stand is offered to enter the table."""

_STRAIGHT_IN_IN = 4.0
_ROUNDING_IN = 0.01
_SPARED = 0.85
"""The share of its points that the first stand of a group uses, so that the others can get into contact with it."""
_AT_ONCE = 8
"""How many places are first checked one by one for being within reach."""
_TO_FOLLOW = 2.0
"""How many points the nearer of two offered ends along a road leaves unused, so that others can get
beside it over open ground."""


def offered_paths(
    position: Position, unit: Unit, to_enemy_deg: float, enemies: list[Unit]
) -> Iterator[tuple[Spot, ...]]:
    """Paths straight ahead on eight bearings, along the roads, and to the best places within reach."""
    table, here = table_of(position.state), spot_of(unit)
    budget = budget_of(position, unit)
    left = budget.left * (_SPARED if is_followed(position, unit) else 1.0)
    reached = stand_graph(table, here).reach(here, left)
    yield from _straight_on(table, reached, to_enemy_deg)
    for goal in dict.fromkeys([*road_ends(table, reached), *_goals(table, reached, enemies)]):
        if path := drawn_path(reached, goal):
            yield path


def is_followed(position: Position, unit: Unit) -> bool:
    """Whether other stands of its group will move after it."""
    move = position.progress.move
    return move is not None and any(name != unit.id for name in move.waiting)


@lru_cache(maxsize=64)
def entry_paths(
    table: Tabletop, edge: TableEdge, points: float
) -> tuple[tuple[tuple[Spot, ...], float], ...]:
    """Paths onto the table from places along an edge, straight in and along a road, each with the facing at its end.

    They are the same for all stands with as many points, and cached: they are half of all path searches of a game.
    """
    return tuple(_entries(table, edge, points))


def _entries(table: Tabletop, edge: TableEdge, points: float) -> Iterator[tuple[tuple[Spot, ...], float]]:
    inward_deg = edge.inward_deg
    along_in = table.depth_in if edge in (TableEdge.WEST, TableEdge.EAST) else table.width_in
    for number in range(int((along_in - STAND_IN) / _STANDS_ALONG_EDGE_IN) + 1):
        start = edge_spot(table, edge, STAND_IN / 2 + number * _STANDS_ALONG_EDGE_IN)
        yield (start,), inward_deg
        yield (start, start.ahead(inward_deg, _STRAIGHT_IN_IN)), inward_deg
    for start in _where_roads_enter(table, edge):
        reached = stand_graph(table, start).reach(start, max(points - ENTRY_IN, 0.0))
        for goal in road_ends(table, reached):
            if path := drawn_path(reached, goal):
                yield path, round(path[-2].bearing_deg(path[-1]), 1)


def road_ends(table: Tabletop, reached: TableReach) -> Iterator[Spot]:
    """The ends of the paths along roads: the farthest place on each bearing that only a road puts within reach, and one some
    points nearer, so that others can follow into contact."""
    start, cheapest = np.array(reached.start), float(reached.faces.prices.min())
    places = _along_roads(table)
    gaps = np.hypot(*(places - start).T)
    for within in (reached.allowance - _ROUNDING_IN, reached.allowance - _TO_FOLLOW):
        is_beyond = (gaps > max(STAND_IN, reached.allowance)) & (gaps * cheapest <= within + _ROUNDING_IN)
        beyond, far_in = places[is_beyond], gaps[is_beyond]
        bearing = np.degrees(np.arctan2(*(beyond - start).T)) % 360.0 // (360.0 / _BEARINGS)
        for side in np.unique(bearing):
            number = np.flatnonzero(bearing == side)
            farthest = beyond[number[np.argsort(-far_in[number], kind="stable")]]
            if (far := _first_within(farthest, reached, within)) is not None:
                yield _on_table(table, far)


def drawn_path(reached: TableReach, goal: Spot) -> tuple[Spot, ...]:
    """The path to a place without needless bends, if it costs no more so; empty if the points do not suffice."""
    way = reached.way_to(goal) or ()
    if len(way) < 3:
        return way
    drawn = way[0], *(spot.to_thousandth() for spot in way[1:-1]), way[-1]
    cost = float(reached.faces.costs(np.array(drawn[:-1]), np.array(drawn[1:])).sum())
    least = float(reached.cost_at(np.array([goal]))[0])
    return drawn if cost <= min(least + _ROUNDING_IN, reached.allowance) else way


def _where_roads_enter(table: Tabletop, edge: TableEdge) -> Iterator[Spot]:
    """The places on an edge where a road enters the table."""
    for place in _along_roads(table).tolist():
        spot = Spot(*place)
        along_in = spot.y_in if edge in (TableEdge.WEST, TableEdge.EAST) else spot.x_in
        inside = edge_spot(table, edge, round(along_in, 2))
        if spot.gap_in(inside) <= STAND_IN / 2 and is_inside(table, base_at(inside, edge.inward_deg)):
            yield inside


@lru_cache(maxsize=8)
def _along_roads(table: Tabletop) -> Floats:
    """Places every half inch along the roads that are cheaper than the ground beside them."""
    return movement_graph(table, by_road=True).along_cheap_lines(STAND_IN / 2)


def edge_spot(table: Tabletop, edge: TableEdge, along_in: float) -> Spot:
    """The spot where a stand enters at this distance along an edge."""
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


def _straight_on(table: Tabletop, reached: TableReach, to_enemy_deg: float) -> Iterator[tuple[Spot, ...]]:
    here, left = reached.start, reached.allowance
    goals = [
        _on_table(table, here.ahead(to_enemy_deg + 360.0 / _BEARINGS * turn, left * share))
        for turn in range(_BEARINGS)
        for share in _SHARES
    ]
    ends = np.array(goals, dtype=np.float64)
    costs = reached.faces.costs(np.broadcast_to(np.array(here, dtype=np.float64), ends.shape), ends)
    for first in range(0, len(goals), len(_SHARES)):
        for number in range(first, first + len(_SHARES)):
            if here.gap_in(goals[number]) >= STAND_IN / 2 and 0 < costs[number] <= left:
                yield here, goals[number]
                break


def _goals(table: Tabletop, reached: TableReach, enemies: list[Unit]) -> Iterator[Spot]:
    """The place within reach that is nearest to the nearest enemy, and the place in cover nearest to that enemy."""
    if not enemies or reached.allowance <= 0:
        return
    squares, is_cover = _squares(table)
    gaps = np.hypot(*(squares - np.array(spot_of(enemies[0]))).T)
    straight = np.hypot(*(squares - np.array(reached.start)).T) * float(reached.faces.prices.min())
    order = np.argsort(gaps, kind="stable")
    order = order[((gaps > STAND_IN) & (straight <= reached.allowance + _ROUNDING_IN))[order]]
    for nearest in (order, order[is_cover[order]]):
        if (goal := _first_within(squares[nearest], reached, reached.allowance + ROUNDING)) is not None:
            yield goal


def _first_within(places: Floats, reached: TableReach, within: float) -> Spot | None:
    """The first of these places that costs at most `within`."""
    asked, number = 0, _AT_ONCE
    while asked < len(places):
        near_enough = np.flatnonzero(reached.cost_at(places[asked : asked + number]) <= within)
        if len(near_enough):
            return Spot(*places[asked + near_enough[0]].tolist())
        asked, number = asked + number, 2 * number
    return None


@lru_cache(maxsize=8)
def _squares(table: Tabletop) -> tuple[Floats, Bools]:
    """The middles of the inch squares of a table (n, 2), and which of them give cover."""
    squares = np.array(list(table.lattice(STAND_IN)))
    is_cover = np.zeros(len(squares), dtype=np.bool_)
    for piece in table.pieces:
        if CHART[piece.terrain].modifier > 0:
            is_cover |= shapely.intersects_xy(piece.area, squares)
    return squares, is_cover


def _on_table(table: Tabletop, spot: Spot) -> Spot:
    """The spot, moved in from the edge so that a stand with any facing lies on the table."""
    rim = STAND_IN * 0.75
    x_in = min(max(spot.x_in, rim), table.width_in - rim)
    y_in = min(max(spot.y_in, rim), table.depth_in - rim)
    return Spot(round(x_in, 2), round(y_in, 2))
