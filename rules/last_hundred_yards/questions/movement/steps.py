"""One step of a maneuver: its MP, where in the next hex it ends, whether it asks a roll or ends the
maneuver. Chapters 4.1 and 10.

Both reach and play use this one function.
"""

from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.editions import LaterGround
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass, move_class
from rules.last_hundred_yards.questions.movement.costs import WIRE_MP, earns_road_bonus, step_mp
from rules.last_hundred_yards.questions.movement.rivers import (
    AT_REST,
    FROM_BEFORE,
    asks_river_exit,
    way_in_river,
)
from rules.last_hundred_yards.state.markers import WIRE
from rules.last_hundred_yards.state.position import NextStep, row_of
from rules.last_hundred_yards.state.progress import Progress


@dataclass(frozen=True, slots=True)
class Walker:
    """The properties of a unit that affect its steps: its column of the table, whether it is Heroic, and the
    wire that costs it more."""

    move: MoveClass
    is_heroic: bool = False
    wired: frozenset[Hex] = frozenset()
    helped_out_of_river: bool = False
    """Whether it is a leader who helped a unit out of the river, and so leaves it without a die."""


@implements("LHY-16.2b.1")
def walker_of(state: GameState, unit: Unit) -> Walker:
    """The properties of a unit that affect its steps; only AFVs pay more for wire."""
    move = move_class(row_of(unit))
    wired = wired_hexes(state) if move is MoveClass.AFV else frozenset()
    return Walker(move, unit.has(HEROIC), wired, helped_out_of_river(state, unit))


def wired_hexes(state: GameState) -> frozenset[Hex]:
    """The hexes with wire."""
    wire = [marker.at for marker in state.markers if marker.kind == WIRE]
    return frozenset(at for at in wire if isinstance(at, Hex))


@implements("LHY-4.1.10.5")
def helped_out_of_river(state: GameState, unit: Unit) -> bool:
    """Whether a unit is a leader who helped another out of a river in this turn (reading 162)."""
    return isinstance(state.course, Progress) and unit.id in state.course.river_leaders


@implements("LHY-0.15", "LHY-4.1.10.2", "LHY-4.1.10.3", "LHY-4.1.10.8", "LHY-4.1.11.3", "LHY-4.1.12.2")
def standing(board: HexBoard, move: MoveClass, place: Hex, way: str = "") -> HexNode | None:
    """The node where a unit stands in a hex: by the `way` of its maneuver, else as it begins one; None where it cannot be.

    It begins on the ground, the ford or the bridge if there is any, otherwise in the river (readings 23 and 25).
    """
    if way:
        return HexNode(place, way)
    if not board.has(place, Terrain.RIVER) or board.has(place, Terrain.BRIDGE, Terrain.FORD):
        return HexNode(place)
    return HexNode(place, FROM_BEFORE) if move is MoveClass.FOOT else None


def step(board: HexBoard, walker: Walker, start: HexNode, to: Hex, options: Options) -> NextStep | None:
    """One step of a unit into the next hex; None if it is barred.

    Rule: LHY 4.1.3-4.1.12, 10.0.
    """
    end = _end_of(board, walker.move, start, to)
    mp = None if end is None else step_mp(board, walker.move, start, end, options)
    if end is None or mp is None:
        return None
    stops, takes_all = _stops(board, walker, start, end, options)
    return NextStep(
        mp + WIRE_MP if to in walker.wired else mp,
        AT_REST if stops else end.way,
        not (walker.is_heroic or walker.helped_out_of_river) and asks_river_exit(board, start, to),
        earns_road_bonus(board, start, end),
        takes_all,
    )


def _end_of(board: HexBoard, move: MoveClass, start: HexNode, to: Hex) -> HexNode | None:
    """The node that a step ends in; it is on a bridge only if the unit comes by road, otherwise under it or in the river."""
    if start.way == AT_REST:
        return None
    in_river = board.has(to, Terrain.RIVER) and not board.has(to, Terrain.FORD)
    by_road = not start.way and board.joined_by(Terrain.ROAD, start.hex, to)
    if not in_river or (by_road and board.has(to, Terrain.BRIDGE)):
        return HexNode(to)
    if move is not MoveClass.FOOT:
        return None
    way = way_in_river(board, start, to)
    return None if way is None else HexNode(to, way)


@implements("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
def _stops(
    board: HexBoard, walker: Walker, start: HexNode, end: HexNode, options: Options
) -> tuple[bool, bool]:
    """Whether a step ends the maneuver in the river, and whether it takes the whole allowance (reading 83).

    A step from the bank into the river ends it, for heroes too. A step from one river hex to the next ends it and takes
    all MP, except for heroes, and for all units at a bridge or ford.
    """
    if not end.way or not options.has(LaterGround.RIVER_STOPS):
        return False, False
    if not board.has(start.hex, Terrain.RIVER):
        return True, False
    at_crossing = any(board.has(place, Terrain.BRIDGE, Terrain.FORD) for place in (start.hex, end.hex))
    takes_all = not at_crossing and not walker.is_heroic
    return takes_all, takes_all
