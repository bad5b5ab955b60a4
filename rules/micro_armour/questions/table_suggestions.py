"""The second edition's terrain suggestions: whether a table keeps them, and where it does not."""

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
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
_TOWN = frozenset({TableTerrain.LIGHT_BUILDINGS, TableTerrain.HEAVY_BUILDINGS})
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
    if not any(
        _joins_short_edges(table, piece) for piece in table.pieces if piece.terrain is TableTerrain.GOOD_ROAD
    ):
        yield "no good road runs from one short edge to the other"
    yield from _uneven(table)


def _woods(table: Tabletop) -> Iterator[str]:
    woods = [piece for piece in table.pieces if piece.terrain is TableTerrain.WOODS]
    share = shapely.union_all([piece.area for piece in woods]).area / (table.width_in * table.depth_in)
    least, most = WOODS_SHARE
    if not least <= share <= most:
        yield f"woods cover {share:.0%} of the table, not 10 to 30 %"
    for piece in woods:
        if not WOOD_LOT_IN[0] - _ABOUT_IN <= _width_in(piece.area) <= WOOD_LOT_IN[1] + _ABOUT_IN:
            yield f'{piece} is {_width_in(piece.area):.1f}" across, not 4 to 6'


def _towns(table: Tabletop) -> Iterator[str]:
    towns = [piece for piece in table.pieces if piece.terrain in _TOWN]
    if len(towns) > MOST_TOWNS:
        yield f"there are {len(towns)} towns, not up to {MOST_TOWNS}"
    together = sum(_width_in(piece.area) for piece in towns)
    if together > TOWNS_IN + _ABOUT_IN:
        yield f'the towns are {together:.1f}" together, not about 7'


def _uneven(table: Tabletop) -> Iterator[str]:
    """Terrain that the two halves do not have in equal number; what lies across the middle counts for both."""
    is_long = table.depth_in >= table.width_in
    middle = (table.depth_in if is_long else table.width_in) / 2
    counts: dict[TableTerrain, list[int]] = {}
    for piece in table.pieces:
        west, north, east, south = piece.area.bounds
        low, high = (north, south) if is_long else (west, east)
        if piece.terrain not in _ROADS and not low < middle < high:
            counts.setdefault(piece.terrain, [0, 0])[low >= middle] += 1
    for terrain, (count, other) in counts.items():
        if count != other:
            yield f"{count} {terrain.words} on one half, {other} on the other"


def _joins_short_edges(table: Tabletop, road: Piece) -> bool:
    """Whether a road runs from one short edge to the other; of a square table, from any edge to that opposite."""
    west, north, east, south = road.area.bounds
    joins_north_and_south = north <= _ABOUT_IN and south >= table.depth_in - _ABOUT_IN
    joins_west_and_east = west <= _ABOUT_IN and east >= table.width_in - _ABOUT_IN
    is_deep, is_wide = table.depth_in >= table.width_in, table.width_in >= table.depth_in
    return bool((is_deep and joins_north_and_south) or (is_wide and joins_west_and_east))


def _width_in(area: BaseGeometry) -> float:
    """How far across an area is, the mean of its two sides."""
    west, north, east, south = area.bounds
    return float((east - west + south - north) / 2)
