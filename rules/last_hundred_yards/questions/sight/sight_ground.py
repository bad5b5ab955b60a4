"""A board as the sight rules see it: levels, total levels, contours, images and roads, in flat arrays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.board import FINE, HexBoard
from rules.ground.hex.contours import contour_bands, contour_pieces
from rules.ground.hex.hexes import Hex, Hexside, Lattice
from rules.ground.hex.sight import HexPositions, Ints, hex_positions
from rules.ground.hex.terrain import BUILDINGS, Terrain
from rules.last_hundred_yards.book.editions import LaterGround
from rules.last_hundred_yards.book.house_figures import MOST_LEVELS, HouseValues
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.terrain_effects import heights
from rules.last_hundred_yards.questions.sight.road_sight import side_between
from rules.last_hundred_yards.questions.sight.sight_lines import (
    FARTHEST_HEXES,
    NO_SWITCHES,
    End,
    HexFacts,
    ImageFacts,
    ImageKind,
    Point,
    SightFacts,
)
from rules.last_hundred_yards.questions.terrain.roads import enclosed_road_hexes, tree_lined_road_hexes

OFF_MAP_LEVEL = -1000
"""So low that nothing beyond the map's edge is in the way."""


class Image(NamedTuple):
    """One drawn feature within a hex: its points, its total level (for a contour its number), and the level of its ground."""

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
    """A board's facts for sight."""

    board: HexBoard
    house: HouseValues
    where: HexPositions
    images: tuple[Image, ...]
    facts: SightFacts
    """The facts as arrays, without switches, smoke, mortar fire and vehicles."""

    @cached_property
    def listed(self) -> SightFacts:
        """The facts as lists, which plain Python reads faster."""
        facts, numbers = self.facts, ("wanted", "tall", "markers", "vehicles", "blind")
        return facts._replace(
            layout=self.where.layout,
            hexes=[HexFacts(*row) for row in np.asarray(facts.hexes).tolist()],
            images=[ImageFacts(*row) for row in np.asarray(facts.images).tolist()],
            points=[Point(*row) for row in np.asarray(facts.points).tolist()],
            **{name: np.asarray(getattr(facts, name)).tolist() for name in numbers},
        )

    @cached_property
    def said(self) -> dict[object, dict[tuple[int, int, int, int], Reason]]:
        """A cache of the reasons given for single findings, by the heights of the line's ends."""
        return {}

    @cached_property
    def everywhere(self) -> tuple[End, ...]:
        """Every hex of the map as the end of a line to a foot unit there."""
        return tuple(End(position, 0, 0) for position in self.where.on_map.tolist())

    @cached_property
    def everywhere_as_rows(self) -> NDArray[np.void]:
        """The same as a structured array."""
        return end_rows(self.everywhere)

    @cached_property
    def most_numbers(self) -> int:
        """The most numbers that the findings in one hex of a line can take."""
        return 4 * (12 + int(np.asarray(self.facts.hexes)["image_count"].max()))


def end_rows(ends: Sequence[End]) -> NDArray[np.void]:
    """Ends of lines as a structured array."""
    return np.array(list(ends), dtype=[(name, np.int64) for name in End._fields])


@implements(
    "LHY-4.0d", "LHY-4.1.4.2", "LHY-4.1.4.3", "LHY-4.1.5.1", "LHY-4.1.5.2", "LHY-4.1.10.1", "LHY-4.1.11.1",
    "LHY-4.1.12.1", "LHY-4.2.1d.later", "LHY-4.2.2b.later",
)  # fmt: skip
def sight_ground(board: HexBoard, options: Options) -> SightGround:
    """The board's facts for sight, cached; tree lines and roads through trees are included if the options count them."""
    tree_lines = options.has(LaterGround.TREE_LINES) and bool(board.tree_lines)
    ways = options.has(LaterGround.FOREST_ROADS_BLOCK) or options.has(LaterGround.ENCLOSED_ROADS)
    return _sight_ground(board, options.house, tree_lines, ways)


@lru_cache(maxsize=32)
def _sight_ground(board: HexBoard, house: HouseValues, tree_lines: bool, ways: bool) -> SightGround:
    where = hex_positions(board.grid)
    images = tuple(sorted(_images(board, house, tree_lines), key=lambda image: where.index[image.at]))
    hexes, top = _hex_facts(board, where, house, images)
    if ways:
        _mark_ways(hexes, board, where, tree_lines)
    # For lines along roads the hexes before and after matter too, so all are wanted.
    wanted = (hexes["rises"] > 0) | (hexes["undrawn_band"] > 0) | (hexes["image_count"] > 0) | ways
    points = [point if board.grid.is_flat else point[::-1] for image in images for point in image.points]
    nothing = np.zeros(where.size, dtype=np.int64)
    facts = SightFacts(
        where.layout._replace(across=where.across, along=where.along),
        wanted.astype(np.uint8),
        top,
        nothing,
        nothing,
        hexes,
        np.array(_image_facts(images, where), dtype=[(name, np.int32) for name in ImageFacts._fields]),
        np.array(points, dtype=[(name, np.int64) for name in Point._fields]),
        _blind_counts(house),
        NO_SWITCHES,
    )
    return SightGround(board, house, where, images, facts)


def _hex_facts(
    board: HexBoard, where: HexPositions, house: HouseValues, images: tuple[Image, ...]
) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """The facts of each hex, except roads and rivers, and the level of its ground with any trees."""
    tall = heights(house)
    level = np.full(where.size, OFF_MAP_LEVEL, dtype=np.int64)
    level[where.on_map] = 0
    top, wooded = level.copy(), np.zeros(where.size, dtype=bool)
    for place, ground in board.hexes.items():
        at = where.index[place]
        woods = [tall[kind].levels for kind in (Terrain.WOODS, Terrain.FOREST) if kind in ground.terrain]
        level[at] = ground.level
        top[at] = ground.level + max(woods, default=0)
        wooded[at] = bool(woods)
    standing = np.array([where.index[image.at] for image in images], dtype=np.int64)
    count = np.bincount(standing, minlength=where.size)
    lowest = min((ground.level for ground in board.hexes.values()), default=0)
    hexes = np.zeros(where.size, dtype=[(name, np.int32) for name in HexFacts._fields])
    hexes["level"], hexes["top"], hexes["wooded"] = level, top, wooded
    hexes["rises"] = wooded | (level > min(lowest, 0))
    hexes["first_image"], hexes["image_count"] = np.cumsum(count) - count, count
    pieces = contour_pieces(board)
    for place, number in contour_bands(board).items():
        hexes["band"][where.index[place]] = number
        if not any(piece.holds_dot and piece.contour == number for piece in pieces.get(place, ())):
            hexes["undrawn_band"][where.index[place]] = number
    return hexes, top


def _mark_ways(hexes: NDArray[np.void], board: HexBoard, where: HexPositions, tree_lines: bool) -> None:
    """Mark the roads and rivers of each hex, and which of its roads run between trees or houses."""
    tree_lined = tree_lined_road_hexes(board) if tree_lines else ()
    hexes["enclosed"][[where.index[place] for place in enclosed_road_hexes(board)]] = True
    hexes["forest_road"] = hexes["wooded"]
    hexes["forest_road"][[where.index[place] for place in tree_lined]] = True
    hexes["roads"] = _crossed(board, where, Terrain.ROAD)
    hexes["rivers"] = _crossed(board, where, Terrain.RIVER)


def _images(board: HexBoard, house: HouseValues, tree_lines: bool) -> Iterator[Image]:
    tall, as_drawn = heights(house), frozenset(board.outlines)
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
                    is_drawn=outline in as_drawn,
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
    """Walls or tree lines on hexsides as images, one in each of the two hexes, on the higher of their grounds."""
    for side in sorted(sides):
        ends = tuple((x * FINE, y * FINE) for x, y in board.grid.ends(side))
        floor = max(board.level(side.first), board.level(side.second))
        for place in side:
            yield Image(place, kind, terrain, ends, floor + levels, floor, beside=board.grid.beside(side))


def _crossed(board: HexBoard, where: HexPositions, terrain: Terrain) -> Ints:
    """The hexsides of each hex that roads (or rivers) cross, a bit each as `side_between` has them."""
    crossed = np.zeros(where.size, dtype=np.int64)
    for line in board.lines:
        if line.terrain is terrain:
            for start, end in pairwise(map(where.of, line.path)):
                crossed[start] |= side_between(where.layout, start, end)
                crossed[end] |= side_between(where.layout, end, start)
    return crossed


def _image_facts(images: Iterable[Image], where: HexPositions) -> list[ImageFacts]:
    facts, first_point = [], 0
    for image in images:
        beside = [where.index.get(place, -1) for place in image.beside] or [-1] * 4
        count = len(image.points)
        facts.append(
            ImageFacts(image.kind, image.total, image.floor, image.holds_dot, first_point, count, *beside)
        )
        first_point += count
    return facts


@lru_cache(maxsize=8)
@implements("LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.3.6")
def _blind_counts(house: HouseValues) -> Ints:
    """The Blind Hex Table as one flat array: FARTHEST_HEXES numbers for each level difference from 0."""
    table = np.array(house.blind_hexes.rows, dtype=np.int64)
    differences, near = np.arange(2 * MOST_LEVELS), np.arange(FARTHEST_HEXES - 1)
    counts = np.zeros((1 + 2 * MOST_LEVELS, FARTHEST_HEXES), dtype=np.int64)
    counts[1:, 1:] = table[
        np.ix_(np.minimum(differences, len(table) - 1), np.minimum(near, table.shape[1] - 1))
    ]
    return counts.ravel()
