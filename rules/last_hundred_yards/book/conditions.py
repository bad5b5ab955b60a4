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
"""Of elite troops (2.2.1), whatever the counter: said by the scenario, and handed on to the sections of a squad."""
ACTED: Final = "acted"
"""The counter is turned: it used its action of the turn. As the course has it, so it is laid out."""
OVERRAN: Final = "overran"
"""Overrun marker: the vehicle overran a hex this turn. As the course has it, so it is laid out."""

LAID_OUT: Final = frozenset({ACTED, OVERRAN})
"""What is laid out anew after each event, and never handed on from counter to counter."""

HANDED_ON: Final = frozenset({CONCEALED, HIDDEN, ELITE})
"""What a counter in good order takes from those that it joins, or in whose place it stands."""

CONDITIONS: Final = (
    CONCEALED, HIDDEN, DISRUPTED, REGROUPING, HEROIC, SHOCKED, IN_MOTION, STOPPED, OVERWATCH, ELITE, ACTED, OVERRAN,
)  # fmt: skip
