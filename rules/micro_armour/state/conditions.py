"""The markers that stands carry, and what lies on the table."""

SUPPRESSED = "suppressed"
DISORGANIZED = "disorganized"
MARKERS = frozenset({SUPPRESSED, DISORGANIZED})
"""What fire does to a stand short of its loss."""

FIRED = "fired"
"""The marker of a stand that has fired this turn."""

MOVEMENT = "movement"
"""The marker of the movement posture."""

GHQ = "ghq"
HQ = "hq"
RECON = "recon"

WRECK = "wreck"
"""The marker that stands where a tank was lost."""
