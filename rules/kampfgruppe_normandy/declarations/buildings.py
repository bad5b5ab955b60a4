"""Fire at buildings as an action of a unit.

Rule: KGN Buildings, Attacking buildings; OUR 145 to 150.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.building_fire import (
    building_factors,
    orders_at_buildings,
    shell_building,
)
from rules.kampfgruppe_normandy.questions.activation import acting_unit, moves, not_acting
from rules.kampfgruppe_normandy.questions.fire.building_shot import SHELLING, DeclaredShelling, building_shot
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class FireAtBuilding(DeclaredShelling):
    """An action of fire at a building."""

    def __str__(self) -> str:
        return f"{self.unit}: {self.order}"


def _offers(position: Position, side: str) -> Iterator[FireAtBuilding]:
    activation = position.progress.activation
    if activation is None or activation.next_kind not in SHELLING:
        return
    kind = activation.next_kind
    unit = acting_unit(position, kind)
    if unit is None:
        return
    for order in orders_at_buildings(position, unit, kinds=(kind,)):
        yield FireAtBuilding.of(side, order)


def _forbids(position: Position, action: FireAtBuilding) -> Iterator[Reason]:
    if action.kind in SHELLING and (reason := not_acting(position, action.unit, action.kind)) is not None:
        yield reason
        return
    shot = building_shot(position, action.order, moves=moves(position, action.unit))
    if isinstance(shot, Reason):
        yield shot


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13")
def _carry_out(resolution: Resolution, action: FireAtBuilding) -> None:
    shell_building(resolution, action.order, moves=moves(resolution.position, action.unit))
    finish_action(resolution, action.unit)


def _factors(position: Position, action: FireAtBuilding) -> Factors:
    return building_factors(position, action.order, moves=moves(position, action.unit))


FIRE_AT_BUILDING = Procedure(FireAtBuilding, SHELLING, _offers, _forbids, _carry_out, factors=_factors)
