"""Section 4.5: recovery, rally and panic in the Marker Removal Phase."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.book.combat_results import CombatResult
from rules.micro_armour.questions.harm import suffer
from rules.micro_armour.state.cohesion import CohesionRoll, state_modifier
from rules.micro_armour.state.conditions import DISORGANIZED, SUPPRESSED

NATURAL_RALLY = 1


NATURAL_PANIC = 20

MOST_NAMED = 4
"""If more stands than this roll at once, odds say how many recover and not which."""


class RecoveryOutcome(StrEnum):
    """The outcome of a recovery roll."""

    NOTHING = "stays as it is"
    RECOVERED = "recovers"
    RALLIED = "rallies"
    PANICKED = "panics"


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovery roll and the stand after it; None when panic eliminated it."""

    roll: CohesionRoll
    outcome: RecoveryOutcome
    after: Unit | None


def needs_recovery(unit: Unit) -> bool:
    """Whether a stand rolls in the Marker Removal Phase: it has S, D or both."""
    return unit.has(SUPPRESSED) or unit.has(DISORGANIZED)


@implements("MATG2-4.5.2", "MATG2-4.5.3", "MATG2-4.5.4", "MATG2-4.5.5", "MATG2-12.K1")
def recovery(natural: int, unit: Unit, level: int) -> Recovery:
    """One recovery roll: success removes S, a natural 1 both S and D, a natural 20 gives (S).

    Rule: MATG2 4.5.
    """
    roll = CohesionRoll(natural, state_modifier(unit), level)
    if roll.natural == NATURAL_RALLY:
        outcome, after = RecoveryOutcome.RALLIED, _without(unit, SUPPRESSED, DISORGANIZED)
    elif roll.natural == NATURAL_PANIC:
        return Recovery(roll, RecoveryOutcome.PANICKED, suffer(unit, CombatResult.S_PAREN))
    elif roll.holds and unit.has(SUPPRESSED):
        outcome, after = RecoveryOutcome.RECOVERED, _without(unit, SUPPRESSED)
    else:
        outcome, after = RecoveryOutcome.NOTHING, unit
    return Recovery(roll, outcome, after)


def _without(unit: Unit, *markers: str) -> Unit:
    return replace(unit, conditions=unit.conditions - set(markers))
