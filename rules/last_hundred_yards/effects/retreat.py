"""A retreat after an assault is ordered, and ends with its checks. Chapter 13.6.3."""

from collections.abc import Iterator

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.harm import Harm, destroy, eliminate, inflict
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.withdrawal.checks import (
    breakout_check,
    near_enemy_check,
    without_unknown,
)
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import MOST_RETREAT, may_not_stay
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind

_RETREAT = cite_later("13.6.3")


def offer_retreat(resolution: Resolution, unit_id: str, least: int) -> None:
    """A unit must retreat at least so many hexes; its player chooses the way."""
    place = resolution.position.place(resolution.state.unit(unit_id))
    side = resolution.state.unit(unit_id).side
    resolution.happen(DecisionDue(Decision(DecisionKind.RETREAT, side, unit_id, place, least, MOST_RETREAT)))


@implements("LHY-13.6.3c.1", "LHY-13.6.3c.2", "LHY-13.6.3.6")
def end_retreat(resolution: Resolution) -> None:
    """A retreat ends: a unit without a way out is eliminated, one that passed the enemy or came next to him checks."""
    due = resolution.course.due
    resolution.happen(DecisionTaken())
    unit = resolution.state.unit(due.unit)
    if not due.path or may_not_stay(resolution.position, unit):
        destroy(resolution, unit, collateral=True) if row_of(unit).is_hard else eliminate(resolution, unit)
        return
    known = without_unknown(resolution.position)
    for check, what in (
        (near_enemy_check, "retreats next to the enemy"),
        (breakout_check, "breaks out through the enemy"),
    ):
        if check(resolution.position, unit, due.path) != check(known, unit, due.path):
            raise DependsOnHidden("whether an enemy lies in the way or next to it")
        unit = resolution.state.unit(due.unit)
        needed = None if unit.at is None else check(resolution.position, unit, due.path)
        if needed is not None and not resolution.passes(f"{unit} {what}", D10, at_most=needed):
            inflict(resolution, unit.id, Harm.DISRUPTED)


def end_dice(position: Position, due: Decision) -> Iterator[Reason]:
    """The checks that a retreat ends with, or why the unit is eliminated."""
    unit = position.unit(due.unit)
    if not due.path or may_not_stay(position, unit):
        yield Reason(f"{unit} finds no way out and is eliminated", _RETREAT)
        return
    known = without_unknown(position)
    for needed, words in (
        (near_enemy_check(known, unit, due.path), "next to the enemy"),
        (breakout_check(known, unit, due.path), "out through the enemy"),
    ):
        if needed is not None:
            yield Reason(f"{words}, {needed} or less", _RETREAT)
