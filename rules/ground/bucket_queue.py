"""Shortest paths over whole-number costs: Dial's algorithm, a Dijkstra search whose queue is an array of buckets.

The code is written once: it runs as plain Python for a few searches, compiled (`compiled_bucket_queue.py`) for many.
"""

from collections.abc import Sequence

from rules.ground.int_rows import WritableIntRow


def spread(
    first: Sequence[int],
    ends: Sequence[int],
    costs: Sequence[int],
    is_open: Sequence[bool],
    stops: Sequence[bool],
    barred: Sequence[bool],
    start: int,
    limit: int,
    least: WritableIntRow,
    bucket: WritableIntRow,
    waiting: WritableIntRow,
    behind: WritableIntRow,
) -> None:
    """Write the least cost from the start to each node within the limit into `least`, which must hold limit + 1 before.

    The steps from node k are first[k] to first[k + 1]. The search skips steps that are not open, steps into barred
    nodes, and all steps from a node in `stops` except the start. `bucket` heads a linked list of nodes for each cost
    from 0 to the limit and must hold -1 before; `waiting` has the node of each list entry and `behind` the entry after
    it, with room for each step and one more.
    """
    least[start], bucket[0], waiting[0], behind[0] = 0, 0, start, -1
    count = 1
    for cost in range(limit + 1):
        while bucket[cost] >= 0:
            entry = bucket[cost]
            bucket[cost] = behind[entry]
            node = waiting[entry]
            if least[node] != cost or (stops[node] and node != start):
                continue
            for step in range(first[node], first[node + 1]):
                end = ends[step]
                there = cost + costs[step]
                if is_open[step] and there < least[end] and not barred[end]:
                    least[end] = there
                    waiting[count], behind[count] = end, bucket[there]
                    bucket[there] = count
                    count += 1
