"""The best way of a unit to each place within a Move action, costed as the move itself would be.

Ways are found on a graph that knows the price of the ground and keeps out of the enemy; each is then judged with its
turns, roads and hazards, and by whether the unit may stand at its end.

Rule: KGN Movement; OUR 25 to 28, 54, 170.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import cos, inf, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.units import Unit
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.movement.bodies import Body
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.movement.turning import FreeReach, TurningReach, TurningWay
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.movement_rates import RATES_IN, road_multiple
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.questions.movement.closed_ground import bars, body_width_in, opens
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars_way
from rules.kampfgruppe_normandy.questions.movement.standing_room import HullRoom, taken, why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import (
    Drawn,
    WayPlan,
    costly_ground,
    plans,
)
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import wrecks_met
from rules.kampfgruppe_normandy.state.position import Position, base_at

_EIGHT_CORNERED = 1 / cos(pi / 8)
_REVERSED = 2.0
"""The factor by which an inch costs more in reverse."""
_TURNS_DEG = (0.0, *(side * step * 11.25 for step in range(1, 9) for side in (1, -1)))
"""The turns tried on a hull that does not fit as it heads, smallest first; turned about, it takes the same room."""
_ROUNDED_UP_IN = 0.5
"""How much rounding on leaving a road may add to a unit's rate (OUR 26)."""


@dataclass(frozen=True, eq=False)
class Mover:
    """A unit on the table and the ways it can go in a Move."""

    position: Position
    unit: Unit
    here: Spot

    @cached_property
    def kind(self) -> KgnType:
        return self.position.type(self.unit)

    @property
    def rate_in(self) -> float:
        return float(RATES_IN[self.kind.mobility])

    @property
    def _far_in(self) -> float:
        """The farthest it can get, by road all the way."""
        return self.rate_in * road_multiple(self.kind.mobility)

    @property
    def may_reverse(self) -> bool:
        towed = (self.position.type(unit).kind is Kind.GUN for unit in self.position.aboard(self.unit))
        return self.kind.is_vehicle and not any(towed)

    @cached_property
    def free(self) -> TableReach:
        """The ground it could reach if neither hazards nor turns cost anything."""
        far = self._reach_turning_freely(over_hazards=True)
        if far.allowance == self.rate_in:
            return far
        return self._graph_in_reach(over_hazards=True).reach(self.here, self.rate_in)

    def near_lattice(self) -> Floats:
        """The middles (n, 2) of the inch squares it could reach if neither hazards nor turns cost anything."""
        far, squares = self._reach_turning_freely(over_hazards=True), self.position.table.squares
        straight_in = np.hypot(*(squares - self.here).T)
        squares = squares[straight_in * float(far.faces.prices.min()) <= far.allowance + HAIR_IN]
        near: Floats = squares[np.isfinite(far.cost_at(squares))]
        return near

    def way_to(self, goal: Spot) -> WayPlan | None:
        """The best way to a place within its rate; a way that costs no die comes before all others.

        None if there is no way, or it may not stand at its end.
        """
        return self.ways_to(np.array([goal], dtype=np.float64))[0]

    def ways_to(self, places: Floats) -> list[WayPlan | None]:
        """The best way to each of these places (n, 2)."""
        if self.kind.is_infantry:
            return self._ways_turning_freely(places)
        ways: list[WayPlan | None] = [None] * len(places)
        left = np.flatnonzero(~self._room.never_clear(places) | (places == self.here).all(axis=1))
        for over_hazards in (False, True):
            more = self._ways(places[left], over_hazards=over_hazards)
            for number, way in zip(left.tolist(), more, strict=True):
                ways[number] = way
            left = left[[way is None for way in more]]
        return ways

    def _ways_turning_freely(self, places: Floats) -> list[WayPlan | None]:
        """The best ways of a unit that turns freely; if it is not on foot, those that cost no die come first."""
        if self.kind.goes_on_foot:
            return self._free_ways(places, over_hazards=True)
        ways = (self._free_ways(places, over_hazards=over_hazards) for over_hazards in (False, True))
        return [
            over if round_it is None or round_it.needs_die else round_it
            for round_it, over in zip(*ways, strict=True)
        ]

    def _free_ways(self, places: Floats, *, over_hazards: bool) -> list[WayPlan | None]:
        """The ways of a unit that turns freely, or a straight one where rounding on leaving a road falls short (OUR 26)."""
        far = self._reach_turning_freely(over_hazards=over_hazards)
        ways = self._within_rate([None if way is None else Drawn(way) for way in far.ways_to(places)])
        short = np.flatnonzero([way is None for way in ways])
        straight_in = far.faces.costs(np.broadcast_to(self.here, (len(short), 2)), places[short])
        short = short[straight_in < inf]
        straight = [Drawn((self.here, Spot(*place))) for place in places[short].tolist()]
        for number, way in zip(short.tolist(), self._within_rate(straight), strict=True):
            ways[number] = way
        return [way if way and self.may_stand(way.path[-1]) else None for way in ways]

    def _within_rate(self, ways: Sequence[Drawn | None]) -> list[WayPlan | None]:
        """The plan of each way that is within the rate, None for the others."""
        plans_within: list[WayPlan | None] = [None] * len(ways)
        numbers = [k for k, way in enumerate(ways) if way is not None]
        drawn = [way for way in ways if way is not None]
        for k, way in zip(numbers, plans(self.position, self.unit, drawn), strict=True):
            if way.is_within_rate:
                plans_within[k] = way
        return plans_within

    def _ways(self, places: Floats, *, over_hazards: bool) -> list[WayPlan | None]:
        """The cheapest ways within the rate of a unit that pays for turning, forwards or in reverse."""
        facing, half_turn_in = self.unit.heading_deg, self.kind.length_in
        graph, reached = (
            self._graph_in_reach(over_hazards=over_hazards),
            self._reach_turning_freely(over_hazards=over_hazards),
        )
        free = FreeReach(graph, reached)
        ahead = TurningReach(free, facing % 360.0, half_turn_in / 180.0)
        forwards = ahead.ways_to(places, self._room)
        best = self._planned(forwards, reverse=False)
        if not self.may_reverse:
            return best
        # A way in reverse is asked for where none leads there forwards, and where it may be cheaper.
        costs = [inf if way is None or best[k] is None else way.cost for k, way in enumerate(forwards)]
        back = TurningReach(free, (facing + 180.0) % 360.0, half_turn_in / 180.0, _REVERSED)
        in_reverse = np.flatnonzero(back.least_costs(places) < np.array(costs))
        backwards = back.ways_to(places[in_reverse], self._room)
        cheaper = [
            way if way is not None and way.cost < costs[k] else None
            for k, way in zip(in_reverse.tolist(), backwards, strict=True)
        ]
        for k, plan in zip(in_reverse.tolist(), self._planned(cheaper, reverse=True), strict=True):
            best[k] = plan or best[k]
        return best

    def _planned(self, ways: Sequence[TurningWay | None], *, reverse: bool) -> list[WayPlan | None]:
        """The plan of each way that is within the rate, None for the others, forwards or in reverse."""
        return self._within_rate(
            [way and Drawn(way.spots, _hull_facing_deg(way.facing_deg, reverse), reverse) for way in ways]
        )

    @cached_property
    def _room(self) -> HullRoom:
        return HullRoom(self.position, self.unit, self._far_in)

    def _reach_turning_freely(self, *, over_hazards: bool) -> TableReach:
        """The ground within its rate, and what rounding may add, if turns cost nothing."""
        if (reach := self._reached.get(over_hazards)) is None:
            graph = self._graph_in_reach(over_hazards=over_hazards)
            more_in = _ROUNDED_UP_IN if graph.faces.prices.min() < 1 else 0.0
            reach = self._reached[over_hazards] = graph.reach(self.here, self.rate_in + more_in)
        return reach

    @cached_property
    def _reached(self) -> dict[bool, TableReach]:
        return {}

    def may_stand(self, spot: Spot, heading_deg: float = 0.0) -> bool:
        """Whether it has room at a spot with this heading."""
        base = base_at(self.position.table, self.kind, self.position.status(self.unit), spot, heading_deg)
        return why_not_stand(self.position, self.unit, base) is None

    def nearest_facing_deg(self, spot: Spot, heading_deg: float) -> float | None:
        """The facing nearest to a heading with which it has room at a spot; None if it has none there."""
        facings = ((heading_deg + turn) % 360.0 for turn in _TURNS_DEG)
        return next((facing for facing in facings if self.may_stand(spot, facing)), None)

    def price(self, way: tuple[Spot, ...], heading_deg: float, facing_deg: float | None) -> Fraction | None:
        """The price of a way within one Move, from a heading to a final facing; None if it is too far or barred."""
        unit = replace(self.unit, facing_deg=heading_deg)
        (plan,) = plans(self.position, unit, [Drawn(way, facing_deg)])
        return plan.price if plan.is_within_rate and not any(bars_way(self.position, unit, way)) else None

    def _graph_in_reach(self, *, over_hazards: bool) -> TableGraph:
        if (graph := self._graphs.get(over_hazards)) is None:
            graph = self._graphs[over_hazards] = self.graph(over_hazards=over_hazards, far_in=self._far_in)
        return graph

    @cached_property
    def _graphs(self) -> dict[bool, TableGraph]:
        return {}

    def graph(
        self, *, over_hazards: bool, far_in: float = inf, kept_out: Iterable[BaseGeometry] = ()
    ) -> TableGraph:
        """The graph of the table, round enemies within `far_in` and the `kept_out` shapes, over hazards or round them."""
        position, here = self.position, shapely.Point(self.here)
        enemies = [ground for enemy, ground in taken(position) if enemy.side != self.unit.side]
        cores = np.array([base.core for base in enemies], dtype=object)
        radii_in = np.array([base.radius_in for base in enemies])
        near = shapely.distance(cores, here) - radii_in <= far_in
        # Footprints with few corners that contain the true ones: a man's is an octagon.
        closed = shapely.buffer(cores[near], radii_in[near] * _EIGHT_CORNERED, quad_segs=2).tolist()
        wrecks = () if over_hazards or self.kind.goes_on_foot else wrecks_met(position)
        avoided = [ground for ground, _ in wrecks if ground.distance(here) <= far_in]
        key = position.table, self.kind, over_hazards, _as_bytes(closed), _as_bytes([*avoided, *kept_out])
        graph = graph_of(*key)
        is_clear = graph.is_open(self.here) or not body_width_in(self.kind)
        return graph if is_clear else graph_of(*key, self.here)


def _hull_facing_deg(facing_deg: float | None, reverse: bool) -> float | None:
    """The facing of a hull whose leading end points so: turned about in reverse."""
    return None if facing_deg is None else (facing_deg + 180.0 * reverse) % 360.0


def _as_bytes(shapes: Iterable[BaseGeometry]) -> tuple[bytes, ...]:
    return tuple(sorted(shape.wkb for shape in shapes))


@lru_cache(maxsize=24)
def graph_of(
    table: Tabletop,
    kind: KgnType,
    over_hazards: bool,
    closed: tuple[bytes, ...] = (),
    kept_out: tuple[bytes, ...] = (),
    standing: Spot | None = None,
) -> TableGraph:
    """The graph on which the middle of a unit of this kind moves over a table, round hazards or over them.

    Half its width stays off `closed` shapes (WKB), as off ground it may not enter; its middle stays out of the others.

    Rule: KGN Movement, Impassable terrain; OUR 61, 65, 66, 170.
    """
    multiple = road_multiple(kind.mobility)

    def price(pieces: tuple[Piece, ...]) -> float | None:
        grounds = [ground_of(piece) for piece in pieces]
        if not any(opens(piece, kind) for piece in pieces) and any(bars(piece, kind) for piece in pieces):
            return None
        return 1 / multiple if any(ground.is_road for ground in grounds) else 1.0

    avoided = shapely.from_wkb(np.array(kept_out, dtype=object)).tolist()
    if not (over_hazards or kind.goes_on_foot):
        avoided += [area for _, area in costly_ground(table)]
    body = Body(body_width_in(kind), standing)
    return TableGraph.of(
        table, price, shapely.from_wkb(np.array(closed, dtype=object)).tolist(), body, avoided
    )
