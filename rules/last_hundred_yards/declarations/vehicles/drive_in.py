"""Driving into an enemy hex, to overrun or to bypass it: what forbids it, what it costs, and how it is done. Chapter 10.4.5."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.effects.concealment import (
    check_concealment,
    reveal_among_enemies,
    strip_hex_concealment,
)
from rules.last_hundred_yards.effects.leaving import enter_obstacles, take_markers_along
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import (
    begin_maneuver,
    end_maneuver,
    leave_among_enemies,
    leave_shocked_vehicle_behind,
    leaves_hex,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.assembling import forbids_advancing
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right
from rules.last_hundred_yards.questions.activation.taking_part import too_many_ad_hoc
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.movement.entering import (
    forbids_entering,
    forbids_hex,
    forbids_two_vehicles,
)
from rules.last_hundred_yards.questions.movement.points import FORWARD, allowance, next_step, start_cost
from rules.last_hundred_yards.questions.movement.vehicle_stacks import forbids_stacking, ready_stacks
from rules.last_hundred_yards.state.events.maneuver_events import (
    CameFrom,
    ManeuverPaused,
    ManeuverWentOn,
    UnitActed,
)
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.position import Position, is_steady
from rules.last_hundred_yards.state.progress import ActionKind, Moving

ON_THE_SPOT = "fire that answers from the hex is rolled for on the spot"


def drivers(position: Position, side: str) -> Iterator[tuple[Unit, ...]]:
    """The units that may drive into an enemy hex now: those maneuvering, also with a vehicle that joins them; else all ready."""
    moving = position.course.moving
    if moving is None:
        yield from ready_stacks(position, side)
        return
    units = tuple(map(position.unit, moving.units))
    yield units
    for other in position.friends_at(position.place(units[0]), side):
        if other.id not in moving.units:
            yield *units, other


@implements(
    "LHY-10.4.5.0", "LHY-10.4.5c.1", "LHY-10.4.5L.2e", "LHY-10.4.5L.3", "LHY-10.4.5L.4", "LHY-10.4.5B.1",
    "LHY-13.3.0", "LHY-4.1.9g", "LHY-16.2.0", "LHY-11.4.8c", "LHY-10.4.4.1", "LHY-T-VMM",
    "LHY-22.1.7.0",
)  # fmt: skip
def cannot_drive_in(
    position: Position, units: Sequence[Unit], into: Hex, to_do: str, extra_mp: Fraction
) -> Iterator[Reason]:
    """Why vehicles may not drive into an enemy hex and on, be it to overrun or to bypass it."""
    moving = position.course.moving
    yield from forbids_stacking(units)
    if moving is None:
        yield from too_many_ad_hoc(position, units)
    elif moving.mode != FORWARD:
        rule = cite("10.4.4").together_with(cite_later("10.4.5"))
        yield Reason(f"no unit may {to_do} in reverse", rule)
    yield from _forbids_stack(position, units)
    for unit in units:
        if moving is None or unit.id not in moving.units:
            yield from lacks_right(position, unit, Right.MANEUVER, to_do)
        if unit.has(SHOCKED):
            yield Reason(f"{unit} is shocked", cite_later("12.3.5"))
    start = position.place(units[0])
    if into not in position.board.grid or position.distance(start, into) != 1:
        yield Reason(f"{into} is not adjacent", cite("10.4.5"))
        return
    if not position.enemies_at(into, units[0].side):
        yield Reason(f"no enemy is known in {into}", cite("10.4.5"))
    if position.is_marked_assault(into):
        yield Reason(f"{into} is in an assault", cite_later("13.3"), (into,))
    yield from forbids_two_vehicles(position, units, into)
    for unit in units:
        yield from forbids_hex(position, unit, into)
        yield from forbids_advancing(position, unit, into)
        yield from _cannot_pay(position, unit, into, to_do, extra_mp)


@implements("LHY-10.4.5L.3")
def _forbids_stack(position: Position, units: Sequence[Unit]) -> Iterator[Reason]:
    """Why vehicles may not go in together: by the later rules two do so only from the hex in which both start."""
    moving, names = position.course.moving, tuple(unit.id for unit in units)
    if moving is None or names == moving.units:
        return
    if names[: len(moving.units)] != moving.units:
        yield Reason(f"{' and '.join(names)} are not maneuvering", cite("10.4.5"))
    elif position.mission.edition.later_overrun:
        yield Reason("two vehicles go in together only if they start in one hex", cite_later("10.4.5"))


def _cannot_pay(
    position: Position, unit: Unit, into: Hex, to_do: str, extra_mp: Fraction
) -> Iterator[Reason]:
    step = next_step(position, unit, into)
    if step is None:
        yield barred(position, unit, into)
        return
    ways = list(_ways_on(position, unit, into))
    if not ways:
        yield Reason(f"there is no way out of {into}", cite("10.4.5"))
    elif step.mp + extra_mp + min(ways) > _mp_left(position, unit):
        yield Reason(f"too few MP are left to {to_do} and go on", cite_later("10.4.5"))


def _mp_left(position: Position, unit: Unit) -> Fraction:
    """The MP that a vehicle has left; one that joins others has spent what they have, and at least its own start cost."""
    moving = position.course.moving
    mp, _ = allowance(position, unit, FORWARD)
    return mp - max(moving.spent if moving else Fraction(0), start_cost(unit))


def _ways_on(position: Position, unit: Unit, into: Hex) -> Iterator[Fraction]:
    """The MP of each way out of an enemy hex, to hexes without known enemies, but not back where the vehicle came from."""
    unit_inside = replace(unit, at=into)
    for near in position.board.grid.neighbours(into):
        step = position.ground.step(position.state, unit, into, "", near)
        if near == unit.at or step is None or any(forbids_entering(position, unit_inside, near)):
            continue
        yield step.mp


def drive_in_factors(position: Position, units: Sequence[Unit], into: Hex, *, at_once: bool) -> Factors:
    """The dice of the way into an enemy hex, and whether the fire that answers is rolled for `at_once`."""
    answer = Reason(ON_THE_SPOT, cite_later("10.4.5"), (into,))
    return factors_of((*dice_on_the_way(position, units, into), *((answer,) if at_once else ())))


def answers_to(position: Position, units: tuple[str, ...], kinds: tuple[type, ...]) -> Iterator[Any]:
    """What the enemy may do against vehicles that halted in his hex, else the reaction fire on them."""
    due = position.course.decisions[:1]
    if not due:
        yield from position.reactions(units)
    elif due[0].side != position.unit(units[0]).side:
        yield from (action for action in position.offered(due[0].side) if isinstance(action, kinds))


@implements(
    "LHY-17.8.2b", "LHY-10.4.5P.2a", "LHY-10.4.5L.5", "LHY-10.4.5B.2", "LHY-10.4.5P.1a", "LHY-10.4.5L.8",
    "LHY-10.4.5B.1", "LHY-10.4.5L.9", "LHY-16.1.1.1",
)  # fmt: skip
def drive_in(
    resolution: Resolution, units: tuple[Unit, ...], into: Hex, extra_mp: Fraction, *, overruns: bool
) -> Moving | None:
    """Vehicles drive into an enemy hex, lose concealment, and halt there; None if none gets there unharmed or no enemy is in it.

    A vehicle that is shocked as it drives in, or stopped by mines (reading 208), is under assault there.
    """
    start, side = resolution.position.place(units[0]), units[0].side
    before = _join(resolution, begin_maneuver(resolution, units, FORWARD), units)
    steps = {unit.id: next_step(resolution.position, unit, into) for unit in units}
    leaving = [unit for unit in units if leaves_hex(resolution, unit.id, into)]
    for unit in leaving:
        _drive(resolution, unit.id, start, into)
    stopped = [enter_obstacles(resolution, (unit.id,)) for unit in leaving]
    strip_hex_concealment(resolution, into, resolution.position.mission.enemy(side))
    arrived = tuple(
        unit.id for unit in map(resolution.state.unit, before.units) if unit.at == into and is_steady(unit)
    )
    paid = [step for step in steps.values() if step is not None]
    on_road = before.all_road if before.path else resolution.position.board.has(start, Terrain.ROAD)
    spent = before.spent + max(step.mp for step in paid) + extra_mp
    moving = replace(
        before, units=arrived or before.units, path=(*before.path, into), spent=spent,
        all_road=on_road and paid[0].keeps_road,
        overran=before.overran or overruns, bypassed=before.bypassed or not overruns,
        fires_before=resolution.course.fires_placed,
    )  # fmt: skip
    if any(stopped) or not arrived or not resolution.position.enemies_at(into, side):
        end_maneuver(resolution)
        leave_among_enemies(resolution, moving, going_on=() if any(stopped) else arrived)
        return None
    leave_shocked_vehicle_behind(resolution, before, arrived)
    resolution.happen(ManeuverPaused(moving))
    return moving


def _join(resolution: Resolution, moving: Moving, units: tuple[Unit, ...]) -> Moving:
    """The maneuver under way, with a vehicle that joins it (reading 77)."""
    joining = tuple(unit for unit in units if unit.id not in moving.units)
    if not joining:
        return moving
    resolution.happen(ManeuverWentOn(None))
    begun = begin_maneuver(resolution, joining, FORWARD)
    joined = replace(
        moving, units=(*moving.units, *begun.units), spent=max(moving.spent, begun.spent),
        must_go_on=moving.must_go_on or begun.must_go_on,
    )  # fmt: skip
    resolution.happen(ManeuverWentOn(joined))
    return joined


@implements("LHY-4.3.1.0.1", "LHY-4.3.1.2a", "LHY-11.1.3.1")
def _drive(resolution: Resolution, unit_id: str, start: Hex, into: Hex) -> None:
    resolution.happen(UnitMoved(unit_id, start, into))
    take_markers_along(resolution, unit_id, start, into)
    resolution.happen(UnitActed(unit_id, ActionKind.MANEUVER, (into,)))
    resolution.happen(CameFrom(unit_id, start, False))
    reveal_among_enemies(resolution, unit_id)
    check_concealment(resolution, unit_id)
