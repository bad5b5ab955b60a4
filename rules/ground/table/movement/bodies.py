"""Bodies on the move: how far their middle keeps off closed ground and the table's end, being as wide as they are.

A body goes along a lane as wide as itself. Ground it may not enter grows by half of that, so that its middle may
be moved as a point; how its corners swing as it turns is not measured.
"""

from math import cos, pi

import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Tabletop

_QUAD_SEGMENTS = 4


def kept_off(
    table: Tabletop, closed: BaseGeometry, width_in: float, standing: Spot | None = None
) -> BaseGeometry:
    """Where the middle of a body so wide may not come: within half its width of closed ground and the table's end.

    One that stands nearer already works itself free: within half its width of where it is `standing`, only the closed
    ground itself bars it.
    """
    far_in = width_in / 2 - HAIR_IN / 2
    ends = shapely.box(0, 0, table.width_in, table.depth_in)
    inner = shapely.box(far_in, far_in, table.width_in - far_in, table.depth_in - far_in)
    grown = shapely.union(shapely.difference(ends, inner), widened(closed, far_in))
    if standing is None or not grown.intersects(shapely.Point(standing)):
        return grown
    free = shapely.Point(standing).buffer(width_in / 2)
    return shapely.union(closed, shapely.difference(grown, free))


def widened(area: BaseGeometry, by_in: float) -> BaseGeometry:
    """An area and all that lies so near to it; its round corners have few sides, drawn outside the true ones."""
    if area.is_empty or by_in <= 0:
        return area
    sag_in = by_in * (1 - cos(pi / 4 / _QUAD_SEGMENTS))
    inscribed = shapely.buffer(area, by_in, quad_segs=_QUAD_SEGMENTS)
    return shapely.buffer(inscribed, sag_in, join_style="mitre")


def lane(path: tuple[Spot, ...], width_in: float) -> BaseGeometry:
    """The ground a body so wide sweeps along a path, less a hair at either side."""
    shape = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return shape.buffer(width_in / 2 - HAIR_IN)
