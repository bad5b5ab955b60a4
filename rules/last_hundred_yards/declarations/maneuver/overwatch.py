"""Overwatch: a vehicle in motion stops in its activation to fire in reaction. Chapter 10.4.1b of the series rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import IN_MOTION, OVERWATCH, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.declarations.maneuver.maneuver import (
    Maneuver,
    forbids_maneuver,
    maneuver,
    maneuver_factors,
)
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.maneuver_steps import end_maneuver
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, ActionKind, Step


@dataclass(frozen=True, slots=True)
class Overwatch:
    """An active vehicle in motion stops, here or in the next hex, to fire in reaction (10.4.1b.iii)."""

    side: str
    unit: UnitId
    to: Hex | None = None

    def __str__(self) -> str:
        return f"{self.unit} stops{f' in {self.to}' if self.to else ''} on overwatch"


_OVERWATCH = cite_later("10.4.1")


def candidates(position: Position, side: str) -> Iterator[Overwatch]:
    """Every active vehicle in motion that is armed, in its hex and in each one next to it."""
    if not position.mission.edition.overwatch or position.course.step is not Step.ACTIONS:
        return
    for unit in ready_units(position, side, Right.START):
        if unit.has(IN_MOTION) and row_of(unit).is_armed:
            yield Overwatch(side, unit.id)
            for near in position.board.grid.neighbours(position.place(unit)):
                yield Overwatch(side, unit.id, near)


@implements("LHY-10.4.1.ow", "LHY-17.8.1.2")
def forbids(position: Position, action: Overwatch) -> Iterator[Reason]:
    """Why a vehicle may not go on overwatch: it must be active and in motion, and so has to act (9.1.1c)."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    if not position.mission.edition.overwatch:
        yield Reason("this edition has no overwatch", _OVERWATCH)
    if position.course.step is not Step.ACTIONS:
        yield Reason("a vehicle goes on overwatch in its activation", _OVERWATCH)
    if not row_of(unit).is_armed:
        yield Reason(f"{unit} has no weapon to fire in reaction with", _OVERWATCH)
    if not row_of(unit).is_vehicle or not unit.has(IN_MOTION):
        yield Reason(f"{unit} is not in motion", _OVERWATCH)
    if action.to is not None:
        yield from forbids_maneuver(position, Maneuver(action.side, action.unit, action.to))
        return
    yield from lacks_right(position, unit, Right.START, "go on overwatch")
    if unit.has(SHOCKED):
        yield Reason(f"{unit} is shocked and may only recover", cite("12.3.5"))


@implements("LHY-10.4.1.ow", "LHY-17.9.2b.2")
def go_on_overwatch(resolution: Resolution, action: Overwatch) -> None:
    """The vehicle stops, after one more hex if it chooses; an Overwatch marker replaces the Motion marker.

    A vehicle that hidden enemies put back waits to assault them, and is not on overwatch.
    """
    unit = resolution.state.unit(action.unit)
    if action.to is None:
        record_activation(resolution, unit)
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, ()))
    else:
        maneuver(resolution, Maneuver(action.side, unit.id, action.to))
        end_maneuver(resolution)
    after = resolution.state.unit(unit.id)
    if after.at is not None and after.has(IN_MOTION) and not resolution.course.arrow_of(unit.id):
        resolution.happen(UnitChanged(unit.id, gained=(OVERWATCH,), lost=(IN_MOTION,)))


def factors(position: Position, action: Overwatch) -> Factors:
    """The dice of the hex that the vehicle drives on before it stops."""
    if action.to is None:
        return Factors()
    return maneuver_factors(position, Maneuver(action.side, action.unit, action.to))


def answers(position: Position, action: Overwatch) -> Iterator[Any]:
    """The reaction fire on the vehicle where it stops."""
    return position.reactions((action.unit,))


GO_ON_OVERWATCH = Procedure(
    Overwatch, UNIT_ACTIONS, candidates, forbids, go_on_overwatch, factors, answers=answers
)
