"""Bypass: driving through an enemy hex to avoid combat. Chapter 10.4.5.1 of the series rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.vehicles.drive_in import (
    answers_to,
    cannot_drive_in,
    drive_in,
    drive_in_factors,
    drivers,
)
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_units
from rules.last_hundred_yards.questions.movement.entering import forbids_entering
from rules.last_hundred_yards.questions.movement.points import FORWARD, can_pay, next_step
from rules.last_hundred_yards.questions.movement.vehicle_stacks import stack_phrase
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class Bypass:
    """Drive through an enemy hex to avoid combat, alone or as a stack (10.4.5.1 of the series rules)."""

    side: str
    unit: UnitId
    through: Hex
    along: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        return f"{stack_phrase(self.unit, self.along, 'bypass')} {self.through}"


_BYPASS = cite_later("10.4.5")
NO_MP = Fraction(0)


def candidates(position: Position, side: str) -> Iterator[Bypass]:
    """Bypasses by every vehicle, and every stack of two, of every enemy hex next to it."""
    if not position.mission.edition.bypass:
        return
    for unit, *others in drivers(position, side):
        if row_of(unit).is_vehicle:
            for near in position.board.grid.neighbours(position.place(unit)):
                if position.enemies_at(near, side):
                    yield Bypass(side, unit.id, near, tuple(other.id for other in others))


@implements("LHY-10.4.5B.1", "LHY-10.4.5L.2e", "LHY-T-VMM")
def forbids(position: Position, action: Bypass) -> Iterator[Reason]:
    """Why vehicles may not bypass the enemies of a hex."""
    units = own_units(position, action.side, (action.unit, *action.along))
    if isinstance(units, Reason):
        yield units
        return
    if not position.mission.edition.bypass:
        yield Reason("this edition has no bypass", _BYPASS)
    if not all(row_of(unit).is_vehicle and not row_of(unit).is_dummy for unit in units):
        yield Reason("only vehicles bypass", _BYPASS)
        return
    moving = position.course.moving
    if moving is not None and moving.overran:
        yield Reason("no bypass and overrun in the same maneuver", _BYPASS)
    yield from cannot_drive_in(position, units, action.through, "bypass", NO_MP)
    for unit in units:
        yield from _can_go_elsewhere(position, unit)


def _can_go_elsewhere(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a vehicle other than an AFV may not bypass: it can enter another hex (reading 76)."""
    if row_of(unit).kind is UnitKind.AFV:
        return
    for near in position.board.grid.neighbours(position.place(unit)):
        step = next_step(position, unit, near)
        if step is None or not can_pay(position, unit, FORWARD, near, step):
            continue
        if next(forbids_entering(position, unit, near), None) is None:
            yield Reason(f"{unit} can enter {near}: only AFVs bypass then", our(76), (near,))
            return


@implements("LHY-10.4.5B.2")
def bypass(resolution: Resolution, action: Bypass) -> None:
    """The vehicles halt in the hex, and each enemy there may fire at them."""
    units = tuple(map(resolution.state.unit, (action.unit, *action.along)))
    if drive_in(resolution, units, action.through, NO_MP, overruns=False) is not None:
        enemy = resolution.position.mission.enemy(action.side)
        resolution.happen(DecisionDue(Decision(DecisionKind.FIRE_WITHIN_HEX, enemy, at=action.through)))


def factors(position: Position, action: Bypass) -> Factors:
    """The dice of the way in, and how the enemy's fire is rolled for."""
    units = tuple(map(position.unit, (action.unit, *action.along)))
    return drive_in_factors(position, units, action.through, at_once=True)


def answers(position: Position, action: Bypass) -> Iterator[Any]:
    """What the enemy may do against the vehicles: fire within the hex, or reaction fire from elsewhere."""
    return answers_to(position, (action.unit, *action.along), (FireWithinHex,))


BYPASS = Procedure(Bypass, MANEUVERS, candidates, forbids, bypass, factors, answers=answers)
