"""How far it is, in which band, through which arc, and which armour is struck.

Rule: KGN Measuring distances, Firing arcs, Vehicle facing and armour values.
"""

from enum import StrEnum

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.arcs import is_in_arc, off_facing_deg
from rules.ground.inches import Base, Footprint, Spot, gap_in
from rules.kampfgruppe_normandy.position import MAN_IN, Position
from rules.kampfgruppe_normandy.unit_types import Armour
from rules.kampfgruppe_normandy.weapons import ALL_ROUND_DEG, BANDS, MAX_DIRECT_IN, Band

_FRONT_HALF_DEG, _REAR_HALF_DEG = 45.0, 135.0


class Facing(StrEnum):
    """Which armour is struck."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


@implements("KN-PRIN-08", "KN-PRIN-09", "KN-PRIN-10", "KN-PRIN-11")
def range_in(position: Position, firer: Unit, target: Footprint) -> float:
    """How far a unit is from a target: hull to hull, or for infantry as most of its men are to the closest of it.

    Of men split evenly the nearer half counts.

    Rule: KGN Measuring distances; OUR 29.
    """
    if position.type(firer).is_infantry and position.status(firer).aboard is None:
        return majority_in([gap_in(Base.round(man, MAN_IN), target) for man in position.models(firer)])
    return gap_in(position.base(firer), target)


def majority_in(distances_in: list[float]) -> float:
    """The distance within which at least half of them lie.

    >>> majority_in([6, 7, 7, 7, 8, 8, 9, 9, 10, 11]), majority_in([7, 7, 9, 9])
    (8, 7)
    """
    return sorted(distances_in)[(len(distances_in) + 1) // 2 - 1]


def band_of(distance_in: float) -> Band | None:
    """The range band of a distance, its far edge included; None beyond the last.

    Rule: KGN Range bands; OUR 3.
    """
    return BANDS[max(0.0, distance_in)] if distance_in <= MAX_DIRECT_IN else None


@implements("KN-SHOOT-04")
def bears(base: Base, width_deg: float, target: Spot) -> bool:
    """Whether a target lies in an arc of that width to the front; its edges belong to it."""
    return width_deg >= ALL_ROUND_DEG or is_in_arc(base, target, width_deg)


@implements("KN-SHOOT-10")
def facing_struck(target: Base, firer: Spot) -> Facing:
    """The facing of a vehicle that a firer stands in: four quarters, doubtful lines for the target (OUR 37)."""
    off_deg = off_facing_deg(target, firer)
    if off_deg <= _FRONT_HALF_DEG:
        return Facing.FRONT
    return Facing.REAR if off_deg > _REAR_HALF_DEG else Facing.SIDE


def armour_at(armour: Armour, facing: Facing) -> int:
    """The armour value of a facing."""
    return {Facing.FRONT: armour.front, Facing.SIDE: armour.side, Facing.REAR: armour.rear}[facing]
