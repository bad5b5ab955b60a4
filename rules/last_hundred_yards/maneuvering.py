"""Maneuver, hex by hex: allowances, what bars a step, vehicles in motion, leaving the map. Chapter 10."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.acting import Right, is_activated, is_open, leading, observed
from rules.last_hundred_yards.conditions import (
    DISRUPTED,
    HEROIC,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.course import ActionKind, Moving, Step
from rules.last_hundred_yards.ground_rules import NextStep
from rules.last_hundred_yards.leaving import (
    enters_obstacle,
    exits_open,
    gets_out,
    leave_map,
    step_to,
    suffers_on_leaving,
)
from rules.last_hundred_yards.los import is_urban_road
from rules.last_hundred_yards.maneuver import ALLOWANCES, Mode
from rules.last_hundred_yards.maneuver_actions import ChangeMotion, EndManeuver, Maneuver
from rules.last_hundred_yards.maneuver_costs import move_class
from rules.last_hundred_yards.order_events import AdHocJoined, LeaderReacted
from rules.last_hundred_yards.position import Position, cohesion_of, is_steady, row_of
from rules.last_hundred_yards.procedures import Procedure, is_pinned, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import CameFrom, ManeuverWentOn, UnitActed, UnitChanged
from rules.last_hundred_yards.unit_types import LhyUnitType, UnitKind

FORWARD, REVERSE, WITHDRAWAL = "forward", "reverse", "withdrawal"
EXIT_MP = Fraction(1)
START_MP = Fraction(1)
ROAD_BONUS = Fraction(1)


def maneuver_candidates(position: Position, side: str) -> Iterator[Maneuver]:
    """Every next hex worth asking about."""
    moving = position.course.moving
    movers = (
        [position.unit(unit) for unit in moving.units]
        if moving
        else list(ready_units(position, side, Right.MANEUVER))
    )
    for unit in movers:
        row = row_of(unit)
        if row.kind in (UnitKind.GUN, UnitKind.FP) or position.course.is_aboard(unit.id):
            continue
        modes = (FORWARD, REVERSE) if row.is_vehicle else (FORWARD,)
        for mode in (moving.mode,) if moving else modes:
            for near in position.board.grid.neighbours(position.place(unit)):
                yield Maneuver(side, unit.id, near, mode)
            if exits_open(position, unit):
                yield Maneuver(side, unit.id, None, mode)


@implements(
    "LHY-10.0.1", "LHY-10.0.2", "LHY-10.0a", "LHY-10.0b", "LHY-10.0c", "LHY-4.1.14.1", "LHY-10.4.4.2", "LHY-10.4.4.3",
    "LHY-11.4.8b", "LHY-11.4.8c", "LHY-12.3.2.2", "LHY-16.2.0",
)  # fmt: skip
def forbids_maneuver(position: Position, action: Maneuver) -> Iterator[Reason]:
    """Why a unit may not enter the next hex."""
    found = own_unit(position, action.side, action.unit)
    if isinstance(found, Reason):
        yield found
        return
    moving = position.course.moving
    yield from _cannot_move(position, found, action.mode)
    if moving is None:
        yield from lacks_right(position, found, Right.MANEUVER, "maneuver")
    elif found.id not in moving.units:
        yield Reason(f"{moving.units[0]} is maneuvering", cite("10.0"))
    elif moving.mode != action.mode:
        yield Reason("one maneuver is all forward or all in reverse", cite("10.4.4"))
    if action.to is None:
        if not exits_open(position, found):
            yield Reason(f"{found} is at no edge it may leave over", cite("10.2"))
        elif _left(position, found, action.mode) < EXIT_MP:
            yield Reason("no MP are left to leave the map", cite("10.0a"))
        return
    yield from cannot_enter(position, found, action.to)
    yield from _cannot_pay(position, found, action.to, action.mode)


def _cannot_move(position: Position, unit: Unit, mode: str) -> Iterator[Reason]:
    row, place = row_of(unit), position.place(unit)
    if row.kind is UnitKind.GUN:
        yield Reason("towed guns move only when a carrier tows them", cite("10.0c"), (place,))
    if row.kind is UnitKind.FP:
        yield Reason("fortified positions never move", cite("4.1.14"), (place,))
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite("10.4.6"), (place,))
    if unit.has(SHOCKED):
        yield Reason(f"{unit} is shocked and may only recover", cite("12.3.5"), (place,))
    if unit.has(REGROUPING):
        yield Reason(
            f"{unit} is regrouping: it may recover, withdraw or fire next to it", cite("13.6.6"), (place,)
        )
    if is_pinned(position, unit):
        yield Reason(
            f"{unit} is pinned in a primary impact hex and may only withdraw", cite("11.4.8"), (place,)
        )
    if mode not in (FORWARD, REVERSE):
        yield Reason(f"a {mode} is no maneuver forward or in reverse", cite("10.0"), (place,))
    if mode == REVERSE and not row.is_vehicle:
        yield Reason("only vehicles reverse", cite("10.4.4"), (place,))
    if position.is_marked_assault(place) and not row.is_vehicle:
        yield Reason(f"{unit} is in an assault", cite("13.3.1"), (place,))


@implements("LHY-14.6.2.2", "LHY-14.6.2.1", "LHY-14.6.2a", "LHY-4.1.9d.2")
def cannot_enter(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a unit may not enter a hex, whatever its MP."""
    row, place = row_of(unit), position.place(unit)
    if to not in position.board.grid or position.distance(place, to) != 1:
        yield Reason(f"{to} is not next to {place}", cite("10.0"), (to,))
        return
    if position.enemies_at(to, unit.side):
        yield Reason(f"{to} holds the enemy: assault or overrun it", cite("10.0b"), (to,))
    if position.is_primary_impact(to) and row.kind is not UnitKind.AFV:
        yield Reason(f"{to} is a primary impact hex", cite("11.4.8"), (to,))
    if any(marker.kind == "wire" and marker.at == to for marker in position.state.markers) and not (
        row.is_foot or row.kind is UnitKind.AFV
    ):
        yield Reason("only foot units and AFVs enter wire", cite("16.2"), (to,))
    if (
        row.is_vehicle
        and is_urban_road(position.board, to)
        and any(row_of(other).is_vehicle for other in position.friends_at(to, unit.side))
    ):
        yield Reason(f"{to} holds the one vehicle of an urban road hex", cite("4.1.9g"), (to,))
    if unit.has(DISRUPTED) and position.course.moving is None:
        near_enemy = any(position.enemies_at(near, unit.side) for near in position.board.grid.neighbours(to))
        if is_open(position, to) or near_enemy:
            yield Reason(
                f"{unit} is disrupted and may only step into cover away from the enemy", cite("12.3.2"), (to,)
            )
    elif unit.has(DISRUPTED):
        yield Reason(f"{unit} is disrupted and enters one hex at most", cite("12.3.2"), (to,))
    if unit.has(HEROIC) and position.is_under_assault(place):
        yield Reason(
            f"{unit} is Heroic and under assault: it stays and may fire",
            cite("14.6.2a", Provenance.LATER_EDITION),
            (place,),
        )
    elif unit.has(HEROIC) and not _comes_nearer(position, unit, to):
        yield Reason(f"{unit} is Heroic and makes for the nearest enemy", cite("14.6.2"), (to,))


@implements("LHY-14.6.2b")
def _comes_nearer(position: Position, unit: Unit, to: Hex) -> bool:
    """Whether a step leads to the nearest enemies, or to the friends whom they wait to assault."""
    place = position.place(unit)
    assaulted = {arrow.unit: arrow.into for arrow in position.course.arrows if arrow.side != unit.side}
    goals = [assaulted.get(enemy.id, position.place(enemy)) for enemy in position.enemies_of(unit.side)]
    near = [position.distance(place, position.place(enemy)) for enemy in position.enemies_of(unit.side)]
    ranges = [
        (away, position.distance(place, goal), position.distance(to, goal))
        for away, goal in zip(near, goals, strict=True)
    ]
    if not ranges:
        return True
    nearest = min(away for away, _, _ in ranges)
    return any(away == nearest and after < before for away, before, after in ranges)


def _cannot_pay(position: Position, unit: Unit, to: Hex, mode: str) -> Iterator[Reason]:
    if to not in position.board.grid or position.distance(position.place(unit), to) != 1:
        return
    step = next_step(position, unit, to)
    if step is None:
        yield Reason(f"{unit} cannot enter {to} from {position.place(unit)}", cite("10.0"), (to,))
    elif not _affords(position, unit, mode, step):
        yield Reason(
            f"{to} costs {float(step.mp):g} MP and {float(_left(position, unit, mode)):g} are left",
            cite("10.0a"),
            (to,),
        )


def next_step(position: Position, unit: Unit, to: Hex) -> NextStep | None:
    """The price of the next hex from where a maneuver stands."""
    moving = position.course.moving
    return position.ground.step(position.state, unit, position.place(unit), moving.way if moving else "", to)


@implements(
    "LHY-10.1.0.2",
    "LHY-10.1.1a",
    "LHY-10.1.2a",
    "LHY-10.1.1b.1",
    "LHY-10.1.1b.2",
    "LHY-10.1.2b.1",
    "LHY-10.1.2b.2",
)
def allowance(position: Position, unit: Unit, mode: str) -> tuple[Fraction, int]:
    """MP of a maneuver, and the hexes that foot units may always enter."""
    course = position.course
    in_activation = course.step is Step.ACTIONS and is_activated(position, unit)
    kind = Mode.REVERSE if mode == REVERSE else Mode.ACTIVATION if in_activation else Mode.REACTION
    row = row_of(unit)
    mp, least, _ = ALLOWANCES[
        move_class(row), kind if row.is_vehicle or kind is not Mode.REVERSE else Mode.REACTION
    ]
    return (Fraction(3), 3) if unit.has(HEROIC) else (Fraction(mp), least)


def _left(position: Position, unit: Unit, mode: str) -> Fraction:
    mp, _ = allowance(position, unit, mode)
    moving = position.course.moving
    if moving is not None:
        return mp - moving.spent
    return mp - _start_cost(unit)


@implements("LHY-10.4.1.2")
def _start_cost(unit: Unit) -> Fraction:
    return START_MP if row_of(unit).is_vehicle and not unit.has(IN_MOTION) else Fraction(0)


@implements("LHY-4.1.8.3", "LHY-4.1.9.2")
def _affords(position: Position, unit: Unit, mode: str, step: NextStep) -> bool:
    moving = position.course.moving
    left = _left(position, unit, mode)
    entered = len(moving.path) if moving else 0
    _, least = allowance(position, unit, mode)
    if entered < least:
        return True
    on_road = position.board.has(position.place(unit), Terrain.ROAD) if moving is None else moving.all_road
    bonus = ROAD_BONUS if on_road and step.keeps_road and mode == FORWARD else Fraction(0)
    return step.mp <= left + bonus


@implements("LHY-10.4.1.0", "LHY-10.4.5P.4", "LHY-10.4.1a.1", "LHY-10.4.1b.1", "LHY-10.4.4.1", "LHY-8.1.1")
def maneuver(telling: Telling, action: Maneuver) -> None:
    """One hex of a maneuver."""
    unit = telling.state.unit(action.unit)
    start = telling.position.place(unit)
    step = next_step(telling.position, unit, action.to) if action.to is not None else None
    before = begin(telling, unit, action.mode)
    if telling.state.unit(unit.id).at is None or not _sets_out(telling, unit.id, action.to, step):
        end_maneuver(telling)
        return
    if action.to is None:
        leave_map(telling, unit.id)
        return
    assert step is not None
    step_to(telling, unit.id, action.to)
    telling.put(UnitActed(unit.id, ActionKind.MANEUVER, (action.to,)))
    if row_of(unit).is_vehicle:
        telling.put(CameFrom(unit.id, start, action.mode == REVERSE))
    if telling.state.unit(unit.id).at != action.to:
        end_maneuver(telling)
        return
    on_road = before.all_road if before.path else telling.position.board.has(start, Terrain.ROAD)
    telling.put(ManeuverWentOn(replace(
        before, path=(*before.path, action.to), spent=before.spent + step.mp, way=step.way,
        all_road=on_road and step.keeps_road,
    )))  # fmt: skip
    stops = enters_obstacle(telling, unit.id)
    if (
        stops
        or step.way
        or telling.state.unit(unit.id).at is None
        or not is_steady(telling.state.unit(unit.id))
    ):
        end_maneuver(telling)


def begin(telling: Telling, unit: Unit, mode: str) -> Moving:
    """The maneuver under way, begun if it is the first hex: the vehicle gets its Motion marker."""
    if telling.course.moving is not None:
        return telling.course.moving
    note_right(telling, unit)
    mp, _ = allowance(telling.position, unit, mode)
    spent = _start_cost(unit)
    started = row_of(unit).is_vehicle and not unit.has(IN_MOTION)
    moving = Moving((unit.id,), mode, (), spent, mp, must_go_on=started)
    telling.put(ManeuverWentOn(moving))
    if started:
        telling.put(UnitChanged(unit.id, gained=(IN_MOTION,)))
    telling.put(UnitActed(unit.id, ActionKind.MANEUVER, ()))
    return moving


@implements("LHY-7.2b.2")
def note_right(telling: Telling, unit: Unit) -> None:
    """Keep account of what lets a unit act: an ad hoc place (7.2), a leader's reaction (8.3b)."""
    position = telling.position
    course, row = position.course, row_of(unit)
    if course.step is Step.ACTIONS and row.platoon_key and row.platoon_key not in course.platoons:
        if row.is_infantry:
            telling.put(AdHocJoined(company=row.company))
        elif row.kind is UnitKind.AFV and not _is_commander(position, row):
            telling.put(AdHocJoined(tanks=row.platoon_key))
    elif course.step is Step.REACTION and row.is_foot and not observed(position, unit):
        leader = leading(position, unit)
        if leader is not None and leader.id not in course.reacted_leaders:
            telling.put(LeaderReacted(leader.id))


def _is_commander(position: Position, row: LhyUnitType) -> bool:
    return any(key.split(".")[0] == row.company for key in position.course.platoons)


@implements(
    "LHY-4.1.10.3", "LHY-4.1.10.4", "LHY-4.1.10.5", "LHY-4.1.10.6", "LHY-4.1.10.7", "LHY-4.1.10.exit",
)  # fmt: skip
def _sets_out(telling: Telling, unit_id: str, to: Hex | None, step: NextStep | None) -> bool:
    """What the hex a unit leaves asks of it: mortar fire, wire and mines, the river's far bank."""
    if not suffers_on_leaving(telling, unit_id):
        return False
    unit = telling.state.unit(unit_id)
    if to is None:
        return True
    if not gets_out(telling, unit_id, to):
        return False
    if step is None or not step.asks_river_exit or unit.has(HEROIC):
        return True
    wanted, leader = river_exit_check(telling.position, unit)
    helped = leader is not None
    die = telling.roll(
        f"{unit} leaves the river, {wanted} or less{' with 1 off for the leader' if helped else ''}"
    )
    if die - helped <= wanted:
        return True
    if leader is not None and leader.id not in telling.course.acted:
        telling.put(UnitActed(leader.id, ActionKind.MANEUVER, ()))
    return False


def river_exit_check(position: Position, unit: Unit) -> tuple[int, Unit | None]:
    """The highest die that takes a unit out of the river, and the leader who takes 1 off it.

    Rule: LHY 4.1.10.
    """
    fixed = position.mission.edition.river_exit_at_most
    leader = position.leader_in(position.place(unit), row_of(unit).platoon_key)
    helps = not fixed and leader is not None and leader.id != unit.id
    return fixed or cohesion_of(unit) or 0, leader if helps else None


def end_maneuver(telling: Telling) -> None:
    """The maneuver under way is over."""
    if telling.course.moving is not None:
        telling.put(ManeuverWentOn(None))


def end_candidates(position: Position, side: str) -> Iterator[EndManeuver]:
    """Ending the maneuver, for vehicles in motion with or without a stop."""
    if position.course.moving is not None:
        yield EndManeuver(side)
        yield EndManeuver(side, stop=True)


@implements("LHY-10.4.1.3", "LHY-10.4.1b.2", "LHY-10.4.1.1", "LHY-10.4.5L.8")
def forbids_end(position: Position, action: EndManeuver) -> Iterator[Reason]:
    """Why a maneuver may not end so."""
    moving = position.course.moving
    if moving is None:
        yield Reason("no maneuver is under way", cite("10.0"))
        return
    units = [position.unit(unit) for unit in moving.units]
    if units[0].side != action.side:
        yield Reason("the other side maneuvers", cite("10.0"))
    if action.stop and not row_of(units[0]).is_vehicle:
        yield Reason("only vehicles are in motion", cite("10.4.1"))
    elif action.stop and moving.must_go_on:
        yield Reason("a vehicle does not start and stop in one turn", cite("10.4.1"))
    if moving.overran and position.enemies_at(position.place(units[0]), action.side):
        yield Reason("an overrun does not end in the overrun hex", cite("10.4.5c"))


def finish(telling: Telling, action: EndManeuver) -> None:
    """The maneuver ends; a vehicle that stops takes a red Motion marker."""
    moving = telling.course.moving
    assert moving is not None
    if action.stop:
        telling.put(UnitChanged(moving.units[0], gained=(STOPPED,), lost=(IN_MOTION,)))
    end_maneuver(telling)


def motion_candidates(position: Position, side: str) -> Iterator[ChangeMotion]:
    """Starting or stopping without leaving the hex."""
    if position.course.moving is None:
        for unit in ready_units(position, side, Right.START):
            if row_of(unit).is_vehicle:
                yield ChangeMotion(side, unit.id, unit.has(IN_MOTION))


@implements("LHY-8.3d", "LHY-10.4.1a.2", "LHY-10.4.1b.0")
def forbids_motion(position: Position, action: ChangeMotion) -> Iterator[Reason]:
    """Why a vehicle may not start or stop."""
    found = own_unit(position, action.side, action.unit)
    if isinstance(found, Reason):
        yield found
        return
    yield from lacks_right(position, found, Right.START, "start or stop")
    if not row_of(found).is_vehicle:
        yield Reason("only vehicles are in motion", cite("10.4.1"))
    if found.has(SHOCKED):
        yield Reason(f"{found} is shocked and may only recover", cite("12.3.5"))
    if action.stop != found.has(IN_MOTION):
        yield Reason(f"{found} {'stands' if action.stop else 'is in motion already'}", cite("10.4.1"))


def change_motion(telling: Telling, action: ChangeMotion) -> None:
    """A vehicle starts (green) or stops (red) where it stands."""
    note_right(telling, telling.state.unit(action.unit))
    if action.stop:
        telling.put(UnitChanged(action.unit, gained=(STOPPED,), lost=(IN_MOTION,)))
    else:
        telling.put(UnitChanged(action.unit, gained=(IN_MOTION,)))
    telling.put(UnitActed(action.unit, ActionKind.MANEUVER, ()))


MANEUVER = Procedure(maneuver_candidates, forbids_maneuver, maneuver)
END = Procedure(end_candidates, forbids_end, finish)
MOTION = Procedure(motion_candidates, forbids_motion, change_motion)
