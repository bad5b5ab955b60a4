"""Hulls among the edges of what is taken: compiled, but for the few that touch an edge within the rounding of the sums."""

from math import cos, hypot, radians, sin

import numpy as np

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel

CLEAR, DOUBTFUL, MEETS = 0, 1, 2
_ROUNDING_IN = 1e-9


@kernel
def edges_met(places: Floats, headings_deg: Floats, half_in: Floats, starts: Floats, ends: Floats) -> Ints:
    """Whether hulls with their middle at places (n, 2) and these headings meet any edge from (k, 2) to (k, 2).

    `half_in` is half their length and half their width. A hull and an edge are apart if they are along the hull, across it or
    across the edge.
    """
    found, far_in = np.full(len(places), CLEAR), hypot(half_in[0], half_in[1]) + _ROUNDING_IN
    beside, near, size, count = np.empty(len(starts), np.int64), np.empty((len(starts), 4)), 0, 0
    for hull in range(len(places)):
        x, y = places[hull]
        # Most hulls stand where the one before them does, or in its row.
        is_in_row = hull > 0 and y == places[hull - 1, 1]
        if not is_in_row:
            size = _gather_row(starts, ends, y, far_in, beside)
        if not is_in_row or x != places[hull - 1, 0]:
            count = _gather(starts, ends, beside[:size], x, y, far_in, near)
        turn = radians(headings_deg[hull])
        found[hull] = _met(near[:count], sin(turn), -cos(turn), half_in[0], half_in[1])
    return found


@inner
def _gather_row(starts: Floats, ends: Floats, y: float, far_in: float, beside: Ints) -> int:
    """Note the edges that may be so near to any place of a row, and how many they are."""
    count = 0
    for edge in range(len(starts)):
        one, other = starts[edge, 1] - y, ends[edge, 1] - y
        if min(one, other) <= far_in and max(one, other) >= -far_in:
            beside[count] = edge
            count += 1
    return count


@inner
def _gather(
    starts: Floats, ends: Floats, beside: Ints, x: float, y: float, far_in: float, near: Floats
) -> int:
    """Note those of the edges beside a place that may be so near to it, as they lie from it, and how many they are."""
    count = 0
    for at in range(len(beside)):
        edge = beside[at]
        one, other = starts[edge, 0] - x, ends[edge, 0] - x
        if min(one, other) <= far_in and max(one, other) >= -far_in:
            near[count, 0], near[count, 1] = one, starts[edge, 1] - y
            near[count, 2], near[count, 3] = other, ends[edge, 1] - y
            count += 1
    return count


@inner
def _met(edges: Floats, east: float, south: float, half_length_in: float, half_width_in: float) -> int:
    """Whether a hull that heads so meets any of the edges, which are told as they lie from its middle."""
    found = CLEAR
    for edge in range(len(edges)):
        x, y, to_x, to_y = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        ahead, to_ahead = x * east + y * south, to_x * east + to_y * south
        aside, to_aside = y * east - x * south, to_y * east - to_x * south
        apart_in = max(min(ahead, to_ahead), -max(ahead, to_ahead)) - half_length_in
        apart_in = max(apart_in, max(min(aside, to_aside), -max(aside, to_aside)) - half_width_in)
        if apart_in > _ROUNDING_IN:
            continue
        along, across = to_ahead - ahead, to_aside - aside
        length = hypot(along, across)
        if length > 0:
            reach_in = half_length_in * abs(across) + half_width_in * abs(along)
            apart_in = max(apart_in, (abs(ahead * across - aside * along) - reach_in) / length)
        if apart_in < -_ROUNDING_IN:
            return MEETS
        if apart_in <= _ROUNDING_IN:
            found = DOUBTFUL
    return found
