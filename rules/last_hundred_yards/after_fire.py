"""What goes with fire: the hex moved first, the action used, the front shown, concealment lost. Chapter 11."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import is_activated
from rules.last_hundred_yards.concealment import uncover
from rules.last_hundred_yards.conditions import (
    IN_MOTION,
    OVERWATCH,
    STOPPED,
)
from rules.last_hundred_yards.course import ActionKind, Step
from rules.last_hundred_yards.driven_out import driven_out, must_withdraw
from rules.last_hundred_yards.enfilade import (
    named_fire,
)
from rules.last_hundred_yards.fire_modifiers import HALT_AND_FIRE, SHOOT_AND_SCOOT
from rules.last_hundred_yards.harm import force_off
from rules.last_hundred_yards.leaving import enter_obstacles, step_to
from rules.last_hundred_yards.maneuver_points import next_step
from rules.last_hundred_yards.maneuvering import sets_out
from rules.last_hundred_yards.marker_events import FiredThrough
from rules.last_hundred_yards.position import is_steady, row_of
from rules.last_hundred_yards.taking_part import note_right
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import CameFrom, UnitActed, UnitChanged
from rules.last_hundred_yards.unit_types import UnitKind


def note_fire(telling: Telling, unit: Unit) -> None:
    """Keep account of what lets a unit fire; one named for enfilade by another platoon needs no ad hoc place."""
    if named_fire(telling.course) is None or is_activated(telling.position, unit):
        note_right(telling, unit)


@implements("LHY-11.4.8e", "LHY-16.1.1", "LHY-16.2a", "LHY-16.2b")
def move_first(telling: Telling, unit: Unit, motion: str, to: Hex | None) -> bool:
    """The hex of Halt & Fire or of a LATW; False if it was turned back, harmed or stopped, and so does not fire."""
    fires = to is None or motion == SHOOT_AND_SCOOT or _move_a_hex(telling, unit, to)
    after = telling.state.unit(unit.id)
    if motion == HALT_AND_FIRE and after.at is not None and is_steady(after):
        telling.put(UnitChanged(unit.id, gained=(STOPPED,), lost=(IN_MOTION,)))
    return fires


def _move_a_hex(telling: Telling, unit: Unit, to: Hex) -> bool:
    """One hex before fire or after it, with all that a maneuver meets there; whether it came in fit to fire."""
    start, so_far = telling.position.place(unit), len(telling.events)
    if not sets_out(telling, unit.id, to, next_step(telling.position, unit, to)):
        telling.put(UnitActed(unit.id, ActionKind.MANEUVER, ()))
        driven = driven_out(telling, unit, so_far)
        must_withdraw(telling, [driven] if driven else [])
        return False
    step_to(telling, unit.id, to)
    telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
    if row_of(unit).is_vehicle:
        telling.put(CameFrom(unit.id, start, False))
    if telling.state.unit(unit.id).at != to:
        return False
    stopped = enter_obstacles(telling, (unit.id,))
    after = telling.state.unit(unit.id)
    held = stopped and row_of(unit).is_foot and telling.course.step is not Step.REACTION
    return after.at is not None and is_steady(after) and not held


def has_fired(telling: Telling, unit: Unit, at: tuple[Hex, ...], motion: str, to: Hex | None) -> None:
    """What follows fire: the action is used, the front fixed, the firer may be seen, riders get off."""
    place = telling.position.place(telling.state.unit(unit.id))
    telling.put(UnitActed(unit.id, ActionKind.FIRE, (place,)))
    for aim in at:
        telling.put(FiredThrough(unit.id, aim))
    uncover(telling, unit.id, fired=True)
    if unit.has(OVERWATCH):
        telling.put(UnitChanged(unit.id, lost=(OVERWATCH,)))
    if row_of(unit).kind is UnitKind.AFV:
        force_off(telling, unit)
    if motion == SHOOT_AND_SCOOT and telling.state.unit(unit.id).at is not None:
        telling.put(UnitChanged(unit.id, gained=(IN_MOTION,)))
        if to is not None:
            _move_a_hex(telling, telling.state.unit(unit.id), to)
