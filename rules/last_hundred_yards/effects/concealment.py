"""Concealment and hidden units: what reveals them, and what becomes of dummies. Chapter 4.3, 17.8, 17.9."""

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, REGROUPING
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.terrain.cover import is_in_the_open
from rules.last_hundred_yards.state.darkness import light_on
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.order_events import ReactionCalled
from rules.last_hundred_yards.state.events.unit_events import DummyGone, UnitChanged, changed
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import (
    Position,
    is_moving,
    is_steady,
    is_unknown,
    lies_unseen,
    row_of,
)
from rules.last_hundred_yards.state.progress import ActionKind, Deed

FOOT_IN_OPEN, FOOT_IN_COVER = 8, 3
VEHICLE_IN_OPEN, VEHICLE_IN_COVER = 10, 8
LATW_FIRES_IN_COVER = 2
FOOT_IN_TWILIGHT, VEHICLE_IN_TWILIGHT = 2, 4
HIDDEN_FOOT, HIDDEN_GUN = 3, 2
ANY_RANGE = 10_000


@implements(
    "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-4.3.1.2d", "LHY-4.3.1.0.2",
    "LHY-4.3.1.3", "LHY-4.3.1b.later", "LHY-4.0b.2b", "LHY-4.0b.ip",
)  # fmt: skip
def is_spotted(position: Position, unit: Unit, fired: bool) -> bool:
    """Whether a concealed unit that just entered its hex, or fired from it, loses concealment."""
    enemies = position.enemies_of(unit.side)
    known = [enemy for enemy in enemies if not enemy.has(HIDDEN)]
    return _is_spotted_by(position, unit, fired, known) or (
        _is_in_cover(position, unit)
        and _light_on(position, unit) is Light.DAY
        and not position.mission.edition.concealment_by_act
        and _is_spotted_by(position, unit, fired, enemies)
    )


def _is_in_cover(position: Position, unit: Unit) -> bool:
    """Whether a unit on foot is in cover, where hidden enemies may spot it too."""
    return not row_of(unit).is_vehicle and not _is_in_open(position, unit)


def _is_in_open(position: Position, unit: Unit) -> bool:
    return is_in_the_open(position, unit) and not _has_position(position, position.place(unit))


@implements("LHY-4.3.1.1.later", "LHY-4.3.1.2.later")
def _is_spotted_by(position: Position, unit: Unit, fired: bool, enemies: Iterable[Unit]) -> bool:
    """Whether any of these enemies spots a unit that entered its hex, or fired from it, so that it loses concealment.

    Disrupted and shocked enemies spot a vehicle too; by the 2019 rules they do not spot a unit on foot.
    """
    row, rules = row_of(unit), position.mission.edition
    by_act = rules.concealment_by_act
    real = [enemy for enemy in enemies if not row_of(enemy).is_dummy]
    if (light := _light_on(position, unit)) is not Light.DAY:
        return any(_spots_in_the_dark(position, enemy, unit, light) for enemy in real)
    if row.is_vehicle:
        in_sight = is_in_the_open(position, unit) or (is_moving(unit) and not by_act)
        reach = ANY_RANGE if in_sight else VEHICLE_IN_COVER
        return any(
            _watches(position, enemy, unit, reach) or (not by_act and _is_beside(position, enemy, unit))
            for enemy in real
        )
    if _is_in_open(position, unit):
        reach = FOOT_IN_OPEN
    else:
        reach = rules.cover_fire_reveals_hexes if fired else FOOT_IN_COVER
        if row.kind is UnitKind.LATW:
            reach = min(reach, LATW_FIRES_IN_COVER if fired else rules.latw_cover_reveals_hexes)
    return any((by_act or is_steady(enemy)) and _watches(position, enemy, unit, reach) for enemy in real)


@implements("LHY-21.2a.1", "LHY-21.2a.2")
def _spots_in_the_dark(position: Position, enemy: Unit, unit: Unit, light: Light) -> bool:
    """Whether an enemy, in any state, spots a unit in the dark: at night next to it, in twilight in sight and
    near by (reading 218)."""
    away = position.distance(position.place(unit), position.place(enemy))
    if light is Light.NIGHT:
        return away == 1
    reach = VEHICLE_IN_TWILIGHT if row_of(unit).is_vehicle else FOOT_IN_TWILIGHT
    return away <= reach and position.has_in_sight(enemy, unit)


def _light_on(position: Position, unit: Unit) -> Light:
    return light_on(position.state, position.place(unit))


def _is_beside(position: Position, enemy: Unit, unit: Unit) -> bool:
    away = position.distance(position.place(unit), position.place(enemy))
    return away == 1 and not _is_held_off(position, enemy, unit)


def _has_position(position: Position, place: Hex) -> bool:
    """An improved or fortified position makes its hex cover for concealment (4.0b)."""
    if position.is_marked("improved_position", place):
        return True
    return any(row_of(unit).kind is UnitKind.FP for unit in position.at(place))


def _watches(position: Position, enemy: Unit, unit: Unit, reach: int) -> bool:
    if position.distance(position.place(unit), position.place(enemy)) > reach:
        return False
    if position.mission.edition.concealment_by_act:
        return position.has_in_sight(enemy, unit)
    return position.sees(enemy, unit) and not _is_held_off(position, enemy, unit)


def _is_held_off(position: Position, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy cannot spot a unit: it is under mortar fire, in an assault or about to go in, or sees it through a hindrance."""
    course, there = position.course, position.place(enemy)
    if course.assault_at(there) or course.arrow_of(enemy.id):
        return True
    if position.is_impact_hex(there):
        return True
    return position.sight(enemy, unit).hindrance > 0


@implements("LHY-4.3.1.0.3", "LHY-4.3.1.2a", "LHY-17.9.2.0a", "LHY-17.9.2.0b")
def check_concealment(resolution: Resolution, unit_id: str, *, fired: bool = False) -> None:
    """A unit that fired may lose concealment; one that entered a hex may too, with all aboard (reading 165), and so may enemy vehicles near it."""
    _reveal_if_spotted(resolution, unit_id, fired=fired)
    if fired:
        return
    for load in resolution.course.loads_of(unit_id):
        _reveal_if_spotted(resolution, load)
    _reveal_vehicles_nearby(resolution, unit_id)


@implements("LHY-4.3.1.2b", "LHY-4.3.1.2a", "LHY-4.3.1.0.3", "LHY-17.9.2.0a")
def check_going_into_motion(resolution: Resolution, unit_id: str) -> None:
    """A vehicle went into motion where it stands: it may lose concealment, and so may enemy vehicles near it."""
    _reveal_if_spotted(resolution, unit_id)
    _reveal_vehicles_nearby(resolution, unit_id)


@implements(
    "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-4.3.1.0.3", "LHY-17.9.2.0a",
    "LHY-17.9.2.0b",
)  # fmt: skip
def _reveal_if_spotted(resolution: Resolution, unit_id: str, *, fired: bool = False) -> None:
    """A unit loses concealment if it is spotted where it is; a hidden one is put on the map in any case."""
    put_acting_unit_on_map(resolution, unit_id)
    unit = resolution.state.unit(unit_id)
    if unit.at is not None and unit.has(CONCEALED) and is_spotted(resolution.position, unit, fired):
        strip_concealment(resolution, unit)


def put_acting_unit_on_map(resolution: Resolution, unit_id: str) -> None:
    """Put a hidden unit that acts on the map, concealed; enemies that acted in its sight lose concealment.

    Where a side's view has unknown enemies, whether these were seen is left out.
    """
    if not resolution.state.unit(unit_id).has(HIDDEN):
        return
    if any(map(is_unknown, resolution.position.enemies_of(resolution.state.unit(unit_id).side))):
        _reveal(resolution, (unit_id,))
    else:
        reveal_on_map(resolution, (unit_id,))


@implements("LHY-17.9.2.0a", "LHY-17.9.2.0b")
def put_units_that_acted_on_map(resolution: Resolution) -> None:
    """Put hidden units that have acted on the map, even if they only mounted or failed to leave their hex."""
    units = resolution.state.units.values()
    hidden = [unit.id for unit in units if HIDDEN in unit.conditions and unit.at is not None]
    for name in sorted(resolution.course.acted.intersection(hidden)):
        put_acting_unit_on_map(resolution, name)


@implements("LHY-4.3.1.2a", "LHY-4.3.1.2b", "LHY-4.3.1.2d", "LHY-4.3.1.0.3", "LHY-4.3.1.3")
def _reveal_vehicles_nearby(resolution: Resolution, unit_id: str) -> None:
    """A unit comes near concealed enemy vehicles, which lose concealment: next to it, in the open near by, or in motion at any range."""
    position, mover = resolution.position, resolution.state.unit(unit_id)
    if mover.at is None or row_of(mover).is_dummy or position.mission.edition.concealment_by_act:
        return
    for enemy in position.enemies_of(mover.side):
        if not row_of(enemy).is_vehicle or not enemy.has(CONCEALED):
            continue
        in_open = VEHICLE_IN_OPEN if is_in_the_open(position, enemy) else 0
        reach = ANY_RANGE if is_moving(enemy) else in_open
        is_day = _light_on(position, enemy) is Light.DAY
        if _is_beside(position, mover, enemy) or (is_day and _watches(position, mover, enemy, reach)):
            strip_concealment(resolution, enemy)


@implements("LHY-4.3.1.2d", "LHY-4.3.1.0.3", "LHY-4.3.1.3", "LHY-4.3.1.2c.later")
def reveal_vehicles_beside(resolution: Resolution) -> None:
    """Vehicles lose concealment next to an enemy, however either of them came to stand there; in 3.1 as a segment ends."""
    position = resolution.position
    concealed = [unit for unit in position.state.units.values() if CONCEALED in unit.conditions]
    vehicles = [unit for unit in concealed if row_of(unit).is_vehicle and unit.at is not None]
    for unit in sorted(vehicles, key=attrgetter("id")):
        if _has_enemy_beside(position, unit):
            strip_concealment(resolution, unit)


def _has_enemy_beside(position: Position, vehicle: Unit) -> bool:
    return any(
        _is_known(enemy)
        and (position.mission.edition.concealment_by_act or not _is_held_off(position, enemy, vehicle))
        for near in position.board.grid.neighbours(position.place(vehicle))
        for enemy in position.enemies_at(near, vehicle.side)
    )


@implements("LHY-4.3.1.2b", "LHY-4.3.1.0.3", "LHY-4.3.1.3")
def reveal_vehicles_in_motion(resolution: Resolution, unit_id: str) -> None:
    """A unit came to another hex without a maneuver: vehicles in motion lose concealment, itself in an enemy's sight and enemies in its own."""
    position, unit = resolution.position, resolution.state.unit(unit_id)
    if unit.at is None or position.mission.edition.concealment_by_act:
        return
    for enemy in position.enemies_of(unit.side):
        for vehicle, watcher in ((unit, enemy), (enemy, unit)):
            if (
                row_of(vehicle).is_vehicle
                and is_moving(vehicle)
                and resolution.state.unit(vehicle.id).has(CONCEALED)
                and _is_known(watcher)
                and _light_on(position, vehicle) is Light.DAY
                and _watches(position, watcher, vehicle, ANY_RANGE)
            ):
                strip_concealment(resolution, vehicle)


def _is_known(enemy: Unit) -> bool:
    """Whether an enemy is on the map as a known unit: neither hidden, nor a counter that may be a dummy."""
    return not (enemy.has(HIDDEN) or is_unknown(enemy) or row_of(enemy).is_dummy)


@implements("LHY-17.8.2a", "LHY-17.8.2c", "LHY-4.3.1c.later", "LHY-4.3.1.1a", "LHY-15.a")
def strip_concealment(resolution: Resolution, unit: Unit) -> None:
    """A unit loses concealment; a dummy is removed, with all dummies of its hex.

    An improved position that was set up with dummies and no combat unit goes with them.
    """
    if is_unknown(unit):
        raise DependsOnHidden("who lies concealed there")
    if not row_of(unit).is_dummy:
        seen = (unit, *concealed_units_aboard(resolution.position, unit))
        resolution.happen(*(UnitChanged(shown.id, lost=(CONCEALED,)) for shown in seen))
        return
    place = resolution.position.place(unit)
    for other in resolution.position.friends_at(place, unit.side):
        if row_of(other).is_dummy:
            resolution.happen(DummyGone(other.id))
    began_there = (unit.side, place) in resolution.course.dug_by_dummies
    if began_there and resolution.position.is_marked("improved_position", place):
        resolution.happen(GroundMarked("improved_position", place, 0))


@implements("LHY-4.3.1.2.aboard")
def concealed_units_aboard(position: Position, vehicle: Unit) -> list[Unit]:
    """The concealed riders and passengers who in 3.1 are seen with their vehicle, and when it is shocked."""
    if not position.mission.edition.concealment_by_act:
        return []
    loads = map(position.unit, position.course.loads_of(vehicle.id))
    return [load for load in loads if load.has(CONCEALED)]


@implements("LHY-4.3.1.0.1")
def reveal_among_enemies(resolution: Resolution, unit_id: str) -> None:
    """Reveal a unit that enters an enemy hex, which no dummy does, and all units aboard it."""
    for name in (unit_id, *resolution.course.loads_of(unit_id)):
        unit = resolution.state.unit(name)
        if lies_unseen(unit):
            resolution.happen(changed(unit, (), (CONCEALED, HIDDEN)))


@implements("LHY-4.3.1.1c", "LHY-4.3.1c.later", "LHY-4.3.1.1d", "LHY-4.3.1.0.1")
def strip_hex_concealment(resolution: Resolution, place: Hex, side: str) -> None:
    """All units of a side in a hex lose concealment, hidden ones too."""
    for unit in resolution.position.friends_at(place, side):
        if unit.has(HIDDEN) and not row_of(unit).is_dummy:
            resolution.happen(UnitChanged(unit.id, lost=(HIDDEN,)))
        elif lies_unseen(unit):
            strip_concealment(resolution, unit)


@implements("LHY-6.0.II.2b", "LHY-4.3.1.2c.later", "LHY-22.1.4.4")
def call_reaction(resolution: Resolution, side: str, *, passed: bool) -> None:
    """The other side may react; hidden units that a side came near are revealed by its call."""
    if resolution.position.mission.edition.concealment_by_act:
        reveal_vehicles_beside(resolution)
    called = resolution.position.mission.enemy(side)
    revealed = hidden_units_found(resolution.position, resolution.position.of(called))
    resolution.happen(ReactionCalled(side, called, passed, revealed))
    reveal_on_map(resolution, revealed)


@implements("LHY-17.9.2a.1", "LHY-17.9.2a.2", "LHY-17.9.3a", "LHY-17.9.3b")
def reveal_on_map(resolution: Resolution, unit_ids: tuple[str, ...]) -> None:
    """Put hidden units on the map, found by the enemy or by choice; enemies that acted in their sight lose concealment."""
    _reveal(resolution, unit_ids)
    for deed in resolution.course.deeds:
        if unit_ids and deed.kind is not ActionKind.RECOVER:
            _strip_for(resolution, deed, unit_ids)


def _strip_for(resolution: Resolution, deed: Deed, revealed: tuple[str, ...]) -> None:
    """A unit that acted in sight of enemies now revealed loses concealment, with those aboard, as if
    these had not been hidden."""
    position, fired = resolution.position, deed.kind is ActionKind.FIRE
    watchers = [position.unit(name) for name in revealed]
    for name in (deed.unit, *(() if fired else position.course.loads_of(deed.unit))):
        unit = resolution.state.units.get(name)
        if unit is None or unit.at is None or not unit.has(CONCEALED):
            continue
        if any(_is_spotted_by(position, replace(unit, at=at), fired, watchers) for at in deed.hexes):
            strip_concealment(resolution, unit)


@implements("LHY-17.9.2a.1", "LHY-17.9.2a.2", "LHY-6.0.II.3c")
def reveal_hidden(resolution: Resolution) -> None:
    """Reveal hidden units near enough to enemies that see them, as markers are adjusted."""
    _reveal(resolution, hidden_units_found(resolution.position, resolution.position.on_map))


def hidden_units_found(position: Position, units: Iterable[Unit]) -> tuple[str, ...]:
    """The hidden units that an enemy has come near enough to, and sees."""
    return tuple(unit.id for unit in units if unit.has(HIDDEN) and _is_found(position, unit))


def _reveal(resolution: Resolution, unit_ids: tuple[str, ...]) -> None:
    """Put these hidden units on the map, concealed."""
    for unit in unit_ids:
        resolution.happen(UnitChanged(unit, gained=(CONCEALED,), lost=(HIDDEN,)))


@implements("LHY-17.9.2a.night")
def _is_found(position: Position, unit: Unit) -> bool:
    row, place = row_of(unit), position.place(unit)
    at_night = _light_on(position, unit) is Light.NIGHT
    reach = 0 if at_night else HIDDEN_GUN if row.kind in (UnitKind.GUN, UnitKind.LATW) else HIDDEN_FOOT
    in_open = row.is_vehicle and is_in_the_open(position, unit)
    for enemy in position.enemies_of(unit.side):
        if enemy.has(HIDDEN) or row_of(enemy).is_dummy:
            continue
        away = position.distance(place, position.place(enemy))
        if away == 1 and at_night:
            return True
        near = (away <= reach and row_of(enemy).is_combat) or (in_open and away <= VEHICLE_IN_OPEN)
        if near and position.has_in_sight(enemy, unit):
            return True
    return False


@implements("LHY-4.3.2", "LHY-5.0.VII.4")
def conceal_unseen(resolution: Resolution) -> None:
    """In Clean Up every unit that no enemy sees is concealed, unless disrupted, regrouping, Heroic, or a
    vehicle next to an enemy.

    A dummy in sight counts as what it seems to be (reading 46).
    """
    position = resolution.position
    for unit in position.on_map:
        if any(unit.has(word) for word in (CONCEALED, HIDDEN, DISRUPTED, REGROUPING, HEROIC)):
            continue
        watchers = (enemy for enemy in position.enemies_of(unit.side) if not enemy.has(HIDDEN))
        if row_of(unit).is_vehicle and _has_enemy_beside(position, unit):
            continue
        if not any(position.has_in_sight(enemy, unit) for enemy in watchers):
            resolution.happen(UnitChanged(unit.id, gained=(CONCEALED,)))
