"""The ground for the body of a stand: movement costs, closed ground, and where the stand has room to end its move.

Rule: MATG2 8.3.2, 8.3.4; OUR 56.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, inf, radians, sin

import numpy as np
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.arrays import Bools, Floats, points
from rules.ground.table.inches import HAIR_IN, Spot, do_areas_overlap
from rules.ground.table.movement.bodies import NOTHING, Body, beyond
from rules.ground.table.movement.faces import Price
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.tabletop import Piece, Tabletop
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.terrain import crosses, price_per_inch
from rules.micro_armour.state.stands import (
    FAR_APART_IN,
    STAND_IN,
    base_at,
    is_inside,
    on_table,
    overlapped_at,
    spot_of,
    stand_base,
    table_of,
)


@lru_cache(maxsize=8)
def movement_graph(table: Tabletop, *, by_road: bool) -> TableGraph:
    """The movement graph for the centre of a tracked stand, at the road rate or paying for the ground that a road crosses."""
    return TableGraph.of(table, _price_of(by_road=by_road))


def stand_graph(
    table: Tabletop, here: Spot, *, by_road: bool = True, enemies: tuple[tuple[Spot, float], ...] = ()
) -> TableGraph:
    """The movement graph for a stand that starts here: its centre keeps half a stand off impassable ground, the edges of the
    table and the bases of these enemies.

    Rule: MATG2 8.3.2, 8.3.6; OUR 39, 56.
    """
    graph = _stand_graph(table, by_road, enemies)
    return graph if graph.is_open(here) else _stand_graph(table, by_road, enemies, here)


@lru_cache(maxsize=16)
def _stand_graph(
    table: Tabletop, by_road: bool, enemies: tuple[tuple[Spot, float], ...], standing: Spot | None = None
) -> TableGraph:
    bases = [base_at(spot, facing).outline for spot, facing in enemies]
    body = Body(STAND_IN, standing, crossings(table))
    return TableGraph.of(table, _price_of(by_road=by_road), bases, body)


@lru_cache(maxsize=16)
def impassable(table: Tabletop) -> BaseGeometry:
    closed = movement_graph(table, by_road=True).faces.forbidden
    shapely.prepare(closed)
    return closed


@lru_cache(maxsize=16)
def crossings(table: Tabletop) -> BaseGeometry:
    """The ground on which a stand crosses impassable ground in column: roads and fords, and half a stand
    beyond their ends (OUR 56)."""
    if impassable(table).is_empty:
        return NOTHING
    kinds = (piece for piece in table.pieces if crosses(piece.terrain))
    return shapely.union_all([piece.area for piece in kinds]).buffer(STAND_IN / 2)


@lru_cache(maxsize=16)
def floor_round(table: Tabletop) -> BaseGeometry:
    return beyond(table)


def _price_of(*, by_road: bool) -> Price:
    """The price function: the cost of an inch for a tracked stand on overlapping pieces."""

    def price(pieces: tuple[Piece, ...]) -> float | None:
        price_in = price_per_inch((piece.terrain for piece in pieces), by_road=by_road)
        return None if price_in is None else float(price_in)

    return price


def rim_in(table: Tabletop, spot: Spot) -> float:
    """The distance of a spot from the nearest edge of the table."""
    return min(spot.x_in, spot.y_in, table.width_in - spot.x_in, table.depth_in - spot.y_in)


@implements("MATG2-8.3.2.2")
def why_no_rest(
    table: Tabletop, spot: Spot, facing_deg: float, edition: Edition, *, lies_there: bool = False
) -> Iterator[Reason]:
    """The reasons why the ground has no room for a stand: the table ends, or part is impassable, unless the
    stand lies there already.

    Rule: MATG2 8.3.1; OUR 56.
    """
    over_edge, on_closed = _has_no_ground(table, spot, facing_deg)
    if over_edge:
        yield Reason("the stand would lie over the edge of the table", edition.cite("8.3.1"), (spot,))
    if on_closed and not lies_there:
        yield Reason("the stand would lie partly on impassable ground", edition.our(56), (spot,))


@implements("MATG2-8.3.2.2", "MATG2-8.3.7.2")
def lies_on_impassable(table: Tabletop, unit: Unit) -> bool:
    """Whether part of a stand lies on impassable ground where it is."""
    return unit.at is not None and _has_no_ground(table, spot_of(unit), unit.heading_deg)[1]


@lru_cache(maxsize=4096)
def _has_no_ground(table: Tabletop, spot: Spot, facing_deg: float) -> tuple[bool, bool]:
    """Whether a stand would overlap the edge of the table, and whether impassable ground."""
    closed, at = impassable(table), Point(spot)
    on_it = (
        shapely.dwithin(closed, at, STAND_IN)
        and base_at(spot, facing_deg).outline.buffer(-HAIR_IN).intersects(closed)
        and not crossings(table).intersects(at)
    )
    return rim_in(table, spot) < STAND_IN and not is_inside(table, base_at(spot, facing_deg)), bool(on_it)


def where_at_rest(state: GameState, unit: Unit, facing_deg: float, places: Floats) -> Bools:
    """Whether a stand with this facing has room at each of many places (n, 2): on the table, off impassable ground, and without
    overlapping another stand."""
    table, turn = table_of(state), radians(facing_deg)
    half_in = STAND_IN / 2 * (abs(cos(turn)) + abs(sin(turn)))
    size_in = np.array([table.width_in, table.depth_in])
    off_rim_in = np.minimum(places, size_in - places).min(axis=1, initial=inf)
    has_room: Bools = (off_rim_in >= half_in) & ~shapely.dwithin(
        impassable(table), points(places), FAR_APART_IN / 2
    )
    for place in np.flatnonzero(~has_room).tolist():
        has_room[place] = not any(_has_no_ground(table, Spot(*places[place].tolist()), facing_deg))
    others = [other for other in on_table(state) if other.id != unit.id]
    gaps_in = places[:, None] - np.array(list(map(spot_of, others)), dtype=np.float64).reshape(1, -1, 2)
    near = np.hypot(*gaps_in.transpose(2, 0, 1)) < FAR_APART_IN
    at, beside = np.nonzero(near & has_room[:, None])
    bases = [base_at(Spot(*spot), facing_deg).core for spot in places[at].tolist()]
    standing = [stand_base(others[k]).core for k in beside.tolist()]
    is_over = do_areas_overlap(np.array(bases, dtype=np.object_), np.array(standing, dtype=np.object_))
    has_room[at[is_over]] = False
    return has_room


def has_no_room(state: GameState, unit: Unit) -> bool:
    """Whether a stand may not stay where it is: it overlaps another stand, the edge of the table or impassable ground."""
    spot, facing_deg = spot_of(unit), unit.heading_deg
    return overlapped_at(state, spot, facing_deg, ignoring=[unit.id]) is not None or any(
        _has_no_ground(table_of(state), spot, facing_deg)
    )
