"""The support tables of the house list: general support and air support of each nation, and what fire support costs.

All of it is ours (OUR 70, 100, 102, 118) but for one entry: on the corps table of the British a 5 is three 5.5-inch guns.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.kampfgruppe_normandy.book.house.figures import FIGURES
from rules.kampfgruppe_normandy.book.house.points import support_costs
from rules.kampfgruppe_normandy.book.support_kinds import COUNTER_BATTERY_ON, HIGH_PRIORITY_ON, Battery, Level
from rules.kampfgruppe_normandy.book.support_lists import SupportLists

_TABLES = FIGURES["support"]

GENERAL_SUPPORT: Mapping[tuple[str, Level], tuple[Battery, ...]] = MappingProxyType({
    (nation, Level(level)): tuple((gun, count) for gun, count in six)
    for nation, levels in _TABLES["general"].items()
    for level, six in levels.items()
})  # fmt: skip
"""Which battery answers, by a die from 1 to 6 (OUR 102)."""

AIR_SUPPORT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {nation: tuple(six) for nation, six in _TABLES["air"].items()}
)
"""Which aircraft arrives, by a die from 1 to 6 (OUR 118)."""

LOW_PRIORITY_ON: int = _TABLES["low_priority_on"]
"""The die that grants a request of low priority (OUR 100)."""

HOUSE_SUPPORT = SupportLists(
    AIR_SUPPORT,
    GENERAL_SUPPORT,
    support_costs(HIGH_PRIORITY_ON, LOW_PRIORITY_ON, COUNTER_BATTERY_ON),
    LOW_PRIORITY_ON,
)
"""The support tables of the house list."""

RULE_IDS = {"GENERAL_SUPPORT": "KN-IND-09", "AIR_SUPPORT": "KN-AIR-06"}
