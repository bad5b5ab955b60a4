"""The ground of a table that one spot sees, as a polygon.

Along every bearing sight ends once and for all, at some distance; the region is drawn from corner to
corner of what ends it, with rays a ten-millionth of a degree to either side of each.
"""

from collections.abc import Mapping
from math import inf, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.arrays import Bools, Floats, cross, segments
from rules.ground.inches import Spot
from rules.ground.outlines import FINE_IN, Outlines, fine
from rules.ground.tabletop import Tabletop

_ASIDE_RAD = 2e-9
_CURVE_RAD = pi / 720
_FAR_IN = 1000.0


def seen_region(
    table: Tabletop,
    outlines: Outlines,
    viewer: Spot,
    see_into_in: Mapping[str, float],
    limit_in: float = inf,
) -> BaseGeometry:
    """The ground the viewer sees within the limit, past the areas that can hide anything.

    `see_into_in` is as for `seen_spots`. The viewer must not stand on the very edge of an area: what is
    seen along an edge has no area, so a region cannot tell it. Straight bounds are true to 0.0001 inch; where a depth or the
    limit bounds the region it is round, drawn in chords of a quarter of a degree.

    Raises:
        OffBoard: if the viewer is off the table.
    """
    table.on_board(viewer)
    outlines = outlines.without(name for name in outlines.ids if name not in see_into_in)
    depths_in = np.array([see_into_in[name] for name in outlines.ids])
    at = fine([viewer])[0]
    starts, ends = (outlines.starts - at) * FINE_IN, (outlines.ends - at) * FINE_IN
    bearings = _bearings(starts, ends, limit_in < inf or bool(((depths_in > 0) & (depths_in < inf)).any()))
    rays = np.column_stack([np.cos(bearings), np.sin(bearings)])
    ends_at = np.full(len(rays), min(limit_in, _FAR_IN))
    inside = outlines.holding(viewer)
    for piece, depth_in in enumerate(depths_in.tolist()):
        ours = outlines.owner == piece
        entered, left = _met_at(rays, starts[ours], ends[ours])
        ends_at = np.minimum(ends_at, _ends_at(entered, left, depth_in, bool(inside[piece])))
    drawn = shapely.Polygon(rays * ends_at[:, None] + at * FINE_IN)
    frame = shapely.box(0, 0, table.width_in, table.depth_in)
    return shapely.intersection(shapely.make_valid(drawn), frame)


def _bearings(starts: Floats, ends: Floats, is_round: bool) -> Floats:
    corners = np.concatenate([starts, _crossings(starts, ends)])
    sharp = np.arctan2(corners[:, 1], corners[:, 0])
    step = _CURVE_RAD if is_round else pi / 8
    around = np.arange(-pi, pi, step)
    bearings: Floats = np.unique(np.concatenate([sharp - _ASIDE_RAD, sharp + _ASIDE_RAD, around]))
    return bearings


def _crossings(starts: Floats, ends: Floats) -> Floats:
    """Where edges of pieces that overlap cross each other."""
    edges = segments(starts, ends)
    one, other = shapely.STRtree(edges).query(edges, predicate="crosses")
    met = shapely.intersection(edges[one[one < other]], edges[other[one < other]])
    return shapely.get_coordinates(met)


def _met_at(rays: Floats, starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """How far along each ray a piece is entered, and left, the nearest two of each (rays, 2)."""
    turn = cross(starts, ends)
    start_side, end_side = cross(rays[:, None], starts), cross(rays[:, None], ends)
    leaves = (start_side < 0) & (end_side >= 0)
    enters = (start_side >= 0) & (end_side < 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = turn / (end_side - start_side)
    return _nearest_two(far, enters & (far >= 0)), _nearest_two(far, leaves & (far > 0))


def _nearest_two(far: Floats, counts: Bools) -> Floats:
    found = np.pad(np.where(counts, far, inf), ((0, 0), (0, 2)), constant_values=inf)
    return np.partition(found, 1, axis=1)[:, :2]


def _ends_at(entered: Floats, left: Floats, depth_in: float, is_inside: bool) -> Floats:
    """How far along each ray one sees past a piece one sees so deep into. From its edge one looks out of it,
    or stands before it, as the ray goes."""
    is_edge = entered[:, 0] == 0
    again = np.where(is_edge, entered[:, 1], entered[:, 0])
    out = np.minimum(left[:, 0], _FAR_IN)
    within = np.where(out > depth_in, depth_in, np.minimum(left[:, 1], again + depth_in - out))
    return np.where(is_edge | is_inside, within, np.minimum(entered[:, 0] + depth_in, left[:, 0]))
