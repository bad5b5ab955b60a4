"""The kinds of fire support: priority and level of a request, the batteries that answer, the dice that find guns.

Rule: KGN Requesting a fire mission.
"""

from enum import StrEnum


class Priority(StrEnum):
    """How urgent a request for general support is."""

    HIGH = "high"
    LOW = "low"


class Level(StrEnum):
    """How far up a request for general support goes."""

    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"


HIGH_PRIORITY_ON = 3
"""The die that grants general support to a request of high priority."""


COUNTER_BATTERY_ON = 5
"""The die with which counter-battery fire finds the guns."""


Battery = tuple[str, int]
"""The type of a gun and how many."""


RULE_IDS = {"COUNTER_BATTERY_ON": "KN-IND-27b"}
