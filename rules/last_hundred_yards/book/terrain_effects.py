"""The Terrain Effects Table, as far as any source at hand prints it: levels and TEM, each with its provenance.

A TEM is a negative DRM for fire at units other than vehicles. TEM are not added up: only the best one counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.game.citation import Citation, Provenance
from rules.game.rule_ids import implements
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.house_figures import HouseValues
from rules.last_hundred_yards.book.rulebook import cite, figure_citation


@dataclass(frozen=True, slots=True)
class CoverRow:
    """The TEM of one kind of cover against small arms and against mortars."""

    small_arms: int
    mortar: int
    cite: Citation


_READER, _LATER, _BOOK = Provenance.READER, Provenance.LATER_EDITION, Provenance.BOOK

COVER: Mapping[Terrain, CoverRow] = MappingProxyType({
    Terrain.WOODS:           CoverRow(-1, -1, cite("4.1.3", _LATER)),
    Terrain.FOREST:          CoverRow(-1, -1, cite("4.1.3", _READER)),
    Terrain.WALL:            CoverRow(-1,  0, cite("4.1.7", _READER)),
    Terrain.TREE_LINE:       CoverRow(-1, -1, cite("4.1.8", _READER)),
    Terrain.WOODEN_BUILDING: CoverRow(-2, -2, cite("4.1.6a", _LATER)),
    Terrain.STONE_BUILDING:  CoverRow(-3, -3, cite("4.1.6a", _READER)),
    Terrain.URBAN_BUILDING:  CoverRow(-3, -3, cite("4.1.6b", _READER)),
})  # fmt: skip

HILL = CoverRow(-1, -1, cite("4.1.4", _LATER))
"""For a defender on a hill under fire from a lower level."""

IMPROVED_POSITION = CoverRow(-2, -2, cite("4.1.13", _LATER))
"""For foot units in an improved position."""

FORTIFIED_POSITION = CoverRow(-2, 0, cite("11.4.6c", _LATER))
"""For foot units beside a fortified position in its hex; against mortars the other terrain of the hex counts."""

WOODS_LEVELS = 1
STONE_BUILDING_LEVELS = 1


@dataclass(frozen=True, slots=True)
class Height:
    """How many levels a terrain rises above its ground, and the citation for it."""

    levels: int
    cite: Citation


@implements("LHY-4.1.4.7", "LHY-4.1.6a", "LHY-4.1.6a.1", "LHY-4.1.6a.2", "LHY-4.1.6b")
def heights(house: HouseValues) -> Mapping[Terrain, Height]:
    """The levels that woods, forest and buildings add to the ground. Rule: LHY 4.1.4."""
    return {
        Terrain.WOODS: Height(WOODS_LEVELS, cite("4.1.4")),
        Terrain.FOREST: Height(house.forest_levels, figure_citation("forest_levels")),
        Terrain.STONE_BUILDING: Height(STONE_BUILDING_LEVELS, cite("4.1.4")),
        Terrain.WOODEN_BUILDING: Height(
            house.wooden_building_levels, figure_citation("wooden_building_levels")
        ),
        Terrain.URBAN_BUILDING: Height(house.urban_building_levels, figure_citation("urban_building_levels")),
        Terrain.TREE_LINE: Height(house.tree_line_levels, cite("4.1.4", Provenance.HOUSE)),
    }


MARKER_LEVELS = 2
"""How many levels smoke and mortar markers reach above the ground of their hex (reading 13)."""
