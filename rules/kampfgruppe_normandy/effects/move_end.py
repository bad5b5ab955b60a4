"""The end of a Move: where the unit stands, and the wreck it towed behind it.

Rule: KGN Movement, Recovery vehicles.
"""

from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import at_inch
from rules.kampfgruppe_normandy.state.move_events import MoveEnded, WreckTowed
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution

_TOWBAR_IN = 0.1


def end_move(resolution: Resolution) -> None:
    """A move is over where the unit stands; a wreck it tows lies behind it."""
    move = resolution.progress.move
    assert move is not None
    if move.tows and move.gone_in > 0:
        spot, heading = at_inch(move, move.gone_in)
        resolution.happen(_towed(resolution, move, spot, heading or 0.0))
    resolution.happen(MoveEnded(move.unit))


def _towed(resolution: Resolution, move: MoveUnderWay, spot: Spot, heading_deg: float) -> WreckTowed:
    wreck = next(wreck for wreck in resolution.progress.wrecks if wreck.unit == move.tows)
    hulls = (resolution.book.type(wreck.type), resolution.book.type(_type_of(resolution, move.unit)))
    behind = sum(hull.length_in for hull in hulls) / 2 + _TOWBAR_IN
    to = spot.ahead(heading_deg + 180.0, behind)
    return WreckTowed(move.tows, Spot(round(to.x_in, 2), round(to.y_in, 2)), heading_deg)


def _type_of(resolution: Resolution, unit_id: str) -> str:
    """The type of a unit, also of one that has just been lost."""
    if unit_id in resolution.state.units:
        return resolution.state.unit(unit_id).type
    return next(loss.type for loss in reversed(resolution.progress.lost) if loss.unit == unit_id)
