"""The share of each of many parts (men or hulls) that is visible from the best of several eyes, those of a squad, say.

Compiled. Shadows and bounds decide most parts. Where they do not, the part is swept with rays from the eye that may see most
of it, as in `swept_parts`; the shares may differ from those of `swept_parts` in their last digits.
"""

from math import asin, atan2, cos, hypot, inf, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.kernels import inner, kernel, subkernel
from rules.ground.table.sight.compiled_shadows import Rows, Runs, Wedges, are_unlike, light, room_for_runs
from rules.ground.table.sight.part_shadows import (
    CellsSeen,
    Parts,
    ShadowLines,
    ShadowScratch,
    allow_sight_past,
    keep_shadows,
    lines_around,
    shadow_scratch,
    shadows_on,
    span,
)
from rules.ground.table.sight.swept_parts import FINER, ROUND_WEDGES, THIN, UNLIKE, WEDGES
from rules.ground.table.sight.visible_bounds import bounds_visible

_ROUNDING = 1e-9
"""How far rounding may take sums of wedges out of their bounds."""


class Cuts(NamedTuple):
    """The shadows that cut a part, for each eye (e,): the `cells` from `first` to `last`, none once the part was swept from that
    eye; whether all of them are tall; which slices (e, z) single shadows cover; and the share visible at most."""

    cells: Ints
    first: Ints
    last: Ints
    are_tall: Bools
    covered: Bools
    most: Floats


class Fan(NamedTuple):
    """The wedges of a sweep: the marks between them, and which marks are evenly spaced and not corners. For each wedge (r,): its
    start and end off the bearing of the middle, twice its area, twice the area in sight (r, z), and whether it differs from a
    neighbour. There is room for one spare wedge. `corners` (v, 2) are those of the part, relative to the eye."""

    corners: Floats
    marks: Floats
    is_even: Bools
    start: Floats
    end: Floats
    whole: Floats
    lit: Floats
    is_unlike: Bools
    wedges: Wedges
    rows: Rows
    runs: Runs


class Outline(NamedTuple):
    """A part as seen from an eye: between `low` and `high` off the bearing of its middle, or all round an eye inside it. A part
    with corners lies in a circle of this radius."""

    is_round: bool
    away_in: float
    radius_in: float
    bearing: float
    low: float
    high: float
    is_inside: bool


@kernel
def best_shares(
    seen: CellsSeen, corners: Floats, parts: Parts, steps: Floats, sliver: float
) -> tuple[Floats, Floats, Floats]:
    """The share of each part (p,) that is visible from the best eye, and the bounds of that share known without rays.

    The shares are only exact enough to tell which of the `steps` (s,), in rising order, they reach. `corners` (c, v, 2) are
    those of the cells; a share within a `sliver` of 0 or 1 counts as 0 or 1.
    """
    count, levels = parts.slices_in.shape
    scratch, lines = shadow_scratch(seen, levels), lines_around(seen)
    cuts, fan = _room_for_cuts(seen, levels), _room_for_fan(seen, levels, parts.corners.shape[1])
    shares, least, most = np.zeros((3, count))
    for part in range(count):
        least[part], most[part] = _bounds(seen, lines, parts, scratch, cuts, part)
        shares[part] = _best_share(seen, corners, parts, cuts, fan, steps, sliver, part, least[part])
    return shares, least, most


@subkernel
def _room_for_cuts(seen: CellsSeen, levels: int) -> Cuts:
    eyes = len(seen.eyes)
    return Cuts(
        np.empty(eyes * len(seen.edges), np.int64),
        np.zeros(eyes, np.int64),
        np.zeros(eyes, np.int64),
        np.empty(eyes, np.bool_),
        np.empty((eyes, levels), np.bool_),
        np.empty(eyes),
    )


@subkernel
def _room_for_fan(seen: CellsSeen, levels: int, corners: int) -> Fan:
    cells = len(seen.edges)
    marks = max(WEDGES, ROUND_WEDGES) + 1 + corners + cells * seen.edges.shape[1]
    wedges = Wedges(
        np.zeros(marks, np.int64),
        np.empty(marks),
        np.empty(marks),
        np.empty((marks, 2)),
        np.empty(marks),
        np.empty(marks),
    )
    rows = Rows(
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.empty(cells),
        np.empty(cells),
        seen.edges,
        seen.off_in,
        np.empty(cells, np.int64),
        np.zeros(1, np.int64),
        np.empty((cells, levels)),
        np.empty((cells, levels)),
        np.empty((cells, 4)),
        np.empty(cells, np.int64),
    )
    return Fan(
        np.empty((corners, 2)),
        np.empty(marks),
        np.empty(marks, np.bool_),
        np.empty(marks),
        np.empty(marks),
        np.empty(marks),
        np.empty((marks, levels)),
        np.empty(marks, np.bool_),
        wedges,
        rows,
        room_for_runs(cells),
    )


@inner
def _bounds(
    seen: CellsSeen, lines: ShadowLines, parts: Parts, scratch: ShadowScratch, cuts: Cuts, part: int
) -> tuple[float, float]:
    """Bounds of the share of a part visible from the best eye; write the shadows that cut it into `cuts`, up to an eye that sees
    it whole."""
    best_least, best_most, kept = 0.0, 0.0, 0
    for eye in range(len(seen.eyes)):
        cuts.first[eye] = cuts.last[eye] = kept
        met = shadows_on(seen, lines, parts, scratch, eye, part)
        if met < 0:
            continue
        allow_sight_past(seen, parts, scratch, eye, part, met)
        covered = cuts.covered[eye]
        kept, _, are_tall = keep_shadows(seen, scratch, covered, cuts.cells, kept, met)
        if kept == cuts.first[eye]:
            least = most = _share_uncovered(covered)
        elif not parts.is_round[part]:
            least, most = 0.0, 1.0
        else:
            least, most = bounds_visible(seen, lines, parts, scratch, eye, part, covered, met, are_tall)
        cuts.last[eye], cuts.are_tall[eye], cuts.most[eye] = kept, are_tall, most
        best_least, best_most = max(best_least, least), max(best_most, most)
        if least == 1.0:
            break
    return best_least, best_most


@inner
def _share_uncovered(covered: Bools) -> float:
    left = 0.0
    for level in range(len(covered)):
        left += 0.0 if covered[level] else 1.0
    return float(left / len(covered))


@inner
def _best_share(
    seen: CellsSeen,
    corners: Floats,
    parts: Parts,
    cuts: Cuts,
    fan: Fan,
    steps: Floats,
    sliver: float,
    part: int,
    least: float,
) -> float:
    """The share of a part visible from the best eye, at least `least`: eyes that may see most of it sweep it first."""
    share = sure = least
    while sure < 1.0:
        eye, most = -1, 0.0
        for other in range(len(seen.eyes)):
            if cuts.first[other] < cuts.last[other] and cuts.most[other] > most:
                eye, most = other, cuts.most[other]
        if eye < 0 or not _may_be_more(steps, most, sure):
            break
        outline = _outline(seen, parts, fan, eye, part)
        covered, first_level = cuts.covered[eye], cuts.covered.shape[1] - 1 if cuts.are_tall[eye] else 0
        count = _draw_wedges(seen, corners, parts, cuts, fan, outline, eye, part, first_level)
        swept_least, swept_most = 0.0, 1.0
        if outline.is_round and outline.away_in >= 2 * outline.radius_in:
            # finer wedges are then no larger in sum
            swept_least = _share_left(fan, covered, count, first_level, sliver, 0.0)
            swept_most = _share_left(fan, covered, count, first_level, sliver, 1.0)
        sure = max(sure, swept_least)
        is_finer = _may_be_more(steps, swept_most, sure)
        for wedge in range(count):
            if is_finer and fan.is_unlike[wedge]:
                _refine_wedge(fan, outline, wedge, count, first_level)
            fan.is_unlike[wedge] = False
        share = max(share, _share_left(fan, covered, count, first_level, sliver, 0.0))
        sure, cuts.last[eye] = max(sure, share), cuts.first[eye]
    return share


@inner
def _may_be_more(steps: Floats, most: float, sure: float) -> bool:
    """Whether a share of at most `most` may reach a step that the certain share `sure` does not."""
    for step in range(len(steps)):
        if steps[step] > sure - _ROUNDING:
            return bool(steps[step] <= most + _ROUNDING)
    return False


@inner
def _outline(seen: CellsSeen, parts: Parts, fan: Fan, eye: int, part: int) -> Outline:
    """A part as seen from an eye; write its corners, relative to the eye, into the fan."""
    eye_x, eye_y = seen.eyes[eye, 0], seen.eyes[eye, 1]
    x, y = parts.centres[part, 0] - eye_x, parts.centres[part, 1] - eye_y
    away, radius, bearing = hypot(x, y), parts.radii_in[part], atan2(y, x)
    if parts.is_round[part]:
        half = pi if away <= radius else asin(radius / away)
        return Outline(True, away, radius, bearing, -half, half, away <= radius)
    low, high, is_inside = pi, -pi, True
    for corner in range(len(fan.corners)):
        x, y = parts.corners[part, corner, 0] - eye_x, parts.corners[part, corner, 1] - eye_y
        fan.corners[corner, 0], fan.corners[corner, 1] = x, y
        off = _off_bearing(bearing, x, y)
        low, high = min(low, off), max(high, off)
    for corner in range(len(fan.corners)):
        along_x, along_y = _edge(fan, corner)
        is_inside &= fan.corners[corner, 0] * along_y - fan.corners[corner, 1] * along_x >= 0
    if is_inside:
        low, high = -pi, pi
    return Outline(False, away, radius, bearing, low, high, is_inside)


@inner
def _off_bearing(bearing: float, x: float, y: float) -> float:
    """The angle from a bearing to a place, from -pi up to pi."""
    return (atan2(y, x) - bearing + pi) % (2 * pi) - pi


@inner
def _edge(fan: Fan, corner: int) -> tuple[float, float]:
    """The vector from a corner of the part to the next."""
    after = (corner + 1) % len(fan.corners)
    return fan.corners[after, 0] - fan.corners[corner, 0], fan.corners[after, 1] - fan.corners[corner, 1]


@inner
def _draw_wedges(
    seen: CellsSeen,
    corners: Floats,
    parts: Parts,
    cuts: Cuts,
    fan: Fan,
    outline: Outline,
    eye: int,
    part: int,
    first_level: int,
) -> int:
    """Draw the wedges over a part, for slices from this level up, and mark those to be refined; return how many there are."""
    rows, bends, number = fan.rows, False, ROUND_WEDGES if outline.is_round else WEDGES
    for mark in range(number + 1):
        fan.marks[mark], fan.is_even[mark] = mark * (2.0 / number) - 1.0, True
    marks, rows.eye[0], rows.last[0] = number + 1, eye, cuts.last[eye] - cuts.first[eye]
    for corner in range(0 if outline.is_round else len(fan.corners)):
        off = _off_bearing(outline.bearing, fan.corners[corner, 0], fan.corners[corner, 1])
        marks += _insert_mark(fan, outline, marks, off)
    for row in range(rows.last[0]):
        cell = cuts.cells[cuts.first[eye] + row]
        rows.cell[row], rows.body[row] = cell, seen.body[cell]
        for k in range(4):
            rows.past[row, k] = seen.past[cell, k]
        for level in range(first_level, parts.slices_in.shape[1]):
            z_in = parts.slices_in[part, level]
            rows.least[row, level], rows.most[row, level] = span(seen.eyes_in[eye], seen.tops_in[cell], z_in)
        low, high, far_in = inf, -inf, 0.0
        for corner in range(corners.shape[1]):
            x = corners[cell, corner, 0] - seen.eyes[eye, 0]
            y = corners[cell, corner, 1] - seen.eyes[eye, 1]
            off = _off_bearing(outline.bearing, x, y)
            low, high, far_in = min(low, off), max(high, off), max(far_in, hypot(x, y))
            marks += _insert_mark(fan, outline, marks, off)
        is_all_round = high - low >= pi or not seen.is_outside[eye, cell]
        rows.low[row], rows.high[row] = (-2 * pi, 2 * pi) if is_all_round else (low, high)
        bends |= far_in > outline.away_in - outline.radius_in or seen.past[cell, 1] >= 0
    count = 0
    for mark in range(1, marks):
        if fan.marks[mark] - fan.marks[mark - 1] > THIN:
            start, end = (
                _angle_at_mark(outline, fan.marks[mark - 1]),
                _angle_at_mark(outline, fan.marks[mark]),
            )
            fan.start[count], fan.end[count], fan.is_unlike[count] = start, end, False
            _draw_wedge(fan, outline, count, start, end, first_level)
            if (
                count
                and (bends or fan.is_even[mark - 1])
                and are_unlike(fan.lit, fan.whole, count, first_level, UNLIKE, THIN)
            ):
                fan.is_unlike[count - 1] = fan.is_unlike[count] = True
            count += 1
    return count


@inner
def _insert_mark(fan: Fan, outline: Outline, marks: int, off: float) -> int:
    """Insert the mark of a corner at this angle off the middle into the sorted marks, after equal corners and before an equal
    even mark. Return 1, or 0 if the corner does not lie over the part."""
    if not outline.low + THIN < off < outline.high - THIN:
        return 0
    at, mark = marks, _mark_at(outline, off)
    while at and (mark < fan.marks[at - 1] or (mark == fan.marks[at - 1] and fan.is_even[at - 1])):
        fan.marks[at], fan.is_even[at] = fan.marks[at - 1], fan.is_even[at - 1]
        at -= 1
    fan.marks[at], fan.is_even[at] = mark, False
    return 1


@inner
def _mark_at(outline: Outline, off: float) -> float:
    """The mark of an angle off the middle, on a scale from -1 to 1 across the part; for a round part the scale makes the wedges
    at its sides narrow."""
    if outline.is_inside or not outline.is_round:
        return (off - outline.low) / (outline.high - outline.low) * 2 - 1
    return asin(min(max(sin(off) * outline.away_in / outline.radius_in, -1.0), 1.0)) * 2 / pi


@inner
def _angle_at_mark(outline: Outline, mark: float) -> float:
    """The angle off the middle of a mark on that scale."""
    if outline.is_inside or not outline.is_round:
        return outline.low + (mark + 1) / 2 * (outline.high - outline.low)
    return asin(min(max(sin(mark * pi / 2) * outline.radius_in / outline.away_in, -1.0), 1.0))


@inner
def _draw_wedge(fan: Fan, outline: Outline, wedge: int, start: float, end: float, first_level: int) -> None:
    """Draw a wedge, and work out what the cells leave in sight of it."""
    turn, wedges = (start + end) / 2, fan.wedges
    wedges.turn[wedge], wedges.wide[wedge] = turn, end - start
    wedges.ways[wedge, 0], wedges.ways[wedge, 1] = cos(outline.bearing + turn), sin(outline.bearing + turn)
    near, far = _run_over_part(fan, outline, turn, wedges.ways[wedge])
    from_in = 0.0 if outline.is_inside else max(near, 0.0)
    to_in = max(far, from_in)
    wedges.from_in[wedge], wedges.to_in[wedge] = from_in, to_in
    fan.whole[wedge] = (to_in * to_in - from_in * from_in) * (end - start)
    light(wedges, fan.rows, fan.runs, wedge, first_level, fan.lit)


@inner
def _run_over_part(fan: Fan, outline: Outline, turn: float, way: Floats) -> tuple[float, float]:
    """The start and end of a ray's run over the part, in inches from the eye."""
    if outline.is_round:
        across, midway = outline.away_in * sin(turn), outline.away_in * cos(turn)
        half = sqrt(max(outline.radius_in * outline.radius_in - across * across, 0.0))
        return midway - half, midway + half
    near, far = -inf, inf
    for corner in range(len(fan.corners)):
        along_x, along_y = _edge(fan, corner)
        inwards = along_x * way[1] - along_y * way[0]
        off = along_x * fan.corners[corner, 1] - along_y * fan.corners[corner, 0]
        if inwards > 0:
            near = max(near, off / inwards)
        elif inwards < 0:
            far = min(far, off / inwards)
    return near, far


@inner
def _refine_wedge(fan: Fan, outline: Outline, wedge: int, spare: int, first_level: int) -> None:
    """Replace a wedge by the sum of several narrower ones, each drawn in the spare place."""
    step, levels = (fan.end[wedge] - fan.start[wedge]) / FINER, fan.lit.shape[1]
    fan.whole[wedge] = 0.0
    for level in range(first_level, levels):
        fan.lit[wedge, level] = 0.0
    for number in range(FINER):
        start = fan.start[wedge] + step * number
        _draw_wedge(fan, outline, spare, start, start + step, first_level)
        fan.whole[wedge] += fan.whole[spare]
        for level in range(first_level, levels):
            fan.lit[wedge, level] += fan.lit[spare, level]


@inner
def _share_left(
    fan: Fan, covered: Bools, count: int, first_level: int, sliver: float, of_unlike: float
) -> float:
    """The share of a part in sight by its wedges, if the share `of_unlike` is in sight in those to be refined."""
    levels, whole, shares = len(covered), 0.0, 0.0
    for wedge in range(count):
        whole += fan.whole[wedge]
    for level in range(levels):
        if covered[level]:
            continue
        left, row = 0.0, max(level, first_level)
        for wedge in range(count):
            left += of_unlike * fan.whole[wedge] if fan.is_unlike[wedge] else fan.lit[wedge, row]
        shares += _without_sliver(left / whole, sliver)
    return _without_sliver(shares / levels, sliver)


@inner
def _without_sliver(share: float, sliver: float) -> float:
    if share < sliver:
        return 0.0
    return 1.0 if share > 1 - sliver else share
