"""The infantry of the house list: squads, teams, command, observers and specialists of both sides."""

from collections.abc import Mapping
from typing import Any

from rules.kampfgruppe_normandy.book.house.figures import FIGURES, rules_of
from rules.kampfgruppe_normandy.book.house.points import morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import RIFLES, weapons_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility


def _foot(row: Mapping[str, Any]) -> KgnType:
    kind, rules, men = Kind.INFANTRY, rules_of(row), row["men"]
    carried = (RIFLES, *weapons_of(row))
    cost = points(kind, Mobility.FOOT, carried, rules, men=men)
    return KgnType(
        row["id"],
        row["name"],
        row["nation"],
        kind,
        Mobility.FOOT,
        cost,
        morale_value(kind, cost, rules),
        men,
        carried,
        rules=rules,
    )


INFANTRY: tuple[KgnType, ...] = tuple(map(_foot, FIGURES["infantry"]))
"""The infantry of both sides."""
