"""The figures of the house list, read from the data file beside this module, and the unit type that a row describes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.game.book_data import read_data
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule, Weapon

FIGURES: Mapping[str, Any] = MappingProxyType(
    read_data("rules.kampfgruppe_normandy.book.house", "house_figures.json")
)
"""The document: scales, rows of units, support tables, and where all of it comes from."""


def unit_type_of_row(
    row: Mapping[str, Any],
    kind: Kind,
    mobility: Mobility,
    weapons: tuple[Weapon, ...],
    size_in: tuple[float, float] = (0.6, 0.6),
    **more: Any,
) -> KgnType:
    """The unit type that a row describes, with its special rules and size; its points are still to be worked out."""
    rules = more.pop("rules", None) or frozenset(map(SpecialRule, row.get("rules", ())))
    length_in, width_in = size_in
    return KgnType(
        row["id"], row["name"], row["nation"], kind, mobility, weapons=weapons, rules=rules, length_in=length_in,
        width_in=width_in, **more,
    )  # fmt: skip
