"""The total danger of the inch squares that straight moves cross: compiled."""

from math import floor

import numpy as np
from numba import njit

from rules.ground.table.arrays import Floats, Ints


@njit(cache=True)
def danger_along(danger: Floats, starts: Floats, moves: Floats, counts: Ints, inches: Floats) -> Floats:
    """For each move (m, 2) from its start, the sum of danger times inches over its parts: `counts` parts of
    `inches` each, with the `danger` (rows, columns) of the square in which the middle of each part lies."""
    rows, columns = danger.shape
    sums = np.zeros(len(moves))
    for move in range(len(moves)):
        for part in range(counts[move]):
            share = (part + 0.5) / counts[move]
            column = floor(starts[move, 0] + moves[move, 0] * share)
            row = floor(starts[move, 1] + moves[move, 1] * share)
            square = danger[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)]
            sums[move] += square * inches[move]
    return sums
