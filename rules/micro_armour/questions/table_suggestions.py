"""The second edition's terrain suggestions: whether a table keeps them, and where it does not.

What touches is one wood, town, road or hill, however many pieces it is drawn in (OUR 69, 71).
"""

from collections.abc import Collection, Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.table.inches import HAIR_IN
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.rulebook import Edition

TABLE_IN = (24.0, 48.0)
"""The table's shorter and longer side."""

WOODS_SHARE = (0.10, 0.30)
WOOD_LOT_IN = (4.0, 6.0)
MOST_TOWNS = 2
TOWNS_IN = 7.0
"""How wide the towns are together, about."""

_ABOUT_IN = 0.5
_ABOUT_TABLE_IN = 2.0
_TOWN = frozenset({TableTerrain.LIGHT_BUILDINGS, TableTerrain.HEAVY_BUILDINGS, TableTerrain.INTERIOR})
_ROADS = frozenset({TableTerrain.GOOD_ROAD, TableTerrain.POOR_ROAD, TableTerrain.TRACK})


@implements("MATG2-11.7", "MATG2-11.8a", "MATG2-11.8b", "MATG2-11.8c", "MATG2-11.8d", "MATG2-11.8e")
def departures(table: Tabletop, edition: Edition) -> tuple[Reason, ...]:
    """Where a table departs from the suggestions; nothing if it keeps them all.

    Rule: MATG2, terrain suggestions.
    """
    cite = edition.cite("11")
    return tuple(Reason(text, cite) for text in _departures(table))


def _departures(table: Tabletop) -> Iterator[str]:
    sides = sorted((table.width_in, table.depth_in))
    if any(abs(side - wanted) > _ABOUT_TABLE_IN for side, wanted in zip(sides, TABLE_IN, strict=True)):
        yield f"the table is {table.extent}, not about 24 × 48"
    yield from _woods(table)
    yield from _towns(table)
    roads = _features(table, {TableTerrain.GOOD_ROAD})
    if not any(_joins_short_edges(table, road) for _, road in roads):
        yield "no good road runs from one short edge to the other"
    yield from _uneven(table)


def _features(table: Tabletop, kinds: Collection[TableTerrain]) -> list[tuple[Piece, BaseGeometry]]:
    """The ground of these kinds, joined where it touches, each with the first piece of it."""
    pieces = [piece for piece in table.pieces if piece.terrain in kinds]
    whole = shapely.union_all([piece.area for piece in pieces])
    bodies = shapely.get_parts(whole.buffer(HAIR_IN / 2)).tolist()
    found: dict[int, Piece] = {}
    for piece in pieces:
        found.setdefault(next(k for k, body in enumerate(bodies) if body.intersects(piece.area)), piece)
    return [(piece, whole.intersection(bodies[k])) for k, piece in found.items()]


def _woods(table: Tabletop) -> Iterator[str]:
    woods = _features(table, {TableTerrain.WOODS})
    share = sum(wood.area for _, wood in woods) / (table.width_in * table.depth_in)
    least, most = WOODS_SHARE
    if not least <= share <= most:
        yield f"woods cover {share:.0%} of the table, not 10 to 30 %"
    for piece, wood in woods:
        if not WOOD_LOT_IN[0] - _ABOUT_IN <= _width_in(wood) <= WOOD_LOT_IN[1] + _ABOUT_IN:
            yield f'{piece} is {_width_in(wood):.1f}" across, not 4 to 6'


def _towns(table: Tabletop) -> Iterator[str]:
    towns = _features(table, _TOWN)
    if len(towns) > MOST_TOWNS:
        yield f"there are {len(towns)} towns, not up to {MOST_TOWNS}"
    together = sum(_width_in(town) for _, town in towns)
    if together > TOWNS_IN + _ABOUT_IN:
        yield f'the towns are {together:.1f}" together, not about 7'


def _uneven(table: Tabletop) -> Iterator[str]:
    """Terrain that the two halves do not have in equal number; what lies across the middle counts for both."""
    is_long = table.depth_in >= table.width_in
    middle = (table.depth_in if is_long else table.width_in) / 2
    for terrain in dict.fromkeys(piece.terrain for piece in table.pieces if piece.terrain not in _ROADS):
        counts = [0, 0]
        for _, area in _features(table, {terrain}):
            west, north, east, south = area.bounds
            low, high = (north, south) if is_long else (west, east)
            if not low < middle < high:
                counts[low >= middle] += 1
        if counts[0] != counts[1]:
            yield f"{counts[0]} {terrain.words} on one half, {counts[1]} on the other"


def _joins_short_edges(table: Tabletop, road: BaseGeometry) -> bool:
    """Whether a road runs from one short edge to the other; of a square table, from any edge to that opposite."""
    west, north, east, south = road.bounds
    joins_north_and_south = north <= _ABOUT_IN and south >= table.depth_in - _ABOUT_IN
    joins_west_and_east = west <= _ABOUT_IN and east >= table.width_in - _ABOUT_IN
    is_deep, is_wide = table.depth_in >= table.width_in, table.width_in >= table.depth_in
    return bool((is_deep and joins_north_and_south) or (is_wide and joins_west_and_east))


def _width_in(area: BaseGeometry) -> float:
    """How far across an area is, the mean of its two sides."""
    west, north, east, south = area.bounds
    return float((east - west + south - north) / 2)
