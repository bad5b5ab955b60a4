"""Whether hulls, or points, overlap occupied areas: compiled. The few that touch an edge within the rounding of the sums are
DOUBTFUL and left to exact geometry."""

from math import cos, hypot, inf, radians, sin

import numpy as np

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel
from rules.ground.table.movement.stretches import Areas

CLEAR, DOUBTFUL, MEETS = 0, 1, 2
_ROUNDING_IN = 1e-9


@kernel
def hulls_met(areas: Areas, places: Floats, headings_deg: Floats, half_in: Floats) -> Ints:
    """Whether hulls with their middles at places (n, 2) and these headings meet any edge of the areas.

    `half_in` is half their length and half their width. By the separating axis theorem a hull and an edge are apart if they
    are apart along the hull, across it or across the edge.
    """
    statuses, far_in = np.full(len(places), CLEAR), hypot(half_in[0], half_in[1]) + _ROUNDING_IN
    near, count = np.empty((len(areas.starts), 4)), 0
    for hull in range(len(places)):
        x, y = places[hull]
        # Most hulls stand where the hull before them does.
        if not hull or x != places[hull - 1, 0] or y != places[hull - 1, 1]:
            count = _write_edges_near(areas, x, y, far_in, near)
        turn = radians(headings_deg[hull])
        statuses[hull] = _hull_status(near[:count], sin(turn), -cos(turn), half_in[0], half_in[1])
    return statuses


@kernel
def places_near(areas: Areas, places: Floats, near_in: float) -> Ints:
    """Whether places (n, 2) lie in an area or within this distance of one (MEETS), or not (CLEAR)."""
    statuses, far_in = np.full(len(places), CLEAR), near_in + _ROUNDING_IN
    for place in range(len(places)):
        x, y = places[place]
        for area in range(len(areas.bounds)):
            if statuses[place] != MEETS and not _is_apart(areas, area, x, y, far_in):
                statuses[place] = max(statuses[place], _place_status(areas, area, x, y, near_in))
    return statuses


@inner
def _is_apart(areas: Areas, area: int, x: float, y: float, far_in: float) -> bool:
    west, north, east, south = areas.bounds[area]
    return bool(x < west - far_in or x > east + far_in or y < north - far_in or y > south + far_in)


@inner
def _place_status(areas: Areas, area: int, x: float, y: float, near_in: float) -> int:
    """Whether a place lies in an area, by counting the edges to the east of it, or within this distance of an edge."""
    least_in, is_inside = inf, False
    for edge in range(areas.first[area], areas.first[area + 1]):
        from_x, from_y = areas.starts[edge, 0] - x, areas.starts[edge, 1] - y
        to_x, to_y = areas.ends[edge, 0] - x, areas.ends[edge, 1] - y
        along_x, along_y = to_x - from_x, to_y - from_y
        across, squared = from_x * to_y - from_y * to_x, along_x * along_x + along_y * along_y
        share = -(from_x * along_x + from_y * along_y) / squared if squared > 0 else 0.0
        share = min(max(share, 0.0), 1.0)
        least_in = min(least_in, hypot(from_x + share * along_x, from_y + share * along_y))
        if (from_y > 0) != (to_y > 0) and (across > 0) == (to_y > from_y):
            is_inside = not is_inside
    if is_inside or least_in < near_in - _ROUNDING_IN:
        return MEETS
    return DOUBTFUL if least_in <= near_in + _ROUNDING_IN else CLEAR


@inner
def _write_edges_near(areas: Areas, x: float, y: float, far_in: float, near: Floats) -> int:
    """Write the edges that may be within this distance of a place into `near`, relative to the place; return how many."""
    count = 0
    for area in range(len(areas.bounds)):
        if _is_apart(areas, area, x, y, far_in):
            continue
        for edge in range(areas.first[area], areas.first[area + 1]):
            from_x, from_y = areas.starts[edge, 0] - x, areas.starts[edge, 1] - y
            to_x, to_y = areas.ends[edge, 0] - x, areas.ends[edge, 1] - y
            is_beside = min(from_x, to_x) <= far_in and max(from_x, to_x) >= -far_in
            if is_beside and min(from_y, to_y) <= far_in and max(from_y, to_y) >= -far_in:
                near[count, 0], near[count, 1], near[count, 2], near[count, 3] = from_x, from_y, to_x, to_y
                count += 1
    return count


@inner
def _hull_status(
    edges: Floats, east: float, south: float, half_length_in: float, half_width_in: float
) -> int:
    """Whether a hull heading (east, south) meets any of the edges, given relative to its middle."""
    status = CLEAR
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
            status = DOUBTFUL
    return status
