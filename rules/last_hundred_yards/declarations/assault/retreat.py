"""Retreats after an assault: where they may go, and what a unit meets on the way. Chapter 13.6.3."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import IN_MOTION, OVERWATCH, STOPPED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.effects.concealment import reveal_vehicles_in_motion
from rules.last_hundred_yards.effects.leaving import (
    enter_obstacles,
    leave_map,
    leaves_unharmed,
    leaves_wire,
    put_on_map,
    remaining_unit,
)
from rules.last_hundred_yards.effects.leaving_factors import (
    dice_at_the_edge,
    dice_in_wire,
    dice_on_leaving,
    dice_on_mines,
    factors_of,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.questions.terrain.directions import exits_open
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_leave, retreat_hexes
from rules.last_hundred_yards.state.events.order_events import DecisionBrought, DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import RETREATS, UnitMoved, changed
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat one hex (13.6.3), or off the map if `to` is None."""

    side: str
    unit: UnitId
    to: Hex | None

    def __str__(self) -> str:
        return f"{self.unit} retreats {f'to {self.to}' if self.to else 'off the map'}"


def retreat_candidates(position: Position, side: str) -> Iterator[Retreat]:
    """The best hexes back, or off the map, for every unit that may retreat next."""
    for due in position.course.due_in_any_order:
        unit = position.unit(due.unit)
        yield from (Retreat(side, unit.id, at) for at in retreat_hexes(position, unit, due))
        if may_leave(position, unit, due):
            yield Retreat(side, unit.id, None)


@implements("LHY-13.6.3.0c")
def forbids_retreat(position: Position, action: Retreat) -> Iterator[Reason]:
    """Why a unit may not retreat this way."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    due = position.course.due_on(unit.id)
    if due is None:
        yield Reason(f"{unit} does not retreat now", cite_later("13.6.3"))
    elif action.to is None and not may_leave(position, unit, due):
        yield _why_not_leave(position, unit)
    elif action.to is not None and action.to not in retreat_hexes(position, unit, due):
        yield Reason(f"{action.to} is not the best way back", cite_later("13.6.3"), (action.to,))


def _why_not_leave(position: Position, unit: Unit) -> Reason:
    if exits_open(position, unit):
        words = f"{unit} does not retreat off the map here: hexes lead back, or it has gone as far as it may"
        return Reason(words, cite_later("13.6.3"), (position.place(unit),))
    return Reason(f"{unit} is not at an edge it may leave by", cite("10.2"))


@implements(
    "LHY-13.6.3.0c", "LHY-13.6.3.4", "LHY-13.6.3.4b", "LHY-16.1.1.3", "LHY-13.6.3.3.motion", "LHY-10.2.2",
    "LHY-13.6.3.1", "LHY-17.9.2b.1",
)  # fmt: skip
def retreat(resolution: Resolution, action: Retreat) -> None:
    """Carry out one hex of a retreat.

    A unit that leaves mortar fire or enters mines on the way suffers them, and retreats on (reading 152). A vehicle that
    mortar fire harms, and an AFV that wire shocks (reading 190), go no farther.
    """
    unit = resolution.state.unit(action.unit)
    if resolution.course.due.unit != unit.id:
        resolution.happen(DecisionBrought(unit.id))
    due = resolution.course.due
    start = resolution.position.place(unit)
    if action.to is not None and _reveals_hidden(resolution, unit, action.to):
        return
    so_far = len(resolution.events)
    if due.path and not leaves_unharmed(resolution, unit.id) and row_of(unit).is_vehicle:
        return
    if _hands_retreat_on(resolution, due, so_far):
        return
    if not leaves_wire(resolution, unit):
        return
    if action.to is None:
        leave_map(resolution, unit.id, RETREATS)
        return
    due = replace(due, path=(*due.path, action.to))
    resolution.happen(DecisionTaken(due))
    resolution.happen(UnitMoved(unit.id, start, action.to))
    if row_of(unit).is_vehicle:
        resolution.happen(changed(unit, (IN_MOTION,), (STOPPED, OVERWATCH)))
    reveal_vehicles_in_motion(resolution, unit.id)
    so_far = len(resolution.events)
    enter_obstacles(resolution, (unit.id,))
    _hands_retreat_on(resolution, due, so_far)


def _hands_retreat_on(resolution: Resolution, due: Decision, so_far: int) -> bool:
    """Hand the retreat of a unit that harm took off the map to the section that is left of it; whether the unit is gone."""
    left = remaining_unit(resolution, due.unit, so_far)
    if left is not None and left != due.unit:
        resolution.happen(DecisionDue(replace(due, unit=left), first=True))
    return left != due.unit


@implements("LHY-17.9.2b.1")
def _reveals_hidden(resolution: Resolution, unit: Unit, to: Hex) -> bool:
    """Put hidden enemies in the next hex on the map; whether any but dummies are there, so that another way must be found."""
    hidden_enemies = resolution.position.hidden_at(to, unit.side)
    put_on_map(resolution, hidden_enemies)
    return any(resolution.state.unit(enemy.id).at is not None for enemy in hidden_enemies)


def retreat_factors(position: Position, action: Retreat) -> Factors:
    """The dice of a retreat: mortar fire on the way, wire on leaving, and what is in the next hex or at the map edge."""
    unit, due = position.unit(action.unit), position.course.due
    on_leaving = dice_on_leaving(position, unit) if due.path and due.unit == unit.id else ()
    dice_ahead = (
        dice_at_the_edge(position, unit) if action.to is None else dice_on_mines(position, unit, action.to)
    )
    return factors_of((*on_leaving, *dice_in_wire(position, unit), *dice_ahead))


RETREAT = Procedure(
    Retreat, (DecisionKind.RETREAT,), retreat_candidates, forbids_retreat, retreat, retreat_factors
)
