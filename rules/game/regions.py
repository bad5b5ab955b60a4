"""Reach on a table as regions: the ground within each round step of the allowance, with its true edges."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import overload

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.verdicts import Region, Ring
from rules.ground.table.movement.reach import TableReach

MOST_STEPS = 6
"""A reach is outlined in this many steps at most."""

_ROUND = (
    Fraction(1, 2),
    Fraction(1),
    Fraction(3, 2),
    Fraction(2),
    Fraction(5, 2),
    *map(Fraction, (3, 4, 5, 6, 8, 10, 15, 20)),
)


def steps(allowance: Fraction) -> tuple[Fraction, ...]:
    """The costs at which a reach is outlined: round ones, the last being the whole allowance.

    >>> [str(step) for step in steps(Fraction(8))]
    ['3/2', '3', '9/2', '6', '15/2', '8']
    """
    least = allowance / MOST_STEPS
    step = next((share for share in _ROUND if share >= least), least)
    whole = (step * count for count in range(1, MOST_STEPS))
    return (*(cost for cost in whole if cost < allowance), allowance)


class RegionsOnDemand(Sequence[Region]):
    """The regions of a reach, worked out at first use."""

    def __init__(self, draw: Callable[[], Iterable[Region]]) -> None:
        self._draw = draw

    @cached_property
    def _drawn(self) -> tuple[Region, ...]:
        return tuple(self._draw())

    def __len__(self) -> int:
        return len(self._drawn)

    @overload
    def __getitem__(self, place: int) -> Region: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Region, ...]: ...

    def __getitem__(self, place: int | slice) -> Region | tuple[Region, ...]:
        return self._drawn[place]


def regions(reached: TableReach) -> Iterator[Region]:
    """The regions of a reach, each holding those before it; corners are rounded to a thousandth of an inch."""
    allowance = Fraction(reached.allowance).limit_denominator(1000)
    for within in steps(allowance):
        yield region(within, reached.within(float(within)))


def region(within: Fraction, ground: BaseGeometry) -> Region:
    """The ground within reach for this cost as a region, without stray lines and points."""
    parts = (part for part in shapely.get_parts(ground).tolist() if part.area > 0)
    return Region(within, tuple(_rings(part) for part in parts))


def _rings(part: shapely.Polygon) -> tuple[Ring, ...]:
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
        for ring in (part.exterior, *part.interiors)
    )
