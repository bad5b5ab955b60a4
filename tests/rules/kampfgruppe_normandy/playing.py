"""Players that choose by chance, but boldly: they advance on the enemy and fire where they can."""

from typing import Any

from maps.library import scenario
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.ruleset import RULESET

SCENARIOS = (
    "kgn-two-orchards",
    "kgn-sunken-crossroads",
    "kgn-night-at-two-orchards",
    "kgn-tanks-on-the-lane",
    "kgn-cider-farm",
)
SELDOM = frozenset({"EndActivations", "Forgo", "HoldFire", "RemoveSuppression"})
"""Declarations that let a chance pass: if as likely as others, the armies would hardly move."""

_BOLD = 8
_TO_THE_POINT = (
    ActionKind.MOVE,
    ActionKind.SUPPRESS_SMALL_ARMS,
    ActionKind.DIRECT_SMALL_ARMS,
    ActionKind.DIRECT_AT,
    ActionKind.REQUEST,
    ActionKind.COVERING,
)


def start_of(name: str) -> GameState:
    """A bundled scenario before its first decision."""
    chosen = scenario(name)
    return RULESET.opening(chosen.state(), chosen.opening_options())


def bold_weight(state: GameState, action: Any) -> int:
    """The weight of an action in a random choice: more for a move at the enemy, or an activation to move, fire or cover."""
    if isinstance(action, Move):
        return _BOLD if _goes_on_the_enemy(state, action) else 1
    if isinstance(action, Activate):
        return _BOLD if set(action.kinds) <= set(_TO_THE_POINT) else 1
    return 1


def _goes_on_the_enemy(state: GameState, move: Move) -> bool:
    enemies = [
        unit.at for unit in state.units.values() if unit.side != move.side and isinstance(unit.at, Spot)
    ]
    if not enemies or len(move.path) < 2:
        return False
    nearest = min(enemies, key=move.path[0].gap_in)
    return move.path[0].gap_in(nearest) - move.path[-1].gap_in(nearest) > 2.0
