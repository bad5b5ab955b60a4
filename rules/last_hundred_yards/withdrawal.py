"""Withdrawal: hex by hex in the order of priority, and the roll next to the enemy. Chapter 10.3.1."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import Right, too_many_ad_hoc
from rules.last_hundred_yards.conditions import REGROUPING
from rules.last_hundred_yards.course import ActionKind, Moving
from rules.last_hundred_yards.entering import owes_advance
from rules.last_hundred_yards.harm import Harm, inflict
from rules.last_hundred_yards.leaving import (
    edges_of,
    enter_obstacles,
    exits_open,
    is_lateral,
    is_toward,
    leave_map,
    left_of,
    step_to,
    suffers_on_leaving,
)
from rules.last_hundred_yards.maneuver_actions import Withdraw
from rules.last_hundred_yards.maneuver_end import end_maneuver
from rules.last_hundred_yards.maneuver_points import WITHDRAWAL
from rules.last_hundred_yards.map_edges import Edge
from rules.last_hundred_yards.naming import groups
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, is_pinned, lacks_right, own_units, ready_units
from rules.last_hundred_yards.readings_of_play import ours
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.taking_part import note_right
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import ManeuverWentOn, UnitActed, UnitChanged, WithdrawalDue
from rules.last_hundred_yards.withdrawal_checks import assault_check, end_check

MOST_HEXES = 4


def candidates(position: Position, side: str) -> Iterator[Withdraw]:
    """Those that may withdraw from a hex, alone and together, to every best hex and off the map."""
    moving = position.course.moving
    if moving is not None:
        if moving.mode == WITHDRAWAL:
            for group in [moving.units] if moving.path else groups(moving.units):
                yield from _ways(position, side, group)
        return
    by_hex: dict[Hex, list[str]] = {}
    for unit in ready_units(position, side, Right.WITHDRAW):
        if row_of(unit).is_foot and not position.course.is_aboard(unit.id):
            by_hex.setdefault(position.place(unit), []).append(unit.id)
    for units in by_hex.values():
        for group in groups(units):
            yield from _ways(position, side, group)


def _ways(position: Position, side: str, units: tuple[str, ...]) -> Iterator[Withdraw]:
    place = position.place(position.unit(units[0]))
    for near in withdrawal_hexes(position, position.unit(units[0])):
        yield Withdraw(side, units, near)
    if edges_of(position, place):
        yield Withdraw(side, units, None)


@implements(
    "LHY-10.3.1.0.1", "LHY-10.3.1.0.2", "LHY-10.3.1.0.3", "LHY-10.3.1a", "LHY-10.3.1c", "LHY-10.3.1.1.0",
    "LHY-13.3.2c", "LHY-13.3.1d",
)  # fmt: skip
def forbids(position: Position, action: Withdraw) -> Iterator[Reason]:
    """Why units may not withdraw into this hex."""
    moving = position.course.moving
    if not action.units:
        yield Reason("nobody withdraws", cite("10.3.1"))
        return
    units = own_units(position, action.side, action.units)
    if isinstance(units, Reason):
        yield units
        return
    for unit in units:
        if moving is None:
            yield from lacks_right(position, unit, Right.WITHDRAW, "withdraw")
            if not is_pinned(position, unit) and (reason := owes_advance(position, unit)):
                yield reason
        if not row_of(unit).is_foot or position.course.is_aboard(unit.id):
            yield Reason(f"{unit} does not withdraw: only units on foot do", cite("10.3.1"))
    if moving is None:
        yield from too_many_ad_hoc(position, units)
    place = position.place(units[0])
    if any(unit.at != place for unit in units) or len(set(action.units)) != len(units):
        yield Reason("units of one hex withdraw together, each named once", cite("10.3.1"))
        return
    if moving is not None and not _may_be_named(moving, action.units):
        yield Reason(f"{', '.join(moving.units)} are maneuvering", cite("10.3.1"))
        return
    if moving is not None and len(moving.path) >= MOST_HEXES:
        yield Reason("a withdrawal is of four hexes at most", cite("10.3.1"))
    if position.is_marked_assault(place):
        yield Reason("units in an assault hex cannot withdraw", cite("10.3.1c"), (place,))
    if action.to is None:
        if not exits_open(position, units[0]) or _own_edge(position, action.side) not in edges_of(
            position, place
        ):
            yield Reason("a withdrawal leaves the map over the friendly edge", ours(55), (place,))
        return
    yield from _barred(position, units[0], action.to)
    wanted = withdrawal_hexes(position, units[0])
    if action.to not in wanted:
        shown = ", ".join(map(str, wanted)) or "nowhere"
        yield Reason(f"{action.to} is not the best way back: {shown}", cite("10.3.1.1"), (action.to,))


def _may_be_named(moving: Moving, units: tuple[str, ...]) -> bool:
    """Whether units are those that withdraw, or some of those that have to and did not begin yet."""
    named = set(units)
    return moving.mode == WITHDRAWAL and (
        named == {*moving.units} or (not moving.path and named < {*moving.units})
    )


def _own_edge(position: Position, side: str) -> Edge:
    return position.mission.side(side).edge


def _barred(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    if to not in position.board.grid or position.distance(position.place(unit), to) != 1:
        yield Reason(f"{to} is not adjacent", cite("10.3.1"), (to,))
        return
    if position.enemies_at(to, unit.side):
        yield Reason(f"{to} holds the enemy", cite("10.3.1a"), (to,))
    if position.is_primary_impact(to):
        yield Reason(f"{to} is a primary impact hex", cite("10.3.1a"), (to,))
    if position.ground.step(position.state, unit, position.place(unit), "", to) is None:
        yield Reason(f"{to} cannot be entered", cite("10.0"), (to,))


@implements(
    "LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2", "LHY-10.3.1.1a.3", "LHY-10.3.1.1b.1", "LHY-10.3.1.1b.2",
    "LHY-10.3.1.1b.3", "LHY-10.3.1.1b.4",
)  # fmt: skip
def withdrawal_hexes(position: Position, unit: Unit, visited: tuple[Hex, ...] = ()) -> tuple[Hex, ...]:
    """The hexes of the first kind on the list of priorities that there are, for one hex of withdrawal.

    Rule: LHY 10.3.1.1.
    """
    key = ("withdrawal", position.place(unit), unit.side, row_of(unit).kind, visited)
    return position.once(key, lambda: _withdrawal_hexes(position, unit, visited))


def _withdrawal_hexes(position: Position, unit: Unit, visited: tuple[Hex, ...]) -> tuple[Hex, ...]:
    place, edge = position.place(unit), _own_edge(position, unit.side)
    moving = position.course.moving
    been = {place, *visited, *(moving.path if moving is not None and moving.mode == WITHDRAWAL else ())}
    open_hexes = [
        near
        for near in position.board.grid.neighbours(place)
        if near not in been and not any(True for _ in _barred(position, unit, near))
    ]
    toward = [near for near in open_hexes if is_toward(position, place, near, edge)]
    calm = [near for near in toward if not is_next_to_enemy(position, near, unit.side)]
    aside = [
        near
        for near in open_hexes
        if is_lateral(position, place, near, edge) and not is_next_to_enemy(position, near, unit.side)
    ]
    along = [
        near for near in open_hexes if edge in edges_of(position, place) and edge in edges_of(position, near)
    ]
    order = (calm, toward, along) if is_parallel(position, edge) else (calm, aside, toward, along)
    return tuple(next((kind for kind in order if kind), []))


def is_parallel(position: Position, edge: Edge) -> bool:
    """Whether hexsides run along an edge of the map: north and south with flat tops, east and west otherwise."""
    return position.board.grid.is_flat == (edge in (Edge.NORTH, Edge.SOUTH))


def is_next_to_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether an enemy combat unit that is known stands next to a hex."""
    return any(
        row_of(enemy).is_combat
        for near in position.board.grid.neighbours(place)
        for enemy in position.enemies_at(near, side)
    )


def withdraw(telling: Telling, action: Withdraw) -> None:
    """One hex of a withdrawal; who is disrupted by mortar fire on leaving goes on all the same."""
    moving = telling.course.moving
    if moving is None:
        if not _starts(telling, action.units):
            return
        moving = Moving(action.units, WITHDRAWAL, ())
        telling.put(ManeuverWentOn(moving))
    elif others := tuple(one for one in moving.units if one not in action.units):
        telling.put(WithdrawalDue(replace(moving, units=others)))
        moving = replace(moving, units=action.units)
        telling.put(ManeuverWentOn(moving))
    before, left = telling.position, list[str]()
    for unit_id in action.units:
        unit = _leaves(telling, unit_id, moving, before)
        if unit is None:
            continue
        if action.to is None:
            leave_map(telling, unit, "withdraws off the map")
            continue
        step_to(telling, unit, action.to)
        telling.put(UnitActed(unit, ActionKind.MANEUVER, (action.to,)))
        place = telling.state.unit(unit).at
        if place is not None:
            left.append(unit)
        if place not in (None, action.to):
            break
    if not left or action.to is None:
        end_maneuver(telling)
        return
    telling.put(ManeuverWentOn(replace(moving, units=tuple(left), path=(*moving.path, action.to))))
    if telling.state.unit(left[-1]).at != action.to:
        end_withdrawal(telling)
        return
    if enter_obstacles(telling, left) and telling.course.moving is not None:
        end_withdrawal(telling)


@implements("LHY-13.6.6.3")
def _starts(telling: Telling, names: tuple[str, ...]) -> bool:
    """The die of units under assault (13.3.2); regrouping ends with withdrawal."""
    units = tuple(map(telling.state.unit, names))
    for unit in units:
        note_right(telling, unit)
        telling.put(UnitActed(unit.id, ActionKind.MANEUVER, ()))
        if unit.has(REGROUPING):
            telling.put(UnitChanged(unit.id, lost=(REGROUPING,)))
    wanted = assault_check(telling.position, units)
    if wanted is None:
        return True
    return telling.roll(f"withdrawal from {units[0].at} under assault, {wanted} or less") <= wanted


@implements("LHY-11.4.8e")
def _leaves(telling: Telling, unit_id: str, moving: Moving, before: Position) -> str | None:
    """Mortar fire on the way out, once, and who goes on: the unit, the section that is left of it, or nobody."""
    if moving.driven_out and not moving.path:
        return unit_id
    so_far = len(telling.events)
    suffers_on_leaving(telling, unit_id, before)
    return left_of(telling, unit_id, so_far)


@implements("LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-13.6.6.2")
def end_withdrawal(telling: Telling) -> None:
    """The withdrawal ends: undisrupted units that came next to the enemy roll, or regroup in the later edition."""
    moving = telling.course.moving
    assert moving is not None
    units = tuple(map(telling.state.unit, moving.units))
    end_maneuver(telling)
    check = end_check(telling.position, units, moving.path)
    if check is None:
        return
    if telling.position.mission.edition.withdrawal_regroups:
        for unit in check.shaken:
            telling.put(UnitChanged(unit.id, gained=(REGROUPING,)))
    elif not check.is_passed(telling.roll(check.words)):
        for unit in check.shaken:
            inflict(telling, unit.id, Harm.DISRUPTED)


WITHDRAW = Procedure(candidates, forbids, withdraw)
