"""How far one gets on a table for so much: the region as polygons, and the cost of any place in it."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf

import numpy as np
import numpy.typing as npt
import shapely
from contourpy import FillType, contour_generator
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Floats, Ints, points
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.lattice import STEP_IN, Lattice
from rules.ground.table.movement.links import node_links

ROUNDING = 1e-9
"""What a cost may stand above the allowance from adding up."""


@dataclass(frozen=True, eq=False)
class TableReach:
    """Where one gets from a spot within an allowance.

    `costs` are what it costs to get to the `places` of the graph, the nodes of its lattice first, `before` the
    place one comes from (the start itself has the last number), and `prices` what an inch costs at the nodes.
    """

    start: Spot
    allowance: float
    faces: Faces
    lattice: Lattice
    prices: Floats
    places: Floats
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
        """What it costs to get to each place (n, 2), inf where it is out of reach; each is that of a real way."""
        found = np.full(len(places), inf)
        around, node = self.lattice.near(places, 2)
        close = np.unique(around[self.costs[node] <= self.allowance])
        place, node, onward = node_links(self.lattice, self.faces, self.prices, places[close], 2)
        place = close[place]
        further = np.flatnonzero(self.costs[len(self.lattice) :] <= self.allowance) + len(self.lattice)
        if len(further):
            tree = shapely.STRtree(points(self.places[further]))
            near, at = tree.query(points(places), predicate="dwithin", distance=STEP_IN)
            moves = self.faces.costs(self.places[further[at]], places[near])
            place, node = np.concatenate([place, near]), np.concatenate([node, further[at]])
            onward = np.concatenate([onward, moves])
        np.minimum.at(found, place, self.costs[node] + onward)
        here = np.broadcast_to(np.array(self.start), places.shape)
        cheapest = float(self.faces.prices.min())
        within = np.flatnonzero(np.hypot(*(places - here).T) * cheapest <= self.allowance + ROUNDING)
        straight = self.faces.costs(here[within], places[within])
        found[within] = np.minimum(found[within], straight)
        found[found > self.allowance + ROUNDING] = inf
        return found

    def way_to(self, goal: Spot) -> tuple[Spot, ...] | None:
        """A way to a place, its half-inch steps drawn together where that makes it no dearer; None out of reach."""
        straight = np.array([self.start, goal], dtype=np.float64)
        direct = float(self.faces.costs(straight[:1], straight[1:])[0])
        _, node, onward = node_links(self.lattice, self.faces, self.prices, straight[1:], 2)
        off_lattice = self.places[len(self.lattice) :] - straight[1]
        further = np.flatnonzero(np.hypot(*off_lattice.T) <= STEP_IN) + len(self.lattice)
        moves = self.faces.costs(self.places[further], np.repeat(straight[1:], len(further), axis=0))
        node, onward = np.concatenate([node, further]), np.concatenate([onward, moves])
        far = self.costs[node] + onward
        cheapest = float(far.min(initial=inf))
        if min(direct, cheapest) > self.allowance + ROUNDING:
            return None
        if direct <= cheapest + ROUNDING:
            return (self.start, goal)
        places = [np.array(goal)]
        at = int(node[np.argmin(far)])
        while 0 <= at < len(self.places):
            places.append(self.places[at])
            at = int(self.before[at])
        return tuple(Spot(*place) for place in self._drawn_together([np.array(self.start), *places[::-1]]))

    def _drawn_together(self, places: list[Floats]) -> list[list[float]]:
        steps = np.array(places)
        gone = np.concatenate([[0.0], np.cumsum(self.faces.costs(steps[:-1], steps[1:]))])
        kept = [0]
        while kept[-1] < len(steps) - 1:
            onward = np.arange(kept[-1] + 1, len(steps))
            costs = self.faces.costs(np.repeat(steps[kept[-1:]], len(onward), axis=0), steps[onward])
            no_dearer = costs <= gone[onward] - gone[kept[-1]] + ROUNDING
            kept.append(int(onward[no_dearer][-1]) if no_dearer.any() else kept[-1] + 1)
        drawn: list[list[float]] = steps[kept].tolist()
        return drawn

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
