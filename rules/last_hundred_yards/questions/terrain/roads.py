"""Urban roads (4.1.9) and roads between trees (4.1.8), and the limits of sight, fire and reactions along them.

The limits are those of the Series Rules v2.1, 4.1.9.4; here they are cited under the roads of 4.1.8.
"""

from functools import lru_cache

from rules.errors import Unknown
from rules.game.rule_ids import implements
from rules.game.units import Unit, Viewer
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.sight import Passing, passed_hexes
from rules.ground.hex.terrain import BUILDINGS, Terrain
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind


@implements("LHY-4.1.9.1")
def is_urban_road(board: HexBoard, place: Hex) -> bool:
    """Whether a hex is an urban hex with both buildings and a road. Rule: LHY 4.1.9."""
    return place in urban_roads(board)


@implements("LHY-4.2.1f", "LHY-4.1.9.1", "LHY-4.1.9b.1")
@lru_cache(maxsize=32)
def urban_roads(board: HexBoard) -> frozenset[Hex]:
    held = (place for place in board.grid if board.has(place, Terrain.ROAD))
    return frozenset(place for place in held if board.has(place, Terrain.URBAN_BUILDING))


@implements("LHY-4.1.9c.1", "LHY-4.1.9c.2", "LHY-4.2.1f")
def stands_in_road(board: HexBoard, viewer: Viewer) -> bool:
    """Whether a viewer stands in the road of an urban road hex, where only vehicles and towed guns do. Rule: LHY 4.1.9c."""
    if not isinstance(viewer, Unit) or not isinstance(viewer.at, Hex) or not is_urban_road(board, viewer.at):
        return False
    if viewer.type not in ROSTER:
        raise Unknown("unit type", viewer.type, ROSTER)
    row = ROSTER[viewer.type]
    return row.is_vehicle or row.kind is UnitKind.GUN


@implements("LHY-4.1.9b.1")
def on_one_urban_road(board: HexBoard, one: Hex, other: Hex) -> bool:
    """Whether two hexes are urban road hexes of the same road. Rule: LHY 4.1.9b (reading 132)."""
    streets = _streets(board)
    return one in streets and streets[one] is streets.get(other)


@lru_cache(maxsize=32)
def _streets(board: HexBoard) -> dict[Hex, frozenset[Hex]]:
    """For each urban road hex, all the urban road hexes that the road joins to it without a break."""
    streets: dict[Hex, frozenset[Hex]] = {}
    for place in sorted(urban_roads(board)):
        if place in streets:
            continue
        street, ahead = {place}, [place]
        while ahead:
            here = ahead.pop()
            joined = {
                near for near in board.grid.neighbours(here) if board.joined_by(Terrain.ROAD, here, near)
            }
            joined = joined.intersection(urban_roads(board)) - street
            street |= joined
            ahead.extend(joined)
        streets.update(dict.fromkeys(street, frozenset(street)))
    return streets


SMALL_ARMS_HEXES, ANTI_TANK_HEXES, SPOTTING_HEXES = 2, 6, 4
REACTION_TO_VEHICLES_HEXES, REACTION_TO_OTHERS_HEXES = 6, 4
"""How far along an enclosed road units react to vehicles and towed guns, and to all others."""

RULE_IDS = {
    "SMALL_ARMS_HEXES": (
        "LHY-4.1.8.enclosed.1",
        "LHY-4.1.8.enclosed.2",
        "LHY-4.1.8.enclosed.3",
        "LHY-4.1.8.enclosed.4",
    ),
    "REACTION_TO_VEHICLES_HEXES": (
        "LHY-4.1.8.enclosed.1",
        "LHY-4.1.8.enclosed.2",
        "LHY-4.1.8.enclosed.3",
        "LHY-4.1.8.enclosed.4",
    ),
}


@lru_cache(maxsize=65536)
@implements("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
def enclosed_between(board: HexBoard, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The enclosed road hexes between two hexes that the line runs along, nearest first (reading 34)."""
    crossed = [place for place, how in passed_hexes(board.grid, start, end) if how <= Passing.THROUGH]
    enclosed = enclosed_road_hexes(board)
    return tuple(
        here
        for before, here, after in zip(crossed, crossed[1:], crossed[2:], strict=False)
        if here in enclosed
        and board.joined_by(Terrain.ROAD, before, here)
        and board.joined_by(Terrain.ROAD, here, after)
    )


@lru_cache(maxsize=32)
@implements("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
def enclosed_road_hexes(board: HexBoard) -> frozenset[Hex]:
    """The road hexes with woods, forest or a building in them, or tree lines on both sides (reading 32)."""
    filled = (Terrain.WOODS, Terrain.FOREST, *BUILDINGS)
    held = frozenset(place for place in _road_hexes(board) if board.has(place, *filled))
    return held | tree_lined_road_hexes(board)


@lru_cache(maxsize=32)
def tree_lined_road_hexes(board: HexBoard) -> frozenset[Hex]:
    """The road hexes with a tree line on each side of the road (reading 32)."""
    if not board.tree_lines:
        return frozenset()
    return frozenset(place for place in _road_hexes(board) if _is_tree_lined(board, place))


def _road_hexes(board: HexBoard) -> list[Hex]:
    return [place for place in board.grid if board.has(place, Terrain.ROAD)]


def _is_tree_lined(board: HexBoard, place: Hex) -> bool:
    grid = board.grid
    lined = {grid.direction(place, near) for near in board.tree_lined_from(place)}
    crossed = {
        grid.direction(place, near)
        for near in grid.neighbours(place)
        if board.joined_by(Terrain.ROAD, place, near)
    }
    if len(crossed) == 1:
        crossed |= {(side + 3) % 6 for side in crossed}
    return bool(crossed) and all(lined.intersection(stretch) for stretch in _stretches(crossed))


def _stretches(crossed: set[int]) -> list[list[int]]:
    """The hexsides between those that the road crosses, one list for each stretch; adjacent crossed
    hexsides have none between."""
    stretches: list[list[int]] = []
    for side in sorted(crossed):
        stretch: list[int] = []
        while (side := (side + 1) % 6) not in crossed:
            stretch.append(side)
        if stretch:
            stretches.append(stretch)
    return stretches
