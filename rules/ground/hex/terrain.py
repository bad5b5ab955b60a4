"""The kinds of terrain on hex boards. A board says where terrain lies; each book says what it does."""

from enum import StrEnum


class Terrain(StrEnum):
    """What a hex, a hexside, a line or an outline of a hex board can be."""

    RURAL = "rural"
    URBAN = "urban"
    WOODS = "woods"
    FOREST = "forest"
    STONE_BUILDING = "stone_building"
    WOODEN_BUILDING = "wooden_building"
    URBAN_BUILDING = "urban_building"
    WALL = "wall"
    TREE_LINE = "tree_line"
    ROAD = "road"
    RIVER = "river"
    BRIDGE = "bridge"
    FORD = "ford"
    CONTOUR = "contour"

    @property
    def words(self) -> str:
        """As players say it: "stone building"."""
        return self.value.replace("_", " ")


GROUND = frozenset(
    {
        Terrain.RURAL,
        Terrain.URBAN,
        Terrain.WOODS,
        Terrain.FOREST,
        Terrain.STONE_BUILDING,
        Terrain.WOODEN_BUILDING,
        Terrain.URBAN_BUILDING,
        Terrain.BRIDGE,
        Terrain.FORD,
    }
)
"""Terrain that may fill a hex."""

BACKGROUNDS = frozenset({Terrain.RURAL, Terrain.URBAN})
"""One of them lies under every hex."""

ALONG_HEXSIDES = frozenset({Terrain.WALL, Terrain.TREE_LINE})
"""Terrain that may lie on a hexside."""

LINES = frozenset({Terrain.ROAD, Terrain.RIVER})
"""Terrain that runs from hex to hex."""

BUILDINGS = frozenset({Terrain.STONE_BUILDING, Terrain.WOODEN_BUILDING, Terrain.URBAN_BUILDING})

OUTLINED = BUILDINGS | {Terrain.WALL, Terrain.CONTOUR}
"""Terrain that may be drawn with an outline."""
