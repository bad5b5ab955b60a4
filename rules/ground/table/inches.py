"""Places, footprints and gaps on a table, in inches.

x grows to the right and y towards the player; (0, 0) is the far left corner. Bearings are
clockwise from north, and north is where y falls.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, dist, isfinite, radians, sin
from typing import NamedTuple

import numpy as np
import shapely
from shapely import MultiPoint, Point, affinity
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.ground.table.arrays import Bools, Geometries

HAIR_IN = 0.01
"""The one tolerance: a measurement this close to its limit would be measured again at a real table."""

MAX_BASE_IN = 48.0
QUAD_SEGMENTS = 32
"""How many sides a quarter of a round base is drawn with."""


def shown_in(number: float) -> str:
    """Inches as text, with two decimals at most, as fine as `HAIR_IN`.

    >>> shown_in(60.0012), shown_in(7.25), shown_in(-0.001)
    ('60', '7.25', '0')
    """
    return f"{round(number, 2) + 0.0:g}"


def is_within(gap_in: float, most_in: float) -> bool:
    """Whether a gap is within a distance, its very edge and `HAIR_IN` more included.

    >>> is_within(1.0 + 1e-12, 1.0), is_within(1.02, 1.0)
    (True, False)
    """
    return gap_in <= most_in + HAIR_IN


class Spot(NamedTuple):
    """A point on a table; as text its inches are rounded.

    >>> Spot(10, 8).gap_in(Spot(13, 4))
    5.0
    >>> Spot(10, 8).bearing_deg(Spot(11, 8))
    90.0
    """

    x_in: float
    y_in: float

    def gap_in(self, other: "Spot") -> float:
        """The distance to another spot."""
        return dist(self, other)

    def bearing_deg(self, other: "Spot") -> float:
        """The bearing of another spot, clockwise from north, from 0 up to 360; north if it is the same spot."""
        return degrees(atan2(other.x_in - self.x_in, self.y_in - other.y_in)) % 360.0

    def ahead(self, bearing_deg: float, distance_in: float) -> "Spot":
        """The spot at this distance on this bearing."""
        turn = radians(bearing_deg)
        return Spot(self.x_in + distance_in * sin(turn), self.y_in - distance_in * cos(turn))

    def toward(self, other: "Spot", share: float) -> "Spot":
        """The spot at this share of the way to another."""
        return Spot(
            self.x_in + (other.x_in - self.x_in) * share, self.y_in + (other.y_in - self.y_in) * share
        )

    def to_thousandth(self) -> "Spot":
        """The spot rounded to the thousandth of an inch, as calculated places are offered to players.

        >>> Spot(1 / 3, 2.0).to_thousandth() == Spot(0.333, 2.0)
        True
        """
        return Spot(round(self.x_in, 3), round(self.y_in, 3))

    def __str__(self) -> str:
        return f"({shown_in(self.x_in)}, {shown_in(self.y_in)})"


Bounds = tuple[float, float, float, float]
"""West, north, east and south in inches."""


@dataclass(frozen=True)
class Base:
    """The footprint of a stand, a hull or a group of models on the table.

    Make one with `rectangle`, `round` or `of_men`. `at` is the point the book measures from when it
    says centre. The footprint is `core` widened by `radius_in`, so that round edges are exact in
    every gap; `outline` draws them with 128 sides, true to 0.0003 of the radius.
    """

    at: Spot
    facing_deg: float
    drawn: BaseGeometry | tuple[Spot, ...]
    """The core, or its corners, or the places of round models: `core` is drawn from these at first use."""
    radius_in: float = 0.0

    @cached_property
    def core(self) -> BaseGeometry:
        """The footprint without its round edges."""
        if not isinstance(self.drawn, tuple):
            return self.drawn
        corners = np.array(self.drawn, dtype=np.float64)
        core = shapely.multipoints(corners) if self.radius_in else shapely.polygons(corners)
        assert isinstance(core, BaseGeometry)
        return core

    @property
    def models(self) -> tuple[Spot, ...]:
        """Where the models of a group stand; none for any other base."""
        if isinstance(self.drawn, tuple):
            return self.drawn if self.radius_in else ()
        return (
            tuple([Spot(one.x, one.y) for one in self.drawn.geoms])
            if isinstance(self.drawn, MultiPoint)
            else ()
        )

    def __hash__(self) -> int:
        return hash((self.at, self.facing_deg, self.radius_in))

    @classmethod
    def rectangle(cls, at: Spot, width_in: float, depth_in: float, facing_deg: float = 0.0) -> "Base":
        """A stand or hull: `width_in` across the front, `depth_in` from front to back.

        Raises:
            BadInput: if a size is no number of inches, or the facing no number.
        """
        _check_sizes(width_in=width_in, depth_in=depth_in)
        _check_numbers(facing_deg=facing_deg, x_in=at.x_in, y_in=at.y_in)
        corners = [(-width_in / 2, depth_in / 2), (width_in / 2, depth_in / 2)]
        corners += [(-across, -ahead) for across, ahead in corners]
        return cls(
            at, facing_deg % 360.0, tuple([_spot_at_offset(at, facing_deg, *corner) for corner in corners])
        )

    @classmethod
    def round(cls, at: Spot, diameter_in: float) -> "Base":
        """A round base.

        Raises:
            BadInput: if the diameter is no number of inches.
        """
        _check_sizes(diameter_in=diameter_in)
        _check_numbers(x_in=at.x_in, y_in=at.y_in)
        return cls(at, 0.0, Point(at), diameter_in / 2)

    @classmethod
    def of_men(cls, men: Sequence[Spot], diameter_in: float, facing_deg: float = 0.0) -> "Base":
        """The group of round models of one size that stand at these spots.

        Raises:
            BadInput: if there is none, or a size or place is no number of inches.
        """
        if not men:
            raise BadInput("models", [], "one model or more")
        _check_sizes(diameter_in=diameter_in)
        x_in = y_in = 0.0
        for man in men:
            x_in, y_in = x_in + man.x_in, y_in + man.y_in
        if not isfinite(x_in + y_in + facing_deg):
            for man in men:
                _check_numbers(facing_deg=facing_deg, x_in=man.x_in, y_in=man.y_in)
        middle = Spot(x_in / len(men), y_in / len(men))
        return cls(middle, facing_deg % 360.0, tuple(men), diameter_in / 2)

    @cached_property
    def outline(self) -> BaseGeometry:
        """The footprint as a polygon (several for a group)."""
        return self.core.buffer(self.radius_in, quad_segs=QUAD_SEGMENTS) if self.radius_in else self.core

    @cached_property
    def bounds(self) -> Bounds:
        """The bounds of the footprint."""
        out = self.radius_in
        if isinstance(self.drawn, tuple):
            west, north, east, south = bounds_of(self.drawn)
        else:
            west, north, east, south = self.drawn.bounds
        return west - out, north - out, east + out, south + out

    def moved(self, to: Spot, facing_deg: float | None = None) -> "Base":
        """The same base moved to another spot, and turned if a facing is given."""
        turn = 0.0 if facing_deg is None else facing_deg - self.facing_deg
        core = affinity.rotate(self.core, turn, origin=self.at) if turn else self.core
        core = affinity.translate(core, to.x_in - self.at.x_in, to.y_in - self.at.y_in)
        return Base(to, (self.facing_deg + turn) % 360.0, core, self.radius_in)


Footprint = Spot | Base
"""A gap is measured between footprints: points, or bases with their edges."""


def gap_in(one: Footprint, other: Footprint) -> float:
    """The gap between two footprints, closest edge to closest edge; 0 where they touch or overlap."""
    return max(0.0, _core(one).distance(_core(other)) - _radius_in(one) - _radius_in(other))


def bounds_of(spots: Iterable[Spot]) -> Bounds:
    """The bounds of some spots."""
    across, down = zip(*spots, strict=True)
    return min(across), min(down), max(across), max(down)


def are_apart(one: Bounds, other: Bounds, by_in: float = 0.0) -> bool:
    """Whether two bounds are further apart than this along some axis."""
    west, north, east, south = one
    return (
        other[0] - east > by_in
        or west - other[2] > by_in
        or other[1] - south > by_in
        or north - other[3] > by_in
    )


def is_overlapping(one: Footprint, other: Footprint) -> bool:
    """Whether two footprints overlap by more than `HAIR_IN`; bases that touch do not."""
    apart = _core(one).distance(_core(other)) - _radius_in(one) - _radius_in(other)
    if apart != 0.0 or _radius_in(one) or _radius_in(other):
        return apart < -HAIR_IN
    return bool(do_areas_overlap(_core(one), _core(other)))


def do_areas_overlap(one: BaseGeometry | Geometries, other: BaseGeometry | Geometries) -> Bools:
    """Whether areas overlap by more than `HAIR_IN`: two shapes, or arrays of shapes pair by pair."""
    shared = shapely.buffer(shapely.intersection(one, other), -HAIR_IN / 2)
    overlap: Bools = np.asarray(shapely.area(shared) > 0)
    return overlap


def is_close_call(measured_in: float, limit_in: float) -> bool:
    """Whether a measurement is within `HAIR_IN` of the limit, so that players would measure again.

    >>> is_close_call(20.004, 20), is_close_call(20.4, 20)
    (True, False)
    """
    return abs(measured_in - limit_in) <= HAIR_IN


def _spot_at_offset(at: Spot, facing_deg: float, across_in: float, ahead_in: float) -> Spot:
    turn = radians(facing_deg)
    return Spot(
        at.x_in + across_in * cos(turn) + ahead_in * sin(turn),
        at.y_in + across_in * sin(turn) - ahead_in * cos(turn),
    )


def _core(footprint: Footprint) -> BaseGeometry:
    return footprint.core if isinstance(footprint, Base) else Point(footprint)


def _radius_in(footprint: Footprint) -> float:
    return footprint.radius_in if isinstance(footprint, Base) else 0.0


def _check_sizes(**sizes_in: float) -> None:
    for field, size_in in sizes_in.items():
        if not (isfinite(size_in) and 0 < size_in <= MAX_BASE_IN):
            raise BadInput(field, size_in, f"a size over 0 and up to {MAX_BASE_IN:g} inches")


def _check_numbers(**values: float) -> None:
    for field, value in values.items():
        if not isfinite(value):
            raise BadInput(field, value, "a number")
