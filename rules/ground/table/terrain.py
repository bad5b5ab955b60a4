"""The words that tables use for what lies on them.

A table says what is there; each book says what it does. A book refuses by name what it has no rule for.
"""

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
"""Openings of a house wall through which one sees; doors and shutters are shut."""

IN_HOUSE_WALLS = frozenset(
    {TableTerrain.DOOR, TableTerrain.OPEN_DOOR, TableTerrain.WINDOW, TableTerrain.SHUTTERS}
)
"""Openings that house walls alone have, shut or open."""

SHUT_WALLS = frozenset({TableTerrain.HOUSE_WALL, TableTerrain.DOOR, TableTerrain.SHUTTERS})
"""What of a house nobody sees through."""
