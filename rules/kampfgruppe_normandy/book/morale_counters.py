"""The printed morale counters of a battle group, and the table that may be rolled on instead of drawing one.

Rule: KGN The morale pot, Alternative morale table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

HIGHEST_COUNTER = 4
"""The highest value of a counter."""

UNKNOWN_COUNTER = "?"
"""An enemy's morale counter, of which a side knows that it was drawn, but not its value."""

COUNTER_TO_COME = "number"
"""In odds: a counter drawn now that shows some number; which one is only worked out once it matters."""

USUAL_COUNTER = "3"
"""The value assumed for an unknown counter where a line of play goes on until counters are added up."""


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
"""The printed sheet: how many counters there are of each number and picture."""


@dataclass(frozen=True, slots=True)
class LossRow:
    """A row of the table that may be rolled on instead of drawing a counter; `last` is the highest roll of the row."""

    last: int
    counter: str


SPECIAL_AGAIN = "special"

NO_EVENT = "no event"
"""What a special result of the table stands for in a game without special events (OUR 227)."""


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
    """The pot as both sides know it: how many counters with a number are left, without their values, and the others."""
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
