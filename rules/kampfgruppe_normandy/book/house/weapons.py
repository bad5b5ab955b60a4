"""The weapons of the house list: guns by calibre and by what they pierce, and the small arms the book prints."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.game.citation import Provenance
from rules.game.on_record.guns import GUNS
from rules.kampfgruppe_normandy.book.house.points import penetration, shell
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Mount, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapon_limits import (
    FLAMES_OF_A_MAN,
    FLAMES_OF_A_VEHICLE,
    LEAST_INDIRECT_IN,
    MOST_IN,
    PRINTED_SHELLS,
)

_BOOK = Provenance.BOOK


def gun(
    name: str,
    calibre_mm: float,
    pierced_mm: float | None,
    kind: WeaponKind,
    mount: Mount,
    *,
    has_he: bool = True,
) -> Weapon:
    """A gun: `pierced_mm` at 30 degrees and 500 metres, None for one without armour piercing shot."""
    pierces = None if pierced_mm is None else penetration(pierced_mm)
    return Weapon(
        name, kind, mount, shell(calibre_mm) if has_he else None, pierces, min_in=LEAST_INDIRECT_IN.get(kind)
    )


def autocannon(name: str, kind: WeaponKind, calibre_mm: float, pierced_mm: float, mount: Mount) -> Weapon:
    """A 20 mm to 40 mm cannon; it counts as light HE to suppress, and its HE shell penetrates 1."""
    he = HighExplosive(ShellSize.LIGHT, 2 if calibre_mm > 30 else 1, 1)
    return Weapon(name, kind, mount, he, penetration(pierced_mm))


RIFLES = Weapon("small arms", WeaponKind.SMALL_ARMS, provenance=_BOOK)

_LIGHT_BOMB = PRINTED_SHELLS[WeaponKind.LIGHT_MORTAR]


MORTARS = {
    "medium": (HighExplosive(ShellSize.MEDIUM, 4, 2), 96.0),
    "heavy": (HighExplosive(ShellSize.MEDIUM, 6, 3), 192.0),
}
"""The bomb of each size of mortar, and its greatest range in inches."""


def mortar(name: str, size: str) -> Weapon:
    """A medium or heavy mortar on its base plate."""
    kind, (bomb, most_in) = WeaponKind.MORTAR, MORTARS[size]
    least_in = LEAST_INDIRECT_IN[kind]
    return Weapon(name, kind, Mount.GROUND, bomb, min_in=least_in, max_in=most_in, provenance=_BOOK)


_NAMED: Mapping[str, Weapon] = {
    weapon.name: replace(weapon, max_in=MOST_IN.get(weapon.kind)) for weapon in (
    Weapon("co-axial MG", WeaponKind.TANK_MG, Mount.TURRET, provenance=_BOOK),
    Weapon("bow MG", WeaponKind.TANK_MG, Mount.HULL, provenance=_BOOK),
    Weapon("pintle MG", WeaponKind.PINTLE_MG, Mount.PINTLE, provenance=_BOOK),
    Weapon("Bren", WeaponKind.LMG, provenance=_BOOK),
    Weapon("BAR", WeaponKind.LMG, provenance=_BOOK),
    Weapon("MG 42", WeaponKind.MMG, provenance=_BOOK),
    Weapon("MG 34", WeaponKind.MMG, provenance=_BOOK),
    Weapon("MG 42 on tripod", WeaponKind.HMG, provenance=_BOOK),
    Weapon("Vickers", WeaponKind.HMG, provenance=_BOOK),
    Weapon(".30 cal", WeaponKind.MMG, provenance=_BOOK),
    Weapon(".50 cal", WeaponKind.HMG, provenance=_BOOK),
    Weapon("quad .50 cal", WeaponKind.MULTIPLE_HMG, Mount.TURRET),
    Weapon("PIAT", WeaponKind.HAND_HEAT, provenance=_BOOK),
    Weapon("Bazooka", WeaponKind.HAND_HEAT, provenance=_BOOK),
    Weapon("Panzerschreck", WeaponKind.HAND_HEAT, provenance=_BOOK),
    Weapon("Panzerfaust", WeaponKind.PANZERFAUST, uses=1),
    Weapon("flamethrower", WeaponKind.FLAMETHROWER, uses=FLAMES_OF_A_MAN, provenance=_BOOK),
    Weapon("hull flamethrower", WeaponKind.FLAMETHROWER, Mount.HULL, uses=FLAMES_OF_A_VEHICLE, provenance=_BOOK),
    Weapon('2" mortar', WeaponKind.LIGHT_MORTAR, Mount.HAND, _LIGHT_BOMB, provenance=_BOOK),
    Weapon("50mm mortar", WeaponKind.LIGHT_MORTAR, Mount.HAND, _LIGHT_BOMB, provenance=_BOOK),
)}  # fmt: skip
"""The weapons that are the same on every unit; the MG 34 is the MG 32 of the text (OUR 7)."""


def weapon_of(row: str | Mapping[str, Any]) -> Weapon:
    """The weapon of a row: known by its name, a mortar, a gun on record, or a gun without armour piercing shot."""
    if isinstance(row, str):
        return _NAMED[row]
    if "bomb" in row:
        return mortar(row["name"], row["bomb"])
    kind, mount = WeaponKind(row["kind"]), Mount(row["mount"])
    if "gun" not in row:
        return gun(row["name"], row["calibre_mm"], None, kind, mount)
    on_record = GUNS[row["gun"]]
    calibre_mm, pierced_mm = on_record.calibre_mm, on_record.pierced_mm
    if kind.is_autocannon:
        return autocannon(row["name"], kind, calibre_mm, pierced_mm, mount)
    return gun(row["name"], calibre_mm, pierced_mm, kind, mount, has_he=row.get("has_he", True))


def weapons_of(row: Mapping[str, Any]) -> tuple[Weapon, ...]:
    return tuple(map(weapon_of, row.get("weapons", ())))


RULE_IDS = {
    "MORTARS": ("KN-WPN-10a", "KN-WPN-11"),
    "gun": ("KN-WPN-21c", "KN-WPN-22", "KN-WPN-25", "KN-DFHE-10", "KN-DFAT-34"),
}
