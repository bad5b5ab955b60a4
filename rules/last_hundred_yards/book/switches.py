"""Switches for single rules of the ground: by the strict text of 2019, or by a later edition."""

from enum import StrEnum

STRICT_2019 = "strict_2019"
"""The name of all switches of the strict text together."""


class Switch(StrEnum):
    """Reads one rule by the letter of 2019 where we follow a later clarification or the sense of the book."""

    LOWER_WOODS_BLOCK = "lower_woods_block"
    LOWER_BUILDINGS_BLOCK = "lower_buildings_block"
    LOWER_WALLS_BLOCK = "lower_walls_block"
    ANY_CONTOUR_BLOCKS = "any_contour_blocks"
    BLIND_AT_ANY_LEVEL = "blind_at_any_level"
    HEXSIDES_OPEN_BETWEEN_LEVELS = "hexsides_open_between_levels"
    ANY_HEX_HINDERS_BESIDE = "any_hex_hinders_beside"
    ROAD_ROW_ON_SAME_LEVEL_ONLY = "road_row_on_same_level_only"


class LaterGround(StrEnum):
    """Reads one rule of the ground by a later edition; an edition turns on those of its switches that bear the name."""

    ONLY_FOREST_BLOCKS_BESIDE = "only_forest_blocks_beside"
    FOREST_ROADS_BLOCK = "forest_roads_block"
    TREE_LINES = "tree_lines"
    ENCLOSED_ROADS = "enclosed_roads"
    FOREST_ROADS_FOR_AFVS = "forest_roads_for_afvs"
    URBAN_BY_ROAD_OR_GAP = "urban_by_road_or_gap"
    NO_BONUS_NEAR_ENEMIES = "no_bonus_near_enemies"
    RIVER_STOPS = "river_stops"
    STREETS_HOLD_TWO = "streets_hold_two"
