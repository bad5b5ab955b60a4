"""A brute force over place and heading: where a hull that pays for its turns can go, step by step on a fine lattice.

It shares nothing with the search it judges. Every node is a place and one of 24 headings, every step goes straight on or
turns on the spot. So it never goes cheaper than the truth, and how much dearer is a matter of the lattice.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, cos, degrees, gcd, hypot, radians, sin

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

STEPS = sorted(
    ((x, y) for x in range(-3, 4) for y in range(-3, 4) if gcd(x, y) == 1 and abs(x) + abs(y) <= 4),
    key=lambda step: degrees(atan2(step[0], -step[1])) % 360,
)
_SAMPLES = 20
"""The number of places of a step at which its ground is priced."""
_SHARES = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
HEADINGS_DEG = [degrees(atan2(x, -y)) % 360 for x, y in STEPS]

Floats = npt.NDArray[np.float64]
Price = Callable[[Floats, Floats], Floats]
"""The price of an inch at each of these places."""


def cheapest(
    start: tuple[float, float],
    facing_deg: float,
    most: float,
    spacing_in: float,
    half_width_in: float,
    degree_in: float,
    closed: BaseGeometry,
    size_in: tuple[float, float],
    price: Price,
    kept_off: BaseGeometry,
) -> dict[tuple[int, int, int], float]:
    """The cost of each node and heading within this number of spacings round the start.

    The middle keeps half a width off the closed ground and the rim of the table, and does not enter what it is kept off.
    """
    x0, y0 = start

    def is_clear(one: tuple[int, int], other: tuple[int, int]) -> bool:
        ends = [(x0 + x * spacing_in, y0 + y * spacing_in) for x, y in (one, other)]
        rim = min(min(x, y, size_in[0] - x, size_in[1] - y) for x, y in ends)
        step = shapely.LineString(ends)
        if rim < half_width_in or shapely.dwithin(closed, step, half_width_in):
            return False
        return not kept_off.intersects(step)

    seen: dict[tuple[tuple[int, int], tuple[int, int]], bool] = {}
    paid: dict[tuple[tuple[int, int], tuple[int, int]], float] = {}
    best: dict[tuple[int, int, int], float] = {}
    queue: list[tuple[float, int, int, int]] = []
    for heading, bearing in enumerate(HEADINGS_DEG):
        heappush(queue, (_turn(facing_deg, bearing) * degree_in * _price_at(price, x0, y0), 0, 0, heading))
    while queue:
        cost, x, y, heading = heappop(queue)
        if cost > most or (x, y, heading) in best:
            continue
        best[x, y, heading] = cost
        at = x0 + x * spacing_in, y0 + y * spacing_in
        paid_a_degree = degree_in * _price_at(price, *at)
        for beside in ((heading + 1) % len(STEPS), (heading - 1) % len(STEPS)):
            turn = _turn(HEADINGS_DEG[heading], HEADINGS_DEG[beside]) * paid_a_degree
            if (x, y, beside) not in best:
                heappush(queue, (cost + turn, x, y, beside))
        step = STEPS[heading]
        there = x + step[0], y + step[1]
        if (*there, heading) in best:
            continue
        key = (min((x, y), there), max((x, y), there))
        if key not in seen:
            seen[key] = is_clear(*key)
        if seen[key]:
            if key not in paid:
                along_x, along_y = (spacing_in * way * _SHARES for way in step)
                dear = float(price(at[0] + along_x, at[1] + along_y).sum()) / _SAMPLES
                paid[key] = hypot(*step) * spacing_in * dear
            heappush(queue, (cost + paid[key], *there, heading))
    return best


def hull(spot: tuple[float, float], heading_deg: float, width_in: float, length_in: float) -> shapely.Polygon:
    """A hull that stands there."""
    turn = radians(heading_deg)
    ahead, aside = (sin(turn), -cos(turn)), (cos(turn), sin(turn))
    corners = [(a * length_in / 2, b * width_in / 2) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
    return shapely.Polygon(
        [(spot[0] + a * ahead[0] + b * aside[0], spot[1] + a * ahead[1] + b * aside[1]) for a, b in corners]
    )


def way_cost(
    spots: list[tuple[float, float]], facing_deg: float, degree_in: float, price: Price, reverse: bool
) -> float:
    """What a drawn way costs with its turns, summed in steps of a hundredth of an inch."""
    cost, heading = 0.0, facing_deg + (180 if reverse else 0)
    for (x, y), (x2, y2) in pairwise(spots):
        length, bearing = hypot(x2 - x, y2 - y), degrees(atan2(x2 - x, y - y2))
        if length < 1e-6:
            continue
        begun_at = x + (x2 - x) * 1e-3, y + (y2 - y) * 1e-3
        cost += _turn(heading, bearing) * degree_in * _price_at(price, *begun_at)
        count = max(1, int(length * 100))
        shares = (np.arange(count) + 0.5) / count
        paid = float(price(x + (x2 - x) * shares, y + (y2 - y) * shares).sum())
        cost += paid * length / count * (2 if reverse else 1)
        heading = bearing
    return cost


def _price_at(price: Price, x: float, y: float) -> float:
    return float(price(np.array([x]), np.array([y]))[0])


def _turn(one_deg: float, other_deg: float) -> float:
    return abs((other_deg - one_deg + 180) % 360 - 180)
