"""Reach and cheapest path on a movement graph, prepared once and asked often.

The graph is NetworkX; its sparse matrix, with costs as whole multiples of one fraction, answers.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, lcm
from typing import Generic, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

NodeT = TypeVar("NodeT", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Paths(Generic[NodeT]):
    """A movement graph ready for questions; edges carry their `cost` as a Fraction above 0."""

    graph: "nx.DiGraph[NodeT]"

    def reach(
        self,
        start: NodeT,
        allowance: Fraction,
        *,
        ends_at: Collection[NodeT] = (),
        barred: Collection[NodeT] = (),
    ) -> Mapping[NodeT, Fraction]:
        """Every node within an allowance and what it costs to get there, the start at 0.

        A move stops at the nodes in `ends_at` and never enters those that are barred.
        """
        costs, _ = self._search(start, allowance, ends_at, barred)
        reached = np.flatnonzero(costs < inf)
        fractions = self._fractions
        units = costs[reached].astype(np.int64).tolist()
        return {self._nodes[k]: fractions(unit) for k, unit in zip(reached.tolist(), units, strict=True)}

    def cheapest(
        self,
        start: NodeT,
        goals: Iterable[NodeT],
        allowance: Fraction,
        *,
        ends_at: Collection[NodeT] = (),
        barred: Collection[NodeT] = (),
    ) -> tuple[NodeT, ...]:
        """The cheapest way from a start to one of the goals, both included; empty if there is none."""
        costs, before = self._search(start, allowance, ends_at, barred)
        ends = [at for goal in goals if costs[at := self._index[goal]] < inf]
        if not ends:
            return ()
        at = min(ends, key=lambda end: costs[end])
        way = [at]
        while way[-1] != self._index[start]:
            way.append(int(before[way[-1]]))
        return tuple(self._nodes[k] for k in reversed(way))

    def _search(
        self,
        start: NodeT,
        allowance: Fraction,
        ends_at: Collection[NodeT],
        barred: Collection[NodeT],
    ) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        matrix = self._matrix
        origin = self._index[start]
        if ends_at or barred:
            weights = matrix.data.copy()
            for node in ends_at:
                row = self._index.get(node, origin)
                if row != origin:
                    weights[matrix.indptr[row] : matrix.indptr[row + 1]] = inf
            closed = [self._index[node] for node in barred if node in self._index]
            weights[np.isin(matrix.indices, closed)] = inf
            matrix = csr_array((weights, matrix.indices, matrix.indptr), shape=matrix.shape)
        costs, before = dijkstra(
            matrix, indices=[origin], limit=float(allowance * self._unit), return_predecessors=True
        )
        return costs[0], before[0]

    @cached_property
    def _nodes(self) -> tuple[NodeT, ...]:
        return tuple(self.graph.nodes)

    @cached_property
    def _index(self) -> dict[NodeT, int]:
        return {node: k for k, node in enumerate(self._nodes)}

    @cached_property
    def _steps(self) -> list[tuple[NodeT, NodeT, Fraction]]:
        return [(start, end, facts["cost"]) for start, end, facts in self.graph.edges(data=True)]

    @cached_property
    def _unit(self) -> int:
        """How many units of the matrix make one point."""
        return lcm(1, *{cost.denominator for _, _, cost in self._steps})

    def _fractions(self, units: int) -> Fraction:
        if units not in self._known_fractions:
            self._known_fractions[units] = Fraction(units, self._unit)
        return self._known_fractions[units]

    @cached_property
    def _known_fractions(self) -> dict[int, Fraction]:
        return {}

    @cached_property
    def _matrix(self) -> "csr_array[np.float64]":
        rows, columns, weights = [], [], []
        for start, end, cost in self._steps:
            rows.append(self._index[start])
            columns.append(self._index[end])
            weights.append(float(cost * self._unit))
        size = len(self._nodes)
        return csr_array((weights, (rows, columns)), shape=(size, size))
