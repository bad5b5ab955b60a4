"""Duels: two vehicles or guns that fired at each other alone, of which one survives. Chapter 12.3.6."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Phase


@implements("LHY-12.3.6.2")
def rival_in_duel(position: Position, unit: Unit) -> Unit | None:
    """The vehicle or gun with which one has fought a duel, if any; an FP fights none."""
    shots = position.course.shots
    rivals = {target for firer, target in shots if firer == unit.id}
    if len(rivals) != 1:
        return None
    rival = position.unit(rivals.pop())
    if {target for firer, target in shots if firer == rival.id} != {unit.id}:
        return None
    return None if UnitKind.FP in (row_of(unit).kind, row_of(rival).kind) else rival


@implements("LHY-12.3.6.2", "LHY-12.0.2")
def is_duel_undecided(position: Position, unit: Unit) -> bool:
    """Whether the fire at the rival of a vehicle or gun is still to be rolled for, so that it may survive its own destruction."""
    course, rival = position.course, rival_in_duel(position, unit)
    if rival is None or course.phase is not Phase.FIRE or not isinstance(rival.at, Hex):
        return False
    return rival.at not in course.resolved_hexes and course.is_fired_at(rival.id)
