"""Maneuver, hex by hex: who may, what each hex asks, when it is over. Chapter 10.0 to 10.2, 10.4.1 and 10.4.4."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.acting import Right, leading, observed
from rules.last_hundred_yards.conditions import (
    HEROIC,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.course import ActionKind, Moving, Step
from rules.last_hundred_yards.entering import cannot_enter
from rules.last_hundred_yards.ground_rules import NextStep
from rules.last_hundred_yards.leaving import (
    enters_obstacle,
    exits_open,
    gets_out,
    leave_map,
    step_to,
    suffers_on_leaving,
)
from rules.last_hundred_yards.maneuver_actions import Maneuver
from rules.last_hundred_yards.maneuver_points import (
    EXIT_MP,
    FORWARD,
    REVERSE,
    affords,
    allowance,
    mp_left,
    next_step,
    start_cost,
)
from rules.last_hundred_yards.order_events import AdHocJoined, LeaderReacted
from rules.last_hundred_yards.position import Position, is_steady, row_of
from rules.last_hundred_yards.procedures import Procedure, is_pinned, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.river_exit import leaves_river
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import CameFrom, ManeuverWentOn, UnitActed, UnitChanged
from rules.last_hundred_yards.unit_types import LhyUnitType, UnitKind


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
        elif mp_left(position, found, action.mode) < EXIT_MP:
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


def _cannot_pay(position: Position, unit: Unit, to: Hex, mode: str) -> Iterator[Reason]:
    if to not in position.board.grid or position.distance(position.place(unit), to) != 1:
        return
    step = next_step(position, unit, to)
    if step is None:
        yield Reason(f"{unit} cannot enter {to} from {position.place(unit)}", cite("10.0"), (to,))
    elif not affords(position, unit, mode, step):
        yield Reason(
            f"{to} costs {float(step.mp):g} MP and {float(mp_left(position, unit, mode)):g} are left",
            cite("10.0a"),
            (to,),
        )


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
    spent = start_cost(unit)
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


@implements("LHY-4.1.10.7")
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
    return leaves_river(telling, unit)


def end_maneuver(telling: Telling) -> None:
    """The maneuver under way is over."""
    if telling.course.moving is not None:
        telling.put(ManeuverWentOn(None))


MANEUVER = Procedure(maneuver_candidates, forbids_maneuver, maneuver)
