"""The hex grids of VASSAL: the hex of a point, and a module's numbering of hexes.

Columns and rows are counted from 0 as VASSAL counts them; with pointed tops ("sideways") the two axes of the picture
are exchanged. Sources: VASSAL/build/module/map/boardPicker/board/HexGrid.java and mapgrid/HexGridNumbering.java.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

PointPx = tuple[float, float]
Raw = tuple[int, int]
"""The column and row of a hex in VASSAL's own counting."""

USUAL_DY = 64.0
USUAL_DX = USUAL_DY * sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the hexes of a module are labelled."""

    column_first: bool = True
    separator: str = ""
    column_letters: bool = False
    row_letters: bool = False
    column_zeros: int = 1
    row_zeros: int = 1
    column_offset: int = 1
    row_offset: int = 1
    columns_descend: bool = False
    rows_descend: bool = False
    stagger: bool = True


@dataclass(frozen=True, slots=True)
class VassalGrid:
    """A hex grid on a board: the point of hex (0, 0), the distances of columns and rows, and whether tops are pointed.

    `dx_px` and `dy_px` need not match: the hexes of a module may be squashed.
    """

    x0_px: float = 0
    y0_px: float = USUAL_DY / 2
    dx_px: float = USUAL_DX
    dy_px: float = USUAL_DY
    pointed: bool = False
    numbering: Numbering = Numbering()

    def centre(self, raw: Raw) -> PointPx:
        """The centre of a hex on its board."""
        column, row = raw
        x = int(self.dx_px * column + self.x0_px)
        y = int(self.dy_px * row + (int(self.dy_px / 2) if column % 2 else 0) + self.y0_px)
        return (y, x) if self.pointed else (x, y)

    def hex_at(self, point: PointPx) -> Raw:
        x, y = reversed(point) if self.pointed else point
        column = round((x - self.x0_px) / self.dx_px)
        near = (
            (column + step, self._row(y, column + step) + other)
            for step in (-1, 0, 1)
            for other in (-1, 0, 1)
        )
        return min(near, key=lambda raw: self._away(raw, x, y))

    def _row(self, y: float, column: int) -> int:
        return round((y - self.y0_px - (self.dy_px / 2 if column % 2 else 0)) / self.dy_px)

    def _away(self, raw: Raw, x: float, y: float) -> float:
        """The squared distance of a point from a hex, corrected for squashed hexes."""
        across = (x - self.x0_px) / self.dx_px - raw[0]
        along = (y - self.y0_px) / self.dy_px - raw[1] - (0.5 if raw[0] % 2 else 0)
        return 0.75 * across * across + along * along

    def label(self, raw: Raw, size_px: tuple[int, int]) -> str:
        """The module's label of a hex, on a board of that size."""
        given, (column, row) = self.numbering, raw
        width, height = size_px
        # VASSAL itself pairs the wrong side of the board with each axis; its labels depend on that.
        most_row, most_column = int(height / self.dx_px + 0.5), int(width / self.dy_px + 0.5)
        if self.pointed:
            column = most_row - column if given.rows_descend else column
            row = most_column - row if given.columns_descend else row
            descends = given.columns_descend
        else:
            column = most_column - column if given.columns_descend else column
            row = most_row - row if given.rows_descend else row
            descends = given.rows_descend
        if given.stagger and raw[0] % 2:
            row += -1 if descends else 1
        if self.pointed:
            column, row = row, column
        first = _name(column + given.column_offset, given.column_zeros, letters=given.column_letters)
        second = _name(row + given.row_offset, given.row_zeros, letters=given.row_letters)
        return given.separator.join((first, second) if given.column_first else (second, first))

    def labels(self, size_px: tuple[int, int]) -> Mapping[str, Raw]:
        """Every hex with its centre on a board of that size, by the module's label."""
        return {self.label(raw, size_px): raw for raw in self._on_board(size_px)}

    def _on_board(self, size_px: tuple[int, int]) -> Iterator[Raw]:
        width, height = reversed(size_px) if self.pointed else size_px
        for column in range(-1, int(width / self.dx_px) + 2):
            for row in range(-1, int(height / self.dy_px) + 2):
                x, y = self.centre((column, row))
                if 0 <= x <= size_px[0] and 0 <= y <= size_px[1]:
                    yield column, row


def _name(number: int, zeros: int, *, letters: bool) -> str:
    """A number with zeros before it, or letters: A to Z, then AA, BB and so on.

    >>> _name(3, 1, letters=False), _name(27, 0, letters=True)
    ('03', 'BB')
    """
    sign = "-" if number < 0 else ""
    if not letters:
        return f"{sign}{abs(number):0{zeros + 1}d}"
    more, letter = divmod(abs(number), 26)
    return sign + chr(ord("A") + letter) * (more + 1)
