"""An activation begins and its actions end.

Rule: KGN Activation, The turn.
"""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, SUPPRESSED
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.state.events import ActionDone, Activated, ConditionsChanged, Lapsed, Owed
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, with_progress
from rules.kampfgruppe_normandy.state.resolution import Resolution


def begin_activation(resolution: Resolution, activation: Activation, cost: int = 1) -> None:
    """A unit is activated; if it is told to cover it does so at once, unless it is fired at first."""
    unit = resolution.state.unit(activation.unit)
    if unit.has(COVERING):
        resolution.happen(ConditionsChanged(unit.id, frozenset(), frozenset({COVERING})))
    resolution.happen(Activated(activation, 0 if activation.is_free else cost))
    meet_with_covering_fire(resolution, activation)
    go_on_covering_fire(resolution)


@implements("KN-COV-01", "KN-ACT-11")
def go_on_covering_fire(resolution: Resolution) -> None:
    """The unit being activated goes on covering fire if it was told to: when those who cover it already have had their chance.

    Rule: KGN Covering fire; OUR 62.
    """
    activation = resolution.progress.activation
    if activation is None or activation.kinds != (ActionKind.COVERING,):
        return
    if can_act(resolution, activation.unit) and not is_held_up(resolution, activation.unit):
        covering = ConditionsChanged(activation.unit, frozenset({COVERING}))
        resolution.happen(covering, ActionDone(activation.unit, all=True))


def can_act(resolution: Resolution, unit_id: str) -> bool:
    """Whether a unit is in play and not suppressed."""
    unit = resolution.state.units.get(unit_id)
    return unit is not None and not unit.has(SUPPRESSED)


_ITS_OWN = (Duty.MORALE_REQUEST, Duty.VETERAN_REROLL, Duty.CHOOSE_CASUALTIES)
"""What must be decided about a unit before it goes on."""


@implements("KN-COV-02", "KN-SPEC-21", "KN-DFSA-54")
def is_held_up(resolution: Resolution, unit_id: str) -> bool:
    """Whether a decision must be made before a unit goes on: fire at it, an event that is played at once, its own nerve or who of it fell."""
    return any(
        owed.duty in (Duty.COVERING_FIRE, Duty.EVENT_TARGET)
        or (owed.unit == unit_id and owed.duty in _ITS_OWN)
        for owed in resolution.progress.owed
    )


@implements("KN-COV-02", "KN-DFHE-05")
def meet_with_covering_fire(resolution: Resolution, activation: Activation, *, first: bool = True) -> None:
    """Covering fire may interrupt before each action; a Move brings its own chances (OUR 62)."""
    enemy = resolution.progress.other(activation.side)
    if activation.next_kind is not ActionKind.MOVE:
        owed = Obligation(Duty.COVERING_FIRE, enemy, other=activation.unit)
        ask_for_covering_fire(resolution, owed, first=first)


@implements("KN-COV-02", "KN-COV-04")
def ask_for_covering_fire(resolution: Resolution, owed: Obligation, *, first: bool = True) -> bool:
    """Those who cover are asked as an enemy acts, if they can fire at anything they know of; whether they are.

    Rule: KGN Covering fire; OUR 62.
    """
    if not covering_units(resolution.position, owed.side):
        return False
    asked = with_progress(resolution.state, replace(resolution.progress, owed=(owed,)))
    if not resolution.could_act(asked, owed.side):
        return False
    resolution.happen(Owed(owed, first=first))
    return True


def unanswered(resolution: Resolution) -> None:
    """For odds of what goes on: the enemy lets the chances of covering fire go by."""
    for owed in resolution.progress.owed:
        if owed.duty is Duty.COVERING_FIRE:
            resolution.happen(Lapsed(owed))


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
    """The unit being activated has done its action; covering fire may meet it before its next one."""
    resolution.happen(ActionDone(unit_id))
    resolution.then(_meet_between_actions, unit_id)


@implements("KN-COV-02")
def _meet_between_actions(resolution: Resolution, unit_id: str) -> None:
    """A unit that has done its first action, and no Move, which was met at its last inch, is met before the second (OUR 62)."""
    now = resolution.progress.activation
    if now is None or now.unit != unit_id or not now.done or now.kinds[now.done - 1] is ActionKind.MOVE:
        return
    if can_act(resolution, unit_id):
        meet_with_covering_fire(resolution, now, first=False)
