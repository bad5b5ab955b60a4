"""House figures: values that no edition at hand prints, which a player may replace with those of his own charts.

They are listed in house_figures.json, each with its section, its provenance and the reason for its value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput, Unknown
from rules.game.book_data import read_data

MOST_LEVELS = 9
MOST_MP = 100


@dataclass(frozen=True, slots=True)
class BlindHexTable:
    """How many hexes behind an obstacle are blind: rows[level difference - 1][hexes to the obstacle - 1].

    Beyond the last row or column, the last one holds. Rule: LHY 4.2.3.
    """

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if not self.rows or not all(self.rows):
            raise BadInput("house.blind_hexes", self.rows, "a table of rows with numbers")
        if len({len(row) for row in self.rows}) != 1:
            raise BadInput("house.blind_hexes", [len(row) for row in self.rows], "rows of one length")
        for row in self.rows:
            for cell in row:
                if not isinstance(cell, int) or isinstance(cell, bool) or cell < 0:
                    raise BadInput("house.blind_hexes", cell, "a whole number of hexes, 0 or more")

    def blind(self, level_difference: int, range_hexes: int) -> int:
        """The number of blind hexes behind an obstacle, by its levels below the higher end of the line and
        its distance from there."""
        row = self.rows[min(level_difference, len(self.rows)) - 1]
        return row[min(range_hexes, len(row)) - 1]


@dataclass(frozen=True, slots=True)
class HouseFigure:
    """One row of house_figures.json: a value, its section, its provenance and the values allowed in its place."""

    name: str
    kind: str
    value: object
    section: str
    provenance: str
    why: str
    reading: int | None = None
    least: int = 0
    most: int = MOST_LEVELS
    count: int = 1
    """How many numbers the value has, if it is a row of numbers."""


@dataclass(frozen=True)
class HouseValues:
    """All house figures of the book; MP are in the units of the Terrain Effects Table."""

    blind_hexes: BlindHexTable
    range_shares: tuple[tuple[Fraction, int], ...]
    """Pairs of a share of the weapon's range and the range DRM up to there, in rising order."""
    road_mp: Fraction
    vehicle_open_mp: Fraction
    truck_open_mp: Fraction
    afv_woods_mp: Fraction
    afv_rural_building_mp: Fraction
    vehicle_uphill_mp: Fraction
    vehicle_ford_mp: Fraction
    tracked_wall_mp: Fraction
    afv_tree_line_mp: Fraction
    forest_levels: int
    wooden_building_levels: int
    urban_building_levels: int
    tree_line_levels: int
    time_lapse_minutes: tuple[int, ...]
    """Minutes for each die from 1 to 10."""
    fate_sniper_die: int
    fate_medic_die: int
    """Fate Table: up to `fate_sniper_die` a sniper, above that up to `fate_medic_die` a medic."""
    mortar_platoon: tuple[int, ...]
    """Primary and secondary value, markers of high explosive and of smoke."""
    mortar_section_smoke_dice: int
    casualty_points_a_box: int
    """Casualty Points of each box beyond the third."""
    split_anti_tank_drm: int
    night_drm: int
    high_explosive_drm: int
    truck_av: int
    jeep_av: int

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def with_values(self, values: Mapping[str, Any]) -> "HouseValues":
        """The same with a player's own figures, named like the fields of this class.

        Raises:
            Unknown: if there is no house figure of that name.
            BadInput: if a figure is of the wrong kind.
        """
        for name in values:
            if name not in FIGURES:
                raise Unknown("house value", name, sorted(FIGURES))
        return replace(self, **{name: _value(FIGURES[name], value) for name, value in values.items()})


def _figures() -> dict[str, HouseFigure]:
    document = read_data(__package__, "house_figures.json")["figures"]
    return {name: HouseFigure(name, **row) for name, row in document.items()}


def _value(figure: HouseFigure, value: Any) -> Any:
    return _READERS[figure.kind](figure, f"house.{figure.name}", value)


def _blind_hex_table(_: HouseFigure, field: str, value: Any) -> BlindHexTable:
    if not isinstance(value, list | tuple) or not all(isinstance(row, list | tuple) for row in value):
        raise BadInput(field, value, "a list of rows, each a list of whole numbers")
    return BlindHexTable(tuple(tuple(row) for row in value))


def _range_shares(_: HouseFigure, field: str, value: Any) -> tuple[tuple[Fraction, int], ...]:
    wanted = "a list of [share of the range, DRM] with shares rising to 1"
    if not isinstance(value, list | tuple) or not value:
        raise BadInput(field, value, wanted)
    shares: list[tuple[Fraction, int]] = []
    for pair in value:
        if not isinstance(pair, list | tuple) or [type(part) for part in pair] not in (
            [float, int],
            [int, int],
        ):
            raise BadInput(field, pair, wanted)
        shares.append((Fraction(pair[0]).limit_denominator(100), pair[1]))
    if shares != sorted(shares, key=lambda pair: pair[0]) or not 0 < shares[0][0] <= shares[-1][0] == 1:
        raise BadInput(field, value, wanted)
    return tuple(shares)


def _row(figure: HouseFigure, field: str, value: Any) -> tuple[int, ...]:
    wanted = f"a list of {figure.count} whole numbers from {figure.least} to {figure.most}"
    if not isinstance(value, list | tuple) or len(value) != figure.count:
        raise BadInput(field, value, wanted)
    for number in value:
        if type(number) is not int or not figure.least <= number <= figure.most:
            raise BadInput(field, number, wanted)
    return tuple(value)


def _mp(_: HouseFigure, field: str, value: Any) -> Fraction:
    if not 0 < _number(field, value) <= MOST_MP:
        raise BadInput(field, value, "a number of MP above 0")
    return Fraction(value).limit_denominator(4)


def _whole(figure: HouseFigure, field: str, value: Any, counted: str = "whole number") -> int:
    if _number(field, value) != int(value) or not figure.least <= value <= figure.most:
        raise BadInput(field, value, f"a {counted} from {figure.least} to {figure.most}")
    return int(value)


def _levels(figure: HouseFigure, field: str, value: Any) -> int:
    return _whole(figure, field, value, "whole number of levels")


def _number(field: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(field, value, "a number")
    return value


_READERS: Mapping[str, Callable[[HouseFigure, str, Any], Any]] = MappingProxyType({
    "blind_hex_table": _blind_hex_table,
    "range_shares": _range_shares,
    "row": _row,
    "mp": _mp,
    "whole": _whole,
    "levels": _levels,
})  # fmt: skip

FIGURES: Mapping[str, HouseFigure] = MappingProxyType(_figures())
"""Every house figure by its name."""

PRINTED_NOWHERE = HouseValues(**{name: _value(figure, figure.value) for name, figure in FIGURES.items()})
"""Our own value of every house figure."""
