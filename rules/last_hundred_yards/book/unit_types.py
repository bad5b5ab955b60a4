"""Unit types: the kinds of unit, and the values printed on a counter."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.units import Symbol


class UnitKind(StrEnum):
    """The kinds of unit (LHY 2.1 and 2.2)."""

    SQUAD = "squad"
    SECTION = "section"
    MG = "mg"
    LEADER = "leader"
    LATW = "latw"
    GUN = "gun"
    FP = "fp"
    AFV = "afv"
    HALFTRACK = "halftrack"
    TRUCK = "truck"
    JEEP = "jeep"
    DUMMY = "dummy"
    VEHICLE_DUMMY = "vehicle_dummy"
    UNKNOWN = "unknown"
    """The counter that the other side sees in place of the units under a Concealment marker."""


_SYMBOLS = {
    UnitKind.SQUAD: Symbol.INFANTRY,
    UnitKind.SECTION: Symbol.INFANTRY,
    UnitKind.MG: Symbol.MACHINE_GUN,
    UnitKind.LEADER: Symbol.LEADER,
    UnitKind.LATW: Symbol.ANTI_TANK_WEAPON,
    UnitKind.GUN: Symbol.GUN,
    UnitKind.FP: Symbol.GUN,
    UnitKind.AFV: Symbol.TANK,
    UnitKind.HALFTRACK: Symbol.HALFTRACK,
    UnitKind.TRUCK: Symbol.TRUCK,
    UnitKind.JEEP: Symbol.TRUCK,
    UnitKind.DUMMY: Symbol.UNKNOWN,
    UnitKind.VEHICLE_DUMMY: Symbol.UNKNOWN,
    UnitKind.UNKNOWN: Symbol.UNKNOWN,
}


class Nation(StrEnum):
    """The nation of a counter."""

    US = "us"
    GERMAN = "ge"


CARRIERS = frozenset({UnitKind.HALFTRACK, UnitKind.TRUCK, UnitKind.JEEP})
_VEHICLES = CARRIERS | {UnitKind.AFV, UnitKind.VEHICLE_DUMMY}
_DUMMIES = frozenset({UnitKind.DUMMY, UnitKind.VEHICLE_DUMMY})
_NON_COMBAT = frozenset({UnitKind.LEADER, UnitKind.LATW, UnitKind.TRUCK, UnitKind.JEEP}) | _DUMMIES
_INFANTRY = frozenset({UnitKind.SQUAD, UnitKind.SECTION})
_SUPPORT = CARRIERS | {UnitKind.MG, UnitKind.LATW, UnitKind.GUN, UnitKind.FP}


CARRIED_ON = frozenset({UnitKind.GUN, UnitKind.FP})
"""Kinds of unit that never come on the map by themselves."""

CLASSES = {
    UnitKind.AFV: "afv",
    UnitKind.FP: "fp",
    UnitKind.HALFTRACK: "carrier",
    UnitKind.TRUCK: "carrier",
    UnitKind.JEEP: "carrier",
    UnitKind.GUN: "gun",
}
"""The class by which an inquiry counts each kind of unit (4.3); other kinds are not counted."""


def kinds_of_class(word: str) -> frozenset[UnitKind]:
    """The kinds of unit that an inquiry counts as one class."""
    return frozenset(kind for kind, unit_class in CLASSES.items() if unit_class == word)


_CLASS_NAMES = {
    "afv": ("AFV", "AFVs"),
    "fp": ("FP", "FPs"),
    "carrier": ("carrier", "carriers"),
    "gun": ("towed gun", "towed guns"),
}


def class_in_words(kind: str, count: int = 1) -> str:
    """What players call a class of unit, singular or plural; a word that names no class is returned unchanged."""
    return _CLASS_NAMES.get(kind, (kind, kind))[count != 1]


def classes_in_words(counts: Iterable[tuple[str, int]]) -> str:
    """The answer to an inquiry in words: 2 AFVs, 1 towed gun."""
    words = ", ".join(f"{count} {class_in_words(kind, count)}" for kind, count in counts if count)
    return words or "no AFV, FP, carrier or towed gun"


@dataclass(frozen=True)
class LhyUnitType:
    """One line of the roster: every value on the counter.

    Ranges are in hexes; None means that the value is not on the counter. `sav_underscored` marks an
    SAV range that takes no range DRM. `platoon` 0 is the company commander's tank.
    Rule: LHY 1.1-1.10, 2.1, 2.2.
    """

    id: str
    name: str
    nation: Nation
    kind: UnitKind
    company: str = ""
    platoon: int | None = None
    atv: int | None = None
    atv_range_hexes: int = 0
    assault: int = 0
    sav: int | None = None
    sav_range_hexes: int = 0
    sav_underscored: bool = False
    cohesion: int | None = None
    av: int | None = None
    aev: int | None = None
    steps: int = 1
    provenance: Provenance = Provenance.BOOK

    @cached_property
    def is_vehicle(self) -> bool:
        return self.kind in _VEHICLES

    @cached_property
    def symbol(self) -> Symbol:
        """The symbol on the counter."""
        return _SYMBOLS[self.kind]

    @cached_property
    def is_foot(self) -> bool:
        """Whether the unit goes on foot: squads, sections, MGs, leaders and LATWs, but neither guns nor FPs."""
        return not self.is_vehicle and self.kind not in (UnitKind.FP, UnitKind.GUN)

    @cached_property
    @implements("LHY-14.2c", "LHY-1.7.elite")
    def may_be_elite(self) -> bool:
        """Whether being Elite makes a difference: for men and guns when they recover, for AFVs when they
        fire (LHY 14.2c, 1.7)."""
        return self.is_foot or self.kind in (UnitKind.GUN, UnitKind.AFV)

    @cached_property
    @implements("LHY-1.7.2")
    def is_hard(self) -> bool:
        """Whether the unit has an AV, so that anti-tank fire can harm it: vehicles, towed guns and FPs (LHY 1.7)."""
        return self.av is not None

    @cached_property
    def is_combat(self) -> bool:
        return self.kind not in _NON_COMBAT

    @cached_property
    @implements("LHY-17.8.2a", "LHY-17.8.1b")
    def is_dummy(self) -> bool:
        return self.kind in _DUMMIES

    @cached_property
    def platoon_key(self) -> str:
        """Company and platoon together, the key of activation (LHY 1.9); empty for support units."""
        return "" if self.platoon is None else f"{self.company}.{self.platoon}"

    @cached_property
    def is_armed(self) -> bool:
        """Whether the unit can fire: trucks, jeeps and dummies have neither SAV nor ATV."""
        return self.sav is not None or self.atv is not None

    @cached_property
    def is_infantry(self) -> bool:
        return self.kind in _INFANTRY

    @cached_property
    def is_carrier(self) -> bool:
        return self.kind in CARRIERS

    @cached_property
    @implements("LHY-2.1.6.2")
    def can_transport(self) -> bool:
        """Whether the unit is a carrier that may transport others: one without an ATV of 0 or more (LHY 2.1)."""
        return self.is_carrier and (self.atv is None or self.atv < 0)

    @cached_property
    def is_support(self) -> bool:
        """Whether the unit belongs to no platoon, and so activates with the nearest infantry platoon (LHY 3.2, 7.2a)."""
        return self.kind in _SUPPORT

    @cached_property
    @implements("LHY-11.3.3o")
    def has_high_explosive(self) -> bool:
        """Whether the unit fires high explosive as small arms fire: a vehicle or gun, SAV 1 or less, range
        underscored (LHY 11.3.3o)."""
        is_gun = self.is_vehicle or self.kind is UnitKind.GUN
        return is_gun and self.sav_underscored and self.sav is not None and self.sav <= 1

    @cached_property
    @implements("LHY-12.3.7c")
    def does_collateral_damage(self) -> bool:
        """Whether a vehicle destroyed by this unit harms those aboard and near it: with an ATV above 0 (LHY 12.3.7c)."""
        return self.atv is not None and self.atv > 0

    @cached_property
    def is_tracked(self) -> bool:
        return self.kind in (UnitKind.AFV, UnitKind.HALFTRACK)


RULE_IDS = {
    "LhyUnitType": (
        "LHY-2.1.1", "LHY-2.1.2", "LHY-2.1.4", "LHY-2.1.5", "LHY-2.2.5.1", "LHY-3.0.2", "LHY-3.2.1",
    ),
}  # fmt: skip
