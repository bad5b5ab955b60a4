"""Decoration of the ground: slopes and roofs with light from the upper left, and trees."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from exporters.board_shapes import rings_of
from exporters.picture import Area, Dot, Line, Mark, Point, Ring, Role

_FAR = 1e3


class Tree(NamedTuple):
    """A tree: its place, and the radius of its crown."""

    x: float
    y: float
    radius: float


def slopes(rings: tuple[Ring, ...], *steps: float) -> Iterator[Mark]:
    """The lit and the dark edge of rising ground, with a band for each of these widths in board units;
    below 0 for falling ground."""
    shape = shapely.Polygon(rings[0], rings[1:])
    for step in steps:
        moved = translate(shape, step, step)
        for role, part in (
            (Role.LIT_SLOPE, shapely.difference(shape, moved)),
            (Role.DARK_SLOPE, shapely.difference(moved, shape)),
        ):
            yield from (Area(role, rings) for rings in rings_of(part))


def roof(
    role: Role, rings: tuple[Ring, ...], facts: Mapping[str, str | int | float], unit: float
) -> Iterator[Mark]:
    """A house with its shadow, the dark side of its roof, and its ridge."""
    shape = shapely.Polygon(rings[0], rings[1:])
    drop = 0.035 * unit
    yield Area(Role.SHADOW, tuple(_moved(ring, drop) for ring in rings))
    yield Area(role, rings, facts)
    start, end = _long_axis(shape)
    along = end[0] - start[0], end[1] - start[1]
    aside = (-along[1], along[0]) if along[0] > along[1] else (along[1], -along[0])
    away = _FAR / max(abs(along[0]) + abs(along[1]), 1e-9)
    far = [(x + away * aside[0], y + away * aside[1]) for x, y in (end, start)]
    dark = shapely.intersection(shape, shapely.Polygon([start, end, *far]))
    yield from (Area(Role.DARK_ROOF, parts) for parts in rings_of(dark))
    for part in shapely.get_parts(shapely.intersection(shape, shapely.LineString([start, end]))):
        if isinstance(part, shapely.LineString) and part.length > 0:
            yield Line(Role.ROOF_RIDGE, tuple((x, y) for x, y in part.coords))


def broadleaved(trees: Sequence[Tree]) -> Iterator[Mark]:
    """Broadleaved trees: round crowns with their shadows and lit sides."""
    yield from (Dot(Role.SHADOW, (x + 0.25 * r, y + 0.28 * r), r) for x, y, r in trees)
    yield from (Dot(Role.TREE, (x, y), r) for x, y, r in trees)
    yield from (Dot(Role.TREE_LIT, (x - 0.25 * r, y - 0.28 * r), 0.5 * r) for x, y, r in trees)


def firs(trees: Sequence[Tree]) -> Iterator[Mark]:
    """Firs: pointed crowns, each with its lit half."""
    for x, y, r in trees:
        yield Area(Role.FIR, (((x, y - r), (x + 0.7 * r, y + 0.75 * r), (x - 0.7 * r, y + 0.75 * r)),))
    for x, y, r in trees:
        yield Area(Role.FIR_LIT, (((x, y - 0.75 * r), (x, y + 0.6 * r), (x - 0.5 * r, y + 0.6 * r)),))


def _long_axis(shape: BaseGeometry) -> tuple[Point, Point]:
    """The line through the middle of a shape along its longer side, from left to right."""
    box = shapely.oriented_envelope(shape)
    corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(box)]
    if len(corners) < 4:
        return corners[0], corners[-1]
    a, b, c, d = corners[:4]
    is_long = shapely.Point(a).distance(shapely.Point(b)) >= shapely.Point(b).distance(shapely.Point(c))
    one, other = (_middle(d, a), _middle(b, c)) if is_long else (_middle(a, b), _middle(c, d))
    return (one, other) if one <= other else (other, one)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _moved(ring: Ring, by: float) -> Ring:
    return tuple((x + by, y + by) for x, y in ring)
