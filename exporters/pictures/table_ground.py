"""The ground of a table as marks: each terrain piece as the area it covers."""

from collections.abc import Iterator
from math import ceil

import shapely
from shapely.geometry.base import BaseGeometry

from exporters.board_shapes import rings_of
from exporters.picture import Area, Dot, Label, Line, Mark, Role
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

_ROLES: tuple[tuple[Role, frozenset[TableTerrain]], ...] = (
    (Role.WOODS_GROUND, frozenset({TableTerrain.WOODS, TableTerrain.GROVE, TableTerrain.ORCHARD, TableTerrain.SCATTERED_TREES})),
    (Role.FOREST_GROUND, frozenset({TableTerrain.FOREST})),
    (Role.CROPS, frozenset({TableTerrain.CROPS, TableTerrain.TALL_GRASS})),
    (Role.SOFT_GROUND, frozenset({TableTerrain.MARSH, TableTerrain.SOFT_SAND, TableTerrain.MUD})),
    (Role.URBAN_GROUND, frozenset({TableTerrain.TOWN, TableTerrain.INTERIOR})),
    (Role.ROADWAY, frozenset({TableTerrain.GOOD_ROAD, TableTerrain.POOR_ROAD, TableTerrain.TRACK, TableTerrain.RAILWAY, TableTerrain.BRIDGE, TableTerrain.GATE, TableTerrain.GAP, TableTerrain.OPEN_DOOR})),
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

_TREES = {Role.WOODS_GROUND: Role.TREE, Role.FOREST_GROUND: Role.FIR}
_CROWN_IN, _ROW_IN = 0.5, 1.6
_FOOT_IN = 12
_TICKS_IN = 0.3, 0.5, 0.8
"""How long a tick is: of an inch, of half a foot, of a foot."""
_LETTER_IN, _LETTER = 0.8, 0.56
"""How high the letters of a word are, and how wide, of their height."""


def table_ground(board: Tabletop) -> Iterator[Mark]:
    """The marks of a table without what stands on it, pieces in the order they were drawn."""
    edge = ((0.0, 0.0), (board.width_in, 0.0), (board.width_in, board.depth_in), (0.0, board.depth_in))
    yield Area(Role.OPEN_GROUND, (edge,))
    for piece in board.pieces:
        yield from piece_marks(piece)


def table_ruler(board: Tabletop) -> Iterator[Mark]:
    """Ticks along the edges of a table, an inch apart, with their number at each foot, and a bar of one foot."""
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
    left, top = wide - _FOOT_IN - 1.5, deep - 1.9
    for k in range(4):
        x = left + k * _FOOT_IN / 4
        block = ((x, top), (x + _FOOT_IN / 4, top), (x + _FOOT_IN / 4, top + 0.35), (x, top + 0.35))
        yield Area(Role.LEGEND_PANEL if k % 2 else Role.SCALE, (block,))
    yield from words
    yield Label(Role.SCALE, (left + _FOOT_IN / 2, top - 0.6), f'{_FOOT_IN}"', _LETTER_IN)


def table_labels(board: Tabletop) -> Iterator[Mark]:
    """What each area is, with its level and its height: where it is not covered by later pieces, clear of the words
    before."""
    areas = [piece for piece in board.pieces if piece.width_in is None]
    placed: list[BaseGeometry] = []
    for number, piece in enumerate(areas):
        level = f" {piece.level}" if piece.level else ""
        high = "" if piece.height_in is None else f' {piece.height_in:g}"'
        words = f"{piece.terrain.words}{level}{high}"
        bare = shapely.difference(
            piece.area, shapely.union_all([later.area for later in areas[number + 1 :]])
        )
        spots = [*_middles(bare), *_middles(piece.area), *_beside(piece.area)]
        boxes = [_word_box(spot, words) for spot in spots]
        free = (k for k, box in enumerate(boxes) if not any(box.intersects(other) for other in placed))
        chosen = next(free, 0)
        placed.append(boxes[chosen])
        yield Label(Role.HEX_LABEL, (spots[chosen].x, spots[chosen].y), words, _LETTER_IN)


def _middles(area: BaseGeometry) -> list[shapely.Point]:
    """Spots of an area where words may stand, its middle first."""
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    across = [left + (right - left) * share / 6 for share in (3, 2, 4, 1, 5)]
    down = [top + (bottom - top) * share / 6 for share in (3, 2, 4, 1, 5)]
    further = [shapely.Point(x, y) for y in down for x in across]
    return [area.representative_point(), *(spot for spot in further if area.contains(spot))]


def _beside(area: BaseGeometry) -> list[shapely.Point]:
    """Spots above and below an area that is too small for its words among others."""
    left, top, right, bottom = area.bounds
    return [shapely.Point((left + right) / 2, y) for y in (top - _LETTER_IN, bottom + _LETTER_IN)]


def _word_box(middle: shapely.Point, words: str) -> BaseGeometry:
    half = _LETTER * _LETTER_IN * len(words) / 2
    return shapely.box(
        middle.x - half, middle.y - _LETTER_IN * 0.6, middle.x + half, middle.y + _LETTER_IN * 0.6
    )


def piece_marks(piece: Piece) -> Iterator[Mark]:
    """The area that a piece of terrain covers, with its trees or its crest."""
    role = _ROLE[piece.terrain]
    if role is Role.HIGH_GROUND and piece.level < 0:
        role = Role.LOW_GROUND
    for rings in rings_of(piece.area):
        yield Area(role, rings, {"piece": piece.id, "terrain": piece.terrain.value, "level": piece.level})
        if role is Role.HIGH_GROUND:
            yield Line(Role.LEVEL_LINE, (*rings[0], rings[0][0]), {"piece": piece.id, "level": piece.level})
    if role in _TREES:
        yield from _trees(piece.area, _TREES[role])


def _trees(area: BaseGeometry, role: Role) -> Iterator[Mark]:
    """Trees in staggered rows, as many as stand wholly within an area."""
    left, top, right, bottom = area.bounds
    inner = area.buffer(-_CROWN_IN)
    for row in range(int((bottom - top) / _ROW_IN) + 1):
        for column in range(int((right - left) / _ROW_IN) + 1):
            x = left + (column + 0.25 + row % 2 * 0.5) * _ROW_IN + (row * 7 + column * 3) % 5 * 0.08
            y = top + (row + 0.4) * _ROW_IN + (row * 3 + column * 5) % 4 * 0.1
            if shapely.intersects_xy(inner, x, y):
                if role is Role.TREE:
                    yield Dot(role, (x, y), _CROWN_IN)
                else:
                    yield Area(role, (((x, y - 0.6), (x + 0.42, y + 0.45), (x - 0.42, y + 0.45)),))
