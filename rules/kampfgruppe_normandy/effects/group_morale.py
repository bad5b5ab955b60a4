"""Battle group morale: the pot of counters, what is drawn and why, and when a battle group is broken.

Rule: KGN Battle group morale.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from rules.game.chance.dice import Dice
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.state.events import CounterDrawn, PotFilled
from rules.kampfgruppe_normandy.state.progress import Course, Setting
from rules.kampfgruppe_normandy.state.resolution import Story


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
    """A row of the table that may be thrown in the place of counters."""

    first: int
    last: int
    counter: str


_SPECIAL_AGAIN = "special"

LOSS_TABLE: tuple[LossRow, ...] = (
    LossRow(2, 2, _SPECIAL_AGAIN),
    LossRow(3, 4, "4"),
    LossRow(5, 6, "3"),
    LossRow(7, 8, "2"),
    LossRow(9, 10, "1"),
    LossRow(11, 11, Special.AIRCRAFT.value),
    LossRow(12, 12, _SPECIAL_AGAIN),
)
SPECIAL_TABLE: tuple[LossRow, ...] = (
    LossRow(1, 2, Special.OUT_OF_AMMUNITION.value),
    LossRow(3, 4, Special.BREAKDOWN.value),
    LossRow(5, 6, Special.HEROIC_ACTION.value),
)


@implements("KN-BMOR-03", "KN-BMOR-33")
def full_pot(setting: Setting) -> tuple[tuple[str, int], ...]:
    """The pot as a game begins: all 96 counters, fewer for a shorter game or without special events.

    Rule: KGN The morale pot, Shortening the game.
    """
    events = {Special.BREAKDOWN, Special.OUT_OF_AMMUNITION, Special.HEROIC_ACTION}
    pot = {}
    for counter, count in COUNTER_SHEET.items():
        if counter in {event.value for event in events} and not setting.events:
            continue
        pot[counter] = count // 2 if setting.short_game and counter in ("1", "2") else count
    return tuple(pot.items())


@implements("KN-BMOR-11", "KN-BMOR-12", "KN-BMOR-34", "KN-BMOR-35")
def draw_counter(story: Story, side: str, why: str) -> None:
    """A side takes a counter at random and keeps it; what is no number takes effect at once.

    Rule: KGN Taking morale counters, Alternative morale table; OUR 13.
    """
    if story.course.ended is not None:
        return
    if story.course.setting.counters:
        counter = _from_pot(story)
        story.tell(CounterDrawn(side, why, counter))
    else:
        counter = thrown_loss(story.dice)
        story.tell(CounterDrawn(side, why, counter, from_pot=False))
    if not counter.isdecimal():
        for chapter in story.chapters:
            if chapter.drawn is not None:
                chapter.drawn(story, side, counter)


def _from_pot(story: Story) -> str:
    pot = story.course.pot
    if sum(left for _, left in pot) == 0:
        kept = [counter for _, counter in story.course.drawn]
        story.tell(
            PotFilled(
                tuple((name, max(0, n - kept.count(name))) for name, n in full_pot(story.course.setting))
            )
        )
        pot = story.course.pot
        if sum(left for _, left in pot) == 0:
            story.tell(PotFilled(full_pot(story.course.setting)))
            pot = story.course.pot
    place = story.dice.pick(sum(left for _, left in pot))
    for counter, left in pot:
        if place < left:
            return counter
        place -= left
    return pot[-1][0]


def thrown_loss(dice: Dice) -> str:
    """What the table of battle group morale loss comes to."""
    total = dice.roll(6) + dice.roll(6)
    found = next(row.counter for row in LOSS_TABLE if row.first <= total <= row.last)
    if found != _SPECIAL_AGAIN:
        return found
    die = dice.roll(6)
    return next(row.counter for row in SPECIAL_TABLE if row.first <= die <= row.last)


@implements("KN-BMOR-13")
def is_broken(course: Course, side: str) -> bool:
    """Whether a side's counters have come to its morale value: it is ordered to withdraw.

    Rule: KGN Losing battle group morale; OUR 12.
    """
    return course.morale_left(side) <= 0


RULE_IDS = {
    "COUNTER_SHEET": (
        "KN-BMOR-04", "KN-BMOR-05", "KN-BMOR-06", "KN-BMOR-07", "KN-BMOR-08", "KN-BMOR-09", "KN-BMOR-10",
    ),
    "LOSS_TABLE": "KN-BMOR-34",
    "SPECIAL_TABLE": "KN-BMOR-35",
}  # fmt: skip
