"""How much of a footprint can be seen from a spot, or from anywhere on another footprint.

Shadows are clipped as polygons, without sampling. From another footprint the target is cut along every
line on which the view of it can change (those that touch two corners and reach the viewer); within a
cell all spots are seen or none is, so one spot of each tells.
"""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.arrays import Bools, Floats, Geometries, cross, segments
from rules.ground.footprints import Footprints
from rules.ground.inches import Base, Footprint, Spot
from rules.ground.outlines import FINE_IN, Outlines
from rules.ground.shadows import LEAST_SHARE, Shadows, without_slivers

_TOUCH_IN = 1e-9
_MEETS_IN = 1e-6
_FAR_IN = 1000.0


@dataclass(frozen=True)
class SeenShare:
    """How much of a footprint is seen: the share of its ground, and the part itself. `hidden_by` names what
    hides some of it, with the share that each would hide alone; 0 where only several together hide any."""

    share: float
    part: BaseGeometry
    hidden_by: dict[str, float]
    eye: Spot
    whole: BaseGeometry

    @cached_property
    def width_share(self) -> float:
        """The share of the width it shows: of the angle that it takes up in the view of the eye."""
        full = _angles(self.eye, self.whole)
        if self.whole.covers(shapely.Point(self.eye)) or full <= 0:
            return 1.0 if self.part.area > 0 else 0.0
        return min(1.0, _angles(self.eye, self.part) / full)


def seen_share(viewer: Footprint, target: Base, solids: Outlines) -> SeenShare:
    """How much of the target the viewer sees past solid things; from a base, what any spot of it sees.

    The viewer and the target themselves do not hide anything and do not belong among the solids. The
    width is taken from the viewer's spot, from a base's centre.
    """
    if isinstance(viewer, Base):
        return _seen_from_base(viewer, target.outline, solids)
    shadows = Shadows.of(solids, viewer, Footprints.of([target]))
    share, part = float(shadows.shares[0]), shapely.union_all(shadows.lit)
    hidden_by = {solids.ids[piece]: 1 - float(left[0]) for piece, left in shadows.alone.items()}
    return SeenShare(share, part, _telling(hidden_by, share), viewer, target.outline)


def _seen_from_base(viewer: Base, whole: BaseGeometry, solids: Outlines) -> SeenShare:
    near = _between(viewer.outline, whole, solids)
    alone = {name: _seen(viewer.outline, whole, near.without({*near.ids} - {name})) for name in near.ids}
    part = _seen(viewer.outline, whole, near) if len(alone) > 1 else next(iter(alone.values()), whole)
    share = float(without_slivers(np.array(part.area / whole.area)))
    hidden_by = {name: 1 - left.area / whole.area for name, left in alone.items()}
    return SeenShare(share, part, _telling(hidden_by, share), viewer.at, whole)


def _telling(hidden_by: dict[str, float], share: float) -> dict[str, float]:
    told = {name: hidden for name, hidden in hidden_by.items() if hidden > LEAST_SHARE}
    return told if told or share == 1 else dict.fromkeys(hidden_by, 0.0)


def _between(eye: BaseGeometry, whole: BaseGeometry, solids: Outlines) -> Outlines:
    reach = shapely.convex_hull(shapely.union(eye, whole))
    return solids.without(
        name for name, area in solids.shapes.items() if not shapely.relate_pattern(area, reach, "T********")
    )


def _seen(eye: BaseGeometry, whole: BaseGeometry, solids: Outlines) -> BaseGeometry:
    cut = shapely.union_all([whole.boundary, *_lines_of_change(eye, whole, solids)])
    cells = shapely.get_parts(shapely.polygonize([cut])).tolist()
    watched = Footprints.drawn([eye])
    return shapely.union_all([cell for cell in cells if _is_cell_seen(cell, watched, whole, solids)])


def _is_cell_seen(cell: BaseGeometry, eye: Footprints, whole: BaseGeometry, solids: Outlines) -> bool:
    """Whether some of the viewer's ground is seen from a spot of the cell, which then holds for all of it."""
    place = shapely.point_on_surface(cell)
    return bool(whole.contains(place) and Shadows.of(solids, Spot(place.x, place.y), eye).shares[0] > 0)


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
