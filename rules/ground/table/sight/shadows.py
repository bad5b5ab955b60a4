"""How much of each footprint is visible from an eye, past the shadows of the obstacles between them.

A footprint is cut into horizontal slices. At the height of a slice, the shadow of a convex cell is convex: it is bounded by
the two lines from the eye along the sides of the cell, by its front and, if the eye looks over it, by its back, enlarged
(`rules.ground.table.sight.heights`). A circle round each part of a footprint shows quickly whether a shadow misses the part or
covers it completely. Parts that a shadow may cut are swept with rays (`rules.ground.table.sight.swept_parts`), and so are
parts that may be seen past a soft obstacle near them or near the eye.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from sys import modules
from typing import TYPE_CHECKING

import numpy as np

from rules.ground.compiling import PlainWork
from rules.ground.table.arrays import Bools, Floats, Ints, cross
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights, Spans, hidden_spans
from rules.ground.table.sight.looking_past import SOLID, LookedPast
from rules.ground.table.sight.swept_parts import Sweep

if TYPE_CHECKING:
    from rules.ground.table.sight.part_shadows import CellsSeen, Parts
    from rules.ground.table.sight.shaded_parts import ShadedParts

LEAST_SHARE = 1e-6
"""A share that differs from 0 or 1 by less than this counts as 0 or 1."""

PLAIN_LOOKS = PlainWork(50_000)
"""The number of pairs of eye and part that arrays settle in the time that loading the kernels takes."""

_A_LOOK = 500
"""The fixed cost of a view, as a number of such pairs."""

_SURELY_SEEN = 1e-3
"""A part of which the kernels see this share is visible, whatever the rounding."""


def are_compiled() -> bool:
    """Whether the kernels are loaded: if so they answer one view faster than arrays, and the same; loading them for one view
    takes longer."""
    return "rules.ground.table.sight.compiled_shadows" in modules


@dataclass(frozen=True, eq=False)
class Softness:
    """How cells are looked past: `past` (c, 4) has the fields of `LookedPast`, and `body` (c,) tells which cells count as one
    body, such as woods that touch."""

    past: Floats
    body: Ints

    @classmethod
    def of(cls, cells: Cells, past: dict[int, LookedPast], body: Ints) -> "Softness":
        """The softness of cells: `past` tells how some obstacles are looked past, by number, and all others are solid; `body`
        (obstacles,) tells which body each belongs to."""
        things = int(cells.owner.max(initial=-1)) + 1
        table = np.array([past.get(thing, SOLID) for thing in range(things)], dtype=np.float64)
        return cls(table.reshape(-1, len(SOLID))[cells.owner], body[cells.owner])

    @classmethod
    def solid(cls, cells: Cells) -> "Softness":
        """Cells that are all solid."""
        return cls.of(cells, {}, np.arange(int(cells.owner.max(initial=-1)) + 1))

    @cached_property
    def is_soft(self) -> Bools:
        """Which cells (c,) are not solid."""
        return self.past[:, 1] >= 0

    @cached_property
    def is_any(self) -> bool:
        return bool(self.is_soft.any())


@dataclass(frozen=True, eq=False)
class Shadows:
    """The shadows on footprints: k triples of an eye, a cell, and a part of a footprint that the shadow of the cell
    covers or may cut at the height of some slice.

    `eye`, `cell` and `part` (k,) are numbers; `covers` and `cuts` (k, z) tell which slices the shadow covers and which it may
    cut. `is_tall` (k,) tells which shadows reach out from the cell without end at all slices. If `is_rough`, shares are
    true to some hundredths only.
    """

    seen: CellsFromEyes
    footprints: Footprints
    heights: Heights
    softness: Softness
    eye: Ints
    cell: Ints
    part: Ints
    is_tall: Bools
    covers: Bools
    cuts: Bools
    is_rough: bool = False
    is_compiled: bool = False

    @classmethod
    def of(
        cls,
        seen: CellsFromEyes,
        footprints: Footprints,
        heights: Heights,
        softness: Softness | None = None,
        *,
        is_compiled: bool = False,
    ) -> "Shadows":
        """The shadows of cells on footprints."""
        soft = Softness.solid(seen.cells) if softness is None else softness
        if is_compiled:
            fallen = _cast(seen, footprints, heights)
            return cls(seen, footprints, heights, soft, *fallen, is_compiled=True).looking_past()
        offsets = footprints.centres - seen.eyes[:, None]
        between = seen.between_sides_in(offsets)
        may_hide = between > -footprints.radii_in
        eye, cell, part = np.nonzero(may_hide)
        tops_in = heights.tops_in[cell]
        is_tall: Bools = np.logical_and(
            tops_in > heights.eyes_in[eye], tops_in >= heights.slices_in[part, -1]
        )
        covers, cuts = np.zeros((2, len(eye), heights.slices_in.shape[1]), dtype=np.bool_)
        for rows, levels in ((np.flatnonzero(is_tall), 1), (np.flatnonzero(~is_tall), covers.shape[1])):
            if not len(rows):
                continue
            places = eye[rows], cell[rows], part[rows]
            spans = _spans(heights, eye[rows], part[rows], cell[rows], levels)
            beyond, before = seen.depths_in(*places[:2], offsets[places[0], places[2]], spans)
            depth_in = np.minimum(np.minimum(beyond, before), between[places][:, None])
            radius_in = footprints.radii_in[places[2], None]
            covers[rows] = (spans.most > 0) & (depth_in >= radius_in)
            cuts[rows] = (spans.most > 0) & (depth_in > -radius_in)
        falls: Bools = np.any(cuts, axis=1)
        all_ = cls(seen, footprints, heights, soft, eye, cell, part, is_tall, covers, cuts & ~covers)
        return all_.only(falls).looking_past()

    def only(self, counts: Bools) -> "Shadows":
        """Only these triples."""
        triples = self.eye[counts], self.cell[counts], self.part[counts]
        befallen = self.is_tall[counts], self.covers[counts], self.cuts[counts]
        around = self.seen, self.footprints, self.heights, self.softness
        return Shadows(*around, *triples, *befallen, self.is_rough, self.is_compiled)

    def looking_past(self) -> "Shadows":
        """The same shadows, with covered slices turned into cut ones where the part may be seen past a soft obstacle."""
        rows = np.flatnonzero(self.softness.is_soft[self.cell]) if self.softness.is_any else ()
        if not len(rows):
            return self
        eye, cell, part = self.eye[rows], self.cell[rows], self.part[rows]
        _, at_eye, at_target, at_head = self.softness.past[cell].T
        edges, off_in = self.seen.cells.edges[cell], self.seen.off_in[eye, cell]
        there = (self.footprints.centres[part] - self.seen.eyes[eye])[:, None]
        gap_in = np.where(edges.any(axis=2), -(cross(edges, there) + off_in), -np.inf).max(axis=1)
        is_near = -off_in.min(axis=1) <= at_eye
        is_near |= gap_in <= self.footprints.radii_in[part] + np.maximum(at_target, at_head)
        whole = (eye * len(self.footprints.radii_in) + part) * len(self.softness.body) + self.softness.body[
            cell
        ]
        is_past = np.isin(whole, whole[is_near])
        covers, cuts, is_tall = self.covers.copy(), self.cuts.copy(), self.is_tall.copy()
        cuts[rows[is_past]] |= covers[rows[is_past]]
        covers[rows[is_past]] = False
        is_tall[rows] &= at_target == at_head
        return replace(self, covers=covers, cuts=cuts, is_tall=is_tall)

    @property
    def thing(self) -> Ints:
        """The number of the obstacle that throws each shadow."""
        return self.seen.cells.owner[self.cell]

    @cached_property
    def covered(self) -> Bools:
        """Whether a single shadow hides a slice of a part from an eye, (e, p, z)."""
        size = len(self.seen.eyes), len(self.footprints.radii_in), self.covers.shape[1]
        covered = np.zeros(size, dtype=np.bool_)
        row, level = np.nonzero(self.covers)
        covered[self.eye[row], self.part[row], level] = True
        return covered

    def alone(self, eye: int = 0) -> tuple[Ints, Bools, Floats]:
        """The obstacles that throw a shadow on any footprint, seen from an eye (t,); on which footprints each throws one (n, t);
        and the rough shares (n, t, z) that would stay in sight if each obstacle stood alone."""
        theirs = self.only(self.eye == eye)
        things, rank = np.unique(theirs.thing, return_inverse=True)
        owner = self.footprints.owner[theirs.part]
        falls = np.zeros((len(self.footprints), len(things)), dtype=np.bool_)
        falls[owner, rank] = True
        is_one = falls.sum(axis=1) == 1
        every = np.full(len(things), eye)
        heights = replace(self.heights, eyes_in=self.heights.eyes_in[every])
        rough = replace(theirs, seen=self.seen.of_eyes(every), heights=heights, eye=rank, is_rough=True)
        shares = rough.only(~is_one[owner]).shares
        footprint, thing = np.nonzero(falls & is_one[:, None])
        shares[footprint, thing] = self.shares[footprint, eye]
        return things, falls, shares

    @cached_property
    def shares(self) -> Floats:
        """The share of each footprint in sight of each eye at the height of each slice, (n, e, z), slivers rounded to 0 or 1."""
        lit = np.where(self.covered, 0.0, 1.0)
        cuts: Bools = np.any(self.cuts & ~self.covered[self.eye, self.part], axis=1)
        if cuts.any():
            # Shadows of cells taller than the eye and than all slices are the same at every slice.
            pair = self.eye * len(self.footprints.radii_in) + self.part
            uneven = np.isin(pair, pair[cuts & ~self.is_tall])
            for counts, levels in ((cuts & ~uneven, 1), (cuts & uneven, self.cuts.shape[1])):
                if counts.any():
                    rows = np.flatnonzero(counts)
                    order = rows[np.lexsort((self.part[rows], self.eye[rows]))]
                    places = self.eye[order], self.part[order], self.cell[order]
                    spans = _spans(self.heights, *places, levels)
                    sweep = Sweep.of(self.seen, self.footprints, *places)
                    soft = self.softness.past[places[2]], self.softness.body[places[2]]
                    lit[sweep.eye, sweep.part] *= sweep.shares(
                        spans, *soft, is_rough=self.is_rough, is_compiled=self.is_compiled
                    )
        return _of_footprints(self.footprints, lit)


def shares_left(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights, softness: Softness, counts: Bools
) -> Floats:
    """The share of each footprint in sight of each eye (n, e): the mean of `Shadows.shares` over the slices, but faster, and
    compiled once it pays. Only the cells in `counts` (c,) throw shadows."""
    if not _compiling_pays(seen, footprints):
        return _shares_by_arrays(seen, footprints, heights, softness, counts)
    shaded, places, is_even = _shade(seen, footprints, heights, softness, counts)
    # Footprints seen whole or not at all need no slices.
    whole = np.where(shaded.shadows, 0.0, 1.0)[:, :, None]
    shares = _of_footprints(footprints, whole)[:, :, 0]
    is_mixed: Bools = np.any((shares > 0) & (shares < 1), axis=1)
    is_mixed[footprints.owner[np.any(shaded.shadows > 0, axis=0)]] = True
    mixed = np.flatnonzero(is_mixed)
    of_mixed = is_mixed[footprints.owner]
    number = np.cumsum(of_mixed) - 1
    lit = np.where(shaded.covered[:, of_mixed], 0.0, 1.0)
    for chosen, levels in ((is_even, 1), (~is_even, lit.shape[2])):
        if chosen.any():
            eye, part, cell = places[:, chosen]
            spans = _spans(heights, eye, part, cell, levels)
            sweep = Sweep.of(seen, footprints, eye, part, cell)
            soft = softness.past[cell], softness.body[cell]
            lit[sweep.eye, number[sweep.part]] *= sweep.shares(spans, *soft, is_compiled=True)
    shares[mixed] = without_slivers(_of_footprints(footprints.only(mixed), lit).mean(axis=2))
    return shares


def best_left(
    seen: CellsFromEyes,
    footprints: Footprints,
    heights: Heights,
    softness: Softness,
    counts: Bools,
    *steps: float,
) -> Floats:
    """The share of each round footprint (n,) in sight of the best eye, exact enough to tell whether it is above 0 and reaches
    each of the steps; faster than `shares_left`."""
    if _compiling_pays(seen, footprints):
        return best_between(seen, footprints, heights, softness, counts, *steps)[0]
    best = np.zeros(len(footprints))
    for eye in range(len(seen.eyes)):
        asked = np.flatnonzero(best < max(steps, default=LEAST_SHARE))
        if len(asked):
            part = np.flatnonzero(np.isin(footprints.owner, asked))
            theirs = Heights(heights.eyes_in[[eye]], heights.tops_in, heights.slices_in[part])
            those = seen.of_eyes(np.array([eye])), footprints.only(asked), theirs, softness, counts
            best[asked] = np.maximum(best[asked], _shares_by_arrays(*those)[:, 0])
    return best


def any_left(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights, softness: Softness, counts: Bools
) -> Bools:
    """Whether any of each footprint (n,) is in sight of any eye; faster than `shares_left`."""
    between = seen, footprints, heights, softness, counts
    if _compiling_pays(seen, footprints):
        best = best_between(*between)[0]
        if not np.any((best > 0) & (best < _SURELY_SEEN)):
            left = np.zeros(len(footprints), dtype=np.bool_)
            left[footprints.owner[best > 0]] = True
            return left
    shares = _shares_by_arrays(*between)
    return np.asarray(shares.any(axis=1))


def best_between(
    seen: CellsFromEyes,
    footprints: Footprints,
    heights: Heights,
    softness: Softness,
    counts: Bools,
    *steps: float,
) -> tuple[Floats, Floats, Floats]:
    """The share of each part (p,) in sight of the best eye, as in `best_left`, and the bounds of it known
    before any ray was drawn."""
    from rules.ground.table.sight.best_eye import best_shares

    cells, parts = _as_compiled(seen, footprints, heights, softness, counts)
    return best_shares(cells, seen.cells.corners, parts, np.array([LEAST_SHARE, *steps]), LEAST_SHARE)


def _shares_by_arrays(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights, softness: Softness, counts: Bools
) -> Floats:
    shadows = Shadows.of(seen, footprints, heights, softness)
    return without_slivers(shadows.only(counts[shadows.cell]).shares.mean(axis=2))


def _compiling_pays(seen: CellsFromEyes, footprints: Footprints) -> bool:
    """Whether loading the kernels pays, counting these eyes and parts."""
    return PLAIN_LOOKS.compiling_pays(len(seen.eyes) * len(footprints.owner) + _A_LOOK)


def _shade(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights, softness: Softness, counts: Bools
) -> tuple["ShadedParts", Ints, Bools]:
    """The shadows on the parts of footprints, as `shade` tells them."""
    from rules.ground.table.sight.shaded_parts import shade

    return shade(*_as_compiled(seen, footprints, heights, softness, counts))


def _as_compiled(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights, softness: Softness, counts: Bools
) -> tuple["CellsSeen", "Parts"]:
    """The cells and parts in the form that the kernels take."""
    from rules.ground.table.sight.part_shadows import CellsSeen, Parts

    # Eyes given as integers would make numba compile everything once more.
    eyes = seen.eyes.astype(np.float64, copy=False)
    cells = CellsSeen(
        eyes,
        heights.eyes_in,
        seen.to_left,
        seen.to_right,
        seen.is_outside,
        seen.cells.edges,
        seen.off_in,
        heights.tops_in,
        softness.past,
        softness.body,
        counts,
    )
    drawn = footprints.centres, footprints.radii_in, heights.slices_in
    return cells, Parts(*drawn, footprints.is_round, footprints.corners)


def _of_footprints(footprints: Footprints, lit: Floats) -> Floats:
    """The share of each footprint (n, e, z) from that of each of its parts (e, p, z)."""
    in2 = lit.swapaxes(0, 1) * footprints.areas_in2[:, None, None]
    return without_slivers((footprints.sums(in2).T / footprints.whole_in2).T)


def _cast(
    seen: CellsFromEyes, footprints: Footprints, heights: Heights
) -> tuple[Ints, Ints, Ints, Bools, Bools, Bools]:
    from rules.ground.table.sight.compiled_shadows import cast

    around = seen.to_left, seen.to_right, seen.is_outside, seen.cells.edges, seen.off_in
    tall = heights.eyes_in, heights.tops_in, heights.slices_in
    # Eyes given as integers would make numba compile it once more.
    eyes = seen.eyes.astype(np.float64, copy=False)
    return cast(eyes, footprints.centres, footprints.radii_in, *around, *tall)


def _spans(heights: Heights, eye: Ints, part: Ints, cell: Ints, levels: int) -> Spans:
    """The spans (k, z) of the shadows of cells over parts, at the height of this many of the topmost slices."""
    slices_in = heights.slices_in[part, -levels:]
    return hidden_spans(heights.eyes_in[eye, None], heights.tops_in[cell, None], slices_in)


def without_slivers(shares: Floats) -> Floats:
    """The shares, with those within `LEAST_SHARE` of 0 or 1 rounded to 0 or 1."""
    return np.where(shares < LEAST_SHARE, 0.0, np.where(shares > 1 - LEAST_SHARE, 1.0, shares))
