"""Shadows that things throw from eyes over footprints, and how much of each footprint stays in sight.

A footprint is looked for in level slices. Level with each, the shadow of a convex cell is convex: it lies between
the two lines from the eye along its sides, beyond its front and, where one looks over it, before its back, drawn
larger (`rules.ground.table.sight.heights`). Circles round the parts of a footprint tell which parts a shadow misses and which
it covers whole; only those that it may cut are clipped as polygons, without sampling.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely

from rules.ground.table.arrays import Bools, Floats, Geometries, Ints
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights, hidden_spans

LEAST_SHARE = 1e-6
"""A share nearer to nothing or to all than this is a sliver that clipping leaves."""

_Thrown = tuple[int, float, float]


@dataclass(frozen=True, eq=False)
class Shadows:
    """How the shadows fall: k triples of an eye, a cell, and a part of a footprint that the shadow of the cell
    covers or may cut, level with some slice.

    `eye`, `cell` and `part` (k,) count; `covers` and `cuts` (k, z) tell what befalls the part level with each slice,
    where the shadow reaches from `least` to `most` times (k, z) as far as the cell stands.
    """

    seen: CellsFromEyes
    footprints: Footprints
    eye: Ints
    cell: Ints
    part: Ints
    least: Floats
    most: Floats
    covers: Bools
    cuts: Bools

    @classmethod
    def of(
        cls,
        seen: CellsFromEyes,
        footprints: Footprints,
        heights: Heights,
        looked_for: Bools | None = None,
    ) -> "Shadows":
        """The shadows that things throw over footprints, or over those that are looked for (n,)."""
        cells = seen.cells
        offsets = footprints.centres - seen.eyes[:, None]
        between = seen.between_sides_in(offsets)
        may_hide = between > -footprints.radii_in
        if looked_for is not None:
            may_hide &= looked_for[footprints.owner]
        eye, cell, part = np.nonzero(may_hide)
        slices_in, tops_in = (
            heights.slices_in[footprints.owner[part]],
            heights.tops_in[cells.owner[cell], None],
        )
        spans = hidden_spans(heights.eyes_in[eye, None], tops_in, slices_in)
        radius_in = footprints.radii_in[part, None]
        beyond, before = seen.depths_in(eye, cell, offsets[eye, part], spans)
        depth_in = np.minimum(np.minimum(beyond, before), between[eye, cell, part, None])
        covers = (spans.most > 0) & (depth_in >= radius_in)
        cuts = (spans.most > 0) & ~covers & (depth_in > -radius_in)
        least = np.where(beyond >= radius_in, 1.0, spans.least)
        most = np.where(before >= radius_in, np.inf, spans.most)
        falls = cls(seen, footprints, eye, cell, part, least, most, covers, cuts)
        befalls: Bools = np.any(covers | cuts, axis=1)
        return falls.only(befalls)

    def only(self, counts: Bools) -> "Shadows":
        """These triples alone."""
        return replace(
            self,
            eye=self.eye[counts],
            cell=self.cell[counts],
            part=self.part[counts],
            least=self.least[counts],
            most=self.most[counts],
            covers=self.covers[counts],
            cuts=self.cuts[counts],
        )

    @property
    def thing(self) -> Ints:
        """Whose shadow each triple tells of."""
        return self.seen.cells.owner[self.cell]

    @property
    def target(self) -> Ints:
        """On whose part it falls."""
        return self.footprints.owner[self.part]

    @cached_property
    def covered(self) -> Bools:
        """Which part (e, p, z) one shadow alone hides from which eye."""
        size = len(self.seen.eyes), len(self.footprints.parts), self.covers.shape[1]
        covered = np.zeros(size, dtype=np.bool_)
        row, level = np.nonzero(self.covers)
        covered[self.eye[row], self.part[row], level] = True
        return covered

    def alone(self, eye: int = 0) -> tuple[Ints, Floats]:
        """The things whose shadow an eye sees fall on anything (t,), and the shares (n, t, z) that would stay in sight
        if each stood alone."""
        theirs = self.only(self.eye == eye)
        things, rank = np.unique(theirs.thing, return_inverse=True)
        if len(things) == 1:
            return things, self.shares[:, [eye]]
        seen = self.seen.of_eyes(np.full(len(things), eye))
        return things, replace(theirs, seen=seen, eye=rank).shares

    @cached_property
    def shares(self) -> Floats:
        """The share of each footprint that stays in sight of each eye level with each slice, (n, e, z); without
        slivers 0 is nothing and 1 all."""
        lit_in2 = np.where(self.covered, 0.0, self.footprints.areas_in2[:, None])
        cut = self._cut
        if cut:
            left = self.footprints.parts[[part for _, part, _ in cut]]
            for dark in self._in_turn([(eye, thrown) for eye, _, thrown in cut]):
                falls = ~shapely.is_missing(dark)
                left[falls] = shapely.difference(left[falls], dark[falls])
            for ((eye, part, _), levels), in2 in zip(cut.items(), shapely.area(left).tolist(), strict=True):
                lit_in2[eye, part, levels] = in2
        return without_slivers(self._of_footprints(lit_in2.swapaxes(0, 1)))

    def _of_footprints(self, in2: Floats) -> Floats:
        """What areas (p, …) are of the footprints, (n, …)."""
        return (self.footprints.sums(in2).T / self.footprints.whole_in2).T

    @property
    def _cut(self) -> dict[tuple[int, int, tuple[_Thrown, ...]], list[int]]:
        """Eyes and the parts that shadows cut, each with those shadows, and level with which slices they do."""
        row, level = np.nonzero(self.cuts & ~self.covered[self.eye, self.part])
        thrown: dict[tuple[int, int, int], list[_Thrown]] = defaultdict(list)
        columns = (column[row].tolist() for column in (self.eye, self.part, self.cell))
        spans = (span[row, level].tolist() for span in (self.least, self.most))
        for eye, part, cell, least, most, slice_ in zip(*columns, *spans, level.tolist(), strict=True):
            thrown[eye, part, slice_].append((cell, least, most))
        alike: dict[tuple[int, int, tuple[_Thrown, ...]], list[int]] = defaultdict(list)
        for (eye, part, slice_), together in thrown.items():
            alike[eye, part, tuple(together)].append(slice_)
        return alike

    def _in_turn(self, thrown: list[tuple[int, tuple[_Thrown, ...]]]) -> Geometries:
        """The shadows that fall together, each with its eye: the first of each, then the second, None where there is
        no further one."""
        number = {fall: row for row, fall in enumerate(dict.fromkeys(thrown))}
        rows = [
            (row, rank, eye, *shadow)
            for (eye, together), row in number.items()
            for rank, shadow in enumerate(together)
        ]
        row, rank, eye, cell, least, most = map(np.array, zip(*rows, strict=True))
        drawn = np.full((rank.max() + 1, len(number)), None, dtype=object)
        drawn[rank, row] = self._drawn(eye, cell, least, most)
        return drawn[:, [number[fall] for fall in thrown]]

    def _drawn(self, eye: Ints, cell: Ints, least: Floats, most: Floats) -> Geometries:
        """Shadows as polygons, as far out as any footprint reaches."""
        at = self.seen.eyes[eye, None]
        corners = self.seen.cells.corners[cell] - at
        far = np.clip(self._out_to_in[eye] / self.seen.near_in(eye, cell), least, most)
        ends = [at + corners * times[:, None, None] for times in (least, far)]
        hulls = shapely.convex_hull(shapely.multipoints(np.concatenate(ends, axis=1)))
        return np.asarray(hulls, dtype=object)

    @cached_property
    def _out_to_in(self) -> Floats:
        """How far out from each eye (e,) some footprint may reach."""
        gaps = self.footprints.centres - self.seen.eyes[:, None]
        far: Floats = (np.hypot(gaps[..., 0], gaps[..., 1]) + self.footprints.radii_in).max(axis=1)
        return far + 1.0


def without_slivers(shares: Floats) -> Floats:
    """Nothing and all where a share is as near to them as clipping tells."""
    return np.where(shares < LEAST_SHARE, 0.0, np.where(shares > 1 - LEAST_SHARE, 1.0, shares))
