"""Ending a maneuver, and vehicles that start or stop without leaving their hex. Chapter 10.4.1."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.last_hundred_yards.book.conditions import IN_MOTION, SHOCKED, STOPPED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.concealment import check_going_into_motion
from rules.last_hundred_yards.effects.leaving_factors import factors_of
from rules.last_hundred_yards.effects.maneuver_steps import end_maneuver, end_withdrawal
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.command_range import must_return_to_command
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.questions.movement.entering import hero_must_go_on
from rules.last_hundred_yards.questions.withdrawal.checks import end_check, without_unknown
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import (
    UNDER_WAY,
    UNIT_ACTIONS,
    WITHDRAWAL,
    ActionKind,
    DecisionKind,
)


@dataclass(frozen=True, slots=True)
class EndManeuver:
    """The maneuver or withdrawal under way ends here; a vehicle in motion may stop (10.4.1)."""

    side: str
    stop: bool = False

    def __str__(self) -> str:
        return "stop" if self.stop else "end the maneuver"


@dataclass(frozen=True, slots=True)
class ChangeMotion:
    """A vehicle goes into motion or stops without leaving its hex (10.4.1)."""

    side: str
    unit: UnitId
    stop: bool

    def __str__(self) -> str:
        return f"{self.unit} {'stops' if self.stop else 'goes into motion'}"


def end_candidates(position: Position, side: str) -> Iterator[EndManeuver]:
    """Ending the maneuver, for vehicles in motion with or without a stop."""
    moving = position.course.moving
    if moving is not None:
        yield EndManeuver(side)
        if row_of(position.unit(moving.units[0])).is_vehicle:
            yield EndManeuver(side, stop=True)


@implements(
    "LHY-10.4.1.3", "LHY-10.4.1b.2", "LHY-10.4.1.1", "LHY-10.4.5L.8", "LHY-10.4.5B.2", "LHY-19.1b",
    "LHY-14.6.2.2", "LHY-11.4.8e", "LHY-10.4.5L.5",
)  # fmt: skip
def forbids_end(position: Position, action: EndManeuver) -> Iterator[Reason]:
    """Why a maneuver may not end here, or not in this way."""
    moving = position.course.moving
    if moving is None:
        yield Reason("no maneuver is under way", cite("10.0"))
        return
    units = [position.unit(unit) for unit in moving.units]
    if action.stop and not row_of(units[0]).is_vehicle:
        yield Reason("only vehicles are in motion", cite("10.4.1"))
    elif action.stop and moving.must_go_on:
        yield Reason("a vehicle does not start and stop in one turn", cite("10.4.1"))
    if moving.mode == WITHDRAWAL and not moving.path:
        why, section = (
            ("is driven out by mortar fire", "11.4.8e") if moving.driven_out else ("feints", "13.2.2.1")
        )
        yield Reason(f"{units[0]} {why} and withdraws", cite_later(section))
    if must_return_to_command(position, units[0]):
        yield Reason(f"{units[0]} is out of command and uses all its MP to come back", cite_later("19.1"))
    began = None if moving.mode == WITHDRAWAL else moving.start
    if began is not None and hero_must_go_on(position, units[0], began):
        yield Reason(f"{units[0]} is Heroic and goes on to assault the nearest enemy", cite_later("14.6.2"))
    if not position.enemies_at(position.place(units[0]), action.side):
        return
    if moving.overran:
        yield Reason("an overrun does not end in the overrun hex", cite("10.4.5c"))
    if moving.bypassed:
        yield Reason("a bypass does not end in the enemy hex", cite_later("10.4.5"))


def end_moving(resolution: Resolution, action: EndManeuver) -> None:
    """The maneuver or withdrawal under way ends; a vehicle that stops takes a red Motion marker."""
    moving = resolution.course.moving
    assert moving is not None
    if moving.mode == WITHDRAWAL:
        end_withdrawal(resolution)
        return
    if action.stop:
        for unit in moving.units:
            resolution.happen(UnitChanged(unit, gained=(STOPPED,), lost=(IN_MOTION,)))
    end_maneuver(resolution)


def end_sentence(position: Position, action: EndManeuver) -> str:
    """The end of a maneuver in words, with the units whose maneuver it is."""
    moving = position.course.moving
    return (
        f"{action} of {' and '.join(moving.units)}" if moving is not None and not action.stop else str(action)
    )


def end_factors(position: Position, _: EndManeuver) -> Factors:
    """The roll of a withdrawal that ends next to the enemy."""
    moving = position.course.moving
    if moving is None or moving.mode != WITHDRAWAL:
        return Factors()
    units = tuple(map(position.unit, moving.units))
    check = end_check(without_unknown(position), units, moving.path)
    if check is None or position.mission.edition.withdrawal_regroups:
        return Factors()
    return factors_of([Reason(check.words, cite("10.3.1.2"))])


def motion_candidates(position: Position, side: str) -> Iterator[ChangeMotion]:
    """Every vehicle that may start or stop without leaving its hex."""
    for unit in ready_units(position, side, Right.START):
        if row_of(unit).is_vehicle:
            yield ChangeMotion(side, unit.id, unit.has(IN_MOTION))


@implements("LHY-8.3d", "LHY-10.4.1a.2", "LHY-10.4.1b.0")
def forbids_motion(position: Position, action: ChangeMotion) -> Iterator[Reason]:
    """Why a vehicle may not start or stop."""
    vehicle = own_unit(position, action.side, action.unit)
    if isinstance(vehicle, Reason):
        yield vehicle
        return
    yield from lacks_right(position, vehicle, Right.START, "start or stop")
    if not row_of(vehicle).is_vehicle:
        yield Reason("only vehicles are in motion", cite("10.4.1"))
    if vehicle.has(SHOCKED):
        yield Reason(f"{vehicle} is shocked and may only recover", cite("12.3.5"))
    if action.stop != vehicle.has(IN_MOTION):
        yield Reason(f"{vehicle} {'stands' if action.stop else 'is in motion already'}", cite("10.4.1"))


def change_motion(resolution: Resolution, action: ChangeMotion) -> None:
    """A vehicle starts (green marker) or stops (red) in its hex."""
    record_activation(resolution, resolution.state.unit(action.unit))
    if action.stop:
        resolution.happen(UnitChanged(action.unit, gained=(STOPPED,), lost=(IN_MOTION,)))
    else:
        resolution.happen(UnitChanged(action.unit, gained=(IN_MOTION,)))
        check_going_into_motion(resolution, action.unit)
    resolution.happen(UnitActed(action.unit, ActionKind.MANEUVER, ()))


END = Procedure(
    EndManeuver,
    (UNDER_WAY, DecisionKind.DRIVE_OFF),
    end_candidates,
    forbids_end,
    end_moving,
    end_factors,
    sentence=end_sentence,
)


MOTION = Procedure(ChangeMotion, UNIT_ACTIONS, motion_candidates, forbids_motion, change_motion)
