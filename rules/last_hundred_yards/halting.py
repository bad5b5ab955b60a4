"""Vehicles halt in an enemy hex: what each side has to decide before they go on, in its order. Chapter 10.4.5."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.last_hundred_yards import (
    fire_within_hex,
    maneuver_end,
    maneuvering,
    overrun_attack,
    overrun_resistance,
)
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.order_events import DecisionTaken
from rules.last_hundred_yards.position import Position, is_steady
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import ManeuverResumed
from rules.last_hundred_yards.view import view_of


def attend(telling: Telling) -> None:
    """Carry out what needs no player, until one has to decide or the vehicles go on."""
    while telling.course.moving is None:
        due = telling.course.decisions[0] if telling.course.decisions else None
        if due is not None and due.kind in _ANSWERS:
            if telling.course.paused is not None and _ANSWERS[due.kind](telling, due):
                return
            if telling.course.decisions[:1] == (due,):
                telling.put(DecisionTaken())
        elif telling.course.paused is not None:
            _go_on(telling)
        else:
            return


def _waits_for_drive(telling: Telling, due: Decision) -> bool:
    """Whether a vehicle may still drive off: it has not acted, and has a hex to go to (reading 81)."""
    unit = telling.state.unit(due.unit)
    if unit.at != due.at:
        return False
    position = Position(view_of(telling.state, due.side), telling.ground)
    return any(
        next(maneuvering.forbids_maneuver(position, action), None) is None
        for action in maneuvering.maneuver_candidates(position, due.side)
    )


def _waits_for_attack(telling: Telling, due: Decision) -> bool:
    """Whether an overrunner has a choice; without one its marker is laid."""
    assert due.at is not None
    found = list(overrun_attack.attacks(telling.position, due, due.at, due.side))
    if len(found) == 1:
        overrun_attack.attack(telling, found[0])
    return len(found) > 1


def _waits_for_guns(telling: Telling, due: Decision) -> bool:
    """Whether units that have to fire have a choice; those without fire."""
    while True:
        found = fire_within_hex.answers(telling.position, due.side)
        forced = [one for one in found if sum(other.unit == one.unit for other in found) == 1]
        if not forced:
            return bool(found)
        fire_within_hex.fire(telling, forced[0])


def _waits_for_men(telling: Telling, due: Decision) -> bool:
    return any(True for _ in overrun_resistance.candidates(telling.position, due.side))


def _waits_for_fire(telling: Telling, due: Decision) -> bool:
    return bool(fire_within_hex.answers(telling.position, due.side))


_ANSWERS: Mapping[DecisionKind, Callable[[Telling, Decision], bool]] = MappingProxyType({
    DecisionKind.DRIVE_OFF: _waits_for_drive,
    DecisionKind.OVERRUN_ATTACK: _waits_for_attack,
    DecisionKind.OVERRUN_FIRE: _waits_for_guns,
    DecisionKind.STAND_UP: _waits_for_men,
    DecisionKind.FIRE_WITHIN_HEX: _waits_for_fire,
})  # fmt: skip


@implements("LHY-10.4.5L.7d", "LHY-10.4.5L.8", "LHY-10.4.5L.9", "LHY-10.4.5B.2")
def _go_on(telling: Telling) -> None:
    """Fire is resolved on the spot where it is; who is unharmed goes on, who is not stays under assault."""
    moving = telling.course.paused
    assert moving is not None
    if fire_within_hex.is_on_the_spot(telling.position, moving):
        fire_within_hex.resolve_on_the_spot(telling, moving)
    going = tuple(
        unit.id for unit in map(telling.state.unit, moving.units) if unit.at is not None and is_steady(unit)
    )
    telling.put(ManeuverResumed(replace(moving, units=going) if going else None))
    maneuver_end.leave_among_enemies(telling, moving, going)
