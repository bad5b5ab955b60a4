"""Which shadows fall on the parts of footprints, seen from many eyes, and bounds on how much of each part stays visible.

Compiled; the shadows on a part are the same, to the last bit, as those that `shadows` finds with arrays. The bounds treat a part
as a circle and a shadow as the area behind each of a few straight lines.
"""

from math import asin, inf, pi, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.kernels import inner, kernel, zero
from rules.ground.table.sight.cells_from_eyes import ON_EDGE_IN

_SWEPT_WITHIN, _SOFT_WITHIN = 0.05, 0.15
"""How far at most the share that rays find of a round part, not close to the eye, lies off the true share: if all that cuts
the part is solid, and if it is not. Ten and three times the largest error that was found."""

_CLOSE = 2.0
"""A part is close to the eye if it is less than this many of its radii away."""

_SURE_IN = 1e-6
"""The margin by which a part must lie in or out of a shadow to be hidden or seen for certain."""

_RUN = 12
"""So many parts that follow one another, and so most often lie side by side, are held at once against cells whose shadow
comes nowhere near them."""

_WIDER = 1.1
"""The half angle at which a part that is not close appears is at most this many times its radius divided by its distance."""


class Around(NamedTuple):
    """Cells (c) as seen from eyes (e), in the terms of `CellsFromEyes`, `Heights` and `Softness`. Cells that do not count
    throw no shadow of their own, but belong to a body."""

    eyes: Floats
    eyes_in: Floats
    to_left: Floats
    to_right: Floats
    is_outside: Bools
    edges: Floats
    off_in: Floats
    tops_in: Floats
    past: Floats
    body: Ints
    counts: Bools


class _Lines(NamedTuple):
    """The lines that bound the shadow of a cell (e, c): first those along its sides, then its front, then its back. `counts`
    (e, c, 4) has the number of each, and of the lines of the front that the eye is practically on. The depth of a place behind a
    line is the cross product of `along` (e, c, l, 2) with the vector from the eye to the place, plus `off_in` (e, c, l)."""

    along: Floats
    off_in: Floats
    counts: Ints


class Parts(NamedTuple):
    """Parts of footprints (p) and their horizontal slices (p, z)."""

    centres: Floats
    radii_in: Floats
    slices_in: Floats


class Befallen(NamedTuple):
    """For each eye and part: how many shadows fall on it (e, p), -1 if a single one hides all its slices; which slices a single
    shadow hides (e, p, z); and the least and the most of it that stays visible (e, p)."""

    shadows: Ints
    covered: Bools
    least: Floats
    most: Floats


class _Notes(NamedTuple):
    """Scratch space. For the shadows on one part (c): the cell of each, whether it is tall, and which slices it covers and cuts
    (c, z). For eyes and cells: what hid the part before (e,) and how near the eye is (e, c). The first `near_count` (e,) of
    `near` (e, c) are the cells whose shadow comes near a run of parts, which `near_run` (e,) names."""

    rows: Ints
    is_tall: Bools
    covers: Bools
    cuts: Bools
    is_near_body: Bools
    hint: Ints
    near_eye: Floats
    near: Ints
    near_count: Ints
    near_run: Ints


@kernel
def befall(around: Around, parts: Parts, is_enough: bool) -> tuple[Befallen, Ints, Bools]:
    """The shadows on the parts; those that cut a part still visible, by eye, part and cell (3, k); and whether all that cut
    that part are tall (k,).

    If it `is_enough` to know what the best eye sees, parts that one eye sees whole are reported as hidden from the others, and
    the visible share of the rest is bounded; otherwise no bounds are worked out.
    """
    eyes, cells, count = len(around.eyes), len(around.edges), len(parts.centres)
    levels = parts.slices_in.shape[1]
    found = Befallen(
        np.full((eyes, count), -1, np.int64),
        np.ones((eyes, count, levels), np.bool_),
        np.zeros((eyes, count)),
        np.zeros((eyes, count)),
    )
    notes = _Notes(
        np.empty(cells, np.int64),
        np.empty(cells, np.bool_),
        np.empty((cells, levels), np.bool_),
        np.empty((cells, levels), np.bool_),
        np.empty(around.body.max() + 1 if cells else 0, np.bool_),
        np.full(eyes, -1),
        np.empty((eyes, cells)),
        np.empty((eyes, cells), np.int64),
        np.zeros(eyes, np.int64),
        np.full(eyes, -1),
    )
    most = around.edges.shape[1] + 2
    lines = _Lines(
        np.empty((eyes, cells, most, 2)), np.empty((eyes, cells, most)), np.zeros((eyes, cells, 4), np.int64)
    )
    for eye in range(eyes):
        for cell in range(cells):
            notes.near_eye[eye, cell] = -around.off_in[eye, cell].min()
            _draw(around, lines, eye, cell)
    room = 1024 + eyes * cells
    places, is_even = np.empty((3, room), np.int64), np.empty(room, np.bool_)
    part, kept = _from_part(around, lines, parts, is_enough, found, notes, places, is_even, zero(), zero())
    while part < count:
        places = np.concatenate((places, np.empty_like(places)), axis=1)
        is_even = np.concatenate((is_even, np.empty_like(is_even)))
        part, kept = _from_part(around, lines, parts, is_enough, found, notes, places, is_even, part, kept)
    return found, places[:, :kept], is_even[:kept]


@inner
def _from_part(
    around: Around,
    lines: _Lines,
    parts: Parts,
    is_enough: bool,
    found: Befallen,
    notes: _Notes,
    places: Ints,
    is_even: Bools,
    part: int,
    kept: int,
) -> tuple[int, int]:
    """Look at parts from this one on while there is room for what cuts them: the first that is left, and how many rows are kept."""
    eyes, cells = len(around.eyes), len(around.edges)
    while part < len(parts.centres):
        if kept + eyes * cells > len(is_even):
            break
        before = kept
        for eye in range(eyes):
            met = _shadows_on(around, lines, parts, notes, eye, part)
            if met < 0:
                continue
            _look_past(around, parts, notes, eye, part, met)
            first, kept = kept, _keep(around, found, notes, places, is_even, kept, eye, part, met)
            if kept == first:
                found.least[eye, part] = found.most[eye, part] = _share_uncovered(found, eye, part)
            elif is_enough:
                _bound(around, lines, parts, found, notes, eye, part, met, is_even[first])
            if is_enough and found.least[eye, part] == 1.0:
                kept = before
                break
        part += 1
    return part, kept


@inner
def _draw(around: Around, lines: _Lines, eye: int, cell: int) -> None:
    """Draw the lines that bound the shadow of a cell."""
    count = 0
    if around.is_outside[eye, cell]:
        lines.along[eye, cell, 0, 0] = around.to_right[eye, cell, 0]
        lines.along[eye, cell, 0, 1] = around.to_right[eye, cell, 1]
        lines.along[eye, cell, 1, 0] = -around.to_left[eye, cell, 0]
        lines.along[eye, cell, 1, 1] = -around.to_left[eye, cell, 1]
        lines.off_in[eye, cell, 0] = lines.off_in[eye, cell, 1] = 0.0
        lines.counts[eye, cell, 0] = count = 2
    for side in (1, 2):
        for edge in range(around.edges.shape[1]):
            along_x, along_y = around.edges[cell, edge, 0], around.edges[cell, edge, 1]
            off = around.off_in[eye, cell, edge]
            if (along_x != 0 or along_y != 0) and (off < ON_EDGE_IN) == (side == 1):
                lines.along[eye, cell, count, 0], lines.along[eye, cell, count, 1] = along_x, along_y
                lines.off_in[eye, cell, count] = off
                lines.counts[eye, cell, side] += 1
                lines.counts[eye, cell, 3] += side == 1 and off > 0
                count += 1


@inner
def _shadows_on(around: Around, lines: _Lines, parts: Parts, notes: _Notes, eye: int, part: int) -> int:
    """Note the shadows that befall a part, and how many they are; -1 if one that is not looked past hides it."""
    x, y = parts.centres[part, 0] - around.eyes[eye, 0], parts.centres[part, 1] - around.eyes[eye, 1]
    radius, eye_in, highest_in = parts.radii_in[part], around.eyes_in[eye], parts.slices_in[part, -1]
    # What hid the part before often hides this one as well, and then nothing else matters.
    if notes.hint[eye] >= 0 and _hides(around, lines, parts, eye, notes.hint[eye], part, x, y):
        return -1
    if notes.near_run[eye] != part // _RUN:
        _gather(around, lines, parts, notes, eye, part // _RUN)
    met = zero()
    for at in range(notes.near_count[eye]):
        cell = notes.near[eye, at]
        depth = _depth_behind(lines, eye, cell, x, y, radius)
        is_tall = around.tops_in[cell] > eye_in and around.tops_in[cell] >= highest_in
        if not depth > -radius and (is_tall or not lines.counts[eye, cell, 3]):
            continue
        may_hide = depth >= radius and around.past[cell, 1] < 0 and around.counts[cell]
        if may_hide and (is_tall or _hides(around, lines, parts, eye, cell, part, x, y)):
            notes.hint[eye] = cell
            return -1
        if is_tall:
            for level in range(parts.slices_in.shape[1]):
                notes.covers[met, level] = depth >= radius
                notes.cuts[met, level] = not depth >= radius
        elif not _by_levels(around, lines, parts, notes, eye, cell, part, x, y, depth, met):
            continue
        notes.rows[met], notes.is_tall[met] = cell, is_tall
        met += 1
    return met


@inner
def _hides(
    around: Around, lines: _Lines, parts: Parts, eye: int, cell: int, part: int, x: float, y: float
) -> bool:
    """Whether a cell alone hides a part level with all slices, as far as that is told by the highest."""
    radius, top_in = parts.radii_in[part], around.tops_in[cell]
    depth = _depth_behind(lines, eye, cell, x, y, radius)
    if depth < radius or (top_in > around.eyes_in[eye] and top_in >= parts.slices_in[part, -1]):
        return bool(depth >= radius)
    highest = parts.slices_in.shape[1] - 1
    depth = _depth_level(around, lines, parts, eye, cell, part, x, y, depth, highest)
    return bool(depth >= radius and not lines.counts[eye, cell, 3])


@inner
def _gather(around: Around, lines: _Lines, parts: Parts, notes: _Notes, eye: int, run: int) -> None:
    """Note the cells whose shadow comes near any of a run of parts: no place lies deeper in one than another and the way there."""
    first, last = run * _RUN, min((run + 1) * _RUN, len(parts.centres))
    x, y = parts.centres[(first + last) // 2]
    far_in, count = 0.0, 0
    for part in range(first, last):
        off_x, off_y = parts.centres[part, 0] - x, parts.centres[part, 1] - y
        far_in = max(far_in, sqrt(off_x * off_x + off_y * off_y) + parts.radii_in[part] + _SURE_IN)
    x, y = x - around.eyes[eye, 0], y - around.eyes[eye, 1]
    for cell in range(len(around.edges)):
        if lines.counts[eye, cell, 3] or _depth_behind(lines, eye, cell, x, y, far_in) > -far_in:
            notes.near[eye, count] = cell
            count += 1
    notes.near_count[eye], notes.near_run[eye] = count, run


@inner
def _depth_behind(lines: _Lines, eye: int, cell: int, x: float, y: float, radius: float) -> float:
    """How deep a place lies in the shadow of a cell that reaches on without end from its front; no less deep than in one that
    is drawn further out. A part that the lines along the sides miss lies no deeper than its radius before one of them."""
    depth, sides = inf, lines.counts[eye, cell, 0]
    for line in range(sides):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = min(depth, along_x * y - along_y * x)
    if not depth > -radius:
        return depth
    for line in range(sides, sides + lines.counts[eye, cell, 1]):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = min(depth, along_x * y - along_y * x + lines.off_in[eye, cell, line])
    return depth


@inner
def _by_levels(
    around: Around,
    lines: _Lines,
    parts: Parts,
    notes: _Notes,
    eye: int,
    cell: int,
    part: int,
    x: float,
    y: float,
    behind: float,
    met: int,
) -> bool:
    """Note what the shadow of a cell covers and cuts level with each slice, and whether it befalls the part at all; `behind` is how deep
    it lies behind sides and front where the shadow is not drawn further out."""
    radius, levels, top_in = parts.radii_in[part], parts.slices_in.shape[1], around.tops_in[cell]
    if around.eyes_in[eye] >= top_in and parts.slices_in[part, 0] >= top_in:
        return False
    lowest = _depth_level(around, lines, parts, eye, cell, part, x, y, behind, 0)
    depth = _depth_level(around, lines, parts, eye, cell, part, x, y, behind, levels - 1)
    # Level with a higher slice it lies no deeper, but where the eye is all but on the front.
    is_alike = (depth >= radius or not lowest >= radius) and (depth > -radius or not lowest > -radius)
    is_alike &= not lines.counts[eye, cell, 3]
    befalls = lowest > -radius or depth > -radius
    for level in range(levels):
        if not is_alike:
            depth = _depth_level(around, lines, parts, eye, cell, part, x, y, behind, level)
            befalls |= depth > -radius
        notes.covers[met, level] = depth >= radius
        notes.cuts[met, level] = depth > -radius and not depth >= radius
    return bool(befalls)


@inner
def _depth_level(
    around: Around,
    lines: _Lines,
    parts: Parts,
    eye: int,
    cell: int,
    part: int,
    x: float,
    y: float,
    behind: float,
    level: int,
) -> float:
    """How deep a place lies in the shadow of a cell level with a slice."""
    least, most = span(around.eyes_in[eye], around.tops_in[cell], parts.slices_in[part, level])
    front = lines.counts[eye, cell, 0] + lines.counts[eye, cell, 1]
    if not most > 0:
        return -inf
    if least > 1.0:
        return _least_depth(lines, eye, cell, 0, front, least, x, y)
    if 0 < most < inf:
        last = front + lines.counts[eye, cell, 2]
        return min(behind, _least_depth(lines, eye, cell, front, last, most, x, y))
    return behind


@inner
def _least_depth(
    lines: _Lines, eye: int, cell: int, first: int, last: int, times: float, x: float, y: float
) -> float:
    """How deep a place lies behind some of the lines, drawn so many times as far out."""
    depth = inf
    for line in range(first, last):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = min(depth, along_x * y - along_y * x + times * lines.off_in[eye, cell, line])
    return depth


@inner
def span(eye_in: float, top_in: float, z_in: float) -> tuple[float, float]:
    """How far out a thing hides what is level with a slice, as `heights.hidden_spans` has it."""
    if eye_in < top_in:
        return max(1.0, (z_in - eye_in) / (top_in - eye_in)), inf
    return 1.0, (eye_in - z_in) / (eye_in - top_in) if z_in < top_in else 0.0


@inner
def _look_past(around: Around, parts: Parts, notes: _Notes, eye: int, part: int, met: int) -> None:
    """Parts that something is looked past to are cut and not taken as covered."""
    is_soft = False
    for at in range(met):
        is_soft |= around.past[notes.rows[at], 1] >= 0
        notes.is_near_body[around.body[notes.rows[at]]] = False
    if not is_soft:
        return
    x, y = parts.centres[part, 0] - around.eyes[eye, 0], parts.centres[part, 1] - around.eyes[eye, 1]
    for at in range(met):
        cell = notes.rows[at]
        if around.past[cell, 1] >= 0:
            most_in = parts.radii_in[part] + max(around.past[cell, 2], around.past[cell, 3])
            is_near = notes.near_eye[eye, cell] <= around.past[cell, 1]
            if is_near or _gap_in(around, eye, cell, x, y) <= most_in:
                notes.is_near_body[around.body[cell]] = True
            notes.is_tall[at] &= around.past[cell, 2] == around.past[cell, 3]
    for at in range(met):
        if around.past[notes.rows[at], 1] >= 0 and notes.is_near_body[around.body[notes.rows[at]]]:
            for level in range(parts.slices_in.shape[1]):
                notes.cuts[at, level] |= notes.covers[at, level]
                notes.covers[at, level] = False


@inner
def _gap_in(around: Around, eye: int, cell: int, x: float, y: float) -> float:
    """How far a place lies off a cell."""
    gap = -inf
    for edge in range(around.edges.shape[1]):
        along_x, along_y = around.edges[cell, edge, 0], around.edges[cell, edge, 1]
        if along_x != 0 or along_y != 0:
            gap = max(gap, -(along_x * y - along_y * x + around.off_in[eye, cell, edge]))
    return gap


@inner
def _keep(
    around: Around,
    found: Befallen,
    notes: _Notes,
    places: Ints,
    is_even: Bools,
    kept: int,
    eye: int,
    part: int,
    met: int,
) -> int:
    """Put together what befalls a part, and keep the rows of what cuts it; how many there are now."""
    levels, shadows, is_whole = found.covered.shape[2], 0, True
    for level in range(levels):
        is_covered = False
        for at in range(met):
            is_covered |= notes.covers[at, level] and around.counts[notes.rows[at]]
        found.covered[eye, part, level] = is_covered
        is_whole &= is_covered
    if is_whole:
        return kept
    first, even = kept, True
    for at in range(met):
        if not around.counts[notes.rows[at]]:
            continue
        shadows += 1
        is_cut = False
        for level in range(levels):
            is_cut |= notes.cuts[at, level] and not found.covered[eye, part, level]
        if is_cut:
            places[0, kept], places[1, kept], places[2, kept] = eye, part, notes.rows[at]
            even &= notes.is_tall[at]
            kept += 1
    found.shadows[eye, part] = shadows
    is_even[first:kept] = even
    return kept


@inner
def _share_uncovered(found: Befallen, eye: int, part: int) -> float:
    levels, left = found.covered.shape[2], 0.0
    for level in range(levels):
        left += 0.0 if found.covered[eye, part, level] else 1.0
    return float(left / levels)


@inner
def _bound(
    around: Around,
    lines: _Lines,
    parts: Parts,
    found: Befallen,
    notes: _Notes,
    eye: int,
    part: int,
    met: int,
    is_even: bool,
) -> None:
    """Note how much of a part is left at least and at most, where something cuts it; level with all slices alike if
    all that cuts it is tall."""
    x, y = parts.centres[part, 0] - around.eyes[eye, 0], parts.centres[part, 1] - around.eyes[eye, 1]
    radius, levels, number, least, most = parts.radii_in[part], found.covered.shape[2], 0, 0.0, 0.0
    is_sure = True
    if sqrt(x * x + y * y) < _CLOSE * radius:
        found.least[eye, part], found.most[eye, part] = 0.0, 1.0
        return
    for level in range(levels):
        if found.covered[eye, part, level]:
            continue
        if number == 0 or not is_even:
            left_least, left_most = _left(around, lines, parts, notes, eye, part, level, met)
            is_sure &= left_least == 1.0 or left_most == 0.0
            left_most = 1.0 if left_least == 1.0 else left_most
        least, most, number = least + left_least, most + left_most, number + 1
    off = 0.0 if is_sure else _SWEPT_WITHIN
    for at in range(met):
        if not is_sure and around.past[notes.rows[at], 1] >= 0:
            off = _SOFT_WITHIN
    found.least[eye, part] = max(0.0, least / levels - off)
    found.most[eye, part] = min(1.0, most / levels + off)


@inner
def _left(
    around: Around, lines: _Lines, parts: Parts, notes: _Notes, eye: int, part: int, level: int, met: int
) -> tuple[float, float]:
    """Which share of a part is left level with a slice, at least and at most."""
    x, y = parts.centres[part, 0] - around.eyes[eye, 0], parts.centres[part, 1] - around.eyes[eye, 1]
    hidden_least, hidden_most = 0.0, 0.0
    for at in range(met):
        cell = notes.rows[at]
        if notes.cuts[at, level] and around.counts[cell]:
            least, most = span(around.eyes_in[eye], around.tops_in[cell], parts.slices_in[part, level])
            shaded = _shaded(lines, parts, eye, cell, part, x, y, least, most)
            if around.past[cell, 1] >= 0:
                if _is_alone(around, notes, at, met):
                    shaded = _past_soft(
                        around, lines, parts, eye, cell, part, level, x, y, least, most, shaded
                    )
                else:
                    shaded = 0.0, 1.0
            hidden_least, hidden_most = max(hidden_least, shaded[0]), hidden_most + shaded[1]
    return max(0.0, 1.0 - hidden_most), 1.0 - hidden_least


@inner
def _is_alone(around: Around, notes: _Notes, at: int, met: int) -> bool:
    """Whether no other cell of its body befalls the part."""
    for other in range(met):
        if other != at and around.body[notes.rows[other]] == around.body[notes.rows[at]]:
            return False
    return True


@inner
def _past_soft(
    around: Around,
    lines: _Lines,
    parts: Parts,
    eye: int,
    cell: int,
    part: int,
    level: int,
    x: float,
    y: float,
    least: float,
    most: float,
    shaded: tuple[float, float],
) -> tuple[float, float]:
    """Which share of a part is hidden by a cell that is looked past, at least and at most, if so much is shaded."""
    radius, away = parts.radii_in[part], sqrt(x * x + y * y)
    depth_in, at_eye, at_target, at_head = around.past[cell]
    if level == parts.slices_in.shape[1] - 1:
        at_target = at_head
    narrow, flat = _WIDER * radius / away, 1.0 - 1.0 / most
    enters_least, enters_most = _enters(lines, eye, cell, x / away, y / away, narrow)
    leaves_least, leaves_most = _leaves(lines, eye, cell, x / away, y / away, narrow)
    is_by_eye = not around.is_outside[eye, cell] or enters_most + _SURE_IN <= at_eye
    is_off_eye = enters_least > at_eye + _SURE_IN
    if is_off_eye and (at_target < 0 or (at_target == 0 and least > 1.0)):
        return shaded
    if not (is_off_eye and least == 1.0) and not (is_by_eye and least == 1.0 and most == inf):
        return 0.0, shaded[1] if most == inf else 1.0
    # What is shaded is seen as far as one looks into the cell, and behind it as near as one looks past it.
    behind_least, behind_most = leaves_least + at_target, leaves_most + at_target
    if is_by_eye:
        behind_least = behind_most = inf
    into_least, into_most = (
        max(enters_least + depth_in, depth_in / flat),
        max(enters_most + depth_in, depth_in / flat),
    )
    if min(leaves_most - enters_least, leaves_most * flat) + _SURE_IN <= depth_in:
        into_least = inf
    is_thick = min(leaves_least - enters_most, leaves_least * flat) - _SURE_IN > depth_in
    if not is_thick and (at_target > 0 or is_by_eye):
        into_most = inf
    bulge_in = radius * radius / (2.0 * (away - radius)) + _SURE_IN
    near = _share_behind((min(into_least, behind_least) - away - bulge_in) / radius)
    if near == 1.0:
        return 0.0, 0.0
    seen_least = max(0.0, shaded[0] + near - 1.0)
    seen_most = _share_behind((min(into_most, behind_most) - away + _SURE_IN) / radius)
    if at_target == 0 and not is_by_eye:
        in_least, in_most = _within(lines, parts, eye, cell, part, x, y)
        near = _share_behind((into_least - away - bulge_in) / radius)
        seen_least, seen_most = max(seen_least, in_least + near - 1.0), min(seen_most, in_most)
    return max(0.0, shaded[0] - seen_most), min(1.0, max(0.0, shaded[1] - seen_least))


@inner
def _enters(
    lines: _Lines, eye: int, cell: int, way_x: float, way_y: float, narrow: float
) -> tuple[float, float]:
    """How far off lines that go so, or off it so little, enter a cell, at least and at most."""
    sides, least, most = lines.counts[eye, cell, 0], 0.0, 0.0
    for line in range(sides, sides + lines.counts[eye, cell, 1]):
        inwards = lines.along[eye, cell, line, 0] * way_y - lines.along[eye, cell, line, 1] * way_x
        off = -lines.off_in[eye, cell, line]
        if inwards + narrow > 0:
            least = max(least, off / (inwards + narrow))
        most = max(most, off / (inwards - narrow)) if inwards > narrow else inf
    return least, most


@inner
def _leaves(
    lines: _Lines, eye: int, cell: int, way_x: float, way_y: float, narrow: float
) -> tuple[float, float]:
    """How far off lines that go so, or off it so little, leave the cell they begin in, at least and at most."""
    first, least, most = lines.counts[eye, cell, 0] + lines.counts[eye, cell, 1], inf, inf
    for line in range(first, first + lines.counts[eye, cell, 2]):
        outwards = lines.along[eye, cell, line, 1] * way_x - lines.along[eye, cell, line, 0] * way_y
        off = lines.off_in[eye, cell, line]
        if outwards + narrow > 0:
            least = min(least, off / (outwards + narrow))
        if outwards > narrow:
            most = min(most, off / (outwards - narrow))
    return least, most


@inner
def _within(
    lines: _Lines, parts: Parts, eye: int, cell: int, part: int, x: float, y: float
) -> tuple[float, float]:
    """Which share of a round part lies in a cell, at least and at most."""
    sides, outside, smallest = lines.counts[eye, cell, 0], 0.0, 1.0
    for line in range(sides, sides + lines.counts[eye, cell, 1] + lines.counts[eye, cell, 2]):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = along_x * y - along_y * x + lines.off_in[eye, cell, line]
        inside = _share_behind(depth / parts.radii_in[part])
        outside, smallest = outside + 1.0 - inside, min(smallest, inside)
    return max(0.0, 1.0 - outside), smallest


@inner
def _shaded(
    lines: _Lines, parts: Parts, eye: int, cell: int, part: int, x: float, y: float, least: float, most: float
) -> tuple[float, float]:
    """Which share of a round part lies in the shadow of a cell that is drawn so far out, at least and at most."""
    if not most > 0:
        return 0.0, 0.0
    front = lines.counts[eye, cell, 0] + lines.counts[eye, cell, 1]
    last, outside, smallest = front + lines.counts[eye, cell, 2], 0.0, 1.0
    for line in range(last if most < inf else front):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        times = least if line < front else most
        depth = along_x * y - along_y * x + times * lines.off_in[eye, cell, line]
        behind = _share_behind(depth / parts.radii_in[part])
        outside, smallest = outside + 1.0 - behind, min(smallest, behind)
    return max(0.0, 1.0 - outside), smallest


@inner
def _share_behind(deep: float) -> float:
    """Which share of a circle lies behind a line that its middle lies so many radii behind."""
    if deep >= 1.0:
        return 1.0
    if deep <= -1.0:
        return 0.0
    return 0.5 + (deep * sqrt(1.0 - deep * deep) + asin(deep)) / pi
