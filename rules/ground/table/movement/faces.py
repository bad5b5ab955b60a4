"""The ground of a table cut into faces: every spot of a face lies on the same pieces and costs the same.

Outlines are noded on the fine lattice of 1/1024 inch, so that pieces drawn edge to edge share the edge.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.ground.table.arrays import Floats, Geometries, Ints, plain, points, segments
from rules.ground.table.inches import Spot
from rules.ground.table.movement.lattice import Lattice, node_kinds
from rules.ground.table.outlines import FINE_IN, Outlines
from rules.ground.table.tabletop import Piece, Tabletop

if TYPE_CHECKING:
    from rules.ground.table.movement.moves import Cells

Price = Callable[[tuple[Piece, ...]], float | None]
"""The cost of an inch on ground that all of these pieces cover (none: clear ground), None where movement is forbidden."""


_INSIDE_IN = 0.05
_ON_ROADS_IN = 1.0
"""The distance between the places along roads."""


@dataclass(frozen=True, eq=False)
class Faces:
    """The faces of a table, the cost of an inch on each (inf: forbidden), and the edges where the cost changes.

    Edges run from `starts` to `ends` (n, 2), in inches; `left` and `right` (n,) are the faces beside
    them as seen in a frame with y up, and count into `polygons`. Number len(polygons) is off the table.
    """

    lattice: Lattice
    polygons: tuple[BaseGeometry, ...]
    prices: Floats
    starts: Floats
    ends: Floats
    left: Ints
    right: Ints

    @classmethod
    def of(cls, table: Tabletop, price: Price, keep_out: Iterable[BaseGeometry] = ()) -> "Faces":
        """The faces of a table under a book's prices; the shapes in `keep_out` are forbidden.

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
        lattice = Lattice.of(table)
        return cls(lattice, tuple(faces), np.append(prices, inf), *_edges(faces, np.append(prices, inf)))

    def costs(self, starts: Floats, ends: Floats) -> Floats:
        """The exact cost of each straight move (n, 2) to (n, 2); inf where it would enter forbidden ground.

        On the edge between two faces the cheaper price holds.
        """
        from rules.ground.table.movement.moves import move_costs

        return move_costs(self.cells, plain(starts), plain(ends))

    def least_costs(self, start: Spot, ends: Floats) -> Floats:
        """A lower bound of the cost of any way from a spot to each place (n, 2)."""
        from rules.ground.table.movement.moves import least_costs

        return least_costs(self.cells, np.array(start, dtype=np.float64), plain(ends))

    def prices_at(self, places: Floats) -> Floats:
        """The cost of an inch at each place (n, 2): on an edge that of the cheaper side; inf on forbidden ground."""
        from rules.ground.table.movement.moves import place_prices

        return place_prices(self.cells, plain(places))

    def edges_met(self, shapes: Geometries) -> tuple[Ints, Ints]:
        """All pairs of a shape and an edge that meet."""
        shape, edge = self._edge_tree.query(shapes, predicate="intersects")
        return shape, edge

    def edges_near(self, places: Floats, gap_in: float) -> tuple[Ints, Ints]:
        """All pairs of a place and an edge within this gap of it."""
        place, edge = self._edge_tree.query(points(places), predicate="dwithin", distance=gap_in)
        return place, edge

    @cached_property
    def forbidden(self) -> BaseGeometry:
        """The forbidden ground."""
        return shapely.union_all([self.polygons[face] for face in np.nonzero(self.prices[:-1] == inf)[0]])

    @cached_property
    def along_roads(self) -> Floats:
        """Places along the edges of the cheapest ground, a little inside it; none if all open ground costs the same."""
        is_cheap = self.prices == self.prices.min()
        if (is_cheap == np.isfinite(self.prices)).all():
            return np.empty((0, 2))
        roads = shapely.union_all([self.polygons[face] for face in np.flatnonzero(is_cheap)])
        edges = shapely.boundary(shapely.buffer(roads, -_INSIDE_IN, join_style="mitre"))
        places: Floats = shapely.get_coordinates(shapely.segmentize(edges, _ON_ROADS_IN))
        return places

    @cached_property
    def cells(self) -> "Cells":
        """The faces for the compiled kernels, where a kind of ground is a number for its price."""
        from rules.ground.table.movement.moves import Cells, edges_in_cells

        lattice, (prices, kind) = self.lattice, np.unique(self.prices, return_inverse=True)
        met = self._edge_tree.query(shapely.box(0, 0, lattice.width_in, lattice.depth_in))
        starts, ends = self.starts[met], self.ends[met]
        left, right = kind[self.left[met]], kind[self.right[met]]
        first, edges = edges_in_cells(lattice.columns, lattice.rows, starts, ends)
        at_nodes = node_kinds(lattice, starts, ends, right - left) + kind[-1]
        is_cheapest = (at_nodes == 0) | np.isin(np.arange(len(lattice)), _cells_of(first, edges, left, right))
        return Cells(
            lattice.columns,
            lattice.rows,
            first,
            edges,
            starts,
            ends,
            left,
            right,
            prices,
            lattice.places,
            at_nodes,
            lattice.off_in(is_cheapest),
        )

    @cached_property
    def _edge_tree(self) -> shapely.STRtree:
        return shapely.STRtree(segments(self.starts, self.ends))


def _cells_of(first: Ints, edges: Ints, left: Ints, right: Ints) -> Ints:
    """The cells that hold an edge of the cheapest ground."""
    cell = np.repeat(np.arange(len(first) - 1), np.diff(first))
    cells: Ints = cell[np.minimum(left, right)[edges] == 0]
    return cells


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
    """The edges between faces of different prices. Every face lies on the left of its edges; the edge that runs the other
    way belongs to its neighbour, and an edge without such a twin is the edge of the table."""
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
