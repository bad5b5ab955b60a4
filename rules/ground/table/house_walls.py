"""House walls with the doors, windows and gaps in them, through which units see.

A wall may be drawn whole or with gaps for its openings; an opening that lies over it cuts it either way.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import HAIR_IN, Bounds, Spot, are_apart, bounds_of
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import IN_HOUSE_WALLS, OPEN_IN_WALLS, TableTerrain

_BESIDE_IN = 1.0
"""How near clear ground must be to a spot on closed ground for the places round the spot to be reached from there."""

_ON_IT_IN = 0.05
"""How far beside the edge of its interior a house wall may be drawn."""


@lru_cache(maxsize=16)
def standing_areas(table: Tabletop) -> Mapping[str, BaseGeometry]:
    """The ground of each piece by its id, house walls without the openings that stand open in them.

    Openings cut `HAIR_IN` more than they cover, so that no sliver of wall is left in a doorway.
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


GroundOfTable = Callable[[Tabletop], BaseGeometry]


@lru_cache(maxsize=4096)
def places_pulled_back(
    table: Tabletop, spot: Spot, places: tuple[Spot, ...], clear_in: float, closed: GroundOfTable
) -> tuple[Spot, ...]:
    """The places round a spot, with those on or beyond closed ground pulled back to just in front of it, `clear_in` off it.

    If the spot has no clear ground beside it, as on a footbridge, all places stay as they are. So does a clear place round a
    corner of closed ground other than a house wall, if it can be reached from place to place.
    """
    here = bounds_of((spot, *places))
    if all(are_apart(here, part) for part in _barrier_bounds(table, clear_in, closed)):
        return places
    parting = _barrier(table, clear_in, closed)
    start = shapely.Point(spot)
    if parting.intersects(start):
        edge = parting.buffer(HAIR_IN, join_style="mitre").boundary
        start = edge.interpolate(edge.project(start))
        if start.distance(shapely.Point(spot)) > _BESIDE_IN:
            return places
    lines = shapely.linestrings([[(start.x, start.y), place] for place in places])
    met = shapely.intersection(lines, parting)
    cut_off = set(np.flatnonzero(~shapely.is_empty(met)).tolist())
    walls = _barrier(table, clear_in, house_walls)
    if cut_off and walls is not parting:
        clear = {k for k in cut_off if not parting.intersects(shapely.Point(places[k]))}
        asked = {k for k in clear if not walls.intersects(lines[k])}
        reached = (Spot(start.x, start.y), *(place for k, place in enumerate(places) if k not in cut_off))
        cut_off -= _reached_round_corners(reached, places, asked, closed(table))
    stands = list(places)
    for k in cut_off:
        share = float(met[k].distance(start) / lines[k].length)
        x_in, y_in = places[k]
        stands[k] = Spot(start.x + (x_in - start.x) * share, start.y + (y_in - start.y) * share)
    return tuple(stands)


def _reached_round_corners(
    reached: tuple[Spot, ...], places: tuple[Spot, ...], asked: set[int], closed: BaseGeometry
) -> set[int]:
    """Which of the places asked about can be reached by straight moves clear of closed ground, from places reached to others."""

    def is_reached(k: int) -> bool:
        return not all(closed.intersects(shapely.LineString([place, places[k]])) for place in reached)

    left = asked
    while near := set(filter(is_reached, left)):
        reached, left = tuple(places[k] for k in near), left - near
    return asked - left


def without_house(table: Tabletop, interior: str) -> tuple[Piece, ...]:
    """The pieces of a table after the walls of a house have fallen, with their openings; walls shared with another house
    stand, and the interior stays."""
    fallen = table.piece(interior).area.buffer(_ON_IT_IN)
    others = [
        piece for piece in table.pieces if piece.terrain is TableTerrain.INTERIOR and piece.id != interior
    ]
    shared = shapely.union_all([house.area for house in others]).buffer(_ON_IT_IN)
    left = []
    for piece in table.pieces:
        if piece.terrain is TableTerrain.HOUSE_WALL or piece.terrain in IN_HOUSE_WALLS:
            stands = shapely.difference(piece.shape, shapely.difference(fallen, shared))
            if stands.length > _ON_IT_IN:
                left.append(replace(piece, shape=stands))
        else:
            left.append(piece)
    return tuple(left)


@lru_cache(maxsize=16)
def house_walls(table: Tabletop) -> BaseGeometry:
    """The ground under all house walls and under their doors and windows, open or shut; gaps and gates do not belong to it."""
    return shapely.union_all(
        [
            standing_areas(table)[piece.id]
            for piece in table.pieces
            if piece.terrain is TableTerrain.HOUSE_WALL or piece.terrain in IN_HOUSE_WALLS
        ]
    )


@lru_cache(maxsize=16)
def _barrier(table: Tabletop, clear_in: float, closed: GroundOfTable) -> BaseGeometry:
    """The closed ground of a table widened by `clear_in`: it separates men who stand close together."""
    parting = closed(table).buffer(clear_in, join_style="mitre")
    shapely.prepare(parting)
    return parting


@lru_cache(maxsize=16)
def _barrier_bounds(table: Tabletop, clear_in: float, closed: GroundOfTable) -> tuple[Bounds, ...]:
    """The bounds of each part of the barrier."""
    parts = shapely.get_parts(_barrier(table, clear_in, closed)).tolist()
    return tuple([part.bounds for part in parts if not part.is_empty])
