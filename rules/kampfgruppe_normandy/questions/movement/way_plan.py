"""A way worked out: how fast it is gone, what of it is road, what it meets, and how far a die lets a unit get.

Rule: KGN Movement, Measuring distances; OUR 25, 26, 27, 28, 190.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import dist, floor
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.engine.position import foretold, memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.arcs import turn_deg
from rules.ground.table.arrays import Geometries, points
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.movement_rates import AFLOAT_IN, RATES_IN, road_multiple
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, SpecialRule
from rules.kampfgruppe_normandy.questions.movement.closed_ground import WATER
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import wrecks_met
from rules.kampfgruppe_normandy.state.position import Position

_ON_ROAD_TOO = frozenset({TableTerrain.ROAD_BLOCK, TableTerrain.RUBBLE})
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Hazard:
    """An obstacle that costs a die: from where to where, whether it must be cleared in one, and what it is."""

    start_in: float
    end_in: float
    is_obstacle: bool
    words: str


@dataclass(frozen=True)
class WayPlan:
    """A way worked out: how fast, what is road, what it meets. `rate_in` is before multiplying, `factor` 2 in reverse."""

    path: tuple[Spot, ...]
    rate_in: float
    multiple: int
    factor: int
    roads: tuple[tuple[float, float], ...]
    turns: tuple[tuple[float, float], ...]
    """Where it turns, in inches along the way, and what that costs in inches of the front."""
    hazards: tuple[Hazard, ...]
    half_length_in: float
    facing_deg: float | None = None
    """How it turns at the end, if it does."""

    @cached_property
    def length_in(self) -> float:
        return length_in(self.path)

    @property
    def needs_die(self) -> bool:
        return bool(self.hazards)

    def is_road(self, at_in: float) -> bool:
        for start, end in self.roads:  # noqa: SIM110, as a generator costs more than the few roads of a way
            if start - _TINY <= at_in < end - _TINY:
                return True
        return False

    def _multiple_at(self, at_in: float) -> int:
        return self.multiple if self.is_road(at_in) else 1

    @property
    def price_in(self) -> float:
        """What the way costs, in inches off the road."""
        return sum([price for _, price, _ in self._stretches])

    def reaches_in(self, allowance_in: float) -> float:
        """How far so much takes it; what is left on leaving a road is rounded to a whole inch (OUR 26)."""
        return self._gone(allowance_in)[0]

    @property
    def is_within_rate(self) -> bool:
        """Whether its rate pays for the whole way and every turn on it."""
        return self._gone(self.rate_in)[1]

    def _gone(self, allowance_in: float) -> tuple[float, bool]:
        left = allowance_in
        gone = 0.0
        was_road = False
        for stretch, price, on_road in self._stretches:
            if stretch > 0:
                if was_road and not on_road:
                    left = float(floor(left + 0.5))
                was_road = on_road
            if price > left + HAIR_IN / 10:
                share = left / price if price > 0 else 0.0
                return gone + max(0.0, stretch * share), False
            left -= price
            gone += stretch
        return self.length_in, True

    @cached_property
    def _stretches(self) -> tuple[tuple[float, float, bool], ...]:
        """The way in stretches of one price: inches gone, their cost and whether on a road; turns as stretches of no length."""
        end_in = self.length_in
        if not (self.turns or self.roads):
            return ((end_in, end_in * self.factor, False),) if end_in else ()
        cuts = {0.0, end_in, *[at for at, _ in self.turns if at <= end_in]}
        cuts.update([min(edge, end_in) for road in self.roads for edge in road])
        ordered = [0.0, *[cut for last, cut in pairwise(sorted(cuts)) if cut - last > _TINY]]
        last_in = end_in - 2 * _TINY
        turns = [(at, price / self._multiple_at(min(at, last_in))) for at, price in self.turns]
        found = []
        for start, end in pairwise(ordered):
            found += [(0.0, price, False) for at, price in turns if abs(at - start) < _TINY]
            multiple = self._multiple_at(start)
            found.append((end - start, (end - start) * (self.factor / multiple), multiple > 1))
        if ordered[-1] >= end_in - _TINY:
            found += [(0.0, price, False) for at, price in turns if abs(at - ordered[-1]) < _TINY]
        return tuple(found)


@implements(
    "KN-MOVE-01", "KN-PRIN-04", "KN-PRIN-05", "KN-PRIN-06", "KN-PRIN-07", "KN-MOVE-15", "KN-MOVE-19b",
    "KN-MOVE-22", "KN-MOVE-23",
)  # fmt: skip
def plan(
    position: Position, unit: Unit, path: tuple[Spot, ...], facing_deg: float | None, *, reverse: bool
) -> WayPlan:
    """A way worked out for a unit, its own spot first.

    Rule: KGN Movement, Measuring distances.
    """
    return _plan(position, unit, Drawn(path, facing_deg, reverse))


@memoized
def _plan(position: Position, unit: Unit, way: "Drawn") -> WayPlan:
    return plans(position, unit, [way])[0]


def plan_ahead(position: Position, unit: Unit, ways: Sequence["Drawn"]) -> None:
    """Work out many ways at once that are asked for one by one later: it takes little more than one of them."""
    for way, planned in zip(ways, plans(position, unit, ways), strict=True):
        foretold(position, _plan, unit, way, answer=planned)


class Drawn(NamedTuple):
    """A way as it is drawn: its places, how it turns at the end, and whether it goes in reverse."""

    path: tuple[Spot, ...]
    facing_deg: float | None = None
    reverse: bool = False


def plans(position: Position, unit: Unit, ways: Sequence[Drawn]) -> list[WayPlan]:
    """Many ways worked out at once, as `plan` does each."""
    kind = position.type(unit)
    lines = np.full(len(ways), None, dtype=object)
    if long := [k for k, way in enumerate(ways) if length_in(way.path) > _TINY]:
        corners = [len(ways[k].path) for k in long]
        spots = np.array(list(chain.from_iterable(ways[k].path for k in long)))
        lines[long] = shapely.linestrings(spots, indices=np.arange(len(long)).repeat(corners))
    roads = _roads(position, lines)
    hazards = [()] * len(ways) if kind.is_infantry else _hazards(position, lines)
    multiple = road_multiple(kind.mobility)
    return [
        WayPlan(
            way.path,
            _rate(position, kind, line),
            multiple if on_road else 1,
            2 if way.reverse else 1,
            on_road,
            ()
            if kind.is_infantry
            else tuple(turns_on(unit, kind, way.path, way.facing_deg, reverse=way.reverse)),
            met,
            kind.length_in / 2,
            way.facing_deg,
        )
        for way, line, on_road, met in zip(ways, lines.tolist(), roads, hazards, strict=True)
    ]


@implements("KN-MOVE-10", "KN-MOVE-12", "KN-MOVE-18a", "KN-MOVE-18b", "KN-MOVE-24")
def goes_in(way: WayPlan, die: int) -> float:
    """How many inches of a way a unit goes with this die taken off (0 where none is thrown).

    The die is taken from the multiplied distance where the hazard lies on a road, and from nothing before the first
    hazard. A unit that cannot clear an obstacle goes up to it.

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
def _rate(position: Position, kind: KgnType, line: BaseGeometry | None) -> float:
    if kind.has(SpecialRule.AMPHIBIOUS) and line is not None:
        afloat = any(piece.terrain in WATER for piece in position.table.under(line))
        if afloat:
            return float(AFLOAT_IN)
    return float(RATES_IN[kind.mobility])


def _roads(position: Position, lines: Geometries) -> list[tuple[tuple[float, float], ...]]:
    """From where to where each line runs on roads."""
    pieces, tree = _road_pieces(position.table)
    met: dict[int, list[str]] = defaultdict(list)
    for line, piece in sorted(tree.query(lines, predicate="intersects").T.tolist()):
        met[line].append(pieces[piece])
    found: list[tuple[tuple[float, float], ...]] = [()] * len(lines)
    if not met:
        return found
    roads = np.array([_road(position.table, tuple(ids)) for ids in met.values()], dtype=object)
    for line, stretches in zip(met, _along(lines[list(met)], roads), strict=True):
        found[line] = tuple(stretches)
    return found


@lru_cache(maxsize=16)
def _road_pieces(table: Tabletop) -> tuple[tuple[str, ...], shapely.STRtree]:
    found = [piece for piece in table.pieces if ground_of(piece).is_road]
    return tuple(piece.id for piece in found), shapely.STRtree([piece.area for piece in found])


@lru_cache(maxsize=256)
def _road(table: Tabletop, pieces: tuple[str, ...]) -> BaseGeometry:
    return shapely.union_all([table.piece(piece).area for piece in pieces])


@implements("KN-MOVE-11", "KN-MOVE-13")
def _hazards(position: Position, lines: Geometries) -> list[tuple[Hazard, ...]]:
    """What each line meets that costs a die, first to last."""
    costly, tree = _costly(position)
    found: list[list[Hazard]] = [[] for _ in lines]
    met = sorted(tree.query(lines, predicate="intersects").T.tolist())
    if met:
        met_lines, met_areas = np.array(met).T
        along = _along(lines[met_lines], tree.geometries[met_areas])
        for (line, area), stretches in zip(met, along, strict=True):
            is_obstacle, words = costly[area]
            found[line] += [Hazard(start, end, is_obstacle, words) for start, end in stretches]
    return [tuple(sorted(each, key=lambda hazard: hazard.start_in)) for each in found]


@memoized
def _costly(position: Position) -> tuple[list[tuple[bool, str]], shapely.STRtree]:
    """All ground that costs a die: whether it is an obstacle and what it is, and where."""
    ground, wrecks = costly_ground(position.table), wrecks_met(position)
    told = [
        *((_is_obstacle(piece), str(piece)) for piece, _ in ground),
        *((True, words) for _, words in wrecks),
    ]
    return told, shapely.STRtree([*(area for _, area in ground), *(area for area, _ in wrecks)])


@lru_cache(maxsize=16)
def costly_ground(table: Tabletop) -> tuple[tuple[Piece, BaseGeometry], ...]:
    """The pieces that cost a die, but for wrecks, each with its ground that no road or opening frees of it."""
    ways = [piece.area for piece in table.pieces if ground_of(piece).opens]
    roads = [piece.area for piece in table.pieces if ground_of(piece).is_road]
    found = []
    for piece in table.pieces:
        if ground_of(piece).costs_die and piece.terrain is not TableTerrain.WRECK:
            free = ways if piece.terrain in _ON_ROAD_TOO else [*ways, *roads]
            found.append(
                (piece, shapely.difference(piece.area, shapely.union_all(free)) if free else piece.area)
            )
    shapely.prepare([area for _, area in found])
    return tuple(found)


def _is_obstacle(piece: Piece) -> bool:
    """A hedge, wall or road block is crossed or not; woods, marsh and the like are entered."""
    return piece.width_in is not None or piece.terrain in _ON_ROAD_TOO


def turns_on(
    unit: Unit,
    kind: KgnType,
    path: tuple[Spot, ...],
    facing_deg: float | None = None,
    *,
    reverse: bool = False,
) -> list[tuple[float, float]]:
    """Every turn on the way, however small, in proportion to half a circle for the model's length (OUR 28)."""
    heading, gone = unit.heading_deg, 0.0
    turns: list[tuple[float, float]] = []
    for start, end in pairwise(path):
        if (leg_in := start.gap_in(end)) < _TINY:
            continue
        bearing = end.bearing_deg(start) if reverse else start.bearing_deg(end)
        turns.append((gone, abs(turn_deg(heading, bearing))))
        heading = bearing
        gone += leg_in
    if facing_deg is not None:
        turns.append((gone, abs(turn_deg(heading, facing_deg))))
    return [(at, kind.length_in * angle / 180.0) for at, angle in turns if angle > _TINY]


def _along(lines: Geometries, areas: Geometries | BaseGeometry) -> list[list[tuple[float, float]]]:
    """From where to where along each line it runs inside its area, in order."""
    found: list[list[tuple[float, float]]] = [[] for _ in lines]
    parts, line = shapely.get_parts(shapely.intersection(lines, areas), return_index=True)
    is_long = shapely.length(parts) > _TINY
    parts, line = parts[is_long], line[is_long]
    corners, part = shapely.get_coordinates(parts, return_index=True)
    at_in = shapely.line_locate_point(lines[line[part]], points(corners))
    first = np.flatnonzero(np.diff(part, prepend=-1))
    starts, ends = (
        (at.reduceat(at_in, first).tolist() for at in (np.minimum, np.maximum)) if len(first) else ([], [])
    )
    for k, start, end in sorted(zip(line.tolist(), starts, ends, strict=True)):
        merged = found[k]
        if merged and start <= merged[-1][1] + _TINY:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return found


def length_in(path: tuple[Spot, ...]) -> float:
    return sum(map(dist, path, path[1:]))
