"""The last straight move to places, for those who pay for turning: compiled."""

from math import hypot, inf
from typing import NamedTuple

import numpy as np
from numba import njit

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.movement.corners import LEAST
from rules.ground.table.movement.lattice import ROUNDING, SAME_IN
from rules.ground.table.movement.moves import Cells, cost_of, no_notes

_A_LITTLE = 1e-6
"""No rounding makes a way so much cheaper than it can be."""


class Bends(NamedTuple):
    """Where ways may bend: the start first, at (b, 2), and what it costs `at_least` to come there, turns paid.

    Those that are corners of forbidden ground have the places `beside` (b, 2, 2) on the outline of it. Of the moves that
    end at a bend, `first[k]` to `first[k + 1]` end at bend k: each is `paid` with all before it, and comes in with a
    `heading`. A degree of turning costs there as many inches as `degree_in`, times the `price` of an inch.
    """

    at: Floats
    at_least: Floats
    is_corner: Bools
    beside: Floats
    first: Ints
    paid: Floats
    heading: Floats
    degree_in: float
    price: Floats


@njit(cache=True)
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
    """What the way to each goal costs by each bend (b, goals), inf where it is not paid; and which move leads to the bend.

    If the cheapest alone is asked for, bends by which no way can be as cheap are told as inf. `bearings_deg` (b, goals) are
    the headings of the last moves.
    """
    count, most = len(bends.at), allowance + ROUNDING
    total, link = np.full((count, len(goals)), inf), np.full((count, len(goals)), -1)
    cheapest, far, move = inch * cells.prices.min(), np.empty(count), 0
    notes = no_notes(cells)
    for goal in range(len(goals)):
        there, first = goals[goal], 0
        for bend in range(count):
            here = bends.at[bend]
            far[bend] = hypot(here[0] - there[0], here[1] - there[1])
            far[bend] = bends.at_least[bend] + cheapest * far[bend] if far[bend] > SAME_IN else inf
            if far[bend] < far[first]:
                first = bend
        # The bend by which the way may be shortest is tried first.
        for turn in range(-1, count):
            bend = first if turn < 0 else turn
            if not far[bend] <= most or (bend == first and turn >= 0):
                continue
            if bends.is_corner[bend] and not _is_tight(bends, bend, there):
                continue
            move += 1
            onward = inch * cost_of(cells, bends.at[bend], there, notes, move)
            if not bends.at_least[bend] + onward <= allowance + ROUNDING:
                continue
            new, into, paid = bearings_deg[bend, goal], -1, inf
            if bend == 0:
                paid = _turn(bends, 0, heading_deg, new)
            for at in range(bends.first[bend], bends.first[bend + 1]):
                cost = bends.paid[at] + _turn(bends, bend, bends.heading[at], new)
                if cost < paid:
                    paid, into = cost, at
            if onward + paid <= allowance + ROUNDING:
                total[bend, goal], link[bend, goal] = onward + paid, into
                if is_cheapest:
                    most = min(most, onward + paid + _A_LITTLE)
        most = allowance + ROUNDING
    return total, link


@njit(cache=True)
def _turn(bends: Bends, bend: int, before_deg: float, after_deg: float) -> float:
    """What it costs to turn from heading to heading at a bend."""
    return float(abs((after_deg - before_deg + 180.0) % 360.0 - 180.0) * bends.degree_in * bends.price[bend])


@njit(cache=True)
def _is_tight(bends: Bends, bend: int, there: Floats) -> bool:
    """Whether a move from a corner grazes the ground there, as `Corners.is_tight` has it."""
    here = bends.at[bend]
    along_x, along_y = there[0] - here[0], there[1] - here[1]
    before, after = bends.beside[bend]
    one = along_x * (before[1] - here[1]) - along_y * (before[0] - here[0])
    other = along_x * (after[1] - here[1]) - along_y * (after[0] - here[0])
    return bool(one * other >= -LEAST)
