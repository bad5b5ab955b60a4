"""Ways along roads: onto a road near a unit and along it as far as a Move goes.

Rule: KGN Road movement; OUR 26, 27.
"""

from collections.abc import Iterator
from functools import lru_cache

import shapely
from shapely.ops import substring

from rules.game.units import Unit
from rules.ground.table.inches import Bounds, Spot, are_apart
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.movement_rates import road_multiple
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import cut
from rules.kampfgruppe_normandy.questions.movement.way_plan import Drawn, plan, plan_ahead
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.spots import in_hundredths

_BESIDE_IN = 3.0
"""Within how many inches of a road a unit is offered ways along it."""
_SPARE_IN = 0.05
_LEAST_IN = 1.0


def road_ways(position: Position, unit: Unit, rate_in: float) -> Iterator[tuple[Spot, ...]]:
    """Ways in both directions along each road near a unit, as far as its rate goes with turns paid for.

    Rule: KGN Road movement.
    """
    here = unit.at
    if not isinstance(here, Spot):
        return
    longest_in = rate_in * road_multiple(position.type(unit).mobility)
    about = [
        road for road, bounds in _roads(position.table) if not are_apart((*here, *here), bounds, _BESIDE_IN)
    ]
    near = [road for road in about if road.distance(shapely.Point(here)) <= _BESIDE_IN]
    along = [way for road in near for way in _both_ways(road, here, longest_in)]
    if along:
        plan_ahead(position, unit, list(map(Drawn, along)))
    for path in along:
        way = _cut_short(position, unit, path, rate_in)
        if len(way) > 1:
            yield way


def _both_ways(road: shapely.LineString, here: Spot, longest_in: float) -> Iterator[tuple[Spot, ...]]:
    """The ways onto a road near a spot and along it in both directions, at most `longest_in` inches."""
    on_in = road.project(shapely.Point(here))
    for to_in in (min(on_in + longest_in, road.length), max(on_in - longest_in, 0.0)):
        if abs(to_in - on_in) >= _LEAST_IN:
            along = shapely.get_coordinates(substring(road, on_in, to_in)).tolist()
            spots = [spot for spot in (Spot(*place) for place in along) if here.gap_in(spot) > _SPARE_IN]
            yield here, *spots


def _cut_short(position: Position, unit: Unit, path: tuple[Spot, ...], rate_in: float) -> tuple[Spot, ...]:
    """A way cut off where the rate ends, its spots in hundredths of an inch."""
    far_in = plan(position, unit, path, None, reverse=False).reaches_in(rate_in - _SPARE_IN)
    drawn = cut(MoveUnderWay(unit.id, path, None, reverse=False), far_in).path
    return path[0], *map(in_hundredths, drawn[1:])


@lru_cache(maxsize=16)
def _roads(table: Tabletop) -> tuple[tuple[shapely.LineString, Bounds], ...]:
    """The middle lines of the roads, joined where they meet, each with its west, north, east and south."""
    drawn = [piece.shape for piece in table.pieces if piece.width_in and ground_of(piece).is_road]
    lines = [line for line in drawn if line.length > 0]
    merged = shapely.get_parts(shapely.line_merge(shapely.union_all(lines))) if lines else ()
    return tuple([(road, road.bounds) for road in merged])
