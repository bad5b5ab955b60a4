"""A reach on a table as regions: the ground within each equal step of the allowance, with its true edges."""

from collections.abc import Iterator
from fractions import Fraction

import shapely

from rules.game.verdicts import Region, Ring
from rules.ground.table_reach import TableReach

STEPS = 6
"""In how many equal steps of its allowance a reach is outlined."""


def regions(reached: TableReach) -> Iterator[Region]:
    """The regions of a reach, each holding those before it; corners are rounded to a thousandth of an inch."""
    allowance = Fraction(reached.allowance).limit_denominator(1000)
    for step in range(1, STEPS + 1):
        within = allowance * step / STEPS
        parts = shapely.get_parts(reached.within(float(within)))
        yield Region(within, tuple(_rings(part) for part in parts.tolist()))


def _rings(part: shapely.Polygon) -> tuple[Ring, ...]:
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
        for ring in (part.exterior, *part.interiors)
    )
