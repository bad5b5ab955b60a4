"""Lines of sight that are open beyond doubt, many at once: plain Python for a few lines, compiled for many.

A line is open beyond doubt if no area hides the target, and none would if viewer or target were moved by `HAIR_IN`: what
`Crossing.hides` and `Crossing.is_close_call` say of every area. Close calls count against the viewer.
"""

from math import hypot

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.inches import HAIR_IN
from rules.ground.table.outlines import FINE_IN
from rules.ground.table.sight.crossings import AT_END_IN, AT_RIM_IN, ROUNDING_IN


def open_lines(
    starts: Floats,
    ends: Floats,
    first: Ints,
    see_into_in: Floats,
    viewer: Floats,
    targets: Floats,
    lengths: Floats,
    left_out: Bools,
) -> Bools:
    """Which of the targets (n, 2) are seen beyond doubt; all places and `lengths` are in units of the fine lattice.

    The edges of area k are first[k] to first[k + 1]; `left_out` (n, k) tells which areas do not count for a target.
    """
    is_open = np.ones(len(targets), np.bool_)
    most = 1
    for area in range(len(see_into_in)):
        most = max(most, first[area + 1] - first[area])
    met, counts = np.empty((4, most)), np.empty(4, np.int64)
    shared = np.empty(2 * most)
    for target in range(len(targets)):
        for area in range(len(see_into_in)):
            if not left_out[target, area] and hides(
                starts[first[area] : first[area + 1]],
                ends[first[area] : first[area + 1]],
                see_into_in[area],
                viewer,
                targets[target],
                lengths[target],
                met,
                counts,
                shared,
            ):
                is_open[target] = False
                break
    return is_open


def hides(
    starts: Floats,
    ends: Floats,
    see_into_in: float,
    viewer: Floats,
    target: Floats,
    length: float,
    met: Floats,
    counts: Ints,
    shared: Floats,
) -> bool:
    """Whether an area hides the target, or would if viewer or target were moved by `HAIR_IN`."""
    if length == 0.0:
        return False
    is_turned = viewer[0] > target[0] or (viewer[0] == target[0] and viewer[1] > target[1])
    here, there = (target, viewer) if is_turned else (viewer, target)
    gap_here_in, gap_there_in = cross_edges(starts, ends, here, there, length, met, counts)
    if not counts.any():
        return False
    for line in range(4):
        met[line, : counts[line]].sort()
    count = shared_stretches(met[0, : counts[0]], met[1, : counts[1]], shared)
    length_in = length * FINE_IN
    on_here, on_there = gap_here_in == 0.0, gap_there_in == 0.0
    for k in range(0, count, 2):
        on_here = on_here or (gap_here_in <= AT_RIM_IN and shared[k] <= 0.0 <= shared[k + 1])
        on_there = on_there or (gap_there_in <= AT_RIM_IN and shared[k] <= length_in <= shared[k + 1])
    if is_turned:
        on_here, on_there = on_there, on_here
    for spans in (shared[:count], met[2, : counts[2]], met[3, : counts[3]]):
        for longer in (-HAIR_IN, 0.0, HAIR_IN):
            least, most = -longer, length_in + longer
            after = AT_END_IN if on_here else least
            before = length_in - AT_END_IN if on_there else most
            if runs_through(spans, length_in, is_turned, least, most, after, before, see_into_in):
                return True
    return runs_through(shared[:count], length_in, is_turned, 0.0, length_in, 0.0, length_in, see_into_in)


def cross_edges(
    starts: Floats, ends: Floats, here: Floats, there: Floats, length: float, met: Floats, counts: Ints
) -> tuple[float, float]:
    """Write where a line crosses the edges of an area into `met`; return the gaps of both its ends to
    the nearest edge, in inches.

    There are four rows, each with its count: for the line itself with corners on it counted as right of it, the same with
    them counted as left of it, and for the lines `HAIR_IN` to either side.
    """
    along_x, along_y = there[0] - here[0], there[1] - here[1]
    squared, a_hair = along_x * along_x + along_y * along_y, HAIR_IN / FINE_IN * length
    counts[:] = 0
    gap_here_in, gap_there_in = np.inf, np.inf
    for edge in range(len(starts)):
        x, y = starts[edge, 0] - here[0], starts[edge, 1] - here[1]
        to_x, to_y = ends[edge, 0] - here[0], ends[edge, 1] - here[1]
        one, other = along_x * y - along_y * x, along_x * to_y - along_y * to_x
        if (one > a_hair and other > a_hair) or (one < -a_hair and other < -a_hair):
            continue
        edge_x, edge_y = to_x - x, to_y - y
        gap_here_in = min(gap_here_in, gap_to_edge_in(x, y, edge_x, edge_y))
        gap_there_in = min(gap_there_in, gap_to_edge_in(x - along_x, y - along_y, edge_x, edge_y))
        if (one > 0) != (other > 0) or (one >= 0) != (other >= 0):
            before = edge_y * x - edge_x * y
            beyond = edge_x * (along_y - y) - edge_y * (along_x - x)
            at_in = before / (before - beyond) * length * FINE_IN
            if (one > 0) != (other > 0):
                met[0, counts[0]] = at_in
                counts[0] += 1
            if (one >= 0) != (other >= 0):
                met[1, counts[1]] = at_in
                counts[1] += 1
        for line, shift in ((2, a_hair), (3, -a_hair)):
            if (one > shift) != (other > shift):
                reached = (shift - one) / (other - one)
                at = ((x + edge_x * reached) * along_x + (y + edge_y * reached) * along_y) / squared
                met[line, counts[line]] = at * length * FINE_IN
                counts[line] += 1
    return gap_here_in, gap_there_in


def gap_to_edge_in(x: float, y: float, along_x: float, along_y: float) -> float:
    """The gap in inches between a spot and the edge that starts at (x, y) from it and runs along this vector; 0 on the edge."""
    to_x, to_y = x + along_x, y + along_y
    if x * to_y - y * to_x == 0 and x * to_x + y * to_y <= 0:
        return 0.0
    share = -(x * along_x + y * along_y) / (along_x * along_x + along_y * along_y)
    share = min(max(share, 0.0), 1.0)
    return hypot(x + along_x * share, y + along_y * share) * FINE_IN


def shared_stretches(some: Floats, others: Floats, shared: Floats) -> int:
    """Write the stretches that two lists of spans share into `shared`; return how many numbers that makes, two a stretch."""
    count = 0
    for one in range(0, len(some), 2):
        for other in range(0, len(others), 2):
            start, end = max(some[one], others[other]), min(some[one + 1], others[other + 1])
            if end - start > ROUNDING_IN:
                shared[count], shared[count + 1] = start, end
                count += 2
    return count


def runs_through(
    spans: Floats,
    length_in: float,
    is_turned: bool,
    least: float,
    most: float,
    after: float,
    before: float,
    see_into_in: float,
) -> bool:
    """Whether a line both enters and leaves the area within these bounds, or runs too far in it."""
    depth = 0.0
    for k in range(0, len(spans), 2):
        at = len(spans) - 2 - k if is_turned else k
        start = length_in - spans[at + 1] if is_turned else spans[at]
        end = length_in - spans[at] if is_turned else spans[at + 1]
        start, end = max(start, least), min(end, most)
        if end - start > ROUNDING_IN:
            if start > after and end < before:
                return True
            depth += end - start
    return depth > see_into_in + ROUNDING_IN
