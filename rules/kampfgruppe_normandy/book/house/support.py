"""The support tables of the house list: general support and air support of each nation, and what fire support costs.

All of it is ours (OUR 70, 100, 102, 118) but for one entry: on the corps table of the British a 5 is three 5.5-inch guns.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.kampfgruppe_normandy.book.house.points import support_costs
from rules.kampfgruppe_normandy.book.support_kinds import COUNTER_BATTERY_ON, HIGH_PRIORITY_ON, Battery, Level
from rules.kampfgruppe_normandy.book.support_lists import SupportLists


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

AIR_SUPPORT: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "british":  ("uk.auster", "uk.spitfire", "uk.spitfire", "uk.typhoon_bomber", "uk.typhoon", "uk.typhoon"),
    "american": ("us.grasshopper", "us.mustang", "us.mustang", "us.thunderbolt", "us.thunderbolt", "us.thunderbolt"),
    "german":   ("de.storch", "de.bf109", "de.bf109", "de.bf109", "de.fw190", "de.fw190"),
})  # fmt: skip
"""Which aircraft arrives, by a die from 1 to 6 (OUR 118)."""

LOW_PRIORITY_ON = 5
"""The die that grants a request of low priority (OUR 100)."""

HOUSE_SUPPORT = SupportLists(
    AIR_SUPPORT,
    GENERAL_SUPPORT,
    support_costs(HIGH_PRIORITY_ON, LOW_PRIORITY_ON, COUNTER_BATTERY_ON),
    LOW_PRIORITY_ON,
)
"""All of it together."""

RULE_IDS = {"GENERAL_SUPPORT": "KN-IND-09", "AIR_SUPPORT": "KN-AIR-06"}
