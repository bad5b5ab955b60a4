"""Shadows cast over many footprints and swept with rays, compiled: what `shadows` and `swept_parts` do with arrays.

Sums are added up in the same order as there, so that the answers are the same to the last bit. Import this module only for
a field: loading the compiler takes longer than answering a single view.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.inches import HAIR_IN
from rules.ground.table.kernels import inner, kernel, subkernel
from rules.ground.table.sight.cells_from_eyes import ON_EDGE_IN, TOUCHES_IN
from rules.ground.table.sight.looking_past import FAR_APART_IN
from rules.ground.table.sight.part_shadows import span

_ROOM = 1024
"""The number of shadows that the arrays have room for at first."""


@kernel
def cast(
    eyes: Floats,
    centres: Floats,
    radii_in: Floats,
    to_left: Floats,
    to_right: Floats,
    is_outside: Bools,
    edges: Floats,
    off_in: Floats,
    eyes_in: Floats,
    tops_in: Floats,
    slices_in: Floats,
) -> tuple[Ints, Ints, Ints, Bools, Bools, Bools]:
    """The shadows that fall on parts: eye, cell and part (k,), whether the shadow is tall (k,), and which slices it covers and
    which it cuts (k, z)."""
    levels = slices_in.shape[1]
    room, count = _ROOM, 0
    places, is_tall = np.empty((3, room), np.int64), np.empty(room, np.bool_)
    covers, cuts = np.zeros((room, levels), np.bool_), np.zeros((room, levels), np.bool_)
    for eye in range(len(eyes)):
        for cell in range(len(edges)):
            left_x, left_y = to_left[eye, cell]
            right_x, right_y = to_right[eye, cell]
            outside, eye_in, top_in = is_outside[eye, cell], eyes_in[eye], tops_in[cell]
            for part in range(len(centres)):
                radius = radii_in[part]
                x, y = centres[part, 0] - eyes[eye, 0], centres[part, 1] - eyes[eye, 1]
                between = inf
                if outside:
                    between = min(right_x * y - right_y * x, x * left_y - y * left_x)
                    if not between > -radius:
                        continue
                tall = top_in > eye_in and top_in >= slices_in[part, levels - 1]
                if count == room:
                    room *= 2
                    places = np.concatenate((places, np.empty_like(places)), axis=1)
                    is_tall = np.concatenate((is_tall, np.empty_like(is_tall)))
                    covers = np.concatenate((covers, np.zeros_like(covers)))
                    cuts = np.concatenate((cuts, np.zeros_like(cuts)))
                falls = False
                for level in range(levels - 1 if tall else 0, levels):
                    depth = _depth(
                        between, edges[cell], off_in[eye, cell], x, y, eye_in, top_in, slices_in[part, level]
                    )
                    if depth > -radius:
                        falls = True
                        covers[count, level] = depth >= radius
                        cuts[count, level] = not covers[count, level]
                if falls:
                    if tall:
                        covers[count], cuts[count] = covers[count, levels - 1], cuts[count, levels - 1]
                    places[0, count], places[1, count], places[2, count] = eye, cell, part
                    is_tall[count] = tall
                    count += 1
    eye_of, cell_of, part_of = places[:, :count]
    return eye_of.copy(), cell_of.copy(), part_of.copy(), is_tall[:count], covers[:count], cuts[:count]


@inner
def _depth(
    between: float,
    edges: Floats,
    off_in: Floats,
    x: float,
    y: float,
    eye_in: float,
    top_in: float,
    z_in: float,
) -> float:
    """How deep a place lies in the shadow of a cell at the height of a slice, -inf where there is no shadow."""
    least, most = span(eye_in, top_in, z_in)
    if not most > 0:
        return -inf
    depth = between
    for edge in range(len(edges)):
        along_x, along_y = edges[edge, 0], edges[edge, 1]
        if along_x == 0 and along_y == 0:
            continue
        off = off_in[edge]
        times = least if off < ON_EDGE_IN else most
        depth = min(depth, along_x * y - along_y * x + (times * off if off != 0 else 0.0))
    return depth


@kernel
def unlike(
    lit: Floats, whole: Floats, pair: Ints, goes_on: Bools, at_corners: Bools, by: float, thin: float
) -> Bools:
    """Which wedges differ from a neighbour in the share in sight, as `Rays.unlike`."""
    differs = np.zeros(len(pair), np.bool_)
    for ray in range(1, len(pair)):
        is_asked = goes_on[ray] or (at_corners[pair[ray]] and pair[ray] == pair[ray - 1])
        if is_asked and are_unlike(lit, whole, ray, 0, by, thin):
            differs[ray - 1] = differs[ray] = True
    return differs


@inner
def are_unlike(lit: Floats, whole: Floats, ray: int, first_level: int, by: float, thin: float) -> bool:
    """Whether a wedge differs from the one before in the share in sight, in any slice from this level up."""
    one, other = max(whole[ray - 1], thin), max(whole[ray], thin)
    for level in range(first_level, lit.shape[1]):
        if abs(lit[ray, level] / other - lit[ray - 1, level] / one) > by:
            return True
    return False


class Wedges(NamedTuple):
    """Wedges (r,) over parts. For each: its `pair` of eye and part, the angle of its ray off the middle of the part, the unit
    vector of the ray (r, 2), the start and end of its run over the part in inches, and the angular width."""

    pair: Ints
    turn: Floats
    wide: Floats
    ways: Floats
    from_in: Floats
    to_in: Floats


class Rows(NamedTuple):
    """Rows (k,) of cells whose shadows may cut the parts of pairs (s,), `first` to `last` for each pair. For each row: the angles
    `low` and `high` off the middle of the part between which the cell lies, its number, the span of its shadow (k, z), how it is
    looked past (k, 4) and its body. `eye` (s,) is that of each pair; `edges` and `off_in` are those of all cells."""

    first: Ints
    last: Ints
    low: Floats
    high: Floats
    edges: Floats
    off_in: Floats
    cell: Ints
    eye: Ints
    least: Floats
    most: Floats
    past: Floats
    body: Ints


class Runs(NamedTuple):
    """Scratch space for the runs of one ray in cells: the row of each, where it begins and ends, whether it continues the run
    before; begin and end once continued runs are joined; and the stretches of the ray that they hide."""

    rows: Ints
    nears: Floats
    fars: Floats
    follows: Bools
    joined_near: Floats
    joined_far: Floats
    starts: Floats
    ends: Floats


@kernel
def lit_by_wedges(wedges: Wedges, rows: Rows) -> Floats:
    """Twice the area of the part in each wedge that stays in sight past the cells of its pair (r, z)."""
    lit = np.empty((len(wedges.pair), rows.least.shape[1]))
    longest = 0
    for which in range(len(rows.first)):
        longest = max(longest, rows.last[which] - rows.first[which])
    runs = room_for_runs(longest)
    for ray in range(len(wedges.pair)):
        light(wedges, rows, runs, ray, 0, lit)
    return lit


@subkernel
def room_for_runs(longest: int) -> Runs:
    nears, fars, near, far, starts, ends = np.empty((6, longest))
    rows, follows = np.empty(longest, np.int64), np.empty(longest, np.bool_)
    return Runs(rows, nears, fars, follows, near, far, starts, ends)


@inner
def light(wedges: Wedges, rows: Rows, runs: Runs, ray: int, first_level: int, lit: Floats) -> None:
    """Write into `lit` what stays in sight of a wedge, for slices from this level up."""
    met = _write_cells_met(wedges, rows, runs, ray)
    goes_on = _mark_continued(met, runs.rows, runs.nears, runs.fars, rows.past, rows.body, runs.follows)
    for level in range(first_level, lit.shape[1]):
        lit[ray, level] = _area_in_sight(wedges, rows, runs, ray, level, met, goes_on) * wedges.wide[ray]


@inner
def _write_cells_met(wedges: Wedges, rows: Rows, runs: Runs, ray: int) -> int:
    """Write the runs of a ray in cells, sorted by body and by distance; return how many there are."""
    which, met = wedges.pair[ray], 0
    for row in range(rows.first[which], rows.last[which]):
        if not rows.low[row] < wedges.turn[ray] < rows.high[row]:
            continue
        cell = rows.cell[row]
        near, far = _run_in_cell(rows.edges[cell], rows.off_in[rows.eye[which], cell], wedges.ways[ray])
        if not (far > near + TOUCHES_IN and near < wedges.to_in[ray]):
            continue
        place, body = met, rows.body[row]
        while place and (
            body < rows.body[runs.rows[place - 1]]
            or (body == rows.body[runs.rows[place - 1]] and near < runs.nears[place - 1])
        ):
            runs.rows[place], runs.nears[place] = runs.rows[place - 1], runs.nears[place - 1]
            runs.fars[place] = runs.fars[place - 1]
            place -= 1
        runs.rows[place], runs.nears[place], runs.fars[place] = row, near, far
        met += 1
    return met


@inner
def _area_in_sight(
    wedges: Wedges, rows: Rows, runs: Runs, ray: int, level: int, met: int, goes_on: bool
) -> float:
    """Twice the area in sight of a wedge of width 1 at the height of a slice."""
    begins, leaves = runs.nears, runs.fars
    if goes_on:
        begins, leaves = runs.joined_near, runs.joined_far
        _join_runs(
            met, runs.rows, runs.nears, runs.fars, rows.least, rows.most, level, runs.follows, begins, leaves
        )
    levels, starts, ends, count = rows.least.shape[1], runs.starts, runs.ends, 0
    from_in, to_in = wedges.from_in[ray], wedges.to_in[ray]
    for place in range(met):
        row, is_head = runs.rows[place], levels > 1 and level == levels - 1
        start, end = _hidden_stretch(
            begins[place],
            leaves[place],
            rows.past[row],
            is_head,
            rows.least[row, level],
            rows.most[row, level],
        )
        if not end > start:
            continue
        start, end = min(max(start, from_in), to_in), min(max(end, from_in), to_in)
        at = count
        while at and start < starts[at - 1]:
            starts[at], ends[at] = starts[at - 1], ends[at - 1]
            at -= 1
        starts[at], ends[at] = start, end
        count += 1
    left, reached = to_in * to_in - from_in * from_in, from_in
    for at in range(count):
        end, start = max(ends[at], reached), max(starts[at], reached)
        left -= end * end - start * start
        reached = max(reached, ends[at])
    return float(left)


@inner
def _run_in_cell(edges: Floats, off_in: Floats, way: Floats) -> tuple[float, float]:
    """Where a line enters and leaves a cell, as `CellsFromEyes.runs_in`."""
    entry, leaves = 0.0, inf
    for edge in range(len(edges)):
        inwards = edges[edge, 0] * way[1] - edges[edge, 1] * way[0]
        if inwards > 0:
            entry = max(entry, -off_in[edge] / inwards)
        elif inwards < 0:
            leaves = min(leaves, -off_in[edge] / inwards)
        elif off_in[edge] < 0:
            entry = inf
    return entry, leaves


@inner
def _mark_continued(
    met: int, rows: Ints, nears: Floats, fars: Floats, past: Floats, body: Ints, follows: Bools
) -> bool:
    """Whether any run continues one before it in the same body; `follows` tells which."""
    goes_on, reached = False, -inf
    for place in range(met):
        row = rows[place]
        apart_in = body[row] * FAR_APART_IN
        follows[place] = (
            place > 0
            and past[row, 1] >= 0
            and body[row] == body[rows[place - 1]]
            and nears[place] + apart_in <= reached + HAIR_IN
        )
        goes_on |= follows[place]
        reached = max(reached, fars[place] + apart_in)
    return goes_on


@inner
def _join_runs(
    met: int,
    rows: Ints,
    nears: Floats,
    fars: Floats,
    least: Floats,
    most: Floats,
    level: int,
    follows: Bools,
    near: Floats,
    far: Floats,
) -> None:
    """Join runs that continue the run before them, as `looking_past.joined`."""
    begin = 0
    for place in range(met):
        row, before = rows[place], rows[place - 1]
        near[place], far[place] = nears[place], fars[place]
        alike = place > 0 and least[row, level] == least[before, level]
        if alike and most[row, level] == most[before, level] and follows[place]:
            near[place], far[place] = near[place - 1], max(far[place - 1], far[place])
        else:
            begin = place
        for earlier in range(begin, place):
            far[earlier] = far[place]


@inner
def _hidden_stretch(
    near: float, far: float, past: Floats, is_head: bool, least: float, most: float
) -> tuple[float, float]:
    """The start and end of the stretch of a line that a cell hides, as `looking_past.hidden_on_line`."""
    depth, at_eye, at_target = past[0], past[1], past[3] if is_head else past[2]
    is_below = most == inf
    if at_eye < 0:
        return (least * near if is_below else near), most * far
    if is_below:
        too_deep = inf if far - near <= depth else least * (near + depth)
        if near <= at_eye:
            return too_deep, most * far
        behind = at_target / (1 - 1 / least) if far * (least - 1) > at_target else far + at_target
        return max(least * near, min(behind, too_deep)), most * far
    over_top = 1 / most
    sunk = inf
    if far - max(near, far * over_top) > depth:
        sunk = max(near + depth, depth / (1 - over_top))
    beside = 0.0 if at_target < 0 else far + at_target
    beside = max(beside, most * at_eye if near <= at_eye else 0.0)
    return max(near, min(sunk, beside)), most * far
