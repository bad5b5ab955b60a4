"""The ground of a table as marks: each terrain piece as the area it covers."""

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from exporters.picture import Area, Dot, Label, Line, Mark, Role
from exporters.places import rings_of
from rules.ground.table_terrain import TableTerrain
from rules.ground.tabletop import Piece, Tabletop

_ROLES: tuple[tuple[Role, frozenset[TableTerrain]], ...] = (
    (Role.WOODS_GROUND, frozenset({TableTerrain.WOODS, TableTerrain.GROVE, TableTerrain.ORCHARD, TableTerrain.SCATTERED_TREES})),
    (Role.FOREST_GROUND, frozenset({TableTerrain.FOREST})),
    (Role.CROPS, frozenset({TableTerrain.CROPS, TableTerrain.TALL_GRASS})),
    (Role.SOFT_GROUND, frozenset({TableTerrain.MARSH, TableTerrain.SOFT_SAND, TableTerrain.MUD})),
    (Role.URBAN_GROUND, frozenset({TableTerrain.TOWN})),
    (Role.ROADWAY, frozenset({TableTerrain.GOOD_ROAD, TableTerrain.POOR_ROAD, TableTerrain.TRACK, TableTerrain.RAILWAY, TableTerrain.BRIDGE, TableTerrain.FORD, TableTerrain.GATE, TableTerrain.GAP})),
    (Role.WATER, frozenset({TableTerrain.STREAM, TableTerrain.RIVER, TableTerrain.LAKE})),
    (Role.HEDGE, frozenset({TableTerrain.HEDGE, TableTerrain.BOCAGE})),
    (Role.STONEWORK, frozenset({TableTerrain.WALL, TableTerrain.FENCE, TableTerrain.CLIFF, TableTerrain.BUNKER, TableTerrain.DRAGONS_TEETH, TableTerrain.ROAD_BLOCK, TableTerrain.WRECK})),
    (Role.WOODEN_BUILDING, frozenset({TableTerrain.LIGHT_BUILDINGS, TableTerrain.WOODEN_BUILDING})),
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


def table_ground(board: Tabletop) -> Iterator[Mark]:
    """The marks of a table without what stands on it, pieces in the order they were drawn."""
    edge = ((0.0, 0.0), (board.width_in, 0.0), (board.width_in, board.depth_in), (0.0, board.depth_in))
    yield Area(Role.OPEN_GROUND, (edge,))
    for piece in board.pieces:
        yield from _piece(piece)


def table_labels(board: Tabletop) -> Iterator[Mark]:
    """What each area is, in its middle, with its level."""
    for piece in board.pieces:
        if piece.width_in is None:
            middle = piece.area.representative_point()
            level = f" {piece.level}" if piece.level else ""
            yield Label(Role.HEX_LABEL, (middle.x, middle.y), f"{piece.terrain.words}{level}", 0.8)


def _piece(piece: Piece) -> Iterator[Mark]:
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
