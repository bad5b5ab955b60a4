"""Roads between the houses of a town. Chapter 4.1.9."""

from functools import lru_cache

from rules.errors import Unknown
from rules.game.rule_ids import implements
from rules.game.units import Unit, Viewer
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
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
    """The urban road hexes that are joined by road without a break, by each of their hexes."""
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
