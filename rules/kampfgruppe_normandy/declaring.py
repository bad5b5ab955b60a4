"""Activation: which units can be told to take which two actions, and what begins when one is told.

Rule: KGN Activation, The turn; OUR 38, 39, 49.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import cannot_be_activated, covering_units, kinds_open
from rules.kampfgruppe_normandy.chapters import Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.conditions import COVERING
from rules.kampfgruppe_normandy.course import Activation, Duty, Obligation, Step
from rules.kampfgruppe_normandy.events import ActionDone, Activated, ConditionsChanged, Owed, StepBegan
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.story import Story


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a unit and declare its two actions, or one that takes up both."""

    side: str
    unit: str
    kinds: tuple[ActionKind, ...]

    def __str__(self) -> str:
        return f"{self.unit}: {', then '.join(self.kinds)}"


@dataclass(frozen=True, slots=True)
class Forgo:
    """Leave the action whose turn it is undone."""

    side: str

    def __str__(self) -> str:
        return "leave that undone"


@dataclass(frozen=True, slots=True)
class EndActivations:
    """Activate no more units this turn."""

    side: str

    def __str__(self) -> str:
        return "no more activations"


def declarable(position: Position, unit: Unit) -> list[ActionKind]:
    """Every kind of action a unit can be told to take, those of further chapters included."""
    if unit.id in position.declared:
        return position.declared[unit.id]
    kinds = list(kinds_open(position, unit))
    for may_declare in position.book.declares:
        kinds += [kind for kind in may_declare(position, unit.id) if kind not in kinds]
    position.declared[unit.id] = kinds
    return kinds


def _offer_activate(position: Position, side: str) -> Iterator[Activate]:
    course = position.course
    if course.spent >= course.allowance:
        return
    for unit in position.of_side(side):
        if cannot_be_activated(position, unit) is not None:
            continue
        kinds = declarable(position, unit)
        singles = [kind for kind in kinds if not kind.takes_both]
        for pair in product(singles, repeat=2):
            yield Activate(side, unit.id, pair)
        for kind in kinds:
            if kind.takes_both:
                yield Activate(side, unit.id, (kind,))


@implements("KN-TURN-03", "KN-TURN-04", "KN-TURN-12", "KN-TURN-15", "KN-TURN-16")
def _forbids_activate(position: Position, action: Activate) -> Iterator[Reason]:
    course = position.course
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side:
        yield Reason(f"{action.side} has no unit {action.unit}", cite("Activation"))
        return
    if course.spent >= course.allowance:
        yield Reason(f"all {course.allowance} activations are used", cite("Activation"))
    if (reason := cannot_be_activated(position, unit)) is not None:
        yield reason
        return
    yield from declaration_reasons(position, unit, action.kinds)


def declaration_reasons(
    position: Position, unit: Unit, kinds: tuple[ActionKind, ...], among: list[ActionKind] | None = None
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


@implements("KN-TURN-02", "KN-TURN-03", "KN-TURN-23", "KN-COV-01", "KN-ACT-11", "KN-TURN-22")
def _activate(story: Story, action: Activate) -> None:
    activation = Activation(action.unit, action.side, action.kinds)
    begin_activation(story, activation)


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


def _forgo(story: Story, _: Forgo) -> None:
    activation = story.course.activation
    assert activation is not None
    story.tell(ActionDone(activation.unit))


@implements("KN-TURN-04")
def _end(story: Story, _: EndActivations) -> None:
    story.tell(StepBegan(Step.SUPPRESSION))


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    Activate: Procedure((Step.ACTIVATION,), _offer_activate, _forbids_activate, _activate),
    EndActivations: Procedure((Step.ACTIVATION,), just(EndActivations), nothing_forbids, _end),
    Forgo: Procedure(tuple(ActionKind), just(Forgo), nothing_forbids, _forgo),
})  # fmt: skip
"""The declarations of a side that activates its units."""
