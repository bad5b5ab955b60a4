"""Areas cut into convex cells, held in arrays."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Bools, Floats, Geometries, Ints, unit_vectors

_SAME = 1 - 1e-9


@dataclass(frozen=True, eq=False)
class Cells:
    """The convex cells of some areas: together they cover each of them, and overlap nowhere.

    `corners` (c, v, 2) run anticlockwise where y is up, in inches; a cell of fewer corners repeats its first.
    `owner` (c,) is the number of the area of each cell, in rising order.
    """

    corners: Floats
    owner: Ints

    @classmethod
    def of(cls, areas: Iterable[BaseGeometry]) -> "Cells":
        """The cells of these areas, in their order. Lines and points have none."""
        rings = [(place, ring) for place, area in enumerate(areas) for ring in _rings(area)]
        most = max((len(ring) for _, ring in rings), default=1)
        corners = [_with_corners(ring[None], most) for _, ring in rings]
        owner = np.array([place for place, _ in rings], dtype=np.int64)
        return cls(np.concatenate([np.empty((0, most, 2)), *corners]), owner)

    def __add__(self, other: "Cells") -> "Cells":
        """These cells and others, whose owners must already count on from those of these."""
        most = max(self.corners.shape[1], other.corners.shape[1])
        corners = [_with_corners(cells.corners, most) for cells in (self, other)]
        return Cells(np.concatenate(corners), np.concatenate([self.owner, other.owner]))

    @cached_property
    def edges(self) -> Floats:
        """Unit vectors from each corner to the next (c, v, 2), 0 where corners repeat."""
        return unit_vectors(np.roll(self.corners, -1, axis=1) - self.corners)

    @cached_property
    def are_edges(self) -> Bools:
        """Which of these vectors are edges (c, v): none where corners repeat."""
        are_edges: Bools = np.any(self.edges, axis=2)
        return are_edges


def _with_corners(corners: Floats, most: int) -> Floats:
    """Corners (c, v, 2) padded to this number by repeating the first."""
    more = np.repeat(corners[:, :1], most - corners.shape[1], axis=1)
    return np.concatenate([corners, more], axis=1)


def _rings(area: BaseGeometry) -> list[Floats]:
    parts = [part for part in shapely.get_parts(area) if part.area > 0]
    cells = [cell for part in parts for cell in _convex(part)]
    return [shapely.get_coordinates(shapely.normalize(cell))[:-1][::-1] for cell in cells]


def _convex(part: BaseGeometry) -> list[BaseGeometry]:
    """A polygon cut into convex cells: its triangles, each merged with the first cell that stays convex."""
    if _is_convex(np.array([part]))[0]:
        return [part.convex_hull]
    cells: list[BaseGeometry] = []
    for triangle in shapely.get_parts(shapely.constrained_delaunay_triangles(part)).tolist():
        together = np.asarray(shapely.union(triangle, np.array(cells, dtype=object)))
        fits = np.flatnonzero(_is_convex(together))
        if len(fits):
            cells[fits[0]] = together[fits[0]].convex_hull
        else:
            cells.append(triangle)
    return cells


def _is_convex(areas: Geometries) -> Bools:
    return np.asarray(shapely.area(areas) >= shapely.area(shapely.convex_hull(areas)) * _SAME)
