"""The stretches of ways that lie inside areas: compiled. The edge of an area belongs to it.

Whether a piece of a way lies inside is decided by exact signs: on which side of its straight move the ends of each edge lie,
and on which side of the edge the ends of the move lie. So a way along an edge, or very close beside it, gets one answer for
its whole length, whatever rounding does to the places between.
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel
from rules.ground.table.movement.moves import cut_by, put_in_order, side_of

_LEAST = 1e-12
_TINY_IN = 1e-6
"""Shorter stretches are dropped, and shorter gaps between two stretches in one area are closed."""


class Areas(NamedTuple):
    """The edges of areas, from `starts` to `ends` (n, 2), those of area k being `first[k]` to `first[k + 1]`; and the `bounds`
    of the areas (k, 4): west, north, east and south."""

    first: Ints
    starts: Floats
    ends: Floats
    bounds: Floats


def edges_of(areas: Sequence[BaseGeometry]) -> Areas:
    parts, owner = shapely.get_parts(np.array(areas, dtype=object), return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    edge = np.flatnonzero(np.diff(ring) == 0)
    first = np.searchsorted(owner[part[ring[edge]]], np.arange(len(areas) + 1))
    bounds = shapely.bounds(np.array(areas, dtype=object)).reshape(-1, 4)
    return Areas(first, corners[edge], corners[edge + 1], bounds)


def joined(grounds: Sequence[Areas]) -> Areas:
    """All of these areas, one after another."""
    edges = np.concatenate([np.diff(ground.first) for ground in grounds])
    starts, ends, bounds = (np.concatenate(each) for each in list(zip(*grounds, strict=True))[1:])
    return Areas(np.cumsum(np.append(0, edges)), starts, ends, bounds)


@kernel
def stretches_in(areas: Areas, places: Floats, first: Ints) -> tuple[Ints, Ints, Floats]:
    """The way, the area, and the start and end in inches (n, 2) of every stretch of a way inside an area.

    The places of way k are `first[k]` to `first[k + 1]`. Stretches are sorted by way, then by area, then along the way.
    """
    way, area, spans = [0 for _ in range(0)], [0 for _ in range(0)], [0.0 for _ in range(0)]
    shares = np.empty(2 * len(areas.starts) + 2)
    for number in range(len(first) - 1):
        for other in range(len(areas.first) - 1):
            start, end, gone = -1.0, -1.0, 0.0
            for at in range(first[number], first[number + 1] - 1):
                here, there = places[at], places[at + 1]
                length = hypot(there[0] - here[0], there[1] - here[1])
                count = _write_cuts(areas, other, here, there, shares)
                for part in range(count - 1):
                    share, next_share = shares[part], shares[part + 1]
                    if next_share - share <= _LEAST or not _is_inside(
                        areas, other, here, there, (share + next_share) / 2
                    ):
                        continue
                    if gone + share * length > end + _TINY_IN:
                        if end - start > _TINY_IN:
                            way.append(number)
                            area.append(other)
                            spans.append(start)
                            spans.append(end)
                        start = gone + share * length
                    end = gone + next_share * length
                gone += length
            if end - start > _TINY_IN:
                way.append(number)
                area.append(other)
                spans.append(start)
                spans.append(end)
    return np.array(way), np.array(area), np.array(spans).reshape(-1, 2)


@inner
def _write_cuts(areas: Areas, area: int, here: Floats, there: Floats, shares: Floats) -> int:
    """Write the shares at which the edges of an area cut a straight move, sorted and with both ends of the move; return how many,
    0 if the area is out of the way."""
    west, north, east, south = areas.bounds[area]
    if max(here[0], there[0]) < west or min(here[0], there[0]) > east:
        return 0
    if max(here[1], there[1]) < north or min(here[1], there[1]) > south:
        return 0
    shares[0], shares[1], count = 0.0, 1.0, 2
    for edge in range(areas.first[area], areas.first[area + 1]):
        start, end = areas.starts[edge], areas.ends[edge]
        count = cut_by(start, end, here[0], here[1], there[0], there[1], shares, count)
    put_in_order(shares, count)
    return count


@inner
def _is_inside(areas: Areas, area: int, here: Floats, there: Floats, share: float) -> bool:
    """Whether the place at this share of a straight move lies in an area or on its edge, by counting the edges to the east of it.

    No edge may cut the move close by.
    """
    x, y = here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])
    is_inside = False
    for edge in range(areas.first[area], areas.first[area + 1]):
        start, end = areas.starts[edge], areas.ends[edge]
        if max(start[1], end[1]) < y or min(start[1], end[1]) > y:
            continue
        one = side_of(here[0], here[1], there[0], there[1], start[0], start[1])
        other = side_of(here[0], here[1], there[0], there[1], end[0], end[1])
        if one == 0 and other == 0:
            if min(start[0], end[0]) <= x <= max(start[0], end[0]):
                return True
        elif (start[1] > y) != (end[1] > y):
            if one * other >= 0 and there[1] != here[1]:
                is_east = (one + other > 0) != (there[1] > here[1])
            else:
                is_east = (end[1] > start[1]) == (_side(start, end, here, there, share) > 0)
            is_inside = is_inside != is_east
    return is_inside


@inner
def _side(start: Floats, end: Floats, here: Floats, there: Floats, share: float) -> int:
    """On which side of an edge the place at this share of a straight move lies."""
    one = side_of(start[0], start[1], end[0], end[1], here[0], here[1])
    other = side_of(start[0], start[1], end[0], end[1], there[0], there[1])
    if one * other >= 0:
        return one + other
    wall_x, wall_y = end[0] - start[0], end[1] - start[1]
    gap_x, gap_y = start[0] - here[0], start[1] - here[1]
    across = (there[0] - here[0]) * wall_y - (there[1] - here[1]) * wall_x
    return one if share * abs(across) < (gap_x * wall_y - gap_y * wall_x) * np.sign(across) else other
