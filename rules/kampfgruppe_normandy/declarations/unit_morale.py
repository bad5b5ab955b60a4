"""Decisions that unit morale brings: tests asked for, and heroic actions.

Rule: KGN Unit morale; OUR 207, 214.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from rules.game.engine.procedure import Factors, Offering, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.effects.activation import begin_activation
from rules.kampfgruppe_normandy.effects.harm import test_owed
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.effects.move_under_way import go_on_after_decision, let_pass, wait_for_heroes
from rules.kampfgruppe_normandy.questions.activation import cannot_act
from rules.kampfgruppe_normandy.questions.declarable import (
    comes_to_something,
    declarable,
    declaration_reasons,
    no_request_of_heroes,
)
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class RequestTest:
    """Ask the enemy for the unit morale test that is due."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"test the morale of {self.unit}"


class LetPass(PlainDeclaration):
    """Pass on the decision."""

    words = "let it pass"


@dataclass(frozen=True, slots=True)
class ActHeroically:
    """A unit takes its heroic action: two actions at once, which cost no activation."""

    side: str
    unit: UnitId
    kinds: tuple[ActionKind, ...]

    def __str__(self) -> str:
        return f"{self.unit}, heroically: {', then '.join(self.kinds)}"


def _offer_request(position: Position, side: str) -> Iterator[RequestTest]:
    yield RequestTest(side, position.progress.due.unit)


def _forbids_request(position: Position, action: RequestTest) -> Iterator[Reason]:
    if action.unit != position.progress.due.unit:
        yield Reason(f"no test of {action.unit} is due", cite("Requesting unit morale tests"))


@implements("KN-UMOR-01", "KN-UMOR-08", "KN-UMOR-19a")
def _request(resolution: Resolution, action: RequestTest) -> None:
    """Test the unit as the fire that caused its test left it, whatever else fell on it at once (OUR 180)."""
    owed = resolution.progress.due
    resolution.happen(Answered())
    unit = resolution.state.unit(action.unit)
    target = target_of(resolution.position, unit)
    as_it_was = replace(target, suppressed=target.suppressed and not owed.before_suppression)
    losses = test_owed(as_it_was, resolution.named(str(unit)))
    suffer_losses(resolution, losses)
    go_on_after_decision(resolution)


def _test_factors(_: Position, __: RequestTest) -> Factors:
    return Factors.of(Reason("one die", as_read("Unit morale table", 43)))


def _kinds_for_heroes(position: Position, unit: Unit) -> tuple[ActionKind, ...]:
    return tuple(kind for kind in declarable(position, unit) if kind is not ActionKind.REQUEST)


def _offer_heroics(position: Position, side: str) -> Iterator[ActHeroically]:
    unit = position.progress.due.unit
    kinds = _kinds_for_heroes(position, position.state.unit(unit))
    for pair in product([kind for kind in kinds if not kind.takes_both], repeat=2):
        yield ActHeroically(side, unit, pair)
    for kind in kinds:
        if kind.takes_both:
            yield ActHeroically(side, unit, (kind,))


@implements("KN-UMOR-23")
def _forbids_heroics(position: Position, action: ActHeroically) -> Iterator[Reason]:
    if action.unit != position.progress.due.unit:
        yield Reason(f"{action.unit} has no heroic action", cite("Heroic action"))
        return
    unit = position.state.unit(action.unit)
    if (reason := cannot_act(position, unit)) is not None:
        yield reason
    elif ActionKind.REQUEST in action.kinds:
        yield no_request_of_heroes()
    else:
        yield from declaration_reasons(position, unit, action.kinds, _kinds_for_heroes(position, unit))


@implements("KN-UMOR-22", "KN-TURN-14")
def _act_heroically(resolution: Resolution, action: ActHeroically) -> None:
    resolution.happen(Answered())
    wait_for_heroes(resolution, action.unit)
    begin_activation(resolution, Activation(action.unit, action.side, action.kinds, is_free=True))


REQUEST_TEST = Procedure(
    RequestTest, (Duty.MORALE_REQUEST,), _offer_request, _forbids_request, _request, factors=_test_factors
)
LET_PASS = at_will(LetPass, (Duty.MORALE_REQUEST, Duty.HEROIC_ACTION), let_pass)


def _is_worthwhile(game: Offering, position: Position, action: ActHeroically) -> bool:
    return comes_to_something(
        game, position, Activation(action.unit, action.side, action.kinds, is_free=True)
    )


ACT_HEROICALLY = Procedure(
    ActHeroically,
    (Duty.HEROIC_ACTION,),
    _offer_heroics,
    _forbids_heroics,
    _act_heroically,
    worthwhile=_is_worthwhile,
)
