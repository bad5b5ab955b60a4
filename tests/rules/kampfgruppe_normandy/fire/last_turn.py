"""Germans in their own turn under British units on covering fire, for what was done in the last turn."""

from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.state.progress import progress_of
from tests.rules.kampfgruppe_normandy.tables import DE, UK, act, ready, table, unit


def own_turn_of(*units: Unit) -> GameState:
    """The Germans begin their turn under the guns of a British tank and of engineers on covering fire.

    The conditions given to the units date from their last turn.
    """
    tank = unit("tank", "uk.sherman", (40, 40), 0, COVERING)
    flames = unit("flames", "us.engineers", (10, 40), 0, COVERING)
    own = unit("own", "uk.squad", (70, 46))
    state = after_turn(ready(table(), tank, flames, own, *units), UK)
    return act(state, RollCommand(DE), 6, 6, 6)


def after_turn(state: GameState, side: str) -> GameState:
    state = act(state, EndActivations(side))
    if progress_of(state).owed:
        state = act(state, HoldFire(progress_of(state).due.side))
    return act(state, RemoveSuppression(side, 0))


def panzer(*conditions: str) -> Unit:
    """In the open, 20 inches north of the British tank."""
    return unit("panzer", "de.pz4h", (40, 20), 180, *conditions)


def squad(*conditions: str) -> Unit:
    """In the open, 6 inches north of the engineers."""
    return unit("squad", "de.squad", (10, 34), 180, *conditions)


AT_THE_PANZER = CoverFire(UK, "tank", "panzer", K.DIRECT_AT, "75mm")
