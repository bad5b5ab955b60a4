"""The conditions a unit can be in, as tokens and scenarios write them."""

from typing import Final

from rules.game.view import HIDDEN

SUPPRESSED: Final = "suppressed"
IMMOBILISED: Final = "immobilised"
COVERING: Final = "covering_fire"
FIRED: Final = "fired"
"""It fired in its own last turn, or in covering fire since."""
MOVED: Final = "moved"
"""It took a Move action in its own last turn, or is moving now."""
REDEPLOYED: Final = "redeployed"
"""It took a Deploy action in its own last turn."""
RESERVE: Final = "reserve"
"""It waits off the table and cannot be activated."""
TESTED: Final = "tested"
"""A veteran unit that has had its re-roll."""
VETERAN: Final = "veteran"
TREATED: Final = "treated"
"""A medic unit that has been used this turn."""

CONDITIONS: Final = (
    SUPPRESSED,
    IMMOBILISED,
    COVERING,
    FIRED,
    MOVED,
    REDEPLOYED,
    RESERVE,
    TESTED,
    VETERAN,
    TREATED,
    HIDDEN,
)
