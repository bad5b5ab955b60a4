"""An activation begins and its actions end.

Rule: KGN Activation, The turn.
"""

from rules.game.rule_ids import implements
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
    meet_with_covering_fire(resolution, activation)


@implements("KN-COV-02", "KN-DFHE-05")
def meet_with_covering_fire(resolution: Resolution, activation: Activation) -> None:
    """Covering fire may interrupt before the first action; a Move brings its own chances (OUR 62)."""
    enemy = resolution.progress.other(activation.side)
    if covering_units(resolution.position, enemy) and activation.next_kind is not ActionKind.MOVE:
        resolution.happen(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=activation.unit)))


@implements("KN-DFHE-05")
def forgo_action(resolution: Resolution) -> None:
    """The action whose turn it is is left undone, and counts for nothing: who forgoes his move has not moved (OUR 39)."""
    before = resolution.progress.activation
    assert before is not None
    resolution.happen(ActionDone(before.unit, forgone=True))
    now = resolution.progress.activation
    if now is not None and now.unit == before.unit and not now.done and before.next_kind is ActionKind.MOVE:
        meet_with_covering_fire(resolution, now)


def finish_action(resolution: Resolution, unit_id: str) -> None:
    """The unit being activated has done its action."""
    resolution.happen(ActionDone(unit_id))
