"""What a thing of a certain height hides from an eye of another, cut level with any height: exact shadows.

From an eye, the ground behind a thing is the thing itself drawn larger about the eye, once and more. Level with a
height `z` only part of those enlargements are hidden, from `least` to `most` times: one looks over the rest, or under
nothing.
"""

from math import inf
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.arrays import Floats, Geometries, cross
from rules.ground.inches import Spot

_AT_THE_EYE_IN = 0.01


class Span(NamedTuple):
    """How many times as far as a thing stands what it hides lies: from `least` to `most` times."""

    least: float
    most: float


def hidden_span(eye_in: float, top_in: float, z_in: float) -> Span | None:
    """What a thing that stands from the ground to `top_in` hides, level with `z_in`; None if one sees over it.

    All heights are inches above the table.

    >>> hidden_span(1.0, 2.0, 0.5)
    Span(least=1.0, most=inf)
    >>> hidden_span(1.0, 0.5, 0.25)
    Span(least=1.0, most=1.5)
    >>> hidden_span(1.0, 2.0, 3.0)
    Span(least=2.0, most=inf)
    >>> hidden_span(1.0, 0.5, 0.75)
    """
    if eye_in < top_in:
        return Span(1.0 if z_in < top_in else (z_in - eye_in) / (top_in - eye_in), inf)
    if z_in >= top_in:
        return None
    return Span(1.0, inf if eye_in == top_in else (eye_in - z_in) / (eye_in - top_in))


def shadow(area: BaseGeometry, eye: Spot, span: Span, out_to_in: float) -> BaseGeometry:
    """The ground on which a thing hides what is level with the height its span is for, so many inches out."""
    near = max(float(shapely.distance(area, shapely.Point(eye))), _AT_THE_EYE_IN)
    most = min(span.most, max(span.least, out_to_in / near))
    if span.least * near > out_to_in:
        return shapely.Polygon()
    first, last = _drawn(area, eye, span.least), _drawn(area, eye, most)
    if area.area >= area.convex_hull.area * (1 - 1e-9):
        return shapely.convex_hull(shapely.union(first, last))
    swept = [_swept(ring, eye, Span(span.least, most)) for ring in _rings(area)]
    return shapely.union_all([first, last, *np.concatenate(swept).tolist()])


def _drawn(area: BaseGeometry, eye: Spot, times: float) -> BaseGeometry:
    """The area so many times as large and as far."""
    at = np.array(eye)
    return shapely.transform(area, lambda places: at + (places - at) * times)


def _swept(ring: Floats, eye: Spot, span: Span) -> Geometries:
    """What the edges of a ring pass over as it is drawn larger."""
    at = np.array(eye)
    starts, ends = ring[:-1] - at, ring[1:] - at
    corners = np.stack([starts * span.least, ends * span.least, ends * span.most, starts * span.most], axis=1)
    turned = np.abs(cross(starts, ends)) > 1e-12
    quads = shapely.polygons(corners[turned] + at)
    return np.asarray(quads, dtype=object)


def _rings(area: BaseGeometry) -> list[Floats]:
    found = []
    for part in shapely.get_parts(area).tolist():
        rings = [part.exterior, *part.interiors]
        found += [np.asarray(shapely.get_coordinates(ring), dtype=np.float64) for ring in rings]
    return found


def hidden_up_to_in(eye_in: float, top_in: float, near_in: float, far_in: float, gap_in: float) -> float:
    """Up to which height a thing from `near_in` to `far_in` away hides what stands `gap_in` away.

    >>> hidden_up_to_in(1.0, 0.5, 18.0, 20.0, 30.0)
    0.25
    >>> hidden_up_to_in(1.0, 1.5, 20.0, 22.0, 30.0)
    1.75
    """
    at = near_in if top_in > eye_in else far_in
    return eye_in + (top_in - eye_in) * gap_in / max(at, _AT_THE_EYE_IN)
