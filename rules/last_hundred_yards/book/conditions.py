"""The names of the conditions a counter can bear."""

from typing import Final

CONCEALED: Final = "concealed"
HIDDEN: Final = "hidden"
DISRUPTED: Final = "disrupted"
REGROUPING: Final = "regrouping"
HEROIC: Final = "heroic"
SHOCKED: Final = "shocked"
IN_MOTION: Final = "in_motion"
"""Green Motion marker: the vehicle goes on moving."""
STOPPED: Final = "stopped"
"""Red Motion marker: it stopped in this activation cycle."""
OVERWATCH: Final = "overwatch"
"""Overwatch marker: the vehicle stopped in its activation to fire in reaction."""
ELITE: Final = "elite"
"""The unit belongs to elite troops (2.2.1): the scenario says so, not the counter; sections of an elite squad are elite too."""
ACTED: Final = "acted"
"""The counter is turned: the unit used its action of the turn. Set from `Progress` after each event."""
OVERRAN: Final = "overran"
"""Overrun marker: the vehicle overran a hex this turn. Set from `Progress` after each event."""

LAID_OUT: Final = frozenset({ACTED, OVERRAN})
"""Conditions that are set from `Progress` after each event, and never passed from one counter to another."""

HANDED_ON: Final = frozenset({CONCEALED, HIDDEN, ELITE})
"""Conditions that a counter in good order takes over from units that it joins or replaces."""

CONDITIONS: Final = (
    CONCEALED, HIDDEN, DISRUPTED, REGROUPING, HEROIC, SHOCKED, IN_MOTION, STOPPED, OVERWATCH, ELITE, ACTED, OVERRAN,
)  # fmt: skip
