"""Battle group morale: the pot of counters, the table in its place, and what each loss costs.

Rule: KGN Battle group morale, Special events.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.game.dice import Dice
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.course import Setting
from rules.kampfgruppe_normandy.events import CounterDrawn, PotFilled, UnitLost
from rules.kampfgruppe_normandy.prey import Fate
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.unit_types import KgnType, Kind, SpecialRule

AIRCRAFT: Final = "aircraft"
BREAKDOWN: Final = "mechanical breakdown"
HEROIC: Final = "heroic action"
OUT_OF_AMMUNITION: Final = "gun out of ammunition"
SPECIAL_EVENTS: Final = (BREAKDOWN, HEROIC, OUT_OF_AMMUNITION)

Pot = tuple[tuple[str, int], ...]

SHEET: Pot = (
    ("1", 14),
    ("2", 28),
    ("3", 27),
    ("4", 15),
    (AIRCRAFT, 6),
    (BREAKDOWN, 2),
    (HEROIC, 2),
    (OUT_OF_AMMUNITION, 2),
)
"""The 96 counters as printed, by what they show."""

LOSS_BY_TWO_DICE: Mapping[int, str] = MappingProxyType({
    2: "special", 3: "4", 4: "4", 5: "3", 6: "3", 7: "2", 8: "2", 9: "1", 10: "1", 11: AIRCRAFT, 12: "special",
})  # fmt: skip
"""The alternative table: what two dice cost."""

SPECIAL_BY_DIE: Mapping[int, str] = MappingProxyType({
    1: OUT_OF_AMMUNITION, 2: OUT_OF_AMMUNITION, 3: BREAKDOWN, 4: BREAKDOWN, 5: HEROIC, 6: HEROIC,
})  # fmt: skip
"""Its special results."""


@implements("KN-BMOR-03", "KN-BMOR-10", "KN-BMOR-33")
def full_pot(setting: Setting) -> Pot:
    """The counters a game begins with: the sheet, without half the ones and twos in a shortened game.

    Without special events their counters stay out.
    """
    halved = ("1", "2") if setting.short_game else ()
    return tuple(
        (name, count // 2 if name in halved else count)
        for name, count in SHEET
        if setting.events or name not in SPECIAL_EVENTS
    )


@implements("KN-BMOR-03", "KN-BMOR-11")
def draw(pot: Pot, dice: Dice) -> str:
    """One counter out of the pot, each as likely; the pot must not be empty."""
    place = dice.pick(sum(count for _, count in pot))
    for name, count in pot:
        if place < count:
            return name
        place -= count
    raise AssertionError("the pick is within the pot")


@implements("KN-BMOR-34", "KN-BMOR-35")
def throw_loss(dice: Dice) -> str:
    """The alternative to a counter: two dice, and a third for a special result.

    Rule: KGN Alternative morale table.
    """
    found = LOSS_BY_TWO_DICE[dice.roll(6) + dice.roll(6)]
    return SPECIAL_BY_DIE[dice.roll(6)] if found == "special" else found


@implements("KN-BMOR-11", "KN-BMOR-09", "KN-SPEC-21")
def take_counter(story: Story, side: str, why: str) -> None:
    """A side takes a counter at once and keeps it; one with a picture is told to the chapters it concerns.

    Rule: KGN Taking morale counters; OUR 154.
    """
    course = story.course
    if course.setting.counters:
        if not any(count for _, count in course.pot):
            story.tell(PotFilled(_gone_back(story)))
        counter = draw(story.course.pot, story.dice)
    else:
        counter = throw_loss(story.dice)
        if counter in SPECIAL_EVENTS and not course.setting.events:
            counter = "0"
    story.tell(CounterDrawn(side, why, counter, from_pot=course.setting.counters))
    if not counter.isdecimal():
        for chapter in story.chapters:
            if chapter.drawn is not None:
                chapter.drawn(story, side, counter)


def _gone_back(story: Story) -> Pot:
    drawn = [counter for _, counter in story.course.drawn if not counter.isdecimal()]
    kinds = dict.fromkeys(drawn)
    return tuple((name, drawn.count(name)) for name in kinds) or full_pot(story.course.setting)


GONE_FREE: Final = frozenset({"withdrawn to the rear", "sent with a message"})
"""How a unit may leave play without a counter: a soft-skin that gets away, a messenger on his way."""


@implements(
    "KN-BMOR-14", "KN-BMOR-15", "KN-BMOR-16", "KN-BMOR-17", "KN-BMOR-22", "KN-AIR-30", "KN-SPEC-10",
    "KN-SPEC-19",
)  # fmt: skip
def counters_for(kind: KgnType, how: str) -> int:
    """How many counters a lost unit costs its side: one; two for the headquarters and an aircraft shot down.

    A sniper costs none, nor a soft-skin that withdraws or a messenger sent off.

    Rule: KGN Taking morale counters; OUR 117, 127, 128.
    """
    if how in GONE_FREE or kind.has(SpecialRule.SNIPER):
        return 0
    is_shot_down = kind.kind is Kind.AIRCRAFT and how == Fate.DESTROYED
    return 2 if kind.has(SpecialRule.SUPREME_COMMAND) or is_shot_down else 1


def lose(story: Story, unit_id: str, how: str, *, leaves_wreck: bool = False) -> None:
    """A unit leaves play, and its side takes the counters that costs."""
    unit = story.state.unit(unit_id)
    kind = story.position.type(unit)
    story.tell(UnitLost(unit_id, how, leaves_wreck))
    for _ in range(counters_for(kind, how)):
        take_counter(story, unit.side, f"{unit} is {how}")


RULE_IDS = {
    "SHEET": ("KN-BMOR-04", "KN-BMOR-05", "KN-BMOR-06", "KN-BMOR-07", "KN-BMOR-08", "KN-BMOR-09", "KN-BMOR-10"),
    "LOSS_BY_TWO_DICE": "KN-BMOR-34",
    "SPECIAL_BY_DIE": "KN-BMOR-35",
}  # fmt: skip
