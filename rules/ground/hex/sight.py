"""The hexes, vertices and hexsides that a line between two centre dots passes, exactly, nearest first.

A line with direction (a, b) on the lattice (a across the columns, b along them) meets a hex whose
centre lies at (u, v) from its start by the size of the cross product |a v - b u| against the
half-width of the hexagon seen along the line, max(2|b|, |a| + |b|): smaller is through the
interior, equal is a touch. A touch is a whole hexside when b = 0 or |a| = |b|, else a vertex.
All are small integers, so a line passes the same hexes in both directions.

`look_along` uses whole numbers only: it runs as plain Python for one line, compiled for whole fields.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.int_rows import IntRow, WritableIntRow

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Way(NamedTuple):
    """Buffers for the hexes a line passes: the position of each, how the line passes it, and how far along the line it is."""

    at: WritableIntRow
    how: WritableIntRow
    foot: WritableIntRow


class Passing(IntEnum):
    """How a line passes a hex. LEFT and RIGHT lie beside a hexside that the line runs along."""

    END = 0
    THROUGH = 1
    VERTEX = 2
    LEFT = 3
    RIGHT = 4


END, THROUGH, VERTEX, LEFT, RIGHT = map(int, Passing)


class Passed(NamedTuple):
    """A hex on a line (maybe just off the map) and how the line passes it."""

    hex: Hex
    how: Passing


class Layout(NamedTuple):
    """The layout of positions: their lattice points across and along the columns, the number to a column, and the first shift."""

    across: IntRow
    along: IntRow
    stride: int
    first_shift: int


class HexPositions:
    """The hexes of a grid as positions in flat arrays, with a spare position beyond both ends of each column.

    A line between hexes of the map may touch a hex just off it. With pointed tops, rows take the place of columns.
    """

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.lines, self.places = (grid.columns, grid.rows) if grid.is_flat else (grid.rows, grid.columns)
        self.stride = self.places + 2
        self.size = self.lines * self.stride
        line, place = np.divmod(np.arange(self.size, dtype=np.int64), self.stride)
        first_shift = int(grid.first_is_shifted)
        self.across: Ints = 3 * line
        self.along: Ints = 2 * (place - 1) + (line & 1 ^ first_shift)
        self.layout = Layout(self.across.tolist(), self.along.tolist(), self.stride, first_shift)
        self.index: dict[Hex, int] = {place: self.of(place) for place in sorted(grid, key=self.of)}
        """The position of every hex of the map, in their order."""
        self.hexes = tuple(self.index)
        self.number: dict[Hex, int] = {place: k for k, place in enumerate(self.hexes)}
        self.on_map: Ints = np.array(list(self.index.values()), dtype=np.int64)
        self.longest = 3 * (self.lines + self.places) + 16
        """Room for more hexes than any line passes."""

    def of(self, place: Hex) -> int:
        """The position of a hex."""
        column, row = place
        line, along = (column, row) if self.grid.is_flat else (row, column)
        return line * self.stride + along + 1

    def hex(self, position: int) -> Hex:
        line, along = divmod(position, self.stride)
        return Hex(line, along - 1) if self.grid.is_flat else Hex(along - 1, line)


@lru_cache(maxsize=32)
def hex_positions(grid: HexGrid) -> HexPositions:
    """The positions of a grid's hexes, kept for the next question."""
    return HexPositions(grid)


def look_along(
    layout: Layout, wanted: IntRow, tall: IntRow, limit: int, start: int, end: int, way: Way
) -> int:
    """Write into `way` which wanted hexes the line between two positions passes and how, nearest first; return their number.

    The ends of the line are always among them, and so are all hexes beside a line along hexsides: LEFT is followed by the
    RIGHT of the same hexside. Any other line is not followed beyond a wanted hex that it passes through and that is taller
    than the limit.
    """
    stride, first_shift = layout.stride, layout.first_shift
    at, how, foot = way
    line, along = layout.across[start] // 3, layout.along[start]
    at[0], how[0], foot[0] = start, END, 0
    if start == end:
        return 1
    count = 1
    columns, b = layout.across[end] // 3 - line, layout.along[end] - along
    side, down = -1 if columns < 0 else 1, -1 if b < 0 else 1
    columns, b = columns * side, b * down
    a = 3 * columns
    if b in (0, a):
        return look_along_hexsides(layout, start, columns, side, down, b > 0, way)
    # The line meets consecutive hexes of a column, from low to high. Both bounds move on by 3 b / a for each column: in whole
    # steps with a remainder, which makes one step more whenever it reaches the divisor.
    width, by = max(2 * b, a + b), max(a, 1)
    high, more = width // by, 3 * b // by
    high_rest, more_rest = width - high * by, 3 * b - more * by
    low, low_rest = -high - 1, by - 1 - high_rest
    for k in range(columns + 1):
        first, last = low + 1 if k else 2, min(high, b - 2) if k == columns else high
        first += (first ^ k) & 1
        column = line + side * k
        position = column * stride + (along + down * first - (column & 1 ^ first_shift)) // 2 + 1
        for v in range(first, last + 1, 2):
            if wanted[position]:
                # Insert it in order: the first hex of a column may be nearer than the last of the column before.
                ahead, spot = 3 * (a * k + b * v), count
                while foot[spot - 1] > ahead:
                    at[spot], how[spot], foot[spot] = at[spot - 1], how[spot - 1], foot[spot - 1]
                    spot -= 1
                touches = abs(a * v - 3 * b * k) == width
                at[spot], how[spot], foot[spot] = position, VERTEX if touches else THROUGH, ahead
                count += 1
                if not touches and tall[position] > limit:
                    at[count], how[count] = end, END
                    return count + 1
            position += down
        low, low_rest, high, high_rest = low + more, low_rest + more_rest, high + more, high_rest + more_rest
        if low_rest >= by:
            low, low_rest = low + 1, low_rest - by
        if high_rest >= by:
            high, high_rest = high + 1, high_rest - by
    at[count], how[count] = end, END
    return count + 1


def look_along_hexsides(
    layout: Layout, start: int, columns: int, side: int, down: int, is_aslant: bool, way: Way
) -> int:
    """Write into `way` what a line that runs along hexsides passes, straight across the columns or aslant; return the number."""
    at, how, _ = way
    line, along = layout.across[start] // 3, layout.along[start]
    count = 1
    for step in range(columns if is_aslant else columns // 2):
        # For a line to the right and down: the hexes on the left and right of the hexside, and the next ahead.
        if is_aslant:
            ways = ((step + 1, 3 * step + 1), (step, 3 * step + 2), (step + 1, 3 * step + 3))
        else:
            ways = ((2 * step + 1, -1), (2 * step + 1, 1), (2 * step + 2, 0))
        for k in range(3):
            column, v = ways[1 - k if k < 2 and side != down else k]
            column = line + side * column
            at[count] = (
                column * layout.stride + (along + down * v - (column & 1 ^ layout.first_shift)) // 2 + 1
            )
            how[count] = (LEFT, RIGHT, THROUGH)[k]
            count += 1
    how[count - 1] = END
    return count


def passed_hexes(grid: HexGrid, source: Hex, target: Hex) -> tuple[Passed, ...]:
    """The hexes that the line between two hexes passes, nearest first, its ends included.

    >>> [f"{hex} {how.name}" for hex, how in passed_hexes(HexGrid(5, 5), Hex.named("A2"), Hex.named("C2"))]
    ['A2 END', 'B1 LEFT', 'B2 RIGHT', 'C2 END']
    """
    where = hex_positions(grid)
    start, end, every = where.of(grid.on_board(source)), where.of(grid.on_board(target)), b"\1" * where.size
    at, how, foot = ([0] * where.longest for _ in range(3))
    count = look_along(where.layout, every, every, 1, start, end, Way(at, how, foot))
    mirrored = {} if grid.is_flat else {LEFT: RIGHT, RIGHT: LEFT}
    passings = (Passing(mirrored.get(code, code)) for code in how[:count])
    return tuple(map(Passed, map(where.hex, at[:count]), passings))
