"""The aircraft of the house list, and what each carries.

Hits, bombs and rockets are the book's; which aircraft carries what follows its usual load of 1944 (OUR 118).
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.house.points import points
from rules.kampfgruppe_normandy.book.unit_types import (
    HighExplosive,
    KgnType,
    Kind,
    Mobility,
    Mount,
    ShellSize,
    SpecialRule,
    Weapon,
    WeaponKind,
)
from rules.kampfgruppe_normandy.book.weapon_limits import AIR_GUN_USES, PRINTED_SHELLS

ROCKET_SHELL = PRINTED_SHELLS[WeaponKind.AIR_ROCKET]
BOMB_SHELLS: Mapping[str, HighExplosive] = MappingProxyType({
    "small":  HighExplosive(ShellSize.HEAVY, 6, 8),
    "medium": HighExplosive(ShellSize.VERY_HEAVY, 6, 12),
    "large":  HighExplosive(ShellSize.VERY_HEAVY, 9, 16),
})  # fmt: skip
"""What each size of bomb does."""

OBSERVATION_HITS, FIGHTER_HITS, FIGHTER_BOMBER_HITS = 2, 3, 4
_BOOK = Provenance.BOOK
_CANNON_SHELL = HighExplosive(ShellSize.LIGHT, 1, 1)
_CANNON_AP = (2, 2, 1, 1, 1, 1)
_UK, _US, _DE = "british", "american", "german"


@implements("KN-AIR-17", "KN-AIR-33")
def machine_guns(count: int) -> Weapon:
    """The machine guns of an aircraft: firepower 3 each, fired three times a game."""
    kind = WeaponKind.AIRCRAFT_MG
    return Weapon("machine guns", kind, Mount.HULL, count=count, uses=AIR_GUN_USES, provenance=_BOOK)


@implements("KN-AIR-18", "KN-AIR-33")
def air_cannon(kind: WeaponKind) -> Weapon:
    """The autocannon of an aircraft, fired three times a game."""
    return Weapon("20mm cannon", kind, Mount.HULL, _CANNON_SHELL, _CANNON_AP, uses=AIR_GUN_USES)


@implements("KN-AIR-19", "KN-AIR-33")
def rockets(count: int) -> Weapon:
    """5-inch rockets; each can be fired once."""
    kind = WeaponKind.AIR_ROCKET
    return Weapon("rockets", kind, Mount.HULL, ROCKET_SHELL, uses=count, provenance=_BOOK)


@implements("KN-AIR-22", "KN-AIR-24", "KN-AIR-25", "KN-AIR-26", "KN-AIR-33")
def bombs(size: str, count: int) -> Weapon:
    """Bombs of one size; each can be dropped once."""
    return Weapon(
        f"{size} bombs", WeaponKind.BOMB, Mount.HULL, BOMB_SHELLS[size], uses=count, provenance=_BOOK
    )


def _aircraft(
    id: str, name: str, nation: str, hits: int, *weapons: Weapon, rules: tuple[SpecialRule, ...] = ()
) -> KgnType:
    having = frozenset(rules)
    cost = points(Kind.AIRCRAFT, Mobility.NONE, 0, weapons, None, hits, 0, having)
    return KgnType(
        id, name, nation, Kind.AIRCRAFT, Mobility.NONE, cost, 0, 0, weapons, hits=hits, rules=having,
        length_in=5.0, width_in=1.5,
    )  # fmt: skip


_SPOTS = (SpecialRule.FORWARD_OBSERVER,)
_SMALL, _MULTIPLE = WeaponKind.SMALL_AUTOCANNON, WeaponKind.MULTIPLE_AUTOCANNON

AIRCRAFT: tuple[KgnType, ...] = (
    _aircraft("uk.auster", "Auster", _UK, OBSERVATION_HITS, rules=_SPOTS),
    _aircraft("uk.spitfire", "Spitfire", _UK, FIGHTER_HITS, machine_guns(4), air_cannon(_SMALL), bombs("small", 1)),
    _aircraft("uk.typhoon", "Typhoon with rockets", _UK, FIGHTER_BOMBER_HITS, air_cannon(_MULTIPLE), rockets(8)),
    _aircraft("uk.typhoon_bomber", "Typhoon with bombs", _UK, FIGHTER_BOMBER_HITS, air_cannon(_MULTIPLE), bombs("medium", 2)),
    _aircraft("us.grasshopper", "L-4 Grasshopper", _US, OBSERVATION_HITS, rules=_SPOTS),
    _aircraft("us.mustang", "P-51 Mustang", _US, FIGHTER_HITS, machine_guns(6), bombs("small", 2)),
    _aircraft("us.thunderbolt", "P-47 Thunderbolt", _US, FIGHTER_BOMBER_HITS, machine_guns(8), rockets(4), bombs("medium", 2)),
    _aircraft("de.storch", "Fi 156 Storch", _DE, OBSERVATION_HITS, rules=_SPOTS),
    _aircraft("de.bf109", "Bf 109 G", _DE, FIGHTER_HITS, machine_guns(2), air_cannon(_SMALL)),
    _aircraft("de.fw190", "Fw 190 fighter-bomber", _DE, FIGHTER_BOMBER_HITS, machine_guns(2), air_cannon(_MULTIPLE), bombs("large", 1)),
)  # fmt: skip
"""The aircraft of both sides."""

RULE_IDS = {
    "ROCKET_SHELL": "KN-AIR-20",
    "BOMB_SHELLS": ("KN-AIR-24", "KN-AIR-25", "KN-AIR-26"),
    "AIRCRAFT": ("KN-AA-08", "KN-AIR-29"),
}
