"""The kinds of action that a unit can declare, two to an activation.

The page that lists them is not in the text; the list is rebuilt from the rest of the book (OUR 38).
"""

from enum import StrEnum

from rules.game.rule_ids import implements


@implements(
    "KN-ACT-01", "KN-ACT-02", "KN-ACT-03", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10",
)  # fmt: skip
class ActionKind(StrEnum):
    """A kind of action that a unit declares when it is activated."""

    MOVE = "move"
    DEPLOY = "deploy"
    SUPPRESS_SMALL_ARMS = "suppressing fire - small arms"
    SUPPRESS_HE = "suppressing fire - high explosive"
    SUPPRESS_INDIRECT = "suppressing fire - indirect"
    SUPPRESS_AIRCRAFT = "suppressing fire - anti-aircraft"
    DIRECT_SMALL_ARMS = "direct fire - small arms"
    DIRECT_HE = "direct fire - high explosive"
    DIRECT_AT = "direct fire - anti-tank"
    COVERING = "covering fire"
    REQUEST = "request artillery fire mission"
    ENGINEER = "engineer"
    RE_SUPPLY = "re-supply"
    WITHDRAW = "soft-skin withdrawal"
    AIR_ATTACK = "air attack"

    @property
    def takes_both(self) -> bool:
        """Whether it takes up both actions of the activation."""
        return self in _TAKING_BOTH


_TAKING_BOTH = frozenset({ActionKind.COVERING, ActionKind.REQUEST, ActionKind.WITHDRAW})

FIRE_KINDS = (
    ActionKind.SUPPRESS_SMALL_ARMS,
    ActionKind.SUPPRESS_HE,
    ActionKind.DIRECT_SMALL_ARMS,
    ActionKind.DIRECT_HE,
    ActionKind.DIRECT_AT,
)
"""The kinds of fire at targets in sight on the ground."""
