"""Retreats after an assault: where they lead, where they may end, who checks. Chapter 13.6.3."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.assault_actions import Retreat
from rules.last_hundred_yards.conditions import (
    CONCEALED,
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    STOPPED,
)
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.harm import Harm, destroy, inflict
from rules.last_hundred_yards.leaving import (
    leave_map,
    left_of,
    may_be_followed,
    suffers_on_leaving,
    take_markers_along,
)
from rules.last_hundred_yards.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.position import Position, cohesion_of, row_of
from rules.last_hundred_yards.procedures import Procedure, own_unit
from rules.last_hundred_yards.retreat_ways import MOST_RETREAT, may_leave, may_not_stay, retreat_hexes
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import (
    LeaderLost,
    StepsLost,
    UnitChanged,
    UnitGone,
    UnitMoved,
)
from rules.last_hundred_yards.unit_types import UnitKind

_LATER = Provenance.LATER_EDITION


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
    if may_leave(position, unit, due[0]):
        yield Retreat(side, unit.id, None)


def forbids_retreat(position: Position, action: Retreat) -> Iterator[Reason]:
    """Why a unit may not retreat this way."""
    due = position.course.decisions[:1]
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    if not due or due[0].kind is not DecisionKind.RETREAT or due[0].unit != unit.id:
        yield Reason(f"{unit} does not retreat now", cite("13.6.3", _LATER))
    elif action.to is None and not may_leave(position, unit, due[0]):
        yield Reason(f"{unit} is at no edge it may leave over", cite("10.2"))
    elif action.to is not None and action.to not in retreat_hexes(position, unit, due[0]):
        yield Reason(f"{action.to} is not the best way back", cite("13.6.3", _LATER), (action.to,))


@implements("LHY-13.6.3.4")
def retreat(telling: Telling, action: Retreat) -> None:
    """One hex of a retreat; who leaves mortar fire suffers it, and a vehicle that retreats is in motion."""
    unit = telling.state.unit(action.unit)
    due = telling.course.decisions[0]
    start = telling.position.place(unit)
    if action.to is not None and _finds_hidden(telling, unit, action.to):
        return
    so_far = len(telling.events)
    suffers_on_leaving(telling, unit.id)
    left = left_of(telling, unit.id, so_far)
    if left != unit.id:
        if left is not None:
            telling.put(DecisionDue(replace(due, unit=left), first=True))
        return
    if action.to is None:
        leave_map(telling, unit.id, "retreats off the map")
        return
    telling.put(DecisionTaken(replace(due, path=(*due.path, action.to))))
    telling.put(UnitMoved(unit.id, start, action.to))
    take_markers_along(telling, unit.id, start, action.to)
    if row_of(unit).is_vehicle:
        telling.put(UnitChanged(unit.id, gained=(IN_MOTION,), lost=(STOPPED, OVERWATCH)))


def _finds_hidden(telling: Telling, unit: Unit, to: Hex) -> bool:
    """Hidden enemies on the way are put on the map, and another way is to be found."""
    found = telling.position.hidden_at(to, unit.side)
    for enemy in found:
        telling.put(UnitChanged(enemy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
    return bool(found)


@implements("LHY-13.6.3c", "LHY-13.6.3.6")
def stop_retreat(telling: Telling) -> None:
    """The retreat ends: who found no way out is eliminated, and who came through or next to the enemy checks."""
    due = telling.course.decisions[0]
    telling.put(DecisionTaken())
    unit = telling.state.unit(due.unit)
    if not due.path or may_not_stay(telling.position, unit):
        destroy(telling, unit, collateral=False) if row_of(unit).is_hard else _eliminate(telling, unit)
        return
    wanted = near_enemy_check(telling.position, unit, due.path)
    if wanted is not None and telling.roll(f"{unit} retreats next to the enemy, {wanted} or less") > wanted:
        inflict(telling, unit.id, Harm.DISRUPTED)
    unit = telling.state.unit(due.unit)
    wanted = None if unit.at is None else breakout_check(telling.position, unit, due.path)
    if wanted is not None and telling.roll(f"{unit} breaks out through the enemy, {wanted} or less") > wanted:
        inflict(telling, unit.id, Harm.DISRUPTED)


def breakout_check(position: Position, unit: Unit, path: tuple[Hex, ...]) -> int | None:
    """The highest die with which men who went through the enemy hold, the disrupted too; None if no die is asked."""
    through = any(position.enemies_at(at, unit.side) for at in path)
    return None if row_of(unit).is_vehicle or not through else cohesion_of(unit)


def _eliminate(telling: Telling, unit: Unit) -> None:
    if row_of(unit).kind is UnitKind.LEADER:
        telling.put(LeaderLost(unit.id))
    telling.put(UnitGone(unit.id, "is eliminated"))
    if row_of(unit).is_combat:
        telling.put(StepsLost(unit.side, row_of(unit).steps))


@implements("LHY-13.6.3.5")
def near_enemy_check(position: Position, unit: Unit, path: tuple[Hex, ...]) -> int | None:
    """The highest die with which undisrupted men who came next to a steady enemy hold; None if no die is asked."""
    if row_of(unit).is_vehicle or unit.has(DISRUPTED):
        return None
    return cohesion_of(unit) if any(_is_troubled(position, unit, at) for at in path) else None


def _is_troubled(position: Position, unit: Unit, at: Hex) -> bool:
    """Whether a hex of the way lies next to a steady enemy, without cover of houses or steady friends."""
    if position.board.has(at, Terrain.URBAN_BUILDING):
        return False
    friends = [one for one in position.friends_at(at, unit.side) if one.id != unit.id]
    if any(row_of(one).is_combat and not one.has(DISRUPTED) for one in friends):
        return False
    return any(
        may_be_followed(enemy)
        for near in position.board.grid.neighbours(at)
        if not position.is_primary_impact(near) and not position.is_marked_assault(near)
        for enemy in position.enemies_at(near, unit.side)
    )


RETREAT = Procedure(retreat_candidates, forbids_retreat, retreat)
