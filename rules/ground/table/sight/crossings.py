"""The areas that a line of sight on a table crosses, in order, how deep, and whether the call is close.

The line runs from spot to spot. It crosses an area where it runs through the inside; a line that only
touches a corner or runs along an edge does not. The answer is the same in both directions. It is decided
in whole numbers (see rules.ground.table.outlines); only depths and distances are rounded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np

from rules.ground.table.arrays import Floats, Ints, cross
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.outlines import FINE_IN, Outlines, on_fine_lattice

Span = tuple[float, float]
"""The start and end of a stretch of a line, in inches from the viewer."""

ROUNDING_IN = 1e-9
"""How much rounding may change the length of a span."""

AT_RIM_IN = 2 * HAIR_IN
"""An end of a line inside an area and this near to its edge is on its rim: `HAIR_IN` forward and aside could take it off."""

AT_END_IN = 1.0
"""How far from an end on the rim of an area a line `HAIR_IN` beside it may enter the area: at an angle of half a degree."""


@dataclass(frozen=True)
class Crossing:
    """How a line of sight crosses one area (terrain piece or base).

    `on_line` are the spans inside the area of the line extended in both directions, nearest first; `beside` are those of the
    two lines `HAIR_IN` to its left and right, which tell whether the call is close. `on_rim` tells whether the viewer, and
    whether the target, stands on the edge of the area, or inside and next to it: they count as on it, however they shift by
    `HAIR_IN`.
    """

    id: str
    length_in: float
    on_line: tuple[Span, ...]
    beside: tuple[tuple[Span, ...], tuple[Span, ...]]
    on_rim: tuple[bool, bool] = (False, False)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The spans between viewer and target inside the area; none if the line only comes within `HAIR_IN` of it."""
        return tuple(_clipped(self.on_line, 0.0, self.length_in))

    @property
    def is_crossed(self) -> bool:
        return bool(self.spans)

    @property
    def entry_in(self) -> float:
        """How far from the viewer the line enters; 0 if the viewer is inside, the whole length if the line does not cross."""
        return self.spans[0][0] if self.spans else self.length_in

    @property
    def exit_in(self) -> float:
        """How far from the viewer the line leaves for the last time; the whole length if the target is inside or the line does not
        cross."""
        return self.spans[-1][1] if self.spans else self.length_in

    @cached_property
    def depth_in(self) -> float:
        """How many inches of the line run inside."""
        return sum(end - start for start, end in self.spans)

    def hides(self, see_into_in: float = 0.0) -> bool:
        """Whether the area hides the target.

        No line is open right through the area. Into it, within it or out of it a line may run `see_into_in` inches: 0 for a
        solid area, inf for an area that only hides what is behind it.
        """
        return _hides(self.on_line, (0.0, self.length_in), (0.0, self.length_in), see_into_in)

    def is_close_call(self, see_into_in: float = 0.0) -> bool:
        """Whether the answer of `hides` would change if viewer or target were moved by `HAIR_IN`."""
        verdict = self.hides(see_into_in)
        for longer in (-HAIR_IN, 0.0, HAIR_IN):
            line = -longer, self.length_in + longer
            viewer_on, target_on = self.on_rim
            within = (
                AT_END_IN if viewer_on else line[0],
                self.length_in - AT_END_IN if target_on else line[1],
            )
            if any(
                _hides(spans, line, within, see_into_in) is not verdict
                for spans in (self.on_line, *self.beside)
            ):
                return True
        return False


def crossings(outlines: Outlines, viewer: Spot, target: Spot) -> tuple[Crossing, ...]:
    """All areas that the line crosses or comes within `HAIR_IN` of, nearest entry first."""
    near, far = on_fine_lattice([viewer, target])
    is_turned = tuple(near) > tuple(far)
    crossed = _crossed(outlines, far, near) if is_turned else _crossed(outlines, near, far)
    if is_turned:
        crossed = (_reversed(crossing) for crossing in crossed)
    touched = (crossing for crossing in crossed if _comes_near(crossing))
    return tuple(sorted(touched, key=lambda crossing: (crossing.entry_in, crossing.exit_in)))


def hiding(
    outlines: Outlines, viewer: Spot, target: Spot, see_into_in: Mapping[str, float]
) -> tuple[Crossing, ...]:
    """The areas that hide the target from the viewer, nearest first; none if the viewer sees it.

    `see_into_in` gives for each area that can block sight how far a line may run into it; other areas hide nothing.
    """
    return tuple(
        crossing
        for crossing in crossings(outlines, viewer, target)
        if crossing.id in see_into_in and crossing.hides(see_into_in[crossing.id])
    )


def _crossed(outlines: Outlines, start: Floats, end: Floats) -> Iterator[Crossing]:
    along = end - start
    length = hypot(*along)
    if length == 0.0 or not len(outlines.owner):
        return
    starts, ends = outlines.starts - start, outlines.ends - start
    starts_left, ends_left = cross(along, starts), cross(along, ends)
    a_hair = HAIR_IN / FINE_IN * length
    shifts = np.array([0.0, 0.0, a_hair, -a_hair])[:, None]
    over_start, over_end = starts_left > shifts, ends_left > shifts
    over_start[1], over_end[1] = starts_left >= 0, ends_left >= 0
    line, edge = np.nonzero(over_start != over_end)
    place_in = _met_at(along, starts[edge], ends[edge], shifts[line, 0]) * length * FINE_IN
    owner = outlines.owner[edge]
    order = np.lexsort((place_in, line, owner))
    rows = zip(
        owner[order][::2].tolist(),
        line[order][::2].tolist(),
        place_in[order][::2].tolist(),
        place_in[order][1::2].tolist(),
        strict=True,
    )
    length_in = length * FINE_IN
    met = (starts_left > -a_hair) | (ends_left > -a_hair)
    met &= (starts_left < a_hair) | (ends_left < a_hair)
    close = _areas_at_ends(outlines.owner[met], starts[met], ends[met], along)
    spans: dict[int, tuple[list[Span], list[Span], list[Span], list[Span]]] = {}
    for piece, which, first, last in rows:
        spans.setdefault(piece, ([], [], [], []))[which].append((first, last))
    for piece, (open_left, open_right, left, right) in spans.items():
        on_line = open_left if open_left == open_right else list(_shared(open_left, open_right))
        on_rim = (
            _is_on_rim(on_line, 0.0, close[0].get(piece)),
            _is_on_rim(on_line, length_in, close[1].get(piece)),
        )
        yield Crossing(outlines.ids[piece], length_in, tuple(on_line), (tuple(left), tuple(right)), on_rim)


def _areas_at_ends(owner: Ints, starts: Floats, ends: Floats, along: Floats) -> tuple[dict[int, float], ...]:
    """For each end of a line, the areas with an edge so near that the end may be on their rim, with the gap, 0 on the edge."""
    gaps: tuple[dict[int, float], ...] = {}, {}
    edges, starts_from = (ends - starts).T, np.stack([starts.T, starts.T - along[:, None]])
    across = starts_from[:, 0] * edges[1] - starts_from[:, 1] * edges[0]
    squared = (edges * edges).sum(axis=0)
    close = across * across <= (AT_RIM_IN / FINE_IN) ** 2 * squared
    for end, edge in zip(*(each.tolist() for each in np.nonzero(close)), strict=True):
        start, way = starts_from[end, :, edge], edges[:, edge]
        share = float(-(start @ way) / squared[edge])
        is_on_it = across[end, edge] == 0 and 0.0 <= share <= 1.0
        gap_in = 0.0 if is_on_it else hypot(*(start + way * min(max(share, 0.0), 1.0))) * FINE_IN
        if gap_in <= AT_RIM_IN:
            area = int(owner[edge])
            gaps[end][area] = min(gap_in, gaps[end].get(area, gap_in))
    return gaps


def _is_on_rim(on_line: Sequence[Span], at_in: float, gap_in: float | None) -> bool:
    """Whether an end of a line is on the edge of an area, or inside with an edge this near (None: no edge near)."""
    if gap_in is None:
        return False
    return gap_in == 0.0 or any(start <= at_in <= end for start, end in on_line)


def _met_at(along: Floats, starts: Floats, ends: Floats, shift: Floats) -> Floats:
    """Where each edge is met, from 0 to 1, on the line from (0, 0) along, or on one beside it. On the line itself 0 and 1 are
    exact, since the side of the edge on which each end lies is a whole number."""
    edges = ends - starts
    first = cross(edges, -starts)
    on_line = first / (first - cross(edges, along - starts))
    starts_left = cross(along, starts)
    reached = (shift - starts_left) / (cross(along, ends) - starts_left)
    beside = (starts + edges * reached[:, None]) @ along / (along @ along)
    return np.where(shift == 0.0, on_line, beside)


def _shared(some: list[Span], others: list[Span]) -> Iterator[Span]:
    for start, end in some:
        yield from _clipped(others, start, end)


def _clipped(spans: tuple[Span, ...] | list[Span], least: float, most: float) -> Iterator[Span]:
    for start, end in spans:
        start, end = max(start, least), min(end, most)
        if end - start > ROUNDING_IN:
            yield start, end


def _hides(spans: tuple[Span, ...], line: Span, within: Span, see_into_in: float) -> bool:
    """Whether a line both enters and leaves the area within these bounds, or runs too far in it."""
    depth = 0.0
    for start, end in _clipped(spans, *line):
        if start > within[0] and end < within[1]:
            return True
        depth += end - start
    return depth > see_into_in + ROUNDING_IN


def _reversed(crossing: Crossing) -> Crossing:
    def mirrored(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple((crossing.length_in - end, crossing.length_in - start) for start, end in reversed(spans))

    left, right = crossing.beside
    beside, (near, far) = (mirrored(right), mirrored(left)), crossing.on_rim
    return Crossing(crossing.id, crossing.length_in, mirrored(crossing.on_line), beside, (far, near))


def _comes_near(crossing: Crossing) -> bool:
    most = crossing.length_in + HAIR_IN
    return any(next(_clipped(spans, -HAIR_IN, most), None) for spans in (crossing.on_line, *crossing.beside))
