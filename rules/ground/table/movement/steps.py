"""The steps from node to node of the lattice, in 40 directions, and the cost of each.

With so many directions, steps are never more than half a percent longer than the straight move. The cost of a step is the
exact integral of the price over the faces it crosses.
"""

from math import gcd, inf

import numpy as np
from scipy.sparse import csr_array

from rules.ground.table.arrays import Bools, Floats, number_ranges
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.lattice import OFFSET_IN, STEP_IN, Lattice

_CUT_IN = 1.0


def _half_the_directions() -> list[tuple[int, int]]:
    near = [(x, y) for x in range(-3, 4) for y in range(4) if gcd(x, y) == 1]
    return [(x, y) for x, y in [*near, (5, 1), (1, 5), (-1, 5), (-5, 1)] if y > 0 or x > 0]


STEPS = _half_the_directions()


def steps_between(lattice: Lattice, faces: Faces, prices: Floats) -> csr_array[np.float64]:
    """The sparse matrix of the costs of all steps from node to node, the same both ways."""
    starts, ends, jump, is_barred = _short_edges(faces)
    columns = [_step_costs(lattice, prices, step, starts, ends, jump, is_barred) for step in STEPS]
    shifts = np.array([row * lattice.columns + column for column, row in STEPS])
    node = np.arange(len(lattice))
    forward = np.stack(columns, axis=1)
    came_from = node[:, None] - shifts
    there = (came_from >= 0) & (came_from < len(node))
    back = np.where(there, forward[np.where(there, came_from, 0), np.arange(len(STEPS))], inf)
    order = np.argsort(np.concatenate([-shifts, shifts]))
    costs = np.concatenate([back, forward], axis=1)[:, order]
    targets = node[:, None].astype(np.int32) + np.concatenate([-shifts, shifts])[order].astype(np.int32)
    is_open = costs < inf
    pointers = np.concatenate([[0], np.cumsum(is_open.sum(axis=1))]).astype(np.int32)
    return csr_array((costs[is_open], targets[is_open], pointers), shape=(len(node), len(node)))


def _short_edges(faces: Faces) -> tuple[Floats, Floats, Floats, Bools]:
    """The edges cut into pieces of an inch at most: starts, ends, the change of price from left to right, and whether one
    side is forbidden."""
    along = faces.ends - faces.starts
    cuts = np.maximum(np.ceil(np.hypot(*along.T) / _CUT_IN), 1).astype(np.int64)
    edge, cut = number_ranges(np.zeros(len(cuts), dtype=np.int64), cuts)
    starts = faces.starts[edge] + along[edge] * (cut / cuts[edge])[:, None]
    ends = faces.starts[edge] + along[edge] * ((cut + 1) / cuts[edge])[:, None]
    left, right = faces.prices[faces.left[edge]], faces.prices[faces.right[edge]]
    is_barred = np.isinf(left) | np.isinf(right)
    jump = np.where(is_barred, 0.0, np.where(np.isinf(right), 0, right) - np.where(np.isinf(left), 0, left))
    return starts, ends, jump, is_barred


def _step_costs(
    lattice: Lattice,
    prices: Floats,
    step: tuple[int, int],
    starts: Floats,
    ends: Floats,
    jump: Floats,
    is_barred: Bools,
) -> Floats:
    """The cost of this step from each node; inf where it leads off the table or over forbidden ground.

    A step pays the price of its node, changed at each edge that it crosses for the rest of the step.
    """
    move = np.array(step) * STEP_IN
    size = np.array([lattice.columns, lattice.rows])
    least = (np.minimum(starts, ends) - np.maximum(move, 0) - OFFSET_IN) / STEP_IN
    most = (np.maximum(starts, ends) - np.minimum(move, 0) - OFFSET_IN) / STEP_IN
    first = np.clip(np.ceil(least).astype(np.int64), np.maximum(-np.array(step), 0), None)
    last = np.clip(np.floor(most).astype(np.int64) + 1, None, size - np.maximum(step, 0))
    edge_row, row = number_ranges(first[:, 1], last[:, 1])
    pair, column = number_ranges(first[edge_row, 0], last[edge_row, 0])
    edge, row = edge_row[pair], row[pair]
    x = lattice.x_in[column] - starts[edge, 0]
    y = lattice.y_in[row] - starts[edge, 1]
    along = (ends - starts)[edge]
    across = move[0] * along[:, 1] - move[1] * along[:, 0]
    side = move[1] * x - move[0] * y
    before = along[:, 0] * y - along[:, 1] * x
    is_met = ((side > 0) != (side + across > 0)) & ((before > 0) != (before - across > 0))
    edge, across, before = edge[is_met], across[is_met], before[is_met]
    node = row[is_met] * lattice.columns + column[is_met]
    paid = jump[edge] * np.sign(across) * (1 - before / across)
    cost = prices + np.bincount(node, paid, len(lattice))
    cost[node[is_barred[edge]]] = inf
    grid = cost.reshape(lattice.rows, lattice.columns) * float(np.hypot(*move))
    grid[max(lattice.rows - step[1], 0) :, :] = inf
    grid[:, max(lattice.columns - max(step[0], 0), 0) :] = inf
    grid[:, : max(-step[0], 0)] = inf
    costs: Floats = grid.ravel()
    return costs
