"""The spots of a table that one viewer sees, many at once, with the same answers as `crossings.hiding`.

This is an angular sweep round the viewer: the spots are sorted by bearing, so that those behind one edge are consecutive;
the side of the edge on which each lies is then the sign of a whole number. Spots whose line runs along an edge are left to
`hiding`, one by one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot, inf, pi

import numpy as np

from rules.errors import BadInput
from rules.ground.compiling import PlainWork
from rules.ground.table.arrays import Bools, Floats, Ints, cross, number_ranges
from rules.ground.table.inches import Spot
from rules.ground.table.outlines import FINE_IN, Outlines, on_fine_lattice
from rules.ground.table.sight.crossings import ROUNDING_IN, hiding
from rules.ground.table.sight.doubtful_lines import open_lines

PLAIN_EDGES = PlainWork(200_000)
"""The number of edges that plain Python checks lines against in the time that loading the compiled functions takes."""

_NEAR_RAD = 1e-9


def seen_spots(
    outlines: Outlines,
    viewer: Spot,
    spots: Iterable[Spot] | Floats,
    see_into_in: Mapping[str, float],
) -> Bools:
    """Which of the spots (n,) the viewer sees: those that no area hides.

    `see_into_in` gives for each area that can block sight how far a line may run into it, within it or out
    of it: 0 for a solid area, inf for an area that only hides what is behind it. Other areas hide nothing.
    Spots are best given as an array (n, 2) in inches.

    Raises:
        BadInput: if a depth is below 0.
    """
    return SpotsAround.of(viewer, spots).seen(outlines, see_into_in)


@dataclass(frozen=True, eq=False)
class SpotsAround:
    """Spots sorted by their bearings from a viewer, to be looked at past several sets of outlines.

    `gaps_in` has the distances of all spots. `spots` (n,) are the numbers of those not at the viewer's own place, and
    `offsets` (n, 2) are these relative to the viewer, on the fine lattice. `turned` (2n,) lists them by bearing, twice, for
    two full turns, and `bearings` (2n,) has their bearings, those of the second turn 2 pi larger.
    """

    viewer: Spot
    gaps_in: Floats
    spots: Ints
    offsets: Floats
    turned: Ints
    bearings: Floats

    @classmethod
    def of(cls, viewer: Spot, spots: Iterable[Spot] | Floats) -> "SpotsAround":
        offsets = on_fine_lattice(spots) - on_fine_lattice([viewer])[0]
        gaps_in = np.hypot(offsets[:, 0], offsets[:, 1]) * FINE_IN
        elsewhere = np.flatnonzero(gaps_in > 0)
        offsets = offsets[elsewhere]
        bearings = _bearing(offsets)
        order = np.argsort(bearings)
        twice = np.concatenate([bearings[order], bearings[order] + 2 * pi])
        return cls(viewer, gaps_in, elsewhere, offsets, np.concatenate([order, order]), twice)

    def seen(self, outlines: Outlines, see_into_in: Mapping[str, float]) -> Bools:
        """Which of all the spots the viewer sees past these outlines, as `seen_spots`."""
        for name, depth_in in see_into_in.items():
            if not depth_in >= 0:
                raise BadInput(f"see_into_in[{name}]", depth_in, "a depth of 0 inches or more")
        outlines = outlines.without(name for name in outlines.ids if name not in see_into_in)
        seen = np.ones(len(self.gaps_in), np.bool_)
        if not len(self.spots) or not len(outlines.owner):
            return seen
        at = on_fine_lattice([self.viewer])[0]
        starts, ends = outlines.starts - at, outlines.ends - at
        view = _View(self, outlines, starts, ends, cross(starts, ends))
        depths_in = np.array([see_into_in[name] for name in outlines.ids])
        hidden = _hidden(view, outlines.holding(self.viewer), depths_in)
        for place in _looks_along(view):
            spot = Spot(*((self.offsets[place] + at) * FINE_IN).tolist())
            hidden[place] = bool(hiding(outlines, self.viewer, spot, see_into_in))
        seen[self.spots[hidden]] = False
        return seen


def open_spots(
    outlines: Outlines, viewer: Spot, spots: Floats, see_into_in: Mapping[str, float], left_out: Bools
) -> Bools:
    """Which of the spots (n, 2) the viewer sees beyond doubt: no area hides the spot, and none would if viewer or spot were
    moved by `HAIR_IN`. `left_out` (n, ids) tells which areas do not count for a spot.
    """
    here, targets = on_fine_lattice([viewer])[0], on_fine_lattice(spots)
    lengths = np.array([hypot(*along) for along in (targets - here).tolist()])
    first = np.searchsorted(outlines.owner, np.arange(len(outlines.ids) + 1))
    depths_in = np.array([see_into_in[name] for name in outlines.ids], dtype=np.float64)
    asked = outlines.starts, outlines.ends, first, depths_in, here, targets, lengths, left_out
    if not PLAIN_EDGES.compiling_pays(len(spots) * len(outlines.starts)):
        return open_lines(*asked)
    from rules.ground.table.sight import compiled_doubtful_lines

    return compiled_doubtful_lines.open_lines(*asked)


@dataclass(frozen=True, slots=True)
class _View:
    """The edges relative to the viewer, in whole numbers, and the targets.

    `turn` is the cross product of the ends of an edge: above 0 where a line of sight leaves the piece
    there, below 0 where it enters, 0 where the viewer looks along the edge.
    """

    around: SpotsAround
    outlines: Outlines
    starts: Floats
    ends: Floats
    turn: Floats

    @property
    def targets(self) -> Floats:
        return self.around.offsets

    @property
    def lengths_in(self) -> Floats:
        return self.around.gaps_in[self.around.spots]


@dataclass(frozen=True, slots=True)
class _EdgeCrossings:
    """Pairs of an edge and a target where the ray from the viewer through the target crosses the edge.

    `side` is the cross product that tells on which side of the edge the target lies, on the scale of `turn`.
    """

    edge: Ints
    target: Ints
    side: Floats


def _hidden(view: _View, inside: Bools, see_into_in: Floats) -> Bools:
    """Which targets are hidden. A piece that the viewer is outside hides the targets beyond the first edge where the line
    leaves it, and those too far beyond an edge where the line enters. Pieces that the viewer is in go to `_hidden_around`."""
    owner = view.outlines.owner
    on_edge = np.unique(owner[(view.turn == 0) & ((view.starts * view.ends).sum(axis=1) <= 0)])
    around = inside.copy()
    around[on_edge] = True
    leaves, limit_in = view.turn > 0, see_into_in[owner]
    met = _edge_crossings(view, np.where(leaves, limit_in > 0, limit_in < inf) | around[owner])
    is_before = (met.side < 0) == leaves[met.edge]
    is_before &= met.side != 0
    hides = (leaves | (limit_in == 0)) & ~around[owner]
    hidden = np.zeros(len(view.targets), dtype=np.bool_)
    hidden[met.target[is_before & hides[met.edge]]] = True
    into = ~leaves & (limit_in > 0) & (limit_in < inf) & ~around[owner]
    if into.any():
        kept = is_before & into[met.edge]
        edge, target, side = met.edge[kept], met.target[kept], met.side[kept]
        beyond_in = side / (side - view.turn[edge]) * view.lengths_in[target]
        hidden[target[beyond_in > limit_in[edge] + ROUNDING_IN]] = True
    for piece in np.nonzero(around)[0]:
        kept = owner[met.edge] == piece
        ours = _EdgeCrossings(met.edge[kept], met.target[kept], met.side[kept])
        hidden |= _hidden_around(view, ours, is_before[kept], piece in on_edge, see_into_in[piece])
    return hidden


def _hidden_around(
    view: _View, met: _EdgeCrossings, is_before: Bools, is_on_edge: bool, see_into_in: float
) -> Bools:
    """The targets that a piece with the viewer inside it or on its edge hides, by counting entries and exits along each line."""
    size = len(view.targets)
    sign = np.sign(view.turn[met.edge])
    starts_inside = np.bincount(met.target, sign, size) if is_on_edge else np.ones(size)
    target, side, sign = met.target[is_before], met.side[is_before], sign[is_before]
    turn = view.turn[met.edge[is_before]]
    left = np.bincount(target, sign > 0, size)
    ends_inside = starts_inside - np.bincount(target, sign, size)
    met_at_in = turn / (turn - side) * view.lengths_in[target]
    depth_in = np.bincount(target, sign * met_at_in, size) + ends_inside * view.lengths_in
    hidden: Bools = (left > starts_inside) | (depth_in > see_into_in + ROUNDING_IN)
    return hidden


def _edge_crossings(view: _View, counting: Bools) -> _EdgeCrossings:
    """The crossings of rays with the edges in `counting`.

    A ray through a corner crosses there if it enters by both edges of the corner, or leaves by both;
    the second of the two then counts. A ray that only touches a corner does not cross.
    """
    turn = view.turn
    leaves = (turn > 0)[:, None]
    low = _bearing(np.where(leaves, view.starts, view.ends))
    high = low + (_bearing(np.where(leaves, view.ends, view.starts)) - low) % (2 * pi)
    order, bearings = view.around.turned, view.around.bearings
    bounds = np.concatenate([low - _NEAR_RAD, low + _NEAR_RAD, high - _NEAR_RAD, high + _NEAR_RAD])
    first, sure, unsure, last = np.searchsorted(bearings, bounds).reshape(4, -1) * (counting & (turn != 0))
    unsure = np.maximum(sure, unsure)
    edge, place = number_ranges(sure, unsure)
    near, near_place = number_ranges(np.concatenate([first, unsure]), np.concatenate([sure, last]))
    if len(near):
        near %= len(turn)
        goes_through = turn[view.outlines.edge_before] * turn > 0
        ray = view.targets[order[near_place]]
        start_side, end_side = cross(ray, view.starts[near]), cross(ray, view.ends[near])
        kept = (start_side * end_side < 0) | ((start_side == 0) & goes_through[near])
        edge, place = np.concatenate([edge, near[kept]]), np.concatenate([place, near_place[kept]])
    target = order[place]
    along = view.ends - view.starts
    x, y = view.targets[:, 0], view.targets[:, 1]
    side = along[:, 0][edge] * y[target] - along[:, 1][edge] * x[target] + turn[edge]
    return _EdgeCrossings(edge, target, side)


def _looks_along(view: _View) -> Ints:
    """The targets whose line runs along an edge before it reaches them."""
    along = np.nonzero(view.turn == 0)[0]
    if not len(along):
        return along
    ends = view.starts[along], view.ends[along]
    ahead = np.where((np.abs(ends[0]).sum(axis=1) > 0)[:, None], *ends)
    in_line = cross(view.targets[:, None], ahead[None]) == 0
    in_line &= (view.targets[:, None] * ahead[None]).sum(axis=2) > 0
    looking_along: Ints = np.nonzero(in_line.any(axis=1))[0]
    return looking_along


def _bearing(offsets: Floats) -> Floats:
    bearing: Floats = np.arctan2(offsets[:, 1], offsets[:, 0])
    return bearing
