"""The ground of a table that one spot sees, as a polygon: an oracle for fields of sight that shares no code with them.

Along every bearing sight ends once and for all, at some distance; the region is drawn from corner to
corner of what ends it, with rays a ten-millionth of a degree to either side of each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Bools, Floats, cross, segments
from rules.ground.table.inches import Spot
from rules.ground.table.outlines import FINE_IN, Outlines, on_fine_lattice
from rules.ground.table.tabletop import Tabletop

_ASIDE_RAD = 2e-9
_CURVE_RAD = pi / 720
_FAR_IN = 1000.0


def seen_region(
    table: Tabletop,
    outlines: Outlines,
    viewer: Spot,
    see_into_in: Mapping[str, float],
) -> BaseGeometry:
    """The ground that the viewer sees past the areas that hide.

    `see_into_in` is as for `seen_spots`, and so is a viewer on the very edge of an area: he looks into it, or
    out over the ground before it, as each line goes. What is seen along an edge alone, as through the crack
    between two areas that touch, has no width and is no part of the region. Straight bounds are true to 0.0001
    inch; where a depth bounds the region it is round, drawn in chords of a quarter of a degree.

    Raises:
        OffBoard: if the viewer is off the table.
    """
    table.on_board(viewer)
    outlines = outlines.without(name for name in outlines.ids if name not in see_into_in)
    depths_in = np.array([see_into_in[name] for name in outlines.ids])
    at = on_fine_lattice([viewer])[0]
    starts, ends = (outlines.starts - at) * FINE_IN, (outlines.ends - at) * FINE_IN
    is_deep = (depths_in > 0) & (depths_in < inf)
    corners = [starts, _crossings(starts, ends)]
    if is_deep.any():
        deep = is_deep[outlines.owner]
        corners.append(_edge_places_at_distance(starts[deep], ends[deep], depths_in[outlines.owner[deep]]))
    bearings = _bearings(np.concatenate(corners), bool(is_deep.any()))
    rays = np.column_stack([np.cos(bearings), np.sin(bearings)])
    ends_at = np.full(len(rays), _FAR_IN)
    for piece, depth_in in enumerate(depths_in.tolist()):
        ours = outlines.owner == piece
        ends_at = np.minimum(ends_at, _sight_ends(_RayCrossings.of(rays, starts[ours], ends[ours]), depth_in))
    drawn = shapely.Polygon(rays * ends_at[:, None] + at * FINE_IN)
    frame = shapely.box(0, 0, table.width_in, table.depth_in)
    seen = shapely.get_parts(shapely.intersection(shapely.make_valid(drawn), frame))
    return shapely.union_all(seen[shapely.area(seen) > 0])


def _bearings(corners: Floats, is_round: bool) -> Floats:
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


def _edge_places_at_distance(starts: Floats, ends: Floats, gaps_in: Floats) -> Floats:
    """The places on edges at exactly this distance from the viewer: a viewer in a piece looks out of it between
    them, and elsewhere not as far."""
    along = ends - starts
    squared, half = (along * along).sum(axis=1), (starts * along).sum(axis=1)
    with np.errstate(invalid="ignore"):
        root = np.sqrt(half**2 - squared * ((starts * starts).sum(axis=1) - gaps_in**2))
    shares = np.concatenate([(-half - root) / squared, (root - half) / squared])
    places = np.concatenate([starts, starts]) + shares[:, None] * np.concatenate([along, along])
    found: Floats = places[(shares >= 0) & (shares <= 1)]
    return found


@dataclass(frozen=True, slots=True)
class _RayCrossings:
    """How far ahead each ray enters and leaves a piece, the nearest two of each (rays, 2), and whether it sets
    out into the piece or within it.

    Such a ray leaves it once more than it enters: this tells as well of a viewer on its very edge or corner.
    """

    entered: Floats
    left: Floats
    is_inside: Bools

    @classmethod
    def of(cls, rays: Floats, starts: Floats, ends: Floats) -> "_RayCrossings":
        start_side, end_side = cross(rays[:, None], starts), cross(rays[:, None], ends)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = cross(starts, ends) / (end_side - start_side)
        leaves = (start_side < 0) & (end_side >= 0) & (far > 0)
        enters = (start_side >= 0) & (end_side < 0) & (far > 0)
        is_inside = leaves.sum(axis=1) > enters.sum(axis=1)
        return cls(_nearest_two(far, enters), _nearest_two(far, leaves), is_inside)


def _nearest_two(far: Floats, counts: Bools) -> Floats:
    found = np.pad(np.where(counts, far, inf), ((0, 0), (0, 2)), constant_values=inf)
    return np.partition(found, 1, axis=1)[:, :2]


def _sight_ends(met: _RayCrossings, depth_in: float) -> Floats:
    """How far along each ray sight reaches past a piece with this depth of sight, from inside or outside it."""
    out = np.minimum(met.left[:, 0], _FAR_IN)
    again = met.entered[:, 0] + depth_in - out
    within = np.where(out > depth_in, depth_in, np.minimum(met.left[:, 1], again))
    return np.where(met.is_inside, within, np.minimum(met.entered[:, 0] + depth_in, met.left[:, 0]))
