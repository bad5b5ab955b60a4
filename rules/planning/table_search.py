"""A search between two spots of a table that weighs cost against danger, limited to ways within a budget."""

from collections.abc import Callable, Iterable, Mapping
from math import inf

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import dijkstra

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.planning.plan import CERTAIN

_LINK_IN = 1.5
_WINDOW = 24
"""How many nodes of a way one straight leg may replace when the way is straightened."""
_SAMPLE_IN = 0.2


class TableSearch:
    """The movement graph between two spots, each step with its price and its danger times its inches.

    `dangers` is called once, with the middles of all inch squares that a way within the budget may cross.
    """

    def __init__(
        self,
        graph: TableGraph,
        start: Spot,
        goal: Spot,
        budget: float,
        dangers: Callable[[Iterable[Spot]], Mapping[Spot, int]],
    ) -> None:
        self._graph = graph
        table = graph.table
        self._size = max(1, round(table.width_in)), max(1, round(table.depth_in))
        ends = np.array([start, goal], dtype=np.float64)
        near = _within(graph, ends, budget)
        self._places = np.concatenate([graph.places[near], ends])
        columns, rows = self._numbers(self._places)
        self._danger = np.full((self._size[1], self._size[0]), inf)
        squares = sorted(set(zip(columns.tolist(), rows.tolist(), strict=True)))
        asked = dangers(Spot(column + 0.5, row + 0.5) for column, row in squares)
        for column, row in squares:
            self._danger[row, column] = asked[Spot(column + 0.5, row + 0.5)] / CERTAIN
        self._steps = self._weighed(near)

    def way(self, rate: float) -> tuple[Spot, ...]:
        """The cheapest way if an inch of certain harm costs `rate` points more."""
        start, end, cost, harm = self._steps
        size = len(self._places)
        weights = csr_array((cost + rate * harm, (start, end)), shape=(size, size))
        _, predecessors = dijkstra(weights, indices=[size - 2], return_predecessors=True)
        before = predecessors[0]
        way = [size - 1]
        while way[-1] != size - 2:
            if before[way[-1]] < 0:
                return ()
            way.append(int(before[way[-1]]))
        return self._straightened(self._places[way[::-1]], rate)

    def squares(self, places: Floats) -> list[Spot]:
        """The middles of the inch squares that places (n, 2) lie in."""
        columns, rows = self._numbers(places)
        return [
            Spot(column + 0.5, row + 0.5) for column, row in zip(columns.tolist(), rows.tolist(), strict=True)
        ]

    def danger_at(self, places: Floats) -> Floats:
        """The danger of the squares that places (n, 2) lie in; inf for squares outside the search."""
        columns, rows = self._numbers(places)
        danger: Floats = self._danger[rows, columns]
        return danger

    def _numbers(self, places: Floats) -> tuple[Ints, Ints]:
        across, down = np.floor(places).astype(np.int64).T
        return np.clip(across, 0, self._size[0] - 1), np.clip(down, 0, self._size[1] - 1)

    def _weighed(self, near: Ints) -> tuple[Ints, Ints, Floats, Floats]:
        """The steps between these nodes and between them and both ends: from, to, price, and danger times inches."""
        kept = coo_array(csr_array(self._graph.steps)[near][:, near])
        ends = self._places[-2:]
        parts = [(kept.row.astype(np.int64), kept.col.astype(np.int64), kept.data)]
        for number, end in enumerate(ends, len(near)):
            close = np.flatnonzero(np.hypot(*(self._places - end).T) <= _LINK_IN)
            close = close[close != number]
            cost = self._graph.faces.costs(np.repeat(end[None], len(close), axis=0), self._places[close])
            close, cost = close[cost < inf], cost[cost < inf]
            here = np.full(len(close), number, dtype=np.int64)
            parts += [(here, close, cost), (close, here, cost)]
        start, end_, cost = (np.concatenate([part[k] for part in parts]) for k in range(3))
        return start, end_, cost, self._harm(self._places[start], self._places[end_])

    def _harm(self, starts: Floats, ends: Floats) -> Floats:
        """The danger along each straight move times its inches."""
        from rules.planning.danger_along import danger_along

        moves = ends - starts
        length = np.hypot(*moves.T)
        counts = np.ceil(length / _SAMPLE_IN).astype(np.int64)
        return danger_along(self._danger, starts, moves, counts, length / np.maximum(counts, 1))

    def _straightened(self, way: Floats, rate: float) -> tuple[Spot, ...]:
        """The way without the corners that a straight leg can replace at no higher cost."""
        first, second = np.triu_indices(len(way), 1)
        close = second - first <= _WINDOW
        first, second = first[close], second[close]
        worth = self._graph.faces.costs(way[first], way[second])
        worth = worth + rate * self._harm(way[first], way[second])
        best, before = np.full(len(way), inf), np.zeros(len(way), dtype=np.int64)
        best[0] = 0.0
        order = np.argsort(second, kind="stable")
        for start, end, price in zip(
            first[order].tolist(), second[order].tolist(), worth[order].tolist(), strict=True
        ):
            if best[start] + price < best[end] - 1e-9:
                best[end], before[end] = best[start] + price, start
        corners = [len(way) - 1]
        while corners[-1]:
            corners.append(int(before[corners[-1]]))
        return tuple(Spot(*way[k].tolist()) for k in reversed(corners))


def _within(graph: TableGraph, ends: Floats, budget: float) -> Ints:
    """The nodes on any way between two spots within the budget."""
    costs = [graph.reach(Spot(*end.tolist()), budget).costs for end in ends]
    return np.flatnonzero(sum(part[: len(graph.places)] for part in costs) <= budget)
