"""The areas and the ground levels along a straight line over a table, with their distances from its start."""

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.inches import HAIR_IN, Spot

Span = tuple[float, float]


def spans_along(area: BaseGeometry, start: Spot, end: Spot) -> list[Span]:
    """The stretches of a line inside an area, in inches from its start, in order."""
    line = shapely.LineString([start, end])
    spans = []
    for part in shapely.get_parts(shapely.intersection(area, line)):
        if isinstance(part, shapely.LineString) and part.length > HAIR_IN:
            ends = sorted(float(shapely.line_locate_point(line, shapely.Point(at))) for at in part.coords)
            spans.append((ends[0], ends[-1]))
    return sorted(spans)


def spot_along(start: Spot, end: Spot, gone_in: float) -> Spot:
    """The spot at this distance from the start of a line."""
    share = gone_in / start.gap_in(end)
    return Spot(start.x_in + share * (end.x_in - start.x_in), start.y_in + share * (end.y_in - start.y_in))


def ground_along(
    areas: Iterable[BaseGeometry], start: Spot, end: Spot, heights: Callable[[Floats], Floats | Ints]
) -> list[tuple[float, float, float]]:
    """The height of the ground along a line as (start, end, height) in inches; it changes only at the edges of these areas."""
    length = start.gap_in(end)
    edges = {0.0, length, *(at for area in areas for span in spans_along(area, start, end) for at in span)}
    cuts = sorted(edges)
    spans = [(start, end) for start, end in pairwise(cuts) if end - start > HAIR_IN]
    middles = np.array([spot_along(start, end, (one + other) / 2) for one, other in spans]).reshape(-1, 2)
    return [
        (one, other, float(height))
        for (one, other), height in zip(spans, heights(middles).tolist(), strict=True)
    ]
