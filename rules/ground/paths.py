"""Reach and cheapest path over steps that cost points, prepared once and asked often.

Costs are whole multiples of one fraction of a point, so that nothing is rounded.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, gcd, inf, lcm
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.ground.bucket_queue import spread
from rules.ground.compiling import PlainWork

if TYPE_CHECKING:
    import networkx as nx
    from scipy.sparse import csr_array

PLAIN_STEPS = PlainWork(1_000_000)
"""The number of steps that plain Python follows in the time that loading the compiled queue takes."""

NodeT = TypeVar("NodeT", bound=Hashable)

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Steps(Generic[NodeT]):
    """A graph of nodes and steps: the steps from node k are first[k] to first[k + 1], and `ends` has the node each leads to.

    Costs are whole numbers above 0; `unit` of them make a point.
    """

    nodes: tuple[NodeT, ...]
    first: Ints
    ends: Ints
    costs: Ints
    unit: int

    @cached_property
    def index(self) -> dict[NodeT, int]:
        """The number of each node."""
        return {node: k for k, node in enumerate(self.nodes)}

    @cached_property
    def starts(self) -> Ints:
        """The node that each step begins on."""
        return np.repeat(np.arange(len(self.nodes), dtype=np.int32), np.diff(self.first))

    @cached_property
    def listed(self) -> tuple[list[int], list[int], list[int]]:
        """`first`, `ends` and `costs` as plain numbers."""
        return self.first.tolist(), self.ends.tolist(), self.costs.tolist()

    def from_node(self, node: NodeT) -> range:
        """The numbers of the steps from a node."""
        k = self.index[node]
        return range(self.first[k], self.first[k + 1])

    def end(self, step: int) -> NodeT:
        return self.nodes[int(self.ends[step])]

    def number(self, start: NodeT, end: NodeT) -> int:
        """The number of the step from a node to another."""
        return next(step for step in self.from_node(start) if self.end(step) == end)

    def cost(self, step: int) -> Fraction:
        """The cost of a step, in points."""
        return Fraction(int(self.costs[step]), self.unit)

    def marked(self, nodes: Iterable[NodeT]) -> Flags:
        """One flag for each node: whether it is among these; unknown nodes are ignored."""
        flags = np.zeros(len(self.nodes), dtype=np.bool_)
        flags[[k for node in nodes if (k := self.index.get(node)) is not None]] = True
        return flags


def in_whole_numbers(costs: Sequence[Fraction]) -> tuple[list[int], int]:
    """Costs as whole multiples of a fraction of a point, and how many such fractions make a point: as few as make all costs whole."""
    unit = lcm(1, *{cost.denominator for cost in costs})
    return [int(cost * unit) for cost in costs], unit


class Costs(Mapping[NodeT, Fraction]):
    """The cost of getting to each node within reach, in the order of the nodes."""

    def __init__(self, steps: Steps[NodeT], costs: Ints) -> None:
        self._steps = steps
        self._costs = costs
        self._reached = np.flatnonzero(costs >= 0)

    def __getitem__(self, node: NodeT) -> Fraction:
        cost = int(self._costs[self._steps.index[node]])
        if cost < 0:
            raise KeyError(node)
        return Fraction(cost, self._steps.unit)

    def __iter__(self) -> Iterator[NodeT]:
        return iter([self._steps.nodes[k] for k in self._reached.tolist()])

    def __len__(self) -> int:
        return len(self._reached)

    def cheapest_first(self) -> list[tuple[NodeT, Fraction]]:
        """The nodes with their costs, cheapest first; nodes of the same cost stay in order."""
        costs = self._costs[self._reached]
        order = np.argsort(costs, kind="stable")
        fractions = {cost: Fraction(cost, self._steps.unit) for cost in np.unique(costs).tolist()}
        pairs = zip(self._reached[order].tolist(), costs[order].tolist(), strict=True)
        return [(self._steps.nodes[k], fractions[cost]) for k, cost in pairs]


@dataclass(frozen=True, eq=False)
class Paths(Generic[NodeT]):
    """The open steps of a graph, ready for searches."""

    steps: Steps[NodeT]
    is_open: Flags

    @classmethod
    def over(cls, steps: Steps[NodeT]) -> "Paths[NodeT]":
        """All of these steps."""
        return cls(steps, np.ones(len(steps.ends), dtype=np.bool_))

    def without(self, closed: Flags) -> "Paths[NodeT]":
        """These paths without the closed steps."""
        return Paths(self.steps, self.is_open & ~closed)

    @cached_property
    def graph(self) -> "nx.DiGraph[NodeT]":
        """The open steps as a NetworkX graph, to look at; every edge has its `cost`."""
        import networkx as nx

        steps = self.steps
        graph: nx.DiGraph[NodeT] = nx.DiGraph()
        graph.add_nodes_from(steps.nodes)
        made = np.flatnonzero(self.is_open).tolist()
        graph.add_edges_from(
            (steps.nodes[steps.starts[step]], steps.end(step), {"cost": steps.cost(step)}) for step in made
        )
        return graph

    @cached_property
    def unit(self) -> int:
        """How many parts of a point are enough to make the costs of the open steps whole; a divisor of `steps.unit`."""
        return self.steps.unit // gcd(self.steps.unit, *np.unique(self.steps.costs[self.is_open]).tolist())

    def reach(
        self,
        start: NodeT,
        allowance: Fraction,
        *,
        ends_at: Collection[NodeT] = (),
        barred: Collection[NodeT] = (),
    ) -> Costs[NodeT]:
        """Every node within an allowance and what it costs to get there, the start at 0.

        A move stops at the nodes in `ends_at` and never enters those that are barred.
        """
        steps = self.steps
        limit = min(floor(allowance * steps.unit), self._most)
        stops, shut = steps.marked(ends_at), steps.marked(barred)
        origin = steps.index[start]
        if PLAIN_STEPS.compiling_pays(len(steps.ends)):
            from rules.ground.compiled_bucket_queue import least_costs

            costs = least_costs(
                steps.first, steps.ends, steps.costs, self.is_open, stops, shut, origin, limit
            )
        else:
            least, bucket = [limit + 1] * len(steps.nodes), [-1] * (limit + 1)
            waiting, behind = ([0] * (len(steps.ends) + 1) for _ in range(2))
            made, ending, closed = self.is_open.tolist(), stops.tolist(), shut.tolist()
            spread(*steps.listed, made, ending, closed, origin, limit, least, bucket, waiting, behind)
            costs = np.array(least, dtype=np.int32)
        return Costs(steps, np.where(costs > limit, np.int32(-1), costs))

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
        from scipy.sparse.csgraph import dijkstra

        steps, origin = self.steps, self.steps.index[start]
        stops = steps.marked(ends_at)
        stops[origin] = False
        matrix = self._matrix
        rows = np.repeat(stops, np.diff(matrix.indptr))
        weights = np.where(rows | steps.marked(barred)[matrix.indices], inf, matrix.data)
        within = type(matrix)((weights, matrix.indices, matrix.indptr), shape=matrix.shape)
        (costs,), (before,) = dijkstra(
            within, indices=[origin], limit=float(allowance * steps.unit), return_predecessors=True
        )
        ends = [at for goal in goals if costs[at := steps.index[goal]] < inf]
        if not ends:
            return ()
        way = [min(ends, key=lambda end: float(costs[end]))]
        while way[-1] != origin:
            way.append(int(before[way[-1]]))
        return tuple(steps.nodes[k] for k in reversed(way))

    @cached_property
    def _most(self) -> int:
        """A cost that no path exceeds."""
        return int(self.steps.costs.max(initial=1)) * len(self.steps.nodes)

    @cached_property
    def _matrix(self) -> "csr_array[np.float64]":
        """The open steps as a sparse matrix for SciPy, node by node."""
        from scipy.sparse import csr_array

        steps, size = self.steps, len(self.steps.nodes)
        made = self.is_open
        return csr_array(
            (steps.costs[made].astype(np.float64), (steps.starts[made], steps.ends[made])), shape=(size, size)
        )
