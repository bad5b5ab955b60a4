"""Ground that a unit may not enter at all: buildings, water, ground closed to wheels or vehicles, but for openings in it.

Rule: KGN Impassable terrain, Deploy; OUR 66, 170, 175.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.citation import Citation
from rules.ground.table.inches import Bounds
from rules.ground.table.movement.bodies import beyond
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import IN_HOUSE_WALLS, TableTerrain
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import Bar, ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Mobility, SpecialRule

WATER = frozenset({TableTerrain.RIVER, TableTerrain.LAKE})
_OF_HOUSES = frozenset({TableTerrain.HOUSE_WALL, *IN_HOUSE_WALLS})


def body_width_in(kind: KgnType) -> float:
    """The width of the lane a unit moves along: that of its hull or gun; 0 for men, who are placed round one spot."""
    return 0.0 if kind.is_infantry else kind.width_in


def bars(piece: Piece, kind: KgnType) -> bool:
    """Whether a unit of this kind may not enter a piece at all."""
    ground = ground_of(piece)
    if ground.is_building:
        return True
    match ground.bars:
        case Bar.ALL:
            floats = kind.has(SpecialRule.AMPHIBIOUS) or kind.mobility is Mobility.BOAT
            return not (floats and piece.terrain in WATER)
        case Bar.VEHICLES:
            return not kind.is_infantry
        case Bar.WHEELS:
            return kind.mobility.is_wheeled
        case Bar.NOBODY:
            return False


def opens(piece: Piece, kind: KgnType) -> bool:
    """Whether a piece opens the ground beneath it to a unit of this kind: a gap to any, a door to men on foot."""
    return ground_of(piece).opens and not bars(piece, kind)


def where_barred(piece: Piece) -> Citation:
    """The rule or reading by which a piece bars units."""
    if piece.terrain in _OF_HOUSES:
        return ours(175)
    if ground_of(piece).is_building:
        return cite("Deploy actions")
    return ours(66) if ground_of(piece).bars is Bar.WHEELS else cite("Impassable terrain")


@dataclass(frozen=True, eq=False)
class ClosedGround:
    """The pieces of a table that bar a unit, each with the ground it bars."""

    pieces: tuple[tuple[Piece, BaseGeometry], ...]

    def under(self, footprint: BaseGeometry) -> Iterator[tuple[Piece, BaseGeometry]]:
        """The pieces that a footprint lies on."""
        return ((piece, area) for piece, area in self.pieces if area.intersects(footprint))

    @cached_property
    def bounds(self) -> tuple[Bounds, ...]:
        """West, north, east and south of the ground that each piece bars."""
        return tuple([area.bounds for _, area in self.pieces if not area.is_empty])


@lru_cache(maxsize=64)
def closed_ground(table: Tabletop, kind: KgnType) -> ClosedGround:
    """The ground of a table that bars a unit of this kind, shared by all kinds that the same pieces bar."""
    barred = tuple([piece.id for piece in table.pieces if bars(piece, kind)])
    opened = tuple([piece.id for piece in table.pieces if opens(piece, kind)])
    return _barred_but_for(table, barred, opened)


@lru_cache(maxsize=16)
def _barred_but_for(table: Tabletop, barred: tuple[str, ...], opened: tuple[str, ...]) -> ClosedGround:
    """The ground of the barring pieces, by their ids, less that of the opening ones."""
    pieces = [table.piece(name) for name in barred]
    areas = [piece.area for piece in pieces]
    if opened:
        areas = shapely.difference(
            areas, shapely.union_all([table.piece(name).area for name in opened])
        ).tolist()
    shapely.prepare(areas)
    return ClosedGround(tuple(zip(pieces, areas, strict=True)))


@lru_cache(maxsize=16)
def floor_round(table: Tabletop) -> BaseGeometry:
    """The floor round a table, where no hull may hang."""
    floor = beyond(table)
    shapely.prepare(floor)
    return floor
