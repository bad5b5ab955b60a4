"""Battle group morale: how counters are drawn from the pot, and when a battle group is broken.

Rule: KGN Battle group morale.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.chance.odds import throw_steps
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.morale_counters import (
    COUNTER_SHEET,
    COUNTER_TO_COME,
    HIGHEST_COUNTER,
    LOSS_TABLE,
    NO_EVENT,
    SPECIAL_AGAIN,
    SPECIAL_TABLE,
    UNKNOWN_COUNTER,
    Special,
    as_seen,
)
from rules.kampfgruppe_normandy.effects.activation import owe_decision
from rules.kampfgruppe_normandy.effects.air_support import expect_aircraft
from rules.kampfgruppe_normandy.questions.special_events import EVENTS, targets_of_event
from rules.kampfgruppe_normandy.state.events import CounterDrawn, CountersTold, PotFilled
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Progress
from rules.kampfgruppe_normandy.state.resolution import Resolution


@implements(
    "KN-BMOR-11", "KN-BMOR-12", "KN-BMOR-34a", "KN-BMOR-34b", "KN-BMOR-35", "KN-SPEC-21", "KN-AIR-01a"
)
def draw_counter(resolution: Resolution, side: str, why: str) -> None:
    """Draw a counter for a side; one without a number takes effect at once.

    Odds about the fate of a single unit leave counters out.

    Rule: KGN Taking morale counters, Alternative morale table; OUR 13.
    """
    if resolution.progress.ended is not None or resolution.concerns:
        return
    if resolution.progress.setting.counters:
        counter = _counter_from_pot(resolution, side)
        resolution.happen(CounterDrawn(side, why, counter))
    else:
        dice = resolution.named(f"morale loss of {side}")
        counter = thrown_loss(dice, events=resolution.progress.setting.events)
        resolution.happen(CounterDrawn(side, why, counter, from_pot=False))
    if counter in EVENTS:
        _owe_event(resolution, side, counter)
    elif counter == Special.AIRCRAFT:
        expect_aircraft(resolution, side)


@implements("KN-SPEC-21", "KN-SPEC-25")
def _owe_event(resolution: Resolution, side: str, event: str) -> None:
    """Ask the drawer of an event to play it at once, unless it has no target that he knows of (OUR 129)."""
    if targets_of_event(resolution.known(side), event, side):
        owe_decision(resolution, Obligation(Duty.EVENT_TARGET, side, other=event))


def _counter_from_pot(resolution: Resolution, side: str) -> str:
    if _is_empty(resolution.progress.pot):
        full = dict(full_pot(resolution.progress.setting))
        drawn = [counter for _, counter in resolution.progress.drawn]
        left = tuple((name, max(0, count - drawn.count(name))) for name, count in full.items())
        left = tuple(full.items()) if _is_empty(left) else left
        is_told = not {UNKNOWN_COUNTER, COUNTER_TO_COME}.intersection(drawn)
        resolution.happen(PotFilled(left if is_told else as_seen(left)))
    dice = resolution.named(f"{side} draws a counter", only_for=side)
    counter = _one_of(dice, resolution.progress.pot)
    return COUNTER_TO_COME if counter == UNKNOWN_COUNTER else counter


def _one_of(dice: Dice, pot: tuple[tuple[str, int], ...]) -> str:
    counters = _counters_in(pot)
    return dice.decide("", len(counters), lambda place: counters[place - 1])


@implements("KN-BMOR-13")
def draw_unknown_counters(resolution: Resolution, side: str, *, is_last: bool) -> None:
    """In odds, work out the numbers on counters drawn now, if they may break the side or the end of the game counts them.

    They are drawn from the numbers of the sheet that have not been seen. Nothing is told if older counters are unknown.
    """
    progress = resolution.progress
    counters = progress.counters_of(side)
    to_come = counters.count(COUNTER_TO_COME)
    if not to_come or UNKNOWN_COUNTER in counters:
        return
    if is_last or 0 < progress.morale_left(side) <= HIGHEST_COUNTER * to_come:
        seen = [counter for _, counter in progress.drawn]
        left = ((name, count - seen.count(name)) for name, count in full_pot(progress.setting))
        unseen = tuple((name, count) for name, count in left if name.isdecimal() and count > 0)
        if sum(count for _, count in unseen) >= to_come:
            dice = resolution.named(f"counters of {side}", only_for=side)
            shown = throw_steps(_Numbers(unseen), [_with_another] * to_come, dice)
            resolution.happen(CountersTold(side, shown.numbers))


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers drawn so far, lowest first, and the counters they can still be drawn from."""

    unseen: tuple[tuple[str, int], ...]
    numbers: tuple[str, ...] = ()


def _with_another(drawn: _Numbers, dice: Dice) -> _Numbers:
    number = _one_of(dice, drawn.unseen)
    unseen = tuple((name, count - (name == number)) for name, count in drawn.unseen)
    return _Numbers(unseen, tuple(sorted((*drawn.numbers, number))))


def _is_empty(pot: tuple[tuple[str, int], ...]) -> bool:
    return not any(left for _, left in pot)


@lru_cache
def _counters_in(pot: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The counters of a pot, listed one by one."""
    return tuple(counter for counter, left in pot for _ in range(left))


@part
def thrown_loss(dice: Dice, *, events: bool = True) -> str:
    """The counter that a roll on the table of battle group morale loss stands for; without `events` a special one is empty.

    Rule: KGN Alternative morale table; OUR 227.
    """
    total = dice.roll("", 6) + dice.roll("", 6)
    found = next(row.counter for row in LOSS_TABLE if total <= row.last)
    if found != SPECIAL_AGAIN:
        return found
    if not events:
        return NO_EVENT
    die = dice.roll("", 6)
    return next(row.counter for row in SPECIAL_TABLE if die <= row.last)


@implements("KN-BMOR-13")
def is_broken(progress: Progress, side: str) -> bool:
    """Whether a side's counters have come to its morale value: it is ordered to withdraw.

    Rule: KGN Losing battle group morale; OUR 12.

    Raises:
        DependsOnHidden: if that depends on counters whose values are not known.
    """
    left = progress.morale_left(side)
    if left > 0 and left <= HIGHEST_COUNTER * _unknown_counters(progress, side):
        raise DependsOnHidden(f"what the counters of {side} show")
    return left <= 0


def morale_expected(progress: Progress, side: str) -> Fraction:
    """The morale left to a side on average, each unknown counter counting the mean of the printed numbers."""
    counters = {name: count for name, count in COUNTER_SHEET.items() if name.isdecimal()}
    average = Fraction(sum(int(name) * count for name, count in counters.items()), sum(counters.values()))
    return progress.morale_left(side) - average * _unknown_counters(progress, side)


def _unknown_counters(progress: Progress, side: str) -> int:
    return sum(counter in (UNKNOWN_COUNTER, COUNTER_TO_COME) for counter in progress.counters_of(side))
