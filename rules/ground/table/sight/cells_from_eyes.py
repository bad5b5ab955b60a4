"""Convex cells as seen from eyes: how deep places lie in their shadows, measured from each line that bounds a shadow."""

from dataclasses import dataclass

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints, cross, unit_vectors
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.heights import Spans

ON_EDGE_IN = 1e-9
"""An eye so near to the edge of a cell is on it, and looks out of it."""

TOUCHES_IN = 1e-9
"""A line that runs no longer in a cell only touches it."""


@dataclass(frozen=True, eq=False)
class CellsFromEyes:
    """Cells (c) as seen from eyes (e, 2): which eyes are outside which cells (e, c), unit vectors to the leftmost and rightmost
    corner of each (e, c, 2), and the signed distance of an eye from the line of each edge (e, c, v): below 0 for the edges at
    the front of the cell, above 0 for those at its back."""

    cells: Cells
    eyes: Floats
    is_outside: Bools
    to_left: Floats
    to_right: Floats
    off_in: Floats

    @classmethod
    def of(cls, cells: Cells, eyes: Floats) -> "CellsFromEyes":
        # The corners relative to each eye (e, c, v, 2), and how far the eye is from each edge.
        corners = cells.corners - eyes[:, None, None]
        off_in = -cross(cells.edges, corners)
        # The corners furthest to the left and to the right of the middle of a cell bound its shadow at the sides.
        middle = corners.sum(axis=2, keepdims=True) / corners.shape[2]
        turn = np.arctan2(cross(middle, corners), (middle * corners).sum(axis=3))
        eye, cell = np.arange(len(eyes))[:, None], np.arange(len(cells.corners))
        to_left, to_right = (
            unit_vectors(corners[eye, cell, side]) for side in (turn.argmax(axis=2), turn.argmin(axis=2))
        )
        is_outside: Bools = np.any((off_in < ON_EDGE_IN) & cells.are_edges, axis=2)
        return cls(cells, eyes, is_outside, to_left, to_right, off_in)

    def between_sides_in(self, places: Floats) -> Floats:
        """How deep places (e, p, 2), relative to each eye, lie between the two side lines of the shadows of cells, (e, c, p):
        the distance from the nearer line, below 0 beyond it, inf where the eye is in the cell."""
        there = places[:, None]
        to_left, to_right = self.to_left[:, :, None], self.to_right[:, :, None]
        deep = np.minimum(cross(to_right, there), cross(there, to_left))
        return np.where(self.is_outside[:, :, None], deep, np.inf)

    def depths_in(self, eye: Ints, cell: Ints, places: Floats, spans: Spans) -> tuple[Floats, Floats]:
        """How deep places (k, 2), each relative to its eye, lie beyond the front of its cell and before the back of it, both
        enlarged about the eye by the spans (k, z): (k, z) each."""
        # The front of a cell are the edges that face the eye; repeated corners make no edges.
        edges = self.cells.edges[cell]
        across = cross(edges, places[:, None])
        off_in = self.off_in[eye, cell]
        is_edge = edges.any(axis=2)
        front, back = is_edge & (off_in < ON_EDGE_IN), is_edge & (off_in >= ON_EDGE_IN)
        beyond = _least(across, np.where(front, off_in, 0.0), front, spans.least)
        if np.isinf(spans.most).all():
            return beyond, np.full(beyond.shape, np.inf)
        return beyond, _least(across, np.where(back, off_in, 0.0), back, spans.most)

    def runs_in(self, eye: Ints, cell: Ints, ways: Floats) -> tuple[Floats, Floats]:
        """Where lines from the eye in these directions (unit vectors, (k, 2)) enter and leave cells (k,), in inches from the eye;
        the exit is no larger than the entry where a line misses."""
        edges, off_in = self.cells.edges[cell], self.off_in[eye, cell]
        inwards = cross(edges, ways[:, None])
        with np.errstate(divide="ignore", invalid="ignore"):
            met_in = -off_in / inwards
        misses = (inwards == 0) & (off_in < 0)
        entry: Floats = np.where(inwards > 0, met_in, np.where(misses, np.inf, 0.0)).max(axis=1)
        exit_: Floats = np.where(inwards < 0, met_in, np.inf).min(axis=1)
        return np.maximum(entry, 0.0), exit_

    def of_eyes(self, eye: Ints) -> "CellsFromEyes":
        """The cells as seen from some of the eyes."""
        sides = self.to_left[eye], self.to_right[eye]
        return CellsFromEyes(self.cells, self.eyes[eye], self.is_outside[eye], *sides, self.off_in[eye])


def _least(across: Floats, off_in: Floats, counts: Bools, times: Floats) -> Floats:
    """The least depth (k, z) behind the edges (k, v) that count, each enlarged about the eye this many `times` (k, z)."""
    depths = np.full(
        times.shape, np.inf
    )  # edge by edge, since few edges of many columns are quicker than a cube
    for edge in range(across.shape[1]):
        off = off_in[:, edge, None]
        # An edge through the eye itself stays where it is, even if enlarged without end (0 times inf).
        out = np.multiply(times, off, out=np.zeros(times.shape), where=off != 0)
        np.minimum(depths, across[:, edge, None] + out, out=depths, where=counts[:, edge, None])
    return depths
