"""Where models may stand: not on one another, and on ground they may enter.

Rule: KGN Movement; OUR 54, 170, 203.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.arrays import Bools, Floats, Geometries, plain, points
from rules.ground.table.inches import HAIR_IN, Base, Bounds, Spot, are_apart, is_overlapping
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.questions.movement.closed_ground import (
    body_width_in,
    closed_ground,
    floor_round,
    where_barred,
)
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import wrecks_lying
from rules.kampfgruppe_normandy.state.position import MAN_IN, Position, memoized_by_placement, offsets_of

if TYPE_CHECKING:
    from rules.ground.table.movement.stretches import Areas


def why_not_face(facing_deg: float | None) -> Reason | None:
    """Why a number of degrees is no facing; None if it is one, or not given."""
    if facing_deg is None or 0.0 <= facing_deg <= 360.0:
        return None
    return Reason(f"{facing_deg:g} is not a bearing from 0 to 360 degrees", cite("Measuring distances"))


def why_not_stand(position: Position, unit: Unit, base: Base) -> Reason | None:
    """Why a unit may not stand with this footprint; None if it may. A hull lies wholly on ground it may enter, and on no wreck.

    A hull that already stands on such ground may turn on the spot.

    Rule: KGN Movement; OUR 54, 170, 203.
    """
    kind = position.type(unit)
    if (other := in_the_way(position, unit, base)) is not None:
        return Reason(f"{other} stands there", ours(54))
    if not body_width_in(kind) or kind.kind is Kind.AIRCRAFT:
        return None
    table = position.table
    west, north, east, south = here = base.bounds
    is_well_on = west > 0 and north > 0 and east < table.width_in and south < table.depth_in
    if not is_well_on and _shrunk_a_hair(base).intersects(floor_round(table)):
        if _stands_there_already(position, unit, base.at, floor_round(table)):
            return None
        return Reason(f"{unit} would hang over the edge of the table", ours(170))
    barred = closed_ground(table, kind)
    if not all(are_apart(here, closed) for closed in barred.bounds):
        for piece, closed in barred.under(_shrunk_a_hair(base)):
            if not _stands_there_already(position, unit, base.at, closed):
                return Reason(f"{unit} would stand partly in {piece}", ours(170))
    return on_a_wreck(position, unit, base)


@implements("KN-MOVE-13", "KN-MOVE-18b")
def on_a_wreck(position: Position, unit: Unit, base: Base) -> Reason | None:
    """Why a hull may not stand where a wreck lies; None without a wreck, for men, and if it stands on it already (OUR 203)."""
    if not body_width_in(position.type(unit)):
        return None
    hull = _shrunk_a_hair(base)
    for wreck, words in wrecks_lying(position):
        if hull.intersects(wreck) and not _stands_there_already(position, unit, base.at, wreck):
            return Reason(f"{unit} would stand on {words}", ours(203))
    return None


@implements("KN-MOVE-14")
def why_not_put(position: Position, unit: Unit, to: Spot, base: Base) -> Reason | None:
    """Why a unit that gets out may not be put at a spot; None if it may. Men too need ground they may enter.

    Rule: KGN Impassable terrain, Deploy actions; OUR 54, 170.
    """
    barred = barred_at(position, unit, to)
    return why_not_stand(position, unit, base) if barred is None else barred


def barred_at(position: Position, unit: Unit, spot: Spot) -> Reason | None:
    closed = closed_ground(position.table, position.type(unit))
    piece = next((piece for piece, _ in closed.under(shapely.Point(spot))), None)
    return None if piece is None else Reason(f"{unit} may not enter {piece}", where_barred(piece))


class HullRoom:
    """Where the hull of a unit has room within `far_in` of it: `why_not_stand` for many places at once."""

    def __init__(self, position: Position, unit: Unit, far_in: float) -> None:
        from rules.ground.table.movement.stretches import joined

        kind, here = position.type(unit), position.base(unit).bounds
        bases = [ground for _, ground in _units_to_avoid(position, unit)]
        near_in = far_in + kind.length_in + kind.width_in
        others = _ground_covered(tuple(base for base in bases if not are_apart(here, base.bounds, near_in)))
        grounds = _barred_to_hulls(position.table, kind), others, _wreck_ground(wrecks_lying(position))
        self._taken = np.array([ground.area for ground in grounds])[:, None]
        self._edges = joined([ground.edges for ground in grounds])
        self._half = np.array([kind.length_in, kind.width_in]) / 2 - HAIR_IN / 2

    def never_clear(self, places: Floats) -> Bools:
        """At which places (n, 2) it has no room whichever way it faces."""
        from rules.ground.table.movement.hulls import DOUBTFUL, MEETS, places_near

        near_in = float(self._half.min()) - HAIR_IN
        statuses = places_near(self._edges, plain(places), near_in)
        never: Bools = statuses == MEETS
        if len(doubtful := np.flatnonzero(statuses == DOUBTFUL)):
            never[doubtful] = shapely.dwithin(self._taken, points(places[doubtful]), near_in).any(axis=0)
        return never

    def facing(self, places: Floats, headings_deg: Floats) -> Bools:
        """At which places (n, 2), all with room at some heading, it has room at these headings (n,)."""
        from rules.ground.table.movement.hulls import CLEAR, DOUBTFUL, hulls_met

        statuses = hulls_met(self._edges, plain(places), headings_deg, self._half)
        room: Bools = statuses == CLEAR
        if len(doubtful := np.flatnonzero(statuses == DOUBTFUL)):
            hulls = self._hulls(places[doubtful], headings_deg[doubtful])
            room[doubtful] = ~np.any(shapely.intersects(self._taken, hulls), axis=0)
        return room

    def _hulls(self, places: Floats, headings_deg: Floats) -> Geometries:
        corners = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)]) * self._half
        turn = np.radians(headings_deg)[:, None]
        ahead = np.stack([np.sin(turn), -np.cos(turn)], axis=2)
        aside = np.stack([np.cos(turn), np.sin(turn)], axis=2)
        corners = places[:, None] + corners[None, :, :1] * ahead + corners[None, :, 1:] * aside
        hulls: Geometries = shapely.polygons(corners)
        return hulls


class _Ground(NamedTuple):
    """Ground that is taken, and the edges of each part of it."""

    area: BaseGeometry
    edges: "Areas"

    @classmethod
    def of(cls, areas: Iterable[BaseGeometry]) -> "_Ground":
        from rules.ground.table.movement.stretches import edges_of

        area = shapely.union_all(list(areas))
        shapely.prepare(area)
        return cls(area, edges_of(shapely.get_parts(area).tolist()))


@lru_cache(maxsize=64)
def _ground_covered(bases: tuple[Base, ...]) -> _Ground:
    return _Ground.of(base.outline for base in bases)


@lru_cache(maxsize=16)
def _wreck_ground(wrecks: tuple[tuple[BaseGeometry, str], ...]) -> _Ground:
    """The ground that wrecks lie on."""
    return _Ground.of(wreck for wreck, _ in wrecks)


@lru_cache(maxsize=64)
def _barred_to_hulls(table: Tabletop, kind: KgnType) -> _Ground:
    """Where no hull of a kind may stand at any time: the floor round the table, and ground that bars it."""
    return _Ground.of([floor_round(table), *(area for _, area in closed_ground(table, kind).pieces)])


def _stands_there_already(position: Position, unit: Unit, spot: Spot, closed: BaseGeometry) -> bool:
    return unit.at == spot and _shrunk_a_hair(position.base(unit)).intersects(closed)


def _shrunk_a_hair(base: Base) -> BaseGeometry:
    return shapely.buffer(base.core, -HAIR_IN, join_style="mitre")


def takes_room(position: Position, unit: Unit) -> bool:
    """Whether a unit keeps others from standing where it is: all do but aircraft and units in buildings (OUR 54)."""
    return position.type(unit).kind is not Kind.AIRCRAFT and position.status(unit).inside is None


def in_the_way(position: Position, unit: Unit, base: Base) -> Unit | None:
    """Another unit that a footprint would overlap, None if there is none; men of one side may stand among each other."""
    for other, ground in _units_to_avoid(position, unit):
        if not are_apart(base.bounds, ground.bounds) and is_overlapping(base, ground):
            return other
    return None


def spread_in(position: Position, unit: Unit) -> float:
    """How far from its spot any part of a unit can be, whichever way it faces, and a tolerance."""
    kind = position.type(unit)
    if kind.is_infantry:
        return _farthest_in(offsets_of(position.status(unit)))
    return hypot(kind.width_in, kind.length_in) / 2 + HAIR_IN


def bounds_of_others(position: Position, unit: Unit) -> list[Bounds]:
    """West, north, east and south of everything a unit must stand clear of: other units, and wrecks if it is a hull."""
    bounds = [ground.bounds for _, ground in _units_to_avoid(position, unit)]
    if body_width_in(position.type(unit)):
        bounds += [wreck.bounds for wreck, _ in wrecks_lying(position)]
    return bounds


def is_anyone_about(position: Position, unit: Unit, spot: Spot) -> bool:
    """Whether a unit might overlap another at a spot, judged quickly by bounds."""
    far_in, here = spread_in(position, unit), (*spot, *spot)
    return not all(are_apart(here, ground.bounds, far_in) for _, ground in _units_to_avoid(position, unit))


@lru_cache(maxsize=256)
def _farthest_in(offsets: tuple[tuple[float, float], ...]) -> float:
    """How far from its spot a group of men reaches, and a tolerance."""
    return max((hypot(x, y) for x, y in offsets), default=0.0) + MAN_IN / 2 + HAIR_IN


@memoized_by_placement
def taken(position: Position) -> tuple[tuple[Unit, Base], ...]:
    """The units that take up room, each with its footprint; their conditions may be those of an earlier moment."""
    return tuple([(unit, position.base(unit)) for unit in position.on_table() if takes_room(position, unit)])


@memoized_by_placement
def _units_to_avoid(position: Position, unit: Unit) -> tuple[tuple[Unit, Base], ...]:
    """The units that a unit must stand clear of, each with its footprint."""
    is_foot = position.type(unit).is_infantry
    return tuple(
        [
            (other, ground)
            for other, ground in taken(position)
            if other.id != unit.id
            and not (is_foot and other.side == unit.side and position.type(other).is_infantry)
        ]
    )
