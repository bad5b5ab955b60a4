"""Maps of houses drawn as text, in the shapes that other programs export them in.

A plan has a sign a square: + - | are walls, which run between neighbouring signs; D is a shut door, O an open one and W
a window, each between the two walls beside it. A blank is a gap.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from textwrap import dedent

Point = tuple[int, int]
Place = tuple[int | Fraction, int | Fraction]
Line = tuple[Place, Place]

FARM = """
    +----D----+     +--O--+-----+
    |         |     |     |     |
    |         O     |     D     W
    |         |     |     |     |
    +--W-+-O--+     +-----+--+  |
    |    |                   |  |
    |    D          |        +--+
    +----+          |
                    |   +---+
       ------------+    | + |
                   |    +---+
"""
"""Two houses of several rooms, a pillar in a ring, and walls that stand alone."""

COURT = """
    +-----------------------------+
    |                             |
    |   +------+      +---W---+   |
    |   |      |      |       |   D
    |   |      O      W       |   |
    |   +--D---+      +---O---+   |
    |                             |
    +--------------  -------------+
"""
"""A walled yard with a gap and a shut gate; two houses stand in it."""

ROW = """
    +-----+-----+-----+-----+
    |     |     |     |     |
    W     D     O     |     W
    |     |     |     |     |
    +--D--+--O--+--W--+--D--+
"""
"""A row of four houses wall to wall."""

FIELD = """
    ----------      |
                    |
         |          |
         |     -----+-----
         |          |
"""
"""Walls that enclose nothing."""

PLANS = {"farm": FARM, "court": COURT, "row": ROW, "field": FIELD}


@dataclass(frozen=True)
class Plan:
    """A plan read: straight walls and doors from point to point, in squares, and how large it is."""

    across: int
    down: int
    walls: tuple[Line, ...]
    doors: tuple[tuple[str, Line], ...]

    @property
    def shut(self) -> tuple[Line, ...]:
        """The lines that block sight: walls and shut doors."""
        return (*self.walls, *(line for sign, line in self.doors if sign == "D"))

    @property
    def open(self) -> tuple[Line, ...]:
        """The lines that sight passes: open doors and windows."""
        return tuple(line for sign, line in self.doors if sign != "D")


def plan(drawn: str) -> Plan:
    """The plan a text draws, with two squares of margin all round."""
    rows = dedent(drawn).strip("\n").splitlines()
    signs = {(x + 2, y + 2): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != " "}
    steps = [*_steps(signs, (1, 0), "+-"), *_steps(signs, (0, 1), "+|")]
    doors = tuple(_doors(signs))
    return Plan(
        max(x for x, _ in signs) + 3, max(y for _, y in signs) + 3, tuple(_straightened(steps)), doors
    )


def crosses(one: Line, other: Line) -> bool:
    """Whether two lines have a point in common, exactly."""
    (a, b), (c, d) = one, other
    ends = _side(c, d, a), _side(c, d, b), _side(a, b, c), _side(a, b, d)
    if ends[0] * ends[1] < 0 and ends[2] * ends[3] < 0:
        return True
    on = [(c, d, a), (c, d, b), (a, b, c), (a, b, d)]
    return any(side == 0 and _between(*line) for side, line in zip(ends, on, strict=True))


def squared_gap(one: Line, other: Line) -> int | Fraction:
    """The square of how far two lines are apart, exactly."""
    if crosses(one, other):
        return 0
    (a, b), (c, d) = one, other
    return min(
        squared_distance(a, other),
        squared_distance(b, other),
        squared_distance(c, one),
        squared_distance(d, one),
    )


def _steps(signs: dict[Point, str], step: Point, kinds: str) -> Iterator[Line]:
    for x, y in sorted(signs):
        on = x + step[0], y + step[1]
        if signs[x, y] in kinds and signs.get(on, " ") in kinds:
            yield (x, y), on


def _doors(signs: dict[Point, str]) -> Iterator[tuple[str, Line]]:
    for (x, y), sign in sorted(signs.items()):
        if sign in "DOW":
            is_across = (x - 1, y) in signs and (x + 1, y) in signs
            yield sign, ((x - 1, y), (x + 1, y)) if is_across else ((x, y - 1), (x, y + 1))


def _straightened(steps: list[Line]) -> Iterator[Line]:
    """Steps joined to straight walls from end to end; crossing walls do not cut them."""
    ends = {start: line for line in steps for start in line[:1] if _is_across(line)}
    down = {line[0]: line for line in steps if not _is_across(line)}
    for along in (ends, down):
        while along:
            start, (_, end) = next(iter(sorted(along.items())))
            del along[start]
            while end in along:
                _, end = along.pop(end)
            yield start, end


def _is_across(line: Line) -> bool:
    return line[0][1] == line[1][1]


def _side(a: Place, b: Place, c: Place) -> int:
    found = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (found > 0) - (found < 0)


def _between(a: Place, b: Place, c: Place) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def squared_distance(point: Place, line: Line) -> int | Fraction:
    """The square of how far a place is from a line, exactly."""
    (x, y), ((ax, ay), (bx, by)) = point, line
    dx, dy, from_x, from_y = bx - ax, by - ay, x - ax, y - ay
    along, length2 = from_x * dx + from_y * dy, dx * dx + dy * dy
    if along <= 0:
        return from_x * from_x + from_y * from_y
    if along >= length2:
        return (x - bx) ** 2 + (y - by) ** 2
    return Fraction((from_x * dy - from_y * dx) ** 2, length2)
