"""The conditions a unit can be in, as tokens and scenarios write them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.game.view import HIDDEN

SUPPRESSED: Final = "suppressed"
IMMOBILISED: Final = "immobilised"
COVERING: Final = "covering_fire"
FIRED: Final = "fired"
"""It has fired since its own turn last began."""
MOVED: Final = "moved"
"""It has taken a Move action since its own turn last began, or is moving now."""
REDEPLOYED: Final = "redeployed"
"""It has taken a Deploy action since its own turn last began."""
FIRED_LAST_TURN: Final = "fired_last_turn"
MOVED_LAST_TURN: Final = "moved_last_turn"
REDEPLOYED_LAST_TURN: Final = "redeployed_last_turn"
LAST_TURN: Final[Mapping[str, str]] = MappingProxyType(
    {FIRED: FIRED_LAST_TURN, MOVED: MOVED_LAST_TURN, REDEPLOYED: REDEPLOYED_LAST_TURN}
)
"""What each of these conditions becomes when the unit's own turn begins; it is dropped when that turn ends."""
RESERVE: Final = "reserve"
"""It waits off the table and cannot be activated."""
TESTED: Final = "tested"
"""A veteran unit that has had its re-roll."""
VETERAN: Final = "veteran"
TREATED: Final = "treated"
"""A squad that a medic has treated this turn."""
TREATING: Final = "treating"
"""A medic unit that has been used this turn."""

CONDITIONS: Final = (
    SUPPRESSED,
    IMMOBILISED,
    COVERING,
    FIRED,
    MOVED,
    REDEPLOYED,
    FIRED_LAST_TURN,
    MOVED_LAST_TURN,
    REDEPLOYED_LAST_TURN,
    RESERVE,
    TESTED,
    VETERAN,
    TREATED,
    TREATING,
    HIDDEN,
)
