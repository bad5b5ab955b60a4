"""The truck that belongs to a towed gun: on the map only while it tows the gun. Chapter 10.4.6.3 of the series rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.vehicles.transport import (
    forbids_near_enemy,
    forbids_unfit,
    gets_to_carrier,
    no_way_next_door,
)
from rules.last_hundred_yards.effects.concealment import put_acting_unit_on_map
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.questions.movement.entering import forbids_hex
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitGone, UnitPlaced
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS


@dataclass(frozen=True, slots=True)
class Limber:
    """A towed gun is hitched to the truck that belongs to it, in its hex or next to it (10.4.6.3)."""

    side: str
    unit: UnitId
    at: Hex

    def __str__(self) -> str:
        return f"{self.unit} limbers up in {self.at}"


_TRUCKS = cite_later("10.4.6.3")
_TRUCK = ".truck"


def truck_of(gun: str) -> str:
    return f"{gun}{_TRUCK}"


def candidates(position: Position, side: str) -> Iterator[Limber]:
    """Every gun that is not in tow, in its hex and in each next to it."""
    if not position.mission.edition.trucks_inherent:
        return
    for gun in ready_units(position, side, Right.MOUNT):
        if row_of(gun).kind is UnitKind.GUN and not position.course.is_aboard(gun.id):
            place = position.place(gun)
            yield from (Limber(side, gun.id, at) for at in (place, *position.board.grid.neighbours(place)))


@implements("LHY-10.4.6.3.2", "LHY-10.4.6.3a")
def forbids(position: Position, action: Limber) -> Iterator[Reason]:
    """Why a gun is not hitched to its truck there."""
    gun = own_unit(position, action.side, action.unit)
    if isinstance(gun, Reason):
        yield gun
        return
    if not position.mission.edition.trucks_inherent:
        yield Reason("in this edition guns have no trucks of their own", _TRUCKS)
    if row_of(gun).kind is not UnitKind.GUN:
        yield Reason(f"{gun} is not a towed gun", _TRUCKS)
        return
    yield from lacks_right(position, gun, Right.MOUNT, "limber up")
    if position.course.is_aboard(gun.id):
        yield Reason(f"{gun} is aboard already", _TRUCKS)
    yield from forbids_unfit(position, gun)
    if gun.id in position.course.loaded_this_turn:
        yield Reason("a unit may not mount and dismount in the same turn", cite_later("10.4.6.2a"))
    yield from forbids_near_enemy(position, gun, action.at if action.at in position.board.grid else None)
    yield from _wrong_hex(position, gun, action.at)


def _wrong_hex(position: Position, gun: Unit, at: Hex) -> Iterator[Reason]:
    """Why the truck may not be in this hex: it comes to the gun and, only where it cannot drive, next to it."""
    place = position.place(gun)
    if at not in position.board.grid or position.distance(place, at) > 1:
        yield Reason(f"{at} is not next to {gun}", _TRUCKS, (at,))
    elif at != place and _can_stand(position, gun, place):
        yield Reason(f"its truck comes to {gun} in {place}", _TRUCKS, (place,))
    elif not _can_stand(position, gun, at):
        yield Reason(f"no truck can drive into {at}", _TRUCKS, (at,))
    elif position.enemies_at(at, gun.side):
        yield Reason(f"{at} holds the enemy", _TRUCKS, (at,))
    else:
        yield from no_way_next_door(position, gun, at)


def _can_stand(position: Position, gun: Unit, at: Hex) -> bool:
    """Whether a truck could drive into a hex from any side."""
    truck = Unit(truck_of(gun.id), _type(gun), gun.side, at)
    return any(
        position.ground.step(position.state, replace(truck, at=near), near, "", at) is not None
        and next(forbids_hex(position, replace(truck, at=near), at), None) is None
        for near in position.board.grid.neighbours(at)
    )


def _type(gun: Unit) -> str:
    return f"{row_of(gun).nation}.truck.1"


@implements("LHY-10.4.6.3.2")
def limber(resolution: Resolution, action: Limber) -> None:
    """The truck is placed with the gun behind it; that is the action of both."""
    gun = resolution.state.unit(action.unit)
    put_acting_unit_on_map(resolution, gun.id)
    if not gets_to_carrier(resolution, gun, action.at):
        return
    conditions = (CONCEALED,) if resolution.state.unit(gun.id).has(CONCEALED) else ()
    truck = truck_of(gun.id)
    resolution.happen(UnitPlaced(truck, _type(gun), gun.side, action.at, conditions, has_acted=True))
    resolution.happen(Mounted(gun.id, truck))


def factors(position: Position, action: Limber) -> Factors:
    """The dice of a gun on its way to its truck in the next hex."""
    gun = position.unit(action.unit)
    return Factors() if gun.at == action.at else factors_of(dice_on_the_way(position, (gun,), action.at))


@implements("LHY-10.4.6.3.2")
def dismiss_trucks(resolution: Resolution) -> None:
    """Trucks that belong to guns leave the map once they tow nothing."""
    units = resolution.state.units
    trucks = [name for name in units if name.endswith(_TRUCK) and units[name].at is not None]
    for truck in sorted(trucks):
        if truck.removesuffix(_TRUCK) in resolution.state.units and not resolution.course.loads_of(truck):
            resolution.happen(UnitGone(truck, "goes back"))


LIMBER = Procedure(Limber, UNIT_ACTIONS, candidates, forbids, limber, factors)
