"""Concealed bunkers and reinforced buildings, as a scenario names them, and where a unit stands inside a building.

Rule: KGN Buildings.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import shapely

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.table.house_walls import house_walls
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.state.spots import in_hundredths
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

CONCEALED_OPTION, REINFORCED_OPTION = "concealed_bunkers", "reinforced_buildings"
CONCEALED = StateSlot("concealed bunkers", tuple[str, ...], ())
REINFORCED = StateSlot("reinforced buildings", tuple[str, ...], ())


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def read_buildings(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The state with the scenario's concealed bunkers, which must be observed as vehicles are, and its reinforced buildings.

    Raises:
        BadInput: if one is not a building of the table.
    """
    state = CONCEALED.put(state, _named_buildings(state, options, CONCEALED_OPTION))
    return REINFORCED.put(state, _named_buildings(state, options, REINFORCED_OPTION))


def _named_buildings(state: GameState, options: Mapping[str, Any], option: str) -> tuple[str, ...]:
    names = options.get(option, [])
    if not isinstance(names, list | tuple):
        raise BadInput(f"options.{option}", names, "a list of buildings")
    for name in names:
        piece = state.board.by_id.get(name) if isinstance(state.board, Tabletop) else None
        if piece is None or not ground_of(piece).is_building:
            raise BadInput(f"options.{option}", name, "a building of the table")
    return tuple(map(str, names))


@lru_cache(maxsize=256)
def middle_of(table: Tabletop, building: Piece) -> Spot:
    """A spot well inside a building, in the largest room where its walls are drawn."""
    rooms = shapely.get_parts(shapely.difference(building.area, house_walls(table)))
    largest = rooms[shapely.area(rooms).argmax()] if len(rooms) else building.area
    inner = shapely.point_on_surface(largest)
    return in_hundredths(Spot(inner.x, inner.y))


def place_in(table: Tabletop, building: Piece, at: Spot | None) -> Spot:
    """Where a unit stands in a building: at the given spot if that lies inside, else in the middle (OUR 178)."""
    return at if at is not None and building.area.covers(shapely.Point(at)) else middle_of(table, building)
