"""Dijkstra's search with a heap over a graph whose costs are floats, compiled.

SciPy's search reads every step of the graph before it begins; this one reads only the steps within the limit.
"""

from math import inf

import numpy as np
import numpy.typing as npt

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel, zero

AnyInts = Ints | npt.NDArray[np.int32]


@kernel
def cheapest_ways(
    first: AnyInts, ends: AnyInts, costs: Floats, nodes: Ints, at_once: Floats, limit: float
) -> tuple[Floats, Ints]:
    """The cost of each node, inf beyond the limit, and the node before it on the cheapest way.

    The steps from node k are first[k] to first[k + 1]. The start is no node of the graph: it has the number after the last,
    and leads to `nodes` at the costs `at_once`.
    """
    size = len(first) - 1
    least, before = np.full(size, inf), np.full(size, -1)
    # A heap (four children to a node) of the nodes reached so far, by cost; `place` is the position of each node in it.
    heap, place, count = np.empty(size, np.int64), np.empty(size, np.int64), zero()
    for at in range(len(nodes)):
        count = relax(nodes[at], at_once[at], size, limit, least, before, heap, place, count)
    while count:
        node = heap[0]
        count = pop_cheapest(least, heap, place, count)
        for at in range(first[node], first[node + 1]):
            cost = least[node] + costs[at]
            count = relax(ends[at], cost, node, limit, least, before, heap, place, count)
    return least, before


@inner
def relax(
    node: int,
    cost: float,
    origin: int,
    limit: float,
    least: Floats,
    before: Ints,
    heap: Ints,
    place: Ints,
    count: int,
) -> int:
    """Lower the cost of a node if this way is cheaper and within the limit; return the size of the heap."""
    if not (cost <= limit and cost < least[node]):
        return count
    if least[node] == inf:
        place[node] = count
        count += 1
    least[node], before[node], at = cost, origin, place[node]
    while at > 0:
        above = (at - 1) // 4
        other = heap[above]
        if least[other] <= cost:
            break
        heap[at], place[other] = other, at
        at = above
    heap[at], place[node] = node, at
    return count


@inner
def pop_cheapest(costs: Floats, heap: Ints, place: Ints, count: int) -> int:
    """Take the cheapest node, heap[0], off the heap; return its new size."""
    count -= 1
    node, at = heap[count], 0
    while True:
        child, last = 4 * at + 1, min(4 * at + 5, count)
        if child >= count:
            break
        least = child
        for other in range(child + 1, last):
            if costs[heap[other]] < costs[heap[least]]:
                least = other
        if costs[heap[least]] >= costs[node]:
            break
        heap[at], place[heap[least]] = heap[least], at
        at = least
    heap[at], place[node] = node, at
    return count
