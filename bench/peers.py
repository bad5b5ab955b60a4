"""The same questions put to well-known libraries, in the best way for each: prepared beforehand, all at once."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

import networkx as nx
import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from shapely.geometry.base import BaseGeometry

from bench.floors.dial import Dial
from rules.ground.table.arrays import segments

NodeT = TypeVar("NodeT", bound=Hashable)


class TreeOfPieces:
    """The field of a table with Shapely: an STRtree of the pieces, all lines at once."""

    def __init__(self, areas: Sequence[BaseGeometry], spots: NDArray[np.float64]) -> None:
        self.areas, self.tree, self.spots = areas, shapely.STRtree(areas), spots

    def field(self, viewer: Sequence[float]) -> NDArray[np.bool_]:
        """One flag for each spot: whether a piece stands between."""
        found = np.zeros(len(self.spots), np.bool_)
        lines = segments(np.broadcast_to(np.array(viewer), self.spots.shape), self.spots)
        found[self.tree.query(lines, predicate="intersects")[0]] = True
        return found


class PricedGraph(Generic[NodeT]):
    """A movement graph with exact prices, built beforehand for all searches."""

    def __init__(self, graph: "nx.DiGraph[NodeT]") -> None:
        self.nodes = list(graph)
        self.number = {node: k for k, node in enumerate(self.nodes)}
        edges = [
            (self.number[t], self.number[end], facts["cost"]) for t, end, facts in graph.edges(data=True)
        ]
        self.unit = lcm(1, *{price.denominator for _, _, price in edges})
        rows, columns, prices = (np.array(each) for each in zip(*edges, strict=True))
        size = len(self.nodes)
        whole = np.array([int(price * self.unit) for price in prices])
        self.matrix = csr_array((whole.astype(np.float64), (rows, columns)), shape=(size, size))
        self.floats: nx.DiGraph[NodeT] = nx.DiGraph()
        self.floats.add_nodes_from(self.nodes)
        self.floats.add_weighted_edges_from(
            (self.nodes[a], self.nodes[b], float(price)) for a, b, price in edges
        )

    def scipy(self, start: NodeT, allowance: Fraction) -> NDArray[np.float64]:
        """The cost of reaching each node, by SciPy alone: inf if it is too far."""
        found: NDArray[np.float64] = dijkstra(
            self.matrix, indices=[self.number[start]], limit=float(allowance * self.unit)
        )[0]
        return found

    def networkx(self, start: NodeT, allowance: Fraction) -> dict[NodeT, float]:
        """The same by NetworkX, with prices as floats."""
        found: dict[NodeT, float] = nx.single_source_dijkstra_path_length(
            self.floats, start, float(allowance), weight="weight"
        )
        return found

    def dial(self) -> Dial:
        """The same graph for the floor in C."""
        return Dial(self.matrix.indptr, self.matrix.indices, self.matrix.data.astype(np.int32))

    def named(self, costs: NDArray[Any]) -> dict[NodeT, Fraction]:
        """The nodes reached, each with its price in points."""
        reached = np.flatnonzero((costs >= 0) & (costs < np.inf))
        return {self.nodes[k]: Fraction(int(costs[k]), self.unit) for k in reached}
