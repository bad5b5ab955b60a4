"""A board as the sight rules see it: levels, total levels, contours and images, in flat arrays.

Positions are those of rules.ground.hex.sight.HexPositions; points are on the fine lattice, across first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.game.rule_ids import implements
from rules.ground.hex.board import FINE, HexBoard
from rules.ground.hex.contours import contour_bands, contour_pieces
from rules.ground.hex.hexes import Hex, Hexside, Lattice
from rules.ground.hex.sight import HexPositions, hex_positions
from rules.ground.hex.terrain import BUILDINGS, Terrain
from rules.last_hundred_yards.book.house_figures import HouseValues
from rules.last_hundred_yards.book.terrain_effects import heights

Numbers = NDArray[np.int64]

OFF_MAP_LEVEL = -1000
"""Beyond the map's edge nothing stands in the way."""


class ImageKind(IntEnum):
    """What an image does to a line that meets it."""

    BUILDING = 0
    WALL = 1
    WALL_HEXSIDE = 2
    CONTOUR = 3
    TREE_LINE = 4


class Image(NamedTuple):
    """One drawn feature within a hex: its points, its total level (a contour: its number), its ground."""

    at: Hex
    kind: ImageKind
    terrain: Terrain
    points: tuple[Lattice, ...]
    total: int
    floor: int
    holds_dot: bool = False
    beside: tuple[Hex, ...] = ()
    is_drawn: bool = True


@dataclass(frozen=True, eq=False)
class SightGround:
    """A board's facts for sight, by position. `rises` flags hexes that could stand in a line's way."""

    board: HexBoard
    where: HexPositions
    level: Numbers
    top: Numbers
    surely_top: Numbers
    wooded: NDArray[np.bool_]
    rises: NDArray[np.bool_]
    band: Numbers
    undrawn_band: Numbers
    images: tuple[Image, ...]
    first_image: Numbers
    image_count: Numbers
    points: Numbers
    image_kind: Numbers
    image_total: Numbers
    image_floor: Numbers
    image_holds_dot: NDArray[np.bool_]
    image_beside: Numbers
    is_flat: bool

    @cached_property
    def any_rises(self) -> bool:
        return bool(self.rises.any())

    @cached_property
    def any_contours(self) -> bool:
        return bool(self.band.any())


@implements(
    "LHY-4.0d", "LHY-4.1.4.2", "LHY-4.1.4.3", "LHY-4.1.5.1", "LHY-4.1.5.2", "LHY-4.1.10.1", "LHY-4.1.11.1",
    "LHY-4.1.12.1",
)  # fmt: skip
def sight_ground(board: HexBoard, house: HouseValues, *, tree_lines: bool = False) -> SightGround:
    """The board's facts for sight, kept for the next question; with its tree lines where they count."""
    return _sight_ground(board, house, tree_lines and bool(board.tree_lines))


@lru_cache(maxsize=32)
def _sight_ground(board: HexBoard, house: HouseValues, tree_lines: bool) -> SightGround:
    where = hex_positions(board.grid)
    tall = heights(house)
    level = np.full(where.size, OFF_MAP_LEVEL, dtype=np.int64)
    level[where.on_map] = 0
    top, surely, wooded = level.copy(), level.copy(), np.zeros(where.size, dtype=bool)
    for place, ground in board.hexes.items():
        at = where.index[place]
        woods = [tall[kind].levels for kind in (Terrain.WOODS, Terrain.FOREST) if kind in ground.terrain]
        level[at] = ground.level
        top[at] = ground.level + max(woods, default=0)
        surely[at] = ground.level + min(1, max(woods, default=0))
        wooded[at] = bool(woods)
    bands = contour_bands(board)
    pieces = contour_pieces(board)
    band, undrawn = np.zeros(where.size, dtype=np.int64), np.zeros(where.size, dtype=np.int64)
    for place, number in bands.items():
        band[where.index[place]] = number
        if not any(piece.holds_dot and piece.contour == number for piece in pieces.get(place, ())):
            undrawn[where.index[place]] = number
    images = tuple(sorted(_images(board, house, tree_lines), key=lambda image: where.index[image.at]))
    standing = np.array([where.index[image.at] for image in images], dtype=np.intp)
    count = np.bincount(standing, minlength=where.size) if images else np.zeros(where.size, dtype=np.int64)
    lowest = min((ground.level for ground in board.hexes.values()), default=0)
    return SightGround(
        board,
        where,
        level,
        top,
        surely,
        wooded,
        wooded | (level > min(lowest, 0)),
        band,
        undrawn,
        images,
        (np.cumsum(count) - count).astype(np.int64),
        count.astype(np.int64),
        _padded([image.points for image in images], board.grid.is_flat),
        np.array([image.kind for image in images], dtype=np.int64),
        np.array([image.total for image in images], dtype=np.int64),
        np.array([image.floor for image in images], dtype=np.int64),
        np.array([image.holds_dot for image in images], dtype=bool),
        _beside(images, where),
        board.grid.is_flat,
    )


def _images(board: HexBoard, house: HouseValues, tree_lines: bool) -> Iterator[Image]:
    tall = heights(house)
    for place, drawn in board.images.items():
        level = board.level(place)
        for outline in drawn:
            if outline.terrain in BUILDINGS:
                total = level + tall[outline.terrain].levels
                yield Image(
                    place,
                    ImageKind.BUILDING,
                    outline.terrain,
                    outline.points,
                    total,
                    level,
                    is_drawn=outline in board.outlines,
                )
            elif outline.terrain is Terrain.WALL:
                yield Image(place, ImageKind.WALL, outline.terrain, outline.points, level, level)
    yield from _along(board, board.walls, ImageKind.WALL_HEXSIDE, Terrain.WALL, 0)
    if tree_lines:
        levels = tall[Terrain.TREE_LINE].levels
        yield from _along(board, board.tree_lines, ImageKind.TREE_LINE, Terrain.TREE_LINE, levels)
    for place, pieces in contour_pieces(board).items():
        for piece in pieces:
            yield Image(
                place,
                ImageKind.CONTOUR,
                Terrain.CONTOUR,
                piece.points,
                piece.contour,
                board.level(place),
                piece.holds_dot,
            )


def _along(
    board: HexBoard, sides: Iterable[Hexside], kind: ImageKind, terrain: Terrain, levels: int
) -> Iterator[Image]:
    """What stands on hexsides: an image in each of the two hexes, on the higher of their grounds."""
    for side in sorted(sides):
        ends = tuple((x * FINE, y * FINE) for x, y in board.grid.ends(side))
        floor = max(board.level(side.first), board.level(side.second))
        for place in side:
            yield Image(place, kind, terrain, ends, floor + levels, floor, beside=board.grid.beside(side))


def _padded(outlines: list[tuple[Lattice, ...]], is_flat: bool) -> Numbers:
    most = max(map(len, outlines), default=1)
    points = np.zeros((len(outlines), most, 2), dtype=np.int64)
    for k, outline in enumerate(outlines):
        points[k, : len(outline)] = outline
        points[k, len(outline) :] = outline[-1]
    return points if is_flat else points[:, :, ::-1].copy()


def _beside(images: tuple[Image, ...], where: HexPositions) -> Numbers:
    found = np.full((len(images), 4), -1, dtype=np.int64)
    for k, image in enumerate(images):
        for n, place in enumerate(image.beside):
            found[k, n] = where.index.get(place, -1)
    return found
