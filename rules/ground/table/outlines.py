"""Outlines of areas that may block a line of sight on a table, snapped to a fine lattice and held in arrays.

Sight on a table is decided on a lattice of 1/1024 inch, a tenth of `HAIR_IN`. There every coordinate is
a whole number below 2**18, so the side of a line that a corner lies on is the sign of a whole number below
2**38, which a float holds exactly: no line of sight depends on rounding or on the direction of view.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Bools, Floats, Geometries, Ints
from rules.ground.table.inches import Base, Spot

FINE_IN = 1 / 1024


@dataclass(frozen=True, eq=False)
class Outlines:
    """The edges of named areas, snapped to the fine lattice, each with its area on its left.

    `starts` and `ends` are (n, 2) whole multiples of FINE_IN; `owner` (n,) counts into `ids`, `ring` (n,) counts
    closed outlines, and both are sorted.
    """

    ids: tuple[str, ...]
    areas: tuple[BaseGeometry, ...]
    starts: Floats
    ends: Floats
    owner: Ints
    ring: Ints

    @classmethod
    def of(cls, areas: Mapping[str, BaseGeometry]) -> "Outlines":
        """The outlines of these areas (inches), in their order. Lines and points have none."""
        snapped = [shapely.set_precision(area, FINE_IN) for area in areas.values()]
        rings = [(place, ring) for place, area in enumerate(snapped) for ring in _rings(area)]
        sizes = [len(ring) - 1 for _, ring in rings]
        return cls(
            tuple(areas),
            tuple(snapped),
            np.concatenate([np.empty((0, 2)), *(ring[:-1] for _, ring in rings)]),
            np.concatenate([np.empty((0, 2)), *(ring[1:] for _, ring in rings)]),
            np.repeat(np.array([place for place, _ in rings], dtype=np.int64), sizes),
            np.repeat(np.arange(len(rings)), sizes),
        )

    @classmethod
    def of_bases(cls, bases: Mapping[str, Base]) -> "Outlines":
        """The outlines of bases that stand in the way."""
        return cls.of({name: base.outline for name, base in bases.items()})

    @classmethod
    def joined(cls, parts: Sequence["Outlines"]) -> "Outlines":
        """All of these outlines in one."""
        owners = np.cumsum([0, *(len(part.ids) for part in parts)])
        rings = np.cumsum([0, *(int(part.ring.max(initial=-1)) + 1 for part in parts)])
        return cls(
            tuple(name for part in parts for name in part.ids),
            tuple(area for part in parts for area in part.areas),
            np.concatenate([np.empty((0, 2)), *(part.starts for part in parts)]),
            np.concatenate([np.empty((0, 2)), *(part.ends for part in parts)]),
            np.concatenate([part.owner + first for part, first in zip(parts, owners, strict=False)]),
            np.concatenate([part.ring + first for part, first in zip(parts, rings, strict=False)]),
        )

    def __add__(self, other: "Outlines") -> "Outlines":
        return self.joined((self, other))

    def without(self, ids: Iterable[str]) -> "Outlines":
        """The outlines without those of these areas: a viewer does not block its own view."""
        left_out = set(ids)
        if not left_out:
            return self
        kept = [place for place, name in enumerate(self.ids) if name not in left_out]
        number = np.full(len(self.ids) + 1, -1, dtype=np.int64)
        number[kept] = np.arange(len(kept))
        edges = number[self.owner] >= 0
        return Outlines(
            tuple(self.ids[place] for place in kept),
            tuple(self.areas[place] for place in kept),
            self.starts[edges],
            self.ends[edges],
            number[self.owner[edges]],
            self.ring[edges],
        )

    @cached_property
    def edge_before(self) -> Ints:
        """For each edge, the edge that ends where it starts."""
        first = np.nonzero(np.diff(self.ring, prepend=-1))[0]
        before = np.arange(len(self.owner)) - 1
        before[first] = np.r_[first[1:], len(self.owner)] - 1
        return before

    def holding(self, place: Spot) -> Bools:
        """Whether a spot lies strictly inside each area, (ids,)."""
        x, y = on_fine_lattice([place])[0] * FINE_IN
        held: Bools = shapely.contains_xy(self._prepared, x, y)
        return held

    @cached_property
    def _prepared(self) -> Geometries:
        areas = np.array(self.areas, dtype=object)
        shapely.prepare(areas)
        return areas


def on_fine_lattice(spots: Iterable[Spot] | Floats) -> Floats:
    """Spots snapped to the fine lattice: (n, 2) whole multiples of FINE_IN."""
    given = spots if isinstance(spots, np.ndarray) else np.array(list(spots), dtype=np.float64)
    return np.rint(given.reshape(-1, 2) / FINE_IN)


def _rings(area: BaseGeometry) -> Iterator[Floats]:
    for part in shapely.get_parts(area):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            for hole, ring in enumerate([part.exterior, *part.interiors]):
                points = on_fine_lattice(shapely.get_coordinates(ring))
                yield points if ring.is_ccw == (hole == 0) else points[::-1]
