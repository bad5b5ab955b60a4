"""Section 6.4.3: the level of the ground above the table."""

from dataclasses import replace
from functools import lru_cache

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

HILLS = frozenset({TableTerrain.HILL, TableTerrain.CREST})


def level_at(table: Tabletop, spot: Spot) -> int:
    """The level of the ground at a spot; hilltops and crests drawn without a level are one level high.

    Rule: MATG2 6.4.3; OUR 68.
    """
    return raised(table).level_at(spot)


@lru_cache(maxsize=16)
def raised(table: Tabletop) -> Tabletop:
    """The table with a level for hilltops and crests that are drawn without one."""
    if not any(is_without_level(piece) for piece in table.pieces):
        return table
    return replace(table, pieces=tuple(replace(piece, level=level_of(piece)) for piece in table.pieces))


def level_of(piece: Piece) -> int:
    """The level of the ground on a piece."""
    return 1 if is_without_level(piece) else piece.level


def is_without_level(piece: Piece) -> bool:
    """Whether a piece is a hilltop or crest drawn without a level."""
    return piece.terrain in HILLS and piece.level == 0
