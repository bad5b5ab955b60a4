"""The MP cost of a step, by class of unit: the Terrain Effects Table, and what bars a step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from rules.game.citation import Citation, Provenance
from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.editions import LaterGround
from rules.last_hundred_yards.book.house_figures import HouseValues
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.rulebook import cite, figure_citation
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass
from rules.last_hundred_yards.questions.sight.line_of_sight import has_urban_gap, road_row_blocks
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road, tree_lined_road_hexes


@dataclass(frozen=True, slots=True)
class CostRow:
    """One row of the table: MP to enter a terrain, by class of unit; None bars it. Rows from FORD on are added to others."""

    foot: Fraction | None
    afv: Fraction | None
    halftrack: Fraction | None
    truck: Fraction | None
    cite: Citation

    def of(self, move: MoveClass) -> Fraction | None:
        cost: Fraction | None = getattr(self, move.value)
        return cost


class Row(StrEnum):
    """The rows of the table; those from FORD on are added to the cost of the others."""

    OPEN = "open"
    PAVED = "paved"
    ROAD = "road"
    RURAL_BUILDING = "rural_building"
    WOODS = "woods"
    FOREST = "forest"
    URBAN_BUILDING = "urban_building"
    RIVER = "river"
    FORD = "ford"
    UPHILL = "uphill"
    WALL = "wall"
    TREE_LINE = "tree_line"


@implements(
    "LHY-4.0.1", "LHY-10.0.2", "LHY-T-MP.foot", "LHY-T-MP.afv", "LHY-T-MP.carrier", "LHY-4.1.10.enter.1",
    "LHY-4.1.4.5",
)  # fmt: skip
@lru_cache(maxsize=16)
def cost_table(house: HouseValues) -> Mapping[Row, CostRow]:
    """The MP table. Figures for men on foot are from a reader's table, those for vehicles are mostly house values."""
    one, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    woods, river = Fraction(3, 2), Fraction(3, 2)
    v, reader = house, Provenance.READER
    vehicle, building = v.vehicle_open_mp, v.afv_rural_building_mp
    return MappingProxyType({
        #                            foot         afv           halftrack     truck
        Row.OPEN:           CostRow(one,         vehicle,      vehicle,      v.truck_open_mp, figure_citation("vehicle_open_mp")),
        Row.PAVED:          CostRow(one,         vehicle,      vehicle,      vehicle,      figure_citation("vehicle_open_mp")),
        Row.ROAD:           CostRow(v.road_mp,   v.road_mp,    v.road_mp,    v.road_mp,    figure_citation("road_mp")),
        Row.RURAL_BUILDING: CostRow(one,         building,     None,         None,         figure_citation("afv_rural_building_mp")),
        Row.WOODS:          CostRow(woods,       v.afv_woods_mp, None,       None,         cite("4.1.3", reader)),
        Row.FOREST:         CostRow(woods,       Fraction(4),  None,         None,         cite("4.1.3", reader)),
        Row.URBAN_BUILDING: CostRow(Fraction(2), None,         None,         None,         cite("4.1.6b", reader)),
        Row.RIVER:          CostRow(river,       None,         None,         None,         cite("4.1.10", reader)),
        Row.FORD:           CostRow(half,        v.vehicle_ford_mp - vehicle, v.vehicle_ford_mp - vehicle,
                                    max(v.vehicle_ford_mp - v.truck_open_mp, none), cite("4.1.12", reader)),
        Row.UPHILL:         CostRow(half,        v.vehicle_uphill_mp, v.vehicle_uphill_mp,
                                    v.vehicle_uphill_mp,                       cite("4.1.4", reader)),
        Row.WALL:           CostRow(none,        v.tracked_wall_mp, v.tracked_wall_mp, None, cite("4.1.7", reader)),
        Row.TREE_LINE:      CostRow(none,        v.afv_tree_line_mp, None,      None,         figure_citation("afv_tree_line_mp")),
    })  # fmt: skip


WIRE_MP = Fraction(1)
"""The MP that an AFV pays to enter wire, besides the cost of the hex (16.2b)."""


@implements("LHY-4.1.4.5", "LHY-4.1.6c", "LHY-4.1.8.1", "LHY-4.1.8.2", "LHY-4.1.8.enter")
def step_mp(
    board: HexBoard, move: MoveClass, start: HexNode, end: HexNode, options: Options
) -> Fraction | None:
    """The MP cost of a step from one node to the next; None if the step is barred.

    Along a road only the cost of the road is paid (4.1.8); up a level the uphill cost is added.

    Rule: LHY 4.1.3-4.1.12, 10.0 and the Terrain Effects Table.
    """
    table = cost_table(options.house)
    by_road = not start.way and not end.way and board.joined_by(Terrain.ROAD, start.hex, end.hex)
    if by_road:
        return table[Row.ROAD].of(move)
    if _bars(board, move, start, end, options):
        return None
    prices: dict[Row, Fraction] = {}
    for row in _rows(board, move, start, end, options):
        price = table[row].of(move)
        if price is None:
            return None
        prices[row] = price
    added = (Row.FORD, Row.UPHILL, Row.WALL, Row.TREE_LINE)
    highest = max(price for row, price in prices.items() if row not in added)
    return sum((price for row, price in prices.items() if row in added), highest)


@implements(
    "LHY-4.1.9c.1", "LHY-4.1.10.2", "LHY-T-MP.foot", "LHY-T-MP.afv", "LHY-T-MP.carrier", "LHY-10.0.2",
    "LHY-4.1.8.1", "LHY-4.1.8.2", "LHY-4.1.4.5", "LHY-4.1.7.1",
)  # fmt: skip
def _rows(board: HexBoard, move: MoveClass, start: HexNode, end: HexNode, options: Options) -> Iterator[Row]:
    """The rows of the table that a step off the road pays; vehicles use the open roadway of an urban road
    hex, not its buildings."""
    if board.level(end.hex) > board.level(start.hex):
        yield Row.UPHILL
    if end.way:
        yield Row.RIVER
        return
    yield Row.PAVED if board.has(end.hex, Terrain.URBAN) else Row.OPEN
    ground = board.ground(end.hex)
    in_the_open = move is not MoveClass.FOOT and is_urban_road(board, end.hex)
    in_the_open |= options.has(LaterGround.URBAN_BY_ROAD_OR_GAP) and leaves_road_between_buildings(
        board, move, start.hex, end.hex
    )
    for terrain, row in _TERRAIN_ROWS.items():
        if terrain in ground.terrain and not (in_the_open and row is Row.URBAN_BUILDING):
            yield row
    if Terrain.FORD in ground.terrain:
        yield Row.FORD
    side = board.grid.hexside(start.hex, end.hex)
    if side in board.walls:
        yield Row.WALL
    if side in board.tree_lines and options.has(LaterGround.TREE_LINES):
        yield Row.TREE_LINE


_TERRAIN_ROWS = {
    Terrain.WOODS: Row.WOODS,
    Terrain.FOREST: Row.FOREST,
    Terrain.STONE_BUILDING: Row.RURAL_BUILDING,
    Terrain.WOODEN_BUILDING: Row.RURAL_BUILDING,
    Terrain.URBAN_BUILDING: Row.URBAN_BUILDING,
}


@implements("LHY-4.1.9d.1", "LHY-4.1.9d.2", "LHY-4.1.11.2", "LHY-4.1.8.forest", "LHY-4.1.10.8", "LHY-4.1.6c")
def _bars(board: HexBoard, move: MoveClass, start: HexNode, end: HexNode, options: Options) -> bool:
    """Whether a step off the road is barred, whatever its cost."""
    if board.has(end.hex, Terrain.BRIDGE) and not end.way:
        return True
    if board.has(start.hex, Terrain.BRIDGE) and not start.way and board.has(end.hex, Terrain.RIVER):
        return True
    if move is MoveClass.FOOT:
        asks = options.has(LaterGround.URBAN_BY_ROAD_OR_GAP) and leaves_road_between_buildings(
            board, move, start.hex, end.hex
        )
        return asks and not has_urban_gap(board, start.hex, end.hex, options)
    if options.has(LaterGround.FOREST_ROADS_FOR_AFVS) and keeps_to_forest_road(
        board, move, start.hex, end.hex, options.has(LaterGround.TREE_LINES)
    ):
        return True
    on_road = is_urban_road(board, start.hex) or is_urban_road(board, end.hex)
    return on_road and road_row_blocks(board, start.hex, end.hex, options)


@implements("LHY-4.1.8.forest")
def keeps_to_forest_road(board: HexBoard, move: MoveClass, start: Hex, end: Hex, tree_lines: bool) -> bool:
    """Whether a carrier would leave or enter a road through woods, forest or tree lines off the road."""
    if move not in (MoveClass.HALFTRACK, MoveClass.TRUCK) or board.joined_by(Terrain.ROAD, start, end):
        return False
    lined = tree_lined_road_hexes(board) if tree_lines else frozenset()
    return any(
        at in lined or (board.has(at, Terrain.ROAD) and board.has(at, Terrain.WOODS, Terrain.FOREST))
        for at in (start, end)
    )


@implements("LHY-4.1.6.urban")
def leaves_road_between_buildings(board: HexBoard, move: MoveClass, start: Hex, end: Hex) -> bool:
    """Whether men would go from one urban building hex into the next off the road."""
    if move is not MoveClass.FOOT or board.joined_by(Terrain.ROAD, start, end):
        return False
    return all(board.has(at, Terrain.URBAN_BUILDING) for at in (start, end))


@implements("LHY-4.1.8.3", "LHY-4.1.9.2")
def earns_road_bonus(board: HexBoard, start: HexNode, end: HexNode) -> bool:
    """Whether a step keeps the road bonus: along a road, and not along an urban road. Rule: LHY 4.1.8, 4.1.9."""
    if start.way or end.way or not board.joined_by(Terrain.ROAD, start.hex, end.hex):
        return False
    return not is_urban_road(board, start.hex) and not is_urban_road(board, end.hex)
