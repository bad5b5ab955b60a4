"""Arcs and facing by angle, on a table in inches. Bearings are clockwise from north."""

import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN, Base, Spot

FULL_CIRCLE_DEG = 360.0


def turn_deg(from_deg: float, to_deg: float) -> float:
    """The smallest turn from one bearing to another: to the right up to 180, to the left below 0.

    >>> turn_deg(350, 20), turn_deg(20, 350), turn_deg(0, 180)
    (30.0, -30.0, 180.0)
    """
    return 180.0 - (180.0 - (to_deg - from_deg)) % FULL_CIRCLE_DEG


def off_facing_deg(base: Base, seen: Spot) -> float:
    """The angle between the facing of a base and a spot, from 0 straight ahead to 180 straight behind."""
    return abs(turn_deg(base.facing_deg, base.at.bearing_deg(seen)))


def is_in_arc(base: Base, seen: Spot, width_deg: float) -> bool:
    """Whether a spot lies in the arc of this width about the facing of a base, drawn from its centre; the
    arc includes its edges."""
    return seen == base.at or width_deg >= FULL_CIRCLE_DEG or off_facing_deg(base, seen) <= width_deg / 2


def is_partly_in_arc(base: Base, area: BaseGeometry, width_deg: float) -> bool:
    """Whether any part of an area lies in the arc of this width about the facing of a base, drawn from its centre.

    >>> gun = Base.rectangle(Spot(0, 0), 1, 1, facing_deg=0)
    >>> is_partly_in_arc(gun, shapely.box(2, -3, 9, -1), 90), is_partly_in_arc(gun, shapely.box(4, -3, 9, -1), 90)
    (True, False)
    """
    if width_deg >= FULL_CIRCLE_DEG:
        return True
    far_in = 2.0 * (shapely.hausdorff_distance(shapely.Point(base.at), area) + HAIR_IN)
    edge_deg = base.facing_deg - width_deg / 2
    rim = [base.at.ahead(edge_deg + width_deg * part / 4, far_in) for part in range(5)]
    return bool(shapely.Polygon([base.at, *rim]).intersects(area))


def is_close_arc_call(base: Base, seen: Spot, width_deg: float) -> bool:
    """Whether a spot lies within `HAIR_IN` of an edge of the arc, on either side."""
    if width_deg >= FULL_CIRCLE_DEG:
        return False
    edges_deg = (base.facing_deg - width_deg / 2, base.facing_deg + width_deg / 2)
    return any(_gap_to_ray_in(base.at, edge_deg, seen) <= HAIR_IN for edge_deg in edges_deg)


def _gap_to_ray_in(start: Spot, bearing_deg: float, place: Spot) -> float:
    away = start.gap_in(place)
    ahead = start.ahead(bearing_deg, away)
    direction = Spot(ahead.x_in - start.x_in, ahead.y_in - start.y_in)
    offset = Spot(place.x_in - start.x_in, place.y_in - start.y_in)
    if away == 0.0 or direction.x_in * offset.x_in + direction.y_in * offset.y_in <= 0.0:
        return away
    return abs(direction.x_in * offset.y_in - direction.y_in * offset.x_in) / away
