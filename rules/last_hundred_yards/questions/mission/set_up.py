"""Checks of a mission before set-up, on its units, markers, forces and loads; and which side sets up now."""

from collections.abc import Sequence
from operator import attrgetter

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.facing import bearing_steps
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import BUILDINGS, Terrain
from rules.ground.place import Place
from rules.last_hundred_yards.book.conditions import CONDITIONS, ELITE, HIDDEN, IN_MOTION
from rules.last_hundred_yards.book.unit_types import CARRIED_ON, UnitKind
from rules.last_hundred_yards.questions.mission.force_draw import Lots, shortage
from rules.last_hundred_yards.questions.movement.carrying import cannot_be_aboard
from rules.last_hundred_yards.state.markers import MINES, WIRE
from rules.last_hundred_yards.state.mission.mission import Mission
from rules.last_hundred_yards.state.position import Position, hex_board, row_of
from rules.last_hundred_yards.state.progress import Progress, progress_of, with_progress

_WET = (Terrain.RIVER, Terrain.BRIDGE), "a dry hex without IP, FP, mines or wire (LHY 16.0)"
_LAID_APART = {
    MINES: _WET,
    WIRE: _WET,
    "improved_position": (tuple(BUILDINGS), "a hex without building, IP, FP, mines or wire (LHY 17.7c)"),
}
"""Markers that must be alone in a hex: the terrain where they may not be, and the words for what is wanted instead."""


def waiting(state: GameState, side: str) -> list[Unit]:
    """The units of a side that are still to be set up."""
    course = progress_of(state)
    elsewhere = course.split | course.off_map | course.in_the_air
    return sorted(
        (
            unit
            for unit in state.units.values()
            if unit.side == side and unit.at is None and unit.id not in elsewhere
        ),
        key=attrgetter("id"),
    )


@implements("LHY-4.1.14.4", "LHY-14.2c", "LHY-17.7f.3")
def check_unit(unit: Unit) -> None:
    """Refuse a unit of an unknown type, with conditions that it cannot have, or an FP that faces neither a hexside nor a vertex.

    Raises:
        Unknown: if its type is not in the roster.
        BadInput: naming the unit and its condition or facing.
    """
    row = row_of(unit)
    if row.kind is UnitKind.FP and unit.facing_deg is not None:
        bearing_steps(unit.facing_deg, f"unit {unit.id}.facing_deg")
    if unit.has(ELITE) and not row.may_be_elite:
        wanted = "a condition of men, guns and AFVs only (LHY 14.2c, 1.7)"
        raise BadInput(f"unit {unit.id}.conditions", ELITE, wanted)
    if unit.has(HIDDEN) and unit.has(IN_MOTION):
        raise BadInput(f"unit {unit.id}.conditions", HIDDEN, "left out of a vehicle in motion (LHY 17.7f)")
    for word in sorted(unit.conditions.difference(CONDITIONS)):
        raise BadInput(f"unit {unit.id}.conditions", word, f"one of {', '.join(CONDITIONS)}")


@implements("LHY-4.1.13.5", "LHY-16.0a", "LHY-16.0b", "LHY-17.7c.1.2", "LHY-17.7c.1.3")
def check_markers(state: GameState) -> None:
    """Refuse IPs, mines and wire that share a hex or lie with an FP, IPs in buildings, and mines or wire in rivers or on bridges.

    Raises:
        BadInput: naming the marker and its hex.
    """
    for marker in state.markers:
        others = [other for other in state.markers if other is not marker]
        if marker.kind in _LAID_APART and not may_be_laid(state, marker.kind, marker.at, others):
            raise BadInput(f"markers.{marker.kind}", str(marker.at), _LAID_APART[marker.kind][1])


def may_be_laid(state: GameState, kind: str, at: Place, others: Sequence[Marker]) -> bool:
    """Whether an IP, mines or wire may be placed in a hex, given the other markers."""
    is_fortified = any(row_of(unit).kind is UnitKind.FP for unit in state.units_at(at))
    is_barred = isinstance(at, Hex) and hex_board(state).has(at, *_LAID_APART[kind][0])
    return not (is_laid(others, at) or is_fortified or is_barred)


@implements("LHY-16.0a", "LHY-4.1.13.5")
def is_laid(markers: Sequence[Marker], at: Place) -> bool:
    """Whether an IP, mines or wire lie in a hex, which share it neither with one another nor with an FP."""
    return any(marker.at == at and marker.kind in _LAID_APART for marker in markers)


@implements("LHY-17.7h.1")
def check_entering(state: GameState, mission: Mission) -> frozenset[str]:
    """The units that begin off the map, with their loads: those named, and all of a side with entry hexes and no set-up area.

    Raises:
        Unknown: if there is no such unit.
        BadInput: if a unit is on the map, of the other side, or cannot come on by itself.
    """
    loads = {load for load, _ in mission.aboard}
    entering: set[str] = set()
    for side in mission.sides:
        for name in side.entering:
            unit = state.unit(name)
            if unit.side != side.id or unit.at is not None:
                wanted = f"a unit of {side.id} that is not on the map"
                raise BadInput(f"options.sides.{side.id}.entering", name, wanted)
        entering.update(side.entering)
        if side.entry_hexes and not side.setup_area:
            off_map = (unit for unit in state.units.values() if unit.side == side.id and unit.at is None)
            entering.update(unit.id for unit in off_map if unit.id not in loads | side.landings.units)
    for unit in map(state.unit, sorted(entering - loads)):
        if row_of(unit).kind in CARRIED_ON:
            wanted = "a unit that comes on by itself; guns come on aboard their carriers, and FPs are set up"
            raise BadInput(f"options.sides.{unit.side}.entering", unit.id, wanted)
    return frozenset(entering | {load for load, vehicle in mission.aboard if vehicle in entering})


@implements("LHY-17.7d")
def setting_up(state: GameState) -> str | None:
    """The side that sets up now, the defender first; None when set-up is complete."""
    mission = progress_of(state).mission
    for side in (mission.enemy(mission.attacker), mission.attacker):
        if owes_draw(progress_of(state), side) or waiting(state, side):
            return side
    return None


@implements("LHY-17.6.1", "LHY-17.6.2", "LHY-17.6.2.part")
def owes_draw(course: Progress, side: str) -> bool:
    """Whether a side has still to draw its forces."""
    return bool(course.mission.side(side).forces) and side not in course.drawn


@implements("LHY-17.6.1", "LHY-17.6.2", "LHY-17.6.3", "LHY-17.6.4")
def check_forces(state: GameState, mission: Mission) -> None:
    """Refuse forces for which the roster has too few counters left besides the units that the mission names.

    Raises:
        BadInput: for the first line that cannot be drawn; the message says how many there are.
    """
    for side in mission.sides:
        lots = Lots(state, side.forces)
        for number, line in enumerate(side.forces, 1):
            if short := shortage(lots, line):
                raise BadInput(f"options.sides.{side.id}.forces[{number}].{line.draws}", line.count, short)


@implements("LHY-17.7f.2", "LHY-17.7f.3")
def check_aboard(position: Position) -> None:
    """Refuse units that begin aboard a vehicle that cannot carry them, or hidden.

    Raises:
        Unknown: if there is no such unit or vehicle.
        BadInput: if they are not of one side and place, or hidden, or the vehicle cannot carry the unit.
    """
    pairs = position.course.aboard
    for number, (load, vehicle) in enumerate(pairs):
        unit, carrier, field = position.unit(load), position.unit(vehicle), f"options.aboard.{load}"
        waits = position.course.off_map >= {load, vehicle}
        if unit.side != carrier.side or unit.at != carrier.at or (unit.at is None and not waits):
            raise BadInput(field, vehicle, "a vehicle of its side in its hex, or off the map with it")
        if unit.has(HIDDEN) or carrier.has(HIDDEN):
            raise BadInput(
                field, vehicle, "a vehicle that carries nobody while it or its load is hidden (LHY 17.7f)"
            )
        before = Position(with_progress(position.state, aboard=pairs[:number]), position.ground)
        for reason in cannot_be_aboard(before, unit, carrier):
            raise BadInput(field, vehicle, f"one that it can be aboard: {reason.text}")
