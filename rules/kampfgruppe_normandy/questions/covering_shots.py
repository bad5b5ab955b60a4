"""Covering fire that can be given: at whom those who cover can fire, from moment to moment of an enemy's move.

Rule: KGN Covering fire; OUR 62.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import FIRE_KINDS
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.questions.fire.building_shot import (
    Aimed,
    BuildingShot,
    aims_at_buildings,
    building_shot,
)
from rules.kampfgruppe_normandy.questions.fire.fire_orders import in_reach, may_fire, orders_of, targets_of
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order
from rules.kampfgruppe_normandy.questions.fire_upwards import covers_against, enemy_aircraft
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import met_at, stands_formed
from rules.kampfgruppe_normandy.state.move_events import FormedUp
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.reserves import without_unseen


@memoized
def stopped_at(position: Position, unit: str, at_in: float) -> Position:
    """The position if a unit that moves were stopped at that inch of its way."""
    move = position.progress.move
    if move is None or move.unit != unit:
        return position
    spot, facing = met_at(position, move, at_in)
    mover = position.state.unit(unit)
    state = position.state.with_unit(replace(mover, at=spot, facing_deg=facing))
    if stands_formed(move, at_in):
        state = FormedUp(unit, move.men).on(state)
    return Position(state, position.book)


def covering_orders(position: Position, side: str, targets: list[Unit]) -> Iterator[Order]:
    """The orders to fire at some enemies that are worth asking about for those who cover."""
    for unit in covering_units(position, side).values():
        near = in_reach(position, unit, targets)
        for kind in FIRE_KINDS:
            yield from orders_of(position, unit, kind, near)


def covering_aims(position: Position, side: str) -> Iterator[Aimed]:
    """The buildings that enemies hold, with each weapon of those who cover."""
    for unit in covering_units(position, side):
        yield from aims_at_buildings(position, unit, side, moves=False)


@implements("KN-COV-02", "KN-COV-04")
def can_interrupt(position: Position, side: str, acting: str) -> bool:
    """Whether those who cover can fire at anything they know of while an enemy acts, at some inch of its move: else nobody is asked.

    Rule: KGN Covering fire; OUR 62.
    """
    if not covering_units(position, side):
        return False
    known = Position(without_unseen(position.state, side), position.book)
    if enemy_aircraft(known, side) and covers_against(known, side):
        return True
    if any(isinstance(building_shot(known, aimed), BuildingShot) for aimed in covering_aims(known, side)):
        return True
    return any(_can_fire(there, side, targets) for there, targets in _moments(known, side, acting))


def _moments(position: Position, side: str, acting: str) -> Iterator[tuple[Position, list[Unit]]]:
    """The moments at which those who cover may fire, and at whom: all enemies as a move begins and ends, the mover at every inch."""
    move = position.progress.move
    if move is None or move.unit != acting or acting not in position.state.units:
        yield position, targets_of(position, side)
        return
    for mark in move.marks:
        there = stopped_at(position, acting, mark)
        mover = there.state.unit(acting)
        is_end = mark in (move.marks[0], move.marks[-1])
        yield there, targets_of(there, side) if is_end else [mover, *there.aboard(mover)]


def _can_fire(position: Position, side: str, targets: list[Unit]) -> bool:
    orders = covering_orders(position, side, targets)
    return any(may_fire(position, order, moves=False) for order in orders)
