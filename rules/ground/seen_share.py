"""How much of a footprint can be seen from a spot, or from anywhere on another footprint.

Shadows are clipped as polygons, without sampling. From another footprint the target is cut along every
line on which the view of it can change (those that touch two corners and reach the viewer); within a
cell all spots are seen or none is, so one spot of each tells.
"""

from dataclasses import dataclass
from math import atan2, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.arrays import Bools, Floats, Geometries, cross, segments
from rules.ground.inches import Base, Footprint, Spot
from rules.ground.outlines import FINE_IN, Outlines

_LEAST_SHARE = 1e-6
_TOUCH_IN = 1e-9
_MEETS_IN = 1e-6
_FAR_IN = 1000.0


@dataclass(frozen=True)
class SeenShare:
    """How much of a footprint is seen: the share of its ground, the share of the width it shows, and the
    part itself. `hidden_by` names what hides some of it, with the share that each would hide alone; 0 where
    only several together hide any."""

    share: float
    width_share: float
    part: BaseGeometry
    hidden_by: dict[str, float]


def seen_share(viewer: Footprint, target: Base, solids: Outlines) -> SeenShare:
    """How much of the target the viewer sees past solid things; from a base, what any spot of it sees.

    The viewer and the target themselves do not hide anything and do not belong among the solids. The
    width is taken from the viewer's spot, from a base's centre.
    """
    whole = target.outline
    near = _between(viewer, target, solids)
    alone = {name: _seen(viewer, whole, near.without({*near.ids} - {name})) for name in near.ids}
    if isinstance(viewer, Spot) or len(alone) < 2:
        part = shapely.intersection_all([whole, *alone.values()])
    else:
        part = _seen(viewer, whole, near)
    hidden = {name: 1 - left.area / whole.area for name, left in alone.items()}
    hidden_by = {name: share for name, share in hidden.items() if share > _LEAST_SHARE}
    share = _rounded(part.area / whole.area)
    if share < 1 and not hidden_by:
        hidden_by = dict.fromkeys(near.ids, 0.0)
    eye = viewer if isinstance(viewer, Spot) else viewer.at
    return SeenShare(share, _width_share(eye, part, whole), part, hidden_by)


def _rounded(share: float) -> float:
    """Nothing and all without the slivers that clipping leaves."""
    if share < _LEAST_SHARE:
        return 0.0
    return 1.0 if share > 1 - _LEAST_SHARE else share


def _between(viewer: Footprint, target: Base, solids: Outlines) -> Outlines:
    eye = shapely.Point(viewer) if isinstance(viewer, Spot) else viewer.outline
    reach = shapely.convex_hull(shapely.union(eye, target.outline))
    return solids.without(
        name for name, area in solids.shapes.items() if not shapely.relate_pattern(area, reach, "T********")
    )


def _seen(viewer: Footprint, whole: BaseGeometry, solids: Outlines) -> BaseGeometry:
    if isinstance(viewer, Spot):
        return shapely.difference(whole, _shadows(viewer, whole, solids))
    eye = viewer.outline
    cut = shapely.union_all([whole.boundary, *_lines_of_change(eye, whole, solids)])
    cells = shapely.get_parts(shapely.polygonize([cut])).tolist()
    return shapely.union_all([cell for cell in cells if _is_cell_seen(cell, eye, whole, solids)])


def _is_cell_seen(cell: BaseGeometry, eye: BaseGeometry, whole: BaseGeometry, solids: Outlines) -> bool:
    """Whether some of the viewer's ground is seen from a spot of the cell, which then holds for all of it."""
    place = shapely.point_on_surface(cell)
    if not whole.contains(place):
        return False
    seen = shapely.difference(eye, _shadows(Spot(place.x, place.y), eye, solids))
    return bool(seen.area > _LEAST_SHARE * eye.area)


def _shadows(eye: Spot, whole: BaseGeometry, solids: Outlines) -> BaseGeometry:
    """The ground that solids hide from a spot, as far out as the target reaches."""
    if bool(solids.holding(eye).any()):
        return whole
    at = np.array(eye)
    starts, ends = solids.starts * FINE_IN - at, solids.ends * FINE_IN - at
    enters = cross(starts, ends) < 0
    starts, ends = starts[enters], ends[enters]
    far = float(np.hypot(*(shapely.get_coordinates(whole) - at).T).max()) + 1.0
    to_start, to_end = (edge / np.maximum(np.hypot(*edge.T), _TOUCH_IN)[:, None] for edge in (starts, ends))
    between = to_start + to_end
    between /= np.maximum(np.hypot(*between.T), _TOUCH_IN)[:, None]
    thrown = [far * 2 * out + edge for out, edge in ((to_start, starts), (between, 0.0), (to_end, ends))]
    shadows = shapely.polygons(np.stack([starts, *thrown, ends], axis=1) + at)
    return shapely.union_all(shapely.make_valid(shadows))


def _lines_of_change(eye: BaseGeometry, whole: BaseGeometry, solids: Outlines) -> Geometries:
    """The lines over the target that touch two corners of solids and meet the viewer, or touch a corner
    and the viewer's edge."""
    corners = solids.starts * FINE_IN
    before, after = corners[solids.edge_before], solids.ends * FINE_IN
    one, other = np.triu_indices(len(corners), 1)
    touch = _touches(corners[one], corners[other] - corners[one], before[one], after[one])
    touch &= _touches(corners[other], corners[other] - corners[one], before[other], after[other])
    rim = _tangents(corners, shapely.get_coordinates(eye))
    along = rim - corners[:, None]
    grazes = _touches(corners[:, None], along, before[:, None], after[:, None])
    places = np.concatenate([corners[one[touch]], np.broadcast_to(corners[:, None], rim.shape)[grazes]])
    ways = np.concatenate([(corners[other] - corners[one])[touch], along[grazes]])
    length = np.hypot(*ways.T)
    places, ways = places[length > _TOUCH_IN], ways[length > _TOUCH_IN]
    ways = ways / length[length > _TOUCH_IN][:, None]
    lines = segments(places - _FAR_IN * ways, places + _FAR_IN * ways)
    kept: Geometries = lines[shapely.dwithin(lines, eye, _MEETS_IN) & shapely.intersects(lines, whole)]
    return kept


def _touches(corner: Floats, way: Floats, before: Floats, after: Floats) -> Bools:
    """Whether a line through a corner leaves both its neighbours on one side."""
    touched: Bools = cross(way, before - corner) * cross(way, after - corner) >= -_TOUCH_IN
    return touched


def _tangents(corners: Floats, rim: Floats) -> Floats:
    """The two places of the viewer's outline where lines from each corner touch it: (n, 2, 2)."""
    offsets = rim[None] - corners[:, None]
    bearings = np.unwrap(np.arctan2(offsets[..., 1], offsets[..., 0]), axis=1)
    found: Floats = rim[np.stack([bearings.argmin(axis=1), bearings.argmax(axis=1)], axis=1)]
    return found


def _width_share(eye: Spot, part: BaseGeometry, whole: BaseGeometry) -> float:
    """The share of the angle that a footprint takes up in the view of a spot."""
    full = _angles(eye, whole)
    if whole.covers(shapely.Point(eye)) or full <= 0:
        return 1.0 if part.area > 0 else 0.0
    return min(1.0, _angles(eye, part) / full)


def _angles(eye: Spot, shape: BaseGeometry) -> float:
    middle = shape.centroid
    if shape.is_empty:
        return 0.0
    ahead = atan2(middle.y - eye.y_in, middle.x - eye.x_in)
    spans = []
    for part in shapely.get_parts(shape).tolist():
        offsets = shapely.get_coordinates(part) - np.array(eye)
        bearings = (np.arctan2(offsets[:, 1], offsets[:, 0]) - ahead + pi) % (2 * pi)
        if part.area > 0:
            spans.append((float(bearings.min()), float(bearings.max())))
    total, reached = 0.0, -1.0
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
