"""The lattice of half-inch nodes that movement on a table runs on, and what each step of it costs.

A step goes from node to node in one of 40 directions, so that no straight move is more than half a
percent longer than its steps. What it costs is the exact integral over the faces it crosses.
"""

from dataclasses import dataclass
from functools import cached_property
from math import gcd, inf

import numpy as np
from scipy.sparse import csr_array

from rules.ground.table.arrays import Bools, Floats, Ints, number_ranges
from rules.ground.table.movement.faces import Faces
from rules.ground.table.outlines import FINE_IN
from rules.ground.table.tabletop import Tabletop

STEP_IN = 0.5
_OFFSET_IN = (0.25 + FINE_IN / 64, 0.25 + FINE_IN * 11 / 64)
"""Where the first node lies: off the fine lattice, so that no step meets a corner or runs along an edge."""

_CUT_IN = 1.0


def _half_the_directions() -> list[tuple[int, int]]:
    near = [(x, y) for x in range(-3, 4) for y in range(4) if gcd(x, y) == 1]
    return [(x, y) for x, y in [*near, (5, 1), (1, 5), (-1, 5), (-5, 1)] if y > 0 or x > 0]


STEPS = _half_the_directions()


@dataclass(frozen=True)
class Lattice:
    """The nodes of a table, row by row from the far left."""

    width_in: float
    depth_in: float

    @classmethod
    def of(cls, table: Tabletop) -> "Lattice":
        return cls(table.width_in, table.depth_in)

    @property
    def columns(self) -> int:
        return int((self.width_in - _OFFSET_IN[0]) / STEP_IN) + 1

    @property
    def rows(self) -> int:
        return int((self.depth_in - _OFFSET_IN[1]) / STEP_IN) + 1

    def __len__(self) -> int:
        return self.columns * self.rows

    @cached_property
    def x_in(self) -> Floats:
        return _OFFSET_IN[0] + STEP_IN * np.arange(self.columns, dtype=np.float64)

    @cached_property
    def y_in(self) -> Floats:
        return _OFFSET_IN[1] + STEP_IN * np.arange(self.rows, dtype=np.float64)

    @cached_property
    def places(self) -> Floats:
        """Where the nodes lie, (n, 2) inches."""
        x, y = np.meshgrid(self.x_in, self.y_in)
        return np.column_stack([x.ravel(), y.ravel()])

    def near(self, places: Floats, steps: int) -> tuple[Ints, Ints]:
        """The nodes in the square of 2 × steps nodes a side round each place: pairs of place and node."""
        corner = np.floor((places - _OFFSET_IN) / STEP_IN).astype(np.int64) - (steps - 1)
        span = np.arange(2 * steps)
        column = corner[:, 0, None, None] + span[None, None, :]
        row = corner[:, 1, None, None] + span[None, :, None]
        there = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        place = np.broadcast_to(np.arange(len(places))[:, None, None], there.shape)
        return place[there], (row * self.columns + column)[there]


def node_prices(lattice: Lattice, faces: Faces) -> Floats:
    """What an inch costs at each node; inf where no one may go."""
    known, kind = np.unique(faces.prices, return_inverse=True)
    above, below = faces.starts[:, 1], faces.ends[:, 1]
    first = np.ceil((np.minimum(above, below) - _OFFSET_IN[1]) / STEP_IN).astype(np.int64)
    last = np.ceil((np.maximum(above, below) - _OFFSET_IN[1]) / STEP_IN).astype(np.int64)
    edge, row = number_ranges(np.clip(first, 0, lattice.rows), np.clip(last, 0, lattice.rows))
    slope = (faces.ends - faces.starts)[edge]
    x = faces.starts[edge, 0] + (lattice.y_in[row] - above[edge]) * slope[:, 0] / slope[:, 1]
    column = np.clip(np.ceil((x - _OFFSET_IN[0]) / STEP_IN).astype(np.int64), 0, lattice.columns)
    jump = (kind[faces.right] - kind[faces.left])[edge] * np.sign(slope[:, 1])
    wide = lattice.columns + 1
    jumps = np.bincount(row * wide + column, jump, lattice.rows * wide).reshape(-1, wide)
    kinds = kind[-1] + np.cumsum(jumps, axis=1)[:, :-1]
    prices: Floats = known[np.rint(kinds).astype(np.int64)].ravel()
    return prices


def steps_between(lattice: Lattice, faces: Faces, prices: Floats) -> csr_array[np.float64]:
    """The sparse matrix of all steps: what it costs to go from node to node, both ways the same."""
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
    """The edges cut to an inch, the jump of the price from left to right, and whether one side is forbidden."""
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
    """What the step from each node costs; inf where it leads off the table or over forbidden ground.

    A step that starts at one price pays it to the end, but for the jump at each edge, which it pays
    from there on.
    """
    move = np.array(step) * STEP_IN
    size = np.array([lattice.columns, lattice.rows])
    least = (np.minimum(starts, ends) - np.maximum(move, 0) - _OFFSET_IN) / STEP_IN
    most = (np.maximum(starts, ends) - np.minimum(move, 0) - _OFFSET_IN) / STEP_IN
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
