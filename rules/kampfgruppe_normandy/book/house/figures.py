"""The figures of the house list, each as it stands in the data file beside this module, and the parts of a row."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.game.book_data import read_data
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule

FIGURES: Mapping[str, Any] = MappingProxyType(
    read_data("rules.kampfgruppe_normandy.book.house", "house_figures.json")
)
"""The document: scales, rows of units, support tables, and where all of it comes from."""


def rules_of(row: Mapping[str, Any]) -> frozenset[SpecialRule]:
    """The special rules of a row."""
    return frozenset(map(SpecialRule, row.get("rules", ())))
