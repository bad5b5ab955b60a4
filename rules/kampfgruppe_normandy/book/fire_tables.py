"""The printed tables of fire: observation, suppression effects, unit morale.

Rule: KGN Observing the enemy, Suppression effects, Unit morale.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.unit_types import Kind, ShellSize
from rules.kampfgruppe_normandy.book.weapons import Band

AUTOMATIC = 1
"""The number for a target that is seen without a die."""

FEW_MEN = 3
"""Infantry of this many men or fewer needs 1 more to be observed."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A row of the observation table: the number needed for a target that has not fired (`quiet`) or has (`fired`)."""

    target: str
    obscured: bool
    quiet: int
    fired: int


OBSERVATION: tuple[Observation, ...] = (
    Observation("infantry", False, 3, 2),
    Observation("infantry", True, 4, 3),
    Observation("vehicle", False, 2, AUTOMATIC),
    Observation("vehicle", True, 3, 2),
    Observation("gun", False, 2, AUTOMATIC),
    Observation("gun", True, 4, 3),
)


@implements(
    "KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-06", "KN-DFSA-07", "KN-DFSA-08", "KN-DFSA-09", "KN-DFSA-10",
    "KN-DFHE-03", "KN-DFAT-03",
)  # fmt: skip
def observe_needed(kind: Kind, *, obscured: bool, fired: bool, men: int) -> int:
    """The number needed to observe a target; AUTOMATIC if no die is thrown.

    Rule: KGN Observing the enemy.
    """
    row_of = "infantry" if kind is Kind.INFANTRY else "gun" if kind is Kind.GUN else "vehicle"
    row = next(row for row in OBSERVATION if row.target == row_of and row.obscured == obscured)
    needed = row.fired if fired else row.quiet
    return needed + 1 if kind is Kind.INFANTRY and men <= FEW_MEN else needed


class EffectColumn(StrEnum):
    """The columns of the table of suppression effects."""

    INFANTRY_OR_GUN = "infantry or deployed gun"
    SOFT_SKIN = "soft-skin"
    OPEN_TOPPED = "open-topped armour"
    ENCLOSED = "enclosed armour"
    AIRCRAFT = "aircraft"


def effect_column(kind: Kind) -> EffectColumn:
    """The column of the suppression effects that a kind of target is read in."""
    return {
        Kind.INFANTRY: EffectColumn.INFANTRY_OR_GUN,
        Kind.GUN: EffectColumn.INFANTRY_OR_GUN,
        Kind.SOFT_SKIN: EffectColumn.SOFT_SKIN,
        Kind.OPEN_TOPPED: EffectColumn.OPEN_TOPPED,
        Kind.ENCLOSED: EffectColumn.ENCLOSED,
        Kind.AIRCRAFT: EffectColumn.AIRCRAFT,
    }[kind]


_COLUMNS = tuple(EffectColumn)


def _row(*numbers: int | None) -> Mapping[EffectColumn, int | None]:
    return MappingProxyType(dict(zip(_COLUMNS, numbers, strict=True)))


SMALL_ARMS_EFFECT: Mapping[Band, Mapping[EffectColumn, int | None]] = MappingProxyType({
    #                          inf/gun soft open  encl  air
    Band.CLOSE_ASSAULT: _row(2,      2,   4,    5,    None),
    Band.SHORT:         _row(3,      2,   6,    None, None),
    Band.EFFECTIVE:     _row(4,      2,   6,    None, None),
    Band.LONG:          _row(5,      2,   6,    None, 6),
    Band.VERY_LONG:     _row(5,      2,   6,    None, 6),
    Band.EXTREME:       _row(5,      2,   6,    None, 6),
})  # fmt: skip
"""The die that suppresses with small arms; the printed long row is for 24 inches and more (OUR 4)."""

SHELL_EFFECT: Mapping[ShellSize, Mapping[EffectColumn, int | None]] = MappingProxyType({
    ShellSize.LIGHT:      _row(5, 2, 5, None, 5),
    ShellSize.MEDIUM:     _row(4, 2, 4, 6,    None),
    ShellSize.HEAVY:      _row(3, 2, 3, 5,    None),
    ShellSize.VERY_HEAVY: _row(2, 2, 2, 4,    None),
})  # fmt: skip
"""The die that suppresses with a shell, at any range."""

SUPPRESSING_MISS = 1
SUPPRESSING_DIRECT_HIT = 6
"""The suppressing die that misses, and the one that is a direct hit; those between fall close."""


class SuppressionResult(StrEnum):
    """How suppressing fire falls."""

    MISS = "miss"
    CLOSE = "close"
    DIRECT_HIT = "direct hit"


def suppression_result(die: int) -> SuppressionResult:
    """How suppressing fire falls, by its die."""
    if die == SUPPRESSING_MISS:
        return SuppressionResult.MISS
    return SuppressionResult.DIRECT_HIT if die == SUPPRESSING_DIRECT_HIT else SuppressionResult.CLOSE


class MoraleResult(StrEnum):
    """The results of a unit morale test."""

    WITHDRAW = "withdraws"
    ABANDON_GUN = "abandons its gun"
    SUPPRESSED_OR_ABANDON = "is suppressed or abandons its vehicle"
    SUPPRESSED = "is suppressed"
    OK = "holds"
    HEROIC = "holds, perhaps heroically"


_M = MoraleResult

UNIT_MORALE: Mapping[int, tuple[MoraleResult, MoraleResult, MoraleResult]] = MappingProxyType({
    #  infantry       guns            all vehicles
    1: (_M.WITHDRAW,   _M.ABANDON_GUN, _M.SUPPRESSED_OR_ABANDON),
    2: (_M.WITHDRAW,   _M.ABANDON_GUN, _M.SUPPRESSED),
    3: (_M.SUPPRESSED, _M.SUPPRESSED,  _M.OK),
    4: (_M.OK,         _M.SUPPRESSED,  _M.OK),
    5: (_M.OK,         _M.OK,          _M.OK),
    6: (_M.HEROIC,     _M.HEROIC,      _M.HEROIC),
})  # fmt: skip
"""The table of unit morale by the die: infantry, guns, all vehicles."""


@implements("KN-UMOR-08", "KN-UMOR-25", "KN-UMOR-26")
def morale_result(kind: Kind, die: int) -> MoraleResult:
    """The result of a morale test for a unit of this kind; the crew of a towed gun tests as a gun."""
    infantry, gun, vehicle = UNIT_MORALE[die]
    return infantry if kind is Kind.INFANTRY else gun if kind is Kind.GUN else vehicle


RULE_IDS = {
    "SMALL_ARMS_EFFECT": ("KN-SUPP-09", "KN-SUPP-10", "KN-SUPP-11", "KN-SUPP-12", "KN-SUPP-13"),
    "SHELL_EFFECT": ("KN-SUPP-14", "KN-SUPP-15", "KN-SUPP-16", "KN-SUPP-17"),
    "SUPPRESSING_DIRECT_HIT": ("KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08"),
    "UNIT_MORALE": (
        "KN-UMOR-09", "KN-UMOR-10", "KN-UMOR-11", "KN-UMOR-12", "KN-UMOR-13", "KN-UMOR-14",
    ),
}  # fmt: skip
