"""Vehicle Destruction Attempts: one unit on one enemy vehicle of the hex of an assault. Chapter 13.6.2."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.modifiers import Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.declarations.assault.aftermath import carry_out_aftermath, order_retreats
from rules.last_hundred_yards.effects.harm import destroy
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.assault.destruction import (
    DESTROYS,
    MOST_DESTRUCTION,
    destruction_drm,
    possible_attempts,
)
from rules.last_hundred_yards.questions.assault.value import participants
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import DecisionKind


@dataclass(frozen=True, slots=True)
class DestroyVehicle:
    """A Vehicle Destruction Attempt by one unit on one vehicle (13.6.2)."""

    side: str
    unit: UnitId
    vehicle: UnitId

    def __str__(self) -> str:
        return f"{self.unit} tries to destroy {self.vehicle}"


def attempt_candidates(position: Position, side: str) -> Iterator[DestroyVehicle]:
    """One attempt on each enemy vehicle of the hex, by the first unit that is able."""
    first: dict[str, str] = {}
    for unit, vehicle in possible_attempts(position, position.course.due.place, side):
        first.setdefault(vehicle, unit)
    yield from (DestroyVehicle(side, unit, vehicle) for vehicle, unit in first.items())


def forbids_attempt(position: Position, action: DestroyVehicle) -> Iterator[Reason]:
    """Why an attempt may not be made."""
    possible = possible_attempts(position, position.course.due.place, action.side)
    if (action.unit, action.vehicle) not in possible:
        yield Reason(f"{action.unit} cannot try to destroy {action.vehicle} now", cite_later("13.6.2"))


@implements("LHY-13.6.2.1.die", "LHY-13.6.2.1.once", "LHY-10.4.6.0.3", "LHY-12.3.7b")
def attempt(resolution: Resolution, action: DestroyVehicle) -> None:
    """The die of a Vehicle Destruction Attempt."""
    resolution.happen(DecisionTaken())
    vehicle = resolution.state.unit(action.vehicle)
    drm = attempt_drm(resolution.position, action)
    what = f"{action.unit} tries to destroy {vehicle}, {drm:+d}"
    if resolution.passes(what, D10, at_least=DESTROYS - drm):
        destroy(resolution, vehicle, collateral=True)
        _forgo_idle_attempt(resolution)


@implements("LHY-13.6.2.1")
def _forgo_idle_attempt(resolution: Resolution) -> None:
    """Drop the attempt of the other side if it has no unit left to make it, or no vehicle to make it on."""
    due = resolution.course.due_of(DecisionKind.DESTROY_VEHICLE)
    if due is not None and not any(possible_attempts(resolution.position, due.place, due.side)):
        resolution.happen(DecisionTaken())


def _modifiers(position: Position, action: DestroyVehicle) -> Modifiers:
    vehicle = position.unit(action.vehicle)
    taking_part = participants(position, position.place(vehicle), action.side)
    return destruction_drm(position, taking_part, action.side, vehicle)


def attempt_drm(position: Position, action: DestroyVehicle) -> int:
    """The DRM of an attempt, at most 8."""
    return min(MOST_DESTRUCTION, _modifiers(position, action).net)


def destroy_vehicle_for_odds(resolution: Resolution, action: DestroyVehicle) -> None:
    """For odds: the checks that follow at once where no unit has to retreat."""
    place = resolution.state.unit(action.unit).at
    standing = resolution.course.assault_at(place) if isinstance(place, Hex) else None
    if standing is None or resolution.course.decisions:
        return
    order_retreats(resolution, standing)
    if not resolution.course.decisions:
        carry_out_aftermath(resolution, standing)


def attempt_factors(position: Position, action: DestroyVehicle) -> Factors:
    """The modifiers of an attempt, and the result that destroys."""
    drm = attempt_drm(position, action)
    return Factors(f"{drm:+d}, {DESTROYS} or more destroys", _modifiers(position, action).as_reasons)


DESTROY = Procedure(
    DestroyVehicle,
    (DecisionKind.DESTROY_VEHICLE,),
    attempt_candidates,
    forbids_attempt,
    attempt,
    attempt_factors,
    destroy_vehicle_for_odds,
)
