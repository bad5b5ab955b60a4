"""The weapons of the house list: guns by calibre and by what they pierce, and the small arms the book prints."""

from rules.game.citation import Provenance
from rules.kampfgruppe_normandy.book.house.points import penetration, shell
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Mount, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapon_limits import (
    FLAMES_OF_A_MAN,
    FLAMES_OF_A_VEHICLE,
    LEAST_INDIRECT_IN,
    PRINTED_SHELLS,
)
from rules.kampfgruppe_normandy.book.weapons import HAND_HEAT_IN, LIGHT_MORTAR_IN

_BOOK = Provenance.BOOK


def gun(
    name: str,
    calibre_mm: float,
    pierced_mm: float | None,
    kind: WeaponKind = WeaponKind.AT_GUN,
    mount: Mount = Mount.TURRET,
    *,
    has_he: bool = True,
) -> Weapon:
    """A gun: `pierced_mm` at 30 degrees and 500 metres, None for one without armour piercing shot."""
    pierces = None if pierced_mm is None else penetration(pierced_mm)
    return Weapon(
        name, kind, mount, shell(calibre_mm) if has_he else None, pierces, min_in=LEAST_INDIRECT_IN.get(kind)
    )


def coaxial(count: int = 1) -> Weapon:
    return Weapon("co-axial MG", WeaponKind.TANK_MG, Mount.TURRET, count=count, provenance=_BOOK)


def bow(count: int = 1) -> Weapon:
    return Weapon("bow MG", WeaponKind.TANK_MG, Mount.HULL, count=count, provenance=_BOOK)


def pintle(count: int = 1) -> Weapon:
    return Weapon("pintle MG", WeaponKind.PINTLE_MG, Mount.PINTLE, count=count, provenance=_BOOK)


def autocannon(name: str, kind: WeaponKind, calibre_mm: float, pierced_mm: float, mount: Mount) -> Weapon:
    """A 20 mm to 40 mm cannon; it counts as light HE to suppress, and its shell pierces as its calibre does."""
    he = HighExplosive(ShellSize.LIGHT, 2 if calibre_mm > 30 else 1, 1)
    return Weapon(name, kind, mount, he, penetration(pierced_mm))


RIFLES = Weapon("small arms", WeaponKind.SMALL_ARMS, provenance=_BOOK)
BREN = Weapon("Bren", WeaponKind.LMG, provenance=_BOOK)
BAR = Weapon("BAR", WeaponKind.LMG, provenance=_BOOK)
MG42 = Weapon("MG 42", WeaponKind.MMG, provenance=_BOOK)
MG34 = Weapon("MG 34", WeaponKind.MMG, provenance=_BOOK)
"""The MG 32 of the text (OUR 7)."""

MG42_TRIPOD = Weapon("MG 42 on tripod", WeaponKind.HMG, provenance=_BOOK)
VICKERS = Weapon("Vickers", WeaponKind.HMG, provenance=_BOOK)
CAL30 = Weapon(".30 cal", WeaponKind.MMG, provenance=_BOOK)
CAL50 = Weapon(".50 cal", WeaponKind.HMG, provenance=_BOOK)
PIAT = Weapon("PIAT", WeaponKind.HAND_HEAT, max_in=HAND_HEAT_IN, provenance=_BOOK)
BAZOOKA = Weapon("Bazooka", WeaponKind.HAND_HEAT, max_in=HAND_HEAT_IN, provenance=_BOOK)
PANZERSCHRECK = Weapon("Panzerschreck", WeaponKind.HAND_HEAT, max_in=HAND_HEAT_IN, provenance=_BOOK)
PANZERFAUST = Weapon("Panzerfaust", WeaponKind.PANZERFAUST, max_in=HAND_HEAT_IN, uses=1)
FLAMETHROWER = Weapon("flamethrower", WeaponKind.FLAMETHROWER, uses=FLAMES_OF_A_MAN, provenance=_BOOK)
HULL_FLAMETHROWER = Weapon(
    "hull flamethrower", WeaponKind.FLAMETHROWER, Mount.HULL, uses=FLAMES_OF_A_VEHICLE, provenance=_BOOK
)

_LIGHT_BOMB = PRINTED_SHELLS[WeaponKind.LIGHT_MORTAR]
MORTAR_2IN = Weapon(
    '2" mortar', WeaponKind.LIGHT_MORTAR, Mount.HAND, _LIGHT_BOMB, max_in=LIGHT_MORTAR_IN, provenance=_BOOK
)
MORTAR_50MM = Weapon(
    "50mm mortar", WeaponKind.LIGHT_MORTAR, Mount.HAND, _LIGHT_BOMB, max_in=LIGHT_MORTAR_IN, provenance=_BOOK
)
_MEDIUM_BOMB = HighExplosive(ShellSize.MEDIUM, 4, 2)
_HEAVY_BOMB = HighExplosive(ShellSize.MEDIUM, 6, 3)


def medium_mortar(name: str) -> Weapon:
    return Weapon(
        name,
        WeaponKind.MORTAR,
        Mount.GROUND,
        _MEDIUM_BOMB,
        min_in=LEAST_INDIRECT_IN[WeaponKind.MORTAR],
        max_in=96.0,
        provenance=_BOOK,
    )


def heavy_mortar(name: str) -> Weapon:
    return Weapon(
        name,
        WeaponKind.MORTAR,
        Mount.GROUND,
        _HEAVY_BOMB,
        min_in=LEAST_INDIRECT_IN[WeaponKind.MORTAR],
        max_in=192.0,
        provenance=_BOOK,
    )


RULE_IDS = {
    "medium_mortar": "KN-WPN-10",
    "heavy_mortar": "KN-WPN-11",
    "gun": ("KN-WPN-21", "KN-WPN-22", "KN-WPN-25", "KN-DFHE-10", "KN-DFAT-34"),
}
