"""Least costs over a network of steps in whole numbers: Dial's bucket queue.

It is written once: plain Python for some reaches, compiled (`compiled_bucket_queue.py`) for very many.
"""

from collections.abc import Sequence
from typing import Protocol


class Numbers(Protocol):
    """Whole numbers in a row, to be written: a list or an array."""

    def __getitem__(self, at: int, /) -> int: ...

    def __setitem__(self, at: int, number: int, /) -> None: ...


def spread(
    first: Sequence[int],
    ends: Sequence[int],
    costs: Sequence[int],
    is_open: Sequence[bool],
    stops: Sequence[bool],
    barred: Sequence[bool],
    start: int,
    limit: int,
    found: Numbers,
    bucket: Numbers,
    waiting: Numbers,
    behind: Numbers,
) -> None:
    """Write down what it costs at least to come from a node to each: into `found`, which is beyond the limit before.

    The steps from node k are first[k] to first[k + 1]; those not open are not made, nor those into barred nodes, nor
    any from a node that stops, the start excepted. `bucket` has room for each cost up to the limit and is -1 before;
    `waiting` and `behind` have room for each step and one more.
    """
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
