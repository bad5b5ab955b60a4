"""Bodies on the move: how far their middle keeps off closed ground and the table's end, being as wide as they are.

A body goes along a lane as wide as itself. Ground it may not enter grows by half of that, so that its middle may
be moved as a point; how its corners swing as it turns is not measured.
"""

from dataclasses import dataclass
from math import acos, ceil, pi

import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Tabletop

_SAG_IN = HAIR_IN / 4
"""How far round corners are drawn outside the true ones: with it too, who stands flush stands clear."""


NOTHING = shapely.Point()


@dataclass(frozen=True, slots=True)
class Body:
    """What is moved: so wide, or as a point.

    Where its middle lies on `eased` ground, closed ground bars it no sooner than its middle comes there; all that bars it does
    so within half its width of where it is `standing`, that it may work itself free if it stands too near already.
    """

    width_in: float = 0.0
    standing: Spot | None = None
    eased: BaseGeometry = NOTHING


def barred_to_middle(table: Tabletop, closed: BaseGeometry, body: Body, others: BaseGeometry) -> BaseGeometry:
    """Where the middle of a body may not come: within half its width of closed ground, of what others stand on and of the
    table's end."""
    far_in = body.width_in / 2 - HAIR_IN / 2
    ends = shapely.box(0, 0, table.width_in, table.depth_in)
    inner = shapely.box(far_in, far_in, table.width_in - far_in, table.depth_in - far_in)
    beside = shapely.union(shapely.difference(widened(closed, far_in), body.eased), widened(others, far_in))
    grown = shapely.union(shapely.difference(ends, inner), beside)
    if body.standing is not None and grown.intersects(shapely.Point(body.standing)):
        grown = shapely.difference(grown, shapely.Point(body.standing).buffer(body.width_in / 2))
    return shapely.union(shapely.union(closed, others), grown)


def widened(area: BaseGeometry, by_in: float) -> BaseGeometry:
    """An area and all that lies so near to it; its round corners have few sides, drawn outside the true ones."""
    if area.is_empty or by_in <= 0:
        return area
    sides = ceil(pi / 4 / acos(1 - min(_SAG_IN / by_in, 1.0)))
    inscribed = shapely.buffer(area, by_in, quad_segs=sides)
    return shapely.buffer(inscribed, _SAG_IN, join_style="mitre")


def lane(path: tuple[Spot, ...], width_in: float) -> BaseGeometry:
    """The ground a body so wide sweeps along a path, less a hair at either side."""
    shape = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return shape.buffer(width_in / 2 - HAIR_IN)


def is_trespass(
    path: tuple[Spot, ...], width_in: float, closed: BaseGeometry, eased: BaseGeometry = NOTHING
) -> bool:
    """Whether a body so wide comes onto closed ground along a path; where it stands on some already, it works free,
    and while its middle is on eased ground it takes no room."""
    if closed.is_empty:
        return False
    half_in = width_in / 2 - HAIR_IN
    middle: BaseGeometry = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    if not shapely.dwithin(closed, middle, half_in):
        return False
    if shapely.dwithin(closed, shapely.Point(path[0]), half_in):
        middle = shapely.difference(middle, shapely.Point(path[0]).buffer(width_in / 2))
    return bool(shapely.dwithin(closed, shapely.difference(middle, eased), half_in))


def beyond(table: Tabletop) -> BaseGeometry:
    """The floor round a table."""
    floor = shapely.box(-table.width_in, -table.depth_in, 2 * table.width_in, 2 * table.depth_in)
    return shapely.difference(floor, shapely.box(0, 0, table.width_in, table.depth_in))
