"""The independent oracle of sight: one line, raw segments, fractions; no code shared with what it judges."""

from fractions import Fraction
from itertools import pairwise
from math import hypot

import shapely

Point = tuple[Fraction, Fraction]


def rings(area: shapely.geometry.base.BaseGeometry) -> list[list[Point]]:
    """Every ring of an area on the lattice of 1/1024 inch, in fractions."""
    parts = shapely.get_parts(shapely.set_precision(area, 1 / 1024)).tolist()
    drawn = [ring for part in parts if part.area > 0 for ring in (part.exterior, *part.interiors)]
    return [[(Fraction(x), Fraction(y)) for x, y in ring.coords] for ring in drawn]


def depths(area_rings: list[list[Point]], start: Point, end: Point) -> list[tuple[Fraction, Fraction]]:
    """Where a segment runs inside an area: shares of its length from 0 to 1, found by cutting it at every edge."""
    cuts = {Fraction(0), Fraction(1)}
    dx, dy = end[0] - start[0], end[1] - start[1]
    for ring in area_rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            ex, ey = bx - ax, by - ay
            across = dx * ey - dy * ex
            if across != 0:
                along = ((ax - start[0]) * ey - (ay - start[1]) * ex) / across
                on_edge = ((ax - start[0]) * dy - (ay - start[1]) * dx) / across
                if 0 < along < 1 and 0 <= on_edge <= 1:
                    cuts.add(along)
            elif (ax - start[0]) * dy == (ay - start[1]) * dx:
                for px, py in ((ax, ay), (bx, by)):
                    along = ((px - start[0]) * dx + (py - start[1]) * dy) / (dx * dx + dy * dy)
                    if 0 < along < 1:
                        cuts.add(along)
    found: list[tuple[Fraction, Fraction]] = []
    for share, other in pairwise(sorted(cuts)):
        middle = (share + other) / 2
        if _is_inside(area_rings, (start[0] + dx * middle, start[1] + dy * middle)):
            joins = found and found[-1][1] == share
            if joins and _is_inside(area_rings, (start[0] + dx * share, start[1] + dy * share)):
                found[-1] = (found[-1][0], other)
            else:
                found.append((share, other))
    return found


def hides(spans: list[tuple[Fraction, Fraction]], length_in: float, see_into_in: float) -> bool:
    """Whether an area hides the target: sight never passes through it, and reaches only the given inches into it."""
    if any(start > 0 and end < 1 for start, end in spans):
        return True
    return float(sum(end - start for start, end in spans)) * length_in > see_into_in + 1e-9


def length_in(start: Point, end: Point) -> float:
    return hypot(float(end[0] - start[0]), float(end[1] - start[1]))


def _is_inside(area_rings: list[list[Point]], place: Point) -> bool:
    """Strictly inside, by counting edges to the right; a place on an edge is not."""
    inside = False
    x, y = place
    for ring in area_rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return False
            if (ay > y) != (by > y) and (turn > 0) == (by > ay):
                inside = not inside
    return inside
