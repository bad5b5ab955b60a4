"""The kernels of `turning`: straight moves between bends, the search over them with turns paid, and last moves to goals."""

from math import hypot, inf, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.kernels import inner, kernel, zero
from rules.ground.table.movement.cheapest import pop_cheapest, relax
from rules.ground.table.movement.corners import LEAST
from rules.ground.table.movement.lattice import ROUNDING, SAME_IN
from rules.ground.table.movement.moves import (
    Cells,
    EdgeScratch,
    cost_of,
    edge_scratch,
    least_of,
    off_cheapest,
)

_A_LITTLE = 1e-6
"""More than rounding can take off a cost."""


class Bends(NamedTuple):
    """Places where ways may bend, `at` (b, 2), the start first, and a lower bound `at_least` of the cost
    to get there, turns paid.

    Bends that are corners of forbidden ground have their neighbours on its outline in `beside` (b, 2, 2). The moves
    `first[k]` to `first[k + 1]` end at bend k, the cheapest first: `paid` is the cost of the way up to the end of each, the
    lower `number` goes first at the same cost, and `heading` is the direction in which the move arrives. A degree of turning
    costs as much as `degree_in` inches at the `price` of the bend.
    """

    at: Floats
    at_least: Floats
    is_corner: Bools
    beside: Floats
    first: Ints
    paid: Floats
    number: Ints
    heading: Floats
    degree_in: float
    price: Floats


class Moves(NamedTuple):
    """Straight moves between bends, each with its `start`, `end`, `cost` and `heading`; the moves from bend k are `first[k]` to
    `first[k + 1]` of `by_start`.
    """

    start: Ints
    end: Ints
    cost: Floats
    heading: Floats
    first: Ints
    by_start: Ints


@kernel
def straight_moves(
    cells: Cells,
    at: Floats,
    is_corner: Bools,
    beside: Floats,
    at_least: Floats,
    inch: float,
    longest_in: float,
    allowance: float,
) -> tuple[Ints, Ints, Floats]:
    """The straight moves between bends that are tangents at both ends and affordable after the least cost of either end: from,
    to and cost, each pair of bends once. Only moves from the start may be longer than `longest_in`."""
    start, end, cost = [0 for _ in range(0)], [0 for _ in range(0)], [0.0 for _ in range(0)]
    scratch, cheapest, move = edge_scratch(cells), inch * cells.prices[0], zero()
    for one in range(len(at)):
        for other in range(one + 1, len(at)):
            gap_in = hypot(at[other, 0] - at[one, 0], at[other, 1] - at[one, 1])
            least = min(at_least[one], at_least[other])
            if least + cheapest * gap_in > allowance or not gap_in > SAME_IN or (one and gap_in > longest_in):
                continue
            if is_corner[one] and not _is_tangent(at, beside, one, at[other]):
                continue
            if is_corner[other] and not _is_tangent(at, beside, other, at[one]):
                continue
            move += 1
            paid = inch * cost_of(cells, at[one], at[other], scratch, move)
            if least + paid <= allowance:
                start.append(one)
                end.append(other)
                cost.append(paid)
    return np.array(start), np.array(end), np.array(cost)


@kernel
def cheapest_moves(
    moves: Moves, heading_deg: float, degree_in: float, price: Floats, allowance: float
) -> tuple[Floats, Ints]:
    """The cost of the cheapest way that ends with each move, from bend 0 with this heading; and the move before it, -1 for none.

    The cost is inf beyond the allowance, and where the move is dominated: arriving at the same bend by another move and
    turning costs no more, whatever follows.
    """
    size = len(moves.start)
    least, before = np.full(size, inf), np.full(size, -1)
    heap, place, count = np.empty(size, np.int64), np.empty(size, np.int64), zero()
    # The undominated moves to each bend as linked lists: the latest, and the move before each.
    latest, earlier = np.full(len(price), -1), np.full(size, -1)
    for at in range(moves.first[0], moves.first[1]):
        move = moves.by_start[at]
        cost = moves.cost[move] + _turn_cost(heading_deg, moves.heading[move], degree_in, price[0])
        count = relax(move, cost, -1, allowance, least, before, heap, place, count)
    while count:
        move = heap[0]
        count = pop_cheapest(least, heap, place, count)
        bend = moves.end[move]
        if _is_dominated(moves, move, latest[bend], earlier, least, degree_in, price[bend]):
            least[move] = -inf
            continue
        earlier[move], latest[bend] = latest[bend], move
        for at in range(moves.first[bend], moves.first[bend + 1]):
            onward = moves.by_start[at]
            turned = moves.cost[onward] + _turn_cost(
                moves.heading[move], moves.heading[onward], degree_in, price[bend]
            )
            count = relax(onward, least[move] + turned, move, allowance, least, before, heap, place, count)
    return np.where(least < 0, inf, least), before


@inner
def _is_dominated(
    moves: Moves, move: int, other: int, earlier: Ints, least: Floats, degree_in: float, price: float
) -> bool:
    """Whether arriving at the bend by one of the earlier moves and turning to this heading costs less."""
    while other >= 0:
        turned = least[other] + _turn_cost(moves.heading[other], moves.heading[move], degree_in, price)
        if turned + ROUNDING < least[move]:
            return True
        other = earlier[other]
    return False


@kernel
def last_moves(
    cells: Cells,
    bends: Bends,
    heading_deg: float,
    inch: float,
    allowance: float,
    goals: Floats,
    bearings_deg: Floats,
    is_cheapest: bool,
) -> tuple[Floats, Ints]:
    """The cost of the way to each goal by each last bend (b, goals), inf beyond the allowance; and the
    move that leads to the bend.

    With `is_cheapest`, bends that cannot be on the cheapest way may be inf as well. `bearings_deg` (b, goals) are the
    headings of the last moves.
    """
    count = len(bends.at)
    total, link = np.full((count, len(goals)), inf), np.full((count, len(goals)), -1)
    off_in, far, scratch = np.empty(count), np.empty(count), edge_scratch(cells)
    for bend in range(count):
        off_in[bend] = off_cheapest(cells, bends.at[bend])
    asked = goals, bearings_deg, heading_deg, inch, allowance, is_cheapest
    _find_moves(cells, bends, asked, off_in, far, scratch, total, link)
    return total, link


@inner
def _find_moves(
    cells: Cells,
    bends: Bends,
    asked: tuple[Floats, Floats, float, float, float, bool],
    off_in: Floats,
    far: Floats,
    scratch: EdgeScratch,
    total: Floats,
    link: Ints,
) -> None:
    goals, bearings_deg, heading_deg, inch, allowance, is_cheapest = asked
    count, move = len(bends.at), 0
    for goal in range(len(goals)):
        there, most = goals[goal], allowance + ROUNDING
        first = _write_lower_bounds(cells, bends, off_in, there, inch, far)
        # The bend with the least lower bound is tried first.
        for turn in range(-1, count):
            bend = first if turn < 0 else turn
            if not far[bend] <= most + _A_LITTLE or (bend == first and turn >= 0):
                continue
            if bends.is_corner[bend] and not _is_tangent(bends.at, bends.beside, bend, there):
                continue
            # The cost of the turns is quicker to find than that of the ground.
            straight = far[bend] - bends.at_least[bend]
            paid, into = _cost_with_turn(bends, bend, bearings_deg[bend, goal], heading_deg, most - straight)
            if not paid + straight <= most + _A_LITTLE:
                continue
            move += 1
            onward = inch * cost_of(cells, bends.at[bend], there, scratch, move)
            if onward + paid <= most:
                total[bend, goal], link[bend, goal] = onward + paid, into
                if is_cheapest:
                    most = min(most, onward + paid + _A_LITTLE)


@inner
def _write_lower_bounds(
    cells: Cells, bends: Bends, off_in: Floats, there: Floats, inch: float, far: Floats
) -> int:
    """Write a lower bound of the cost of the way to a goal by each bend into `far`; return the first bend with the least.
    `off_in` is how far each bend lies off the cheapest ground."""
    first, off_there = 0, off_cheapest(cells, there)
    for bend in range(len(far)):
        along_x, along_y = there[0] - bends.at[bend, 0], there[1] - bends.at[bend, 1]
        length = sqrt(along_x * along_x + along_y * along_y)
        least = inch * least_of(cells, length, off_in[bend] + off_there)
        far[bend] = inf if length <= SAME_IN else bends.at_least[bend] + least
        if far[bend] < far[first]:
            first = bend
    return first


@inner
def _cost_with_turn(
    bends: Bends, bend: int, new_deg: float, heading_deg: float, most: float
) -> tuple[float, int]:
    """The cost of getting to a bend and turning there to a heading, inf if above the most, and the move that leads to it."""
    into, paid = -1, inf
    if bend == 0:
        paid = _turn_cost(heading_deg, new_deg, bends.degree_in, bends.price[0])
    for at in range(bends.first[bend], bends.first[bend + 1]):
        if bends.paid[at] > paid or bends.paid[at] > most + _A_LITTLE:
            break
        cost = bends.paid[at] + _turn_cost(bends.heading[at], new_deg, bends.degree_in, bends.price[bend])
        if cost < paid or (cost == paid and bends.number[at] < bends.number[into]):
            paid, into = cost, at
    return paid, into


@kernel
def headings_within(goal: Ints, heading: Floats, most_deg: Floats, headings: Floats, goals: int) -> Bools:
    """For each goal, which of the headings (goals, h) can be turned to: each row arrives at a goal with a heading and turns no
    further than its most."""
    asked = np.zeros((goals, len(headings)), np.bool_)
    for row in range(len(goal)):
        for new in range(len(headings)):
            if abs(_off_deg(heading[row], headings[new])) <= most_deg[row]:
                asked[goal[row], new] = True
    return asked


@kernel
def nearest_heading(goal: Ints, heading: Floats, headings: Floats, clear: Bools) -> tuple[Floats, Bools]:
    """For each row that arrives at a goal with a heading: how far off the nearest clear heading is, and whether there is any."""
    nearest, found = np.empty(len(goal)), np.zeros(len(goal), np.bool_)
    for row in range(len(goal)):
        nearest[row] = _off_deg(heading[row], headings[0])
        for new in range(len(headings)):
            if clear[goal[row], new]:
                off = _off_deg(heading[row], headings[new])
                if not found[row] or abs(off) < abs(nearest[row]):
                    nearest[row], found[row] = off, True
    return nearest, found


@inner
def _off_deg(heading_deg: float, new_deg: float) -> float:
    """The turn from a heading (0 to 360) to another line of the hull (0 to 180), front and back being the same: -90 to 90."""
    off_deg = new_deg - heading_deg + 90.0
    if off_deg < -180.0:
        off_deg += 180.0
    if off_deg < 0.0:
        off_deg += 180.0
    elif off_deg >= 180.0:
        off_deg -= 180.0
    return off_deg - 90.0


@inner
def _turn_cost(before_deg: float, after_deg: float, degree_in: float, price: float) -> float:
    """The cost of turning from heading to heading, each from 0 to 360, where an inch has this price."""
    turned_deg = after_deg - before_deg + 180.0
    if turned_deg >= 360.0:
        turned_deg -= 360.0
    elif turned_deg < 0.0:
        turned_deg += 360.0
    return float(abs(turned_deg - 180.0) * degree_in * price)


@inner
def _is_tangent(at: Floats, beside: Floats, bend: int, there: Floats) -> bool:
    """Whether a move from a corner is a tangent of the ground there, as in `Corners.is_tangent`."""
    here = at[bend]
    along_x, along_y = there[0] - here[0], there[1] - here[1]
    before, after = beside[bend]
    one = along_x * (before[1] - here[1]) - along_y * (before[0] - here[0])
    other = along_x * (after[1] - here[1]) - along_y * (after[0] - here[0])
    return bool(one * other >= -LEAST)
