"""Reach over a graph with whole prices, in C."""

from ctypes import c_void_p

import numpy as np
from numpy.typing import NDArray

from bench.harness.native import compiled


class Dial:
    """A graph as rows of edges, each with its whole price above 0: the edges of node n are firsts[n]:firsts[n + 1]."""

    def __init__(self, firsts: NDArray[np.int32], ends: NDArray[np.int32], prices: NDArray[np.int32]) -> None:
        self.graph = [np.ascontiguousarray(each, np.int32) for each in (firsts, ends, prices)]
        self.dearest = int(prices.max())
        self.costs = np.empty(len(firsts) - 1, np.int32)
        self.scratch = [np.empty(size, np.int32) for size in (self.dearest + 1, len(ends) + 1, len(ends) + 1)]
        self._graph, self._costs, self._scratch = (
            [c_void_p(each.ctypes.data) for each in arrays]
            for arrays in (self.graph, [self.costs], self.scratch)
        )

    def reach(self, start: int, allowance: int) -> NDArray[np.int32]:
        """The cost of reaching each node, -1 if it is more than the allowance."""
        count = len(self.costs)
        compiled("dial").reach(
            *self._graph, count, self.dearest, start, allowance, *self._costs, *self._scratch
        )
        return self.costs
