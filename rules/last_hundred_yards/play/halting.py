"""Vehicles halt in an enemy hex: the decisions of both sides before they go on, in order. Chapter 10.4.5."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.last_hundred_yards.declarations.maneuver import maneuver
from rules.last_hundred_yards.declarations.vehicles import fire_within_hex, overrun_attack, overrun_resistance
from rules.last_hundred_yards.effects import maneuver_steps
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.movement.vehicle_stacks import is_on_the_spot
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverResumed
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.position import is_steady
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


def run_until_decision(resolution: Resolution) -> None:
    """Carry out what needs no player, until one has to decide or the vehicles go on."""
    while resolution.course.moving is None:
        due = resolution.course.due if resolution.course.decisions else None
        if due is not None and due.kind in _ANSWERS:
            if resolution.course.paused is not None and _ANSWERS[due.kind](resolution, due):
                return
            if resolution.course.decisions[:1] == (due,):
                resolution.happen(DecisionTaken())
        elif resolution.course.paused is not None:
            _resume_maneuver(resolution)
        else:
            return


def _waits_for_drive(resolution: Resolution, due: Decision) -> bool:
    """Whether a vehicle may still drive off: it has not acted, and has a hex to go to (reading 81)."""
    unit = resolution.state.unit(due.unit)
    if unit.at != due.at:
        return False
    position = resolution.seen_by(due.side)
    return any(
        next(maneuver.forbids_maneuver(position, action), None) is None
        for action in maneuver.maneuver_candidates(position, due.side)
    )


def _waits_for_attack(resolution: Resolution, due: Decision) -> bool:
    """Whether an overrunning vehicle has a choice of attacks; a single one is made at once."""
    attacks = list(overrun_attack.candidates(resolution.position, due.side))
    if len(attacks) == 1:
        overrun_attack.attack(resolution, attacks[0])
    return len(attacks) > 1


def _waits_for_guns(resolution: Resolution, due: Decision) -> bool:
    """Whether units that must fire have a choice; those without one fire at once."""
    while True:
        answers = fire_within_hex.answers(resolution.position, due.side)
        forced = [answer for answer in answers if sum(other.unit == answer.unit for other in answers) == 1]
        if not forced:
            return bool(answers)
        fire_within_hex.fire(resolution, forced[0])


def _waits_for_men(resolution: Resolution, due: Decision) -> bool:
    return any(True for _ in overrun_resistance.candidates(resolution.position, due.side))


def _waits_for_fire(resolution: Resolution, due: Decision) -> bool:
    return bool(fire_within_hex.answers(resolution.position, due.side))


_ANSWERS: Mapping[DecisionKind, Callable[[Resolution, Decision], bool]] = MappingProxyType({
    DecisionKind.DRIVE_OFF: _waits_for_drive,
    DecisionKind.OVERRUN_ATTACK: _waits_for_attack,
    DecisionKind.OVERRUN_FIRE: _waits_for_guns,
    DecisionKind.STAND_UP: _waits_for_men,
    DecisionKind.FIRE_WITHIN_HEX: _waits_for_fire,
})  # fmt: skip


@implements("LHY-10.4.5L.7d", "LHY-10.4.5L.8", "LHY-10.4.5L.9", "LHY-10.4.5B.2")
def _resume_maneuver(resolution: Resolution) -> None:
    """The unharmed vehicles go on with their maneuver, the others stay under assault.

    Before that guns are marked in 2019, and fire that is resolved on the spot is resolved.
    """
    moving = resolution.course.paused
    assert moving is not None
    if moving.overran:
        overrun_attack.mark_guns(resolution, moving.units, moving.path[-1])
    if is_on_the_spot(resolution.position, moving):
        fire_within_hex.resolve_on_the_spot(resolution, moving)
    going = tuple(
        unit.id
        for unit in map(resolution.state.unit, moving.units)
        if unit.at is not None and is_steady(unit)
    )
    resolution.happen(ManeuverResumed(replace(moving, units=going) if going else None))
    maneuver_steps.leave_among_enemies(resolution, moving, going)
