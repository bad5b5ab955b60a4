"""Ways within a Move action: the best way of a unit to a place, worked out as the move would be.

Ways are found on a graph that knows the price of the ground and keeps out of the enemy; each is then judged with its
turns, roads and hazards, and by whether the unit may stand at its end.

Rule: KGN Movement; OUR 25 to 28, 54.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, inf, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.units import Unit
from rules.ground.table.inches import Base, Spot, gap_in
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.movement_rates import RATES_IN, road_multiple
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars, opens
from rules.kampfgruppe_normandy.questions.movement.standing_room import in_the_way
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan, plan
from rules.kampfgruppe_normandy.state.position import Position, base_at

_HARDLY_DEARER = 1.001
_EIGHT_CORNERED = 1 / cos(pi / 8)


@dataclass(frozen=True, eq=False)
class Mover:
    """A unit that stands on the table and is to move."""

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
    def may_reverse(self) -> bool:
        towed = (self.position.type(unit).kind is Kind.GUN for unit in self.position.aboard(self.unit))
        return self.kind.is_vehicle and not any(towed)

    @cached_property
    def free(self) -> TableReach:
        """Where it gets if hazards cost nothing."""
        return self._reach(over_hazards=True)

    @cached_property
    def plain(self) -> TableReach:
        """Where it gets round all that costs a die."""
        return self.free if self.kind.is_infantry else self._reach(over_hazards=False)

    def way_to(self, goal: Spot) -> WayPlan | None:
        """The best way to a place that its rate pays for, one that costs no die before all others.

        None if there is none, or it may not stand at the end of it.
        """
        found = [way for way in self._ways(goal) if way.is_within_rate and self._may_stand(way)]
        return min(found, key=lambda way: (way.needs_die, way.price_in(way.length_in)), default=None)

    def _ways(self, goal: Spot) -> Iterator[WayPlan]:
        straight = np.array([self.here, goal], dtype=np.float64)
        if self.free.faces.costs(straight[:1], straight[1:])[0] < inf:
            direct = self._plan((self.here, goal))
            yield direct
            if self.may_reverse:
                yield self._plan((self.here, goal), reverse=True)
            cheapest = float(self.plain.cost_at(straight[1:])[0])
            paid = direct.price_in(direct.length_in) - sum(price for _, price in direct.turns)
            if not direct.needs_die and paid <= cheapest * _HARDLY_DEARER:
                return
        for reached in dict.fromkeys((self.plain, self.free)):
            if (path := reached.way_to(goal)) is not None:
                yield self._plan(path)

    def _plan(self, path: tuple[Spot, ...], *, reverse: bool = False) -> WayPlan:
        return plan(self.position, self.unit, path, None, reverse=reverse)

    def _may_stand(self, way: WayPlan) -> bool:
        one, other = way.path[-2:]
        heading = self.unit.facing_deg or 0.0
        if self.kind.is_vehicle and one != other:
            heading = one.bearing_deg(other) + (180.0 if way.factor > 1 else 0.0)
        base = base_at(self.kind, self.position.status(self.unit), other, heading)
        return in_the_way(self.position, self.unit, base) is None

    def _reach(self, *, over_hazards: bool) -> TableReach:
        far_in = self.rate_in * road_multiple(self.kind.mobility)
        return self.graph(over_hazards=over_hazards, far_in=far_in).reach(self.here, self.rate_in)

    def graph(
        self, *, over_hazards: bool, far_in: float = inf, kept_out: Iterable[BaseGeometry] = ()
    ) -> TableGraph:
        """The table round the enemies so near, and the shapes it shall keep out of; over what costs a die or round it."""
        position = self.position
        obstacles = [
            position.base(enemy)
            for enemy in position.enemies(self.unit.side)
            if position.type(enemy).kind is not Kind.AIRCRAFT
        ]
        if not over_hazards:
            obstacles += [
                Base.rectangle(hull.at, hull.width_in, hull.length_in, hull.facing_deg)
                for hull in position.hulls
                if hull.name not in position.state.units
            ]
        closed = [_coarse(base) for base in obstacles if gap_in(base, self.here) <= far_in]
        shapes = tuple(sorted(shape.wkb for shape in (*closed, *kept_out)))
        return graph_of(position.table, self.kind, over_hazards, shapes)


def _coarse(base: Base) -> BaseGeometry:
    """A footprint with few corners, which holds the true one: a man is eight-cornered."""
    return shapely.buffer(base.core, base.radius_in * _EIGHT_CORNERED, quad_segs=2)


@lru_cache(maxsize=24)
def graph_of(
    table: Tabletop, kind: KgnType, over_hazards: bool, kept_out: tuple[bytes, ...] = ()
) -> TableGraph:
    """A table as a unit of this kind moves over it, round hazards or over them; it stays out of the shapes (WKB).

    Rule: KGN Movement, Impassable terrain; OUR 61, 65, 66.
    """
    multiple = road_multiple(kind.mobility)

    def price(pieces: tuple[Piece, ...]) -> float | None:
        grounds = [ground_of(piece) for piece in pieces]
        is_opened = any(opens(piece, kind) for piece in pieces)
        is_road = any(ground.is_road for ground in grounds)
        if not is_opened and any(bars(piece, kind) for piece in pieces):
            return None
        is_free = kind.is_infantry or over_hazards or is_opened or is_road
        if not is_free and any(ground.costs_die for ground in grounds):
            return None
        return 1 / multiple if is_road else 1.0

    return TableGraph.of(table, price, shapely.from_wkb(np.array(kept_out, dtype=object)).tolist())
