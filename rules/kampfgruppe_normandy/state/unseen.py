"""Enemies that a side does not know of.

Rule: KGN Activation; OUR 161.
"""

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.view import HIDDEN
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.state.progress import Progress

_UNSEEN = frozenset({RESERVE, HIDDEN})


@implements("KN-TURN-24a")
def unseen_by(state: GameState, side: str) -> set[str]:
    """The enemies that a side does not know of: those hidden or in reserve, and what rides in them."""
    unseen = {
        unit.id
        for unit in state.units.values()
        if unit.conditions and unit.side != side and not _UNSEEN.isdisjoint(unit.conditions)
    }
    if unseen and isinstance(state.course, Progress):
        unseen |= {unit for unit, status in state.course.status.items() if status.aboard in unseen}
    return unseen
