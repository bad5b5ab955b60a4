"""The withdrawal of soft-skins whose job is done.

Rule: KGN Soft-skin withdrawal; OUR 49.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class WithdrawSoftSkin:
    """A soft-skin leaves the table for good."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} withdraws"


def _offer_withdrawal(_: Position, side: str, unit: Unit) -> Iterator[WithdrawSoftSkin]:
    yield WithdrawSoftSkin(side, unit.id)


@implements("KN-DEPL-20", "KN-ACT-15")
def _forbids_withdrawal(position: Position, _: WithdrawSoftSkin, unit: Unit) -> Iterator[Reason]:
    if position.type(unit).kind is not Kind.SOFT_SKIN:
        yield Reason(f"{unit} is not a soft-skin", cite("Soft-skin withdrawal"))
    elif unit.has(IMMOBILISED):
        yield Reason(f"{unit} is immobilised", cite("Special events"))
    elif position.aboard(unit):
        yield Reason(f"{unit} has a load aboard", ours(49))


@implements("KN-DEPL-19", "KN-BMOR-22b")
def _withdraw(resolution: Resolution, action: WithdrawSoftSkin) -> None:
    finish_action(resolution, action.unit)
    lose_unit(resolution, action.unit, "away to safety", counts=False)


WITHDRAW_SOFT_SKIN = unit_action(
    WithdrawSoftSkin, ActionKind.WITHDRAW, _offer_withdrawal, _forbids_withdrawal, _withdraw
)
