"""The ground of a table as marks: each terrain piece as the area it covers."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from textwrap import wrap

import shapely
from shapely.geometry.base import BaseGeometry

from exporters.board_shapes import MODULE_IN, rings_of
from exporters.picture import Area, Label, Line, Mark, Point, Role
from exporters.pictures.dressing import Tree, broadleaved, firs, roof, slopes
from exporters.pictures.label_layout import LETTER
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

_ROLES: tuple[tuple[Role, frozenset[TableTerrain]], ...] = (
    (Role.WOODS_GROUND, frozenset({TableTerrain.WOODS, TableTerrain.GROVE, TableTerrain.ORCHARD, TableTerrain.SCATTERED_TREES})),
    (Role.FOREST_GROUND, frozenset({TableTerrain.FOREST})),
    (Role.CROPS, frozenset({TableTerrain.CROPS, TableTerrain.TALL_GRASS})),
    (Role.SOFT_GROUND, frozenset({TableTerrain.MARSH, TableTerrain.SOFT_SAND, TableTerrain.MUD})),
    (Role.URBAN_GROUND, frozenset({TableTerrain.TOWN, TableTerrain.INTERIOR})),
    (Role.ROADWAY, frozenset({TableTerrain.GOOD_ROAD, TableTerrain.RAILWAY, TableTerrain.GATE, TableTerrain.GAP, TableTerrain.OPEN_DOOR})),
    (Role.TRACK, frozenset({TableTerrain.POOR_ROAD, TableTerrain.TRACK})),
    (Role.DECK, frozenset({TableTerrain.BRIDGE})),
    (Role.SHALLOWS, frozenset({TableTerrain.FORD, TableTerrain.WINDOW})),
    (Role.WATER, frozenset({TableTerrain.STREAM, TableTerrain.RIVER, TableTerrain.LAKE})),
    (Role.HEDGE, frozenset({TableTerrain.HEDGE, TableTerrain.BOCAGE})),
    (Role.STONEWORK, frozenset({TableTerrain.WALL, TableTerrain.FENCE, TableTerrain.CLIFF, TableTerrain.BUNKER, TableTerrain.DRAGONS_TEETH, TableTerrain.ROAD_BLOCK, TableTerrain.WRECK, TableTerrain.HOUSE_WALL})),
    (Role.WOODEN_BUILDING, frozenset({TableTerrain.LIGHT_BUILDINGS, TableTerrain.WOODEN_BUILDING, TableTerrain.DOOR, TableTerrain.SHUTTERS})),
    (Role.STONE_BUILDING, frozenset({TableTerrain.HEAVY_BUILDINGS, TableTerrain.STONE_BUILDING, TableTerrain.CONCRETE_BUILDING, TableTerrain.RUINED_BUILDING})),
    (Role.URBAN_BUILDING, frozenset({TableTerrain.BRICK_BUILDING})),
    (Role.HIGH_GROUND, frozenset({TableTerrain.HILL, TableTerrain.SLOPE, TableTerrain.CREST})),
    (Role.WORKS, frozenset({TableTerrain.DITCH, TableTerrain.ANTI_TANK_DITCH, TableTerrain.TRENCH, TableTerrain.FOXHOLES, TableTerrain.SANDBAGS, TableTerrain.BARBED_WIRE, TableTerrain.MINEFIELD, TableTerrain.CRATER})),
    (Role.SMOKE, frozenset({TableTerrain.SMOKE})),
    (Role.OPEN_GROUND, frozenset({TableTerrain.CLEAR})),
    (Role.ROUGH_GROUND, frozenset({TableTerrain.ROUGH_1, TableTerrain.ROUGH_2, TableTerrain.ROUGH_3, TableTerrain.RUBBLE})),
)  # fmt: skip
_ROLE = {terrain: role for role, terrains in _ROLES for terrain in terrains}

_ROADS = frozenset({Role.ROADWAY, Role.TRACK})
_HOUSES = frozenset({Role.STONE_BUILDING, Role.WOODEN_BUILDING, Role.URBAN_BUILDING})
_RISING = _HOUSES | {Role.HEDGE, Role.STONEWORK, Role.WORKS, Role.SMOKE}
"""Terrain that stays visible under an answer."""
_CROWN_IN, _FRUIT_TREE_IN, _ROW_IN = 0.62, 0.48, 1.5
_SLOPES_IN = 0.25, 0.5, 0.8
"""The widths of the slopes round a hill, each fainter than the one before."""
_FOOT_IN = 12
_TICKS_IN = 0.3, 0.5, 0.8
"""The length of a tick: for an inch, for half a foot, for a foot."""
_LETTER_IN, _LEADING_IN = 0.8, 0.9
"""The height of letters, and the distance between rows."""
_NO_BREAK = "\N{NO-BREAK SPACE}"

_COUNTER_IN = 1.5
"""How far from its middle a counter covers the ground."""


def table_surface(board: Tabletop) -> Iterator[Mark]:
    """The surface of a table: its pieces in the order they were drawn, with a line at each foot."""
    wide, deep = board.width_in, board.depth_in
    yield Area(Role.OPEN_GROUND, (((0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)),))
    for feet in range(_FOOT_IN, ceil(wide), _FOOT_IN):
        yield Line(Role.FOOT_LINE, ((feet, 0.0), (feet, deep)))
    for feet in range(_FOOT_IN, ceil(deep), _FOOT_IN):
        yield Line(Role.FOOT_LINE, ((0.0, feet), (wide, feet)))
    yield from _drawn(piece for piece in board.pieces if _role(piece) not in _RISING)


def table_features(board: Tabletop) -> Iterator[Mark]:
    """The features of a table that stay visible under an answer: houses, hedges, walls and works."""
    yield from _drawn(piece for piece in board.pieces if _role(piece) in _RISING)


def table_ruler(board: Tabletop) -> Iterator[Mark]:
    """Ticks along the edges of a table, an inch apart, numbered at each foot."""
    wide, deep = board.width_in, board.depth_in
    words: list[Mark] = []
    for end, is_across in ((wide, True), (deep, False)):
        for inch in range(1, ceil(end)):
            long = _TICKS_IN[(inch % 6 == 0) + (inch % _FOOT_IN == 0)]
            for near, inward in ((0.0, long), (deep if is_across else wide, -long)):
                ends = (
                    ((inch, near), (inch, near + inward))
                    if is_across
                    else ((near, inch), (near + inward, inch))
                )
                yield Line(Role.RULER, ends)
            if inch % _FOOT_IN == 0 and inch < end - 1:
                at = (inch, 1.35) if is_across else (1.45, inch)
                words.append(Label(Role.SCALE, at, f'{inch}"', _LETTER_IN))
    yield from words


def table_scale_bar(board: Tabletop, taken: Collection[Point]) -> Iterator[Mark]:
    """A bar of one foot in the lower right corner, or in the first corner without a counter at one of these points."""
    right, bottom = board.width_in - _FOOT_IN - 1.5, board.depth_in - 1.9
    corners = [(right, bottom), (3.0, bottom), (right, 4.0), (3.0, 4.0)]
    left, top = next(
        (corner for corner in corners if not any(_is_on_bar(corner, point) for point in taken)), corners[0]
    )
    for k in range(4):
        x = left + k * _FOOT_IN / 4
        block = ((x, top), (x + _FOOT_IN / 4, top), (x + _FOOT_IN / 4, top + 0.35), (x, top + 0.35))
        yield Area(Role.LEGEND_PANEL if k % 2 else Role.SCALE, (block,))
    yield Label(Role.SCALE, (left + _FOOT_IN / 2, top - 0.6), f'{_FOOT_IN}"', _LETTER_IN)


def _is_on_bar(corner: Point, at: Point) -> bool:
    """Whether a counter there lies on the bar or its number."""
    (left, top), (x, y) = corner, at
    across_in = max(left - x, x - left - _FOOT_IN, 0.0)
    return across_in < _COUNTER_IN and -_COUNTER_IN < y - top + 0.6 < _COUNTER_IN + 1.0


@lru_cache(maxsize=8)
def table_labels(board: Tabletop) -> tuple[Label, ...]:
    """The name of each area, with its level and its height, where no later piece covers it and clear of earlier labels;
    none if there is no such place."""
    labels: list[Label] = []
    areas = [piece for piece in board.pieces if piece.width_in is None]
    placed: list[BaseGeometry] = []
    for number, piece in enumerate(areas):
        level = f", level {piece.level}" if piece.level else ""
        high = "" if piece.height_in is None else f', {piece.height_in:g}"'
        words = f"{piece.terrain.words}{level}{high}"
        bare = shapely.difference(
            piece.area, shapely.union_all([later.area for later in areas[number + 1 :]])
        )
        rows = _rows_within(piece.area, words)
        spots = [*_middles(bare), *_middles(piece.area), *_beside(piece.area)]
        boxes = [_word_box(spot, rows) for spot in spots]
        free = (k for k, box in enumerate(boxes) if not any(box.intersects(other) for other in placed))
        chosen = next(free, None)
        if chosen is None:
            continue
        placed.append(boxes[chosen])
        x, top = spots[chosen].x, spots[chosen].y - _LEADING_IN * (len(rows) - 1) / 2
        for k, row in enumerate(rows):
            labels.append(Label(Role.PIECE_LABEL, (x, top + k * _LEADING_IN), row, _LETTER_IN))
    return tuple(labels)


def _rows_within(area: BaseGeometry, words: str) -> list[str]:
    """The words in one row, or in more if the area is narrower than the words and deep enough; "level 1" stays together."""
    left, top, right, bottom = area.bounds
    held = re.sub(r"(?<!,) (?=\d)", _NO_BREAK, words)
    rows = wrap(held, max(1, int((right - left) / (LETTER * _LETTER_IN))), break_long_words=False)
    if len(rows) * _LEADING_IN > bottom - top:
        return [words]
    return [row.replace(_NO_BREAK, " ") for row in rows]


def _middles(area: BaseGeometry) -> list[shapely.Point]:
    """Spots of an area for its label, its middle first."""
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    across = [left + (right - left) * share / 6 for share in (3, 2, 4, 1, 5)]
    down = [top + (bottom - top) * share / 6 for share in (3, 2, 4, 1, 5)]
    further = [shapely.Point(x, y) for y in down for x in across]
    return [area.representative_point(), *(spot for spot in further if area.contains(spot))]


def _beside(area: BaseGeometry) -> list[shapely.Point]:
    """Spots above and below an area too small for its label."""
    left, top, right, bottom = area.bounds
    return [shapely.Point((left + right) / 2, y) for y in (top - _LETTER_IN, bottom + _LETTER_IN)]


def _word_box(middle: shapely.Point, rows: Sequence[str]) -> BaseGeometry:
    half = LETTER * _LETTER_IN * max(map(len, rows)) / 2
    high = _LEADING_IN * (len(rows) - 1) / 2 + _LETTER_IN * 0.6
    return shapely.box(middle.x - half, middle.y - high, middle.x + half, middle.y + high)


def piece_marks(piece: Piece) -> Iterator[Mark]:
    """The area that a piece of terrain covers, with its trees, its roof or its slopes."""
    yield from _drawn([piece])


def _role(piece: Piece) -> Role:
    role = _ROLE[piece.terrain]
    return Role.LOW_GROUND if role is Role.HIGH_GROUND and piece.level < 0 else role


def _drawn(pieces: Iterable[Piece]) -> Iterator[Mark]:
    """Pieces in the order they were drawn; consecutive roads are drawn together, good ones on top."""
    for is_road, run in groupby(pieces, lambda piece: _role(piece) in _ROADS):
        together = list(run)
        for piece in sorted(together, key=lambda piece: is_road and _role(piece) is not Role.TRACK):
            yield from _laid(piece, _role(piece))
        if is_road:
            for rings in rings_of(shapely.union_all([piece.area for piece in together])):
                yield from (Line(Role.ROAD_EDGE, (*ring, ring[0])) for ring in rings)


def _laid(piece: Piece, role: Role) -> Iterator[Mark]:
    facts = {"piece": piece.id, "terrain": piece.terrain.value, "level": piece.level}
    for rings in rings_of(piece.area):
        if role in _HOUSES:
            yield from roof(role, rings, facts, MODULE_IN)
            continue
        if role is Role.HIGH_GROUND:
            yield from slopes(rings, *_SLOPES_IN)
        yield Area(role, rings, facts)
        if role is Role.HIGH_GROUND:
            yield Line(Role.CONTOUR, (*rings[0], rings[0][0]), {"piece": piece.id, "level": piece.level})
        if role is Role.LOW_GROUND:
            yield from slopes(rings, *(-step for step in _SLOPES_IN[:2]))
    if role in (Role.WOODS_GROUND, Role.FOREST_GROUND):
        in_rows = piece.terrain is TableTerrain.ORCHARD
        trees = list(_in_rows(piece.area) if in_rows else _scattered(piece.area))
        yield from broadleaved(trees) if role is Role.WOODS_GROUND else firs(trees)
    if role is Role.HEDGE:
        yield from broadleaved(list(_along(piece)))
    if role is Role.WATER and isinstance(piece.shape, shapely.LineString):
        yield Line(Role.CURRENT, tuple((x, y) for x, y in piece.shape.coords))


def _scattered(area: BaseGeometry) -> Iterator[Tree]:
    """Trees in staggered rows, as many as fit wholly into an area."""
    left, top, right, bottom = area.bounds
    inner = area.buffer(-_CROWN_IN)
    for row in range(int((bottom - top) / _ROW_IN) + 1):
        for column in range(int((right - left) / _ROW_IN) + 1):
            x = left + (column + 0.25 + row % 2 * 0.5) * _ROW_IN + (row * 7 + column * 3) % 5 * 0.12
            y = top + (row + 0.4) * _ROW_IN + (row * 3 + column * 5) % 4 * 0.13
            if shapely.intersects_xy(inner, x, y):
                yield Tree(x, y, _CROWN_IN * (0.85 + (row * 5 + column * 7) % 4 * 0.1))


def _in_rows(area: BaseGeometry) -> Iterator[Tree]:
    """Small trees in straight rows, as they are planted."""
    left, top, right, bottom = area.bounds
    inner = area.buffer(-_FRUIT_TREE_IN)
    for row in range(int((bottom - top) / _ROW_IN)):
        for column in range(int((right - left) / _ROW_IN)):
            x, y = left + (column + 0.6) * _ROW_IN, top + (row + 0.6) * _ROW_IN
            if shapely.intersects_xy(inner, x, y):
                yield Tree(x, y, _FRUIT_TREE_IN)


def _along(piece: Piece) -> Iterator[Tree]:
    """The bushes of a hedge that is drawn as a line."""
    if piece.width_in is None or not isinstance(piece.shape, shapely.LineString):
        return
    radius = 0.62 * piece.width_in
    count = max(1, round(piece.shape.length / (1.5 * radius)))
    for k in range(count):
        at = piece.shape.interpolate((k + 0.5) / count, normalized=True)
        yield Tree(at.x, at.y, radius * (1.0 - 0.12 * (k % 3)))
