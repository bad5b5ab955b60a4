"""Reach on a table: the region within an allowance as polygons, and the cost of any place in it."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf, nan
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import shapely
from contourpy import FillType, contour_generator
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Floats, Ints, plain, points
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.lattice import STEP_IN, Lattice

if TYPE_CHECKING:
    from rules.ground.table.movement.straightening import Ways


@dataclass(frozen=True, eq=False)
class TableReach:
    """The ground within reach of a spot for an allowance.

    `places` are the nodes of the graph, those of its lattice first; `costs` is the cost of each and `before` the node
    before it (the start has the number after the last). `prices` is the cost of an inch at the lattice nodes. `further`
    has the other nodes by cell: where those of each cell begin, and their numbers.
    """

    start: Spot
    allowance: float
    faces: Faces
    lattice: Lattice
    prices: Floats
    places: Floats
    further: tuple[Ints, Ints]
    costs: Floats
    before: Ints

    @cached_property
    def region(self) -> shapely.MultiPolygon:
        """The ground in reach."""
        return self.within(self.allowance)

    def within(self, cost: float) -> shapely.MultiPolygon:
        """The ground within reach for this cost, up to the allowance; its outline is drawn between half-inch nodes."""
        x = np.concatenate([[0.0], self.lattice.x_in, [self.lattice.width_in]])
        y = np.concatenate([[0.0], self.lattice.y_in, [self.lattice.depth_in]])
        contours = contour_generator(x, y, self._padded_costs(), fill_type=FillType.OuterOffset)
        rings, cuts = contours.filled(-1.0, cost)[:2]
        drawn = zip(rings, cuts, strict=True)
        areas = [_polygon(ring, cut) for ring, cut in drawn if ring is not None and cut is not None]
        region: BaseGeometry = shapely.MultiPolygon([area for area in areas if not area.is_empty])
        if not self.faces.forbidden.is_empty:
            region = shapely.difference(region, self.faces.forbidden)
        parts = [part for part in shapely.get_parts(region).tolist() if part.area > 0]
        if len(parts) > 1:
            shapely.prepare(parts)
            reached = np.concatenate([self.places[self.costs <= cost], [self.start]])
            numbers = shapely.STRtree(parts).query(points(reached), predicate="intersects")[1]
            parts = [parts[place] for place in np.unique(numbers)]
        return shapely.MultiPolygon(parts)

    def cost_at(self, places: Floats) -> Floats:
        """The cost of each place (n, 2), which is that of its `way_to`; inf out of reach."""
        return self._last_legs(places)[0]

    def way_to(self, goal: Spot) -> tuple[Spot, ...] | None:
        """The way to a place, without needless bends; None out of reach."""
        return self.ways_to(np.array([goal], dtype=np.float64))[0]

    def ways_to(self, goals: Floats) -> list[tuple[Spot, ...] | None]:
        """The way to each place (n, 2), without needless bends; None out of reach."""
        costs, last = self._last_legs(goals)
        legs = zip(goals.tolist(), costs.tolist(), last.tolist(), strict=True)
        return [(*self._spots_up_to(at), Spot(*goal)) if cost < inf else None for goal, cost, at in legs]

    def _spots_up_to(self, at: int) -> tuple[Spot, ...]:
        """The start and the nodes at which the way to a node bends, that node last."""
        spots = []
        while at < len(self.places):
            spots.append(Spot(*self.places[at].tolist()))
            at = int(self._ways.bends[at])
        return self.start, *spots[::-1]

    def _last_legs(self, places: Floats) -> tuple[Floats, Ints]:
        """The cost of the way to each place, inf out of reach, and the last node at which it bends."""
        from rules.ground.table.movement.straightening import last_legs

        return last_legs(self.faces.cells, self._ways, float(self.allowance), plain(places))

    @cached_property
    def _ways(self) -> "Ways":
        from rules.ground.table.movement.straightening import Ways

        size = len(self.places)
        return Ways(
            np.concatenate([self.places, [self.start]]),
            np.append(self.costs, 0.0),
            self.before,
            *self.further,
            np.append(np.full(size, nan), 0.0),
            np.full(size + 1, size),
        )

    def _padded_costs(self) -> Floats:
        """The costs of the lattice nodes with a rim out to the edges of the table. The rim and forbidden nodes get what a
        move from a neighbour would cost, so that the region reaches up to forbidden ground."""
        shape = self.lattice.rows, self.lattice.columns
        costs = np.pad(self.costs[: len(self.lattice)].reshape(shape), 1, constant_values=inf)
        prices = np.pad(self.prices.reshape(shape), 1, constant_values=inf)
        is_open = prices < inf
        paid = STEP_IN * np.where(is_open, prices, 0.0)
        around = [
            np.roll(costs + paid * np.hypot(row, column), (row, column), (0, 1))
            for row in (-1, 0, 1)
            for column in (-1, 0, 1)
            if row or column
        ]
        filled = np.where(is_open, costs, np.minimum.reduce(around))
        return np.minimum(filled, self.allowance + 2 * float(paid.max(initial=STEP_IN)))


def _polygon(ring: Floats, cuts: npt.NDArray[np.unsignedinteger]) -> shapely.Polygon:
    shell, *holes = (ring[start:end] for start, end in pairwise(cuts.tolist()))
    area = shapely.simplify(shapely.Polygon(shell, holes), HAIR_IN)
    return area if isinstance(area, shapely.Polygon) else shapely.Polygon()
