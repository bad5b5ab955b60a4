"""Movement allowances of each kind of unit, by day and by night, and the costs and bonuses besides terrain. Chapter 10.1."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind

START_MOTION_MP = Fraction(1)
ROAD_BONUS_MP = Fraction(1)


class MoveClass(StrEnum):
    """The columns of the Terrain Effects Table."""

    FOOT = "foot"
    AFV = "afv"
    HALFTRACK = "halftrack"
    TRUCK = "truck"


_CLASSES = dict.fromkeys(UnitKind, MoveClass.FOOT) | {
    UnitKind.AFV: MoveClass.AFV,
    UnitKind.VEHICLE_DUMMY: MoveClass.AFV,
    UnitKind.HALFTRACK: MoveClass.HALFTRACK,
    UnitKind.TRUCK: MoveClass.TRUCK,
    UnitKind.JEEP: MoveClass.TRUCK,
}


def move_class(unit_type: LhyUnitType) -> MoveClass:
    """The column of the Terrain Effects Table that a unit uses."""
    return _CLASSES[unit_type.kind]


class Mode(StrEnum):
    """How a unit maneuvers: as part of its platoon's activation, in reaction, or in reverse."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    REVERSE = "reverse"


ALLOWANCES: Mapping[tuple[MoveClass, Mode], tuple[int, str]] = {
    #                                       MP section
    (MoveClass.FOOT,      Mode.ACTIVATION): (3, "10.1.1a"),
    (MoveClass.FOOT,      Mode.REACTION):   (2, "10.1.2a"),
    (MoveClass.AFV,       Mode.ACTIVATION): (5, "10.1.1b"),
    (MoveClass.AFV,       Mode.REACTION):   (4, "10.1.2b"),
    (MoveClass.AFV,       Mode.REVERSE):    (3, "10.4.4"),
    (MoveClass.HALFTRACK, Mode.ACTIVATION): (5, "10.1.1b"),
    (MoveClass.HALFTRACK, Mode.REACTION):   (4, "10.1.2b"),
    (MoveClass.HALFTRACK, Mode.REVERSE):    (3, "10.4.4"),
    (MoveClass.TRUCK,     Mode.ACTIVATION): (6, "10.1.1b"),
    (MoveClass.TRUCK,     Mode.REACTION):   (4, "10.1.2b"),
    (MoveClass.TRUCK,     Mode.REVERSE):    (3, "10.4.4"),
}  # fmt: skip
"""The MP of 10.1, as printed."""

FOOT_HEXES: Mapping[Mode, int] = {Mode.ACTIVATION: 2, Mode.REACTION: 1}
"""The number of hexes that a unit on foot may enter whatever they cost; for vehicles there are none."""


def allowance_in(column: MoveClass, mode: Mode) -> tuple[int, int, str]:
    """The MP, the number of hexes that may be entered whatever they cost, and the section that gives both."""
    mp, section = ALLOWANCES[column, mode]
    return mp, FOOT_HEXES[mode] if column is MoveClass.FOOT else 0, section


RULE_IDS = {
    "ALLOWANCES": (
        "LHY-10.1.0.1", "LHY-10.1.0.2", "LHY-10.1.1a", "LHY-10.1.1b.1", "LHY-10.1.1b.2", "LHY-10.1.2a",
        "LHY-10.1.2b.1", "LHY-10.1.2b.2",
    ),
    "FOOT_HEXES": ("LHY-10.1.1a", "LHY-10.1.2a"),
    "HEROIC_ALLOWANCE": ("LHY-14.6.1",),
    "NIGHT_FOOT_HEXES": ("LHY-21.1c",),
    "NIGHT_VEHICLE_MP": ("LHY-21.1d.1",),
    "START_MOTION_MP": ("LHY-10.4.1.2",),
    "ROAD_BONUS_MP": ("LHY-4.1.8.3",),
    "BONUS_LOST_HEXES": ("LHY-4.1.8.bonus",),
}  # fmt: skip


HEROIC_ALLOWANCE = (3, 3)
"""The MP of a Heroic unit, and the number of hexes that it may enter whatever they cost (14.6.1)."""

NIGHT_FOOT_HEXES: Mapping[Mode, int] = {Mode.ACTIVATION: 2, Mode.REACTION: 1}
"""The number of hexes that a unit on foot may enter at night, whatever they cost; a Heroic unit moves as by day."""

NIGHT_VEHICLE_MP: Mapping[Mode, int] = {Mode.ACTIVATION: 3, Mode.REACTION: 2}
"""The MP of a vehicle at night, also in reverse."""

BONUS_LOST_HEXES = 2
"""Within this many hexes of an enemy combat unit the later editions give no road bonus."""


@implements("LHY-4.1.8.bonus")
def may_be_combat(enemy: Unit) -> bool:
    """Whether an enemy is a combat unit, or is concealed and may be one; hidden enemies do not count, as they are not known."""
    if enemy.has(HIDDEN):
        return False
    return enemy.has(CONCEALED) or (enemy.type in ROSTER and ROSTER[enemy.type].is_combat)
