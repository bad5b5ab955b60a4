"""Footprints side by side in arrays, each in the parts it falls into: the hull of a tank, the men of a squad."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from rules.ground.table.arrays import Floats, Geometries, Ints
from rules.ground.table.inches import QUAD_SEGMENTS, Base


@dataclass(frozen=True, eq=False)
class Footprints:
    """The outlines of n footprints as their p parts, in inches.

    `parts` (p,) are polygons, `owner` (p,) tells whose part each is and rises from 0 to n - 1.
    """

    parts: Geometries
    owner: Ints

    @classmethod
    def of(cls, bases: Iterable[Base]) -> "Footprints":
        """The footprints of these bases, in their order."""
        outlines = np.array([base.outline for base in bases], dtype=object)
        parts, owner = shapely.get_parts(outlines, return_index=True)
        return cls(parts, owner)

    @classmethod
    def round(cls, middles: Floats, diameter_in: float) -> "Footprints":
        """Round bases with their middles at (n, 2), each drawn as `Base.round` is."""
        parts = shapely.buffer(shapely.points(middles), diameter_in / 2, quad_segs=QUAD_SEGMENTS)
        return cls(np.asarray(parts, dtype=object), np.arange(len(middles)))

    def __len__(self) -> int:
        return int(self.owner[-1]) + 1 if len(self.owner) else 0

    @cached_property
    def areas_in2(self) -> Floats:
        """The area of each part, (p,)."""
        areas: Floats = shapely.area(self.parts)
        return areas

    @cached_property
    def centres(self) -> Floats:
        """The middle of each part, (p, 2): with `radii_in` a circle round it."""
        bounds = shapely.bounds(self.parts)
        middle: Floats = (bounds[:, :2] + bounds[:, 2:]) / 2
        return middle

    @cached_property
    def radii_in(self) -> Floats:
        """How far the part goes from its middle, (p,)."""
        corners, part = shapely.get_coordinates(self.parts, return_index=True)
        first = np.flatnonzero(np.diff(part, prepend=-1))
        far: Floats = np.maximum.reduceat(np.hypot(*(corners - self.centres[part]).T), first)
        return far

    @cached_property
    def whole_in2(self) -> Floats:
        """The area of each footprint, (n,)."""
        return self.sums(self.areas_in2)

    def sums(self, of_parts: Floats) -> Floats:
        """For each footprint the sum over its parts: (n, …) from (p, …)."""
        sums: Floats = np.add.reduceat(of_parts, self._first, axis=0)
        return sums

    @cached_property
    def _first(self) -> Ints:
        """The first part of each footprint, (n,)."""
        return np.flatnonzero(np.diff(self.owner, prepend=-1))
