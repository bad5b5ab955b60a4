"""Lines cut into dashes, and lines with rounded corners."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from exporters.picture import Point


def dash_px(dash: tuple[float, float], module_px: float) -> tuple[float, float]:
    """The length of a pen's dashes and of the gaps, in pixels, at least two each so that they stay distinct."""
    on, off = (max(2.0, length * module_px) for length in dash)
    return on, off


def dashed(line: list[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The dashes of a line, `on` long and `off` apart, in the line's own units.

    >>> list(dashed([(0.0, 0.0), (5.0, 0.0)], 2, 1))
    [[(0.0, 0.0), (2.0, 0.0)], [(3.0, 0.0), (5.0, 0.0)]]
    """
    left, drawing, dash = on, True, [line[0]]
    for (x1, y1), (x2, y2) in pairwise(line):
        length = hypot(x2 - x1, y2 - y1)
        done = 0.0
        while length - done > left:
            done += left
            turn = x1 + (x2 - x1) * done / length, y1 + (y2 - y1) * done / length
            if drawing:
                yield [*dash, turn]
            drawing, left = not drawing, off if drawing else on
            dash = [turn]
        left -= length - done
        if drawing:
            dash.append((x2, y2))
    if drawing and len(dash) > 1:
        yield dash


def smooth(line: tuple[Point, ...], *, closed: bool, rounds: int) -> tuple[Point, ...]:
    """A line with its corners cut, in each round at a quarter of its sides; an open line keeps its ends."""
    for _ in range(rounds):
        sides = list(pairwise((*line, line[0]) if closed else line))
        cut = [
            point
            for (x1, y1), (x2, y2) in sides
            for point in (
                (0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2),
                (0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2),
            )
        ]
        line = tuple(cut) if closed or len(line) < 3 else (line[0], *cut[1:-1], line[-1])
    return line
