"""Routes over a table that trade inches against danger, on the book's own movement graph.

The cheapest route is the book's path. For the others every inch also pays for its danger, at rates that close in on
the widest gap between the routes found so far. The cost of a route is the book's exact price, turns at its corners
included; its danger is summed over the inch squares it crosses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, inf

import numpy as np

from rules.game.movement import TableMovement
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.planning.exposure import Exposure
from rules.planning.plan import Leg, Route, Step, ending_nearest, unbeaten
from rules.planning.table_search import TableSearch

PATIENCE = 1.5
"""A route may cost PATIENCE times as much as the cheapest, or SLACK points more."""
SLACK = 6.0

_SAFEST = (100.0, 20.0, 5.0, 2.0)
"""The points that an inch of certain harm costs when safety comes first; the next rate is used if a route gets too long."""
_LEAST_RATE = 1e-6
_MOST_BETWEEN = 4
_PIECE_IN = 0.25
_ROUNDING = 1e-6


def table_routes(movement: TableMovement, start: Spot, goal: Spot, exposure: Exposure) -> tuple[Route, ...]:
    """The routes of a unit to a spot that no other route found beats, the cheapest first; none if there is no way."""
    cheapest = movement.graph.way(start, goal)
    if cheapest is None:
        return ()
    budget = max(PATIENCE * cheapest.cost, cheapest.cost + SLACK)
    search = TableSearch(movement.graph, start, goal, budget, exposure.dangers)

    def route(spots: tuple[Spot, ...]) -> tuple[Route, ...]:
        drawn = _route(movement, spots, search, exposure) if spots else None
        return () if drawn is None else (drawn,)

    routes = list(route(tuple(cheapest.spots)))
    if not any(known.places[-1] == goal for known in routes):
        # The book's path may run along the very side of a house, which the search keeps a little off.
        routes += route(search.way(_LEAST_RATE))
    for known in routes:
        if known.places[-1] == goal and not known.exposure:
            return (known,)
    for rate in _SAFEST:
        spots = search.way(rate)
        if spots and (movement.graph.cost_along(spots) or inf) <= budget:
            routes += route(spots)
            break
    for _ in range(_MOST_BETWEEN):
        routes = unbeaten(ending_nearest(routes, goal))
        gaps = [
            (cheaper.exposure - dearer.exposure, k) for k, (cheaper, dearer) in enumerate(pairwise(routes))
        ]
        if not gaps:
            break
        saved, k = max(gaps)
        between = search.way(max(float(routes[k + 1].cost - routes[k].cost) / saved, _LEAST_RATE))
        added = route(between)
        if not added or added[0].exposure in {known.exposure for known in routes}:
            break
        routes += added
    return tuple(unbeaten(ending_nearest(routes, goal)))


def _route(
    movement: TableMovement, spots: tuple[Spot, ...], search: TableSearch, exposure: Exposure
) -> Route | None:
    """A way as a route: cut into turns, each ending where the unit has room, and into the inch squares it
    crosses; None if the unit has room nowhere on it."""
    way = _pieces(movement, spots)
    steps: list[Step] = []
    begin = 0
    turns = _legs(movement, way, search.danger_at(way.places[1:]))
    for turn, (stop, _) in enumerate(turns, 1):
        steps += _steps(way.places[begin : stop + 1], turn, search, exposure, rests=turn < len(turns))
        begin = stop
    if not turns:
        return None
    legs = tuple(leg for _, leg in turns)
    return Route(legs, tuple(steps), movement.measure, movement.stage, movement.stages_each)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A way cut into short pieces: the `places` at their ends, one more than there are pieces; for each piece
    its cost, the cost of the turn before it, and its heading; and the ends at which the way bends."""

    places: Floats
    costs: Floats
    turning: Floats
    headings_deg: Floats
    bends: Sequence[int]

    def spots(self, begin: int, stop: int) -> tuple[Spot, ...]:
        """The corners of the part of the way between two ends."""
        within = [_spot(self.places[at]) for at in self.bends if begin < at < stop]
        return _spot(self.places[begin]), *within, _spot(self.places[stop])

    def is_turn(self, piece: int) -> bool:
        """Whether a piece is only a turn on the spot."""
        return bool((self.places[piece] == self.places[piece + 1]).all())


def _pieces(movement: TableMovement, spots: tuple[Spot, ...]) -> _Pieces:
    """A way cut into pieces, each in one inch square. If turning at a corner and moving on costs more than a turn of play allows,
    the turning becomes pieces of its own, each as large as the points pay for."""
    places, corners = _cut(spots)
    moved, points = _piece_costs(movement, spots, places, corners), float(movement.points)
    turned = dict(zip(corners, movement.turning(spots), strict=True))
    ends, bends = [places[0]], list[int]()
    costs, turning, headings = list[float](), list[float](), list[float]()
    before = movement.heading_deg
    for number, (start, end) in enumerate(pairwise(places)):
        heading, price = _spot(start).bearing_deg(_spot(end)), turned.get(number, 0.0)
        if number in turned:
            bends.append(len(costs))
        if price + moved[number] > points + _ROUNDING and price > 0:
            angle, shares = (heading - before + 180.0) % 360.0 - 180.0, ceil(price / points - _ROUNDING)
            for share in range(1, shares + 1):
                ends.append(start)
                costs.append(0.0)
                turning.append(min(points, price - points * (share - 1)))
                headings.append((before + angle * min(1.0, points * share / price)) % 360.0)
            price = 0.0
        ends.append(end)
        costs.append(moved[number])
        turning.append(price)
        headings.append(heading)
        before = heading
    return _Pieces(np.array(ends), np.array(costs), np.array(turning), np.array(headings), bends)


def _cut(spots: tuple[Spot, ...]) -> tuple[Floats, list[int]]:
    """A way cut into short straight pieces, each in one inch square: their ends, and which of the ends are corners of the way."""
    places, corners = [np.array(spots[:1], dtype=np.float64)], [0]
    for start, end in pairwise(spots):
        short = np.linspace(0, 1, max(1, ceil(start.gap_in(end) / _PIECE_IN)) + 1)
        shares = np.unique(
            np.concatenate([short, *(_edges(*along) for along in zip(start, end, strict=True))])
        )
        cut = np.array(start) + (np.array(end) - np.array(start)) * shares[1:, None]
        cut[-1] = end  # which rounding may miss
        places.append(cut)
        corners.append(corners[-1] + len(shares) - 1)
    return np.concatenate(places), corners


def _edges(start: float, end: float) -> Floats:
    """The shares of a move at which whole inches lie between two coordinates."""
    whole = np.arange(ceil(min(start, end)), floor(max(start, end)) + 1, dtype=np.float64)
    shares: Floats = (whole - start) / (end - start) if start != end else whole[:0]
    return shares


def _piece_costs(
    movement: TableMovement, spots: tuple[Spot, ...], places: Floats, corners: list[int]
) -> Floats:
    """The cost of each piece; a piece that rounding moves onto forbidden ground costs its share of the straight leg."""
    costs = movement.graph.faces.costs(places[:-1], places[1:])
    ends = np.array(spots, dtype=np.float64)
    counts = np.diff(corners)
    shares = np.repeat(movement.graph.faces.costs(ends[:-1], ends[1:]) / counts, counts)
    whole: Floats = np.where(np.isfinite(costs), costs, shares)
    return whole


def _reached(movement: TableMovement, paid: Floats) -> Floats:
    """The points spent at the end of each piece, including those already spent in the first turn, unless
    no piece fits into it."""
    spent = float(movement.spent)
    goes_on = len(paid) > 0 and spent + paid[0] <= float(movement.points) + _ROUNDING
    reached: Floats = np.cumsum(paid) + (spent if goes_on else 0.0)
    return reached


def _legs(movement: TableMovement, way: _Pieces, danger: Floats) -> list[tuple[int, Leg]]:
    """The turns of a way, and after how many pieces each ends: at the least dangerous place where the unit may end it without
    needing a further turn, else as far on as possible. The last turn ends as far on as there is room;
    without room there is none."""
    legs: list[tuple[int, Leg]] = []
    points, spent, begin, heading_deg = float(movement.points), 0.0, 0, movement.heading_deg
    paid = np.minimum(way.costs + way.turning, points)
    reached = _reached(movement, paid)
    left = points - float(reached[0] - paid[0])
    rooms = (end for end in reversed(range(len(reached))) if _facing_deg(movement, way, end) is not None)
    reached = reached[: next(rooms, -1) + 1]
    while begin < len(reached):
        may = (reached > spent + _ROUNDING) & (reached <= spent + points + _ROUNDING)
        later = max(1, ceil((reached[-1] - spent) / points - _ROUNDING) - 1)
        ends = np.flatnonzero(may & (reached >= reached[-1] - later * points - _ROUNDING))
        best = ends[np.lexsort((-ends, danger[ends]))].tolist()
        others = np.flatnonzero(may)[::-1].tolist()
        arrives = others[:1] if may[-1] else []
        legs_to = (
            (end, _leg(movement, way, begin, end, heading_deg, left)) for end in (*arrives, *best, *others)
        )
        next_leg = next(((end, *leg) for end, leg in legs_to if leg is not None), None)
        if next_leg is None:
            break
        end, leg, heading_deg = next_leg
        begin, spent, left = end + 1, float(reached[end]), points
        legs.append((begin, leg))
    return legs


def _leg(
    movement: TableMovement, way: _Pieces, begin: int, end: int, heading_deg: float, left: float
) -> tuple[Leg, float] | None:
    """The turn of play from the start of one piece, with this heading, to the end of another, and the facing
    after it; None if it is not allowed or costs more than the points left."""
    faces_deg = _facing_deg(movement, way, end)
    if faces_deg is None:
        return None
    spots = way.spots(begin, end + 1)
    turned = faces_deg if way.is_turn(end) or faces_deg != way.headings_deg[end] else None
    if movement.price is not None:
        cost = movement.price(spots, heading_deg, turned)
    else:
        gone = (movement.charged or movement.graph).cost_along(spots)
        price = float(way.costs[begin : end + 1].sum()) if gone is None else gone
        price += float(way.turning[begin : end + 1].sum())
        # Along an edge the pieces one by one may cost less than the whole.
        pays = price <= left + _ROUNDING or begin == end
        cost = Fraction(round(price * 1000), 1000) if pays else None
    return None if cost is None else (Leg(spots, cost, movement.asks, turned), faces_deg)


def _facing_deg(movement: TableMovement, way: _Pieces, piece: int) -> float | None:
    """The facing with which the unit may stop at the end of a piece; None if it may not stop there."""
    return movement.rests(_spot(way.places[piece + 1]), float(way.headings_deg[piece]))


def _steps(
    places: Floats, turn: int, search: TableSearch, exposure: Exposure, *, rests: bool
) -> Iterator[Step]:
    """The squares that one turn of a way crosses, each with its inches; the square where the turn ends counts one more."""
    lengths = np.hypot(*np.diff(places, axis=0).T)
    squares = search.squares((places[:-1] + places[1:]) / 2)
    inches: list[tuple[Spot, float]] = []
    for square, length in zip(squares, lengths.tolist(), strict=True):
        if not length:
            continue
        if inches and inches[-1][0] == square:
            inches[-1] = square, inches[-1][1] + length
        else:
            inches.append((square, length))
    if rests:
        (last,) = search.squares(places[-1:])
        inches.append((last, 1.0))
    for square, length in inches:
        yield Step(square, turn, exposure.at(square), length)


def _spot(place: Floats) -> Spot:
    return Spot(*place.tolist())
