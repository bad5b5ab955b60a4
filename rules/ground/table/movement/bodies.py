"""Moving bodies that have a width: where their middle may go.

A body moves along a lane as wide as itself. Closed ground is widened by half of that (a Minkowski sum), so that the middle
can be moved as a point. How the corners swing as the body turns is not measured.
"""

from dataclasses import dataclass
from math import acos, ceil, pi

import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Tabletop

_SAG_IN = HAIR_IN / 4
"""How far round corners are drawn outside the true ones: little enough that a body that stands flush still stands clear."""


NOTHING = shapely.Point()


@dataclass(frozen=True, slots=True)
class Body:
    """A moving body: its width in inches, 0 for a point.

    While its middle is on `eased` ground, only its middle must keep off closed ground. The same holds for everything that
    bars it within half its width of the spot where it is `standing`, so that a body that stands too near can get away.
    """

    width_in: float = 0.0
    standing: Spot | None = None
    eased: BaseGeometry = NOTHING


def barred_to_middle(table: Tabletop, closed: BaseGeometry, body: Body, others: BaseGeometry) -> BaseGeometry:
    """The area that the middle of a body must keep out of: within half its width of closed ground, of other bases and of
    the table edge."""
    far_in = body.width_in / 2 - HAIR_IN / 2
    ends = shapely.box(0, 0, table.width_in, table.depth_in)
    inner = shapely.box(far_in, far_in, table.width_in - far_in, table.depth_in - far_in)
    beside = shapely.union(shapely.difference(widened(closed, far_in), body.eased), widened(others, far_in))
    grown = shapely.union(shapely.difference(ends, inner), beside)
    if body.standing is not None and grown.intersects(shapely.Point(body.standing)):
        grown = shapely.difference(grown, shapely.Point(body.standing).buffer(body.width_in / 2))
    return shapely.union(shapely.union(closed, others), grown)


def widened(area: BaseGeometry, by_in: float) -> BaseGeometry:
    """An area widened on all sides; its round corners have few sides, drawn outside the true ones."""
    if area.is_empty or by_in <= 0:
        return area
    sides = ceil(pi / 4 / acos(1 - min(_SAG_IN / by_in, 1.0)))
    inscribed = shapely.buffer(area, by_in, quad_segs=sides)
    return shapely.buffer(inscribed, _SAG_IN, join_style="mitre")


def lane(path: tuple[Spot, ...], width_in: float) -> BaseGeometry:
    """The ground that a body of this width sweeps along a path, less `HAIR_IN` at either side."""
    shape = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return shape.buffer(width_in / 2 - HAIR_IN)


def is_trespass(
    path: tuple[Spot, ...], width_in: float, closed: BaseGeometry, eased: BaseGeometry = NOTHING
) -> bool:
    """Whether a body of this width comes onto closed ground along a path.

    A body that starts on closed ground may get away from it, and while its middle is on eased ground only its middle counts.
    """
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
    """The floor round a table, off its edges."""
    floor = shapely.box(-table.width_in, -table.depth_in, 2 * table.width_in, 2 * table.depth_in)
    return shapely.difference(floor, shapely.box(0, 0, table.width_in, table.depth_in))
