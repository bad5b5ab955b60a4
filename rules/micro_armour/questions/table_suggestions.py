"""The second edition's terrain suggestions, and where a table departs from them.

Pieces that touch count as one wood, town, road or hill (OUR 69, 71).
"""

from collections.abc import Collection, Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.table.inches import Bounds
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.ground.table.touching import bodies
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
    """The points in which a table departs from the suggestions; none if it keeps them all.

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
    """The ground of these kinds, joined where it touches, each with its first piece."""
    pieces = [piece for piece in table.pieces if piece.terrain in kinds]
    touching = bodies(pieces, lambda *_: True)
    return [(body[0], shapely.union_all([piece.area for piece in body])) for body in touching]


def _woods(table: Tabletop) -> Iterator[str]:
    woods = _features(table, {TableTerrain.WOODS})
    share = sum(wood.area for _, wood in woods) / (table.width_in * table.depth_in)
    least, most = WOODS_SHARE
    if not least <= share <= most:
        yield f"woods cover {share:.0%} of the table, not 10 to 30%"
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
    """Terrain of which the two halves of the table have different numbers; a square table is halved in the more even way."""
    kinds = dict.fromkeys(piece.terrain for piece in table.pieces if piece.terrain not in _ROADS)
    bounds = {kind: [area.bounds for _, area in _features(table, {kind})] for kind in kinds}
    ways = [_uneven_along(bounds, axis, length_in / 2) for axis, length_in in _long_ways(table)]
    yield from min(ways, key=len)


def _uneven_along(bounds: dict[TableTerrain, list[Bounds]], axis: int, middle_in: float) -> list[str]:
    """Terrain of which one side of the middle has more; terrain across the middle counts for neither."""
    halves = {
        kind: (
            sum(each[axis + 2] <= middle_in for each in areas),
            sum(each[axis] >= middle_in for each in areas),
        )
        for kind, areas in bounds.items()
    }
    return [
        f"{count} {kind.words} on one half, {other} on the other"
        for kind, (count, other) in halves.items()
        if count != other
    ]


def _joins_short_edges(table: Tabletop, road: BaseGeometry) -> bool:
    """Whether a road runs from one short edge to the other; on a square table, from any edge to the opposite one."""
    return any(
        road.bounds[axis] <= _ABOUT_IN and road.bounds[axis + 2] >= length_in - _ABOUT_IN
        for axis, length_in in _long_ways(table)
    )


def _long_ways(table: Tabletop) -> list[tuple[int, float]]:
    """The longer axis of the table, 0 from west to east and 1 from north to south, and its length; both axes of a square
    table."""
    lengths = (table.width_in, table.depth_in)
    return [(axis, length_in) for axis, length_in in enumerate(lengths) if length_in == max(lengths)]


def _width_in(area: BaseGeometry) -> float:
    """The width of an area, as the mean of the two sides of its bounds."""
    west, north, east, south = area.bounds
    return float((east - west + south - north) / 2)
