"""House walls as they stand: with the doors, windows and gaps in them through which one sees.

A wall is drawn whole or with its openings left out; an opening that lies over it cuts it either way.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import OPEN_IN_WALLS, TableTerrain


@lru_cache(maxsize=16)
def standing_areas(table: Tabletop) -> Mapping[str, BaseGeometry]:
    """The ground of each piece by its id, house walls without what stands open in them.

    Openings cut a hair more than they cover, so that no sliver of wall is left in a doorway.
    """
    openings = [piece.area for piece in table.pieces if piece.terrain in OPEN_IN_WALLS]
    opened = shapely.union_all(openings).buffer(HAIR_IN, join_style="mitre") if openings else None
    return MappingProxyType(
        {
            piece.id: piece.area.difference(opened)
            if opened is not None and piece.terrain is TableTerrain.HOUSE_WALL
            else piece.area
            for piece in table.pieces
        }
    )
