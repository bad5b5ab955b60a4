"""Riders, passengers and towed guns: mounting, dismounting, capacity. Chapter 10.4.6."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import Arrival, move_one_hex
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.heroism import hero_may_not
from rules.last_hundred_yards.questions.activation.pinned import forbids_while_regrouping, is_pinned
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.questions.activation.taking_part import is_activated
from rules.last_hundred_yards.questions.movement.carrying import (
    CARRIED_STEPS,
    cannot_be_aboard,
    is_near_known_enemy,
)
from rules.last_hundred_yards.questions.movement.entering import forbids_entering
from rules.last_hundred_yards.questions.terrain.cover import has_trees
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Dismounted, Mounted
from rules.last_hundred_yards.state.position import Position, is_moving, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, ActionKind, Step


@dataclass(frozen=True, slots=True)
class Load:
    """Mount a vehicle in the hex (10.4.6)."""

    side: str
    unit: UnitId
    vehicle: UnitId

    def __str__(self) -> str:
        return f"{self.unit} mounts {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Unload:
    """Dismount (10.4.6); a towed gun may be set down next to its carrier, `to`, where that cannot drive (10.4.6.3)."""

    side: str
    unit: UnitId
    to: Hex | None = None

    def __str__(self) -> str:
        return f"{self.unit} dismounts{f' to {self.to}' if self.to else ''}"


def load_candidates(position: Position, side: str) -> Iterator[Load]:
    """Every unit on foot and gun, with each vehicle in its hex or next to it that is not in motion."""
    yield from _off_map_candidates(position, side)
    vehicles: dict[Hex, list[Unit]] = {}
    for vehicle in position.of(side):
        if row_of(vehicle).kind in CARRIED_STEPS and not is_moving(vehicle):
            vehicles.setdefault(position.place(vehicle), []).append(vehicle)
    neighbours = position.board.grid.neighbours
    hexes_near = {at for there in vehicles for at in (there, *neighbours(there))}
    for unit in ready_units(position, side, Right.MOUNT) if vehicles else ():
        place = position.place(unit)
        if place in hexes_near and (row_of(unit).is_foot or row_of(unit).kind is UnitKind.GUN):
            for at in (place, *neighbours(place)):
                for vehicle in vehicles.get(at, ()):
                    yield Load(side, unit.id, vehicle.id)


@implements(
    "LHY-10.4.6.0.1", "LHY-10.4.6.1a", "LHY-10.4.6.1b", "LHY-10.4.6.1c", "LHY-10.4.6.1d", "LHY-10.4.6.2a",
    "LHY-10.4.6.2b", "LHY-10.4.6.2c", "LHY-10.4.6.2d", "LHY-10.4.6.2.1.1a", "LHY-10.4.6.2.1.1b",
    "LHY-2.1.6.1", "LHY-2.1.6.2", "LHY-10.4.6.0.2", "LHY-10.4.6.3.1", "LHY-10.4.6.3a",
)  # fmt: skip
def forbids_loading(position: Position, action: Load) -> Iterator[Reason]:
    """Why a unit may not mount a vehicle."""
    if {action.unit, action.vehicle} & position.course.off_map:
        yield from _forbids_loading_off_map(position, action)
        return
    unit = own_unit(position, action.side, action.unit)
    vehicle = own_unit(position, action.side, action.vehicle)
    if isinstance(unit, Reason):
        yield unit
        return
    if isinstance(vehicle, Reason):
        yield vehicle
        return
    yield from lacks_right(position, unit, Right.MOUNT, "mount")
    row, course = row_of(unit), position.course
    yield from cannot_be_aboard(position, unit, vehicle)
    yield from forbids_unfit(position, unit)
    if is_moving(vehicle):
        yield Reason(f"{vehicle} is in motion", cite_later("10.4.6.2"))
    if vehicle.has(SHOCKED):
        yield Reason(f"{vehicle} is shocked: nobody rides on it", cite_later("10.4.6.2c"))
    if row.kind is UnitKind.GUN and vehicle.id in course.acted:
        yield _one_gun_action_alone()
    if {unit.id, vehicle.id if row.kind is UnitKind.GUN else ""} & course.loaded_this_turn:
        yield Reason("a unit may not mount and dismount in the same turn", cite_later("10.4.6.2a"))
    yield from forbids_near_enemy(position, unit, position.place(vehicle))
    yield from _out_of_reach(position, unit, vehicle)


@implements("LHY-10.4.6.2.1.1b", "LHY-10.4.6.2.1.1c", "LHY-10.4.6.3a", "LHY-11.4.8c", "LHY-4.1.11.2")
def _out_of_reach(position: Position, unit: Unit, vehicle: Unit) -> Iterator[Reason]:
    """Why a unit may not reach a vehicle: it is too far off, or in a hex that the unit may not enter."""
    there = position.place(vehicle)
    away = position.distance(position.place(unit), there)
    if away > (1 if _mounts_next_door(position, unit, vehicle) else 0):
        yield Reason(f"{vehicle} is not in the hex", cite_later("10.4.6.2"))
    elif away:
        yield from forbids_entering(position, unit, there)
        yield from no_way_next_door(position, unit, there)


@implements("LHY-4.1.11.2", "LHY-4.1.9d.2", "LHY-10.4.6.3a")
def no_way_next_door(position: Position, unit: Unit, there: Hex) -> Iterator[Reason]:
    """Why a unit may not mount a vehicle in the next hex, or be set down there.

    Only a road leads onto a bridge, and a gun does not pass between houses (reading 202).
    """
    here, board = position.place(unit), position.board
    if here == there or board.joined_by(Terrain.ROAD, here, there):
        return
    if board.has(there, Terrain.BRIDGE):
        yield Reason(f"no road leads from {here} onto the bridge in {there}", cite("4.1.11"), (there,))
    on_street = is_urban_road(board, here) or is_urban_road(board, there)
    if row_of(unit).kind is UnitKind.GUN and on_street and not position.sees(unit, replace(unit, at=there)):
        yield Reason(f"houses bar {unit} the way from {here} to {there}", our(202), (there,))


def _off_map_candidates(position: Position, side: str) -> Iterator[Load]:
    """Every unit that waits off the map with each vehicle that waits there."""
    mine = [unit for unit in position.off_map if unit.side == side]
    for vehicle in mine:
        if row_of(vehicle).kind in CARRIED_STEPS:
            yield from (Load(side, unit.id, vehicle.id) for unit in mine if unit is not vehicle)


@implements("LHY-17.7f.2", "LHY-17.7h.2")
def _forbids_loading_off_map(position: Position, action: Load) -> Iterator[Reason]:
    """Why a unit may not come on aboard a vehicle: both must wait off the map, and the vehicle's platoon must be activated."""
    course = position.course
    waiting = [position.state.units.get(name) for name in (action.unit, action.vehicle)]
    unit, vehicle = (
        member if member and member.id in course.off_map and member.side == action.side else None
        for member in waiting
    )
    if unit is None or vehicle is None:
        yield Reason("both wait off the map, or neither does", cite_later("17.7f"))
        return
    if not is_activated(position, vehicle) or course.step is not Step.ACTIONS:
        yield Reason(f"{vehicle} comes on when its platoon is activated", cite_later("17.7h"))
    if {unit.id, vehicle.id} & course.acted:
        yield Reason("one of the two has already acted this turn", cite("9.0"))
    yield from cannot_be_aboard(position, unit, vehicle)


@implements("LHY-10.4.6.2.1.1c", "LHY-10.4.6.3a")
def _mounts_next_door(position: Position, unit: Unit, vehicle: Unit) -> bool:
    """Whether a unit may mount a vehicle in the next hex: a gun where the vehicle cannot drive, men from woods, forest or urban buildings."""
    place = position.place(unit)
    if row_of(unit).kind is UnitKind.GUN:
        return _cannot_drive_in(position, vehicle, place)
    return has_trees(position.board, place) or position.board.has(place, Terrain.URBAN_BUILDING)


@implements("LHY-10.4.6.3a")
def _cannot_drive_in(position: Position, vehicle: Unit, place: Hex) -> bool:
    """Whether a vehicle next to a hex cannot drive into it, so that its load comes to the vehicle."""
    here = position.place(vehicle)
    if position.distance(here, place) != 1:
        return False
    return position.ground.step(position.state, vehicle, here, "", place) is None


@implements("LHY-10.4.6.2b", "LHY-13.6.6.3", "LHY-11.4.8b.1", "LHY-14.6.2.2", "LHY-14.6.2a")
def forbids_unfit(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not mount: it is in no condition to, or is a hero who must do something else."""
    if unit.has(DISRUPTED) or is_pinned(position, unit):
        yield Reason(f"{unit} is in no condition to mount", cite_later("10.4.6.2b"))
    if reason := hero_may_not(position, unit):
        yield reason
    yield from forbids_while_regrouping(unit, position.place(unit))


@implements("LHY-10.4.6.2d")
def forbids_near_enemy(position: Position, unit: Unit, other: Hex | None) -> Iterator[Reason]:
    """Why a unit may not mount or dismount here: a known enemy in or next to the hex, or the `other` hex it comes to or from."""
    for place in dict.fromkeys((position.place(unit), other or position.place(unit))):
        if is_near_known_enemy(position, place, unit.side):
            words = "no unit may mount or dismount in or next to a hex with a known enemy"
            yield Reason(words, cite_later("10.4.6.2d"), (place,))


@implements("LHY-10.4.6.2.0", "LHY-10.4.6.2.1", "LHY-10.4.6.3.1", "LHY-17.7f.2")
def load(resolution: Resolution, action: Load) -> None:
    """The unit is aboard; it has acted, and with a gun its carrier too, unless both still wait off the map."""
    unit, vehicle = resolution.state.unit(action.unit), resolution.state.unit(action.vehicle)
    if vehicle.id in resolution.course.off_map:
        resolution.happen(Mounted(unit.id, vehicle.id, from_the_start=True))
        return
    record_activation(resolution, unit)
    place = resolution.position.place(vehicle)
    if gets_to_carrier(resolution, unit, place):
        resolution.happen(Mounted(unit.id, vehicle.id))
    _note_carrier_acted(resolution, unit, vehicle.id)


@implements("LHY-10.4.6.2.1.1b", "LHY-10.4.6.2.1.1c", "LHY-10.4.6.2b", "LHY-10.4.6.3a")
def gets_to_carrier(resolution: Resolution, unit: Unit, place: Hex) -> bool:
    """Whether a unit stands where it mounts, or comes there from the next hex unharmed; it has acted."""
    if unit.at != place:
        return move_one_hex(resolution, unit, place) is not Arrival.FAILED
    resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (place,)))
    return True


@implements("LHY-10.4.6.2.1.2", "LHY-10.4.6.3.1")
def _note_carrier_acted(resolution: Resolution, load: Unit, vehicle: str) -> None:
    """Record that loading or unloading a gun is its carrier's action too."""
    if row_of(load).kind is UnitKind.GUN and vehicle not in resolution.course.acted:
        place = resolution.position.place(resolution.state.unit(vehicle))
        resolution.happen(UnitActed(vehicle, ActionKind.MANEUVER, (place,)))


def load_factors(position: Position, action: Load) -> Factors:
    """The dice of a unit on its way to a vehicle in the next hex."""
    unit, there = position.unit(action.unit), position.unit(action.vehicle).at
    if not isinstance(there, Hex) or there == unit.at:
        return Factors()
    return factors_of(dice_on_the_way(position, (unit,), there))


def unload_candidates(position: Position, side: str) -> Iterator[Unload]:
    """Every unit aboard a vehicle; a gun also into each hex next to it."""
    for unit in ready_units(position, side, Right.MOUNT):
        if not position.course.is_aboard(unit.id):
            continue
        yield Unload(side, unit.id)
        if row_of(unit).kind is UnitKind.GUN:
            for near in position.board.grid.neighbours(position.place(unit)):
                yield Unload(side, unit.id, near)


@implements(
    "LHY-10.4.6.2.2.1", "LHY-8.3f", "LHY-10.4.6.2a", "LHY-10.4.6.3.1", "LHY-10.4.6.2d", "LHY-10.4.6.3a",
    "LHY-11.4.8b.1",
)  # fmt: skip
def forbids_unloading(position: Position, action: Unload) -> Iterator[Reason]:
    """Why a unit may not dismount."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    yield from lacks_right(position, unit, Right.MOUNT, "dismount")
    vehicle = position.course.carrier_of(unit.id)
    if vehicle is None:
        yield Reason(f"{unit} is on foot", cite_later("10.4.6"))
        return
    if position.unit(vehicle).has(IN_MOTION):
        yield Reason(f"{vehicle} is in motion", cite_later("10.4.6.2"))
    if is_pinned(position, unit):
        words = f"{unit} is in a primary impact hex and does not dismount there"
        yield Reason(words, cite_later("11.4.8"), (position.place(unit),))
    if unit.id in position.course.loaded_this_turn:
        yield Reason("a unit may not mount and dismount in the same turn", cite_later("10.4.6.2a"))
    if row_of(unit).kind is UnitKind.GUN and vehicle in position.course.acted:
        yield _one_gun_action_alone()
    yield from forbids_near_enemy(position, unit, action.to if action.to in position.board.grid else None)
    if action.to is not None:
        yield from _not_beside(position, unit, position.unit(vehicle), action.to)


@implements("LHY-10.4.6.3.1")
def _one_gun_action_alone() -> Reason:
    return Reason("a gun and its carrier load, unload or drive: only one of these", cite_later("10.4.6.3"))


@implements("LHY-10.4.6.3a")
def _not_beside(position: Position, gun: Unit, vehicle: Unit, to: Hex) -> Iterator[Reason]:
    """Why a gun may not be set down in the next hex: only where its carrier cannot drive, and guns can stand."""
    if to not in position.board.grid or not _cannot_drive_in(position, vehicle, to):
        yield Reason(f"{gun} gets off in the hex of {vehicle}", cite_later("10.4.6.3"), (to,))
        return
    yield from no_way_next_door(position, gun, to)
    ground = position.board
    wet = ground.has(to, Terrain.RIVER) and not ground.has(to, Terrain.BRIDGE, Terrain.FORD)
    if row_of(gun).kind is not UnitKind.GUN or ground.has(to, Terrain.URBAN_BUILDING) or wet:
        yield Reason(f"{gun} cannot stand in {to}", cite("4.1.6b"), (to,))
    if position.enemies_at(to, gun.side) or position.is_primary_impact(to):
        yield Reason(f"{to} cannot be entered", cite("10.0"), (to,))


def unload(resolution: Resolution, action: Unload) -> None:
    """The unit gets off in the hex of its vehicle, a gun also next to it; it has acted."""
    unit = resolution.state.unit(action.unit)
    vehicle = resolution.course.carrier_of(unit.id)
    assert vehicle is not None
    record_activation(resolution, unit)
    resolution.happen(Dismounted(unit.id))
    gets_to_carrier(resolution, unit, action.to or resolution.position.place(unit))
    _note_carrier_acted(resolution, unit, vehicle)


def unload_factors(position: Position, action: Unload) -> Factors:
    """The dice of a gun on its way to the next hex, where it is set down."""
    if action.to is None:
        return Factors()
    return factors_of(dice_on_the_way(position, (position.unit(action.unit),), action.to))


LOAD = Procedure(Load, UNIT_ACTIONS, load_candidates, forbids_loading, load, load_factors)


UNLOAD = Procedure(Unload, UNIT_ACTIONS, unload_candidates, forbids_unloading, unload, unload_factors)
