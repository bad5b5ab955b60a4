"""Suppression removal: counters taken for dice, events among them, and which units rally.

Rule: KGN Suppression removal, Special events, Covering fire; OUR 62, 153.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules.game.chance.dice import Dice
from rules.game.chance.odds import throw_steps
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_SHEET
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.effects.activation import (
    ask_for_covering_fire,
    let_covering_fire_lapse,
    owe_decision,
)
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.turn_end import end_turn, go_on_ending, is_event_to_play
from rules.kampfgruppe_normandy.state.events import Answered, ConditionsChanged, StepBegan
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Removal, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.turn_events import RemovalResumed, RemovalWaits


@dataclass(frozen=True, slots=True)
class RemoveSuppression:
    """Take a number of morale counters to remove suppression, or none, and end the turn."""

    side: str
    counters: int

    def __str__(self) -> str:
        if not self.counters:
            return "end the turn"
        return f"take {counted(self.counters, 'counter')} to remove suppression"


class GoOnRemoving(PlainDeclaration):
    """Go on removing suppression after the event that a counter brought: the counters still to be taken, then the dice."""

    words = "go on removing suppression"


@dataclass(frozen=True, slots=True)
class Rally:
    """The owner chooses the units whose suppression is removed."""

    side: str
    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.units)} {'rallies' if len(self.units) == 1 else 'rally'}"


def suppressed_units(position: Position, side: str) -> list[Unit]:
    return [unit for unit in position.of_side(side) if unit.has(SUPPRESSED)]


def _offer_removal(position: Position, side: str) -> Iterator[RemoveSuppression]:
    yield RemoveSuppression(side, 0)
    suppressed = len(suppressed_units(position, side))
    extra = _counters_without_effect(position)
    for count in range(1 + extra, 1 + extra + min(2, suppressed)):
        yield RemoveSuppression(side, count)


def _forbids_removal(position: Position, action: RemoveSuppression) -> Iterator[Reason]:
    if action.counters < 0:
        yield Reason(f"{action.counters} is not a number of counters", cite("Suppression removal"))
    if action.counters > (all_counters := sum(COUNTER_SHEET.values())):
        yield Reason(f"{action.counters} of {all_counters} counters", cite("The morale pot"))
    if 0 < action.counters <= _counters_without_effect(position):
        yield Reason(
            "at night the first counter removes nothing: two buy a die", as_read("Suppression removal", 153)
        )
    if action.counters and not suppressed_units(position, action.side):
        yield Reason(f"no unit of {action.side} is suppressed", cite("Suppression removal"))


def _remove(resolution: Resolution, action: RemoveSuppression) -> None:
    """Step 5: take the counters, then throw the dice that they buy."""
    left = Removal(action.counters, _dice_bought(resolution.position, action))
    _take_counters(resolution, action.side, left)


def _go_on(resolution: Resolution, action: GoOnRemoving) -> None:
    left = resolution.progress.removal
    assert left is not None
    resolution.happen(RemovalResumed())
    _take_counters(resolution, action.side, left)


@implements(
    "KN-TURN-19", "KN-BMOR-21", "KN-BMOR-36", "KN-NIGHT-06", "KN-SPEC-21", "KN-SPEC-23b",
)  # fmt: skip
def _take_counters(resolution: Resolution, side: str, left: Removal) -> None:
    """Take counters one by one, then throw the dice; an event that a counter brings is played before anything else."""
    if not left.counters:
        resolution.then(_throw, side, left.dice)
        return
    draw_counter(resolution, side, "to remove suppression")
    left = replace(left, counters=left.counters - 1)
    if is_event_to_play(resolution.progress):
        resolution.happen(RemovalWaits(left))
    else:
        resolution.then(_take_counters, side, left)


@implements("KN-TURN-19", "KN-TURN-20", "KN-BMOR-36", "KN-NIGHT-06")
def _throw(resolution: Resolution, side: str, dice: int) -> None:
    """Throw how many suppression markers the owner removes; then the turn ends."""
    waiting = suppressed_units(resolution.position, side)
    each = [_another_die] * dice
    removed = throw_steps(_Removed(len(waiting)), each, resolution.named("suppression removed"))
    if removed.count >= len(waiting):
        _lift(resolution, side, tuple(unit.id for unit in waiting))
    elif removed.count:
        owe_decision(resolution, Obligation(Duty.CHOOSE_RALLIED, side, count=removed.count))
    else:
        end_turn(resolution, side)


@dataclass(frozen=True, slots=True)
class _Removed:
    """How many markers the dice remove so far, at most as many as there are waiting."""

    waiting: int
    count: int = 0
    dice: tuple[int, ...] = field(default=(), compare=False)


def _another_die(removed: _Removed, dice: Dice) -> _Removed:
    die = dice.roll("", 6)
    count = min(removed.waiting, removed.count + die)
    return _Removed(removed.waiting, count, (*removed.dice, die))


def _removal_factors(position: Position, action: RemoveSuppression) -> Factors:
    if not action.counters:
        return Factors.of(Reason("no counter is taken", cite("Suppression removal")))
    return _dice_factors(position, Removal(action.counters, _dice_bought(position, action)))


def _rest_factors(position: Position, _: GoOnRemoving) -> Factors:
    left = position.progress.removal
    return Factors() if left is None else _dice_factors(position, left)


def _dice_factors(position: Position, left: Removal) -> Factors:
    words = (
        f"{left.dice}D6 markers for {counted(left.counters, 'counter')}"
        if left.counters
        else f"{left.dice}D6 markers"
    )
    read = (153,) if position.progress.setting.is_night else ()
    return Factors.of(Reason(words, as_read("Suppression removal", *read)))


@implements("KN-NIGHT-06")
def _counters_without_effect(position: Position) -> int:
    """How many counters of a removal buy no die: at night the first (OUR 153)."""
    return 1 if position.progress.setting.is_night else 0


def _dice_bought(position: Position, action: RemoveSuppression) -> int:
    return max(0, action.counters - _counters_without_effect(position))


def _offer_rally(position: Position, side: str) -> Iterator[Rally]:
    waiting = suppressed_units(position, side)
    waiting.sort(key=lambda unit: (-position.type(unit).points, unit.id))
    count = position.progress.due.count
    yield Rally(side, tuple(unit.id for unit in waiting[:count]))
    for first in range(1, max(1, min(4, len(waiting) - count + 1))):
        yield Rally(side, tuple(unit.id for unit in waiting[first : first + count]))


def _forbids_rally(position: Position, action: Rally) -> Iterator[Reason]:
    count = position.progress.due.count
    if len(action.units) > count or len(set(action.units)) != len(action.units):
        yield Reason(f"{count} suppression markers may be removed", cite("Suppression removal"))
    able = {unit.id for unit in suppressed_units(position, action.side)}
    for unit in action.units:
        if unit not in able:
            yield Reason(f"{unit} is not a suppressed unit of {action.side}", cite("Suppression removal"))


@implements("KN-TURN-20")
def _rally(resolution: Resolution, action: Rally) -> None:
    resolution.happen(Answered())
    _lift(resolution, action.side, action.units)


@implements("KN-COV-02", "KN-TURN-20")
def _lift(resolution: Resolution, side: str, units: tuple[str, ...]) -> None:
    """Remove the suppression of units; covering fire has a chance before the turn ends (OUR 62)."""
    for unit in units:
        resolution.happen(ConditionsChanged(unit, frozenset(), frozenset({SUPPRESSED})))
    enemy = resolution.progress.other(side)
    if units and ask_for_covering_fire(resolution, Obligation(Duty.COVERING_FIRE, enemy)):
        resolution.happen(StepBegan(Step.END))
    else:
        end_turn(resolution, side)


def _end_turn_for_odds(resolution: Resolution, _: RemoveSuppression | GoOnRemoving | Rally) -> None:
    """In odds: end the turn as if no covering fire comes."""
    let_covering_fire_lapse(resolution)
    go_on_ending(resolution)


REMOVE_SUPPRESSION = Procedure(
    RemoveSuppression,
    (Step.SUPPRESSION,),
    _offer_removal,
    _forbids_removal,
    _remove,
    factors=_removal_factors,
    carry_out_for_odds=_end_turn_for_odds,
)
GO_ON_REMOVING = at_will(
    GoOnRemoving, (Step.REMOVAL,), _go_on, factors=_rest_factors, carry_out_for_odds=_end_turn_for_odds
)
RALLY = Procedure(
    Rally, (Duty.CHOOSE_RALLIED,), _offer_rally, _forbids_rally, _rally, carry_out_for_odds=_end_turn_for_odds
)
