"""Small arms markers on a hex that one unit leaves and others do not: who has to divide them. Chapter 11.3.1."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.fire.targets import sits_inside
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


def small_arms_markers(position: Position, place: Hex, side: str) -> tuple[FireMarker, ...]:
    """The small arms markers in a hex that lie on a side."""
    fires = position.course.fires_at(place)
    return tuple(fire for fire in fires if fire.kind is FireKind.SADRM and fire.against == side)


@implements("LHY-11.3.1.0", "LHY-11.3.1a", "LHY-11.3.1b")
def lies_under_small_arms(position: Position, unit: Unit) -> bool:
    """Whether the small arms markers of its hex count against a unit: against all on foot and riders, not passengers and guns in tow."""
    return not row_of(unit).is_vehicle and not sits_inside(position, unit)


def others_stay_under_fire(position: Position, place: Hex, side: str) -> bool:
    """Whether units of a side stay in a hex that small arms fire can harm; hidden units do not count, as
    that would betray them."""
    return any(
        not unit.has(HIDDEN) and lies_under_small_arms(position, unit)
        for unit in position.friends_at(place, side)
    )


@implements("LHY-11.3.1b")
def ask_for_division(resolution: Resolution, unit_id: str, start: Hex) -> None:
    """Ask the enemy to divide small arms markers between a unit that left and those that stay; once for a stack."""
    unit = resolution.state.unit(unit_id)
    due = resolution.course.due_of(DecisionKind.DIVIDE_MARKERS)
    if due is None or due.at != start or resolution.state.unit(due.unit).at != unit.at:
        enemy = resolution.position.mission.enemy(unit.side)
        resolution.happen(
            DecisionDue(Decision(DecisionKind.DIVIDE_MARKERS, enemy, unit_id, start), first=True)
        )


def drop_division(resolution: Resolution, start: Hex) -> None:
    """Drop the question of dividing markers: the last unit took them along, or the unit that left is back."""
    while (due := resolution.course.due_of(DecisionKind.DIVIDE_MARKERS)) is not None and due.at == start:
        resolution.happen(DecisionTaken())
