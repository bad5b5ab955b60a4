"""Sections 7.3.1 and 10.2: the target's front, half defence, and guns that fire only into their arc."""

from math import ceil

from rules.game.rule_ids import implements
from rules.ground.table.arcs import is_close_arc_call, is_in_arc
from rules.ground.table.inches import Base, Spot

FRONT_DEG = 90.0
"""How wide the Target Front template is (OUR 14)."""

FIRING_ARC_DEG = 90.0
"""How wide the Firing Arc template is (OUR 14)."""


@implements("MATG2-7.3.1.2", "MATG2-7.3.1.4", "MATG2-12.A.front")
def is_front_hit(target: Base, firer: Spot) -> bool:
    """Whether the line of fire passes through the target's front; a doubtful line does.

    Rule: MATG2 7.3.1.
    """
    return is_in_arc(target, firer, FRONT_DEG) or is_doubtful_front(target, firer)


def is_doubtful_front(target: Base, firer: Spot) -> bool:
    """Whether the line of fire runs along the edge of the target's front (OUR 13)."""
    return is_close_arc_call(target, firer, FRONT_DEG)


@implements("MATG2-10.2.1", "MATG2-12.A.arc")
def is_in_firing_arc(firer: Base, target: Spot) -> bool:
    """Whether a gun with facing restrictions may fire there; a doubtful line may not.

    Rule: MATG2 10.2.
    """
    return is_in_arc(firer, target, FIRING_ARC_DEG) and not is_doubtful_arc(firer, target)


def is_doubtful_arc(firer: Base, target: Spot) -> bool:
    """Whether the line of fire runs along the edge of the firing arc (OUR 13)."""
    return is_close_arc_call(firer, target, FIRING_ARC_DEG)


@implements("MATG2-7.3.1.3")
def halved(defence: int) -> int:
    """A defence value against fire from outside the front: half, rounded up (OUR 12)."""
    return ceil(defence / 2)
