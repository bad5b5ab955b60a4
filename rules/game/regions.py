"""A reach on a table as regions: the ground within each equal step of the allowance, with its true edges."""

from collections.abc import Iterator
from fractions import Fraction

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.verdicts import Region, Ring
from rules.ground.table_reach import TableReach

STEPS = 6
"""In how many equal steps of its allowance a reach is outlined."""


def regions(reached: TableReach) -> Iterator[Region]:
    """The regions of a reach, each holding those before it; corners are rounded to a thousandth of an inch."""
    allowance = Fraction(reached.allowance).limit_denominator(1000)
    for step in range(1, STEPS + 1):
        within = allowance * step / STEPS
        yield region(within, reached.within(float(within)))


def region(within: Fraction, ground: BaseGeometry) -> Region:
    """The ground in reach for so much as a region; lines and points of it count for nothing."""
    parts = (part for part in shapely.get_parts(ground).tolist() if part.area > 0)
    return Region(within, tuple(_rings(part) for part in parts))


def _rings(part: shapely.Polygon) -> tuple[Ring, ...]:
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
        for ring in (part.exterior, *part.interiors)
    )
