"""The kinds of terrain on tables. A table says where terrain lies; each book says what it does, and refuses kinds that it has
no rule for by name."""

from enum import StrEnum


class TableTerrain(StrEnum):
    """What a terrain piece on a table can be."""

    CLEAR = "clear"
    TALL_GRASS = "tall_grass"
    CROPS = "crops"
    ROUGH_1 = "rough_1"
    ROUGH_2 = "rough_2"
    ROUGH_3 = "rough_3"
    RUBBLE = "rubble"
    MARSH = "marsh"
    SOFT_SAND = "soft_sand"
    MUD = "mud"

    WOODS = "woods"
    FOREST = "forest"
    GROVE = "grove"
    ORCHARD = "orchard"
    SCATTERED_TREES = "scattered_trees"

    GOOD_ROAD = "good_road"
    POOR_ROAD = "poor_road"
    TRACK = "track"
    RAILWAY = "railway"

    STREAM = "stream"
    RIVER = "river"
    LAKE = "lake"
    FORD = "ford"
    BRIDGE = "bridge"

    HEDGE = "hedge"
    BOCAGE = "bocage"
    WALL = "wall"
    FENCE = "fence"
    GATE = "gate"
    GAP = "gap"

    HOUSE_WALL = "house_wall"
    DOOR = "door"
    OPEN_DOOR = "open_door"
    WINDOW = "window"
    SHUTTERS = "shutters"
    INTERIOR = "interior"

    LIGHT_BUILDINGS = "light_buildings"
    HEAVY_BUILDINGS = "heavy_buildings"
    TOWN = "town"
    WOODEN_BUILDING = "wooden_building"
    BRICK_BUILDING = "brick_building"
    STONE_BUILDING = "stone_building"
    CONCRETE_BUILDING = "concrete_building"
    RUINED_BUILDING = "ruined_building"
    BUNKER = "bunker"

    HILL = "hill"
    SLOPE = "slope"
    CREST = "crest"
    CLIFF = "cliff"

    DITCH = "ditch"
    ANTI_TANK_DITCH = "anti_tank_ditch"
    TRENCH = "trench"
    FOXHOLES = "foxholes"
    SANDBAGS = "sandbags"
    BARBED_WIRE = "barbed_wire"
    MINEFIELD = "minefield"
    DRAGONS_TEETH = "dragons_teeth"
    ROAD_BLOCK = "road_block"
    CRATER = "crater"

    WRECK = "wreck"
    SMOKE = "smoke"

    @property
    def words(self) -> str:
        """As players say it: "good road"."""
        return self.value.replace("_", " ")


OPEN_IN_WALLS = frozenset({TableTerrain.OPEN_DOOR, TableTerrain.WINDOW, TableTerrain.GAP, TableTerrain.GATE})
"""Openings of a house wall that do not block sight; doors and shutters are shut."""

IN_HOUSE_WALLS = frozenset(
    {TableTerrain.DOOR, TableTerrain.OPEN_DOOR, TableTerrain.WINDOW, TableTerrain.SHUTTERS}
)
"""Openings that only house walls have, shut or open."""

SHUT_WALLS = frozenset({TableTerrain.HOUSE_WALL, TableTerrain.DOOR, TableTerrain.SHUTTERS})
"""The parts of a house that block sight."""
