"""The ground of a table as marks: each terrain piece as the area it covers."""

from collections.abc import Iterator

from exporters.picture import Area, Label, Mark, Role
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
