"""Armour penetration: the printed table, HEAT, and what a double does.

Rule: KGN Direct fire - anti-tank, armour penetration.
"""

from enum import StrEnum

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.charts import Axis, Beyond, CrossTable
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.rulebook import cite

__ = None

_CELLS: tuple[tuple[int | None, ...], ...] = (
    #1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18  19  20: armour
    ( 8, 11, 12, 12, 12, __, __, __, __, __, __, __, __, __, __, __, __, __, __, __),  # 1
    ( 7, 10, 11, 12, 12, 12, 12, __, __, __, __, __, __, __, __, __, __, __, __, __),  # 2
    ( 5,  8,  9, 10, 11, 12, 12, 12, 12, __, __, __, __, __, __, __, __, __, __, __),  # 3
    ( 4,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, __, __, __, __, __, __, __, __, __),  # 4
    ( 3,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, __, __, __, __, __, __, __),  # 5
    ( 3,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12, __, __, __, __, __),  # 6
    ( 3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12, 12, __, __, __),  # 7
    ( 3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, __),  # 8
    ( 3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12),  # 9
    ( 3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12, 12),  # 10
    ( 3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12, 12),  # 11
    ( 3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12, 12),  # 12
    ( 3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12, 12),  # 13
    ( 3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12, 12),  # 14
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 12),  # 15
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12),  # 16
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12),  # 17
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10, 11),  # 18
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9, 10),  # 19
    ( 3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,  4,  5,  6,  7,  8,  9),  # 20
)  # fmt: skip

PENETRATION: CrossTable[int | None] = CrossTable(
    "armour penetration",
    Axis.each("penetration value", 1, 20, below=Beyond.REFUSE, above=Beyond.CLAMP),
    Axis.each("armour value", 1, 20, below=Beyond.REFUSE, above=Beyond.CLAMP),
    _CELLS,
    cite("Armour penetration table"),
)
"""What two dice must reach, by the gun's value and the armour's; None where nothing is penetrated."""


DOUBLE_ONE, DOUBLE_SIX = 2, 12
"""A double 1 glances off; where two dice must show 12, only a double 6 pierces, and that does not destroy."""


class Pierced(StrEnum):
    """What a hit does to an armoured vehicle."""

    NOTHING = "no penetration"
    GLANCED = "a glancing hit"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"


@implements("KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-31", "KN-DFAT-33")
@part
def pierce(value: int, armour: int, dice: Dice) -> Pierced:
    """What an AP or HE round that has hit does to armour: two dice against the table.

    Rule: KGN Direct fire - anti-tank, armour penetration; OUR 14.
    """
    needed = PENETRATION.at(value, armour).value
    return Pierced.NOTHING if needed is None else _two_dice(needed, dice)


@implements("KN-DFAT-32", "KN-DFAT-35")
@part
def pierce_with_heat(armour: int, *, skirts: bool, dice: Dice) -> Pierced:
    """What a HEAT round that has hit does to armour: two dice, or one against skirts, must show more than its value.

    Rule: KGN Direct fire - anti-tank, HEAT rounds, Schürzen; OUR 15, 16.
    """
    if not skirts:
        return _two_dice(armour + 1, dice)
    return Pierced.DESTROYED if dice.successes("penetration", 1, 6, armour + 1) else Pierced.NOTHING


def _two_dice(needed: int, dice: Dice) -> Pierced:
    what = f"penetration, two dice of {needed} or more"
    first, second = dice.roll(what, 6), dice.roll(what, 6)
    if first == second == 1:
        return Pierced.GLANCED
    if first + second < needed:
        return Pierced.NOTHING
    return Pierced.IMMOBILISED if first == second == 6 else Pierced.DESTROYED


SOFT_SKIN_PIERCED_ON = 6


RULE_IDS = {
    "PENETRATION": (
        "KN-DFAT-08", "KN-DFAT-09", "KN-DFAT-10", "KN-DFAT-11", "KN-DFAT-12", "KN-DFAT-13", "KN-DFAT-14",
        "KN-DFAT-15", "KN-DFAT-16", "KN-DFAT-17", "KN-DFAT-18", "KN-DFAT-19", "KN-DFAT-20", "KN-DFAT-21",
        "KN-DFAT-22", "KN-DFAT-23", "KN-DFAT-24", "KN-DFAT-25", "KN-DFAT-26", "KN-DFAT-27", "KN-DFAT-28",
    )
}  # fmt: skip
