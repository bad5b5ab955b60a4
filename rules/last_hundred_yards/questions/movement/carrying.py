"""The units that a vehicle can carry. Chapter 10.4.6.1."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import Position, row_of

CARRIED_STEPS = {UnitKind.AFV: 2, UnitKind.HALFTRACK: 2, UnitKind.TRUCK: 4, UnitKind.JEEP: 1}
"""The steps of foot combat units that a vehicle carries, besides one leader and one LATW; a jeep carries
only one of these two."""

_BESIDES = frozenset({UnitKind.LEADER, UnitKind.LATW})


@implements("LHY-10.4.6.2d")
def is_near_known_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether a known enemy is in or next to a hex, where units mount or dismount only if they have to."""
    near = (place, *position.board.grid.neighbours(place))
    return any(not enemy.has(CONCEALED) for at in near for enemy in position.enemies_at(at, side))


@implements("LHY-10.4.6.1a", "LHY-17.8.1.3")
def cannot_be_aboard(position: Position, unit: Unit, vehicle: Unit) -> Iterator[Reason]:
    """Why a vehicle cannot carry a unit, wherever the two are: the kind of either, no room, or the unit is aboard already."""
    row, carrier = row_of(unit), row_of(vehicle)
    if row.is_dummy or not (row.is_foot or row.kind is UnitKind.GUN):
        yield Reason(f"{unit} cannot be carried", cite_later("10.4.6"))
    if carrier.kind not in CARRIED_STEPS or (carrier.is_carrier and not carrier.can_transport):
        yield Reason(f"{vehicle} cannot carry units", cite("2.1"))
        return
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is already aboard a vehicle", cite_later("10.4.6"))
    if not _has_room(position, unit, vehicle):
        yield Reason(f"{vehicle} has no room for {unit}", cite_later("10.4.6.1"))


@implements("LHY-10.4.6.1a", "LHY-10.4.6.1b", "LHY-10.4.6.1c", "LHY-10.4.6.1d")
def _has_room(position: Position, unit: Unit, vehicle: Unit) -> bool:
    loads = [position.unit(load) for load in position.course.loads_of(vehicle.id)]
    kind = row_of(unit).kind
    if any(row_of(load).kind is UnitKind.GUN for load in loads):
        return False
    if kind is UnitKind.GUN:
        return not loads and row_of(vehicle).is_carrier
    if kind in _BESIDES:
        shut_out = _BESIDES if row_of(vehicle).kind is UnitKind.JEEP else {kind}
        return not any(row_of(load).kind in shut_out for load in loads)
    steps = sum(row_of(load).steps for load in loads if row_of(load).is_combat)
    return steps + row_of(unit).steps <= CARRIED_STEPS[row_of(vehicle).kind]
