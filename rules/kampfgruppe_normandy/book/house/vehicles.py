"""The vehicles of the house list. Plate in millimetres along a level line of fire, guns by what they pierce."""

from collections.abc import Mapping
from typing import Any

from rules.kampfgruppe_normandy.book.house.figures import FIGURES, rules_of
from rules.kampfgruppe_normandy.book.house.points import armour, morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import weapons_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility

_SIZES = {
    Kind.ENCLOSED: (3.2, 1.6),
    Kind.OPEN_TOPPED: (2.8, 1.3),
    Kind.SOFT_SKIN: (3.0, 1.2),
}
_ARMOURED_CAR = (2.4, 1.2)
_LITTLE = (2.0, 1.0)


_TRACKS_TO_KMH: Mapping[str, int] = FIGURES["scales"]["tracks_to_kmh"]


def mobility_of(row: Mapping[str, Any]) -> Mobility:
    """The row of the table of movement rates: of tracks by the speed across country that is on record (OUR 183)."""
    if "mobility" in row:
        return Mobility(row["mobility"])
    fitting = (name for name, most_kmh in _TRACKS_TO_KMH.items() if row["cross_country_kmh"] <= most_kmh)
    return Mobility(next(fitting, Mobility.VERY_FAST_TRACKS))


def _armoured(row: Mapping[str, Any]) -> KgnType:
    kind, mobility, rules = Kind(row["kind"]), mobility_of(row), rules_of(row)
    plates, weapons, capacity = armour(*row["plate_mm"]), weapons_of(row), row.get("capacity", 0)
    cost = points(kind, mobility, weapons, rules, plates=plates, capacity=capacity)
    length, width = _SIZES[kind] if mobility is not Mobility.CROSS_COUNTRY else _ARMOURED_CAR
    return KgnType(
        row["id"], row["name"], row["nation"], kind, mobility, cost, morale_value(kind, cost, rules), 0, weapons,
        plates, 0, row.get("rounds", 0), capacity, tows=capacity > 0, skirts=row.get("skirts", False), rules=rules,
        length_in=length, width_in=width,
    )  # fmt: skip


def _soft(row: Mapping[str, Any]) -> KgnType:
    kind, mobility, rules = Kind.SOFT_SKIN, Mobility(row["mobility"]), rules_of(row)
    hits, weapons, capacity = row["hits"], weapons_of(row), row.get("capacity", 0)
    cost = points(kind, mobility, weapons, rules, hits=hits, capacity=capacity)
    length, width = _SIZES[kind] if hits > 1 else _LITTLE
    return KgnType(
        row["id"], row["name"], row["nation"], kind, mobility, cost, morale_value(kind, cost, rules), 0, weapons,
        None, hits, 0, capacity, tows=capacity > 0 and mobility is not Mobility.MOTORCYCLE, rules=rules,
        length_in=length, width_in=width,
    )  # fmt: skip


VEHICLES: tuple[KgnType, ...] = (
    *map(_armoured, FIGURES["armoured"]),
    *map(_soft, FIGURES["soft_skins"]),
)
"""The vehicles of both sides."""

RULE_IDS = {"VEHICLES": ("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37")}
