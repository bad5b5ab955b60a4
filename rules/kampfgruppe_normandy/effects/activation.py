"""An activation begins and its actions end.

Rule: KGN Activation, The turn.
"""

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.questions.activation import covering_units
from rules.kampfgruppe_normandy.state.events import ActionDone, Activated, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Story


def begin_activation(story: Story, activation: Activation, cost: int = 1) -> None:
    """A unit is activated; what takes up both actions by itself is done at once."""
    unit = story.state.unit(activation.unit)
    if unit.has(COVERING):
        story.tell(ConditionsChanged(unit.id, frozenset(), frozenset({COVERING})))
    story.tell(Activated(activation, 0 if activation.is_free else cost))
    if activation.kinds == (ActionKind.COVERING,):
        story.tell(ConditionsChanged(unit.id, frozenset({COVERING})), ActionDone(unit.id, all=True))
        return
    enemy = story.course.other(activation.side)
    if covering_units(story.position, enemy) and activation.kinds[0] is not ActionKind.MOVE:
        story.tell(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=unit.id)))


def finish_action(story: Story, unit_id: str) -> None:
    """The unit being activated has done its action."""
    story.tell(ActionDone(unit_id))
