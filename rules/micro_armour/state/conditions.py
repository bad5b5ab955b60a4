"""The markers of stands and on the table."""

SUPPRESSED = "suppressed"
DISORGANIZED = "disorganized"
MARKERS = frozenset({SUPPRESSED, DISORGANIZED})
"""The markers for the effects of fire on a stand that is not eliminated."""

FIRED = "fired"
"""The marker of a stand that has fired this turn."""

MOVEMENT = "movement"
"""The marker of the movement posture."""

GHQ = "ghq"
HQ = "hq"
RECON = "recon"

WRECK = "wreck"
"""The marker that stands where a tank was lost."""
