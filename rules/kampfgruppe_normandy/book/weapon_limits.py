"""Printed limits of a kind of weapon, for every army: its shell, its least and greatest range, its uses.

Rule: KGN Weapons of World War II, Flamethrowers, Aircraft weapons.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize, WeaponKind

LEAST_INDIRECT_IN: Mapping[WeaponKind, float] = MappingProxyType({
    WeaponKind.MORTAR:   12.0,
    WeaponKind.HOWITZER: 16.0,
    WeaponKind.CANNON:   24.0,
    WeaponKind.ROCKETS:  24.0,
})  # fmt: skip
"""The least range of indirect fire, in inches."""

MOST_IN: Mapping[WeaponKind, float] = MappingProxyType({
    WeaponKind.HAND_HEAT:    8.0,
    WeaponKind.PANZERFAUST:  8.0,
    WeaponKind.FLAMETHROWER: 8.0,
    WeaponKind.LIGHT_MORTAR: 24.0,
})  # fmt: skip
"""The greatest range, in inches, of infantry weapons that fire no bullets; of the Panzerfaust by OUR 58."""

PRINTED_SHELLS: Mapping[WeaponKind, HighExplosive] = MappingProxyType({
    WeaponKind.LIGHT_MORTAR: HighExplosive(ShellSize.LIGHT, 3, 1),
    WeaponKind.AIR_ROCKET:   HighExplosive(ShellSize.HEAVY, 4, 8),
})  # fmt: skip
"""The shells of weapons that come in one size only."""

AIR_GUN_USES = 3
"""How often an aircraft's machine guns, and its autocannon, can be fired in a game."""

FLAMES_OF_A_MAN, FLAMES_OF_A_VEHICLE = 1, 3
"""How often a flamethrower can be used in a game."""


@implements("KN-DFSA-53", "KN-WPN-08", "KN-AIR-17", "KN-AIR-18", "KN-AIR-22")
def printed_uses(kind: WeaponKind, of: Kind, count: int) -> int | None:
    """How often a unit of kind `of` can use its `count` weapons of a kind in a game; None is no limit."""
    if kind is WeaponKind.FLAMETHROWER:
        return FLAMES_OF_A_VEHICLE if of.is_vehicle else FLAMES_OF_A_MAN
    if kind in (WeaponKind.PANZERFAUST, WeaponKind.AIR_ROCKET, WeaponKind.BOMB):
        return count
    is_air_gun = kind is WeaponKind.AIRCRAFT_MG or (kind.is_autocannon and of is Kind.AIRCRAFT)
    return AIR_GUN_USES if is_air_gun else None


RULE_IDS = {
    "LEAST_INDIRECT_IN": ("KN-WPN-10a", "KN-WPN-21a", "KN-WPN-22", "KN-WPN-25"),
    "MOST_IN": ("KN-WPN-05", "KN-WPN-07", "KN-WPN-08", "KN-WPN-09", "KN-IND-35"),
    "PRINTED_SHELLS": ("KN-WPN-09", "KN-AIR-20"),
}
