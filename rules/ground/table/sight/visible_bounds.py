"""Bounds of the share of a round part that stays visible, found without rays.

Compiled. A shadow is the area behind each of a few straight lines, which cut the circle.
"""

from math import asin, inf, pi, sqrt

from rules.ground.table.arrays import Bools
from rules.ground.table.kernels import inner
from rules.ground.table.sight.part_shadows import SURE_IN, CellsSeen, Parts, ShadowLines, ShadowScratch, span

_SWEPT_WITHIN, _SOFT_WITHIN = 0.05, 0.15
"""The largest error of the share that rays find of a round part not close to the eye: if all obstacles that cut it are solid,
and if not. Ten and three times the largest error that was found."""

_CLOSE = 2.0
"""A part is close to the eye if it is less than this many of its radii away."""

_WIDER = 1.1
"""Half the angle that a part not close to the eye takes up is at most this many times its radius divided by its distance."""


@inner
def bounds_visible(
    seen: CellsSeen,
    lines: ShadowLines,
    parts: Parts,
    scratch: ShadowScratch,
    eye: int,
    part: int,
    covered: Bools,
    met: int,
    is_even: bool,
) -> tuple[float, float]:
    """The least and the greatest share of a part in sight, where shadows cut it; one slice stands for all if all these shadows
    are tall."""
    x, y = parts.centres[part, 0] - seen.eyes[eye, 0], parts.centres[part, 1] - seen.eyes[eye, 1]
    radius, levels, number, least, most = parts.radii_in[part], len(covered), 0, 0.0, 0.0
    is_sure = True
    if sqrt(x * x + y * y) < _CLOSE * radius:
        return 0.0, 1.0
    for level in range(levels):
        if covered[level]:
            continue
        if number == 0 or not is_even:
            left_least, left_most = _share_left(seen, lines, parts, scratch, eye, part, level, met)
            is_sure &= left_least == 1.0 or left_most == 0.0
            left_most = 1.0 if left_least == 1.0 else left_most
        least, most, number = least + left_least, most + left_most, number + 1
    off = 0.0 if is_sure else _SWEPT_WITHIN
    for at in range(met):
        if not is_sure and seen.past[scratch.rows[at], 1] >= 0:
            off = _SOFT_WITHIN
    return max(0.0, least / levels - off), min(1.0, most / levels + off)


@inner
def _share_left(
    seen: CellsSeen,
    lines: ShadowLines,
    parts: Parts,
    scratch: ShadowScratch,
    eye: int,
    part: int,
    level: int,
    met: int,
) -> tuple[float, float]:
    """The least and the greatest share of a part in sight at the height of a slice."""
    x, y = parts.centres[part, 0] - seen.eyes[eye, 0], parts.centres[part, 1] - seen.eyes[eye, 1]
    hidden_least, hidden_most = 0.0, 0.0
    for at in range(met):
        cell = scratch.rows[at]
        if scratch.cuts[at, level] and seen.counts[cell]:
            least, most = span(seen.eyes_in[eye], seen.tops_in[cell], parts.slices_in[part, level])
            shaded = _share_shaded(lines, parts, eye, cell, part, x, y, least, most)
            if seen.past[cell, 1] >= 0:
                if _is_alone(seen, scratch, at, met):
                    shaded = _share_hidden_by_soft(
                        seen, lines, parts, eye, cell, part, level, x, y, least, most, shaded
                    )
                else:
                    shaded = 0.0, 1.0
            hidden_least, hidden_most = max(hidden_least, shaded[0]), hidden_most + shaded[1]
    return max(0.0, 1.0 - hidden_most), 1.0 - hidden_least


@inner
def _is_alone(seen: CellsSeen, scratch: ShadowScratch, at: int, met: int) -> bool:
    """Whether no other cell of its body throws a shadow on the part."""
    for other in range(met):
        if other != at and seen.body[scratch.rows[other]] == seen.body[scratch.rows[at]]:
            return False
    return True


@inner
def _share_hidden_by_soft(
    seen: CellsSeen,
    lines: ShadowLines,
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
    """The least and the greatest share of a part that a soft cell hides, given the share in its shadow."""
    radius, away = parts.radii_in[part], sqrt(x * x + y * y)
    depth_in, at_eye, at_target, at_head = seen.past[cell]
    if level == parts.slices_in.shape[1] - 1:
        at_target = at_head
    narrow, flat = _WIDER * radius / away, 1.0 - 1.0 / most
    enters_least, enters_most = _entry_bounds(lines, eye, cell, x / away, y / away, narrow)
    leaves_least, leaves_most = _exit_bounds(lines, eye, cell, x / away, y / away, narrow)
    is_by_eye = not seen.is_outside[eye, cell] or enters_most + SURE_IN <= at_eye
    is_off_eye = enters_least > at_eye + SURE_IN
    if is_off_eye and (at_target < 0 or (at_target == 0 and least > 1.0)):
        return shaded
    if not (is_off_eye and least == 1.0) and not (is_by_eye and least == 1.0 and most == inf):
        return 0.0, shaded[1] if most == inf else 1.0
    # Places in the shadow are seen as far as sight runs into the cell, and behind it as far as sight runs past it.
    behind_least, behind_most = leaves_least + at_target, leaves_most + at_target
    if is_by_eye:
        behind_least = behind_most = inf
    into_least, into_most = (
        max(enters_least + depth_in, depth_in / flat),
        max(enters_most + depth_in, depth_in / flat),
    )
    if min(leaves_most - enters_least, leaves_most * flat) + SURE_IN <= depth_in:
        into_least = inf
    is_thick = min(leaves_least - enters_most, leaves_least * flat) - SURE_IN > depth_in
    if not is_thick and (at_target > 0 or is_by_eye):
        into_most = inf
    bulge_in = radius * radius / (2.0 * (away - radius)) + SURE_IN
    near = _share_behind((min(into_least, behind_least) - away - bulge_in) / radius)
    if near == 1.0:
        return 0.0, 0.0
    seen_least = max(0.0, shaded[0] + near - 1.0)
    seen_most = _share_behind((min(into_most, behind_most) - away + SURE_IN) / radius)
    if at_target == 0 and not is_by_eye:
        in_least, in_most = _share_within(lines, parts, eye, cell, part, x, y)
        near = _share_behind((into_least - away - bulge_in) / radius)
        seen_least, seen_most = max(seen_least, in_least + near - 1.0), min(seen_most, in_most)
    return max(0.0, shaded[0] - seen_most), min(1.0, max(0.0, shaded[1] - seen_least))


@inner
def _entry_bounds(
    lines: ShadowLines, eye: int, cell: int, way_x: float, way_y: float, narrow: float
) -> tuple[float, float]:
    """The least and the greatest distance at which lines within `narrow` of this direction enter a cell."""
    sides, least, most = lines.counts[eye, cell, 0], 0.0, 0.0
    for line in range(sides, sides + lines.counts[eye, cell, 1]):
        inwards = lines.along[eye, cell, line, 0] * way_y - lines.along[eye, cell, line, 1] * way_x
        off = -lines.off_in[eye, cell, line]
        if inwards + narrow > 0:
            least = max(least, off / (inwards + narrow))
        most = max(most, off / (inwards - narrow)) if inwards > narrow else inf
    return least, most


@inner
def _exit_bounds(
    lines: ShadowLines, eye: int, cell: int, way_x: float, way_y: float, narrow: float
) -> tuple[float, float]:
    """The least and the greatest distance at which lines within `narrow` of this direction leave a cell."""
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
def _share_within(
    lines: ShadowLines, parts: Parts, eye: int, cell: int, part: int, x: float, y: float
) -> tuple[float, float]:
    """The least and the greatest share of a round part that lies in a cell."""
    sides, outside, smallest = lines.counts[eye, cell, 0], 0.0, 1.0
    for line in range(sides, sides + lines.counts[eye, cell, 1] + lines.counts[eye, cell, 2]):
        along_x, along_y = lines.along[eye, cell, line, 0], lines.along[eye, cell, line, 1]
        depth = along_x * y - along_y * x + lines.off_in[eye, cell, line]
        inside = _share_behind(depth / parts.radii_in[part])
        outside, smallest = outside + 1.0 - inside, min(smallest, inside)
    return max(0.0, 1.0 - outside), smallest


@inner
def _share_shaded(
    lines: ShadowLines,
    parts: Parts,
    eye: int,
    cell: int,
    part: int,
    x: float,
    y: float,
    least: float,
    most: float,
) -> tuple[float, float]:
    """The least and the greatest share of a round part in the shadow of a cell, its front and back enlarged
    `least` and `most` times."""
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
    """The share of a circle that lies behind a line, if its centre lies `deep` radii behind it."""
    if deep >= 1.0:
        return 1.0
    if deep <= -1.0:
        return 0.0
    return 0.5 + (deep * sqrt(1.0 - deep * deep) + asin(deep)) / pi
