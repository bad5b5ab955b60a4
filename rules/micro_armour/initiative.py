"""Section 4.1: who has the initiative."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game.dice import Dice
from rules.game.rule_ids import implements


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """One throw for initiative: each side's die, and who won; None on a tie."""

    dice: Mapping[str, int]
    totals: Mapping[str, int]
    winner: str | None


@implements("MATG2-4.1.1")
def roll_initiative(cohesion: Mapping[str, int], dice: Dice) -> InitiativeRoll:
    """Each side throws one die of six and adds its force cohesion level; the higher total wins, a tie is thrown again.

    Rule: MATG2 4.1.
    """
    thrown = {side: dice.roll(6) for side in cohesion}
    totals = {side: thrown[side] + level for side, level in cohesion.items()}
    best = max(totals.values())
    winners = [side for side, total in totals.items() if total == best]
    return InitiativeRoll(thrown, totals, winners[0] if len(winners) == 1 else None)
