"""The end of a Move: where the unit and its men stand, and the wreck it towed behind it.

Rule: KGN Movement, Recovery vehicles.
"""

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import at_inch, has_formed_up
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import spot_behind_tow
from rules.kampfgruppe_normandy.state.move_events import FormedUp, MoveEnded, WreckTowed
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution


def end_move(resolution: Resolution) -> None:
    """End the move under way where the unit stands; a wreck it tows lies behind it."""
    move = resolution.progress.move
    assert move is not None
    if move.tows and move.gone_in > 0:
        spot, heading = at_inch(move, move.gone_in)
        to = spot_behind_tow(
            resolution.position, move.tows, _type_of(resolution, move.unit), spot, heading or 0.0
        )
        resolution.happen(WreckTowed(move.tows, to, heading or 0.0))
    resolution.happen(MoveEnded(move.unit))


@implements("KN-PRIN-19")
def form_up(resolution: Resolution, move: MoveUnderWay, at_in: float) -> None:
    """Place the men of a moving unit anew if it has come to the end of its way and they take new places there (OUR 64)."""
    if has_formed_up(move, at_in):
        resolution.happen(FormedUp(move.unit, move.men[: resolution.progress.of(move.unit).men]))


def _type_of(resolution: Resolution, unit_id: str) -> str:
    """The type of a unit, also of one that has just been lost."""
    if unit_id in resolution.state.units:
        return resolution.state.unit(unit_id).type
    return next(loss.type for loss in reversed(resolution.progress.lost) if loss.unit == unit_id)
