"""Veterans' first test of morale: their owner lets it stand or throws it again, and abides by the second die.

Rule: KGN Veteran morale; OUR 42.
"""

from dataclasses import replace

from rules.game.engine.procedure import Factors, PlainDeclaration, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult, morale_result
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.effects.harm import abide_by, take_morale_test
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.effects.move_under_way import go_on_after_decision
from rules.kampfgruppe_normandy.questions.target import Losses, Target, target_of
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution


class RerollMorale(PlainDeclaration):
    """Throw the veterans' test again; the second die stands, even if it is worse."""

    words = "throw the veterans' test again"


class AbideByMorale(PlainDeclaration):
    """Let the veterans' first die stand."""

    words = "let the veterans' test stand"


def _first_tested(position: Position) -> tuple[Target, MoraleResult]:
    """The unit whose first test is to be decided on, without its re-roll, and the result of that test."""
    owed = position.progress.due
    target = target_of(position, position.state.unit(owed.unit))
    return replace(target, has_reroll=False), morale_result(target.kind, owed.count)


@implements("KN-UMOR-24")
def _reroll(resolution: Resolution, _: RerollMorale) -> None:
    target, _found = _first_tested(resolution.position)
    resolution.happen(Answered())
    suffer_losses(
        resolution,
        take_morale_test(target, Losses(target.unit), resolution.named(target.unit), is_asked=True),
    )
    go_on_after_decision(resolution)


@implements("KN-UMOR-24")
def _abide(resolution: Resolution, _: AbideByMorale) -> None:
    target, result = _first_tested(resolution.position)
    resolution.happen(Answered())
    suffer_losses(resolution, abide_by(result, target, Losses(target.unit), resolution.named(target.unit)))
    go_on_after_decision(resolution)


def _reroll_factors(position: Position, _: RerollMorale) -> Factors:
    target, result = _first_tested(position)
    first = position.progress.due.count
    return Factors.of(
        Reason(f"the first die, {first}: {target.unit} {result}", cite("Unit morale table")),
        Reason("the second die stands", cite("Veteran morale")),
    )


REROLL_MORALE = at_will(RerollMorale, (Duty.VETERAN_REROLL,), _reroll, factors=_reroll_factors)
ABIDE_BY_MORALE = at_will(AbideByMorale, (Duty.VETERAN_REROLL,), _abide)
