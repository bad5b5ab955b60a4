"""How far each class of unit goes in a Move action, and how much farther along a road.

Rule: KGN Movement rates table, Road movement, Water.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.unit_types import Mobility

RATES_IN: Mapping[Mobility, int] = MappingProxyType({
    Mobility.FOOT: 5,
    Mobility.SLOW_TRACKS: 6,
    Mobility.MEDIUM_TRACKS: 9,
    Mobility.FAST_TRACKS: 12,
    Mobility.VERY_FAST_TRACKS: 15,
    Mobility.HALF_TRACK: 12,
    Mobility.MOTORCYCLE: 9,
    Mobility.ROAD_VEHICLE: 6,
    Mobility.CROSS_COUNTRY: 9,
    Mobility.HORSE: 6,
    Mobility.CART: 4,
    Mobility.HORSE_TOWED: 4,
    Mobility.BICYCLE: 6,
    Mobility.MAN_HANDLED: 2,
    Mobility.BOAT: 4,
    Mobility.NONE: 0,
})  # fmt: skip
"""Inches in a Move action."""

AFLOAT_IN = 4
"""An amphibious vehicle's rate in water."""


@implements("KN-MOVE-17", "KN-MOVE-19a", "KN-MOVE-20", "KN-MOVE-21")
def road_multiple(mobility: Mobility) -> int:
    """The factor by which a road multiplies a move: four for motorcycles and road vehicles, else two.

    Rule: KGN Road movement, Road vehicles; OUR 61.
    """
    return 4 if mobility in (Mobility.MOTORCYCLE, Mobility.ROAD_VEHICLE) else 2


RULE_IDS = {
    "RATES_IN": (
        "KN-MOVE-02", "KN-MOVE-03", "KN-MOVE-04", "KN-MOVE-05", "KN-MOVE-06", "KN-MOVE-07", "KN-MOVE-08",
        "KN-MOVE-09",
    ),
}  # fmt: skip
