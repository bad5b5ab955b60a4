"""Men who have to withdraw: driven out by mortar fire as they left for somewhere else, or feinting. Chapters 11.4.8 and 13.2.2."""

from collections.abc import Sequence

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.conditions import DISRUPTED
from rules.last_hundred_yards.course import Moving
from rules.last_hundred_yards.leaving import left_of, suffers_on_leaving
from rules.last_hundred_yards.maneuver_points import WITHDRAWAL
from rules.last_hundred_yards.position import row_of
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import ManeuverWentOn, WithdrawalDue


@implements("LHY-11.4.8e")
def leave_together(telling: Telling, units: Sequence[Unit]) -> list[Unit]:
    """Mortar fire on those who leave a hex together: who goes on unharmed; whom it disrupts has to withdraw."""
    before, unharmed, driven = telling.position, [], []
    for unit in units:
        so_far = len(telling.events)
        if suffers_on_leaving(telling, unit.id, before):
            unharmed.append(telling.state.unit(unit.id))
        elif name := driven_out(telling, unit, so_far):
            driven.append(name)
    must_withdraw(telling, driven)
    return unharmed


def driven_out(telling: Telling, unit: Unit, so_far: int) -> str | None:
    """Whom mortar fire drove out as this unit left its hex: the unit, disrupted, or the section that is left of it."""
    left = left_of(telling, unit.id, so_far)
    if left is None or row_of(unit).is_vehicle or telling.state.unit(left).at != unit.at:
        return None
    struck = left != unit.id or (telling.state.unit(left).has(DISRUPTED) and not unit.has(DISRUPTED))
    return left if struck else None


def must_withdraw(telling: Telling, names: Sequence[str], *, struck: bool = True) -> None:
    """Men of one hex have to withdraw; whom mortar fire `struck` already is not attacked again on the way out."""
    if names:
        telling.put(WithdrawalDue(Moving(tuple(names), WITHDRAWAL, (), driven_out=struck)))


def begin_withdrawal(telling: Telling) -> bool:
    """Those who have to withdraw do so as soon as nothing else is under way; whether any began to (reading 97)."""
    course = telling.course
    if not course.withdrawing or course.moving is not None or course.paused is not None or course.decisions:
        return False
    telling.put(ManeuverWentOn(course.withdrawing[0]))
    return True
