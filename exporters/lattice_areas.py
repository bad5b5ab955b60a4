"""Squares of a lattice as areas with straight edges: what is known of their middles holds at each of them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from contourpy import FillType, contour_generator

from exporters.picture import Role
from rules.ground.table.inches import Spot

_SLACK = 0.35
"""How far an edge may be moved, of the distance between spots: it passes them by 0.353 at least."""


def lattice_areas(roles: Mapping[Spot, Role]) -> Iterator[tuple[Role, shapely.Geometry]]:
    """The area of each role. Between two spots that differ the edge runs midway; spots not named stay bare."""
    if not roles:
        return
    order = sorted(set(roles.values()), key=list(Role).index)
    xs, ys = (sorted({spot[axis] for spot in roles}) for axis in (0, 1))
    spacing = min((b - a for axis in (xs, ys) for a, b in pairwise(axis)), default=1.0)
    column, row = ({at: k for k, at in enumerate(axis)} for axis in (xs, ys))
    kinds = np.zeros((len(ys), len(xs)))
    for spot, role in roles.items():
        kinds[row[spot.y_in], column[spot.x_in]] = 1 + order.index(role)
    x, y = ((axis[0] - spacing / 2, *axis, axis[-1] + spacing / 2) for axis in (xs, ys))
    kinds = np.pad(kinds, 1, mode="edge")
    at_least = [_outlined(x, y, kinds >= 1 + k, spacing) for k in range(len(order))]
    beyond = [*at_least[1:], shapely.MultiPolygon()]
    for role, all_, others in zip(order, at_least, beyond, strict=True):
        yield role, shapely.difference(all_, others)


def _outlined(
    x: tuple[float, ...], y: tuple[float, ...], here: npt.NDArray[np.bool_], spacing: float
) -> shapely.Geometry:
    """The area where something holds, its steps made straight as far as no spot changes sides."""
    found = contour_generator(x, y, here.astype(float), fill_type=FillType.OuterOffset).filled(0.5, 2.0)
    polygons = []
    for points, offsets in zip(*found, strict=True):
        rings = [points[start:end] for start, end in pairwise(offsets.tolist())]
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    return shapely.simplify(shapely.union_all(polygons), _SLACK * spacing)
