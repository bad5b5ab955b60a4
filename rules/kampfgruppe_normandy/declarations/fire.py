"""Fire at a unit as an action.

Rule: KGN Shooting, Covering fire.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.action_kinds import FIRE_KINDS
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.after_a_hit import shot_factors
from rules.kampfgruppe_normandy.effects.shooting import separate_odds_of, shoot
from rules.kampfgruppe_normandy.questions.activation import acting_unit, moves, not_acting
from rules.kampfgruppe_normandy.questions.fire.fire_orders import (
    in_reach,
    may_fire,
    orders_of,
    targets_of,
    work_out,
)
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import DeclaredFire, Refused, Sheet
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class Fire(DeclaredFire):
    """Fire at a unit."""

    def __str__(self) -> str:
        return f"{self.unit}: {self.order}"


def _offers(position: Position, side: str) -> Iterator[Fire]:
    activation = position.progress.activation
    if activation is None or activation.next_kind not in FIRE_KINDS:
        return
    unit = acting_unit(position, activation.next_kind)
    if unit is None:
        return
    targets = in_reach(position, unit, targets_of(position, side))
    for order in orders_of(position, unit, activation.next_kind, targets):
        yield Fire.of(side, order)


@implements("KN-ACT-16")
def _forbids(position: Position, action: Fire) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, action.kind)) is not None:
        yield reason
        return
    shot = work_out(position, action.order, moves=moves(position, action.unit))
    if isinstance(shot, Refused):
        yield shot.reason


def _allows(position: Position, action: Fire) -> bool:
    if not_acting(position, action.unit, action.kind) is not None:
        return False
    return may_fire(position, action.order, moves=moves(position, action.unit))


def _carry_out(resolution: Resolution, action: Fire) -> None:
    position = resolution.known(action.side)
    sheet = work_out(position, action.order, moves=moves(position, action.unit))
    assert isinstance(sheet, Sheet)
    shoot(resolution, sheet)
    finish_action(resolution, action.unit)


def _factors(position: Position, action: Fire) -> Factors:
    return shot_factors(work_out(position, action.order, moves=moves(position, action.unit)))


FIRE = Procedure(
    Fire,
    FIRE_KINDS,
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
    separate_odds_of=separate_odds_of,
    allows=_allows,
)
