"""Section 7.2: the effect of a combat result on a stand, and the points of a stand."""

from dataclasses import replace
from functools import cache

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.combat_results import CombatResult
from rules.micro_armour.book.readings import GHQ_COST
from rules.micro_armour.questions.force_points import ghq_cost
from rules.micro_armour.state.conditions import DISORGANIZED, GHQ, SUPPRESSED
from rules.micro_armour.state.scenario_options import ScenarioOptions


@implements(
    "MATG2-7.2.0", "MATG2-7.2.1", "MATG2-7.2.1.2", "MATG2-7.2.2", "MATG2-7.2.3", "MATG2-7.2.4",
    "MATG2-12.T5", "MATG2-12.T6",
)  # fmt: skip
def suffer(unit: Unit, result: CombatResult) -> Unit | None:
    """The stand after a combat result; None when it is eliminated.

    (S) on a suppressed stand is D, and a second D eliminates; a plain S on a suppressed stand
    changes nothing.

    Rule: MATG2 7.2.
    """
    if result is CombatResult.S_PAREN:
        result = CombatResult.D if unit.has(SUPPRESSED) else CombatResult.S
    if result is CombatResult.E or (result is CombatResult.D and unit.has(DISORGANIZED)):
        return None
    if result is CombatResult.NONE:
        return unit
    marker = SUPPRESSED if result is CombatResult.S else DISORGANIZED
    return replace(unit, conditions=unit.conditions | {marker})


def stand_points(book: BookData, options: ScenarioOptions, unit: Unit) -> int:
    """The victory points of a stand: its price, with the GHQ's own price if the switch says so."""
    tank = book.tank(unit.type)
    if GHQ_COST in options.switches and unit.has(GHQ):
        return round(ghq_cost(tank, options.force(unit.side).ghq_quality))
    return tank.points


@cache
def markers_after(markers: frozenset[str], result: CombatResult) -> frozenset[str] | None:
    """Which of the markers S and D a stand with these has after a combat result; None when it is eliminated."""
    stand = suffer(Unit("", "", "", conditions=markers), result)
    return None if stand is None else stand.conditions
