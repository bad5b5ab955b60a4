"""Maneuver, hex by hex: which units may, what each hex costs and calls for, when it ends. Chapter 10.0 to
10.2, 10.4.1 and 10.4.4."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.effects.leaving import enter_hex, enter_obstacles, leave_map, remaining_unit
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import (
    begin_maneuver,
    driven_out_unit,
    end_maneuver,
    force_withdrawal,
    leave_shocked_vehicle_behind,
    leaves_hex,
    wait_to_assault,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.command_range import forbids_straying
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_units
from rules.last_hundred_yards.questions.activation.taking_part import too_many_ad_hoc
from rules.last_hundred_yards.questions.movement.allowance_table import BONUS_LOST_HEXES
from rules.last_hundred_yards.questions.movement.barred_ways import forbids_step
from rules.last_hundred_yards.questions.movement.entering import (
    forbids_entering,
    forbids_in_its_state,
    forbids_moving,
    forbids_two_vehicles,
    goals_toward,
)
from rules.last_hundred_yards.questions.movement.points import (
    EXIT_MP,
    FORWARD,
    REVERSE,
    can_pay,
    is_out_of_hexes,
    mp_left,
    needs_road_bonus,
    next_step,
)
from rules.last_hundred_yards.questions.movement.rivers import AT_REST, bank
from rules.last_hundred_yards.questions.movement.vehicle_stacks import (
    forbids_stacking,
    maneuvering_in_words,
    ready_stacks,
    stack_phrase,
)
from rules.last_hundred_yards.questions.terrain.directions import exits_open
from rules.last_hundred_yards.questions.terrain.obstacles import held_in_wire
from rules.last_hundred_yards.state.events.maneuver_events import (
    CameFrom,
    HeroMadeFor,
    ManeuverWentOn,
    UnitActed,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, WITHDRAWAL, ActionKind, DecisionKind, Moving


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Enter the next hex; `to` None leaves the map. Modes: forward, reverse (10.0, 10.4.4).

    `along` is the vehicle of its hex that drives with it as a stack.
    """

    side: str
    unit: UnitId
    to: Hex | None
    mode: str = "forward"
    along: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        way = " in reverse" if self.mode == "reverse" else ""
        where = f"to {self.to}" if self.to else "off the map"
        return f"{stack_phrase(self.unit, self.along, 'maneuver')} {where}{way}"


_offered = lru_cache(maxsize=4096)(Maneuver)
"""A maneuver, memoized, as the same ones are offered moment after moment."""


def maneuver_candidates(position: Position, side: str) -> Iterator[Maneuver]:
    """Every next hex that units may enter, and the way off the map, for units alone and for stacks of vehicles."""
    moving = position.course.moving
    if moving is not None and moving.mode == WITHDRAWAL:
        return
    movers = [tuple(map(position.unit, moving.units))] if moving else ready_stacks(position, side)
    for units in movers:
        along = tuple([other.id for other in units[1:]])
        modes = (FORWARD, REVERSE) if row_of(units[0]).is_vehicle and not along else (FORWARD,)
        for mode in (moving.mode,) if moving else modes:
            if _may_set_out(position, side, units, mode):
                for to in _next_places(position, units[0]):
                    if _may_go(position, units, to, mode):
                        yield _offered(side, units[0].id, to, mode, along)


def _next_places(position: Position, unit: Unit) -> tuple[Hex | None, ...]:
    """The hexes next to a unit, and None for the way off the map where there is one."""
    near = position.board.grid.neighbours(position.place(unit))
    return (*near, None) if exits_open(position, unit) else near


def _may_set_out(position: Position, side: str, units: Sequence[Unit], mode: str) -> bool:
    """Whether units may maneuver at all in this mode, to any hex."""
    owned = own_units(position, side, [unit.id for unit in units])
    return (
        not isinstance(owned, Reason)
        and next(_forbids_together(position, units, mode), None) is None
        and all(next(_cannot_set_out(position, unit, mode), None) is None for unit in units)
    )


def _may_go(position: Position, units: Sequence[Unit], to: Hex | None, mode: str) -> bool:
    """Whether units that may maneuver may go to this hex, or off the map."""
    if to is None:
        return not any(reason for unit in units for reason in _cannot_exit(position, unit, mode))
    if len(units) > 1 and any(forbids_two_vehicles(position, units, to)):
        return False
    for unit in units:
        if not _affords(position, unit, to, mode) or any(_why_kept_out(position, unit, to)):
            return False
    return True


@implements(
    "LHY-10.0.1", "LHY-10.0.2", "LHY-10.0a", "LHY-10.0b", "LHY-10.0c", "LHY-4.1.14.1", "LHY-10.4.4.2",
    "LHY-10.4.4.3", "LHY-11.4.8b.1", "LHY-11.4.8c", "LHY-12.3.2.2b", "LHY-16.2.0", "LHY-10.2.2",
    "LHY-10.4.5L.3",
)  # fmt: skip
def forbids_maneuver(position: Position, action: Maneuver) -> Iterator[Reason]:
    """Why a unit, or a stack of vehicles, may not enter the next hex."""
    units = own_units(position, action.side, (action.unit, *action.along))
    if isinstance(units, Reason):
        yield units
        return
    yield from _forbids_together(position, units, action.mode)
    if action.to is not None:
        yield from forbids_two_vehicles(position, units, action.to)
    for unit in units:
        yield from _cannot_set_out(position, unit, action.mode)
        yield from _cannot_go(position, unit, action.to, action.mode)


@implements("LHY-10.4.4.3", "LHY-10.4.5L.3", "LHY-10.0.1", "LHY-7.2c.1")
def _forbids_together(position: Position, units: Sequence[Unit], mode: str) -> Iterator[Reason]:
    """Why units may not maneuver together, or not in this mode, given the maneuver under way."""
    moving = position.course.moving
    if moving is not None and tuple([unit.id for unit in units]) != moving.units:
        yield Reason(maneuvering_in_words(moving.units), cite("10.0"))
    elif moving is not None and moving.mode != mode:
        yield Reason("a maneuver is all forward or all in reverse", cite("10.4.4"))
    yield from forbids_stacking(units)
    if moving is None:
        yield from too_many_ad_hoc(position, units)
    if len(units) > 1 and mode == REVERSE:
        yield Reason("vehicles reverse one by one", cite("10.4.4"))


def _cannot_set_out(position: Position, unit: Unit, mode: str) -> Iterator[Reason]:
    """Why a unit may not maneuver in this mode, to any hex."""
    yield from _cannot_move(position, unit, mode)
    if position.course.moving is None:
        yield from lacks_right(position, unit, Right.MANEUVER, "maneuver")


def _cannot_go(position: Position, unit: Unit, to: Hex | None, mode: str) -> Iterator[Reason]:
    """Why a unit may not go to the next hex, or off the map."""
    if to is None:
        yield from _cannot_exit(position, unit, mode)
        return
    yield from _why_kept_out(position, unit, to)
    yield from _cannot_pay(position, unit, to, mode)


@implements("LHY-10.2.2", "LHY-12.3.2.2b", "LHY-14.6.2.2", "LHY-16.2a")
def _cannot_exit(position: Position, unit: Unit, mode: str) -> Iterator[Reason]:
    """Why a unit may not leave the map."""
    if not exits_open(position, unit):
        yield Reason(f"{unit} is not at an edge it may leave by", cite("10.2"))
    elif mp_left(position, unit, mode) < EXIT_MP or is_out_of_hexes(position, unit, None):
        yield Reason("no MP are left to leave the map", cite("10.0a").together_with(our(181)))
    yield from forbids_in_its_state(position, unit, None)
    yield from held_in_wire(position, unit, None)
    yield from forbids_straying(position, unit, None)


def _why_kept_out(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a unit may not enter a hex, even with enough MP."""
    yield from forbids_entering(position, unit, to)
    yield from forbids_straying(position, unit, to)


def _cannot_move(position: Position, unit: Unit, mode: str) -> Iterator[Reason]:
    place = position.place(unit)
    yield from forbids_moving(position, unit)
    if mode not in (FORWARD, REVERSE):
        yield Reason(f"{mode} is neither a forward maneuver nor one in reverse", cite("10.0"), (place,))
    if mode == REVERSE and not row_of(unit).is_vehicle:
        yield Reason("only vehicles reverse", cite("10.4.4"), (place,))


def _affords(position: Position, unit: Unit, to: Hex, mode: str) -> bool:
    """Whether a unit has the MP for the hex next to it."""
    step = next_step(position, unit, to)
    return step is not None and can_pay(position, unit, mode, to, step)


@implements("LHY-10.0a", "LHY-4.1.8.bonus", "LHY-10.0.2")
def _cannot_pay(position: Position, unit: Unit, to: Hex, mode: str) -> Iterator[Reason]:
    if to not in position.board.grid.neighbours(position.place(unit)) or _affords(position, unit, to, mode):
        return
    step = next_step(position, unit, to)
    if step is not None and needs_road_bonus(position, unit, mode, step):
        words = f"no road bonus within {BONUS_LOST_HEXES} hexes of the enemy"
        yield Reason(words, cite_later("4.1.8"), (to,))
    else:
        yield from forbids_step(position, unit, mode, to)


@implements(
    "LHY-10.4.1.0", "LHY-10.4.5P.4", "LHY-10.4.1a.1", "LHY-10.4.1b.1", "LHY-10.4.4.1", "LHY-8.1.1",
    "LHY-10.2.2", "LHY-16.1.1.1", "LHY-16.1.2b", "LHY-4.1.10.6", "LHY-17.9.2b.1", "LHY-10.0b",
    "LHY-17.8.2b", "LHY-17.9.2b.2",
)  # fmt: skip
def maneuver(resolution: Resolution, action: Maneuver) -> None:
    """Carry out one hex of a maneuver; a section that mines leave of a hero continues it."""
    units = tuple(resolution.state.unit(name) for name in (action.unit, *action.along))
    if action.to is None:
        _leave(resolution, units, action.mode)
        return
    before, so_far = begin_maneuver(resolution, units, action.mode), len(resolution.events)
    step = next_step(resolution.position, units[0], action.to)
    by_bonus = step is not None and needs_road_bonus(resolution.position, units[0], action.mode, step)
    hidden = resolution.position.hidden_at(action.to, action.side)
    arrived = _enter(resolution, before, units, action.to)
    if arrived is None:
        if hidden and resolution.position.enemies_at(action.to, action.side):
            _wait_to_assault_hidden(resolution, before, action.to, by_bonus=by_bonus)
        else:
            _end_where_it_began(resolution, units[0], so_far)
        return
    leave_shocked_vehicle_behind(resolution, before, arrived.units)
    stopped = enter_obstacles(resolution, arrived.units)
    hero = remaining_unit(resolution, units[0].id, so_far)
    if not stopped and hero and hero != units[0].id:
        resolution.happen(ManeuverWentOn(replace(arrived, units=(hero,))))
    met_dummies = bool(hidden)
    if stopped or met_dummies or arrived.way == AT_REST:
        end_maneuver(resolution)


@implements("LHY-17.9.2b.2", "LHY-17.9.2b.3")
def _wait_to_assault_hidden(resolution: Resolution, moving: Moving, into: Hex, *, by_bonus: bool) -> None:
    """A unit that hidden enemies put back waits to assault them or to feint, if it is able to; else its action is over."""
    unit = resolution.state.unit(moving.units[0])
    if moving.mode == FORWARD and not moving.bypassed and not by_bonus:
        way = _bank_gained(resolution.position, unit, moving.way, into)
        wait_to_assault(resolution, unit, into, way)
    end_maneuver(resolution)


@implements("LHY-4.1.10.3", "LHY-17.9.2b.2")
def _bank_gained(position: Position, unit: Unit, way: str, to: Hex) -> str:
    """Where in a river a unit stands that got out of it and was put back: on the bank that it had reached.

    So it throws no second die to leave the river.
    """
    step = next_step(position, unit, to)
    return way if step is None or not step.asks_river_exit else bank(position.board, position.place(unit), to)


@implements("LHY-10.2.2", "LHY-11.4.8e")
def _leave(resolution: Resolution, units: tuple[Unit, ...], mode: str) -> None:
    """Units leave the map; a unit hit by mortar fire while leaving stays."""
    begin_maneuver(resolution, units, mode)
    so_far = len(resolution.events)
    for unit in units:
        if leaves_hex(resolution, unit.id, None):
            leave_map(resolution, unit.id)
    if resolution.course.moving is not None:
        _end_where_it_began(resolution, units[0], so_far)


@implements("LHY-11.4.8e", "LHY-16.1.2b", "LHY-4.1.10.6")
def _end_where_it_began(resolution: Resolution, unit: Unit, so_far: int) -> None:
    """The maneuver ends; a unit that mortar fire disrupted as it left has to withdraw."""
    driven = driven_out_unit(resolution, unit, so_far)
    end_maneuver(resolution)
    force_withdrawal(resolution, [driven] if driven else [])


@implements(
    "LHY-10.0.1", "LHY-4.1.10.6", "LHY-16.1.2b", "LHY-4.1.8.3", "LHY-10.4.4.1", "LHY-8.1.1", "LHY-11.1.3.1",
    "LHY-10.4.1.0", "LHY-17.9.2b.1", "LHY-14.6.2.2", "LHY-14.6.2.1c",
)  # fmt: skip
def _enter(resolution: Resolution, before: Moving, units: tuple[Unit, ...], to: Hex) -> Moving | None:
    """Units go to the next hex of their maneuver and pay for it; None if none gets there."""
    start = resolution.position.place(units[0])
    steps = {unit.id: next_step(resolution.position, unit, to) for unit in units}
    goals = goals_toward(resolution.position, units[0], to) if units[0].has(HEROIC) else ()
    arrived: list[str] = []
    for unit in units:
        if not leaves_hex(resolution, unit.id, to):
            continue
        enter_hex(resolution, unit.id, to)
        resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (to,)))
        if row_of(unit).is_vehicle:
            resolution.happen(CameFrom(unit.id, start, before.mode == REVERSE))
        if resolution.state.unit(unit.id).at != to:
            return None
        arrived.append(unit.id)
        if goals:
            resolution.happen(HeroMadeFor(unit.id, goals))
    paid = [step for name, step in steps.items() if step is not None and name in arrived]
    if not paid:
        return None
    on_road = before.all_road if before.path else resolution.position.board.has(start, Terrain.ROAD)
    moving = replace(
        before, units=tuple(arrived), path=(*before.path, to), spent=before.spent + max(step.mp for step in paid),
        way=paid[0].way, all_road=on_road and paid[0].keeps_road,
    )  # fmt: skip
    resolution.happen(ManeuverWentOn(moving))
    return moving


def maneuver_factors(position: Position, action: Maneuver) -> Factors:
    """The dice of maneuvering units on their way to the next hex."""
    units = map(position.unit, (action.unit, *action.along))
    return factors_of(dice_on_the_way(position, units, action.to))


def maneuver_answers(position: Position, action: Maneuver) -> Iterator[Any]:
    """The reaction fire on the maneuvering units in the hex that they have come to."""
    return position.reactions((action.unit, *action.along))


MANEUVER = Procedure(
    Maneuver,
    (*MANEUVERS, DecisionKind.DRIVE_OFF),
    maneuver_candidates,
    forbids_maneuver,
    maneuver,
    maneuver_factors,
    answers=maneuver_answers,
    offers_only_legal=True,
)
