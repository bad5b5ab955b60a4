"""Contours cut at the hexsides, so that each piece of one lies within a hex."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from shapely import LineString, Point, Polygon, box, intersects_xy, prepare
from shapely.geometry.base import BaseGeometry, BaseMultipartGeometry

from rules.ground.hex.board import FINE, HexBoard
from rules.ground.hex.hexes import Hex, HexGrid, Lattice
from rules.ground.hex.terrain import Terrain


class ContourPiece(NamedTuple):
    """A part of a drawn contour within one hex, on the fine lattice.

    `holds_dot` tells whether the contour, though maybe another part of it, holds the centre dot of the hex.
    """

    contour: int
    points: tuple[Lattice, ...]
    holds_dot: bool


@lru_cache(maxsize=32)
def contour_pieces(board: HexBoard) -> Mapping[Hex, tuple[ContourPiece, ...]]:
    """The drawn contours of a board by the hexes they reach into; corners are rounded towards the hex."""
    found: dict[Hex, list[ContourPiece]] = {}
    for outline in board.outlines:
        if outline.terrain is not Terrain.CONTOUR or outline.contour is None:
            continue
        area = Polygon(outline.points).buffer(0)
        prepare(area)
        reach = box(*area.bounds)
        for place in board.grid:
            cell = Polygon(_cell(board.grid, place))
            if not reach.intersects(cell):
                continue
            x, y = board.grid.centre(place)
            holds_dot = bool(intersects_xy(area, x * FINE, y * FINE))
            for part in _parts(area.intersection(cell)):
                points = tuple(_towards(point, (x * FINE, y * FINE)) for point in part)
                found.setdefault(place, []).append(ContourPiece(outline.contour, points, holds_dot))
    return {place: tuple(pieces) for place, pieces in found.items()}


@lru_cache(maxsize=32)
def contour_bands(board: HexBoard) -> Mapping[Hex, int]:
    """The contour of every centre dot that lies in one; other dots are outside every contour.

    A number given for the hex holds; else the highest of its level's bold line and the drawn contours.
    """
    found: dict[Hex, int] = {}
    pieces = contour_pieces(board)
    for place in {*board.hexes, *pieces}:
        ground = board.ground(place)
        drawn = [piece.contour for piece in pieces.get(place, ()) if piece.holds_dot]
        band = ground.band if ground.contour is not None else max([ground.band, *drawn])
        if band > 0:
            found[place] = band
    return found


def _cell(grid: HexGrid, place: Hex) -> list[Lattice]:
    return [(x * FINE, y * FINE) for x, y in grid.vertices(place)]


def _parts(shape: BaseGeometry) -> Iterator[Sequence[tuple[float, ...]]]:
    """The points of each connected part; a contour may reach a hex in an edge or a vertex only."""
    if shape.is_empty:
        return
    if isinstance(shape, Polygon):
        yield shape.exterior.coords[:-1]
    elif isinstance(shape, LineString | Point):
        yield shape.coords[:]
    elif isinstance(shape, BaseMultipartGeometry):
        for part in shape.geoms:
            yield from _parts(part)


def _towards(point: tuple[float, ...], centre: Lattice) -> Lattice:
    """The lattice point next to a point, on the side of the centre."""
    rounded = []
    for value, middle in zip(point[:2], centre, strict=True):
        whole = round(value)
        if abs(whole - value) > 1e-6:
            whole = int(value // 1) + (1 if middle > value else 0)
        rounded.append(whole)
    return rounded[0], rounded[1]
