"""Leaving a river: the die that the far bank asks of men on foot. Chapter 4.1.10."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.course import ActionKind
from rules.last_hundred_yards.position import Position, cohesion_of, row_of
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import UnitActed


def river_exit_check(position: Position, unit: Unit) -> tuple[int, Unit | None]:
    """The highest die that takes a unit out of the river, and the leader who takes 1 off it.

    Rule: LHY 4.1.10.
    """
    fixed = position.mission.edition.river_exit_at_most
    leader = position.leader_in(position.place(unit), row_of(unit).platoon_key)
    helps = not fixed and leader is not None and leader.id != unit.id
    return fixed or cohesion_of(unit) or 0, leader if helps else None


@implements("LHY-4.1.10.3", "LHY-4.1.10.4", "LHY-4.1.10.5", "LHY-4.1.10.6", "LHY-4.1.10.exit")
def leaves_river(telling: Telling, unit: Unit) -> bool:
    """Whether the die lets a unit out of the river; if not, the leader who helped it has acted too."""
    wanted, leader = river_exit_check(telling.position, unit)
    helped = leader is not None
    die = telling.roll(
        f"{unit} leaves the river, {wanted} or less{' with 1 off for the leader' if helped else ''}"
    )
    if die - helped <= wanted:
        return True
    if leader is not None and leader.id not in telling.course.acted:
        telling.put(UnitActed(leader.id, ActionKind.MANEUVER, ()))
    return False
