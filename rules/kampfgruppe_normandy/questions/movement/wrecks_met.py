"""The ground where a wreck is in the way, under its hull and beside it on a road, and where a towed wreck lies.

Rule: KGN Road movement, Crossing difficult ground and obstacles, Recovery vehicles; OUR 190.
"""

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.ground.table.inches import HAIR_IN, Spot, do_areas_overlap
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.spots import in_hundredths

BESIDE_IN = 2.0
"""Within how many inches of a wreck on its road a vehicle has to steer round it."""

_BEND_IN = 0.5


_TOWBAR_IN = 0.1


def spot_behind_tow(position: Position, wreck: str, tow_type: str, at: Spot, heading_deg: float) -> Spot:
    """Where a wreck lies when a vehicle of type `tow_type` has towed it and stands at a spot."""
    lost = next(loss for loss in position.progress.wrecks if loss.unit == wreck)
    hulls = (position.book.type(lost.type), position.book.type(tow_type))
    behind = sum(hull.length_in for hull in hulls) / 2 + _TOWBAR_IN
    return in_hundredths(at.ahead(heading_deg + 180.0, behind))


@memoized
def wrecks_lying(position: Position) -> tuple[tuple[BaseGeometry, str], ...]:
    """The hull of each wreck, drawn on the table or lost in play, and the wreck in words."""
    drawn = [(piece.area, str(piece)) for piece in position.table.pieces if piece.terrain is T.WRECK]
    lost_here = [(hull.outline, position.wreck_called(wreck)) for wreck, hull in position.wrecks()]
    return (*drawn, *lost_here)


@implements("KN-MOVE-13", "KN-MOVE-18b")
@memoized
def wrecks_met(position: Position) -> tuple[tuple[BaseGeometry, str], ...]:
    """The ground on which each wreck costs a die, to go over it or round it, and the wreck in words.

    Rule: KGN Road movement; OUR 190.
    """
    return tuple(
        (shapely.union_all([hull, *_road_beside(position.table, hull)]), words)
        for hull, words in wrecks_lying(position)
    )


def _road_beside(table: Tabletop, hull: BaseGeometry) -> Iterator[BaseGeometry]:
    """The stretch of each road that a hull lies on, as long as the hull is along it."""
    for piece in table.under(hull):
        if ground_of(piece).is_road and do_areas_overlap(piece.area, hull):
            yield shapely.intersection(piece.area, _strip_across(hull, *_direction(piece, hull.centroid)))


def _direction(road: Piece, here: shapely.Point) -> tuple[float, float]:
    """The direction in which a road runs at a place: along its line, or along the longer side of its area.

    Where it turns back on itself, the direction is that of its first part.
    """
    line = road.shape if road.width_in is not None else _long_side(road.area)
    part = min(shapely.get_parts(line), key=here.distance)
    at_in = part.project(here)
    start, at, end = (
        part.interpolate(min(max(at_in + off_in, 0.0), part.length)) for off_in in (-_BEND_IN, 0.0, _BEND_IN)
    )
    if start.distance(end) < HAIR_IN:
        end = at
    long_in = start.distance(end)
    return (end.x - start.x) / long_in, (end.y - start.y) / long_in


def _long_side(area: BaseGeometry) -> BaseGeometry:
    corners = shapely.get_coordinates(shapely.oriented_envelope(area))[:3].tolist()
    sides = [shapely.LineString(corners[k : k + 2]) for k in (0, 1)]
    return max(sides, key=lambda side: side.length)


def _strip_across(hull: BaseGeometry, east: float, south: float) -> BaseGeometry:
    """A strip across a road with this direction, as long as a hull on it and BESIDE_IN wider on both sides."""
    corners = shapely.get_coordinates(hull)
    along, across = corners @ (east, south), corners @ (-south, east)
    ends = [along.min(), along.max()]
    sides = [across.min() - BESIDE_IN, across.max() + BESIDE_IN]
    places = [(ends[0], sides[0]), (ends[1], sides[0]), (ends[1], sides[1]), (ends[0], sides[1])]
    return shapely.Polygon([(a * east - b * south, a * south + b * east) for a, b in places])
