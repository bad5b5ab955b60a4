"""The dice of a request for fire: radio checks, which guns answer, and where the spotter round falls.

Rule: KGN Requesting a fire mission.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.chance.odds import throw_steps
from rules.game.rule_ids import implements
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.support_kinds import Battery, Level
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage
from rules.kampfgruppe_normandy.state.spots import in_hundredths

RADIO_ON = 3


CHECKS: Mapping[Level, int] = MappingProxyType(
    {Level.BRIGADE: 1, Level.DIVISION: 2, Level.CORPS: 3, Level.ARMY: 4}
)
"""How many radio checks each headquarters takes (OUR 101)."""

DEDICATED_CHECKS = 1
_WAYS = 16


@implements("KN-IND-07", "KN-IND-08")
def checks_needed(level: Level | None) -> int:
    """How many radio checks a request takes: one to the side's own guns, one for each headquarters on the way up."""
    return DEDICATED_CHECKS if level is None else CHECKS[level]


@implements("KN-IND-09")
def battery_that_answers(table: tuple[Battery, ...], dice: Dice) -> Battery:
    """Which battery answers a call for general support: one die on the table of that level.

    Rule: KGN Radio checks; OUR 102.
    """
    return dice.decide("which battery answers", 6, lambda die: table[die - 1])


@dataclass(frozen=True, slots=True)
class Deviation:
    """The fall of the spotter round: the sums of both sides, and how far and on which bearing the marker drifts."""

    own: int = field(compare=False)
    enemy: int = field(compare=False)
    drift_in: int = 0
    bearing_deg: float = 0.0

    def __str__(self) -> str:
        if not self.drift_in:
            return f"{self.own} against {self.enemy}: on target"
        return f'{self.own} against {self.enemy}: {self.drift_in}" off, bearing {self.bearing_deg:g}°'

    def drifted(self, marker: Spot) -> Spot:
        if not self.drift_in:
            return marker
        return in_hundredths(marker.ahead(self.bearing_deg, self.drift_in))


def _own_die(sums: tuple[int, int], dice: Dice) -> tuple[int, int]:
    return sums[0] + dice.roll("drift, against the enemy's three dice", 6), sums[1]


def _enemy_die(sums: tuple[int, int], dice: Dice) -> tuple[int, int]:
    return sums[0], sums[1] + dice.roll("drift, the enemy's dice", 6)


@implements("KN-IND-10", "KN-KIT-06")
@part
def deviate(dice: Dice) -> Deviation:
    """The deviation of a target marker: two dice against the enemy's three; it drifts by the enemy's excess.

    The scatter die is thrown only when the marker drifts.

    Rule: KGN Target deviation; OUR 106.
    """
    own, enemy = throw_steps((0, 0), [_own_die, _own_die, _enemy_die, _enemy_die, _enemy_die], dice)
    if enemy <= own:
        return Deviation(own, enemy)
    return Deviation(own, enemy, enemy - own, 360.0 / _WAYS * dice.pick("drift, direction", _WAYS))


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a marker came down: the units within reach of shells there, and whether it lies on the table at all.

    In odds, places with the same units within reach count as one.
    """

    near: tuple[str, ...]
    is_on_table: bool
    at: Spot = field(compare=False)
    fell: Deviation = field(compare=False)
    barrage: Barrage | None = None
    """The salvo that falls there, if the odds are those of a single unit or building within its reach."""
