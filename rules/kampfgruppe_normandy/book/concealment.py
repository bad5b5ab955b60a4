"""Concealment saves: what cover is worth to men, vehicles and guns.

Rule: KGN Concealment saves.
"""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.unit_types import Kind


class Cover(IntEnum):
    """The classes of cover, least first."""

    OPEN = 0
    VISUAL = 1
    HARD = 2
    REINFORCED = 3
    FORTIFIED = 4

    @property
    def words(self) -> str:
        return "in the open" if self is Cover.OPEN else f"in {self.name.lower()} cover"

    @property
    def is_obscured(self) -> bool:
        """Whether a vehicle or gun in it is obscured."""
        return self is not Cover.OPEN


INFANTRY_SAVE: Mapping[Cover, int] = MappingProxyType(
    {Cover.OPEN: 6, Cover.VISUAL: 5, Cover.HARD: 4, Cover.REINFORCED: 3, Cover.FORTIFIED: 2}
)
"""The concealment save of a man, by his cover."""

OPEN_SAVE = INFANTRY_SAVE[Cover.OPEN]
"""The save of men in the open, and of all units that nothing shelters from what bursts beside them."""

OPEN_SAVE_AT_NIGHT = INFANTRY_SAVE[Cover.VISUAL]
"""The save of the same units at night, when everyone is obscured (OUR 152)."""

VEHICLE_SAVE_OBSCURED = 5
"""The save of an obscured vehicle (OUR 1); a vehicle in the open has none."""

GUN_SAVE_OPEN, GUN_SAVE_OBSCURED = 6, 5
GUN_SHIELD_SAVE = 4
PASSENGER_SAVE = 5
"""The save of a soft-skin's passengers against hits beyond those that destroy it."""


@implements(
    "KN-SUPP-19", "KN-SUPP-20", "KN-SUPP-21", "KN-SUPP-22", "KN-SUPP-29", "KN-SUPP-34", "KN-DFSA-34",
    "KN-DFHE-13",
)  # fmt: skip
def save_needed(kind: Kind, cover: Cover) -> int | None:
    """The number a unit of this kind needs to save in that cover; None if it has no save.

    A dug-in gun in reinforced or fortified cover saves as its crew would (OUR 10, 79).

    Rule: KGN Concealment saves; OUR 1, 79.
    """
    if kind is Kind.INFANTRY:
        return INFANTRY_SAVE[cover]
    if kind is Kind.GUN:
        if cover >= Cover.REINFORCED:
            return INFANTRY_SAVE[cover]
        return GUN_SAVE_OBSCURED if cover.is_obscured else GUN_SAVE_OPEN
    if kind is Kind.AIRCRAFT:
        return None
    return VEHICLE_SAVE_OBSCURED if cover.is_obscured else None


@implements("KN-DFSA-42", "KN-DFSA-43")
def shielded_save(cover: Cover, *, from_front: bool, has_shield: bool) -> int:
    """The number a gun's crew needs to save against direct small arms fire; a shield helps against its front arc only.

    Rule: KGN Direct fire - small arms, deployed guns; OUR 11.
    """
    bare = save_needed(Kind.GUN, cover)
    assert bare is not None
    return min(bare, GUN_SHIELD_SAVE) if has_shield and from_front else bare


RULE_IDS = {"PASSENGER_SAVE": "KN-DFSA-39"}
