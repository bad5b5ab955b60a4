"""The shadows that fall on one part of a footprint, seen from one eye, and which slices of it each covers or cuts.

Compiled; the answers are the same, to the last bit, as those that `shadows` finds with arrays.
"""

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.kernels import inner, subkernel, zero
from rules.ground.table.sight.cells_from_eyes import ON_EDGE_IN

SURE_IN = 1e-6
"""The margin by which a part must lie in or out of a shadow to be hidden or seen for certain."""

_RUN = 12
"""Cells whose shadows come nowhere near are sorted out for this many consecutive parts at once, which
mostly lie close together."""


class CellsSeen(NamedTuple):
    """Cells (c) as seen from eyes (e); the fields are those of `CellsFromEyes`, `Heights` and `Softness`. Cells that do not
    count throw no shadow of their own, but belong to a body."""

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


class ShadowLines(NamedTuple):
    """The lines that bound the shadow of a cell (e, c): first those along its sides, then its front, then its back. `counts`
    (e, c, 4) has the number of each, and of the lines of the front that the eye is practically on. The depth of a place behind a
    line is the cross product of `along` (e, c, l, 2) with the vector from the eye to the place, plus `off_in` (e, c, l)."""

    along: Floats
    off_in: Floats
    counts: Ints


class Parts(NamedTuple):
    """Parts of footprints (p) and their horizontal slices (p, z); the fields are those of `Footprints` and `Heights`."""

    centres: Floats
    radii_in: Floats
    slices_in: Floats
    is_round: Bools
    corners: Floats


class ShadowScratch(NamedTuple):
    """Scratch space. For the shadows on one part (c): the cell of each, whether it is tall, and which slices it covers and cuts
    (c, z). For eyes and cells: the cell that hid the part before (e,) and the distance from eye to cell (e, c). The first
    `near_count` (e,) of `near` (e, c) are the cells whose shadow comes near the run of parts with the number `near_run` (e,)."""

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


@subkernel
def shadow_scratch(seen: CellsSeen, levels: int) -> ShadowScratch:
    """New scratch space, with the distances from eyes to cells filled in."""
    eyes, cells = len(seen.eyes), len(seen.edges)
    near_eye = np.empty((eyes, cells))
    for eye in range(eyes):
        for cell in range(cells):
            near_eye[eye, cell] = -seen.off_in[eye, cell].min()
    return ShadowScratch(
        np.empty(cells, np.int64),
        np.empty(cells, np.bool_),
        np.empty((cells, levels), np.bool_),
        np.empty((cells, levels), np.bool_),
        np.empty(seen.body.max() + 1 if cells else 0, np.bool_),
        np.full(eyes, -1),
        near_eye,
        np.empty((eyes, cells), np.int64),
        np.zeros(eyes, np.int64),
        np.full(eyes, -1),
    )


@subkernel
def lines_around(seen: CellsSeen) -> ShadowLines:
    """The lines that bound the shadows of all cells."""
    eyes, cells, most = len(seen.eyes), len(seen.edges), seen.edges.shape[1] + 2
    lines = ShadowLines(
        np.empty((eyes, cells, most, 2)), np.empty((eyes, cells, most)), np.zeros((eyes, cells, 4), np.int64)
    )
    for eye in range(eyes):
        for cell in range(cells):
            _draw_shadow_lines(seen, lines, eye, cell)
    return lines


@inner
def _draw_shadow_lines(seen: CellsSeen, lines: ShadowLines, eye: int, cell: int) -> None:
    """Draw the lines that bound the shadow of a cell."""
    count = 0
    if seen.is_outside[eye, cell]:
        lines.along[eye, cell, 0, 0] = seen.to_right[eye, cell, 0]
        lines.along[eye, cell, 0, 1] = seen.to_right[eye, cell, 1]
        lines.along[eye, cell, 1, 0] = -seen.to_left[eye, cell, 0]
        lines.along[eye, cell, 1, 1] = -seen.to_left[eye, cell, 1]
        lines.off_in[eye, cell, 0] = lines.off_in[eye, cell, 1] = 0.0
        lines.counts[eye, cell, 0] = count = 2
    for side in (1, 2):
        for edge in range(seen.edges.shape[1]):
            along_x, along_y = seen.edges[cell, edge, 0], seen.edges[cell, edge, 1]
            off = seen.off_in[eye, cell, edge]
            if (along_x != 0 or along_y != 0) and (off < ON_EDGE_IN) == (side == 1):
                lines.along[eye, cell, count, 0], lines.along[eye, cell, count, 1] = along_x, along_y
                lines.off_in[eye, cell, count] = off
                lines.counts[eye, cell, side] += 1
                lines.counts[eye, cell, 3] += side == 1 and off > 0
                count += 1


@inner
def shadows_on(
    seen: CellsSeen, lines: ShadowLines, parts: Parts, scratch: ShadowScratch, eye: int, part: int
) -> int:
    """Write the shadows that fall on a part into the scratch space, and return how many; -1 if a single
    solid one hides the part."""
    x, y = parts.centres[part, 0] - seen.eyes[eye, 0], parts.centres[part, 1] - seen.eyes[eye, 1]
    radius, eye_in, highest_in = parts.radii_in[part], seen.eyes_in[eye], parts.slices_in[part, -1]
    # The cell that hid the part before often hides this one as well, and then nothing else matters.
    if scratch.hint[eye] >= 0 and _hides_alone(seen, lines, parts, eye, scratch.hint[eye], part, x, y):
        return -1
    if scratch.near_run[eye] != part // _RUN:
        _write_near_cells(seen, lines, parts, scratch, eye, part // _RUN)
    met = zero()
    for at in range(scratch.near_count[eye]):
        cell = scratch.near[eye, at]
        depth = _depth_behind(lines, eye, cell, x, y, radius)
        is_tall = seen.tops_in[cell] > eye_in and seen.tops_in[cell] >= highest_in
        if not depth > -radius and (is_tall or not lines.counts[eye, cell, 3]):
            continue
        may_hide = depth >= radius and seen.past[cell, 1] < 0 and seen.counts[cell]
        if may_hide and (is_tall or _hides_alone(seen, lines, parts, eye, cell, part, x, y)):
            scratch.hint[eye] = cell
            return -1
        if is_tall:
            for level in range(parts.slices_in.shape[1]):
                scratch.covers[met, level] = depth >= radius
                scratch.cuts[met, level] = not depth >= radius
        elif not _write_slices(seen, lines, parts, scratch, eye, cell, part, x, y, depth, met):
            continue
        scratch.rows[met], scratch.is_tall[met] = cell, is_tall
        met += 1
    return met


@inner
def _hides_alone(
    seen: CellsSeen, lines: ShadowLines, parts: Parts, eye: int, cell: int, part: int, x: float, y: float
) -> bool:
    """Whether a cell alone certainly hides all slices of a part, judged by the highest slice."""
    radius, top_in = parts.radii_in[part], seen.tops_in[cell]
    depth = _depth_behind(lines, eye, cell, x, y, radius)
    if depth < radius or (top_in > seen.eyes_in[eye] and top_in >= parts.slices_in[part, -1]):
        return bool(depth >= radius)
    highest = parts.slices_in.shape[1] - 1
    depth = _depth_level(seen, lines, parts, eye, cell, part, x, y, depth, highest)
    return bool(depth >= radius and not lines.counts[eye, cell, 3])


@inner
def _write_near_cells(
    seen: CellsSeen, lines: ShadowLines, parts: Parts, scratch: ShadowScratch, eye: int, run: int
) -> None:
    """Write the cells whose shadow comes near any of a run of parts: the depths of two places differ by no
    more than their distance."""
    first, last = run * _RUN, min((run + 1) * _RUN, len(parts.centres))
    x, y = parts.centres[(first + last) // 2]
    far_in, count = 0.0, 0
    for part in range(first, last):
        off_x, off_y = parts.centres[part, 0] - x, parts.centres[part, 1] - y
        far_in = max(far_in, sqrt(off_x * off_x + off_y * off_y) + parts.radii_in[part] + SURE_IN)
    x, y = x - seen.eyes[eye, 0], y - seen.eyes[eye, 1]
    for cell in range(len(seen.edges)):
        if lines.counts[eye, cell, 3] or _depth_behind(lines, eye, cell, x, y, far_in) > -far_in:
            scratch.near[eye, count] = cell
            count += 1
    scratch.near_count[eye], scratch.near_run[eye] = count, run


@inner
def _depth_behind(lines: ShadowLines, eye: int, cell: int, x: float, y: float, radius: float) -> float:
    """How deep a place lies in the endless shadow behind the front of a cell, which is at least as deep as in one enlarged
    further out. For a place outside the side lines by the radius or more, the depth behind these lines only."""
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
def _write_slices(
    seen: CellsSeen,
    lines: ShadowLines,
    parts: Parts,
    scratch: ShadowScratch,
    eye: int,
    cell: int,
    part: int,
    x: float,
    y: float,
    behind: float,
    met: int,
) -> bool:
    """Write which slices the shadow of a cell covers and cuts; return whether it falls on the part at all. `behind` is the depth
    of the part behind sides and front of the shadow that is not enlarged."""
    radius, levels, top_in = parts.radii_in[part], parts.slices_in.shape[1], seen.tops_in[cell]
    if seen.eyes_in[eye] >= top_in and parts.slices_in[part, 0] >= top_in:
        return False
    lowest = _depth_level(seen, lines, parts, eye, cell, part, x, y, behind, 0)
    depth = _depth_level(seen, lines, parts, eye, cell, part, x, y, behind, levels - 1)
    # At a higher slice the part lies no deeper, except where the eye is practically on the front.
    is_alike = (depth >= radius or not lowest >= radius) and (depth > -radius or not lowest > -radius)
    is_alike &= not lines.counts[eye, cell, 3]
    falls = lowest > -radius or depth > -radius
    for level in range(levels):
        if not is_alike:
            depth = _depth_level(seen, lines, parts, eye, cell, part, x, y, behind, level)
            falls |= depth > -radius
        scratch.covers[met, level] = depth >= radius
        scratch.cuts[met, level] = depth > -radius and not depth >= radius
    return bool(falls)


@inner
def _depth_level(
    seen: CellsSeen,
    lines: ShadowLines,
    parts: Parts,
    eye: int,
    cell: int,
    part: int,
    x: float,
    y: float,
    behind: float,
    level: int,
) -> float:
    """How deep a place lies in the shadow of a cell at the height of a slice."""
    least, most = span(seen.eyes_in[eye], seen.tops_in[cell], parts.slices_in[part, level])
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
    lines: ShadowLines, eye: int, cell: int, first: int, last: int, times: float, x: float, y: float
) -> float:
    """How deep a place lies behind some of the lines, enlarged about the eye this many `times`."""
    depth = inf
    for line in range(first, last):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = min(depth, along_x * y - along_y * x + times * lines.off_in[eye, cell, line])
    return depth


@inner
def span(eye_in: float, top_in: float, z_in: float) -> tuple[float, float]:
    """The span that a cell hides at the height of a slice, as `heights.hidden_spans`."""
    if eye_in < top_in:
        return max(1.0, (z_in - eye_in) / (top_in - eye_in)), inf
    return 1.0, (eye_in - z_in) / (eye_in - top_in) if z_in < top_in else 0.0


@inner
def allow_sight_past(
    seen: CellsSeen, parts: Parts, scratch: ShadowScratch, eye: int, part: int, met: int
) -> None:
    """Turn covered slices into cut ones where the part may be seen past a soft body near the eye or near the part."""
    is_soft = False
    for at in range(met):
        is_soft |= seen.past[scratch.rows[at], 1] >= 0
        scratch.is_near_body[seen.body[scratch.rows[at]]] = False
    if not is_soft:
        return
    x, y = parts.centres[part, 0] - seen.eyes[eye, 0], parts.centres[part, 1] - seen.eyes[eye, 1]
    for at in range(met):
        cell = scratch.rows[at]
        if seen.past[cell, 1] >= 0:
            most_in = parts.radii_in[part] + max(seen.past[cell, 2], seen.past[cell, 3])
            is_near = scratch.near_eye[eye, cell] <= seen.past[cell, 1]
            if is_near or _gap_in(seen, eye, cell, x, y) <= most_in:
                scratch.is_near_body[seen.body[cell]] = True
            scratch.is_tall[at] &= seen.past[cell, 2] == seen.past[cell, 3]
    for at in range(met):
        if seen.past[scratch.rows[at], 1] >= 0 and scratch.is_near_body[seen.body[scratch.rows[at]]]:
            for level in range(parts.slices_in.shape[1]):
                scratch.cuts[at, level] |= scratch.covers[at, level]
                scratch.covers[at, level] = False


@inner
def _gap_in(seen: CellsSeen, eye: int, cell: int, x: float, y: float) -> float:
    """The distance of a place from the lines of the edges of a cell: a lower bound of its gap to the cell."""
    gap = -inf
    for edge in range(seen.edges.shape[1]):
        along_x, along_y = seen.edges[cell, edge, 0], seen.edges[cell, edge, 1]
        if along_x != 0 or along_y != 0:
            gap = max(gap, -(along_x * y - along_y * x + seen.off_in[eye, cell, edge]))
    return gap


@inner
def keep_shadows(
    seen: CellsSeen, scratch: ShadowScratch, covered: Bools, cells: Ints, kept: int, met: int
) -> tuple[int, int, bool]:
    """Combine the shadows on a part: write which slices (z,) a single shadow covers, and append the `cells` of the shadows that
    cut the other slices from place `kept` on.

    Return the new number of cells kept; the number of shadows, -1 if no slice is left; and whether all that were appended
    are tall.
    """
    levels, shadows, is_whole = len(covered), 0, True
    for level in range(levels):
        is_covered = False
        for at in range(met):
            is_covered |= scratch.covers[at, level] and seen.counts[scratch.rows[at]]
        covered[level] = is_covered
        is_whole &= is_covered
    if is_whole:
        return kept, -1, True
    even = True
    for at in range(met):
        if not seen.counts[scratch.rows[at]]:
            continue
        shadows += 1
        is_cut = False
        for level in range(levels):
            is_cut |= scratch.cuts[at, level] and not covered[level]
        if is_cut:
            cells[kept] = scratch.rows[at]
            even &= scratch.is_tall[at]
            kept += 1
    return kept, shadows, even
