"""Bypass: driving through an enemy hex to avoid combat. Chapter 10.4.5.1 of the series rules."""

from collections.abc import Iterator
from fractions import Fraction

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.drive_in import cannot_drive_in, drive_in, drivers
from rules.last_hundred_yards.entering import bars, cannot_enter
from rules.last_hundred_yards.maneuver_actions import Bypass
from rules.last_hundred_yards.maneuver_points import FORWARD, affords, next_step
from rules.last_hundred_yards.order_events import DecisionDue
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, own_units
from rules.last_hundred_yards.readings_of_play import ours
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_types import UnitKind

_BYPASS = cite("10.4.5", Provenance.LATER_EDITION)
NO_MP = Fraction(0)


def candidates(position: Position, side: str) -> Iterator[Bypass]:
    """Every vehicle, and every stack of two, at every enemy hex next to it."""
    if not position.mission.edition.bypass:
        return
    for unit, *others in drivers(position, side):
        if row_of(unit).is_vehicle:
            for near in position.board.grid.neighbours(position.place(unit)):
                if position.enemies_at(near, side):
                    yield Bypass(side, unit.id, near, tuple(other.id for other in others))


@implements("LHY-10.4.5B.1", "LHY-10.4.5L.2e", "LHY-T-VMM")
def forbids(position: Position, action: Bypass) -> Iterator[Reason]:
    """Why vehicles may not bypass the enemies of a hex."""
    units = own_units(position, action.side, (action.unit, *action.along))
    if isinstance(units, Reason):
        yield units
        return
    if not position.mission.edition.bypass:
        yield Reason("this edition knows no bypass", _BYPASS)
    if not all(row_of(unit).is_vehicle and not row_of(unit).is_dummy for unit in units):
        yield Reason("only vehicles bypass", _BYPASS)
        return
    moving = position.course.moving
    if moving is not None and moving.mode != FORWARD:
        yield Reason("nobody bypasses in reverse", _BYPASS)
    if moving is not None and moving.overran:
        yield Reason("no bypass in one maneuver with an overrun", _BYPASS)
    yield from cannot_drive_in(position, units, action.through, "bypass", NO_MP)
    for unit in units:
        yield from bars(position, unit, action.through)
        yield from _has_another_way(position, unit)


def _has_another_way(position: Position, unit: Unit) -> Iterator[Reason]:
    """Vehicles other than AFVs bypass only if they can enter no other hex (reading 76)."""
    if row_of(unit).kind is UnitKind.AFV:
        return
    for near in position.board.grid.neighbours(position.place(unit)):
        step = next_step(position, unit, near)
        if step is None or not affords(position, unit, FORWARD, near, step):
            continue
        if next(cannot_enter(position, unit, near), None) is None:
            yield Reason(f"{unit} can enter {near}: only AFVs bypass then", ours(76), (near,))
            return


@implements("LHY-10.4.5B.2")
def bypass(telling: Telling, action: Bypass) -> None:
    """The vehicles halt in the hex, and each enemy there may fire at them."""
    units = tuple(map(telling.state.unit, (action.unit, *action.along)))
    if drive_in(telling, units, action.through, NO_MP, overruns=False) is not None:
        enemy = telling.position.mission.enemy(action.side)
        telling.put(DecisionDue(Decision(DecisionKind.FIRE_WITHIN_HEX, enemy, at=action.through)))


BYPASS = Procedure(candidates, forbids, bypass)
