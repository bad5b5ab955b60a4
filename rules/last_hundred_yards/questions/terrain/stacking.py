"""How many units of a side a hex holds. Chapter 2.4."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.position import Position, row_of


class Room(StrEnum):
    """A kind of room in a hex, each with its own stacking limit."""

    INFANTRY = "infantry"
    MG = "mg"
    VEHICLE = "vehicle"
    GUN = "gun"
    FP = "fp"
    OTHERS = "others"
    LEADER = "leader"
    LATW = "latw"


LIMITS: Mapping[Room, int] = MappingProxyType(
    {
        Room.INFANTRY: 6,
        Room.MG: 2,
        Room.VEHICLE: 2,
        Room.GUN: 1,
        Room.FP: 1,
        Room.OTHERS: 2,
        Room.LEADER: 2,
        Room.LATW: 2,
    }
)
"""Three squads or six sections, two MGs, two vehicles, one gun, one FP, two leaders or LATWs; in 3.1 two of each."""

_ROOMS = {
    UnitKind.SQUAD: Room.INFANTRY,
    UnitKind.SECTION: Room.INFANTRY,
    UnitKind.MG: Room.MG,
    UnitKind.AFV: Room.VEHICLE,
    UnitKind.HALFTRACK: Room.VEHICLE,
    UnitKind.TRUCK: Room.VEHICLE,
    UnitKind.JEEP: Room.VEHICLE,
    UnitKind.GUN: Room.GUN,
    UnitKind.FP: Room.FP,
    UnitKind.LEADER: Room.LEADER,
    UnitKind.LATW: Room.LATW,
}


@implements(
    "LHY-2.4.1", "LHY-2.4.1.later", "LHY-2.4.2", "LHY-2.4.3", "LHY-4.1.14.2", "LHY-4.1.9g",
)  # fmt: skip
def overfull(position: Position, place: Hex, side: str) -> frozenset[Room]:
    """The kinds of room in a hex that a side has overfilled; riders and passengers count."""
    return too_many(position, place, position.friends_at(place, side))


def too_many(position: Position, place: Hex, units: Iterable[Unit]) -> frozenset[Room]:
    """The kinds of room in a hex that these units of one side would overfill."""
    filled = _filled(position, units)
    return frozenset([room for room in filled if filled[room] > _limit(position, place, room, filled)])


def _limit(position: Position, place: Hex, room: Room, filled: Mapping[Room, int]) -> int:
    if room is Room.INFANTRY and Room.FP in filled:
        return LIMITS[room] - position.mission.edition.fp_stacking_steps
    if room is Room.VEHICLE and holds_one_vehicle(position, place):
        return 1
    return LIMITS[room]


@implements("LHY-4.1.9g", "LHY-2.4.1.later")
def holds_one_vehicle(position: Position, place: Hex) -> bool:
    """Whether a hex holds only one vehicle: an urban road in 2019."""
    return not position.mission.edition.streets_hold_two and is_urban_road(position.board, place)


@implements("LHY-2.4.1", "LHY-2.4.1.later")
def _room(position: Position, unit: Unit) -> Room | None:
    """The kind of room that a unit uses, if any; leaders and LATWs share one in 2019."""
    room = _ROOMS.get(row_of(unit).kind)
    together = room in (Room.LEADER, Room.LATW) and not position.mission.edition.two_leaders_and_two_latws
    return Room.OTHERS if together else room


def _filled(position: Position, units: Iterable[Unit]) -> dict[Room, int]:
    filled: dict[Room, int] = {}
    for unit in units:
        row = row_of(unit)
        room = _room(position, unit)
        if room is not None:
            filled[room] = filled.get(room, 0) + (row.steps if room is Room.INFANTRY else 1)
    return filled


@implements("LHY-2.4.4", "LHY-6.0.II.3d")
def removable_units(position: Position, place: Hex, side: str) -> Iterator[Unit]:
    """The units of which the owner has to eliminate one, while the hex is overfull."""
    too_much = overfull(position, place, side)
    return (unit for unit in position.friends_at(place, side) if _room(position, unit) in too_much)


def overfull_hexes(position: Position) -> Iterator[tuple[Hex, str]]:
    """Every overfull hex with the side that overfills it; in an assault hex each side counts its own units."""
    for place in sorted(position.by_hex):
        for side in position.state.sides:
            if overfull(position, place, side):
                yield place, side
