"""The morale counters of a battle group as they are printed, and the table that may be thrown in their place.

Rule: KGN The morale pot, Alternative morale table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

HIGHEST_COUNTER = 4
"""The most that a counter counts."""

UNKNOWN_COUNTER = "?"
"""How an enemy's morale counter looks: that it was drawn is seen, its value is not."""

COUNTER_TO_COME = "number"
"""In odds: a counter that a side would draw now, which shows a number that is told once it matters."""

USUAL_COUNTER = "3"
"""What a counter of unknown value is taken for, where play goes on to where they are added up."""


class Special(StrEnum):
    """The counters that are no number."""

    AIRCRAFT = "aircraft"
    BREAKDOWN = "mechanical breakdown"
    OUT_OF_AMMUNITION = "gun out of ammunition"
    HEROIC_ACTION = "heroic action"


COUNTER_SHEET: Mapping[str, int] = MappingProxyType({
    "1": 14,
    "2": 28,
    "3": 27,
    "4": 15,
    Special.AIRCRAFT.value: 6,
    Special.BREAKDOWN.value: 2,
    Special.OUT_OF_AMMUNITION.value: 2,
    Special.HEROIC_ACTION.value: 2,
})  # fmt: skip
"""The printed sheet: how many counters show what."""


@dataclass(frozen=True, slots=True)
class LossRow:
    """A row of the table that may be thrown in the place of counters: the highest throw that it is read for."""

    last: int
    counter: str


SPECIAL_AGAIN = "special"


LOSS_TABLE: tuple[LossRow, ...] = (
    LossRow(2, SPECIAL_AGAIN),
    LossRow(4, "4"),
    LossRow(6, "3"),
    LossRow(8, "2"),
    LossRow(10, "1"),
    LossRow(11, Special.AIRCRAFT.value),
    LossRow(12, SPECIAL_AGAIN),
)


SPECIAL_TABLE: tuple[LossRow, ...] = (
    LossRow(2, Special.OUT_OF_AMMUNITION.value),
    LossRow(4, Special.BREAKDOWN.value),
    LossRow(6, Special.HEROIC_ACTION.value),
)


@lru_cache(maxsize=256)
def as_seen(pot: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The pot as both sides know it: how many numbers are left in it, whatever these are, and what else."""
    numbers = sum(left for counter, left in pot if counter.isdecimal() or counter == UNKNOWN_COUNTER)
    others = (
        (counter, left) for counter, left in pot if not counter.isdecimal() and counter != UNKNOWN_COUNTER
    )
    return ((UNKNOWN_COUNTER, numbers), *others) if pot else ()


RULE_IDS = {
    "COUNTER_SHEET": (
        "KN-BMOR-04", "KN-BMOR-05", "KN-BMOR-06", "KN-BMOR-07", "KN-BMOR-08", "KN-BMOR-09", "KN-BMOR-10",
    ),
    "LOSS_TABLE": "KN-BMOR-34a",
    "SPECIAL_TABLE": "KN-BMOR-35",
}  # fmt: skip
