"""The corners of forbidden ground, a little outside it: nodes of the visibility graph, at which shortest ways bend.

Between obstacles a shortest way bends only at convex corners of forbidden ground, and its straight moves are tangents of the
ground there: they graze a corner without running into the ground beside it.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from rules.ground.table.arrays import Bools, Floats, Ints, cross
from rules.ground.table.movement.faces import Faces

_OFF_IN = 0.003
"""How far off the ground the corners lie: more than the fine lattice moves an edge, less than `HAIR_IN`."""
_SPIKE = 3.0
LEAST = 1e-9
"""Vectors with a smaller cross product count as parallel."""


@dataclass(frozen=True, eq=False)
class Corners:
    """Places (n, 2) along the outlines of forbidden ground, and for each the places before and after it on the outline."""

    places: Floats
    before: Floats
    after: Floats

    @classmethod
    def of(cls, faces: Faces, apart_in: float) -> "Corners":
        """The corners, and further places between them, so that neighbours lie no further apart than `apart_in`."""
        grown = shapely.buffer(faces.forbidden, _OFF_IN, join_style="mitre", mitre_limit=_SPIKE)
        drawn = shapely.segmentize(shapely.orient_polygons(grown), apart_in)
        rings = [shapely.get_coordinates(ring)[:-1] for ring in shapely.get_rings(shapely.get_parts(drawn))]
        places, before, after = (
            np.concatenate([np.empty((0, 2)), *(np.roll(ring, shift, axis=0) for ring in rings)])
            for shift in (0, 1, -1)
        )
        is_open = np.isfinite(faces.prices_at(places))
        return cls(places[is_open], before[is_open], after[is_open])

    def __len__(self) -> int:
        return len(self.places)

    @property
    def is_bend(self) -> Bools:
        """Which places are convex corners of the forbidden ground, where a shortest way may bend."""
        return cross(self.places - self.before, self.after - self.places) > LEAST

    def is_tangent(self, corner: Ints, towards: Floats) -> Bools:
        """Whether straight moves from corners to these places are tangents of the ground there, as on a shortest way."""
        move = towards - self.places[corner]
        sides = (cross(move, beside[corner] - self.places[corner]) for beside in (self.before, self.after))
        one, other = sides
        return (one * other) >= -LEAST
