"""Chapter 5: the cohesion roll, which every task needs."""

from dataclasses import dataclass

from rules.game.modifiers import Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.state.conditions import DISORGANIZED, SUPPRESSED

SUPPRESSED_MODIFIER = 4


DISORGANIZED_MODIFIER = 3


@implements("MATG2-5.0.1", "MATG2-5.1.1", "MATG2-5.1.3", "MATG2-3.4.1")
@dataclass(frozen=True, slots=True)
class CohesionRoll:
    """A cohesion roll: 1D20, modified, at or below the force cohesion level.

    Rule: MATG2 5.1.
    """

    natural: int
    modifier: int
    level: int

    @property
    def modified(self) -> int:
        return self.natural + self.modifier

    @property
    def holds(self) -> bool:
        return self.modified <= self.level

    def __str__(self) -> str:
        added = f"{self.modifier:+d} = {self.modified}" if self.modifier else ""
        return f"{self.natural}{added} against {self.level}, {'holds' if self.holds else 'fails'}"


@implements("MATG2-5.1.2", "MATG2-7.2.1", "MATG2-7.2.3")
def state_modifiers(unit: Unit, edition: Edition) -> Modifiers:
    """The modifiers of a stand's own S and D for every cohesion roll; they add up (5.1).

    Rule: MATG2 7.2.
    """
    modifiers = []
    if unit.has(SUPPRESSED):
        modifiers.append(modifier(SUPPRESSED_MODIFIER, f"{unit} is suppressed", edition.cite("7.2")))
    if unit.has(DISORGANIZED):
        modifiers.append(modifier(DISORGANIZED_MODIFIER, f"{unit} is disorganized", edition.cite("7.2")))
    return Modifiers(tuple(modifiers))


def state_modifier(unit: Unit) -> int:
    """The sum of the modifiers of S and D."""
    return SUPPRESSED_MODIFIER * unit.has(SUPPRESSED) + DISORGANIZED_MODIFIER * unit.has(DISORGANIZED)
