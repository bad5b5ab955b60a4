"""Contours cut at the hexsides, so that each piece lies within one hex."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely import (
    LineString,
    Point,
    Polygon,
    STRtree,
    box,
    intersection,
    intersects_xy,
    linearrings,
    polygons,
    prepare,
)
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
    drawn = [
        (outline.contour, Polygon(outline.points).buffer(0))
        for outline in board.outlines
        if outline.terrain is Terrain.CONTOUR and outline.contour is not None
    ]
    if not drawn:
        return {}
    places, cells = _cells(board.grid)
    tree = STRtree(cells)
    dots = FINE * np.array([board.grid.centre(place) for place in places])
    pieces_by_hex: dict[Hex, list[ContourPiece]] = {}
    for contour, area in drawn:
        prepare(area)
        near = np.sort(tree.query(box(*area.bounds), predicate="intersects"))
        shapes, holds = intersection(area, cells[near]), intersects_xy(area, dots[near])
        for k, shape, holds_dot in zip(near.tolist(), shapes, holds.tolist(), strict=True):
            x, y = dots[k].tolist()
            for part in _parts(shape):
                points = tuple(_towards(point, (x, y)) for point in part)
                pieces_by_hex.setdefault(places[k], []).append(ContourPiece(contour, points, holds_dot))
    return {place: tuple(pieces) for place, pieces in pieces_by_hex.items()}


@lru_cache(maxsize=32)
def contour_bands(board: HexBoard) -> Mapping[Hex, int]:
    """The contour of every centre dot that lies in one; other dots are outside every contour.

    A number given for the hex holds; else the highest of its level's bold line and the drawn contours.
    """
    bands_by_hex: dict[Hex, int] = {}
    pieces = contour_pieces(board)
    for place in {*board.hexes, *pieces}:
        ground = board.ground(place)
        drawn = [piece.contour for piece in pieces.get(place, ()) if piece.holds_dot]
        band = ground.band if ground.contour is not None else max([ground.band, *drawn])
        if band > 0:
            bands_by_hex[place] = band
    return bands_by_hex


def _cells(grid: HexGrid) -> tuple[list[Hex], NDArray[np.object_]]:
    """Every hex of a map with its ground, as a polygon on the fine lattice."""
    places = list(grid)
    rings = linearrings(FINE * np.array([grid.vertices(place) for place in places], dtype=np.float64))
    return places, np.array(polygons(rings), dtype=object)


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
