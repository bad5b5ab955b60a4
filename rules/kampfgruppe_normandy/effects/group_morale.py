"""Battle group morale: the pot of counters, what is drawn and why, and when a battle group is broken.

Rule: KGN Battle group morale.
"""

from fractions import Fraction
from functools import lru_cache

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.morale_counters import (
    COUNTER_SHEET,
    HIGHEST_COUNTER,
    LOSS_TABLE,
    SPECIAL_AGAIN,
    SPECIAL_TABLE,
    UNKNOWN_COUNTER,
    Special,
    as_seen,
)
from rules.kampfgruppe_normandy.effects.activation import owe
from rules.kampfgruppe_normandy.effects.air_support import expect
from rules.kampfgruppe_normandy.questions.special_events import EVENTS, may_befall
from rules.kampfgruppe_normandy.state.events import CounterDrawn, PotFilled
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Progress
from rules.kampfgruppe_normandy.state.resolution import Resolution

MATTERS_TO = 2 * HIGHEST_COUNTER
"""The most morale that two counters can break: with no more of it left, odds tell what number is drawn."""


@implements(
    "KN-BMOR-11", "KN-BMOR-12", "KN-BMOR-34a", "KN-BMOR-34b", "KN-BMOR-35", "KN-SPEC-21", "KN-AIR-01a"
)
def draw_counter(resolution: Resolution, side: str, why: str) -> None:
    """A side takes a counter at random and keeps it; what is no number takes effect at once.

    Odds that concern one unit alone leave counters out.

    Rule: KGN Taking morale counters, Alternative morale table; OUR 13.
    """
    if resolution.progress.ended is not None or resolution.concerns:
        return
    if resolution.progress.setting.counters:
        counter = _from_pot(resolution, side)
        resolution.happen(CounterDrawn(side, why, counter))
    else:
        counter = thrown_loss(resolution.named(f"morale loss of {side}"))
        resolution.happen(CounterDrawn(side, why, counter, from_pot=False))
    if counter in EVENTS:
        _owe_event(resolution, side, counter)
    elif counter == Special.AIRCRAFT:
        expect(resolution, side)


@implements("KN-SPEC-21", "KN-SPEC-25")
def _owe_event(resolution: Resolution, side: str, event: str) -> None:
    """An event is played as it is drawn, before more covering fire; without a target it has no effect (OUR 129)."""
    if may_befall(resolution.position, event, side):
        owe(resolution, Obligation(Duty.EVENT_TARGET, side, other=event))


def _from_pot(resolution: Resolution, side: str) -> str:
    if _is_empty(resolution.progress.pot):
        full = dict(full_pot(resolution.progress.setting))
        drawn = [counter for _, counter in resolution.progress.drawn]
        left = tuple((name, max(0, count - drawn.count(name))) for name, count in full.items())
        left = tuple(full.items()) if _is_empty(left) else left
        resolution.happen(PotFilled(as_seen(left) if UNKNOWN_COUNTER in drawn else left))
    dice = resolution.named(f"{side} draws a counter", only_for=side)
    counter = _one_of(dice, resolution.progress.pot)
    if counter == UNKNOWN_COUNTER and (unseen := _numbers_that_could_break(resolution.progress, side)):
        counter = _one_of(dice, unseen)
    return counter


def _one_of(dice: Dice, pot: tuple[tuple[str, int], ...]) -> str:
    counters = _laid_out(pot)
    return dice.decide("", len(counters), lambda place: counters[place - 1])


@implements("KN-BMOR-13")
def _numbers_that_could_break(progress: Progress, side: str) -> tuple[tuple[str, int], ...]:
    """For odds: the numbers of the sheet that nobody saw drawn, if a side knows its own and one or two more could break it."""
    if progress.morale_left(side) > MATTERS_TO or UNKNOWN_COUNTER in progress.counters_of(side):
        return ()
    seen = [counter for _, counter in progress.drawn]
    left = ((name, count - seen.count(name)) for name, count in full_pot(progress.setting))
    return tuple((name, count) for name, count in left if name.isdecimal() and count > 0)


def _is_empty(pot: tuple[tuple[str, int], ...]) -> bool:
    return not any(left for _, left in pot)


@lru_cache
def _laid_out(pot: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The counters of a pot, one by one in their order."""
    return tuple(counter for counter, left in pot for _ in range(left))


@part
def thrown_loss(dice: Dice) -> str:
    """One throw on the table of battle group morale loss."""
    total = dice.roll("", 6) + dice.roll("", 6)
    found = next(row.counter for row in LOSS_TABLE if total <= row.last)
    if found != SPECIAL_AGAIN:
        return found
    die = dice.roll("", 6)
    return next(row.counter for row in SPECIAL_TABLE if die <= row.last)


@implements("KN-BMOR-13")
def is_broken(progress: Progress, side: str) -> bool:
    """Whether a side's counters have come to its morale value: it is ordered to withdraw.

    Rule: KGN Losing battle group morale; OUR 12.

    Raises:
        DependsOnHidden: if that rests on counters whose values are not known.
    """
    left = progress.morale_left(side)
    if left > 0 and left <= HIGHEST_COUNTER * progress.counters_of(side).count(UNKNOWN_COUNTER):
        raise DependsOnHidden(f"what the counters of {side} show")
    return left <= 0


def morale_expected(progress: Progress, side: str) -> Fraction:
    """The morale left to a side, where a counter that is not known counts what those of the printed sheet do on the average."""
    counters = {name: count for name, count in COUNTER_SHEET.items() if name.isdecimal()}
    average = Fraction(sum(int(name) * count for name, count in counters.items()), sum(counters.values()))
    return progress.morale_left(side) - average * progress.counters_of(side).count(UNKNOWN_COUNTER)
