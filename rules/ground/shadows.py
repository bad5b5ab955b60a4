"""Shadows that solid things throw from an eye over footprints, and how much of each stays in sight.

Behind every edge by which a line from the eye enters a solid lies its shadow, a wedge cut off by the edge.
Circles round the parts of a footprint tell which parts a shadow misses and which it covers whole; only those
that it may cut are clipped as polygons, without sampling.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely

from rules.ground.arrays import Bools, Floats, Geometries, Ints, cross
from rules.ground.footprints import Footprints
from rules.ground.inches import Spot
from rules.ground.outlines import FINE_IN, Outlines

LEAST_SHARE = 1e-6
"""A share nearer to nothing or to all than this is a sliver that clipping leaves."""

_TOUCH_IN = 1e-9
_NOTHING = shapely.Polygon()


@dataclass(frozen=True, eq=False)
class Shadows:
    """How the shadows fall: pairs of an edge and a part of a footprint that its shadow covers or may cut.

    `piece` counts into the ids of the outlines, `is_whole` says that the shadow covers the whole part. `edge`
    counts into `starts` and `ends`, in inches from the eye; -1 is a solid round the eye, which hides all.
    """

    eye: Spot
    footprints: Footprints
    starts: Floats
    ends: Floats
    edge: Ints
    part: Ints
    piece: Ints
    is_whole: Bools

    @classmethod
    def of(cls, outlines: Outlines, eye: Spot, footprints: Footprints) -> "Shadows":
        """The shadows that these solids throw over the footprints."""
        at = np.array(eye)
        starts, ends = outlines.starts * FINE_IN - at, outlines.ends * FINE_IN - at
        enters = cross(starts, ends) < 0
        starts, ends, owner = starts[enters], ends[enters], outlines.owner[enters]
        reach_in = _reach_in(starts, ends, footprints.centres - at)
        edge, part = np.nonzero(reach_in > -footprints.radii_in)
        is_whole = reach_in[edge, part] >= footprints.radii_in[part]
        around = np.flatnonzero(outlines.holding(eye))
        everything = np.arange(len(footprints.parts))
        return cls(
            eye,
            footprints,
            starts,
            ends,
            np.concatenate([edge, np.full(len(around) * len(everything), -1)]),
            np.concatenate([part, np.tile(everything, len(around))]),
            np.concatenate([owner[edge], np.repeat(around, len(everything))]),
            np.concatenate([is_whole, np.ones(len(around) * len(everything), dtype=np.bool_)]),
        )

    @property
    def target(self) -> Ints:
        """The footprint of each pair."""
        return self.footprints.owner[self.part]

    def only(self, counts: Bools) -> "Shadows":
        """These pairs alone."""
        return replace(
            self,
            edge=self.edge[counts],
            part=self.part[counts],
            piece=self.piece[counts],
            is_whole=self.is_whole[counts],
        )

    @cached_property
    def lit(self) -> Geometries:
        """What stays in sight of each part, (p,): empty polygons where nothing does."""
        lit = self.footprints.parts.copy()
        covered = np.zeros(len(lit), dtype=np.bool_)
        covered[self.part[self.is_whole]] = True
        lit[covered] = _NOTHING
        cutting = np.flatnonzero(~covered[self.part])
        if len(cutting):
            cutting = cutting[np.argsort(self.part[cutting], kind="stable")]
            parts, shadows = self._together(cutting)
            lit[parts] = shapely.difference(lit[parts], shadows)
        return lit

    @cached_property
    def shares(self) -> Floats:
        """The share of each footprint that stays in sight, (n,); without slivers 0 is nothing and 1 all."""
        lit_in2 = self.footprints.areas_in2.copy()
        if len(self.part):
            touched = np.unique(self.part)
            lit_in2[touched] = shapely.area(self.lit[touched])
        return without_slivers(
            self.footprints.sums(lit_in2) / self.footprints.sums(self.footprints.areas_in2)
        )

    @property
    def alone(self) -> dict[int, Floats]:
        """The shares that each solid would leave in sight if it stood alone, by its place among the ids."""
        pieces = np.unique(self.piece).tolist()
        if len(pieces) == 1:
            return {pieces[0]: self.shares}
        return {piece: self.only(self.piece == piece).shares for piece in pieces}

    def _together(self, pairs: Ints) -> tuple[Ints, Geometries]:
        """The parts of these pairs, which are sorted by them, and over each its shadows put together."""
        part = self.part[pairs]
        is_first = np.append(True, part[1:] != part[:-1])
        first, row = np.flatnonzero(is_first), np.cumsum(is_first) - 1
        rank = np.arange(len(pairs)) - first[row]
        thrown = np.full((len(first), int(rank.max()) + 1), None, dtype=object)
        thrown[row, rank] = self._drawn(self.edge[pairs])
        return part[first], np.asarray(shapely.union_all(thrown, axis=1), dtype=object)

    def _drawn(self, edges: Ints) -> Geometries:
        """The shadows behind these edges as polygons, as far out as any footprint reaches."""
        starts, ends = self.starts[edges], self.ends[edges]
        offsets = self.footprints.centres - np.array(self.eye)
        far_in = 2 * float((np.hypot(*offsets.T) + self.footprints.radii_in).max(initial=0.0)) + 2
        to_start, to_end = _unit(starts), _unit(ends)
        between = _unit(to_start + to_end)
        outer = [far_in * to_start + starts, far_in * between, far_in * to_end + ends]
        corners = np.stack([starts, *outer, ends], axis=1) + np.array(self.eye)
        drawn: Geometries = shapely.make_valid(shapely.polygons(corners))
        return drawn


def without_slivers(shares: Floats) -> Floats:
    """Nothing and all where a share is as near to them as clipping tells."""
    return np.where(shares < LEAST_SHARE, 0.0, np.where(shares > 1 - LEAST_SHARE, 1.0, shares))


def _reach_in(starts: Floats, ends: Floats, centres: Floats) -> Floats:
    """How deep each place lies in the shadow of each edge (edges, places): how far from the nearest of its
    three bounds, below 0 outside of it."""
    to_start, to_end, along = (_unit(arrow)[:, None] for arrow in (starts, ends, ends - starts))
    beyond = cross(along, centres) - cross(along, starts[:, None])
    deep: Floats = np.minimum(np.minimum(cross(to_end, centres), -cross(to_start, centres)), beyond)
    return deep


def _unit(arrows: Floats) -> Floats:
    units: Floats = arrows / np.maximum(np.hypot(*arrows.T), _TOUCH_IN)[:, None]
    return units
