"""An activation begins and its actions end.

Rule: KGN Activation, The turn.
"""

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.state.events import ActionDone, Activated, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Resolution


def begin_activation(resolution: Resolution, activation: Activation, cost: int = 1) -> None:
    """A unit is activated; what takes up both actions by itself is done at once."""
    unit = resolution.state.unit(activation.unit)
    if unit.has(COVERING):
        resolution.happen(ConditionsChanged(unit.id, frozenset(), frozenset({COVERING})))
    resolution.happen(Activated(activation, 0 if activation.is_free else cost))
    if activation.kinds == (ActionKind.COVERING,):
        resolution.happen(ConditionsChanged(unit.id, frozenset({COVERING})), ActionDone(unit.id, all=True))
        return
    enemy = resolution.progress.other(activation.side)
    if covering_units(resolution.position, enemy) and activation.kinds[0] is not ActionKind.MOVE:
        resolution.happen(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=unit.id)))


def finish_action(resolution: Resolution, unit_id: str) -> None:
    """The unit being activated has done its action."""
    resolution.happen(ActionDone(unit_id))
