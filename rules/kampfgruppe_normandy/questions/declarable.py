"""Actions a unit can be told to take, in all chapters.

Rule: KGN Activation, The turn; OUR 38, 49.
"""

from collections.abc import Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.questions.activation import kinds_open
from rules.kampfgruppe_normandy.questions.batteries import may_fire_indirectly, may_request
from rules.kampfgruppe_normandy.questions.engineering import can_work
from rules.kampfgruppe_normandy.questions.fire_upwards import can_fire_at_aircraft
from rules.kampfgruppe_normandy.state.position import Position


@memoized
def declarable(position: Position, unit: Unit) -> tuple[ActionKind, ...]:
    """Every kind of action a unit can be told to take, in the order of the chapters."""
    return tuple(dict.fromkeys((*kinds_open(position, unit), *_of_further_chapters(position, unit))))


@implements("KN-SPEC-15")
def _of_further_chapters(position: Position, unit: Unit) -> Iterator[ActionKind]:
    kind = position.type(unit)
    if may_request(position, unit):
        yield ActionKind.REQUEST
    if may_fire_indirectly(position, unit):
        yield ActionKind.SUPPRESS_INDIRECT
    if kind.has(SpecialRule.RE_SUPPLY):
        yield ActionKind.RE_SUPPLY
    if kind.has(SpecialRule.RECOVERY) or can_work(position, unit):
        yield ActionKind.ENGINEER
    if can_fire_at_aircraft(position, unit):
        yield ActionKind.SUPPRESS_AIRCRAFT


def declaration_reasons(
    position: Position, unit: Unit, kinds: tuple[ActionKind, ...], among: tuple[ActionKind, ...] | None = None
) -> Iterator[Reason]:
    """Why a unit cannot be told to take these actions: two, or one that takes up both."""
    if not (len(kinds) == 1 or (len(kinds) == 2 and not any(kind.takes_both for kind in kinds))):
        yield Reason("a unit takes two actions, or one that takes up both", cite("The turn"))
    can = declarable(position, unit) if among is None else among
    for kind in kinds:
        if kind not in can:
            yield Reason(f"{unit} cannot take the action {kind}", ours(38))
    if kinds == (ActionKind.WITHDRAW,) and position.aboard(unit):
        yield Reason(f"{unit} has a load aboard", ours(49))
