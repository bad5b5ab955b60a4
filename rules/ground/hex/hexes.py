"""Hexes in whole numbers: labels, neighbours, hexsides, vertices, distance, rings.

Every hex map is an affine image of one integer lattice. With flat tops a hex stands
at (3 column, 2 row + shift) and fills |y| <= 1, |x + y| <= 2, |x - y| <= 2; x grows to
the right and y down. With pointed tops the two axes change places. An affine map keeps lines
straight and keeps what crosses and what touches, so each such test is the sign of a small integer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from math import floor, hypot, sqrt
from typing import NamedTuple

from rules.errors import BadInput, BadLabel, OffBoard

Lattice = tuple[int, int]
"""A point of the integer lattice: x to the right, y down."""

_LABEL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})")

_FLAT_STEPS: tuple[Lattice, ...] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
_FLAT_VERTICES: tuple[Lattice, ...] = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_POINTY_STEPS: tuple[Lattice, ...] = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))
_POINTY_VERTICES: tuple[Lattice, ...] = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


class Hex(NamedTuple):
    """A hex by its column and row, both counted from 0 at the top left.

    >>> Hex.named("AB11")
    Hex(column=27, row=10)
    >>> Hex(2, 1).label
    'C2'
    """

    column: int
    row: int

    @property
    def label(self) -> str:
        """Column letters, then row number, as printed on the map: C2."""
        return f"{_column_letters(self.column)}{self.row + 1}"

    @classmethod
    def named(cls, label: str) -> "Hex":
        """The hex a label stands for.

        Raises:
            BadLabel: if it is not column letters and a row number.
        """
        match = _LABEL.fullmatch(label) if isinstance(label, str) else None
        if match is None:
            raise BadLabel(label)
        column = 0
        for letter in match[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        return cls(column - 1, int(match[2]) - 1)

    def __str__(self) -> str:
        return self.label


@lru_cache(maxsize=400)
def _column_letters(column: int) -> str:
    letters, rest = "", column + 1
    while rest > 0:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


class Hexside(NamedTuple):
    """The side between two neighbouring hexes; make one with HexGrid.hexside."""

    first: Hex
    second: Hex

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"


class Top(StrEnum):
    """Whether hexes stand on a side or on a vertex."""

    FLAT = "flat"
    POINTY = "pointy"


class First(StrEnum):
    """The position of the first column (flat tops) or first row (pointed tops) compared with the second."""

    HIGH = "high"
    LOW = "low"
    LEFT = "left"
    RIGHT = "right"


_NEAR = 3
"""`HexGrid.within` remembers its answers up to this range."""


@dataclass(frozen=True)
class HexGrid:
    """The grid of a map: how many hexes, flat or pointed tops, which columns or rows are shifted.

    With half_hexes the map is cut through hexes along all four edges, so that maps can be
    joined: the shifted columns (rows) have one hex less than the others.

    Raises:
        BadInput: if a size is not from 1 to 400, or `first` does not fit the tops.
    """

    columns: int
    rows: int
    top: Top = Top.FLAT
    first: First = First.HIGH
    half_hexes: bool = False

    def __post_init__(self) -> None:
        for name in ("columns", "rows"):
            count = getattr(self, name)
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 400:
                raise BadInput(f"grid.{name}", count, "a whole number from 1 to 400")
        wanted = (First.HIGH, First.LOW) if self.is_flat else (First.LEFT, First.RIGHT)
        if self.first not in wanted:
            field = "grid.first_column" if self.is_flat else "grid.first_row"
            raise BadInput(field, str(self.first), f"{wanted[0]} or {wanted[1]}")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.columns, self.rows, self.top, self.first, self.half_hexes))

    @cached_property
    def is_flat(self) -> bool:
        return self.top is Top.FLAT

    @cached_property
    def first_is_shifted(self) -> bool:
        """Whether column A (row 1 with pointed tops) is shifted down (right) by half a hex."""
        return self.first in (First.LOW, First.RIGHT)

    def is_shifted(self, line: int) -> bool:
        """Whether this column (row with pointed tops) is shifted down (right) by half a hex."""
        return bool(line & 1) != self.first_is_shifted

    def __contains__(self, place: object) -> bool:
        if not isinstance(place, Hex):
            return False
        column, row = place
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return False
        if not self.half_hexes:
            return True
        if self.is_flat:
            return row < self.rows - 1 or not self.is_shifted(column)
        return column < self.columns - 1 or not self.is_shifted(row)

    def is_whole(self, place: Hex) -> bool:
        """Whether a hex of the map is whole, not cut by the edge of the map."""
        if not self.half_hexes:
            return True
        across, along = self.centre(place) if self.is_flat else reversed(self.centre(place))
        lines, places = (self.columns, self.rows) if self.is_flat else (self.rows, self.columns)
        return 0 < across < 3 * (lines - 1) and 0 < along < 2 * (places - 1)

    def __iter__(self) -> Iterator[Hex]:
        """All hexes of the map, column by column from the left, each from the top."""
        for column in range(self.columns):
            for row in range(self.rows):
                if (place := Hex(column, row)) in self:
                    yield place

    @cached_property
    def extent(self) -> str:
        """The size in words: "17 columns (A to Q) and 11 rows"."""
        last = Hex(self.columns - 1, 0).label[:-1]
        return f"{self.columns} columns (A to {last}) and {self.rows} rows"

    def named(self, label: str) -> Hex:
        """The hex of this map with that label.

        Raises:
            BadLabel: if it is not column letters and a row number.
            OffBoard: if the map has no such hex.
        """
        return self.on_board(Hex.named(label))

    def on_board(self, place: object, field: str = "place") -> Hex:
        """The given hex, checked to be on the map; errors name the field it came from.

        Raises:
            BadInput: if it is no hex.
            OffBoard: if it is not on the map.
        """
        if not isinstance(place, Hex):
            raise BadInput(field, str(place), "a hex of the map")
        if place not in self:
            raise OffBoard(place, self.extent)
        return place

    def centre(self, place: Hex) -> Lattice:
        """The centre dot of a hex on the lattice."""
        column, row = place
        if self.is_flat:
            return 3 * column, 2 * row + self.is_shifted(column)
        return 2 * column + self.is_shifted(row), 3 * row

    def nearest(self, point: tuple[float, float]) -> tuple[Hex, float]:
        """The hex, maybe off the map, whose centre dot is nearest to a point of the lattice, and its distance in hexes."""
        (x, y), (sx, sy) = point, self.scale
        across, along = point if self.is_flat else (y, x)
        distances: list[tuple[float, Hex]] = []
        for line in (floor(across / 3), floor(across / 3) + 1):
            number = round((along - self.is_shifted(line)) / 2)
            place = Hex(line, number) if self.is_flat else Hex(number, line)
            cx, cy = self.centre(place)
            distances.append((hypot((x - cx) * sx, (y - cy) * sy), place))
        away_hexes, place = min(distances)
        return place, away_hexes

    def hex_at(self, centre: Lattice) -> Hex | None:
        """The hex, maybe off the map, whose centre dot is this lattice point; None if the point is no centre dot."""
        x, y = centre
        across, along = (x, y) if self.is_flat else (y, x)
        line, rest = divmod(across, 3)
        place, odd = divmod(along - self.is_shifted(line), 2)
        if rest or odd:
            return None
        return Hex(line, place) if self.is_flat else Hex(place, line)

    @cached_property
    def steps(self) -> tuple[Lattice, ...]:
        """The vectors from a centre to its six neighbours, clockwise; direction 0 is north (flat) or north-east."""
        return _FLAT_STEPS if self.is_flat else _POINTY_STEPS

    @property
    def corners(self) -> tuple[Lattice, ...]:
        """The vectors from a centre to its six vertices, clockwise; vertex k ends the hexside of direction k."""
        return _FLAT_VERTICES if self.is_flat else _POINTY_VERTICES

    def vertices(self, place: Hex) -> tuple[Lattice, ...]:
        """The six vertices of a hex on the lattice, clockwise."""
        x, y = self.centre(place)
        return tuple((x + dx, y + dy) for dx, dy in self.corners)

    def neighbour(self, place: Hex, direction: int) -> Hex:
        """The next hex in one of six directions, clockwise from north (flat) or north-east; maybe off the map."""
        x, y = self.centre(place)
        dx, dy = self.steps[direction % 6]
        next_hex = self.hex_at((x + dx, y + dy))
        assert next_hex is not None
        return next_hex

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """The hexes of the map next to this one, clockwise."""
        adjacent = self._neighbours.get(place)
        if adjacent is None:
            around = (self.neighbour(place, direction) for direction in range(6))
            adjacent = self._neighbours[place] = tuple(near for near in around if near in self)
        return adjacent

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {}

    def direction(self, start: Hex, end: Hex) -> int:
        """Which of the six directions leads from a hex to its neighbour.

        Raises:
            BadInput: if the two are not neighbours.
        """
        (x1, y1), (x2, y2) = self.centre(start), self.centre(end)
        try:
            return self.steps.index((x2 - x1, y2 - y1))
        except ValueError:
            raise BadInput("hexside", f"{start}/{end}", "a pair of neighbouring hexes") from None

    def hexside(self, one: Hex, other: Hex) -> Hexside:
        """The hexside between two neighbours; the same value whichever is named first.

        Raises:
            BadInput: if the two are not neighbours.
        """
        self.direction(one, other)
        return Hexside(one, other) if one <= other else Hexside(other, one)

    def ends(self, side: Hexside) -> tuple[Lattice, Lattice]:
        """The two vertices of a hexside on the lattice."""
        direction = self.direction(*side)
        x, y = self.centre(side.first)
        (ax, ay), (bx, by) = self.corners[direction - 1], self.corners[direction]
        return (x + ax, y + ay), (x + bx, y + by)

    def beside(self, side: Hexside) -> tuple[Hex, ...]:
        """The four hexes that touch a hexside, maybe off the map: the two it separates and one at each vertex."""
        direction = self.direction(*side)
        return (
            side.first,
            side.second,
            self.neighbour(side.first, direction - 1),
            self.neighbour(side.first, direction + 1),
        )

    def distance(self, start: Hex, end: Hex) -> int:
        """Range in hexes: how many steps from one hex to the other.

        >>> HexGrid(9, 9).distance(Hex.named("A1"), Hex.named("C3"))
        3
        """
        if self.is_flat:
            (line, place), (other_line, other) = start, end
        else:
            (place, line), (other, other_line) = start, end
        lines = abs(other_line - line)
        half = (other_line & 1) - (line & 1)
        along = abs(2 * (other - place) + (-half if self.first_is_shifted else half))
        return lines if along <= lines else (lines + along) // 2

    def ring(self, middle: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the map at exactly this range, clockwise from direction 0."""
        if radius == 0:
            return (middle,) if middle in self else ()
        circle: list[Hex] = []
        place = middle
        for _ in range(radius):
            place = self.neighbour(place, 0)
        for side in range(6):
            for _ in range(radius):
                circle.append(place)
                place = self.neighbour(place, side + 2)
        return tuple(near for near in circle if near in self)

    def within(self, middle: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the map within this range, nearest first."""
        hexes = self._within.get((middle, radius))
        if hexes is None:
            hexes = tuple(near for k in range(radius + 1) for near in self.ring(middle, k))
            if radius <= _NEAR:
                self._within[middle, radius] = hexes
        return hexes

    @cached_property
    def _within(self) -> dict[tuple[Hex, int], tuple[Hex, ...]]:
        return {}

    @cached_property
    def scale(self) -> tuple[float, float]:
        """Hexes (1.0 is the distance across flats) per lattice unit, along x and along y."""
        across, along = 1 / (2 * sqrt(3)), 0.5
        return (across, along) if self.is_flat else (along, across)

    def position(self, point: tuple[float, float]) -> tuple[float, float]:
        """A lattice point measured in hexes from the centre of A1: x right, y down, 1.0 is the distance across flats."""
        (x0, y0), (sx, sy) = self._origin, self.scale
        return (point[0] - x0) * sx, (point[1] - y0) * sy

    @cached_property
    def _origin(self) -> Lattice:
        return self.centre(Hex(0, 0))
