"""Whether a building itself is in sight of a unit that fires at it or places a marker on it.

Rule: KGN Attacking buildings, Place a target marker; OUR 181.
"""

from collections.abc import Iterator
from itertools import pairwise

import shapely
import shapely.ops

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, sees_any
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.model_heights import tall_in
from rules.kampfgruppe_normandy.state.position import Position


def solid_at(position: Position, spot: Spot) -> Piece | None:
    """The building, or the wreck drawn on the table, that a spot lies in."""
    return next((piece for piece in position.table.at(spot) if _is_solid(piece)), None)


def _is_solid(piece: Piece) -> bool:
    return ground_of(piece).is_building or piece.terrain is TableTerrain.WRECK


def nearest_of(position: Position, viewer: Unit, piece: Piece) -> Spot:
    """The place of a building that is nearest to a viewer."""
    near = shapely.ops.nearest_points(piece.area, position.base(viewer).outline)[0]
    return Spot(near.x, near.y)


def look_at_building(position: Position, viewer: Unit, piece: Piece) -> SightResult:
    """A viewer's sight of a building or a drawn wreck, which is seen if any of its walls is, the nearest first (OUR 181)."""
    first = look(position, viewer, nearest_of(position, viewer, piece), tall_in(piece))
    if first.is_open or not sees_any(position, viewer, _along_the_walls(piece), tall_in(piece)):
        return first
    others = (look(position, viewer, spot, tall_in(piece)) for spot in _along_the_walls(piece))
    return next((seen for seen in others if seen.is_open), first)


def sees_building(position: Position, viewer: Unit, piece: Piece) -> bool:
    """Whether a viewer sees any part of a building: `look_at_building` without the reasons."""
    tall, nearest = tall_in(piece), nearest_of(position, viewer, piece)
    return any(sees_any(position, viewer, spots, tall) for spots in ([nearest], _along_the_walls(piece)))


def _along_the_walls(piece: Piece) -> Iterator[Spot]:
    """The corners of a building and the middles of its walls."""
    ring = shapely.get_coordinates(shapely.get_exterior_ring(piece.area.convex_hull))
    for (x, y), (next_x, next_y) in pairwise(ring):
        yield Spot(float(x), float(y))
        yield Spot(float(x + next_x) / 2, float(y + next_y) / 2)
