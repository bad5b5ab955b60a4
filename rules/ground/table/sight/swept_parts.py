"""The share of a part of a footprint that shadows leave in sight, found by an angular sweep of rays from the eye.

The bearings of all corners, of the part and of the cells (the events of the sweep), divide the view into wedges, with more
wedges between them. Each wedge has one ray in its middle; wedges that differ from their neighbours are refined. What a ray
crosses, and which stretch of its way over the part that hides, is exact.
"""

from dataclasses import dataclass
from functools import cached_property
from math import pi

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints, cross, number_ranges
from rules.ground.table.inches import HAIR_IN
from rules.ground.table.sight.cells_from_eyes import TOUCHES_IN, CellsFromEyes
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Spans
from rules.ground.table.sight.looking_past import FAR_APART_IN, Run, hidden_on_line, joined

WEDGES, ROUND_WEDGES = 16, 8
"""The least number of wedges over a hull, and over a round part (a man)."""

FINER, UNLIKE = 8, 0.05
"""A wedge is refined into `FINER` if the share of its ray in sight differs from a neighbour's by more than `UNLIKE`."""

THIN = 1e-12
"""Wedges no wider than this on the scale of marks are left out, and so are corners no further than this, in radians, from the
sides of a part: rounding decides whether they lie over the part or beside it."""


@dataclass(frozen=True, eq=False)
class Rays:
    """Wedges (r,), each over the part of a pair of eye and part: start and end as angles off the middle of the part, and whether
    the boundary with the wedge before is no corner (`goes_on`). Each wedge has a ray in its middle."""

    pair: Ints
    start: Floats
    end: Floats
    goes_on: Bools

    @cached_property
    def turn(self) -> Floats:
        """The angle of each ray off the middle of the part."""
        middle: Floats = (self.start + self.end) / 2
        return middle

    def unlike(self, seen: Floats, at_corners: Bools) -> Bools:
        """Which wedges differ from a neighbour in the share in sight (r, z); across a corner, where a difference is expected,
        only for the pairs in `at_corners` (s,)."""
        compares = self.goes_on[1:] | (at_corners[self.pair[1:]] & (self.pair[1:] == self.pair[:-1]))
        step = compares & (np.abs(np.diff(seen, axis=0)) > UNLIKE).any(axis=1)
        unlike: Bools = np.append(step, False) | np.append(False, step)
        return unlike

    def finer(self, counts: Bools) -> "Rays":
        """Some of the wedges, each divided into `FINER`."""
        pair, start = np.repeat(self.pair[counts], FINER), np.repeat(self.start[counts], FINER)
        step = np.repeat((self.end - self.start)[counts] / FINER, FINER)
        start = start + step * np.tile(np.arange(FINER), int(counts.sum()))
        return Rays(pair, start, start + step, np.ones(len(pair), dtype=np.bool_))


@dataclass(frozen=True, eq=False)
class Sweep:
    """Pairs (s,) of an eye and a part, each with the rows (k,) of cells, from `first` to `last` (s,), whose shadows
    may cut the part. `sides` are the angles off the middle of the part between which each cell lies (k,), and `reaches` tells
    which cells are as far away as the part, so that their own edges cut it."""

    seen: CellsFromEyes
    parts: "_SeenParts"
    eye: Ints
    part: Ints
    first: Ints
    last: Ints
    cell: Ints
    sides: tuple[Floats, Floats]
    reaches: Bools
    rays: Rays

    @classmethod
    def of(cls, seen: CellsFromEyes, footprints: Footprints, eye: Ints, part: Ints, cell: Ints) -> "Sweep":
        """The sweep for rows (k,) of an eye, a part and a cell, sorted by eye and part."""
        starts = _differs_from_before(eye * len(footprints.radii_in) + part)
        first = np.flatnonzero(starts)
        of_pair = np.cumsum(starts) - 1
        eyes, parts = eye[first], part[first]
        seen_parts = _SeenParts.of(seen.eyes[eyes], footprints, parts)
        corners = seen.cells.corners[cell] - seen.eyes[eye][:, None]
        off = _normalized(_bearing(corners) - seen_parts.bearing[of_pair, None])
        low, high = off.min(axis=1), off.max(axis=1)
        all_round = (high - low >= pi) | ~seen.is_outside[eye, cell]
        sides = np.where(all_round, -2 * pi, low), np.where(all_round, 2 * pi, high)
        last = np.append(first[1:], len(eye))
        until_in = (seen_parts.away_in - seen_parts.radius_in)[of_pair]
        reaches: Bools = np.hypot(corners[..., 0], corners[..., 1]).max(axis=1) > until_in
        rays = seen_parts.rays(of_pair, off)
        return cls(seen, seen_parts, eyes, parts, first, last, cell, sides, reaches, rays)

    def shares(
        self,
        spans: Spans,
        past: Floats,
        body: Ints,
        *,
        is_rough: bool = False,
        is_compiled: bool = False,
    ) -> Floats:
        """The share of each part (s, z) that the cells of its rows leave in sight, given for each row the span of its shadow
        (k, z), how it is looked past (k, 4) and its body (k,)."""
        pair, by_wedges = self.rays.pair, self._lit_compiled if is_compiled else self._lit
        whole, lit = by_wedges(self.rays, spans, past, body)
        bends = np.logical_or.reduceat(self.reaches | (past[:, 1] >= 0), self.first)
        unlike = self._unlike_compiled(whole, lit, bends) if is_compiled else self._unlike(whole, lit, bends)
        if not is_rough and unlike.any():
            finer = self.rays.finer(unlike)
            more = finer.pair, *by_wedges(finer, spans, past, body)
            kept = pair[~unlike], whole[~unlike], lit[~unlike]
            pair, whole, lit = (np.concatenate(both) for both in zip(kept, more, strict=True))
            order = np.argsort(pair, kind="stable")
            pair, whole, lit = pair[order], whole[order], lit[order]
        begins = np.flatnonzero(_differs_from_before(pair))
        of_parts: Floats = np.add.reduceat(lit, begins, axis=0) / np.add.reduceat(whole, begins)[:, None]
        return of_parts

    def _lit(self, rays: Rays, spans: Spans, past: Floats, body: Ints) -> tuple[Floats, Floats]:
        """Twice the area of the part in each wedge (r,), and twice the area in sight of it (r, z)."""
        ways, from_in, to_in, wide = self._over_parts(rays)
        whole = (to_in**2 - from_in**2) * wide
        lit = np.repeat(whole[:, None], spans.least.shape[1], axis=1)
        ray, row, near_in, far_in = self._cells_met(rays, ways, to_in, body)
        if len(ray):
            starts = _differs_from_before(ray)
            met = ray[starts]
            line = np.cumsum(starts) - 1
            rank = np.arange(len(ray)) - np.flatnonzero(starts)[line]
            size = len(met), int(rank.max()) + 1
            near, far = np.ones((2, *size))
            near[line, rank], far[line, rank] = near_in, far_in
            rows = np.zeros(size, dtype=np.int64)
            rows[line, rank] = row
            there = np.zeros(size, dtype=np.bool_)
            there[line, rank] = True
            over = Spans(spans.least[rows], spans.most[rows])
            hidden = _hidden_stretches(near, far, over, past[rows], body[rows], there)
            lit[met] = _area_in_sight(*hidden, from_in[met], to_in[met]) * wide[met, None]
        return whole, lit

    def _lit_compiled(self, rays: Rays, spans: Spans, past: Floats, body: Ints) -> tuple[Floats, Floats]:
        """The same as `_lit`, ray by ray."""
        from rules.ground.table.sight.compiled_shadows import Rows, Wedges, lit_by_wedges

        ways, from_in, to_in, wide = self._over_parts(rays)
        least, most = (np.ascontiguousarray(np.broadcast_to(times, spans.least.shape)) for times in spans)
        low, high = self.sides
        edges, off_in = self.seen.cells.edges, self.seen.off_in
        cell = np.ascontiguousarray(self.cell)  # numba would compile everything once more for a strided array
        before = Rows(
            self.first, self.last, low, high, edges, off_in, cell, self.eye, least, most, past, body
        )
        lit = lit_by_wedges(Wedges(rays.pair, rays.turn, wide, ways, from_in, to_in), before)
        return (to_in**2 - from_in**2) * wide, lit

    def _unlike(self, whole: Floats, lit: Floats, bends: Bools) -> Bools:
        return self.rays.unlike(lit / np.maximum(whole, THIN)[:, None], bends)

    def _unlike_compiled(self, whole: Floats, lit: Floats, bends: Bools) -> Bools:
        from rules.ground.table.sight.compiled_shadows import unlike

        return unlike(lit, whole, self.rays.pair, self.rays.goes_on, bends, UNLIKE, THIN)

    def _over_parts(self, rays: Rays) -> tuple[Floats, Floats, Floats, Floats]:
        """The unit vectors of rays, the start and end of their runs over the parts, and the widths of their wedges."""
        bearing = self.parts.bearing[rays.pair] + rays.turn
        ways = np.stack([np.cos(bearing), np.sin(bearing)], axis=1)
        from_in, to_in = self.parts.runs_in(rays.pair, ways, rays.turn)
        return ways, from_in, to_in, rays.end - rays.start

    def _cells_met(
        self, rays: Rays, ways: Floats, to_in: Floats, body: Ints
    ) -> tuple[Ints, Ints, Floats, Floats]:
        """Pairs of a ray and a row whose cell it meets, with entry and exit, sorted by ray, body and entry."""
        ray, row = number_ranges(self.first[rays.pair], self.last[rays.pair])
        low, high = self.sides
        ahead = (rays.turn[ray] > low[row]) & (rays.turn[ray] < high[row])
        ray, row = ray[ahead], row[ahead]
        near_in, far_in = self.seen.runs_in(self.eye[rays.pair[ray]], self.cell[row], ways[ray])
        meets = (far_in > near_in + TOUCHES_IN) & (near_in < to_in[ray])
        ray, row, near_in, far_in = ray[meets], row[meets], near_in[meets], far_in[meets]
        order = np.lexsort((near_in, body[row], ray))
        return ray[order], row[order], near_in[order], far_in[order]


def _hidden_stretches(
    near: Floats, far: Floats, spans: Spans, past: Floats, body: Ints, there: Bools
) -> tuple[Floats, Floats]:
    """The start and end of the stretch of each line that each cell it meets hides, (r, j, z); runs in one body are joined."""
    near, far = near[..., None], far[..., None]
    depth, at_eye, at_target, at_head = (part[..., None] for part in np.moveaxis(past, 2, 0))
    if (is_soft := past[..., 1] >= 0).any():
        follows = there[:, 1:] & (body[:, 1:] == body[:, :-1]) & is_soft[:, 1:]
        apart_in = body * FAR_APART_IN
        reached = np.maximum.accumulate(np.where(there, far[..., 0] + apart_in, -np.inf), axis=1)[:, :-1]
        follows &= near[:, 1:, 0] + apart_in[:, 1:] <= reached + HAIR_IN
        if follows.any():
            alike = (spans.least[:, 1:] == spans.least[:, :-1]) & (spans.most[:, 1:] == spans.most[:, :-1])
            goes_on = np.zeros(alike.shape, dtype=np.bool_)
            goes_on = np.concatenate([goes_on[:, :1], follows[..., None] & alike], axis=1)
            near, far = (np.broadcast_to(edge, goes_on.shape) for edge in (near, far))
            near, far = joined(near, far, goes_on)
        if spans.least.shape[2] > 1 and (at_head != at_target).any():
            at_target = np.repeat(at_target, spans.least.shape[2], axis=2)
            at_target[..., -1] = at_head[..., 0]
    starts, ends = hidden_on_line(Run(near, far, depth, at_eye, at_target), spans)
    is_hidden = there[..., None] & (ends > starts)
    return np.where(is_hidden, starts, np.inf), np.where(is_hidden, ends, np.inf)


def _area_in_sight(starts: Floats, ends: Floats, near_in: Floats, far_in: Floats) -> Floats:
    """Twice the area in sight (r, z) of wedges of width 1 from `near_in` to `far_in`, without the hidden stretches (r, j, z)."""
    near, far = near_in[:, None], far_in[:, None]
    starts = np.clip(np.moveaxis(starts, 1, 0), near, far)
    ends = np.clip(np.moveaxis(ends, 1, 0), near, far)
    if len(starts) > 1:
        order = np.argsort(starts, axis=0, kind="stable")
        starts, ends = np.take_along_axis(starts, order, axis=0), np.take_along_axis(ends, order, axis=0)
    left, reached = far**2 - near**2, near
    for start, end in zip(starts, ends, strict=True):
        left = left - (np.maximum(end, reached) ** 2 - np.maximum(start, reached) ** 2)
        reached = np.maximum(reached, end)
    return left


@dataclass(frozen=True, eq=False)
class _SeenParts:
    """Parts of footprints as seen from eyes (s,): bearing and distance of the middle, and the corners relative to the eye. The
    part lies between the angles `low` and `high` off that bearing, or all round an eye inside it."""

    bearing: Floats
    away_in: Floats
    radius_in: Floats
    is_round: Bools
    is_inside: Bools
    corners: Floats
    corners_off: Floats
    low: Floats
    high: Floats

    @classmethod
    def of(cls, eyes: Floats, footprints: Footprints, part: Ints) -> "_SeenParts":
        there = footprints.centres[part] - eyes
        away, radius, is_round = np.hypot(*there.T), footprints.radii_in[part], footprints.is_round[part]
        bearing = _bearing(there)
        corners = footprints.corners[part] - eyes[:, None]
        edges = np.roll(corners, -1, axis=1) - corners
        is_inside = np.where(is_round, away <= radius, (cross(corners, edges) >= 0).all(axis=1))
        off = _normalized(_bearing(corners) - bearing[:, None])
        half = np.arcsin(
            np.minimum(1.0, np.divide(radius, away, out=np.ones(len(part)), where=away > radius))
        )
        low = np.where(is_round, -half, off.min(axis=1, initial=pi))
        high = np.where(is_round, half, off.max(axis=1, initial=-pi))
        low, high = np.where(is_inside, -pi, low), np.where(is_inside, pi, high)
        return cls(bearing, away, radius, is_round, is_inside, corners, off, low, high)

    def rays(self, of_pair: Ints, off: Floats) -> Rays:
        """The wedges between the corners of cells, at angles `off` (k, v) off the middle of their pair (k,), the corners of the
        part, and evenly spaced marks."""
        marks = [self._marks(of_pair, off)]
        with_corners, rounds = np.flatnonzero(~self.is_round), np.flatnonzero(self.is_round)
        if len(with_corners):
            marks.append(self._marks(with_corners, self.corners_off[with_corners]))
        number = sum(len(pair) for pair, _ in marks)
        for alike, wedges in ((with_corners, WEDGES), (rounds, ROUND_WEDGES)):
            evenly = np.tile(np.linspace(-1.0, 1.0, wedges + 1), len(alike))
            marks.append((np.repeat(alike, wedges + 1), evenly))
        pair, mark = (np.concatenate(column) for column in zip(*marks, strict=True))
        order = np.lexsort((mark, pair))
        pair, mark, is_even = pair[order], mark[order], order >= number
        is_wedge = (pair[1:] == pair[:-1]) & (mark[1:] - mark[:-1] > THIN)
        off = self._off(pair, mark)
        pair, start, end = pair[1:][is_wedge], off[:-1][is_wedge], off[1:][is_wedge]
        goes_on = is_even[:-1][is_wedge] & ~_differs_from_before(pair)
        return Rays(pair, start, end, goes_on)

    def _marks(self, of_pair: Ints, off: Floats) -> tuple[Ints, Floats]:
        """The pair and the mark of each angle that lies within its part, on a scale from -1 to 1 across the part."""
        low, high = self.low[of_pair, None] + THIN, self.high[of_pair, None] - THIN
        row, corner = np.nonzero((off > low) & (off < high))
        pair, off = of_pair[row], off[row, corner]
        scale = (off - self.low[pair]) / (self.high[pair] - self.low[pair]) * 2 - 1
        across = np.clip(np.sin(off) * self.away_in[pair] / self.radius_in[pair], -1.0, 1.0)
        return pair, np.where(self._is_disc[pair], np.arcsin(across) * 2 / pi, scale)

    def _off(self, pair: Ints, mark: Floats) -> Floats:
        """The angle off the middle of a mark on that scale."""
        linear = self.low[pair] + (mark + 1) / 2 * (self.high[pair] - self.low[pair])
        sine = np.sin(mark * pi / 2) * self.radius_in[pair] / np.maximum(self.away_in[pair], THIN)
        return np.where(self._is_disc[pair], np.arcsin(np.clip(sine, -1.0, 1.0)), linear)

    @property
    def _is_disc(self) -> Bools:
        """Round parts with the eye outside: their scale makes the wedges at the sides narrow."""
        return self.is_round & ~self.is_inside

    def runs_in(self, pair: Ints, ways: Floats, turn: Floats) -> tuple[Floats, Floats]:
        """The start and end of the runs of rays over their parts."""
        away = self.away_in[pair]
        half = np.sqrt(np.maximum(self.radius_in[pair] ** 2 - (away * np.sin(turn)) ** 2, 0.0))
        midway = away * np.cos(turn)
        near, far = midway - half, midway + half
        with_corners = np.flatnonzero(~self.is_round[pair])
        if len(with_corners):
            corners = self.corners[pair[with_corners]]
            edges = np.roll(corners, -1, axis=1) - corners
            inwards, off = cross(edges, ways[with_corners][:, None]), cross(edges, corners)
            with np.errstate(divide="ignore", invalid="ignore"):
                met = off / inwards
            near[with_corners] = np.where(inwards > 0, met, -np.inf).max(axis=1)
            far[with_corners] = np.where(inwards < 0, met, np.inf).min(axis=1)
        near = np.where(self.is_inside[pair], 0.0, np.maximum(near, 0.0))
        return near, np.maximum(far, near)


def _differs_from_before(numbers: Ints) -> Bools:
    """Whether each number differs from the one before it; true for the first."""
    return np.append(True, numbers[1:] != numbers[:-1])


def _bearing(arrows: Floats) -> Floats:
    bearing: Floats = np.arctan2(arrows[..., 1], arrows[..., 0])
    return bearing


def _normalized(angles: Floats) -> Floats:
    """Angles normalized to -pi up to pi."""
    turned: Floats = (angles + pi) % (2 * pi) - pi
    return turned
