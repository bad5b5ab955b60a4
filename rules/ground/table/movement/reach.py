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

from rules.ground.table.arrays import Bools, Floats, Ints, number_ranges, points
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.lattice import STEP_IN, Lattice
from rules.ground.table.movement.links import node_links

ROUNDING = 1e-9
"""What a cost may stand above the allowance from adding up."""

_SLACK_IN = 1e-6
"""Places so little out of reach are asked about as well."""


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
            at = int(self._tight[1][at])
        return self.start, *spots[::-1]

    def _last_legs(self, places: Floats) -> tuple[Floats, Ints]:
        """What the way to each place costs, inf where it is out of reach, and the last place it bends at."""
        found, last = np.full(len(places), inf), np.full(len(places), len(self.places))
        near = np.flatnonzero(self._may_reach(places, _SLACK_IN))
        found[near], last[near] = self._last_legs_near(places[near])
        return found, last

    def _may_reach(self, places: Floats, slack_in: float = 0.0) -> Bools:
        """Which places (n, 2) are in reach if all ground is the cheapest."""
        gaps_in = np.hypot(*(places - np.array(self.start)).T)
        may: Bools = gaps_in * float(self.faces.prices.min()) <= self.allowance + ROUNDING + slack_in
        return may

    def _last_legs_near(self, places: Floats) -> tuple[Floats, Ints]:
        paid, bends = self._tight
        at = np.concatenate([self.places, [self.start]])
        found, last = np.full(len(places), inf), np.full(len(places), len(self.places))
        place, node, onward = self._links(places)
        order = np.lexsort((paid[node] + onward, place))
        place, best = np.unique(place[order], return_index=True)
        nearest, onward = node[order][best], onward[order][best]
        found[place], last[place] = paid[nearest] + onward, nearest
        # From the bend before it, and from the start, if that is no dearer.
        straight = np.flatnonzero(self._may_reach(places))
        for goal, bend in ((place, bends[nearest]), (straight, np.full(len(straight), len(self.places)))):
            cost = paid[bend] + self.faces.costs(at[bend], places[goal])
            is_better = cost <= found[goal] + ROUNDING
            goal, bend, cost = goal[is_better], bend[is_better], cost[is_better]
            found[goal], last[goal] = cost, bend
        found[found > self.allowance + ROUNDING] = inf
        return found, last

    def _links(self, places: Floats) -> tuple[Ints, Ints, Floats]:
        """The open moves from reached nodes about a place to it: place, node, cost."""
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
        is_open = (onward < inf) & (self.costs[node] <= self.allowance)
        return place[is_open], node[is_open], onward[is_open]

    @cached_property
    def _tight(self) -> tuple[Floats, Ints]:
        """What the way to each place of the graph costs pulled tight, and the last place it bends at before.

        A way goes straight on past the place before it from where that one bent last, if that is no dearer. The start
        has the last number.
        """
        size = len(self.places)
        at = np.concatenate([self.places, [self.start]])
        costs, before = np.append(self.costs, 0.0), np.append(self.before, -1)
        paid, bends = costs.copy(), np.full(size + 1, size)
        order = np.argsort(before, kind="stable")
        order = order[(before[order] >= 0) & (costs[order] <= self.allowance)]
        first = np.searchsorted(before[order], np.arange(size + 2))
        came = np.array([size])
        while len(came):
            parent, place = number_ranges(first[came], first[came + 1])
            node, parent = order[place], came[parent]
            bend = bends[parent]
            onward = paid[parent] + costs[node] - costs[parent]
            straight = paid[bend] + self.faces.costs(at[bend], at[node])
            is_straight = straight <= onward + ROUNDING
            bends[node] = np.where(is_straight, bend, parent)
            paid[node] = np.where(is_straight, straight, onward)
            came = node
        return paid, bends

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
