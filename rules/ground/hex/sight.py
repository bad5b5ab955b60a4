"""What a line between two centre dots passes, exactly: hexes, vertices and hexsides, nearest first.

A line with direction (a, b) on the lattice (a across the columns, b along them) meets a hex whose
centre lies at (u, v) from its start by the size of the cross product |a v - b u| against the
half-width of the hexagon seen along the line, max(2|b|, |a| + |b|): smaller is through the
interior, equal is a touch. A touch is a whole hexside when b = 0 or |a| = |b|, else a vertex.
All are small integers, so the way back passes what the way there passes.

What a line passes depends only on the offset of its ends and on whether the first stands in a
shifted column. So every line of a map is cut from templates, computed once for its size.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.ground.hex.hexes import Hex, HexGrid

Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]


class Passing(IntEnum):
    """How a line passes a hex. LEFT and RIGHT lie beside a hexside that the line runs along."""

    END = 0
    THROUGH = 1
    VERTEX = 2
    LEFT = 3
    RIGHT = 4


class Passed(NamedTuple):
    """A hex on a line (maybe just off the map) and how the line passes it."""

    hex: Hex
    how: Passing


class HexPositions:
    """The hexes of a grid as positions in flat arrays, with a spare place beyond both ends of each column.

    A line between hexes of the map may touch a hex just off it; position 0 is such a spare place.
    """

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.lines, self.places = template_size(grid)
        self.stride = self.places + 2
        self.size = self.lines * self.stride
        self._every = tuple(self._counted(position) for position in range(self.size))
        self.hexes = tuple(grid)
        self.index: dict[Hex, int] = {place: self.of(place) for place in self.hexes}
        self.on_map: Ints = np.array([self.index[place] for place in self.hexes], dtype=np.intp)
        every = np.arange(self.size, dtype=np.intp)
        self.targets: Ints = every.reshape(self.lines, self.stride)[:, 1:-1].ravel()
        on_map = set(self.hexes)
        listed = [self.hex(int(position)) for position in self.targets]
        self.target_is_on_map: Flags = np.array([place in on_map for place in listed], dtype=bool)
        self.target_hexes = tuple(place for place in listed if place in on_map)
        centres = np.array([self._lattice(i) for i in range(self.size)], dtype=np.int64)
        self.across, self.along = centres[:, 0], centres[:, 1]

    def of(self, place: Hex) -> int:
        """The position of a hex."""
        column, row = place
        line, along = (column, row) if self.grid.is_flat else (row, column)
        return line * self.stride + along + 1

    def hex(self, position: int) -> Hex:
        """The hex at a position."""
        return self._every[position]

    def _counted(self, position: int) -> Hex:
        line, along = divmod(position, self.stride)
        return Hex(line, along - 1) if self.grid.is_flat else Hex(along - 1, line)

    def distance(self, one: Ints | int, other: Ints | int) -> NDArray[np.int64]:
        """Range in hexes between positions, element by element."""
        lines = np.abs(self.across[one] - self.across[other]) // 3
        along = np.abs(self.along[one] - self.along[other])
        return np.where(along <= lines, lines, (lines + along) // 2)

    def _lattice(self, position: int) -> tuple[int, int]:
        x, y = self.grid.centre(self.hex(position))
        return (x, y) if self.grid.is_flat else (y, x)


@lru_cache(maxsize=32)
def hex_positions(grid: HexGrid) -> HexPositions:
    """The positions of a grid's hexes, kept for the next question."""
    return HexPositions(grid)


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines from one hex to one or many: what each passes, nearest first.

    `targets` are positions; the hexes of line k are passed[starts[k]:starts[k + 1]], each with `how`.
    Every line begins with its own start and closes with its target, both END. LEFT is followed by the
    RIGHT of the same hexside.
    """

    source: int
    targets: Ints
    starts: Ints
    passed: Ints
    how: NDArray[np.int8]

    def through(self, opaque: Flags) -> Flags:
        """Which lines pass through the interior of a hex that is flagged, ends apart; one flag a position."""
        return np.logical_or.reduceat(opaque[self.interiors], self.starts)

    @cached_property
    def line_of(self) -> Ints:
        """For every passed hex, the number of its line."""
        if len(self.starts) == 1:
            return np.zeros(len(self.passed), dtype=np.intp)
        counts = np.diff(self.starts, append=len(self.passed))
        return np.repeat(np.arange(len(self.starts), dtype=np.intp), counts)

    @cached_property
    def lefts(self) -> Ints:
        """Where in `passed` the LEFT hexes stand; each one's RIGHT is the next."""
        return np.flatnonzero(self.how == Passing.LEFT)

    @cached_property
    def interiors(self) -> Ints:
        return np.where(self.how == Passing.THROUGH, self.passed, 0)


@dataclass(frozen=True, eq=False)
class Templates:
    """What every line passes on maps of one size, for a start in an unshifted and in a shifted column.

    Offsets are positions relative to the start; line (du, dv) is number
    (du + lines - 1) * (2 places - 1) + dv + places - 1.
    """

    lines: int
    places: int
    starts: tuple[NDArray[np.int32], NDArray[np.int32]]
    offsets: tuple[NDArray[np.int32], NDArray[np.int32]]
    how: tuple[NDArray[np.int8], NDArray[np.int8]]


_adopted: dict[tuple[int, int], Templates] = {}


def use_templates(made: Templates) -> None:
    """Take templates that were kept elsewhere, so that they need not be computed."""
    _adopted[made.lines, made.places] = made


def templates(grid: HexGrid) -> Templates:
    """The templates for maps of this size, computed at the first question."""
    size = template_size(grid)
    if size not in _adopted:
        _adopted[size] = build_templates(*size)
    return _adopted[size]


@lru_cache(maxsize=64)
def lines_from(grid: HexGrid, source: Hex) -> Lines:
    """The lines from a hex to every hex of the map, in the order of Cells.targets."""
    table, where = templates(grid), hex_positions(grid)
    line, place = divmod(where.of(grid.on_board(source)), where.stride)
    shifted = int(grid.is_shifted(line))
    starts, offsets, how = table.starts[shifted], table.offsets[shifted], table.how[shifted]
    width = 2 * table.places - 1
    begins, passed, passings = [], [], []
    total = 0
    for du in range(-line, where.lines - line):
        first = (du + table.lines - 1) * width + table.places - place
        cut = starts[first : first + where.places + 1]
        begins.append(cut[:-1] - cut[0] + total)
        passed.append(offsets[cut[0] : cut[-1]])
        passings.append(how[cut[0] : cut[-1]])
        total += int(cut[-1] - cut[0])
    source_at = where.of(source)
    return Lines(
        source_at,
        where.targets,
        np.concatenate(begins).astype(np.intp),
        np.concatenate(passed).astype(np.intp) + source_at,
        np.concatenate(passings),
    )


def line_between(grid: HexGrid, source: Hex, target: Hex) -> Lines:
    """The one line from a hex to another."""
    table, where = templates(grid), hex_positions(grid)
    start, end = where.of(grid.on_board(source)), where.of(grid.on_board(target))
    line, place = divmod(start, where.stride)
    du, dv = end // where.stride - line, end % where.stride - place
    shifted = int(grid.is_shifted(line))
    number = (du + table.lines - 1) * (2 * table.places - 1) + dv + table.places - 1
    first, last = table.starts[shifted][number : number + 2]
    return Lines(
        start,
        np.array([end], dtype=np.intp),
        np.zeros(1, dtype=np.intp),
        table.offsets[shifted][first:last].astype(np.intp) + start,
        table.how[shifted][first:last],
    )


def passed_hexes(grid: HexGrid, source: Hex, target: Hex) -> tuple[Passed, ...]:
    """What the line between two hexes passes, nearest first, its ends included.

    >>> [f"{hex} {how.name}" for hex, how in passed_hexes(HexGrid(5, 5), Hex.named("A2"), Hex.named("C2"))]
    ['A2 END', 'B1 LEFT', 'B2 RIGHT', 'C2 END']
    """
    found = line_between(grid, source, target)
    where = hex_positions(grid)
    mirrored = {Passing.LEFT: Passing.RIGHT, Passing.RIGHT: Passing.LEFT} if not grid.is_flat else {}
    listed = []
    for position, code in zip(found.passed, found.how, strict=True):
        how = Passing(int(code))
        listed.append(Passed(where.hex(int(position)), mirrored.get(how, how)))
    return tuple(listed)


def template_size(grid: HexGrid) -> tuple[int, int]:
    """How many columns, and hexes a column, a map has for its templates; rows with pointed tops."""
    return (grid.columns, grid.rows) if grid.is_flat else (grid.rows, grid.columns)


def build_templates(lines: int, places: int) -> Templates:
    """Compute what every line passes on maps of so many columns and hexes a column (rows with pointed tops)."""
    quadrant = _Quadrant(lines, places)
    parts = [quadrant.spread(shifted) for shifted in (0, 1)]
    return Templates(
        lines,
        places,
        (parts[0][0], parts[1][0]),
        (parts[0][1], parts[1][1]),
        (parts[0][2], parts[1][2]),
    )


class _Quadrant:
    """The lines that lead right and down; all others are their mirror images."""

    def __init__(self, lines: int, places: int) -> None:
        self.lines, self.places = lines, places
        self.reach = 2 * places
        counts = np.zeros((lines, self.reach), dtype=np.int64)
        columns: list[NDArray[np.int64]] = []
        alongs: list[NDArray[np.int64]] = []
        hows: list[NDArray[np.int8]] = []
        for across in range(lines):
            ends = np.arange(across & 1, self.reach, 2, dtype=np.int64)
            number, column, along, how = _passed_by(across, ends)
            counts[across, ends] = np.bincount(number, minlength=len(ends))
            columns.append(column)
            alongs.append(along)
            hows.append(how)
        self.column, self.along = np.concatenate(columns), np.concatenate(alongs)
        self.how = np.concatenate(hows)
        flat = counts.ravel()
        self.counts, self.firsts = flat, np.cumsum(flat) - flat

    def spread(self, shifted: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
        """Starts, offsets and passings of the lines in every direction."""
        du = np.repeat(np.arange(-self.lines + 1, self.lines), 2 * self.places - 1)
        dv = np.tile(np.arange(-self.places + 1, self.places), 2 * self.lines - 1)
        shift = 1 - 2 * shifted
        down = 2 * dv + shift * (du & 1)
        key = np.abs(du) * self.reach + np.abs(down)
        counts = self.counts[key]
        starts = np.concatenate(([0], np.cumsum(counts)))
        number = np.repeat(np.arange(len(key)), counts)
        entry = np.arange(starts[-1]) - starts[number] + self.firsts[key][number]
        signs_across, signs_down = np.where(du < 0, -1, 1)[number], np.where(down < 0, -1, 1)[number]
        how = self.how[entry]
        mirrored = signs_across * signs_down < 0
        entry += mirrored & (how == Passing.LEFT)
        entry -= mirrored & (how == Passing.RIGHT)
        column = self.column[entry] * signs_across
        along = self.along[entry] * signs_down
        offset = column * (self.places + 2) + (along - shift * (column & 1)) // 2
        return starts.astype(np.int32), offset.astype(np.int32), how


def _passed_by(
    across: int, ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
    """For lines to (3 across, ends): line number, column, lattice place and passing of every hex they meet."""
    a = 3 * across
    half_width = np.maximum(2 * ends, a + ends)
    column = np.arange(across + 1, dtype=np.int64)
    if across:
        low = -((half_width[:, None] - 3 * column * ends[:, None]) // a)
        high = (half_width[:, None] + 3 * column * ends[:, None]) // a
    else:
        low, high = np.zeros((len(ends), 1), dtype=np.int64), ends[:, None].copy()
    low += (low - column) & 1
    steps = int(((high - low) // 2 + 1).max())
    along = low[:, :, None] + 2 * np.arange(steps)
    b, u = ends[:, None, None], 3 * column[None, :, None]
    cross = a * along - b * u
    foot = a * u + 3 * b * along
    whole = a * a + 3 * b * b
    width = half_width[:, None, None]
    is_start = (u == 0) & (along == 0)
    is_end = (u == a) & (along == b)
    met = (along <= high[:, :, None]) & (np.abs(cross) <= width) & (foot > 0) & (foot < whole)
    number, at, step = np.nonzero(met | is_start | is_end)
    chosen = (number, at, step)
    touched = np.abs(cross[chosen]) == half_width[number]
    beside = touched & ((ends[number] == 0) | (ends[number] == a))
    how = np.where(touched, Passing.VERTEX, Passing.THROUGH)
    how = np.where(beside & (cross[chosen] < 0), Passing.LEFT, how)
    how = np.where(beside & (cross[chosen] > 0), Passing.RIGHT, how)
    how = np.where((is_start | is_end)[chosen], Passing.END, how).astype(np.int8)
    order = np.lexsort((cross[chosen], foot[chosen], number))
    return number[order], column[at[order]], along[chosen][order], how[order]
