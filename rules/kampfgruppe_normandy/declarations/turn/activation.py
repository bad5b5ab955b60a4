"""Activation: a unit is activated and declares its actions, forgoes one, or the side activates no more.

Rule: KGN Activation, The turn; OUR 38, 39, 49, 158.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rules.game.engine.procedure import Factors, Offering, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.kampfgruppe_normandy.book.action_kinds import FIRE_KINDS, ActionKind
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.effects.activation import (
    ask_for_covering_fire,
    begin_activation,
    forgo_action,
)
from rules.kampfgruppe_normandy.effects.building_fire import orders_at_buildings
from rules.kampfgruppe_normandy.effects.engineering.works import (
    throw_for_task,
    units_with_separate_odds,
    work_left_at,
    work_reasons,
)
from rules.kampfgruppe_normandy.questions.activation import acting_unit, cannot_be_activated, moves
from rules.kampfgruppe_normandy.questions.declarable import (
    comes_to_something,
    declarable,
    declaration_reasons,
)
from rules.kampfgruppe_normandy.questions.fire.building_shot import (
    SHELLING,
    building_shot,
)
from rules.kampfgruppe_normandy.questions.fire.fire_orders import why_no_target
from rules.kampfgruppe_normandy.state.events import StepBegan
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a unit and declare its two actions, or one that takes up both."""

    side: str
    unit: UnitId
    kinds: tuple[ActionKind, ...]

    def __str__(self) -> str:
        return f"{self.unit}: {', then '.join(self.kinds)}"


class Forgo(PlainDeclaration):
    """Forgo the next action of the activated unit."""

    words = "forgo the action"


class EndActivations(PlainDeclaration):
    """Activate no more units this turn."""

    words = "no more activations"


def _offer_activate(position: Position, side: str) -> Mapping[Activate, None]:
    """The activations listed, as keys of a mapping: joining mappings does not hash the keys again."""
    progress, activations = position.progress, dict[Activate, None]()
    for unit in position.of_side(side) if progress.spent < progress.allowance else ():
        if cannot_be_activated(position, unit) is None:
            activations.update(_activations(side, unit.id, declarable(position, unit)))
    return activations


@lru_cache(maxsize=1024)
def _activations(side: str, unit_id: str, kinds: tuple[ActionKind, ...]) -> Mapping[Activate, None]:
    """Every activation of a unit that can declare these kinds of action."""
    pairs = product([kind for kind in kinds if not kind.takes_both], repeat=2)
    alone = [(kind,) for kind in kinds if kind.takes_both]
    return dict.fromkeys([Activate(side, unit_id, declared) for declared in (*pairs, *alone)])


@implements("KN-TURN-03", "KN-TURN-04", "KN-TURN-12a", "KN-TURN-15", "KN-TURN-16")
def _forbids_activate(position: Position, action: Activate) -> Iterator[Reason]:
    progress = position.progress
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side:
        yield Reason(f"{action.side} has no unit {action.unit}", cite("Activation"))
        return
    if progress.spent >= progress.allowance:
        yield Reason("all activations are used", cite("Activation"))
    if (reason := cannot_be_activated(position, unit)) is not None:
        yield reason
        return
    yield from declaration_reasons(position, unit, action.kinds)


@implements("KN-TURN-02", "KN-TURN-03", "KN-TURN-23", "KN-COV-01", "KN-ACT-11", "KN-TURN-22")
def _activate(resolution: Resolution, action: Activate) -> None:
    activation = Activation(action.unit, action.side, action.kinds)
    begin_activation(resolution, activation)


def _is_worthwhile(game: Offering, position: Position, action: Activate) -> bool:
    return comes_to_something(game, position, Activation(action.unit, action.side, action.kinds))


@implements("KN-ENG-01", "KN-ENG-02")
def _forgo(resolution: Resolution, _: Forgo) -> None:
    """Forgo the action; engineering work done before it in this activation still has its die."""
    if (job := work_left_at(resolution.position)) is not None:
        resolution.then(forgo_action)
        throw_for_task(resolution, job)
    else:
        forgo_action(resolution)


def _forgo_factors(position: Position, _: Forgo) -> Factors:
    job = work_left_at(position)
    return Factors() if job is None else Factors.of(*work_reasons(position, job))


def _separate_odds_of_forgoing(position: Position, _: Forgo) -> tuple[str, ...]:
    job = work_left_at(position)
    return () if job is None else units_with_separate_odds(position, job)


def _forgo_sentence(position: Position, action: Forgo) -> str:
    activation = position.progress.activation
    if activation is None:
        return str(action)
    why = "".join(f" (no target: {reason.text})" for reason in _why_no_fire(position, activation)[:1])
    return f"{action}: {activation.unit}, {activation.next_kind}{why}"


def _why_no_fire(position: Position, activation: Activation) -> list[Reason]:
    """Why a unit whose next action is to fire has no target, neither enemy nor building; empty if it has one."""
    kind = activation.next_kind
    if kind is None or kind not in FIRE_KINDS or (unit := acting_unit(position, kind)) is None:
        return []
    is_moving = moves(position, unit.id)
    shellings = orders_at_buildings(position, unit, kinds=(kind,)) if kind in SHELLING else ()
    if any(not isinstance(building_shot(position, order, moves=is_moving), Reason) for order in shellings):
        return []
    return why_no_target(position, unit, kind, moves=is_moving)


@implements("KN-TURN-04", "KN-COV-02")
def _end(resolution: Resolution, action: EndActivations) -> None:
    """End the activations of the turn; covering fire has a last chance (OUR 62)."""
    resolution.happen(StepBegan(Step.SUPPRESSION))
    enemy = resolution.progress.other(action.side)
    ask_for_covering_fire(resolution, Obligation(Duty.COVERING_FIRE, enemy))


ACTIVATE = Procedure(
    Activate,
    (Step.ACTIVATION,),
    _offer_activate,
    _forbids_activate,
    _activate,
    offers_only_legal=True,
    worthwhile=_is_worthwhile,
)
END_ACTIVATIONS = at_will(EndActivations, (Step.ACTIVATION,), _end, passes=True)
FORGO = at_will(
    Forgo,
    tuple(ActionKind),
    _forgo,
    factors=_forgo_factors,
    separate_odds_of=_separate_odds_of_forgoing,
    sentence=_forgo_sentence,
    passes=True,
)
