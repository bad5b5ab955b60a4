"""Values that no edition at hand prints, and that a player may replace with those of his own charts."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from rules.errors import BadInput, Unknown

BLIND_ROWS, BLIND_COLUMNS = 8, 60


MOST_LEVELS = 9


@dataclass(frozen=True, slots=True)
class BlindHexTable:
    """How many hexes behind an obstacle are blind: rows[level difference - 1][hexes to the obstacle - 1].

    Beyond its last row or column the table stays as there. Rule: LHY 4.2.3.
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
        """The blind hexes behind an obstacle so much lower than the higher end and so far from it."""
        row = self.rows[min(level_difference, len(self.rows)) - 1]
        return row[min(range_hexes, len(row)) - 1]


QUARTERS = tuple((Fraction(k, 4), 1 - k) for k in range(1, 5))
"""Range DRM 0, -1, -2, -3 by quarters of a weapon's range: fits every printed example."""


PROPOSED_BLIND_HEXES = BlindHexTable(
    tuple(
        tuple(max(1, ceil(range_hexes / difference)) for range_hexes in range(1, BLIND_COLUMNS + 1))
        for difference in range(1, BLIND_ROWS + 1)
    )
)
"""One hex at least; nearer to the obstacle and higher above it, fewer."""


@dataclass(frozen=True)
class HouseValues:
    """All replaceable values of the book; MP are in the units of the Terrain Effects Table."""

    blind_hexes: BlindHexTable = PROPOSED_BLIND_HEXES
    range_shares: tuple[tuple[Fraction, int], ...] = QUARTERS
    road_mp: Fraction = Fraction(1)
    vehicle_open_mp: Fraction = Fraction(1)
    afv_woods_mp: Fraction = Fraction(3)
    afv_rural_building_mp: Fraction = Fraction(2)
    vehicle_uphill_mp: Fraction = Fraction(1)
    vehicle_ford_mp: Fraction = Fraction(3)
    tracked_wall_mp: Fraction = Fraction(1)
    afv_tree_line_mp: Fraction = Fraction(1)
    forest_levels: int = 2
    wooden_building_levels: int = 1
    urban_building_levels: int = 2
    tree_line_levels: int = 1
    time_lapse_minutes: tuple[int, ...] = (2, 2, 3, 3, 3, 4, 4, 4, 5, 5)
    """Minutes for a die of 1 to 10."""
    fate_sniper_die: int = 2
    fate_medic_die: int = 4
    """The highest die of each event of the Fate Table, the sniper first."""
    mortar_platoon: tuple[int, ...] = (3, 1, 4, 5)
    """Primary and secondary value, markers of high explosive and of smoke."""
    mortar_section_smoke_dice: int = 3
    casualty_points_a_box: int = 3
    """Casualty Points of each box beyond the third."""
    split_anti_tank_drm: int = -2
    night_drm: int = -1
    high_explosive_drm: int = 1
    truck_av: int = 3
    jeep_av: int = 3

    def __hash__(self) -> int:
        return self._kept_hash

    @cached_property
    def _kept_hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def with_values(self, values: Mapping[str, Any]) -> "HouseValues":
        """The same with a player's own figures, named as here.

        Raises:
            Unknown: if a name is none of ours.
            BadInput: if a figure is not of its kind.
        """
        known = {field.name for field in fields(self)}
        changed: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise Unknown("house value", name, sorted(known))
            changed[name] = _read(name, value)
        return replace(self, **changed)


PRINTED_NOWHERE = HouseValues()
"""Our proposals, where no player's own figures replace them."""


def _read(name: str, value: Any) -> Any:
    if name == "blind_hexes":
        if not isinstance(value, list | tuple) or not all(isinstance(row, list | tuple) for row in value):
            raise BadInput("house.blind_hexes", value, "a list of rows, each a list of whole numbers")
        return BlindHexTable(tuple(tuple(row) for row in value))
    if name == "range_shares":
        return _shares(value)
    if name in _ROWS:
        return _row(name, value, *_ROWS[name])
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"house.{name}", value, "a number")
    if name.endswith("_mp"):
        if not 0 < value <= 100:
            raise BadInput(f"house.{name}", value, "a number of MP above 0")
        return Fraction(value).limit_denominator(4)
    least, most = _WHOLE.get(name, (0, MOST_LEVELS))
    if value != int(value) or not least <= value <= most:
        counted = "whole number of levels" if name.endswith("_levels") else "whole number"
        raise BadInput(f"house.{name}", value, f"a {counted} from {least} to {most}")
    return int(value)


_WHOLE = {
    "fate_sniper_die": (0, 10),
    "fate_medic_die": (0, 10),
    "split_anti_tank_drm": (-9, 0),
    "night_drm": (-9, 0),
    "high_explosive_drm": (0, 9),
    "truck_av": (0, 12),
    "jeep_av": (0, 12),
}


_ROWS = {"time_lapse_minutes": (10, 1, 60), "mortar_platoon": (4, -4, 10)}
"""Lists of so many whole numbers, from the least to the most."""


def _row(name: str, value: Any, count: int, least: int, most: int) -> tuple[int, ...]:
    wanted = f"a list of {count} whole numbers from {least} to {most}"
    if not isinstance(value, list | tuple) or len(value) != count:
        raise BadInput(f"house.{name}", value, wanted)
    for number in value:
        if type(number) is not int or not least <= number <= most:
            raise BadInput(f"house.{name}", number, wanted)
    return tuple(value)


def _shares(value: Any) -> tuple[tuple[Fraction, int], ...]:
    wanted = "a list of [share of the range, DRM] with shares rising to 1"
    if not isinstance(value, list | tuple) or not value:
        raise BadInput("house.range_shares", value, wanted)
    shares: list[tuple[Fraction, int]] = []
    for pair in value:
        if not isinstance(pair, list | tuple) or [type(part) for part in pair] not in (
            [float, int],
            [int, int],
        ):
            raise BadInput("house.range_shares", pair, wanted)
        shares.append((Fraction(pair[0]).limit_denominator(100), pair[1]))
    if shares != sorted(shares, key=lambda pair: pair[0]) or not 0 < shares[0][0] <= shares[-1][0] == 1:
        raise BadInput("house.range_shares", value, wanted)
    return tuple(shares)
