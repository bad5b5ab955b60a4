"""The cheapest ways from a start over a graph whose costs are floats: compiled.

SciPy's search reads every step of the graph before it begins; this one touches those alone that lie within the limit.
"""

from math import inf

import numpy as np
import numpy.typing as npt

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel, zero

Numbers = Ints | npt.NDArray[np.int32]


@kernel
def cheapest_ways(
    first: Numbers, ends: Numbers, costs: Floats, nodes: Ints, at_once: Floats, limit: float
) -> tuple[Floats, Ints]:
    """What it costs to each node, inf beyond the limit, and the node before it; the start itself has the last number.

    The steps from node k are first[k] to first[k + 1]; from the start one comes to `nodes` for `at_once`.
    """
    size = len(first) - 1
    found, before = np.full(size, inf), np.full(size, -1)
    # A heap of the nodes that are come to, by what they cost; `place` is where in it a node stands.
    heap, place, count = np.empty(size, np.int64), np.empty(size, np.int64), zero()
    for at in range(len(nodes)):
        count = come(nodes[at], at_once[at], size, limit, found, before, heap, place, count)
    while count:
        node = heap[0]
        count = take_first(found, heap, place, count)
        for at in range(first[node], first[node + 1]):
            cost = found[node] + costs[at]
            count = come(ends[at], cost, node, limit, found, before, heap, place, count)
    return found, before


@inner
def come(
    node: int,
    cost: float,
    origin: int,
    limit: float,
    found: Floats,
    before: Ints,
    heap: Ints,
    place: Ints,
    count: int,
) -> int:
    """Come to a node, if that is cheaper than so far; how many nodes wait then."""
    if not (cost <= limit and cost < found[node]):
        return count
    if found[node] == inf:
        place[node] = count
        count += 1
    found[node], before[node], at = cost, origin, place[node]
    while at > 0:
        above = (at - 1) // 4
        other = heap[above]
        if found[other] <= cost:
            break
        heap[at], place[other] = other, at
        at = above
    heap[at], place[node] = node, at
    return count


@inner
def take_first(found: Floats, heap: Ints, place: Ints, count: int) -> int:
    """Take the cheapest node from the heap; how many wait then."""
    count -= 1
    node, at = heap[count], 0
    while True:
        child, last = 4 * at + 1, min(4 * at + 5, count)
        if child >= count:
            break
        least = child
        for other in range(child + 1, last):
            if found[heap[other]] < found[heap[least]]:
                least = other
        if found[heap[least]] >= found[node]:
            break
        heap[at], place[heap[least]] = heap[least], at
        at = least
    heap[at], place[node] = node, at
    return count
