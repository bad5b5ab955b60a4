"""The men, vehicles and guns of the house list. Plate in millimetres along a level line of fire, guns by what they pierce."""

from collections.abc import Mapping
from typing import Any

from rules.kampfgruppe_normandy.book.house.figures import FIGURES, unit_type_of_row
from rules.kampfgruppe_normandy.book.house.points import armour, with_points
from rules.kampfgruppe_normandy.book.house.weapons import RIFLES, weapon_of, weapons_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule

_SIZES = {
    Kind.ENCLOSED: (3.2, 1.6),
    Kind.OPEN_TOPPED: (2.8, 1.3),
    Kind.SOFT_SKIN: (3.0, 1.2),
}
_ARMOURED_CAR = (2.4, 1.2)
_LITTLE = (2.0, 1.0)
_GUN = (2.0, 1.6)


_TRACKS_TO_KMH: Mapping[str, int] = FIGURES["scales"]["tracks_to_kmh"]


def mobility_of(row: Mapping[str, Any]) -> Mobility:
    """The row of the movement rates that a unit moves by; for tracks, by their recorded speed across country (OUR 183)."""
    if "mobility" in row:
        return Mobility(row["mobility"])
    fitting = (name for name, most_kmh in _TRACKS_TO_KMH.items() if row["cross_country_kmh"] <= most_kmh)
    return Mobility(next(fitting, Mobility.VERY_FAST_TRACKS))


def _foot(row: Mapping[str, Any]) -> KgnType:
    """A squad, a team, command, observers or specialists."""
    return with_points(
        unit_type_of_row(row, Kind.INFANTRY, Mobility.FOOT, (RIFLES, *weapons_of(row)), men=row["men"])
    )


def _armoured(row: Mapping[str, Any]) -> KgnType:
    kind, mobility, capacity = Kind(row["kind"]), mobility_of(row), row.get("capacity", 0)
    return with_points(
        unit_type_of_row(
            row, kind, mobility, weapons_of(row), _ARMOURED_CAR if mobility is Mobility.CROSS_COUNTRY else _SIZES[kind],
            armour=armour(*row["plate_mm"]), ammunition=row.get("rounds", 0), capacity=capacity, tows=capacity > 0,
            skirts=row.get("skirts", False),
        )
    )  # fmt: skip


def _soft(row: Mapping[str, Any]) -> KgnType:
    kind, mobility, capacity = Kind.SOFT_SKIN, mobility_of(row), row.get("capacity", 0)
    tows = capacity > 0 and mobility is not Mobility.MOTORCYCLE
    size = _SIZES[kind] if row["hits"] > 1 else _LITTLE
    return with_points(
        unit_type_of_row(
            row, kind, mobility, weapons_of(row), size, hits=row["hits"], capacity=capacity, tows=tows
        )
    )


def _gun(row: Mapping[str, Any]) -> KgnType:
    """A deployed gun or an off-table battery, with its crew."""
    weapon, crew, shield = weapon_of(row["weapon"]), row["crew"], row.get("shield", False)
    if not row.get("off_table", False):
        mobility = Mobility.MAN_HANDLED
        return with_points(
            unit_type_of_row(row, Kind.GUN, mobility, (weapon, RIFLES), _GUN, men=crew, shield=shield)
        )
    off_table = frozenset({SpecialRule.OFF_TABLE})
    return with_points(
        unit_type_of_row(
            row, Kind.GUN, Mobility.NONE, (weapon,), _GUN, men=crew, shield=shield, rules=off_table
        )
    )


INFANTRY: tuple[KgnType, ...] = tuple(map(_foot, FIGURES["infantry"]))

VEHICLES: tuple[KgnType, ...] = (*map(_armoured, FIGURES["armoured"]), *map(_soft, FIGURES["soft_skins"]))

GUNS: tuple[KgnType, ...] = tuple(map(_gun, FIGURES["guns"]))
"""The guns and off-table batteries."""

RULE_IDS = {"VEHICLES": ("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37")}
