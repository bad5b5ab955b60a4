"""A retreat after an assault is ordered, and ends with its checks. Chapter 13.6.3."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.harm import Harm, destroy, inflict
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.withdrawal.checks import breakout_check, near_enemy_check
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import MOST_RETREAT, may_not_stay
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, StepsLost, UnitGone
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


def offer_retreat(resolution: Resolution, unit_id: str, least: int) -> None:
    """A unit must retreat at least so many hexes; its player chooses the way."""
    place = resolution.position.place(resolution.state.unit(unit_id))
    side = resolution.state.unit(unit_id).side
    resolution.happen(DecisionDue(Decision(DecisionKind.RETREAT, side, unit_id, place, least, MOST_RETREAT)))


@implements("LHY-13.6.3c", "LHY-13.6.3.6")
def end_retreat(resolution: Resolution) -> None:
    """A retreat ends: a unit without a way out is eliminated, one that passed the enemy or came next to him checks."""
    due = resolution.course.decisions[0]
    resolution.happen(DecisionTaken())
    unit = resolution.state.unit(due.unit)
    if not due.path or may_not_stay(resolution.position, unit):
        destroy(resolution, unit, collateral=False) if row_of(unit).is_hard else _eliminate(resolution, unit)
        return
    wanted = near_enemy_check(resolution.position, unit, due.path)
    if (
        wanted is not None
        and resolution.roll(f"{unit} retreats next to the enemy, {wanted} or less") > wanted
    ):
        inflict(resolution, unit.id, Harm.DISRUPTED)
    unit = resolution.state.unit(due.unit)
    wanted = None if unit.at is None else breakout_check(resolution.position, unit, due.path)
    if (
        wanted is not None
        and resolution.roll(f"{unit} breaks out through the enemy, {wanted} or less") > wanted
    ):
        inflict(resolution, unit.id, Harm.DISRUPTED)


def _eliminate(resolution: Resolution, unit: Unit) -> None:
    if row_of(unit).kind is UnitKind.LEADER:
        resolution.happen(LeaderLost(unit.id))
    resolution.happen(UnitGone(unit.id, "is eliminated"))
    if row_of(unit).is_combat:
        resolution.happen(StepsLost(unit.side, row_of(unit).steps))
