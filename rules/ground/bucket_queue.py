"""Least costs over a network of steps in whole numbers: Dial's bucket queue, compiled.

Import it where a reach is asked for, not before: the compiler takes longer to load than most questions to answer.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

OUT_OF_REACH = -1


@njit(cache=True)
def least_costs(
    first: Ints, ends: Ints, costs: Ints, is_open: Flags, stops: Flags, barred: Flags, start: int, limit: int
) -> Ints:
    """What it costs at least to come from a node to each, OUT_OF_REACH beyond the limit.

    The steps from node k are first[k] to first[k + 1]; those not open are not made, nor those into barred nodes, nor
    any from a node that stops, the start excepted.
    """
    found = np.full(len(first) - 1, limit + 1, np.int32)
    bucket = np.full(limit + 1, -1, np.int32)
    waiting, behind = np.empty(len(ends) + 1, np.int32), np.empty(len(ends) + 1, np.int32)
    found[start], bucket[0], waiting[0], behind[0] = 0, 0, start, -1
    count = 1
    for cost in range(limit + 1):
        while bucket[cost] >= 0:
            entry = bucket[cost]
            bucket[cost] = behind[entry]
            node = waiting[entry]
            if found[node] != cost or (stops[node] and node != start):
                continue
            for step in range(first[node], first[node + 1]):
                end = ends[step]
                there = cost + costs[step]
                if is_open[step] and there < found[end] and not barred[end]:
                    found[end] = there
                    waiting[count], behind[count] = end, bucket[there]
                    bucket[there] = count
                    count += 1
    for node in range(len(found)):
        if found[node] > limit:
            found[node] = OUT_OF_REACH
    return found
