"""How far a unit gets along a way that costs a die, as a ruling.

Rule: KGN Crossing difficult ground.
"""

from collections.abc import Iterable

from rules.game.chance.odds import Odds, odds_of
from rules.game.ruling import Reason, Ruling
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan, goes_in


def way_ruling(question: str, way: WayPlan, mines: Iterable[Reason]) -> Ruling[str]:
    """How far a unit gets along a way: all of it, or as far as the die for difficult ground allows; `mines` lie on it."""
    further = tuple(mines)
    if not way.needs_die:
        reasons = further or (Reason("no die is thrown", cite("Movement")),)
        return Ruling(question, f'{way.length_in:.1f}"', reasons)
    gone = odds_of(lambda dice: goes_in(way, dice.roll(6)))
    odds = Odds.weighted(
        ((f'{inches:.1f}"', p) for inches, p in sorted(gone.chances.items())), is_ranked=True
    )
    costs = (Reason(f"{hazard.words} costs D6", cite("Crossing difficult ground")) for hazard in way.hazards)
    return Ruling(question, "as far as the die allows", (*costs, *further), odds)
