"""How each kind of declaration is offered, refused and carried out: its procedure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import Right, rights
from rules.last_hundred_yards.position import Position, kept, row_of
from rules.last_hundred_yards.readings_of_play import ours
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_types import UnitKind


@dataclass(frozen=True, slots=True)
class Procedure:
    """One kind of action: what is worth asking about, why it is forbidden, and what comes of it.

    `candidates` and `forbids` are asked on the view of the side that acts, `carry_out` on all that is.
    """

    candidates: Callable[[Position, str], Iterator[Any]]
    forbids: Callable[[Position, Any], Iterator[Reason]]
    carry_out: Callable[[Telling, Any], None]


def own_unit(position: Position, side: str, unit_id: str) -> Unit | Reason:
    """The unit a side names, or why it may not name it."""
    unit = position.state.units.get(unit_id)
    if unit is None or unit.side != side:
        return Reason(f"{side} has no unit {unit_id}", cite("9.0"))
    if not isinstance(unit.at, Hex):
        return Reason(f"{unit} is not on the map", cite("9.0"))
    return unit


def own_units(position: Position, side: str, unit_ids: Iterable[str]) -> list[Unit] | Reason:
    """The units a side names together, or why it may not name one of them."""
    units: list[Unit] = []
    for unit_id in unit_ids:
        found = own_unit(position, side, unit_id)
        if isinstance(found, Reason):
            return found
        units.append(found)
    return units


@implements("LHY-9.0.2", "LHY-9.0.3")
def lacks_right(position: Position, unit: Unit, wanted: Right, to_do: str) -> Iterator[Reason]:
    """Why a unit may not do this kind of action now."""
    if rights(position, unit) & wanted:
        return
    if unit.id in position.course.acted:
        yield Reason(f"{unit} has had its action of this turn", cite("9.0"))
    elif unit.id in position.course.deploying:
        yield Reason(f"{unit} has come of a squad that deployed, and maneuvers", cite("10.3.2"))
    else:
        yield Reason(f"{unit} may not {to_do} now", _why_not_now(position, unit))


def _why_not_now(position: Position, unit: Unit) -> Any:
    course = position.course
    if unit.side == course.active and not course.reacting:
        return cite("7.0")
    if position.is_marked_assault(position.place(unit)):
        return ours(64)
    return cite("8.1")


@kept
def ready_units(position: Position, side: str, wanted: Right) -> tuple[Unit, ...]:
    """The units of a side that may do this kind of action now."""
    return tuple(unit for unit in position.of(side) if rights(position, unit) & wanted)


def is_pinned(position: Position, unit: Unit) -> bool:
    """Foot units in a primary impact hex may only withdraw (11.4.8b)."""
    row = row_of(unit)
    return row.kind not in (UnitKind.AFV, UnitKind.FP) and position.is_primary_impact(position.place(unit))
