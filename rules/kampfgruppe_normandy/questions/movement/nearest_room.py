"""The nearest place for a unit that must leave the one it was in: a vehicle, or a fallen house or bridge.

Rule: KGN Damage to soft-skinned vehicles, Tank riders, Impassable terrain; OUR 54, 170, 188.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Base, Spot, gap_in, is_overlapping
from rules.ground.table.tabletop import MAX_TABLE_IN, Tabletop
from rules.kampfgruppe_normandy.book.unit_types import KgnType
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import at_inch
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_put
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.spots import in_hundredths

_STEP_IN = 0.25
_TURN_DEG = 11.25
_FLANKS_DEG = (90.0, 270.0, 180.0, 0.0)
_BEARINGS_DEG = (*_FLANKS_DEG, *(k * _TURN_DEG for k in range(32) if k * _TURN_DEG not in _FLANKS_DEG))
"""Right, left, behind and ahead of a hull, and then the directions between."""

_NEAR_IN, _FAR_IN, _ANYWHERE_IN = 4.0, 24.0, 2 * MAX_TABLE_IN
"""How far out room is looked for, one distance after another."""


@implements("KN-MOVE-14", "KN-DFSA-40", "KN-DFAT-37", "KN-DEPL-17b")
def room_beside(position: Position, unit: Unit, carrier: Unit, within_in: float) -> Spot:
    """Where a unit that must leave a vehicle stands: within `within_in` of it if there is room, else as near as possible.

    Rule: KGN Damage to soft-skinned vehicles; OUR 188.
    """
    hull, heading_deg = position.base(carrier), carrier.heading_deg
    stands = position.type(unit), position.status(unit)
    bound_for = _end_of_move(position, carrier)
    rooms = (
        _first_free(
            position,
            unit,
            heading_deg,
            _rings_beside(position.table, stands, hull, within_in, far_in),
            bound_for,
        )
        for far_in in (within_in + _NEAR_IN, _FAR_IN, _ANYWHERE_IN)
    )
    return next(filter(None, rooms), hull.at)


def _end_of_move(position: Position, vehicle: Unit) -> Base | None:
    """Where a moving vehicle will stand at the end of its move; None if it is not moving."""
    move = position.progress.move
    if move is None or move.unit != vehicle.id:
        return None
    spot, heading_deg = at_inch(move, move.length_in)
    return base_at(position.table, position.type(vehicle), position.status(vehicle), spot, heading_deg or 0.0)


@implements("KN-MOVE-14")
def room_round(position: Position, unit: Unit, spot: Spot) -> Spot:
    """The place nearest to a spot where a unit has room, the spot itself if it may stand there.

    Rule: KGN Impassable terrain; OUR 188.
    """
    rooms = (
        _first_free(position, unit, unit.heading_deg, _rings_round(spot, unit.heading_deg, far_in))
        for far_in in (_NEAR_IN, _FAR_IN, _ANYWHERE_IN)
    )
    return next(filter(None, rooms), spot)


Ring = tuple[Spot, ...]
"""Places that are equally good, in the order in which they are tried."""


def _first_free(
    position: Position, unit: Unit, facing_deg: float, rings: Iterable[Ring], bound_for: Base | None = None
) -> Spot | None:
    """The first place where a player could put the unit.

    Within a ring, places among its own men or where its vehicle will come to stand are taken only if no other is free.
    """
    for ring in rings:
        allowed = None
        for place in ring:
            base = base_at(position.table, position.type(unit), position.status(unit), place, facing_deg)
            if place not in position.table or why_not_put(position, unit, place, base) is not None:
                continue
            in_its_way = bound_for is not None and is_overlapping(base, bound_for)
            if not (in_its_way or _is_among_others(position, unit, base)):
                return place
            allowed = allowed or place
        if allowed is not None:
            return allowed
    return None


def _is_among_others(position: Position, unit: Unit, base: Base) -> bool:
    return any(
        is_overlapping(base, position.base(other))
        for other in position.on_table()
        if other.id != unit.id and position.status(other).inside is None
    )


@lru_cache(maxsize=256)
def _rings_beside(
    table: Tabletop, unit: tuple[KgnType, Status], hull: Base, within_in: float, far_in: float
) -> tuple[Ring, ...]:
    """The places round a hull in rings: those within `within_in` of it first, then nearer before farther ones."""
    heading_deg, places = hull.facing_deg, []
    for turn, bearing_deg in enumerate(_BEARINGS_DEG):
        for place in _places(hull.at, heading_deg + bearing_deg, far_in):
            gap = gap_in(base_at(table, *unit, place, heading_deg), hull)
            beyond = max(0, ceil((gap - within_in - HAIR_IN) / _STEP_IN))
            if gap > 0:
                places.append((beyond, turn, gap, place))
    places.sort()
    return tuple(
        tuple(place for *_, place in ring) for _, ring in groupby(places, key=lambda place_at: place_at[0])
    )


def _rings_round(spot: Spot, heading_deg: float, far_in: float) -> Iterator[Ring]:
    yield (spot,)
    rays = [_places(spot, heading_deg + bearing_deg, far_in) for bearing_deg in _BEARINGS_DEG]
    yield from zip(*rays, strict=True)


def _places(start: Spot, bearing_deg: float, far_in: float) -> list[Spot]:
    steps = range(1, round(far_in / _STEP_IN) + 1)
    return [in_hundredths(start.ahead(bearing_deg, step * _STEP_IN)) for step in steps]
