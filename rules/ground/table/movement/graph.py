"""The movement graph of a table: reach and cheapest ways over ground of any price.

A table is prepared once for each price function and searched often. The graph has half-inch nodes and
40 directions; further nodes lie where the price changes, at the corners of forbidden ground, and along
roads and other cheap lines. The cost of each step is exact, so no answer is ever cheaper than the truth.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf

import networkx as nx
import numpy as np
import shapely
from scipy.sparse import coo_array, csr_array
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.ground.table.arrays import Floats, Ints, points
from rules.ground.table.inches import Spot
from rules.ground.table.movement.bodies import Body, barred_to_middle
from rules.ground.table.movement.corners import Corners
from rules.ground.table.movement.faces import Faces, Price
from rules.ground.table.movement.lattice import ROUNDING, STEP_IN, Lattice
from rules.ground.table.movement.links import node_links
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.movement.steps import steps_between
from rules.ground.table.movement.ways import Way, straightened_way
from rules.ground.table.outlines import FINE_IN
from rules.ground.table.tabletop import Tabletop

_NEAR_STEPS = 4
_SPACING_IN = 0.5
_BESIDE_IN = 0.1
_NEAR_CORNER_IN = 0.25
"""Corners this close together are merged into one."""
_WITHIN_IN = 2 * FINE_IN
_PASSAGE_IN = 1.5
"""The distance between the places along forbidden ground, which lead ways through narrow passages."""

_POINT = Body()


@dataclass(frozen=True, eq=False)
class TableGraph:
    """A table as a movement graph; make one with `of`. Its steps are gathered at the first search: pricing a drawn path
    needs only its faces, which are a fifth of the work."""

    table: Tabletop
    faces: Faces

    @classmethod
    def of(
        cls,
        table: Tabletop,
        price: Price,
        keep_out: Iterable[BaseGeometry] = (),
        body: Body = _POINT,
        avoid: Iterable[BaseGeometry] = (),
    ) -> "TableGraph":
        """The graph of a table under a book's prices.

        `price` gives the cost of an inch on ground that all of the given pieces cover, in the order they
        were drawn, None where movement is forbidden. `keep_out` are further forbidden shapes, such as
        enemy bases. A `body` keeps half its width off all of these and off the table edge; only its
        middle keeps out of the shapes to `avoid`.

        Raises:
            BadInput: if a price is not above 0.
        """
        barred = list(keep_out)
        if body.width_in:
            closed = Faces.of(table, price).forbidden
            wide = barred_to_middle(table, closed, body, shapely.union_all(barred))
            barred += shapely.get_parts(wide).tolist()
        return cls(table, Faces.of(table, price, [*barred, *avoid]))

    @property
    def lattice(self) -> Lattice:
        return self.faces.lattice

    @cached_property
    def prices(self) -> Floats:
        """The cost of an inch at each node of the lattice."""
        prices: Floats = self.faces.cells.prices[self.faces.cells.kind]
        return prices

    @cached_property
    def _highest_price(self) -> float:
        return float(self.prices[self.prices < inf].max(initial=1.0))

    @cached_property
    def corners(self) -> Corners:
        """The corners of forbidden ground, which are the last of `places`."""
        return Corners.of(self.faces, _PASSAGE_IN)

    @cached_property
    def places(self) -> Floats:
        """The nodes of the graph (n, 2): those of the lattice, then the further ones."""
        return np.concatenate([self.lattice.places, self._open_edges, self.corners.places])

    @cached_property
    def steps(self) -> csr_array[np.float64]:
        """The cost of each step from node to node."""
        steps = steps_between(self.lattice, self.faces, self.prices)
        return _with_further_steps(
            self.lattice, self.faces, self.prices, steps, self._open_edges, self.corners
        )

    @cached_property
    def _open_edges(self) -> Floats:
        return np.concatenate(
            [_places_at_price_changes(self.faces), _along_cheap_lines(self.table, self.faces, _SPACING_IN)]
        )

    @cached_property
    def network(self) -> "nx.Graph[int]":
        """The graph in NetworkX: nodes count into `places`, edges carry their cost as `weight`."""
        network: nx.Graph[int] = nx.from_scipy_sparse_array(self.steps)
        return network

    def is_open(self, spot: Spot) -> bool:
        """Whether a spot is not forbidden."""
        return bool(np.isfinite(self.faces.prices_at(np.array([spot], dtype=np.float64)))[0])

    def nearest_open(self, spot: Spot, has_room: Callable[[Spot], bool]) -> Spot:
        """The spot, if it is open and has room, else the nearest middle of an inch square that is; the spot itself if there is
        none."""
        squares = self.table.squares
        near = squares[np.argsort(np.hypot(*(squares - spot).T), kind="stable")]
        stops = (Spot(*place) for place in [spot, *near[np.isfinite(self.faces.prices_at(near))].tolist()])
        return next((stop for stop in stops if self.is_open(stop) and has_room(stop)), spot)

    def along_cheap_lines(self, apart_in: float) -> Floats:
        """Places along the middle of every line (a road, say) that is cheaper than the ground beside it, no
        further apart than this."""
        return _along_cheap_lines(self.table, self.faces, apart_in)

    def reach(self, start: Spot, allowance: float) -> TableReach:
        """The ground within reach of a spot for this allowance.

        Raises:
            OffBoard: if the spot is off the table.
            BadInput: if the allowance is below 0.
        """
        if not 0 <= allowance < inf:
            raise BadInput("allowance", allowance, "0 or more")
        costs, before = self._search(start, allowance + 1.5 * STEP_IN * self._highest_price)
        return TableReach(
            start,
            allowance,
            self.faces,
            self.lattice,
            self.prices,
            self.places,
            self._further,
            costs,
            before,
        )

    def way(self, start: Spot, goal: Spot, allowance: float = inf) -> Way | None:
        """The cheapest way from spot to spot, without needless bends; None if there is none within the allowance.

        Raises:
            OffBoard: if a spot is off the table.
        """
        self.table.on_board(goal)
        costs, before = self._search(start, inf if allowance == inf else allowance * 1.02 + STEP_IN)
        last, onward = self._links(goal)
        if not len(last) or not (costs[last] + onward < inf).any():
            return self._if_affordable(straightened_way(self.faces, [start, goal]), allowance)
        at = int(last[np.argmin(costs[last] + onward)])
        spots = [goal]
        while at < len(self.places) and at >= 0:
            spots.append(Spot(*self.places[at].tolist()))
            at = int(before[at])
        return self._if_affordable(straightened_way(self.faces, [*spots, start][::-1]), allowance)

    def cost_along(self, spots: Iterable[Spot]) -> float | None:
        """The exact cost of a drawn path; None if it enters forbidden ground.

        Raises:
            OffBoard: if a spot is off the table.
        """
        drawn = np.array([self.table.on_board(spot) for spot in spots], dtype=np.float64).reshape(-1, 2)
        cost = float(self.faces.costs(drawn[:-1], drawn[1:]).sum()) if len(drawn) > 1 else 0.0
        return cost if cost < inf else None

    @cached_property
    def _further(self) -> tuple[Ints, Ints]:
        """The further nodes sorted by their cells: where those of each cell begin, and their numbers."""
        further = np.arange(len(self.lattice), len(self.places))
        cell = self.lattice.cells_of(self.places[further])
        order = np.argsort(cell, kind="stable")
        return np.searchsorted(cell[order], np.arange(len(self.lattice) + 1)), further[order]

    def _if_affordable(self, way: Way | None, allowance: float) -> Way | None:
        return way if way is not None and way.cost <= allowance + ROUNDING else None

    def _search(self, start: Spot, limit: float) -> tuple[Floats, Ints]:
        """The cost of each node, and the node before it; the start has the number after the last."""
        from rules.ground.table.movement.cheapest import cheapest_ways

        steps = self.steps
        links = self._links(self.table.on_board(start))
        return cheapest_ways(steps.indptr, steps.indices, steps.data, *links, float(limit))

    def _links(self, place: Spot) -> tuple[Ints, Floats]:
        """The nodes within about two inches of a spot that a straight move links with it, and the costs of these moves."""
        here = np.array([place], dtype=np.float64)
        _, nodes, costs = node_links(self.lattice, self.faces, self.prices, here, _NEAR_STEPS)
        further = np.arange(len(self.lattice), len(self.places))
        close = further[np.hypot(*(self.places[further] - here).T) <= _NEAR_STEPS * STEP_IN]
        moves = self.faces.costs(np.repeat(here, len(close), axis=0), self.places[close])
        return np.concatenate([nodes, close[moves < inf]]), np.concatenate([costs, moves[moves < inf]])


def _places_at_price_changes(faces: Faces) -> Floats:
    """Places every half inch along the edges between open ground, and at their corners, just within the cheaper side.

    Other outlines in a graph may move an edge by the breadth of the fine lattice; a way along it must cost the same in each.
    """
    is_open = np.isfinite(faces.prices[faces.left]) & np.isfinite(faces.prices[faces.right])
    starts, along = faces.starts[is_open], (faces.ends - faces.starts)[is_open]
    length = np.hypot(*along.T)
    is_left = faces.prices[faces.left[is_open]] < faces.prices[faces.right[is_open]]
    inward = np.column_stack([-along[:, 1], along[:, 0]]) * (np.where(is_left, 1, -1) / length)[:, None]
    reached = np.cumsum(length)
    at = np.arange(_SPACING_IN / 2, reached[-1] if len(reached) else 0.0, _SPACING_IN)
    edge = np.searchsorted(reached, at)
    share = 1 - (reached[edge] - at) / length[edge]
    corners, corner = np.unique(np.concatenate([starts, starts + along]), axis=0, return_inverse=True)
    into = np.zeros_like(corners)
    np.add.at(into, corner, np.concatenate([inward, inward]))
    _, one = np.unique(np.rint(corners / _NEAR_CORNER_IN), axis=0, return_index=True)
    beside = starts[edge] + along[edge] * share[:, None] + inward[edge] * _WITHIN_IN
    return np.concatenate([beside, corners[one] + into[one] * _WITHIN_IN])


def _along_cheap_lines(table: Tabletop, faces: Faces, apart_in: float) -> Floats:
    spots = [np.empty((0, 2))]
    for piece in table.pieces:
        width_in = piece.width_in or 0.0
        for line in shapely.get_parts(piece.shape) if width_in else ():
            if line.length == 0:
                continue
            places = shapely.get_coordinates(shapely.segmentize(line, apart_in))
            along = np.gradient(places, axis=0)
            aside = np.column_stack([-along[:, 1], along[:, 0]])
            aside *= (width_in / 2 + _BESIDE_IN) / np.maximum(np.hypot(*aside.T), 1e-9)[:, None]
            here, left, right = (faces.prices_at(p) for p in (places, places + aside, places - aside))
            spots.append(places[(here < np.maximum(left, right))])
    return np.concatenate(spots)


def _with_further_steps(
    lattice: Lattice,
    faces: Faces,
    prices: Floats,
    steps: csr_array[np.float64],
    open_edges: Floats,
    corners: Corners,
) -> csr_array[np.float64]:
    """The steps of the lattice, those to and between further nodes within about an inch, and those that graze forbidden
    ground from corner to corner."""
    further = np.concatenate([open_edges, corners.places])
    if not len(further):
        return steps
    place, node, cost = node_links(lattice, faces, prices, further, 2)
    first, second = _pairs(further, 1.2 * _SPACING_IN)
    one, other = _pairs(corners.places, 1.1 * _PASSAGE_IN)
    grazes = corners.is_tangent(one, corners.places[other]) & corners.is_tangent(other, corners.places[one])
    first = np.concatenate([first, one[grazes] + len(open_edges)])
    second = np.concatenate([second, other[grazes] + len(open_edges)])
    first, second = np.unique(np.stack([first, second]), axis=1)
    between = faces.costs(further[first], further[second])
    first, second, between = first[between < inf], second[between < inf], between[between < inf]
    starts = np.concatenate([place, first]) + len(lattice)
    nodes, costs = np.concatenate([node, second + len(lattice)]), np.concatenate([cost, between])
    size = len(lattice) + len(further)
    both = np.concatenate([starts, nodes]), np.concatenate([nodes, starts])
    links = coo_array((np.concatenate([costs, costs]), both), shape=(size, size)).tocsr()
    pointers = np.append(steps.indptr, np.full(len(further), steps.indptr[-1]))
    joined = csr_array(csr_array((steps.data, steps.indices, pointers), shape=(size, size)) + links)
    joined.indices, joined.indptr = joined.indices.astype(np.int32), joined.indptr.astype(np.int32)
    return joined


def _pairs(places: Floats, apart_in: float) -> tuple[Ints, Ints]:
    """All pairs of places within this distance, each pair once."""
    there = points(places)
    first, second = shapely.STRtree(there).query(there, predicate="dwithin", distance=apart_in)
    once = first < second
    return first[once], second[once]
