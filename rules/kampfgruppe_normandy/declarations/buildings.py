"""Fire at buildings: at which one may, with what, and what it does.

Rule: KGN Buildings, Attacking buildings; OUR 145 to 150.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import BadInput
from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.building_fire import (
    aims_at_buildings,
    building_factors,
    shell_building,
)
from rules.kampfgruppe_normandy.questions.activation import acting_unit, moves, not_acting
from rules.kampfgruppe_normandy.questions.fire.building_shot import CONCEALED, SHELLING, Aimed, building_shot
from rules.kampfgruppe_normandy.questions.sight.cover import REINFORCED
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution

CONCEALED_OPTION, REINFORCED_OPTION = "concealed_bunkers", "reinforced_buildings"


@dataclass(frozen=True, slots=True)
class FireAtBuilding:
    """Fire at a building itself with high explosive, or with armour piercing rounds for what they are worth."""

    side: str
    unit: str
    building: str
    kind: ActionKind
    weapon: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.kind} at {self.building} with {self.weapon}"

    def aimed(self, position: Position) -> Aimed:
        return Aimed(self.unit, self.building, self.kind, self.weapon, moves(position, self.unit))


def _offers(position: Position, side: str) -> Iterator[FireAtBuilding]:
    activation = position.progress.activation
    kind = None if activation is None else activation.next_kind
    unit = None if kind not in SHELLING else acting_unit(position, kind)
    if unit is None:
        return
    for aimed in aims_at_buildings(position, unit.id, side, moves=moves(position, unit.id)):
        if aimed.kind is kind:
            yield FireAtBuilding(side, aimed.unit, aimed.building, aimed.kind, aimed.weapon)


def _forbids(position: Position, action: FireAtBuilding) -> Iterator[Reason]:
    if action.kind in SHELLING and (reason := not_acting(position, action.unit, action.kind)) is not None:
        yield reason
        return
    found = building_shot(position, action.aimed(position))
    if isinstance(found, Reason):
        yield found


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13")
def _carry_out(resolution: Resolution, action: FireAtBuilding) -> None:
    shell_building(resolution, action.aimed(resolution.position))
    finish_action(resolution, action.unit)


def _factors(position: Position, action: FireAtBuilding) -> Factors:
    return building_factors(position, action.aimed(position))


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def read_buildings(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The bunkers that are concealed and must be observed as vehicles are, and the buildings that are reinforced.

    Raises:
        BadInput: if one is no building of the table.
    """
    state = CONCEALED.put(state, _buildings_told(state, options, CONCEALED_OPTION))
    return REINFORCED.put(state, _buildings_told(state, options, REINFORCED_OPTION))


def _buildings_told(state: GameState, options: Mapping[str, Any], option: str) -> tuple[str, ...]:
    told = options.get(option, [])
    if not isinstance(told, list | tuple):
        raise BadInput(f"options.{option}", told, "a list of buildings")
    for name in told:
        piece = state.board.by_id.get(name) if isinstance(state.board, Tabletop) else None
        if piece is None or not ground_of(piece).is_building:
            raise BadInput(f"options.{option}", name, "a building of the table")
    return tuple(map(str, told))


FIRE_AT_BUILDING = Procedure(FireAtBuilding, SHELLING, _offers, _forbids, _carry_out, factors=_factors)
