"""Compiled: what ways cost a unit with turns and roads, and how far along a way an allowance takes it.

Rule: KGN Movement, Measuring distances, Road movement; OUR 26, 27, 28.
"""

from math import atan2, degrees, floor, hypot, isnan
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Bools, Floats, Ints
from rules.ground.table.inches import HAIR_IN
from rules.ground.table.kernels import inner, kernel
from rules.ground.table.movement.moves import put_in_order

_TINY = 1e-6


class DrawnWays(NamedTuple):
    """Ways of a unit as drawn: way k runs through `places[first[k]:first[k + 1]]` (n, 2), ends facing `facing_deg[k]` (NaN for
    the heading of its last leg), and may go in reverse.

    `heading_deg` is the unit's heading before; half a circle costs `half_turn_in`, 0 if it turns freely.
    """

    places: Floats
    first: Ints
    facing_deg: Floats
    is_reverse: Bools
    heading_deg: float
    half_turn_in: float


class Costs(NamedTuple):
    """What ways cost: the length of each, its price in inches off the road, and whether that is within its rate.

    `turns[first_turn[k]:first_turn[k + 1]]` (n, 2) are those of way k, in inches along it with the cost of each. Likewise
    its `stretches` (n, 3) of one price: inches gone, their cost and 1 on a road; turns are stretches of no length.
    """

    length_in: Floats
    price_in: Floats
    is_within_rate: Bools
    first_turn: Ints
    turns: Floats
    first_stretch: Ints
    stretches: Floats


@kernel
def way_costs(drawn: DrawnWays, rates_in: Floats, first_road: Ints, roads: Floats, multiple: int) -> Costs:
    """What ways cost, each at its rate; `roads[first_road[k]:first_road[k + 1]]` (n, 2) are the stretches of way k on
    roads, where it is `multiple` times as fast."""
    count, most = len(drawn.first) - 1, len(drawn.places) + 2 * len(roads)
    first_turn, turns = np.zeros(count + 1, np.int64), np.empty((len(drawn.places) + count, 2))
    first, stretches = np.zeros(count + 1, np.int64), np.empty((2 * most + 3 * count, 3))
    length_in, price_in, is_within_rate = np.zeros(count), np.zeros(count), np.empty(count, np.bool_)
    cuts = np.empty(most + 3)
    for way in range(count):
        length = 0.0
        for at in range(drawn.first[way], drawn.first[way + 1] - 1):
            length += _gap_in(drawn.places, at, at + 1)
        last_turn = _write_turns(drawn, way, turns, first_turn[way])
        factor = 2.0 if drawn.is_reverse[way] else 1.0
        own_turns, own_roads = (
            turns[first_turn[way] : last_turn],
            roads[first_road[way] : first_road[way + 1]],
        )
        last = _write_stretches(length, own_turns, own_roads, multiple, factor, cuts, stretches, first[way])
        price = 0.0
        for stretch in range(first[way], last):
            price += stretches[stretch, 1]
        length_in[way], price_in[way] = length, price
        is_within_rate[way] = gone_in(stretches[first[way] : last], length, rates_in[way])[1]
        first_turn[way + 1], first[way + 1] = last_turn, last
    trimmed = turns[: first_turn[count]], first, stretches[: first[count]]
    return Costs(length_in, price_in, is_within_rate, first_turn, *trimmed)


@inner
def gone_in(stretches: Floats, length_in: float, allowance_in: float) -> tuple[float, bool]:
    """How far along a way an allowance takes a unit, and whether to its end with all turns paid; what is left on leaving
    a road is rounded to a whole inch (OUR 26)."""
    left, gone_so_far, was_road = allowance_in, 0.0, False
    for at in range(len(stretches)):
        stretch, price, on_road = stretches[at, 0], stretches[at, 1], stretches[at, 2] > 0
        if stretch > 0:
            if was_road and not on_road:
                left = float(floor(left + 0.5))
            was_road = on_road
        if price > left + HAIR_IN / 10:
            share = left / price if price > 0 else 0.0
            return gone_so_far + max(0.0, stretch * share), False
        left -= price
        gone_so_far += stretch
    return length_in, True


@inner
def _write_stretches(
    end_in: float,
    turns: Floats,
    roads: Floats,
    multiple: int,
    factor: float,
    cuts: Floats,
    stretches: Floats,
    count: int,
) -> int:
    """Write the stretches of one price of a way into `stretches`, and return how many it then holds."""
    cuts[0], cuts[1], cut = 0.0, end_in, 2
    for turn in range(len(turns)):
        if turns[turn, 0] <= end_in:
            cuts[cut] = turns[turn, 0]
            cut += 1
    for road in range(len(roads)):
        cuts[cut], cuts[cut + 1] = min(roads[road, 0], end_in), min(roads[road, 1], end_in)
        cut += 2
    put_in_order(cuts, cut)
    start, last_in = 0.0, end_in - 2 * _TINY
    for at in range(1, cut):
        if cuts[at] - cuts[at - 1] > _TINY:
            count = _write_turns_at(turns, roads, multiple, last_in, start, stretches, count)
            faster = multiple if _is_road(roads, start) else 1
            gone = cuts[at] - start
            stretches[count, 0], stretches[count, 1], stretches[count, 2] = (
                gone,
                gone * (factor / faster),
                faster > 1,
            )
            count, start = count + 1, cuts[at]
    if start >= end_in - _TINY:
        count = _write_turns_at(turns, roads, multiple, last_in, start, stretches, count)
    return count


@inner
def _write_turns_at(
    turns: Floats, roads: Floats, multiple: int, last_in: float, start: float, stretches: Floats, count: int
) -> int:
    """Write the turns at a place of a way into `stretches`, and return how many it then holds; the end
    counts as just before it."""
    for turn in range(len(turns)):
        at, price = turns[turn, 0], turns[turn, 1]
        if abs(at - start) < _TINY:
            faster = multiple if _is_road(roads, min(at, last_in)) else 1
            stretches[count, 0], stretches[count, 1], stretches[count, 2] = 0.0, price / faster, 0.0
            count += 1
    return count


@inner
def _is_road(roads: Floats, at_in: float) -> bool:
    for road in range(len(roads)):  # noqa: SIM110, as a kernel makes no generator
        if roads[road, 0] - _TINY <= at_in < roads[road, 1] - _TINY:
            return True
    return False


@inner
def _write_turns(drawn: DrawnWays, way: int, turns: Floats, count: int) -> int:
    """Write every turn of a way, however small, into `turns` (OUR 28), and return how many it then holds."""
    if not drawn.half_turn_in > 0:
        return count
    heading, gone_in, places = drawn.heading_deg, 0.0, drawn.places
    for at in range(drawn.first[way], drawn.first[way + 1] - 1):
        leg_in = _gap_in(places, at, at + 1)
        if leg_in < _TINY:
            continue
        ahead = -1.0 if drawn.is_reverse[way] else 1.0
        east, south = places[at + 1, 0] - places[at, 0], places[at + 1, 1] - places[at, 1]
        bearing = degrees(atan2(ahead * east, -ahead * south)) % 360.0
        count = _write_turn(drawn, gone_in, heading, bearing, turns, count)
        heading = bearing
        gone_in += leg_in
    if not isnan(drawn.facing_deg[way]):
        count = _write_turn(drawn, gone_in, heading, drawn.facing_deg[way], turns, count)
    return count


@inner
def _write_turn(
    drawn: DrawnWays, at_in: float, before_deg: float, after_deg: float, turns: Floats, count: int
) -> int:
    angle = abs(180.0 - (180.0 - (after_deg - before_deg)) % 360.0)
    if angle > _TINY:
        turns[count, 0], turns[count, 1] = at_in, drawn.half_turn_in * angle / 180.0
        count += 1
    return count


@inner
def _gap_in(places: Floats, one: int, other: int) -> float:
    return hypot(places[other, 0] - places[one, 0], places[other, 1] - places[one, 1])
