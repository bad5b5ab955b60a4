"""Units that must withdraw: disrupted by mortar fire as they left for another hex, or feinting. Chapters 11.4.8 and 13.2.2."""

from collections.abc import Sequence

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.effects.leaving import leaves_unharmed, remaining_unit
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn, WithdrawalDue
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL, Moving


@implements("LHY-11.4.8e")
def leave_hex_together(resolution: Resolution, units: Sequence[Unit]) -> list[Unit]:
    """Units leave a hex together: those that mortar fire leaves unharmed, while those it disrupts must withdraw."""
    before, unharmed, driven = resolution.position, [], []
    for unit in units:
        so_far = len(resolution.events)
        if leaves_unharmed(resolution, unit.id, before):
            unharmed.append(resolution.state.unit(unit.id))
        elif name := driven_out_unit(resolution, unit, so_far):
            driven.append(name)
    force_withdrawal(resolution, driven)
    return unharmed


def driven_out_unit(resolution: Resolution, unit: Unit, so_far: int) -> str | None:
    """The unit on foot that mortar fire disrupted as it left its hex, or the section that remains of it; None if there is none."""
    left = remaining_unit(resolution, unit.id, so_far)
    if left is None or not row_of(unit).is_foot or resolution.state.unit(left).at != unit.at:
        return None
    return left if resolution.state.unit(left).has(DISRUPTED) and not unit.has(DISRUPTED) else None


def force_withdrawal(resolution: Resolution, names: Sequence[str], *, struck: bool = True) -> None:
    """Units of one hex must withdraw; those that mortar fire has `struck` are not attacked again on the way out."""
    if names:
        resolution.happen(WithdrawalDue(Moving(tuple(names), WITHDRAWAL, (), driven_out=struck)))


@implements("LHY-11.4.8e")
def begin_withdrawal(resolution: Resolution) -> bool:
    """Start a withdrawal that is due once nothing else is under way; whether one started (reading 97)."""
    return _begin_first(resolution, resolution.course.withdrawing)


@implements("LHY-10.3.2.1", "LHY-10.3.2.2")
def go_on_as_section(resolution: Resolution) -> bool:
    """Go on with the maneuver of a squad that deployed, with its second section, once the first has ended its own; whether one does."""
    return _begin_first(resolution, resolution.course.going_on)


def _begin_first(resolution: Resolution, waiting: tuple[Moving, ...]) -> bool:
    """Whether the first of those who wait is under way, as nothing else is."""
    course = resolution.course
    if not waiting or course.moving is not None or course.paused is not None or course.decisions:
        return False
    resolution.happen(ManeuverWentOn(waiting[0]))
    return True
