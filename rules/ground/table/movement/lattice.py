"""The lattice of half-inch nodes under the movement graph of a table."""

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints, number_ranges
from rules.ground.table.outlines import FINE_IN
from rules.ground.table.tabletop import Tabletop

STEP_IN = 0.5
ROUNDING = 1e-9
"""How far rounding may lift a cost above the allowance."""
SAME_IN = 1e-6
"""Places within this distance count as the same."""
OFFSET_IN = (0.25 + FINE_IN / 64, 0.25 + FINE_IN * 11 / 64)
"""The first node: off the fine lattice, so that no step meets a corner or runs along an edge."""
_CELL_ACROSS = 2.0
"""How many cells nearer to each other two places may be than the middles of their cells; cells at the table edge are larger."""


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
        return int((self.width_in - OFFSET_IN[0]) / STEP_IN) + 1

    @property
    def rows(self) -> int:
        return int((self.depth_in - OFFSET_IN[1]) / STEP_IN) + 1

    def __len__(self) -> int:
        return self.columns * self.rows

    @cached_property
    def x_in(self) -> Floats:
        return OFFSET_IN[0] + STEP_IN * np.arange(self.columns, dtype=np.float64)

    @cached_property
    def y_in(self) -> Floats:
        return OFFSET_IN[1] + STEP_IN * np.arange(self.rows, dtype=np.float64)

    @cached_property
    def places(self) -> Floats:
        """Where the nodes lie, (n, 2) inches."""
        x, y = np.meshgrid(self.x_in, self.y_in)
        return np.column_stack([x.ravel(), y.ravel()])

    def cells_of(self, places: Floats) -> Ints:
        """The number of the half-inch cell that each place (n, 2) lies in, which is the number of its node."""
        most = np.array([self.columns, self.rows]) - 1
        column, row = np.clip(np.floor(places / STEP_IN), 0, most).astype(np.int64).T
        cells: Ints = row * self.columns + column
        return cells

    def off_in(self, those: Bools) -> Floats:
        """A lower bound of the distance from any place of each cell to those cells (n,), in inches; inf if there are none."""
        from scipy.ndimage import distance_transform_edt

        if not those.any():
            return np.full(len(self), inf)
        steps = distance_transform_edt(~those.reshape(self.rows, self.columns))
        off_in: Floats = np.maximum(steps - _CELL_ACROSS, 0.0).ravel() * STEP_IN
        return off_in

    def near(self, places: Floats, steps: int) -> tuple[Ints, Ints]:
        """The nodes in the square of 2 × steps nodes a side round each place: pairs of place and node."""
        corner = np.floor((places - OFFSET_IN) / STEP_IN).astype(np.int64) - (steps - 1)
        span = np.arange(2 * steps)
        column = corner[:, 0, None, None] + span[None, None, :]
        row = corner[:, 1, None, None] + span[None, :, None]
        there = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        place = np.broadcast_to(np.arange(len(places))[:, None, None], there.shape)
        return place[there], (row * self.columns + column)[there]


def node_kinds(lattice: Lattice, starts: Floats, ends: Floats, jump: Ints) -> Ints:
    """The kind of ground at each node less that off the table; `jump` (n,) is by how much it rises from the left of each
    edge to the right."""
    above, below = starts[:, 1], ends[:, 1]
    first = np.ceil((np.minimum(above, below) - OFFSET_IN[1]) / STEP_IN).astype(np.int64)
    last = np.ceil((np.maximum(above, below) - OFFSET_IN[1]) / STEP_IN).astype(np.int64)
    edge, row = number_ranges(np.clip(first, 0, lattice.rows), np.clip(last, 0, lattice.rows))
    slope = (ends - starts)[edge]
    x = starts[edge, 0] + (lattice.y_in[row] - above[edge]) * slope[:, 0] / slope[:, 1]
    column = np.clip(np.ceil((x - OFFSET_IN[0]) / STEP_IN).astype(np.int64), 0, lattice.columns)
    wide = lattice.columns + 1
    jumps = np.bincount(row * wide + column, jump[edge] * np.sign(slope[:, 1]), lattice.rows * wide)
    kinds: Ints = np.rint(np.cumsum(jumps.reshape(-1, wide), axis=1)[:, :-1]).astype(np.int64).ravel()
    return kinds
