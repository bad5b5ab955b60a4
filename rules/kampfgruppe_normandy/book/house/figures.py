"""The figures of the house list, each as it stands in the data file beside this module, and the parts of a row."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.game.book_data import read_data
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule, Weapon

FIGURES: Mapping[str, Any] = MappingProxyType(
    read_data("rules.kampfgruppe_normandy.book.house", "house_figures.json")
)
"""The document: scales, rows of units, support tables, and where all of it comes from."""


def line_of(
    row: Mapping[str, Any],
    kind: Kind,
    mobility: Mobility,
    weapons: tuple[Weapon, ...],
    size_in: tuple[float, float] = (0.6, 0.6),
    **more: Any,
) -> KgnType:
    """A row as a line of the list, with its special rules, as long and as wide as that, and without points yet."""
    rules = more.pop("rules", None) or frozenset(map(SpecialRule, row.get("rules", ())))
    length_in, width_in = size_in
    return KgnType(
        row["id"], row["name"], row["nation"], kind, mobility, weapons=weapons, rules=rules, length_in=length_in,
        width_in=width_in, **more,
    )  # fmt: skip
