"""The last leg to places within reach, and ways without needless bends: compiled.

A way over the nodes of the graph is straightened node by node: if the straight move from the last bend before the previous
node costs no more, the way no longer bends at that node.
"""

from math import floor, hypot, inf, isnan, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel, zero
from rules.ground.table.movement.lattice import OFFSET_IN, ROUNDING, STEP_IN
from rules.ground.table.movement.moves import (
    Cells,
    EdgeScratch,
    cost_of,
    edge_scratch,
    edges_near,
    least_cost,
    put_in_order,
)

_AT_END = 1 - 1e-9
_CHEAPEST = ROUNDING / 10
"""A straight move from the start whose cost is so close to the lower bound is the cheapest way."""
_AROUND = 4
"""How many nodes wide the square round a place is whose nodes are linked with it."""


class Ways(NamedTuple):
    """The ways from a start to the nodes `at` (n + 1, 2), the start itself last: their costs over the graph, and the node before.

    Of the nodes off the lattice, `further[first_further[k]:first_further[k + 1]]` lie in cell k. For a way that has been
    straightened, `paid` is its cost and `bends` the last node before it at which it bends; `paid` is NaN before that.
    """

    at: Floats
    costs: Floats
    before: Ints
    first_further: Ints
    further: Ints
    paid: Floats
    bends: Ints


@kernel
def last_legs(cells: Cells, ways: Ways, allowance: float, goals: Floats) -> tuple[Floats, Ints]:
    """The cost of the way to each goal (n, 2), inf out of reach, and the last node at which it bends."""
    costs, last = np.empty(len(goals)), np.empty(len(goals), np.int64)
    scratch, stack = edge_scratch(cells), np.empty(len(ways.at), np.int64)
    _find_legs(cells, ways, allowance, goals, scratch, stack, costs, last)
    return costs, last


@inner
def _find_legs(
    cells: Cells,
    ways: Ways,
    allowance: float,
    goals: Floats,
    scratch: EdgeScratch,
    stack: Ints,
    costs: Floats,
    last: Ints,
) -> None:
    start, move = len(ways.at) - 1, zero()
    for goal in range(len(goals)):
        there, straight = goals[goal], inf
        least = least_cost(cells, ways.at[start], there)
        if least <= allowance + 2 * ROUNDING:
            move += 1
            straight = cost_of(cells, ways.at[start], there, scratch, move)
        if straight <= least + _CHEAPEST:
            cost, last[goal] = straight, start
        else:
            cost, nearest, move = _cheapest_near_node(cells, ways, allowance, there, scratch, move, stack)
            last[goal] = start if nearest < 0 else nearest
            # Rather from the bend before that node, or straight from the start, if that costs no more.
            if nearest >= 0:
                bend = ways.bends[nearest]
                move += 1
                onward = ways.paid[bend] + cost_of(cells, ways.at[bend], there, scratch, move)
                if onward <= cost + ROUNDING:
                    cost, last[goal] = onward, bend
            if straight <= cost + ROUNDING:
                cost, last[goal] = straight, start
        costs[goal] = inf if cost > allowance + ROUNDING else cost


@inner
def _cheapest_near_node(
    cells: Cells, ways: Ways, allowance: float, there: Floats, scratch: EdgeScratch, move: int, stack: Ints
) -> tuple[float, int, int]:
    """The cost of the cheapest way to a goal over a node near it, that node (-1: none), and the number of the last move."""
    west = floor((there[0] - OFFSET_IN[0]) / STEP_IN) - 1
    north = floor((there[1] - OFFSET_IN[1]) / STEP_IN) - 1
    cost, nearest = inf, -1
    for row in range(max(north, 0), min(north + _AROUND, cells.rows)):
        for column in range(max(west, 0), min(west + _AROUND, cells.columns)):
            node = row * cells.columns + column
            if ways.costs[node] <= allowance:
                move += 1
                onward = _link_cost(cells, node, there, scratch, move)
                if onward < inf:
                    move = _straighten(cells, ways, node, scratch, move, stack)
                    if nearest < 0 or ways.paid[node] + onward < cost:
                        cost, nearest = ways.paid[node] + onward, node
    for row in range(max(north, 0), min(north + _AROUND, cells.rows)):
        for column in range(max(west, 0), min(west + _AROUND, cells.columns)):
            cell = row * cells.columns + column
            for k in range(ways.first_further[cell], ways.first_further[cell + 1]):
                place = ways.further[k]
                gap_x, gap_y = ways.at[place, 0] - there[0], ways.at[place, 1] - there[1]
                if ways.costs[place] <= allowance and sqrt(gap_x * gap_x + gap_y * gap_y) <= STEP_IN:
                    move += 1
                    onward = cost_of(cells, ways.at[place], there, scratch, move)
                    if onward < inf:
                        move = _straighten(cells, ways, place, scratch, move, stack)
                        if nearest < 0 or ways.paid[place] + onward < cost:
                            cost, nearest = ways.paid[place] + onward, place
    return cost, nearest, move


@inner
def _straighten(cells: Cells, ways: Ways, place: int, scratch: EdgeScratch, move: int, stack: Ints) -> int:
    """Straighten the way to a node, after the ways to the nodes before it; return the number of the last move."""
    depth = 0
    while isnan(ways.paid[place]):
        stack[depth] = place
        depth += 1
        place = ways.before[place]
    while depth:
        depth -= 1
        parent, place = place, stack[depth]
        bend = ways.bends[parent]
        onward = ways.paid[parent] + ways.costs[place] - ways.costs[parent]
        move += 1
        straight = ways.paid[bend] + cost_of(cells, ways.at[bend], ways.at[place], scratch, move)
        is_straight = straight <= onward + ROUNDING
        ways.bends[place] = bend if is_straight else parent
        ways.paid[place] = straight if is_straight else onward
    return move


@inner
def _link_cost(cells: Cells, node: int, there: Floats, scratch: EdgeScratch, move: int) -> float:
    """The cost of a move from a lattice node: at the price of the node, changed at each edge that the move crosses."""
    here = cells.nodes[node]
    price = cells.prices[cells.kind[node]]
    if price == inf:
        return inf
    along_x, along_y = there[0] - here[0], there[1] - here[1]
    count = edges_near(cells, here, there, scratch, move)
    if count > 1:
        put_in_order(scratch.edges, count)
    jumps = 0.0
    for at in range(count):
        edge = scratch.edges[at]
        gap_x, gap_y = cells.starts[edge, 0] - here[0], cells.starts[edge, 1] - here[1]
        wall_x = cells.ends[edge, 0] - cells.starts[edge, 0]
        wall_y = cells.ends[edge, 1] - cells.starts[edge, 1]
        across = along_x * wall_y - along_y * wall_x
        side = along_x * gap_y - along_y * gap_x
        if (side > 0) != (side + across > 0):
            met_at = (gap_x * wall_y - gap_y * wall_x) / across
            if 0 < met_at < _AT_END:
                left, right = cells.prices[cells.left[edge]], cells.prices[cells.right[edge]]
                if left == inf or right == inf:
                    return inf
                jumps += (right - left) * np.sign(across) * (1 - met_at)
    return float((price + jumps) * hypot(along_x, along_y))
