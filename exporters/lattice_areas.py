"""Squares of a lattice joined into areas with smooth edges: each square has the role of its middle.

If the role of any place can be asked for, the squares along an edge are cut in four, repeatedly, so that the edge is true to a
sixteenth of a square.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import shapely
from contourpy import FillType, contour_generator

from exporters.picture import Role
from rules.ground.table.inches import Spot

ScalarT = TypeVar("ScalarT", bound=np.generic)

RolesAt = Callable[[npt.NDArray[np.float64]], Sequence[Role]]
"""The roles of any places of a table (n, 2)."""

_SLACK, _SLACK_CUT = 0.35, 0.8
"""How far an edge may be moved, as a share of the distance between spots: it stays at least 0.353 away from them. Squares cut in
four are smaller than the pen is wide."""
_CUTS = 3
_NUMBER = {role: number for number, role in enumerate(Role, 1)}


def lattice_areas(
    roles: Mapping[Spot, Role], at: RolesAt | None = None
) -> Iterator[tuple[Role, shapely.Geometry]]:
    """The area of each role. Between two spots with different roles the edge runs midway, or where `at` says that it is; other
    spots stay bare. A spot off the lattice, such as that of a unit, makes no area of its own."""
    if not roles:
        return
    spots = np.array([(x, y) for x, y in roles])
    on_lattice = _in_step(spots[:, 0]) & _in_step(spots[:, 1])
    roles = {spot: role for (spot, role), is_on in zip(roles.items(), on_lattice, strict=True) if is_on}
    xs, ys = (np.unique(spots[on_lattice, axis]) for axis in (0, 1))
    spacing = min((b - a for axis in (xs, ys) for a, b in pairwise(axis.tolist())), default=1.0)
    kinds = np.zeros((len(ys), len(xs)), np.int64)
    down, across = (np.searchsorted(axis, [spot[k] for spot in roles]) for k, axis in ((1, ys), (0, xs)))
    kinds[down, across] = [_NUMBER[role] for role in roles.values()]
    for _ in range(_CUTS if at else 0):
        assert at is not None
        spacing /= 2
        is_asked = _quartered(_along_edges(kinds))
        xs, ys, kinds = _halved(xs, spacing), _halved(ys, spacing), _quartered(kinds)
        down, across = np.nonzero(is_asked)
        kinds[down, across] = [_NUMBER[role] for role in at(np.column_stack([xs[across], ys[down]]))]
    xs, ys = (np.array([axis[0] - spacing / 2, *axis, axis[-1] + spacing / 2]) for axis in (xs, ys))
    kinds = np.pad(kinds, 1, mode="edge")
    slack = spacing * (_SLACK_CUT if at else _SLACK)
    order = [role for role, number in _NUMBER.items() if (kinds == number).any()]
    at_least = [_outlined(xs, ys, kinds >= _NUMBER[role], slack) for role in order]
    beyond = [*at_least[1:], shapely.MultiPolygon()]
    for role, all_, others in zip(order, at_least, beyond, strict=True):
        yield role, shapely.difference(all_, others)


def _in_step(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Which numbers lie a whole number of the usual steps from most others."""
    rows, spots = np.unique(numbers, return_counts=True)
    steps = np.diff(rows[spots > 1] if (spots > 1).sum() > 1 else rows)
    if not steps.size:
        return np.ones(len(numbers), np.bool_)
    offsets = np.round(numbers % _usual(np.round(steps, 6)), 6)
    return np.isclose(offsets, _usual(offsets))


def _usual(numbers: npt.NDArray[np.float64]) -> float:
    values, counts = np.unique(numbers, return_counts=True)
    return float(values[counts.argmax()])


def _along_edges(kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """The squares that differ from one of their four neighbours."""
    on_edge = np.zeros(kinds.shape, np.bool_)
    across, down = kinds[:, 1:] != kinds[:, :-1], kinds[1:] != kinds[:-1]
    for side, differs in (
        (on_edge[:, 1:], across),
        (on_edge[:, :-1], across),
        (on_edge[1:], down),
        (on_edge[:-1], down),
    ):
        side |= differs
    return on_edge


def _quartered(squares: npt.NDArray[ScalarT]) -> npt.NDArray[ScalarT]:
    return squares.repeat(2, 0).repeat(2, 1)


def _halved(middles: npt.NDArray[np.float64], spacing: float) -> npt.NDArray[np.float64]:
    return np.column_stack([middles - spacing / 2, middles + spacing / 2]).reshape(-1)


def _outlined(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], here: npt.NDArray[np.bool_], slack: float
) -> shapely.Geometry:
    """The area of the squares in `here`, its steps straightened as far as no spot changes sides."""
    contours = contour_generator(x, y, here.astype(float), fill_type=FillType.OuterOffset).filled(0.5, 2.0)
    polygons = []
    for points, offsets in zip(*contours, strict=True):
        rings = [points[start:end] for start, end in pairwise(offsets.tolist())]
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    return shapely.simplify(shapely.union_all(polygons), slack)
