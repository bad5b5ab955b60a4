"""The search of `bucket_queue`, compiled.

Import this module only where enough steps are searched: loading the compiler takes longer than answering most questions.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.ground import bucket_queue

_spread: Any = njit(cache=True)(bucket_queue.spread)


def least_costs(
    first: NDArray[np.int32],
    ends: NDArray[np.int32],
    costs: NDArray[np.int32],
    is_open: NDArray[np.bool_],
    stops: NDArray[np.bool_],
    barred: NDArray[np.bool_],
    start: int,
    limit: int,
) -> NDArray[np.int32]:
    """The costs that `spread` writes, as an array."""
    least = np.full(len(first) - 1, limit + 1, np.int32)
    bucket = np.full(limit + 1, -1, np.int32)
    waiting, behind = np.empty(len(ends) + 1, np.int32), np.empty(len(ends) + 1, np.int32)
    _spread(first, ends, costs, is_open, stops, barred, start, limit, least, bucket, waiting, behind)
    return least
