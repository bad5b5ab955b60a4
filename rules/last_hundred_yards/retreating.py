"""Retreats after an assault: where they lead, where they may end, who checks. Chapter 13.6.3."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.assault_actions import Retreat
from rules.last_hundred_yards.conditions import (
    DISRUPTED,
    IN_MOTION,
    OVERWATCH,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.harm import Harm, destroy, inflict
from rules.last_hundred_yards.leaving import (
    exits_open,
    leave_map,
    may_be_followed,
    suffers_on_leaving,
    take_markers_along,
)
from rules.last_hundred_yards.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.position import Position, cohesion_of, row_of
from rules.last_hundred_yards.procedures import Procedure, own_unit
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import LeaderLost, StepsLost, UnitChanged, UnitGone, UnitMoved
from rules.last_hundred_yards.unit_types import UnitKind
from rules.last_hundred_yards.withdrawal import withdrawal_hexes

_LATER = Provenance.LATER_EDITION
LEAST_RETREAT, MOST_RETREAT, MOST_THROUGH_TOWN = 2, 4, 3


def offer_retreat(telling: Telling, unit_id: str, least: int) -> None:
    """A unit has to retreat so many hexes at least; its player chooses the way."""
    place = telling.position.place(telling.state.unit(unit_id))
    side = telling.state.unit(unit_id).side
    telling.put(DecisionDue(Decision(DecisionKind.RETREAT, side, unit_id, place, least, MOST_RETREAT)))


def retreat_candidates(position: Position, side: str) -> Iterator[Retreat]:
    """The best hexes back, and off the map."""
    due = position.course.decisions[:1]
    if not due or due[0].kind is not DecisionKind.RETREAT:
        return
    unit = position.unit(due[0].unit)
    yield from (Retreat(side, unit.id, at) for at in retreat_hexes(position, unit, due[0]))
    if _may_leave(position, unit, due[0]):
        yield Retreat(side, unit.id, None)


def _may_leave(position: Position, unit: Unit, due: Decision) -> bool:
    return bool(exits_open(position, unit)) and not _is_far(position, unit, due)


@implements("LHY-13.6.3.1", "LHY-13.6.3.2", "LHY-13.6.3e")
def retreat_hexes(position: Position, unit: Unit, due: Decision) -> tuple[Hex, ...]:
    """Where the next hex of a retreat leads: for men by the order of withdrawal, for vehicles anywhere they can drive."""
    if _is_far(position, unit, due) or is_stuck(unit):
        return ()
    visited = (*due.path, due.at) if due.at is not None else due.path
    if row_of(unit).is_vehicle:
        return _drives(position, unit, due, visited)
    return withdrawal_hexes(position, unit, visited)


@implements("LHY-13.6.3.3", "LHY-13.6.3.3.bt")
def _drives(position: Position, unit: Unit, due: Decision, visited: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes that a vehicle can still pay; the first is always open to it (reading 75)."""
    place, left = position.place(unit), _mp_left(position, unit, due)
    return tuple(
        near for near in position.board.grid.neighbours(place)
        if near not in visited and not position.enemies_at(near, unit.side)
        and (step := position.ground.step(position.state, unit, place, "", near)) is not None
        and (not due.path or step.mp <= left)
    )  # fmt: skip


def _mp_left(position: Position, unit: Unit, due: Decision) -> Fraction:
    """The MP that a retreating vehicle has left after the hexes it entered."""
    way = (*((due.at,) if due.at is not None else ()), *due.path)
    steps = (position.ground.step(position.state, unit, one, "", other) for one, other in pairwise(way))
    spent = sum((step.mp for step in steps if step is not None), Fraction(0))
    return position.mission.edition.vehicle_retreat_mp - spent


def _is_far(position: Position, unit: Unit, due: Decision) -> bool:
    if row_of(unit).is_vehicle:
        return bool(due.path) and _mp_left(position, unit, due) <= 0
    most = due.most
    slow = (Terrain.RIVER, Terrain.URBAN_BUILDING)
    if any(position.board.has(at, *slow) for at in due.path):
        most = min(most, MOST_THROUGH_TOWN)
    return len(due.path) >= most


def is_stuck(unit: Unit) -> bool:
    """Whether it cannot retreat or advance at all: guns, FPs, shocked vehicles."""
    return row_of(unit).kind in (UnitKind.GUN, UnitKind.FP) or unit.has(SHOCKED)


def may_stop(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether a retreat may end here: after the least hexes, or one into cover, with a vehicle, or if no way is left."""
    if _is_far(position, unit, due):
        return True
    if not due.path:
        return not retreat_hexes(position, unit, due) and not _may_leave(position, unit, due)
    if len(due.path) >= due.least or row_of(unit).is_vehicle:
        return True
    if not retreat_hexes(position, unit, due) and not _may_leave(position, unit, due):
        return True
    place = position.place(unit)
    covers = (
        Terrain.WOODS,
        Terrain.FOREST,
        Terrain.STONE_BUILDING,
        Terrain.WOODEN_BUILDING,
        Terrain.URBAN_BUILDING,
    )
    with_vehicle = any(
        row_of(one).is_vehicle for one in position.friends_at(place, unit.side) if one.id != unit.id
    )
    return due.least < MOST_RETREAT and (position.board.has(place, *covers) or with_vehicle)


def forbids_retreat(position: Position, action: Retreat) -> Iterator[Reason]:
    """Why a unit may not retreat this way."""
    due = position.course.decisions[:1]
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    if not due or due[0].kind is not DecisionKind.RETREAT or due[0].unit != unit.id:
        yield Reason(f"{unit} does not retreat now", cite("13.6.3", _LATER))
    elif action.to is None and not _may_leave(position, unit, due[0]):
        yield Reason(f"{unit} is at no edge it may leave over", cite("10.2"))
    elif action.to is not None and action.to not in retreat_hexes(position, unit, due[0]):
        yield Reason(f"{action.to} is not the best way back", cite("13.6.3", _LATER), (action.to,))


def retreat(telling: Telling, action: Retreat) -> None:
    """One hex of a retreat; a vehicle that retreats is in motion."""
    unit = telling.state.unit(action.unit)
    due = telling.course.decisions[0]
    start = telling.position.place(unit)
    suffers_on_leaving(telling, unit.id)
    if telling.state.unit(unit.id).at is None:
        return
    if action.to is None:
        leave_map(telling, unit.id, "retreats off the map")
        return
    telling.put(UnitMoved(unit.id, start, action.to))
    take_markers_along(telling, unit.id, start, action.to)
    if row_of(unit).is_vehicle:
        telling.put(UnitChanged(unit.id, gained=(IN_MOTION,), lost=(STOPPED, OVERWATCH)))
    telling.put(DecisionTaken(replace(due, path=(*due.path, action.to))))


def stop_retreat(telling: Telling) -> None:
    """The retreat ends; who could not retreat at all is eliminated, and who came next to the enemy checks."""
    due = telling.course.decisions[0]
    telling.put(DecisionTaken())
    unit = telling.state.unit(due.unit)
    if not due.path:
        destroy(telling, unit, collateral=False) if row_of(unit).is_hard else _eliminate(telling, unit)
        return
    check_near_enemies(telling, unit, due.path)


def _eliminate(telling: Telling, unit: Unit) -> None:
    if row_of(unit).kind is UnitKind.LEADER:
        telling.put(LeaderLost(unit.id))
    telling.put(UnitGone(unit.id, "is eliminated"))
    if row_of(unit).is_combat:
        telling.put(StepsLost(unit.side, row_of(unit).steps))


@implements("LHY-13.6.3.5")
def check_near_enemies(telling: Telling, unit: Unit, path: tuple[Hex, ...]) -> None:
    """Undisrupted men who came next to a steady enemy on their retreat check Cohesion."""
    position = telling.position
    if row_of(unit).is_vehicle or unit.has(DISRUPTED) or cohesion_of(unit) is None:
        return
    for at in path:
        if position.board.has(at, Terrain.URBAN_BUILDING):
            continue
        friends = [one for one in position.friends_at(at, unit.side) if one.id != unit.id]
        if any(row_of(one).is_combat and not one.has(DISRUPTED) for one in friends):
            continue
        for near in position.board.grid.neighbours(at):
            if position.is_primary_impact(near) or position.is_marked_assault(near):
                continue
            if any(may_be_followed(enemy) for enemy in position.enemies_at(near, unit.side)):
                if telling.roll(f"{unit} retreats next to the enemy, {cohesion_of(unit)} or less") > (
                    cohesion_of(unit) or 0
                ):
                    inflict(telling, unit.id, Harm.DISRUPTED)
                return


RETREAT = Procedure(retreat_candidates, forbids_retreat, retreat)
