"""The aircraft of the house list, and what each carries.

Hits, bombs and rockets are the book's; which aircraft carries what follows its usual load of 1944 (OUR 118).
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.house.figures import FIGURES, unit_type_of_row
from rules.kampfgruppe_normandy.book.house.points import with_points
from rules.kampfgruppe_normandy.book.unit_types import (
    HighExplosive,
    KgnType,
    Kind,
    Mobility,
    Mount,
    ShellSize,
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

_HITS = {"observation": 2, "fighter": 3, "fighter-bomber": 4}
"""The hits of each kind of aircraft, as the book has them."""

_BOOK = Provenance.BOOK
_CANNON_SHELL = HighExplosive(ShellSize.LIGHT, 1, 1)
_CANNON_AP = (2, 2, 1, 1, 1, 1)


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


def _carried(row: Mapping[str, Any]) -> Iterator[Weapon]:
    """What an aircraft carries, guns first."""
    if "machine_guns" in row:
        yield machine_guns(row["machine_guns"])
    if "cannon" in row:
        yield air_cannon(WeaponKind(row["cannon"]))
    if "rockets" in row:
        yield rockets(row["rockets"])
    if "bombs" in row:
        yield bombs(row["bombs"]["size"], row["bombs"]["count"])


def _aircraft(row: Mapping[str, Any]) -> KgnType:
    kind, hits = Kind.AIRCRAFT, _HITS[row["role"]]
    return with_points(
        unit_type_of_row(row, kind, Mobility.NONE, tuple(_carried(row)), (5.0, 1.5), hits=hits)
    )


AIRCRAFT: tuple[KgnType, ...] = tuple(map(_aircraft, FIGURES["aircraft"]))
"""The aircraft of both sides."""

RULE_IDS = {
    "ROCKET_SHELL": "KN-AIR-20",
    "BOMB_SHELLS": ("KN-AIR-24", "KN-AIR-25", "KN-AIR-26"),
    "AIRCRAFT": ("KN-AA-08", "KN-AIR-29a"),
}
