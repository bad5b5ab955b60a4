"""Ways over a table that trade inches against danger, on the book's own movement graph.

The cheapest way is the book's. On the others every inch pays for its danger too, at rates that close in on
the widest gap between the ways found so far. What a way costs is the book's exact price of it, turns at its corners
included; its danger is summed over the inch squares it crosses.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, inf

import numpy as np

from rules.game.movement import TableMovement
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.planning.exposure import Exposure
from rules.planning.plan import Leg, Route, Step, unbeaten
from rules.planning.table_search import TableSearch

PATIENCE = 1.5
"""A way may cost so many times what the cheapest does, or SLACK more points."""
SLACK = 6.0

_SAFEST = (100.0, 20.0, 5.0, 2.0)
"""Points that an inch pays for a sure harm where safety is all; the next rate is taken where a way gets too long."""
_LEAST_RATE = 1e-6
_MOST_BETWEEN = 4
_PIECE_IN = 0.25
_ROUNDING = 1e-6


def table_routes(movement: TableMovement, start: Spot, goal: Spot, exposure: Exposure) -> tuple[Route, ...]:
    """Ways of a unit to a spot that nothing found beats, the cheapest first; none if there is no way."""
    cheapest = movement.graph.way(start, goal)
    if cheapest is None:
        return ()
    budget = max(PATIENCE * cheapest.cost, cheapest.cost + SLACK)
    search = TableSearch(movement.graph, start, goal, budget, exposure.dangers)

    def route(spots: tuple[Spot, ...]) -> Route:
        return _route(movement, spots, search, exposure)

    found = [route(tuple(cheapest.spots))]
    if not found[0].exposure:
        return tuple(found)
    for rate in _SAFEST:
        spots = search.way(rate)
        if spots and (movement.graph.cost_along(spots) or inf) <= budget:
            found.append(route(spots))
            break
    for _ in range(_MOST_BETWEEN):
        found = unbeaten(found)
        gaps = [(one.exposure - two.exposure, k) for k, (one, two) in enumerate(pairwise(found))]
        if not gaps:
            break
        saved, k = max(gaps)
        between = search.way(max(float(found[k + 1].cost - found[k].cost) / saved, _LEAST_RATE))
        added = route(between) if between else found[k]
        if any(added.exposure == known.exposure for known in found):
            break
        found.append(added)
    return tuple(unbeaten(found))


def _route(
    movement: TableMovement, spots: tuple[Spot, ...], search: TableSearch, exposure: Exposure
) -> Route:
    """A way cut into turns, and its steps: the inch squares it crosses."""
    places, corners = _pieces(spots)
    costs, turning = _piece_costs(movement, spots, places, corners), np.zeros(len(places))
    np.add.at(turning, corners, movement.turning(spots))
    paid = np.minimum(costs + turning[:-1], float(movement.points))
    stops = _stops(movement, places, _reached(movement, paid), search.danger_at(places[1:]))
    legs: list[Leg] = []
    steps: list[Step] = []
    begin = 0
    for turn, stop in enumerate(stops, 1):
        within = [spot for spot, at in zip(spots, corners, strict=True) if begin < at < stop]
        way = (_spot(places[begin]), *within, _spot(places[stop]))
        cost = movement.graph.cost_along(way)
        if cost is None:
            cost = float(costs[begin:stop].sum())
        cost += float(turning[begin:stop].sum())
        legs.append(Leg(way, Fraction(round(cost * 1000), 1000), movement.asks))
        steps += _steps(places[begin : stop + 1], turn, search, exposure, rests=turn < len(stops))
        begin = stop
    return Route(tuple(legs), tuple(steps), movement.measure, movement.stage, movement.stages_each)


def _pieces(spots: tuple[Spot, ...]) -> tuple[Floats, list[int]]:
    """A way cut into short straight pieces, each in one inch square: their ends, and which of these are its corners."""
    places, corners = [np.array(spots[:1], dtype=np.float64)], [0]
    for start, end in pairwise(spots):
        short = np.linspace(0, 1, max(1, ceil(start.gap_in(end) / _PIECE_IN)) + 1)
        shares = np.unique(
            np.concatenate([short, *(_edges(*along) for along in zip(start, end, strict=True))])
        )
        places.append(np.array(start) + (np.array(end) - np.array(start)) * shares[1:, None])
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
    """The cost of each piece; one that rounding puts beside forbidden ground costs its part of the straight leg."""
    costs = movement.graph.faces.costs(places[:-1], places[1:])
    ends = np.array(spots, dtype=np.float64)
    counts = np.diff(corners)
    shares = np.repeat(movement.graph.faces.costs(ends[:-1], ends[1:]) / counts, counts)
    whole: Floats = np.where(np.isfinite(costs), costs, shares)
    return whole


def _reached(movement: TableMovement, paid: Floats) -> Floats:
    """What is spent at the end of each piece, in the first turn already too, unless nothing more of the way can be gone in it."""
    spent = float(movement.spent)
    goes_on = len(paid) > 0 and spent + paid[0] <= float(movement.points) + _ROUNDING
    reached: Floats = np.cumsum(paid) + (spent if goes_on else 0.0)
    return reached


def _stops(movement: TableMovement, places: Floats, reached: Floats, danger: Floats) -> list[int]:
    """The number of pieces after which each turn ends: where it is least dangerous of where the unit has room, if no turn more is
    needed for it; else as far on as it has room."""
    stops: list[int] = []
    points, spent, total = float(movement.points), 0.0, float(reached[-1])
    while total - spent > points + _ROUNDING:
        later = ceil((total - spent) / points - _ROUNDING) - 1
        may = (reached > spent + _ROUNDING) & (reached <= spent + points + _ROUNDING)
        keeps = may & (reached >= total - later * points - _ROUNDING)
        ends = np.flatnonzero(keeps) if keeps.any() else np.flatnonzero(may)[-1:]
        best = ends[np.lexsort((-ends, danger[ends]))].tolist()
        others = np.flatnonzero(may)[::-1].tolist()
        last = next((end for end in (*best, *others) if movement.rests(*_end_of(places, end))), best[0])
        stops.append(last + 1)
        spent = float(reached[last])
    return [*stops, len(reached)]


def _end_of(places: Floats, piece: int) -> tuple[Spot, float]:
    """Where a piece of a way ends, and its heading."""
    start, end = _spot(places[piece]), _spot(places[piece + 1])
    return end, start.bearing_deg(end)


def _steps(
    places: Floats, turn: int, search: TableSearch, exposure: Exposure, *, rests: bool
) -> Iterator[Step]:
    """The squares that one turn of a way crosses, each with its inches; the one it rests in counts one more."""
    lengths = np.hypot(*np.diff(places, axis=0).T)
    squares = search.squares((places[:-1] + places[1:]) / 2)
    inches: list[tuple[Spot, float]] = []
    for square, length in zip(squares, lengths.tolist(), strict=True):
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
