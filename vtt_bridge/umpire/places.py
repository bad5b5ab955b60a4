"""A place under the pointer: what lies there, and who sees it."""

from collections.abc import Iterator
from dataclasses import dataclass

from exporters.board_shapes import name
from rules.errors import RulesError
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Board, Place
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class PlaceTold:
    """A place by name, its ground and markers in words, and the ids of the units that see it."""

    name: str
    ground: tuple[str, ...]
    markers: tuple[str, ...]
    seen_by: tuple[str, ...]


def place_told(state: GameState, ruleset: Ruleset, place: Place) -> PlaceTold:
    """What a state shows of a place: a state that a side may know tells no more than that side knows."""
    on_map = (unit for unit in state.units.values() if unit.at is not None)
    return PlaceTold(
        name(place),
        tuple(_ground(state.board, place)),
        tuple(marker.kind.replace("_", " ") for marker in state.markers if marker.at == place),
        tuple(unit.id for unit in on_map if _sees(state, ruleset, unit, place)),
    )


def _sees(state: GameState, ruleset: Ruleset, unit: Unit, place: Place) -> bool:
    """Whether a unit has a line of sight to a place; one of which too little is known to ask has none."""
    try:
        return ruleset.line_of_sight(state, unit, place).verdict.visibility.is_open
    except RulesError:
        return False


def _ground(board: Board, place: Place) -> Iterator[str]:
    if isinstance(board, HexBoard) and isinstance(place, Hex):
        ground = board.ground(place)
        yield from [one.words for one in sorted(ground.terrain - {Terrain.RURAL})] or ["open ground"]
        yield from sorted({line.terrain.words for line in board.lines if place in line.path})
        if ground.level:
            yield f"level {ground.level}"
    elif isinstance(board, Tabletop) and isinstance(place, Spot):
        yield from dict.fromkeys(piece.terrain.words for piece in board.at(place)) or ["open ground"]
        if level := board.level_at(place):
            yield f"level {level}"
