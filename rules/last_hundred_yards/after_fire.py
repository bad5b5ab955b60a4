"""What goes with fire: the hex moved first, the action used, the front shown, concealment lost. Chapter 11."""

from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import is_activated
from rules.last_hundred_yards.concealment import uncover
from rules.last_hundred_yards.conditions import (
    IN_MOTION,
    OVERWATCH,
    STOPPED,
)
from rules.last_hundred_yards.course import ActionKind
from rules.last_hundred_yards.enfilade import (
    named_fire,
)
from rules.last_hundred_yards.fire_modifiers import HALT_AND_FIRE, SHOOT_AND_SCOOT
from rules.last_hundred_yards.harm import force_off
from rules.last_hundred_yards.leaving import step_to
from rules.last_hundred_yards.marker_events import FiredThrough
from rules.last_hundred_yards.position import row_of
from rules.last_hundred_yards.taking_part import note_right
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import CameFrom, UnitActed, UnitChanged
from rules.last_hundred_yards.unit_types import UnitKind


def note_fire(telling: Telling, unit: Unit) -> None:
    """Keep account of what lets a unit fire; one named for enfilade by another platoon needs no ad hoc place."""
    if named_fire(telling.course) is None or is_activated(telling.position, unit):
        note_right(telling, unit)


def move_first(telling: Telling, unit: Unit, motion: str, to: Hex | None) -> bool:
    """The hex of Halt & Fire or of a LATW; False if hidden enemies turned the unit back."""
    if to is not None and motion != SHOOT_AND_SCOOT:
        start = telling.position.place(unit)
        step_to(telling, unit.id, to)
        telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
        if row_of(unit).is_vehicle:
            telling.put(CameFrom(unit.id, start, False))
    if motion == HALT_AND_FIRE:
        telling.put(UnitChanged(unit.id, gained=(STOPPED,), lost=(IN_MOTION,)))
    return telling.state.unit(unit.id).at == (unit.at if to is None or motion == SHOOT_AND_SCOOT else to)


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
            start = telling.position.place(telling.state.unit(unit.id))
            step_to(telling, unit.id, to)
            telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
            telling.put(CameFrom(unit.id, start, False))
