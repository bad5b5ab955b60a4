"""Places of a board as points and shapes, on hexes and on tables."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import shapely

from exporters.picture import Area, Box, Cells, Facts, Mark, Point, Ring, Role
from rules.ground.board import Board
from rules.ground.hex.board import FINE, HexBoard, Outline
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.place import Place
from rules.ground.table.inches import Spot

if TYPE_CHECKING:
    from exporters.lattice_areas import RolesAt

MODULE_IN = 3.0
"""How many inches of a table count as the width of a hex for the strength of pens."""


def centre(board: Board, place: Place) -> Point:
    """The middle of a place, in board units."""
    if isinstance(board, HexBoard) and isinstance(place, Hex):
        return board.grid.position(board.grid.centre(place))
    return float(place[0]), float(place[1])


def outline(board: Board, place: Place) -> Ring:
    """The edge of a place: its hexagon, or a ring around a spot."""
    if isinstance(board, HexBoard) and isinstance(place, Hex):
        return hexagon(board.grid, place)
    return rings_of(shapely.Point(*place).buffer(MODULE_IN / 4, quad_segs=8))[0][0]


def box(board: Board) -> Box:
    """The box of a picture of the whole board."""
    if isinstance(board, HexBoard):
        return grid_box(board.grid)
    return Box(0.0, 0.0, board.width_in, board.depth_in)


def module(board: Board) -> float:
    """The board units that count as the width of a hex for the strength of pens."""
    return 1.0 if isinstance(board, HexBoard) else MODULE_IN


def unit_word(board: Board) -> str:
    return "hexes" if isinstance(board, HexBoard) else "inches"


def shaded(
    board: Board,
    roles: Mapping[Place, Role],
    facts: Mapping[Place, Facts] | None,
    at: "RolesAt | None" = None,
) -> tuple[Mark, ...]:
    """The marks that give each place its role: hexes, or on a table the areas round the spots of a lattice.

    With `at`, a function for the role of any place of a table, these areas get their true edges.
    """
    if isinstance(board, HexBoard):
        return (Cells(board.grid, cast(Mapping[Hex, Role], roles), cast(Mapping[Hex, Facts], facts or {})),)
    # The library for contours is slow to import, and most pictures are of hexes or a single line.
    from exporters.lattice_areas import lattice_areas

    spots = {place: role for place, role in roles.items() if isinstance(place, Spot)}
    return tuple(Area(role, rings) for role, shape in lattice_areas(spots, at) for rings in rings_of(shape))


def rings_of(shape: shapely.Geometry) -> tuple[tuple[Ring, ...], ...]:
    """The polygons of a shape, each as its outer ring and the rings of its holes."""
    return tuple(
        tuple(tuple(ring.coords[:-1]) for ring in (part.exterior, *part.interiors))
        for part in shapely.get_parts(shape)
        if isinstance(part, shapely.Polygon) and not part.is_empty
    )


def hexagon(grid: HexGrid, place: Hex, within: float = 0.0) -> Ring:
    """The six vertices of a hex, clockwise, in board units, moved inwards by `within`."""
    ring = tuple(grid.position(vertex) for vertex in grid.vertices(place))
    if not within:
        return ring
    (x, y), share = grid.position(grid.centre(place)), 1 - 2 * within
    return tuple((x + share * (px - x), y + share * (py - y)) for px, py in ring)


def image_ring(grid: HexGrid, image: Outline) -> Ring:
    """The points of an outline on a hex map, such as a house, in board units."""
    return tuple(grid.position((x / FINE, y / FINE)) for x, y in image.points)


@lru_cache(maxsize=16)
def grid_box(grid: HexGrid) -> Box:
    """The extent of a hex map: around its hexes, or through the edge hexes of a map with half hexes."""
    rim = [
        place
        for column in {0, 1, grid.columns - 2, grid.columns - 1}
        for row in {0, 1, grid.rows - 2, grid.rows - 1}
        if (place := Hex(column, row)) in grid
    ]
    if grid.half_hexes:
        points = [grid.position(grid.centre(place)) for place in rim]
    else:
        points = [point for place in rim for point in hexagon(grid, place)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))
