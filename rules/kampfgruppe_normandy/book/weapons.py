"""Weapons by kind: firepower, greatest range, crew, and the number to hit in each range band.

Rule: KGN Direct fire - small arms, Direct fire - high explosive, Direct fire - anti-tank, Weapons.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType

from rules.game.charts import Beyond, Chart, Row
from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Mount, ShellSize, WeaponKind


class Band(IntEnum):
    """The six range bands, each 8 inches."""

    CLOSE_ASSAULT = 0
    SHORT = 1
    EFFECTIVE = 2
    LONG = 3
    VERY_LONG = 4
    EXTREME = 5

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def out_to_in(self) -> float:
        return 8.0 * (self + 1)


BANDS: Chart[Band] = Chart(
    "range in inches",
    tuple(Row(8.0 * band, band.out_to_in, band, cite("Direct fire: range bands")) for band in Band),
    below=Beyond.REFUSE,
    above=Beyond.REFUSE,
    measured=True,
)
"""The bands by distance; the edge belongs to the nearer one (OUR 3)."""

NIGHT_LIMIT_IN = 24.0
"""How far anybody sees at night."""

MAX_DIRECT_IN = Band.EXTREME.out_to_in
"""How far direct fire reaches, and HE that suppresses (OUR 55)."""


@dataclass(frozen=True, slots=True)
class Firepower:
    """A row of the firepower table: dice, greatest range, least crew, and as how many light HE shells it counts to suppress."""

    dice: int
    max_in: float
    crew: int
    light_he: int
    cite: Citation


_FP = cite("Direct fire - small arms: firepower")
_K = WeaponKind

FIREPOWER: Mapping[WeaponKind, Firepower] = MappingProxyType({
    _K.SMALL_ARMS:          Firepower(1, 24, 0, 0, _FP),
    _K.LMG:                 Firepower(2, 24, 1, 0, _FP),
    _K.MMG:                 Firepower(5, 32, 2, 0, _FP),
    _K.HMG:                 Firepower(7, 32, 2, 0, _FP),
    _K.SMALL_AUTOCANNON:    Firepower(5, 48, 2, 1, _FP),
    _K.LARGE_AUTOCANNON:    Firepower(6, 48, 2, 1, _FP),
    _K.MULTIPLE_AUTOCANNON: Firepower(9, 48, 2, 2, _FP),
    _K.MULTIPLE_HMG:        Firepower(10, 32, 2, 0, _FP),
    _K.TANK_MG:             Firepower(3, 32, 0, 0, _FP),
    _K.PINTLE_MG:           Firepower(6, 32, 0, 0, ours(8)),
    _K.FLAMETHROWER:        Firepower(10, 8, 1, 0, _FP),
    _K.AIRCRAFT_MG:         Firepower(3, 32, 0, 0, cite("Aircraft: machine guns")),
})  # fmt: skip
"""Dice, greatest range in inches, crew and light HE shells of each small arm. A vehicle has all the crew it needs."""

_RIFLES = (3, 4, 5, None, None, None)
_MACHINE_GUNS = (3, 4, 5, 6, None, None)
_AUTOCANNON = (3, 4, 5, 6, 6, 6)

SMALL_ARMS_TO_HIT: Mapping[WeaponKind, tuple[int | None, ...]] = MappingProxyType({
    _K.SMALL_ARMS: _RIFLES,
    _K.LMG: _RIFLES,
    _K.MMG: _MACHINE_GUNS,
    _K.HMG: _MACHINE_GUNS,
    _K.TANK_MG: _MACHINE_GUNS,
    _K.PINTLE_MG: _MACHINE_GUNS,
    _K.MULTIPLE_HMG: _MACHINE_GUNS,
    _K.AIRCRAFT_MG: _MACHINE_GUNS,
    _K.SMALL_AUTOCANNON: _AUTOCANNON,
    _K.LARGE_AUTOCANNON: _AUTOCANNON,
    _K.MULTIPLE_AUTOCANNON: _AUTOCANNON,
    _K.FLAMETHROWER: (3, None, None, None, None, None),
})  # fmt: skip
"""The die to hit in each band, nearest first; None is out of range."""

SHELL_TO_HIT: tuple[int, ...] = (2, 2, 3, 4, 5, 6)
"""The die to hit with HE, AP and HEAT in each band."""

DAMAGE_ON: Mapping[ShellSize, int] = MappingProxyType(
    {ShellSize.LIGHT: 5, ShellSize.MEDIUM: 4, ShellSize.HEAVY: 3, ShellSize.VERY_HEAVY: 2}
)
"""The damage die that hits, by the size of the shell."""

ATTACKS_FROM_IN, AS_FAR_AS_IN = 12.0, 15.0
"""About how far from its target an attacking aircraft is placed, and how far off it still attacks (OUR 222)."""

ROCKET_HITS_ON = 6
"""The die on which a rocket of an aircraft hits, whatever the modifiers."""

LEAST_SUPPRESSING_FIREPOWER = 3
FLAME_PENETRATION = 5
GUN_ARMOUR = 2
CREWED_ARC_DEG = 90.0
ALL_ROUND_DEG = 360.0


@implements("KN-SHOOT-05", "KN-SHOOT-06", "KN-SHOOT-07", "KN-SHOOT-08")
def arc_deg(mount: Mount) -> float:
    """How wide a weapon's arc of fire is: all round from hand, turret and pintle, else 90 degrees to the front.

    A light mortar is fired from the hand.

    Rule: KGN Shooting, firing arcs; OUR 197, 199.
    """
    if mount in (Mount.HAND, Mount.TURRET, Mount.PINTLE):
        return ALL_ROUND_DEG
    return CREWED_ARC_DEG


RULE_IDS = {
    "ATTACKS_FROM_IN": "KN-AIR-10",
    "ROCKET_HITS_ON": "KN-AIR-19",
    "BANDS": ("KN-DFSA-26", "KN-KIT-03", "KN-PRIN-02"),
    "FIREPOWER": (
        "KN-DFSA-14", "KN-DFSA-15", "KN-DFSA-16", "KN-DFSA-17", "KN-DFSA-18", "KN-DFSA-19", "KN-DFSA-20",
        "KN-DFSA-21", "KN-DFSA-22", "KN-DFSA-23", "KN-DFSA-24", "KN-WPN-01", "KN-WPN-02", "KN-WPN-03",
        "KN-WPN-04a", "KN-WPN-05", "KN-WPN-12", "KN-WPN-17", "KN-WPN-18a", "KN-AIR-17",
    ),
    "SMALL_ARMS_TO_HIT": (
        "KN-DFSA-27", "KN-DFSA-28", "KN-DFSA-29", "KN-DFSA-30", "KN-DFSA-31", "KN-DFSA-32",
    ),
    "SHELL_TO_HIT": ("KN-DFHE-04", "KN-DFAT-04", "KN-DFAT-45"),
    "DAMAGE_ON": ("KN-DFHE-11",),
    "MAX_DIRECT_IN": ("KN-DFHE-09", "KN-SUPP-38"),
    "FLAME_PENETRATION": ("KN-DFSA-52",),
}  # fmt: skip
