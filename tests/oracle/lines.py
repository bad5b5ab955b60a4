"""The hexes that a line between two dots meets, by clipping it with every hex of the map in fractions.

Everything is on the fine lattice of outlines, 1000 steps to the unit; the dot of A1 is the origin or,
if its column (row) stands shifted, half a hex further on.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rules.ground.hex.hexes import First, Hex, HexGrid, Top

Point = tuple[int, int]
Exact = tuple[int | Fraction, int | Fraction]
"""A point, possibly between lattice points."""

UNIT = 1000


class Contact(Enum):
    """How a line meets a hex between its ends."""

    INTERIOR = "interior"
    CORNER = "corner"
    ALONG_LEFT = "along, hex on the left"
    ALONG_RIGHT = "along, hex on the right"


class Met(NamedTuple):
    """A hex that a line meets and the part of the line within it, from 0 at the start to 1 at the end."""

    hex: Hex
    contact: Contact
    begin: Fraction
    end: Fraction


@lru_cache(maxsize=64)
def all_hexes(grid: HexGrid) -> tuple[Hex, ...]:
    """The hexes of a map, void ones left out."""
    found = []
    for column in range(grid.columns):
        for row in range(grid.rows):
            last = row == grid.rows - 1 if grid.top is Top.FLAT else column == grid.columns - 1
            if not (grid.half_hexes and last and _shifted(grid, column, row)):
                found.append(Hex(column, row))
    return tuple(found)


def _shifted(grid: HexGrid, column: int, row: int) -> bool:
    number = column if grid.top is Top.FLAT else row
    return (number % 2 == 1) == (grid.first in (First.HIGH, First.LEFT))


@lru_cache(maxsize=65536)
def dot(grid: HexGrid, place: Hex) -> Point:
    column, row = place
    shift = 1 if _shifted(grid, column, row) else 0
    if grid.top is Top.FLAT:
        return UNIT * 3 * column, UNIT * (2 * row + shift)
    return UNIT * (2 * column + shift), UNIT * 3 * row


@lru_cache(maxsize=65536)
def corners(grid: HexGrid, place: Hex) -> tuple[Point, ...]:
    """The six vertices, in order around the hex."""
    x, y = dot(grid, place)
    shape = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
    if grid.top is Top.POINTY:
        return tuple((x + UNIT * b, y + UNIT * a) for a, b in shape)
    return tuple((x + UNIT * a, y + UNIT * b) for a, b in shape)


def touching(grid: HexGrid, one: Hex, other: Hex) -> frozenset[Hex]:
    """Every hex of the map that has a vertex of the hexside between two neighbours."""
    ends = set(corners(grid, one)) & set(corners(grid, other))
    return frozenset(place for place in all_hexes(grid) if ends & set(corners(grid, place)))


def hexside_ends(grid: HexGrid, one: Hex, other: Hex) -> tuple[Point, ...]:
    return tuple(sorted(set(corners(grid, one)) & set(corners(grid, other))))


@lru_cache(maxsize=100_000)
def steps_between(grid: HexGrid, start: Hex, end: Hex) -> int:
    """Range in hexes: how many hexes wide the shift from dot to dot is, by the three axes of a hex map."""
    (x1, y1), (x2, y2) = dot(grid, start), dot(grid, end)
    across, along = (x2 - x1) // UNIT, (y2 - y1) // UNIT
    if grid.top is Top.POINTY:
        across, along = along, across
    q = across // 3
    r = (along - q) // 2
    return (abs(q) + abs(r) + abs(q + r)) // 2


@lru_cache(maxsize=100_000)
def met_between(grid: HexGrid, start: Hex, end: Hex) -> tuple[Met, ...]:
    """All hexes of the map, the two ends apart, that the line touches, nearest first."""
    a, b = dot(grid, start), dot(grid, end)
    found = []
    for place in all_hexes(grid):
        if place not in (start, end):
            part = clip(a, b, corners(grid, place))
            if part is not None:
                found.append(Met(place, _contact(a, b, dot(grid, place), corners(grid, place), part), *part))
    return tuple(sorted(found, key=lambda met: (met.begin + met.end, met.hex)))


def clip(a: Point, b: Point, convex: Sequence[Point]) -> tuple[Fraction, Fraction] | None:
    """The part of a segment within a convex polygon, edges included; None if it is outside."""
    begin, end = Fraction(0), Fraction(1)
    sign = 1 if turn(*convex[:3]) > 0 else -1
    for k, one in enumerate(convex):
        other = convex[(k + 1) % len(convex)]
        at_a, at_b = sign * turn(one, other, a), sign * turn(one, other, b)
        if at_a < 0 and at_b < 0:
            return None
        if at_a == at_b:
            if at_a < 0:
                return None
            continue
        crossing = Fraction(at_a, at_a - at_b)
        if at_a < at_b:
            begin = max(begin, crossing)
        else:
            end = min(end, crossing)
    return (begin, end) if begin <= end else None


def turn(one: Exact, other: Exact, third: Exact) -> Fraction | int:
    """Above 0 if the way from one over the other to the third turns right on the map, 0 if they are in line."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, ends included."""
    first, second = turn(a, b, c), turn(a, b, d)
    third, fourth = turn(c, d, a), turn(c, d, b)
    if first == second == third == fourth == 0:
        return all(max(a[k], b[k]) >= min(c[k], d[k]) and max(c[k], d[k]) >= min(a[k], b[k]) for k in (0, 1))
    return first * second <= 0 and third * fourth <= 0


def segment_meets_outline(a: Point, b: Point, outline: Sequence[Point]) -> bool:
    """Whether a segment meets an edge of a drawn outline, the one that closes it included."""
    return any(segments_meet(a, b, outline[k - 1], outline[k]) for k in range(len(outline)))


def holds(outline: Sequence[Point], point: Point) -> bool:
    """Whether a polygon holds a point, its edge included."""
    within = False
    x, y = point
    for k, (x2, y2) in enumerate(outline):
        x1, y1 = outline[k - 1]
        if segments_meet((x1, y1), (x2, y2), point, point):
            return True
        if (y1 > y) != (y2 > y):
            side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if (side > 0) == (y2 > y1):
                within = not within
    return within


def part_meets_polygon(a: Point, b: Point, begin: Fraction, end: Fraction, outline: Sequence[Point]) -> bool:
    """Whether the part of a segment from `begin` to `end` has a point within a polygon or on its edge."""
    scale = begin.denominator * end.denominator
    one, other = (
        (
            a[0] * scale + (b[0] - a[0]) * int(at * scale),
            a[1] * scale + (b[1] - a[1]) * int(at * scale),
        )
        for at in (begin, end)
    )
    grown = [(x * scale, y * scale) for x, y in outline]
    return holds(grown, one) or segment_meets_outline(one, other, grown)


def _contact(
    a: Point, b: Point, centre: Point, convex: Sequence[Point], part: tuple[Fraction, Fraction]
) -> Contact:
    begin, end = part
    if begin == end:
        return Contact.CORNER
    for k, one in enumerate(convex):
        if turn(convex[k - 1], one, a) == 0 == turn(convex[k - 1], one, b):
            return Contact.ALONG_RIGHT if turn(a, b, centre) > 0 else Contact.ALONG_LEFT
    return Contact.INTERIOR
