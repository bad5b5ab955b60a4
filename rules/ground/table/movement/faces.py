"""The ground of a table cut into faces: within a face every spot lies on the same pieces and costs the same.

Outlines are noded on the fine lattice of 1/1024 inch, so that pieces drawn edge to edge share the edge.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.ground.table.arrays import Floats, Geometries, Ints, cross, points, segments
from rules.ground.table.outlines import FINE_IN, Outlines
from rules.ground.table.tabletop import Piece, Tabletop

Price = Callable[[tuple[Piece, ...]], float | None]
"""What an inch costs on ground that all of these pieces cover (none: clear ground), or None where one may not go."""

_LEAST = 1e-12


@dataclass(frozen=True, eq=False)
class Faces:
    """The faces of a table, what an inch costs on each (inf: forbidden), and the edges where that changes.

    Edges run from `starts` to `ends` (n, 2), in inches; `left` and `right` (n,) are the faces beside
    them as seen in a frame with y up, and count into `polygons`. Number len(polygons) is off the table.
    """

    polygons: tuple[BaseGeometry, ...]
    prices: Floats
    starts: Floats
    ends: Floats
    left: Ints
    right: Ints

    @classmethod
    def of(cls, table: Tabletop, price: Price, keep_out: Iterable[BaseGeometry] = ()) -> "Faces":
        """The faces of a table under a book's prices; no one goes into the shapes to keep out of.

        Raises:
            BadInput: if a price is not above 0.
        """
        frame = shapely.box(0, 0, table.width_in, table.depth_in)
        barred = list(keep_out)
        outlines = [frame.boundary, *(shape.boundary for shape in barred)]
        outlines += [piece.area.boundary for piece in table.pieces]
        noded = shapely.intersection(shapely.union_all(outlines, grid_size=FINE_IN), frame, grid_size=FINE_IN)
        faces = shapely.get_parts(shapely.polygonize([noded]))
        inner = shapely.point_on_surface(faces)
        covering: list[list[int]] = [[] for _ in faces]
        areas = [piece.area for piece in table.pieces]
        for face, piece in shapely.STRtree(areas).query(inner, predicate="within").T.tolist():
            covering[face].append(piece)
        prices = np.array([_price_of(table, price, sorted(pieces)) for pieces in covering])
        if barred:
            prices[np.unique(shapely.STRtree(barred).query(inner, predicate="within")[0])] = inf
        return cls(tuple(faces), np.append(prices, inf), *_edges(faces, np.append(prices, inf)))

    def costs(self, starts: Floats, ends: Floats) -> Floats:
        """What each straight move (n, 2) to (n, 2) costs, exactly; inf where it would enter forbidden ground.

        On the edge between two faces the cheaper holds.
        """
        moves = ends - starts
        length = np.hypot(*moves.T)
        number = np.arange(len(moves))
        met, met_at = self._cuts(starts, ends)
        cut = np.concatenate([number, number, met])
        share = np.concatenate([np.zeros(len(moves)), np.ones(len(moves)), np.clip(met_at, 0.0, 1.0)])
        order = np.lexsort((share, cut))
        cut = cut[order]
        share = share[order]
        part = np.flatnonzero((np.diff(cut) == 0) & (np.diff(share) > _LEAST) & (length[cut[:-1]] > 0))
        move, middle = cut[part], (share[part] + share[part + 1]) / 2
        prices = self.prices_at(starts[move] + middle[:, None] * moves[move])
        paid = np.zeros(len(moves))
        np.add.at(paid, move, prices * np.diff(share)[part] * length[move])
        return paid

    def _cuts(self, starts: Floats, ends: Floats) -> tuple[Ints, Floats]:
        """Where moves meet an edge, or run along one from here to there: the move, and the share of it."""
        move, edge = self.edges_met(segments(starts, ends))
        along, wall = (ends - starts)[move], (self.ends - self.starts)[edge]
        gap = self.starts[edge] - starts[move]
        across, squared = cross(along, wall), (along * along).sum(axis=1)
        is_crossed, is_along = np.abs(across) > _LEAST, (np.abs(across) <= _LEAST) & (squared > 0)
        met = cross(gap, wall)[is_crossed] / across[is_crossed]
        along, gap, wall, squared = (column[is_along] for column in (along, gap, wall, squared))
        from_here, to_there = ((along * end).sum(axis=1) / squared for end in (gap, gap + wall))
        moves = np.concatenate([move[is_crossed], move[is_along], move[is_along]])
        return moves, np.concatenate([met, from_here, to_there])

    def prices_at(self, places: Floats) -> Floats:
        """What an inch costs at each place (n, 2): on an edge the cheaper side; inf where no one may go."""
        found = np.full(len(places), inf)
        place, face = self._face_tree.query(points(places), predicate="intersects")
        np.minimum.at(found, place, self.prices[face])
        return found

    def edges_met(self, shapes: Geometries) -> tuple[Ints, Ints]:
        """Pairs of a shape and an edge where the price changes that have a spot in common."""
        shape, edge = self._edge_tree.query(shapes, predicate="intersects")
        return shape, edge

    def edges_near(self, places: Floats, gap_in: float) -> tuple[Ints, Ints]:
        """Pairs of a place and an edge where the price changes that is so near."""
        place, edge = self._edge_tree.query(points(places), predicate="dwithin", distance=gap_in)
        return place, edge

    @cached_property
    def forbidden(self) -> BaseGeometry:
        """The ground where no one may go."""
        return shapely.union_all([self.polygons[face] for face in np.nonzero(self.prices[:-1] == inf)[0]])

    @cached_property
    def _face_tree(self) -> shapely.STRtree:
        faces = np.array(self.polygons, dtype=object)
        shapely.prepare(faces)
        return shapely.STRtree(faces)

    @cached_property
    def _edge_tree(self) -> shapely.STRtree:
        return shapely.STRtree(segments(self.starts, self.ends))


def _price_of(table: Tabletop, price: Price, pieces: list[int]) -> float:
    covering = tuple(table.pieces[place] for place in pieces)
    asked = price(covering)
    if asked is None:
        return inf
    if not (isfinite(asked) and asked > 0):
        raise BadInput(
            "price", asked, f"a cost above 0 for an inch on {', '.join(map(str, covering)) or 'clear ground'}"
        )
    return asked


def _edges(faces: Iterable[BaseGeometry], prices: Floats) -> tuple[Floats, Floats, Ints, Ints]:
    """The edges between faces of unlike price. Every face has its edges on its left hand; the edge that
    runs the other way belongs to its neighbour, and where there is none, the table ends."""
    drawn = Outlines.of({str(number): face for number, face in enumerate(faces)})
    corners, corner = np.unique(np.concatenate([drawn.starts, drawn.ends]), axis=0, return_inverse=True)
    start, end = corner.reshape(2, -1)
    there, back = start * len(corners) + end, end * len(corners) + start
    order = np.argsort(there)
    found = np.minimum(np.searchsorted(there[order], back), len(there) - 1)
    is_shared = there[order[found]] == back
    right = np.where(is_shared, drawn.owner[order[found]], len(prices) - 1)
    kept = (prices[drawn.owner] != prices[right]) & (~is_shared | (start < end))
    return drawn.starts[kept] * FINE_IN, drawn.ends[kept] * FINE_IN, drawn.owner[kept], right[kept]
