"""How far one gets on a table for so much: the region as polygons, and the cost of any place in it."""

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
    from rules.ground.table.movement.tight_ways import Ways


@dataclass(frozen=True, eq=False)
class TableReach:
    """Where one gets from a spot within an allowance.

    `costs` are what it costs to get to the `places` of the graph, the nodes of its lattice first, `before` the
    place one comes from (the start itself has the last number), and `prices` what an inch costs at the nodes. The
    `further` places are given by the cells they lie in.
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
        """The ground in reach for so much of the allowance, true to the half-inch nodes between which its
        bounds are drawn."""
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
            found = shapely.STRtree(parts).query(points(reached), predicate="intersects")[1]
            parts = [parts[place] for place in np.unique(found)]
        return shapely.MultiPolygon(parts)

    def cost_at(self, places: Floats) -> Floats:
        """What it costs to get to each place (n, 2), inf where it is out of reach: what its `way_to` costs."""
        return self._last_legs(places)[0]

    def way_to(self, goal: Spot) -> tuple[Spot, ...] | None:
        """The way to a place, pulled tight; None out of reach."""
        return self.ways_to(np.array([goal], dtype=np.float64))[0]

    def ways_to(self, goals: Floats) -> list[tuple[Spot, ...] | None]:
        """The way to each place (n, 2), pulled tight; None out of reach."""
        costs, last = self._last_legs(goals)
        legs = zip(goals.tolist(), costs.tolist(), last.tolist(), strict=True)
        return [(*self._before(at), Spot(*goal)) if cost < inf else None for goal, cost, at in legs]

    def _before(self, at: int) -> tuple[Spot, ...]:
        """The places that the way to a place of the graph bends at, that place the last of them."""
        spots = []
        while at < len(self.places):
            spots.append(Spot(*self.places[at].tolist()))
            at = int(self._ways.bends[at])
        return self.start, *spots[::-1]

    def _last_legs(self, places: Floats) -> tuple[Floats, Ints]:
        """What the way to each place costs, inf where it is out of reach, and the last place it bends at."""
        from rules.ground.table.movement.tight_ways import last_legs

        return last_legs(self.faces.cells, self._ways, float(self.allowance), plain(places))

    @cached_property
    def _ways(self) -> "Ways":
        from rules.ground.table.movement.tight_ways import Ways

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
        """The costs of the nodes with a rim out to the edges of the table. The rim and forbidden nodes take
        what a neighbour would pay to come there, so that the region runs up to where one may not go."""
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
