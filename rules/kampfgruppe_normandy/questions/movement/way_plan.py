"""The plan of a way: its rate, its roads, turns and hazards, what it costs, and how far a die lets a unit get.

Rule: KGN Movement, Measuring distances; OUR 25, 26, 27, 28, 190.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise
from math import dist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.engine.position import memoized, store_answer
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.game.verdicts import thousandths
from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.movement_rates import AFLOAT_IN, RATES_IN, road_multiple
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, SpecialRule
from rules.kampfgruppe_normandy.questions.movement.closed_ground import WATER
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import wrecks_met
from rules.kampfgruppe_normandy.state.position import Position

if TYPE_CHECKING:
    from rules.ground.table.movement.stretches import Areas
    from rules.kampfgruppe_normandy.questions.movement.way_costs import DrawnWays

_ON_ROAD_TOO = frozenset({TableTerrain.ROAD_BLOCK, TableTerrain.RUBBLE})
_OBSTACLES = _ON_ROAD_TOO | {TableTerrain.HEDGE, TableTerrain.BOCAGE, TableTerrain.WALL}
"""Obstacles even where drawn as areas, cleared in one Move or not at all; whatever is drawn as a line is one too."""
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Hazard:
    """Ground on a way that costs a die: from which inch to which, whether it must be cleared at once, and what it is."""

    start_in: float
    end_in: float
    is_obstacle: bool
    words: str


class WayPlan(NamedTuple):
    """The plan of a way. `rate_in` is the rate before a road multiplies it by `multiple`; `factor` is 2 in reverse."""

    path: tuple[Spot, ...]
    rate_in: float
    multiple: int
    factor: int
    roads: tuple[tuple[float, float], ...]
    turns: tuple[tuple[float, float], ...]
    """Where it turns, in inches along the way, and what each turn costs in inches."""
    hazards: tuple[Hazard, ...]
    half_length_in: float
    facing_deg: float | None
    """The facing to which it turns at the end, if it does."""
    length_in: float
    price_in: float
    """What the way costs, in inches off the road."""
    stretches: Floats
    """The way in stretches of one price (n, 3): inches gone, their cost and 1 on a road; turns as stretches of no length."""
    is_within_rate: bool
    """Whether its rate is enough for the whole way with every turn."""

    @property
    def needs_die(self) -> bool:
        return bool(self.hazards)

    @property
    def price(self) -> Fraction:
        """What the way costs, to the thousandth of an inch off the road."""
        return thousandths(round(self.price_in * 1000))

    def is_road(self, at_in: float) -> bool:
        for start, end in self.roads:  # noqa: SIM110, as a generator costs more than the few roads of a way
            if start - _TINY <= at_in < end - _TINY:
                return True
        return False

    def at_rate(self, rate_in: float) -> "WayPlan":
        """The same way at another rate."""
        return self._replace(rate_in=rate_in, is_within_rate=self._gone_in(rate_in)[1])

    def reaches_in(self, allowance_in: float) -> float:
        """How far along the way an allowance takes it; what is left on leaving a road is rounded to a whole inch (OUR 26)."""
        return self._gone_in(allowance_in)[0]

    def _gone_in(self, allowance_in: float) -> tuple[float, bool]:
        from rules.kampfgruppe_normandy.questions.movement.way_costs import gone_in

        far_in, is_all = gone_in(self.stretches, self.length_in, allowance_in)
        return float(far_in), is_all


@implements(
    "KN-MOVE-01", "KN-PRIN-04", "KN-PRIN-05", "KN-PRIN-06", "KN-PRIN-07", "KN-MOVE-15", "KN-MOVE-19b",
    "KN-MOVE-22", "KN-MOVE-23",
)  # fmt: skip
def plan(
    position: Position, unit: Unit, path: tuple[Spot, ...], facing_deg: float | None, *, reverse: bool
) -> WayPlan:
    """The plan of a way for a unit; `path` begins with its own spot.

    Rule: KGN Movement, Measuring distances.
    """
    return _plan(position, unit, Drawn(path, facing_deg, reverse))


@memoized
def _plan(position: Position, unit: Unit, way: "Drawn") -> WayPlan:
    return plans(position, unit, [way])[0]


def plan_ahead(position: Position, unit: Unit, ways: Sequence["Drawn"]) -> None:
    """Plan many ways at once, before each is asked about by itself: it takes little longer than planning one."""
    for way, planned in zip(ways, plans(position, unit, ways), strict=True):
        store_answer(position, _plan, unit, way, answer=planned)


class Drawn(NamedTuple):
    """A way as drawn: its places, the facing to turn to at the end, and whether it goes in reverse."""

    path: tuple[Spot, ...]
    facing_deg: float | None = None
    reverse: bool = False


def plans(position: Position, unit: Unit, ways: Sequence[Drawn]) -> list[WayPlan]:
    """The plans of many ways at once, each as by `plan`."""
    from rules.ground.table.movement.stretches import stretches_in
    from rules.kampfgruppe_normandy.questions.movement.way_costs import way_costs

    kind = position.type(unit)
    drawn = _drawn(unit, 0.0 if kind.is_infantry else kind.length_in, ways)
    numbers, _, roads = stretches_in(_roads(position.table), drawn.places, drawn.first)
    first_road = np.searchsorted(numbers, np.arange(len(ways) + 1))
    hazards = [()] * len(ways) if kind.goes_on_foot else _hazards(position, drawn)
    multiple = road_multiple(kind.mobility)
    rates_in = _rates_in(position, kind, ways)
    costs = way_costs(drawn, rates_in, first_road, roads, multiple)
    each = zip(
        ways,
        rates_in.tolist(),
        _pairs_of_each(first_road, roads),
        _pairs_of_each(costs.first_turn, costs.turns),
        hazards,
        costs.length_in.tolist(),
        costs.price_in.tolist(),
        pairwise(costs.first_stretch.tolist()),
        costs.is_within_rate.tolist(),
        strict=True,
    )
    return [
        WayPlan(
            way.path,
            rate_in,
            multiple if on_road else 1,
            2 if way.reverse else 1,
            on_road,
            turns,
            met,
            kind.length_in / 2,
            way.facing_deg,
            length,
            price_in,
            costs.stretches[first:last],
            is_within_rate,
        )
        for way, rate_in, on_road, turns, met, length, price_in, (first, last), is_within_rate in each
    ]


def _drawn(unit: Unit, half_turn_in: float, ways: Sequence[Drawn]) -> "DrawnWays":
    """These ways as arrays."""
    from rules.kampfgruppe_normandy.questions.movement.way_costs import DrawnWays

    paths, facings_deg, reverse = zip(*ways, strict=True) if ways else ((), (), ())
    flat = chain.from_iterable(chain.from_iterable(paths))
    return DrawnWays(
        np.fromiter(flat, np.float64).reshape(-1, 2),
        np.cumsum([0, *map(len, paths)]),
        np.array(facings_deg, dtype=np.float64),
        np.array(reverse, dtype=np.bool_),
        float(unit.heading_deg),
        float(half_turn_in),
    )


def _pairs_of_each(first: Ints, pairs: Floats) -> list[tuple[tuple[float, float], ...]]:
    """The pairs of each way: `pairs[first[k]:first[k + 1]]` of way k."""
    if not len(pairs):
        return [()] * (len(first) - 1)
    all_pairs = list(zip(*pairs.T.tolist(), strict=True))
    return [tuple(all_pairs[start:end]) for start, end in pairwise(first.tolist())]


@implements("KN-MOVE-10", "KN-MOVE-12", "KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
def goes_in(way: WayPlan, die: int) -> float:
    """How many inches of a way a unit goes with this die taken off (0 where none is thrown).

    The die is taken from the multiplied distance where the hazard lies on a road, and keeps no unit from going up to the
    first hazard. A unit that cannot clear an obstacle goes up to it.

    Rule: KGN Crossing difficult ground and obstacles; OUR 25.
    """
    if not die:
        return way.reaches_in(way.rate_in)
    first = way.hazards[0]
    loss = die / way.multiple if way.is_road(first.start_in) else float(die)
    reached = way.reaches_in(max(0.0, way.rate_in - loss))
    farthest = way.reaches_in(way.rate_in)
    for hazard in way.hazards:
        front = max(0.0, hazard.start_in - way.half_length_in)
        clear = min(hazard.end_in + way.half_length_in, way.length_in)
        if reached < (clear if hazard.is_obstacle else front):
            return min(farthest, front)
        farthest = reached
    return reached


@implements("KN-MOVE-02", "KN-MOVE-03", "KN-MOVE-04", "KN-MOVE-05", "KN-MOVE-08", "KN-MOVE-09")
def _rates_in(position: Position, kind: KgnType, ways: Sequence[Drawn]) -> Floats:
    """The rate of each way; an amphibious vehicle whose way crosses water goes at its rate afloat."""
    rates_in = np.full(len(ways), float(RATES_IN[kind.mobility]))
    if kind.has(SpecialRule.AMPHIBIOUS):
        for k, way in enumerate(ways):
            if length_in(way.path) > _TINY:
                under = position.table.under(shapely.LineString(way.path))
                if any(piece.terrain in WATER for piece in under):
                    rates_in[k] = float(AFLOAT_IN)
    return rates_in


@lru_cache(maxsize=16)
def _roads(table: Tabletop) -> "Areas":
    """All roads, as one area."""
    from rules.ground.table.movement.stretches import edges_of

    return edges_of([shapely.union_all([piece.area for piece in table.pieces if ground_of(piece).is_road])])


@implements("KN-MOVE-11", "KN-MOVE-13")
def _hazards(position: Position, drawn: "DrawnWays") -> list[tuple[Hazard, ...]]:
    """The hazards on each way, first to last."""
    from rules.ground.table.movement.stretches import stretches_in

    costly, areas = _costly(position.table, wrecks_met(position))
    hazards: list[list[Hazard]] = [[] for _ in drawn.facing_deg]
    stretches = stretches_in(areas, drawn.places, drawn.first)
    for way, area, (start, end) in zip(*(each.tolist() for each in stretches), strict=True):
        hazards[way].append(Hazard(start, end, *costly[area]))
    return [tuple(sorted(each, key=lambda hazard: hazard.start_in)) for each in hazards]


@lru_cache(maxsize=16)
def _costly(
    table: Tabletop, wrecks: tuple[tuple[BaseGeometry, str], ...]
) -> tuple[list[tuple[bool, str]], "Areas"]:
    """All ground that costs a die: whether each piece is an obstacle, its words, and where it lies."""
    from rules.ground.table.movement.stretches import edges_of

    ground = costly_ground(table)
    costly = [
        *((_is_obstacle(piece), str(piece)) for piece, _ in ground),
        *((True, words) for _, words in wrecks),
    ]
    return costly, edges_of([*(area for _, area in ground), *(area for area, _ in wrecks)])


@lru_cache(maxsize=16)
def costly_ground(table: Tabletop) -> tuple[tuple[Piece, BaseGeometry], ...]:
    """The pieces that cost a die, except wrecks, each with its ground less that freed by roads and openings."""
    ways = [piece.area for piece in table.pieces if ground_of(piece).opens]
    roads = [piece.area for piece in table.pieces if ground_of(piece).is_road]
    costly = []
    for piece in table.pieces:
        if ground_of(piece).costs_die and piece.terrain is not TableTerrain.WRECK:
            free = ways if piece.terrain in _ON_ROAD_TOO else [*ways, *roads]
            costly.append(
                (piece, shapely.difference(piece.area, shapely.union_all(free)) if free else piece.area)
            )
    shapely.prepare([area for _, area in costly])
    return tuple(costly)


def _is_obstacle(piece: Piece) -> bool:
    """Whether a piece must be crossed at once, as a hedge or wall, or can be entered, as woods or marsh."""
    return piece.width_in is not None or piece.terrain in _OBSTACLES


def turns_on(
    unit: Unit, kind: KgnType, path: tuple[Spot, ...], facing_deg: float | None = None
) -> list[tuple[float, float]]:
    """Every turn on a way forwards, in inches along it and with its cost: the model's length for half a circle (OUR 28)."""
    from rules.kampfgruppe_normandy.questions.movement.way_costs import way_costs

    drawn = _drawn(unit, kind.length_in, [Drawn(path, facing_deg)])
    costs = way_costs(drawn, np.zeros(1), np.zeros(2, np.int64), np.empty((0, 2)), 1)
    return [(at, price) for at, price in costs.turns.tolist()]


def length_in(path: tuple[Spot, ...]) -> float:
    return sum(map(dist, path, path[1:]))
