"""Points, morale values and equipment figures of the house list: a formula for each, with the scales of its data file.

The army lists and equipment tables of the book are not in its text. What it does print fixes the scales
(OUR 68 and 69); all else follows from plate and gun as they are on record, and from these formulas (OUR 70).
No figure is taken from another game.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.kampfgruppe_normandy.book.house.figures import FIGURES
from rules.kampfgruppe_normandy.book.support_lists import SupportCosts
from rules.kampfgruppe_normandy.book.unit_types import (
    Armour,
    HighExplosive,
    KgnType,
    Kind,
    Mobility,
    ShellSize,
    SpecialRule,
    Weapon,
    WeaponKind,
)
from rules.kampfgruppe_normandy.book.weapons import FIREPOWER

_SCALES = FIGURES["scales"]
PLATE_MM_PER_POINT: float = _SCALES["plate_mm_per_point"]
PIERCED_MM_PER_POINT: float = _SCALES["pierced_mm_per_point"]
FALL_OFF: tuple[float, ...] = tuple(_SCALES["fall_off"])
"""Penetration in the six bands as a share of that at 500 metres."""

FIELD_GUNS: int = _SCALES["field_guns"]
FIELD_GUN_POINTS: int = _SCALES["field_gun_points"]
"""The fewest guns that a request for general support finds, and the price of such a gun off the table."""

_SPEED_POINTS: Mapping[Mobility, int] = {
    Mobility(name): worth for name, worth in _SCALES["speed_points"].items()
}
_RULE_POINTS: Mapping[SpecialRule, int] = {
    SpecialRule(name): worth for name, worth in _SCALES["rule_points"].items()
}


def armour(front_mm: float, side_mm: float, rear_mm: float) -> Armour:
    """Armour values from millimetres of plate along a level line of fire (OUR 68); at least 1."""
    front, side, rear = (max(1, round(mm / PLATE_MM_PER_POINT)) for mm in (front_mm, side_mm, rear_mm))
    return Armour(front, side, rear)


def penetration(pierced_mm: float) -> tuple[int, ...]:
    """Penetration in the six bands from millimetres pierced at 30 degrees and 500 metres (OUR 68, 69)."""
    return tuple(max(1, min(20, round(pierced_mm * share / PIERCED_MM_PER_POINT))) for share in FALL_OFF)


def shell(calibre_mm: float) -> HighExplosive:
    """The HE shell of a gun: size, rating and penetration by calibre, as the printed shells have them (OUR 182).

    75 mm is medium 4, 105 mm heavy 5 and 140 mm heavy 6 in the text; 50, 81 and 120 mm penetrate 1, 2 and 3.
    """
    if calibre_mm <= 50:
        size, rating = ShellSize.LIGHT, 2 if calibre_mm < 45 else 3
    elif calibre_mm < 100:
        size, rating = ShellSize.MEDIUM, 3 if calibre_mm < 70 else 4
    elif calibre_mm < 160:
        size, rating = ShellSize.HEAVY, 5 if calibre_mm < 130 else 6
    else:
        size, rating = ShellSize.VERY_HEAVY, 7
    return HighExplosive(size, rating, max(1, round(calibre_mm / 40)))


def with_points(line: KgnType) -> KgnType:
    """A unit type with its points and its morale value worked out."""
    cost = _points(line)
    return replace(line, points=cost, morale=_morale_value(line, cost))


def _points(line: KgnType) -> int:
    """The points of a unit: plate, guns, firepower, speed, men and special rules added up.

    Twice the front and once side and rear; each weapon twice its penetration at 24 inches, twice its HE
    rating and two thirds of its firepower (HEAT counts 7, or 3 if its shots are limited, and rifles nothing); the points of its speed; 2 for each man, half that in a
    gun's crew; 2 for each hit; 1 for every 4 carried; then its special rules.
    """
    total = 0.0
    if line.armour is not None:
        total += 2 * line.armour.front + line.armour.side + line.armour.rear
    total += sum(weapon.count * _weapon_points(weapon) for weapon in line.weapons)
    total += _SPEED_POINTS.get(line.mobility, 0)
    total += line.men * (1 if line.kind is Kind.GUN else 2)
    total += 2 * line.hits + line.capacity / 4
    total += sum(_RULE_POINTS.get(rule, 0) for rule in line.rules)
    return max(1, round(total))


def _weapon_points(weapon: Weapon) -> float:
    if weapon.kind is WeaponKind.SMALL_ARMS:
        return 0.0
    if weapon.kind.fires_heat:
        return 7.0 if weapon.uses is None else 3.0
    worth = 0.0
    if weapon.kind in FIREPOWER:
        worth += FIREPOWER[weapon.kind].dice * 2 / 3
    if weapon.ap is not None:
        worth += 2 * weapon.ap[2]
    if weapon.he is not None:
        worth += 2 * weapon.he.rating
    return worth


def support_costs(high_on: int, low_on: int, counter_battery_on: int) -> SupportCosts:
    """The prices of fire support (OUR 160).

    A request costs two field guns times the chance that it is granted, a counter-battery mission two field guns times
    the chance that it silences guns. A registered point costs as much as signals.
    """
    battery = FIELD_GUNS * FIELD_GUN_POINTS
    high, low, counter = (round(battery * (7 - die) / 6) for die in (high_on, low_on, counter_battery_on))
    return SupportCosts(_RULE_POINTS[SpecialRule.SIGNALS], counter, high, low)


def _morale_value(line: KgnType, cost: int) -> int:
    """The morale value of a unit, 0 to 3, by its price: 1, from 30 points 2, from 60 points 3.

    It is 3 for the supreme command, and 0 for a soft-skin, an aircraft, a gun off the table and a sniper.
    """
    if line.has(SpecialRule.SUPREME_COMMAND):
        return 3
    if line.kind in (Kind.SOFT_SKIN, Kind.AIRCRAFT) or line.rules & {
        SpecialRule.SNIPER,
        SpecialRule.OFF_TABLE,
    }:
        return 0
    return 1 if cost < 30 else 2 if cost < 60 else 3
