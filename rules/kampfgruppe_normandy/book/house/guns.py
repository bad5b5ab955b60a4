"""The deployed guns and off-table batteries of the house list, each with its crew."""

from collections.abc import Mapping
from typing import Any

from rules.kampfgruppe_normandy.book.house.figures import FIGURES
from rules.kampfgruppe_normandy.book.house.points import morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import RIFLES, weapon_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule


def _gun(row: Mapping[str, Any]) -> KgnType:
    kind, crew, weapon = Kind.GUN, row["crew"], weapon_of(row["weapon"])
    off_table = row.get("off_table", False)
    rules = frozenset({SpecialRule.OFF_TABLE}) if off_table else frozenset[SpecialRule]()
    weapons = (weapon,) if off_table else (weapon, RIFLES)
    cost = points(kind, Mobility.MAN_HANDLED, weapons, rules, men=crew)
    value = 0 if off_table else morale_value(kind, cost, rules)
    mobility = Mobility.NONE if off_table else Mobility.MAN_HANDLED
    return KgnType(
        row["id"], row["name"], row["nation"], kind, mobility, cost, value, crew, weapons,
        shield=row.get("shield", False), rules=rules, length_in=2.0, width_in=1.6,
    )  # fmt: skip


GUNS: tuple[KgnType, ...] = tuple(map(_gun, FIGURES["guns"]))
"""The guns and batteries of both sides."""
