"""Printed tables: entered with a number in a band, or with a row and a column.

An axis is written as the book prints it, rising or falling, and refuses gaps, overlaps and bands out
of order when it is built. Beyond its ends a table either uses its last band or refuses; each table says
which.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.errors import BadInput
from rules.game.citation import Citation

ValueT = TypeVar("ValueT")

Number = float | Fraction
Band = tuple[Number, Number]
"""From the first number to the last, both within; measured bands begin where the one before ends."""


class Beyond(Enum):
    """What a table answers beyond one of its ends."""

    CLAMP = "the last band holds for all beyond"
    REFUSE = "there is no answer"


@dataclass(frozen=True)
class Axis:
    """The bands along one edge of a table, in the order in which they are printed.

    Counted bands (die rolls, differences, hexes) hold whole numbers and begin one after the band
    before; measured bands (inches) begin where the band before ends and hold their far end.

    Raises:
        BadInput: on a gap, an overlap, a band out of order or no band at all.
    """

    name: str
    bands: tuple[Band, ...]
    below: Beyond
    above: Beyond
    measured: bool = False

    def __post_init__(self) -> None:
        if not self.bands:
            raise BadInput(self.name, self.bands, "one band or more")
        for first, last in self.bands:
            if first > last:
                raise BadInput(self.name, f"{first} to {last}", "a band from its low end to its high end")
        for before, after in pairwise(self._rising):
            self._check_next(before, after)

    @classmethod
    def each(cls, name: str, first: int, last: int, *, below: Beyond, above: Beyond) -> "Axis":
        """An axis with a band for every whole number, from the first printed to the last."""
        step = 1 if last >= first else -1
        return cls(name, tuple((n, n) for n in range(first, last + step, step)), below, above)

    def index(self, value: Number) -> int:
        """Which band, counted from 0 as printed, holds a number.

        Raises:
            BadInput: if the number lies beyond an end that refuses, or is not whole where bands are counted.
        """
        if not self.measured and value % 1:
            raise BadInput(self.name, value, "a whole number")
        rising = self._rising
        if value < rising[0][0]:
            band = self._beyond(value, 0, self.below)
        elif value > rising[-1][1]:
            band = self._beyond(value, len(rising) - 1, self.above)
        else:
            band = next(k for k, (_, last) in enumerate(rising) if value <= last)
        return band if rising is self.bands else len(rising) - 1 - band

    @property
    def _rising(self) -> tuple[Band, ...]:
        return self.bands if self.bands[0] <= self.bands[-1] else self.bands[::-1]

    def _beyond(self, value: Number, last: int, choice: Beyond) -> int:
        if choice is Beyond.REFUSE:
            low, high = self._rising[0][0], self._rising[-1][1]
            raise BadInput(self.name, value, f"from {low} to {high}")
        return last

    def _check_next(self, before: Band, after: Band) -> None:
        follows = before[1] if self.measured else before[1] + 1
        if after[0] == follows and after[1] > before[1]:
            return
        shown = f"{before[0]} to {before[1]}, then {after[0]} to {after[1]}"
        if after[0] > follows:
            raise BadInput(self.name, shown, "bands without a gap between them")
        if after[1] < before[0]:
            raise BadInput(self.name, shown, "bands in order, all rising or all falling")
        raise BadInput(self.name, shown, "bands that do not overlap")


@dataclass(frozen=True, slots=True)
class Row(Generic[ValueT]):
    """One row of a chart: its band, its value, and where it is printed."""

    first: Number
    last: Number
    value: ValueT
    cite: Citation


@dataclass(frozen=True)
class Chart(Generic[ValueT]):
    """A table entered with one number: a die roll, a range, a difference.

    Raises:
        BadInput: as Axis, when it is built.
    """

    name: str
    rows: tuple[Row[ValueT], ...]
    below: Beyond
    above: Beyond
    measured: bool = False
    _axis: Axis = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bands = tuple((row.first, row.last) for row in self.rows)
        object.__setattr__(self, "_axis", Axis(self.name, bands, self.below, self.above, self.measured))

    def row(self, number: Number) -> Row[ValueT]:
        """The row a number falls in.

        Raises:
            BadInput: as Axis.index.
        """
        return self.rows[self._axis.index(number)]

    def __getitem__(self, number: Number) -> ValueT:
        return self.row(number).value


@dataclass(frozen=True, slots=True)
class Cell(Generic[ValueT]):
    """The value of a cell of a two-way table, and where it is printed."""

    value: ValueT
    cite: Citation


@dataclass(frozen=True)
class CrossTable(Generic[ValueT]):
    """A table entered with a row and a column: combat results, blind hexes.

    Cells are written row by row as printed. Cells with another source than the rest of the table
    (a corrected misprint, a later edition) are listed in `marked` by row and column number.

    Raises:
        BadInput: if the cells do not fill the rows and columns, or a mark lies outside.
    """

    name: str
    rows: Axis
    columns: Axis
    cells: tuple[tuple[ValueT, ...], ...]
    cite: Citation
    marked: Mapping[tuple[Number, Number], Citation] = field(default_factory=dict)
    _marks: Mapping[tuple[int, int], Citation] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != len(self.rows.bands):
            raise BadInput(f"{self.name} rows", len(self.cells), f"{len(self.rows.bands)} rows of cells")
        for band, cells in zip(self.rows.bands, self.cells, strict=True):
            if len(cells) != len(self.columns.bands):
                wanted = f"{len(self.columns.bands)} cells"
                raise BadInput(f"{self.name} row {band[0]}", len(cells), wanted)
        marks = {(self.rows.index(r), self.columns.index(c)): cite for (r, c), cite in self.marked.items()}
        object.__setattr__(self, "marked", MappingProxyType(dict(self.marked)))
        object.__setattr__(self, "_marks", MappingProxyType(marks))

    def at(self, row: Number, column: Number) -> Cell[ValueT]:
        """The cell where a row and a column meet.

        Raises:
            BadInput: as Axis.index.
        """
        place = self.rows.index(row), self.columns.index(column)
        return Cell(self.cells[place[0]][place[1]], self._marks.get(place, self.cite))
