"""A request for fire as dice see it: is it granted, does the radio get through, which guns answer, where does it fall.

Rule: KGN Requesting a fire mission.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rules.game.dice import Dice
from rules.game.odds import Odds, odds_of_steps
from rules.game.rule_ids import implements
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.fire_missions import Level, Priority

MARKER_RANGE_IN = 72.0
"""How far from its observer a target marker may be placed."""

RADIO_ON = 3
GRANTED_ON: Mapping[Priority, int] = MappingProxyType({Priority.HIGH: 3, Priority.LOW: 5})
"""The die that grants general support; the low one is OUR 100."""

CHECKS: Mapping[Level, int] = MappingProxyType(
    {Level.BRIGADE: 1, Level.DIVISION: 2, Level.CORPS: 3, Level.ARMY: 4}
)
"""The radio checks to each headquarters (OUR 101)."""

DEDICATED_CHECKS = 1
_WAYS = 16

Battery = tuple[str, int]
"""The type of a gun and how many."""


def _table(*six: Battery) -> tuple[Battery, ...]:
    return six


_25PDR, _55IN = ("uk.25pdr_battery", 3), ("uk.55in_battery", 3)
_105MM, _155MM = ("us.105mm_battery", 3), ("us.155mm_battery", 3)
_FH18, _SFH18 = ("de.105mm_battery", 3), ("de.150mm_battery", 3)
_PAIR_25, _PAIR_105, _PAIR_FH = ("uk.25pdr_battery", 2), ("us.105mm_battery", 2), ("de.105mm_battery", 2)
_PAIR_SFH, _PAIR_155 = ("de.150mm_battery", 2), ("us.155mm_battery", 2)

GENERAL_SUPPORT: Mapping[tuple[str, Level], tuple[Battery, ...]] = MappingProxyType({
    ("british", Level.BRIGADE):   _table(_PAIR_25, _PAIR_25, _PAIR_25, _25PDR, _25PDR, _25PDR),
    ("british", Level.DIVISION):  _table(_25PDR, _25PDR, _25PDR, _25PDR, _25PDR, _55IN),
    ("british", Level.CORPS):     _table(_25PDR, _25PDR, _55IN, _55IN, _55IN, _55IN),
    ("british", Level.ARMY):      _table(_55IN, _55IN, _55IN, _55IN, _55IN, ("uk.55in_battery", 4)),
    ("american", Level.BRIGADE):  _table(_PAIR_105, _PAIR_105, _105MM, _105MM, _105MM, _105MM),
    ("american", Level.DIVISION): _table(_105MM, _105MM, _105MM, _105MM, _PAIR_155, _155MM),
    ("american", Level.CORPS):    _table(_105MM, _105MM, _155MM, _155MM, _155MM, _155MM),
    ("american", Level.ARMY):     _table(_155MM, _155MM, _155MM, _155MM, _155MM, ("us.155mm_battery", 4)),
    ("german", Level.BRIGADE):    _table(_PAIR_FH, _PAIR_FH, _PAIR_FH, _PAIR_FH, _FH18, _FH18),
    ("german", Level.DIVISION):   _table(_PAIR_FH, _FH18, _FH18, _FH18, _PAIR_SFH, _SFH18),
    ("german", Level.CORPS):      _table(_FH18, _FH18, _PAIR_SFH, _PAIR_SFH, _SFH18, _SFH18),
    ("german", Level.ARMY):       _table(_SFH18, _SFH18, _SFH18, _SFH18, _SFH18, ("de.150mm_battery", 4)),
})  # fmt: skip
"""Which battery answers, by a die from 1 to 6 (OUR 102)."""


@implements("KN-IND-05")
def is_granted(priority: Priority, dice: Dice) -> bool:
    """Whether a request for general support finds guns: one die by its priority.

    Rule: KGN Fire request; OUR 100.
    """
    return dice.roll(6) >= GRANTED_ON[priority]


@implements("KN-IND-07")
def gets_through(dice: Dice) -> bool:
    """One radio check.

    Rule: KGN Radio checks.
    """
    return dice.roll(6) >= RADIO_ON


@implements("KN-IND-07", "KN-IND-08")
def checks_needed(level: Level | None) -> int:
    """How many radio checks a request takes: one to one's own guns, one for each headquarters on the way up."""
    return DEDICATED_CHECKS if level is None else CHECKS[level]


@implements("KN-IND-09")
def answering(nation: str, level: Level, dice: Dice) -> Battery:
    """Which battery answers a call for general support: one die on the table of that level.

    Rule: KGN Radio checks; OUR 102.
    """
    return GENERAL_SUPPORT[nation, level][dice.roll(6) - 1]


@dataclass(frozen=True, slots=True)
class Deviation:
    """How the spotter round fell: both sums, and how far and on which bearing the marker drifts."""

    own: int
    enemy: int
    drift_in: int = 0
    bearing_deg: float = 0.0

    def __str__(self) -> str:
        if not self.drift_in:
            return f"{self.own} against {self.enemy}: on target"
        return f'{self.own} against {self.enemy}: {self.drift_in}" off, bearing {self.bearing_deg:g}°'

    def drifted(self, marker: Spot) -> Spot:
        """Where the marker ends."""
        if not self.drift_in:
            return marker
        there = marker.ahead(self.bearing_deg, self.drift_in)
        return Spot(round(there.x_in, 2), round(there.y_in, 2))


@implements("KN-IND-10", "KN-KIT-06")
def deviate(dice: Dice) -> Deviation:
    """Target deviation: two dice against the enemy's three; he moves the marker by what he has more.

    The scatter die is thrown only when the marker drifts.

    Rule: KGN Target deviation; OUR 106.
    """
    own = dice.roll(6) + dice.roll(6)
    enemy = dice.roll(6) + dice.roll(6) + dice.roll(6)
    if enemy <= own:
        return Deviation(own, enemy)
    return Deviation(own, enemy, enemy - own, 360.0 / _WAYS * dice.pick(_WAYS))


@cache
def drift_odds() -> Odds[int]:
    """How many inches the marker drifts, exactly."""

    def own(sum_so_far: int, dice: Dice) -> int:
        return sum_so_far - dice.roll(6)

    def enemy(sum_so_far: int, dice: Dice) -> int:
        return sum_so_far + dice.roll(6)

    return odds_of_steps(0, [own, own, enemy, enemy, enemy]).map(lambda drift_in: max(0, drift_in))


RULE_IDS = {
    "MARKER_RANGE_IN": "KN-IND-06",
    "GENERAL_SUPPORT": "KN-IND-09",
}
