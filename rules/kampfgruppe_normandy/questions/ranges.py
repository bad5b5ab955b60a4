"""Distances between units and places, range bands, and which armour facing is struck.

Rule: KGN Measuring distances, Firing arcs, Vehicle facing and armour values.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from operator import gt, lt

import numpy as np
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.arcs import off_facing_deg
from rules.ground.table.arrays import Floats, Geometries, points
from rules.ground.table.inches import HAIR_IN, Base, Footprint, Spot, is_within
from rules.kampfgruppe_normandy.book.unit_types import Armour
from rules.kampfgruppe_normandy.book.weapons import BANDS, MAX_DIRECT_IN, Band
from rules.kampfgruppe_normandy.state.position import MAN_IN, Position, memoized_of_units

_FRONT_HALF_DEG, _REAR_HALF_DEG = 45.0, 135.0


class Facing(StrEnum):
    """Which armour is struck."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


Measured = tuple[tuple[Spot, ...], Base]
"""What distances are measured from: the men of a squad, or the footprint if there are none."""


@dataclass(frozen=True, slots=True)
class Range:
    """The distance from a firer to a target.

    `most_in` is measured by the majority of both units, `nearest_in` from most of the firer to the target's closest model.
    `reach_in` is the farthest that any weapon reaches, which is less at night.
    """

    most_in: float
    nearest_in: float
    reach_in: float = MAX_DIRECT_IN

    @implements("KN-PRIN-11")
    def is_within(self, limit_in: float) -> bool:
        """Whether the closest model of the target is within the limit: then the whole unit can be fired at."""
        return is_within(self.nearest_in, limit_in)

    @implements("KN-PRIN-11", "KN-NIGHT-04")
    def band(self, limit_in: float = MAX_DIRECT_IN) -> Band:
        """The range band by the majority of both units; beyond a weapon's limit, the last band that it reaches.

        Rule: KGN Range bands, Night fighting; OUR 3, 29.
        """
        return band_at(self.most_in, min(limit_in, self.reach_in))


@implements("KN-PRIN-11", "KN-DFSA-26")
def band_at(away_in: float, limit_in: float = MAX_DIRECT_IN) -> Band:
    """The range band of a distance; on the edge of two bands, within tolerance, the nearer one.

    Rule: KGN Range bands; OUR 3.
    """
    return BANDS[min(max(away_in - HAIR_IN, 0.0), limit_in)]


@implements("KN-PRIN-08", "KN-PRIN-09")
@memoized_of_units
def range_between(position: Position, firer: Unit, target: Unit) -> Range:
    """The distance at which one unit fires at another: hull to hull, and for squads by the majority of their men.

    Of two squads the farther holds: that of most firers to the closest target, or of most targets to the closest firer.

    Rule: KGN Measuring distances; OUR 29.
    """
    return _range(_measured(position, firer), _measured(position, target))


@lru_cache(maxsize=8192)
def _range(firer: Measured, target: Measured) -> Range:
    if firer[0] and target[0]:
        gaps_in = _gaps_in(firer[0], target[0])
        nearest_in, back_in = (majority_in(gaps_in.min(axis=each).tolist()) for each in (1, 0))
    else:
        nearest_in = _distance_in(firer, target[1].core, target[1].radius_in)
        back_in = _distance_in(target, firer[1].core, firer[1].radius_in)
    return Range(max(nearest_in, back_in), nearest_in)


def _gaps_in(firers: tuple[Spot, ...], targets: tuple[Spot, ...]) -> Floats:
    """The distance from each man of a squad to each of another, edge to edge, (f, t)."""
    off_in = np.array(firers)[:, None] - np.array(targets)
    gaps_in: Floats = np.sqrt(off_in[..., 0] * off_in[..., 0] + off_in[..., 1] * off_in[..., 1])
    return np.maximum(gaps_in - MAN_IN / 2 - MAN_IN / 2, 0.0)


@implements("KN-PRIN-10")
def distance_in(position: Position, unit: Unit, to: Footprint | BaseGeometry) -> float:
    """The distance of a unit from a place: from the closest edge of a hull or gun, or by most men of a squad.

    Of men split evenly the nearer half counts.
    """
    core = Point(to) if isinstance(to, Spot) else to.core if isinstance(to, Base) else to
    radius_in = to.radius_in if isinstance(to, Base) else 0.0
    return _distance_in(_measured(position, unit), core, radius_in)


@implements("KN-PRIN-10")
def placed_in(base: Base, to: BaseGeometry) -> float:
    """The distance of a unit from ground if it had this footprint: by the edge of a hull or gun, or most men of a squad."""
    return _distance_in((base.models, base), to, 0.0)


def inches_beside_limit(away_in: float, limit_in: float) -> str:
    """Inches in words next to a limit that they miss: to a tenth, or with as many places as show that they miss it.

    >>> inches_beside_limit(24.62, 24), inches_beside_limit(24.02, 24), inches_beside_limit(2.96, 3), inches_beside_limit(4.24, 4.22), inches_beside_limit(9.0012, 9)
    ('24.6', '24.02', '2.96', '4.24', '9.001')
    """
    roundings = (f"{away_in:.{places}f}" for places in (1, 2, 3))
    misses = lt if away_in < limit_in else gt
    return next((rounded for rounded in roundings if misses(float(rounded), limit_in)), f"{away_in:g}")


def distances_in(position: Position, unit: Unit, places: Floats) -> Floats:
    """The distance of a unit from each of many places (n, 2), as by `distance_in`."""
    men, base = _measured(position, unit)
    to = shapely.points(places)
    if not men:
        return np.asarray(shapely.distance(base.core, to))
    gaps = shapely.distance(shapely.points(men)[:, np.newaxis], to) - MAN_IN / 2
    majority: Floats = np.sort(gaps, axis=0)[_majority_index(len(men))]
    return np.maximum(majority, 0.0)


def measured_in(position: Position, viewer: Unit | Spot, target: Unit | Spot) -> float:
    """The distance from one unit or spot to another, as it is measured for fire.

    Rule: KGN Measuring distances; OUR 29.
    """
    if isinstance(viewer, Spot):
        return viewer.gap_in(target) if isinstance(target, Spot) else distance_in(position, target, viewer)
    if isinstance(target, Spot):
        return distance_in(position, viewer, target)
    return range_between(position, viewer, target).most_in


def _measured(position: Position, unit: Unit) -> Measured:
    is_squad = position.type(unit).is_infantry and position.status(unit).aboard is None
    return position.models(unit) if is_squad else (), position.base(unit)


def _distance_in(measured: Measured, to: BaseGeometry, radius_in: float) -> float:
    men, base = measured
    if men:
        gaps = shapely.distance(_standing_at(men), to) - radius_in - MAN_IN / 2
        return majority_in(np.maximum(gaps, 0.0).tolist())
    return max(0.0, float(base.core.distance(to)) - radius_in)


@lru_cache(maxsize=1024)
def _standing_at(men: tuple[Spot, ...]) -> Geometries:
    return points(np.array(men))


def majority_in(distances_in: list[float]) -> float:
    """The distance within which at least half of the given ones lie.

    >>> majority_in([6, 7, 7, 7, 8, 8, 9, 9, 10, 11]), majority_in([7, 7, 9, 9])
    (8, 7)
    """
    return sorted(distances_in)[_majority_index(len(distances_in))]


def _majority_index(count: int) -> int:
    """The index, in distances sorted nearest first, of the one within which at least half lie."""
    return (count + 1) // 2 - 1


@implements("KN-SHOOT-10")
def facing_struck(target: Base, firer: Spot) -> Facing:
    """The facing of a vehicle that a firer strikes: one of four quarters, on a dividing line the better
    for the target (OUR 37)."""
    off_deg = off_facing_deg(target, firer)
    if off_deg <= _FRONT_HALF_DEG:
        return Facing.FRONT
    return Facing.REAR if off_deg > _REAR_HALF_DEG else Facing.SIDE


def armour_at(armour: Armour | None, facing: Facing) -> int:
    """The armour value of a facing; 0 for an unarmoured target."""
    if armour is None:
        return 0
    return {Facing.FRONT: armour.front, Facing.SIDE: armour.side, Facing.REAR: armour.rear}[facing]
