"""Footprints held in arrays, each split into its parts: the hull of a tank, the men of a squad."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi

import numpy as np
import shapely

from rules.ground.table.arrays import Bools, Floats, Ints, cross
from rules.ground.table.inches import Base


@dataclass(frozen=True, eq=False)
class Footprints:
    """The p parts of n footprints, in inches.

    A part is round or has corners. `centres` (p, 2) and `radii_in` (p,) are the part itself if it is round, else a circle
    about it; `corners` (p, v, 2) run anticlockwise with y up, and a part with fewer corners repeats its last.
    `owner` (p,) is the number of the footprint of each part, in rising order from 0 to n - 1.
    """

    centres: Floats
    radii_in: Floats
    is_round: Bools
    corners: Floats
    owner: Ints

    @classmethod
    def of(cls, bases: Iterable[Base]) -> "Footprints":
        """The footprints of these bases, in their order."""
        footprints = [_of_models(base) if base.radius_in else _of_outline(base) for base in bases]
        return cls.together(footprints or [cls.round(np.empty((0, 2)), 0.0)])

    @classmethod
    def together(cls, those: Sequence["Footprints"]) -> "Footprints":
        """All of these footprints in one, in order."""
        if len(those) == 1:
            return those[0]
        most = max(footprints.corners.shape[1] for footprints in those)
        corners = [
            np.concatenate(
                [
                    footprints.corners,
                    np.repeat(footprints.corners[:, -1:], most - footprints.corners.shape[1], axis=1),
                ],
                axis=1,
            )
            if footprints.corners.shape[1]
            else np.zeros((len(footprints.owner), most, 2))
            for footprints in those
        ]
        before = np.cumsum([0, *(len(footprints) for footprints in those)])
        return cls(
            np.concatenate([footprints.centres for footprints in those]),
            np.concatenate([footprints.radii_in for footprints in those]),
            np.concatenate([footprints.is_round for footprints in those]),
            np.concatenate(corners),
            np.concatenate(
                [footprints.owner + first for footprints, first in zip(those, before.tolist(), strict=False)]
            ),
        )

    def only(self, those: Ints) -> "Footprints":
        """Some of the footprints, by their numbers in rising order."""
        part = np.flatnonzero(np.isin(self.owner, those))
        drawn = self.centres[part], self.radii_in[part], self.is_round[part], self.corners[part]
        return Footprints(*drawn, np.searchsorted(those, self.owner[part]))

    @classmethod
    def round(cls, middles: Floats, diameter_in: float) -> "Footprints":
        """Round bases with their middles at (n, 2)."""
        number = len(middles)
        radii = np.full(number, diameter_in / 2)
        return cls(
            middles, radii, np.ones(number, dtype=np.bool_), np.empty((number, 0, 2)), np.arange(number)
        )

    def __len__(self) -> int:
        return int(self.owner[-1]) + 1 if len(self.owner) else 0

    @cached_property
    def areas_in2(self) -> Floats:
        """The area of each part, (p,)."""
        nexts = np.roll(self.corners, -1, axis=1)
        areas: Floats = np.where(
            self.is_round, pi * self.radii_in**2, cross(self.corners, nexts).sum(axis=1) / 2
        )
        return areas

    @cached_property
    def whole_in2(self) -> Floats:
        """The area of each footprint, (n,)."""
        return self.sums(self.areas_in2)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The bounds of all footprints: west, north, east and south."""
        low, high = self.centres - self.radii_in[:, None], self.centres + self.radii_in[:, None]
        west, north = low.min(axis=0).tolist()
        east, south = high.max(axis=0).tolist()
        return west, north, east, south

    def sums(self, of_parts: Floats) -> Floats:
        """For each footprint the sum over its parts: (n, …) from (p, …)."""
        if len(of_parts) == len(self):
            return of_parts
        sums: Floats = np.add.reduceat(of_parts, self._first, axis=0)
        return sums

    @cached_property
    def _first(self) -> Ints:
        """The first part of each footprint, (n,)."""
        return np.flatnonzero(np.diff(self.owner, prepend=-1))


def _of_models(base: Base) -> Footprints:
    """The footprint of round models."""
    middles = (
        np.array(base.drawn, dtype=np.float64)
        if isinstance(base.drawn, tuple)
        else shapely.get_coordinates(base.drawn)
    )
    number = len(middles)
    radii, is_round = np.full(number, base.radius_in), np.ones(number, dtype=np.bool_)
    return Footprints(middles, radii, is_round, np.empty((number, 0, 2)), np.zeros(number, dtype=np.int64))


def _of_outline(base: Base) -> Footprints:
    """The footprint of a base with corners, as the convex hull of each part."""
    hulls = shapely.convex_hull(shapely.get_parts(base.core))
    rings = [shapely.get_coordinates(hull)[:-1][::-1] for hull in shapely.normalize(hulls)]
    number, most = len(rings), max(map(len, rings))
    corners = np.stack(
        [np.concatenate([ring, np.repeat(ring[-1:], most - len(ring), axis=0)]) for ring in rings]
    )
    centres = (corners.min(axis=1) + corners.max(axis=1)) / 2
    radii = np.hypot(*np.moveaxis(corners - centres[:, None], 2, 0)).max(axis=1)
    return Footprints(
        centres, radii, np.zeros(number, dtype=np.bool_), corners, np.zeros(number, dtype=np.int64)
    )
