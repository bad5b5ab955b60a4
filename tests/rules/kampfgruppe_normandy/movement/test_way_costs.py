"""Compiled costs of ways: inches off the road, divided inches on it, and each turn where it is made."""

from itertools import pairwise

import numpy as np
import pytest

from rules.ground.table.arcs import turn_deg
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.questions.movement.way_costs import DrawnWays, gone_in, way_costs
from tests.proving import proves

HALF_TURN_IN, HEADING_DEG, MULTIPLE = 2.6, 40.0, 2


def turn_costs(spots: list[Spot], facing_deg: float, *, is_reverse: bool) -> list[tuple[float, float]]:
    """Every turn in inches along the way with its cost, as a hand would add them up."""
    bearings = [
        end.bearing_deg(start) if is_reverse else start.bearing_deg(end) for start, end in pairwise(spots)
    ]
    at_in = np.cumsum([0.0, *(start.gap_in(end) for start, end in pairwise(spots))]).tolist()
    if not np.isnan(facing_deg):
        bearings.append(facing_deg)
    headings = pairwise([HEADING_DEG, *bearings])
    return [
        (at, abs(turn_deg(*turn)) / 180 * HALF_TURN_IN) for at, turn in zip(at_in, headings, strict=False)
    ]


def drawn(ways: list[Floats], facing_deg: Floats, is_reverse: bool) -> DrawnWays:
    first = np.cumsum([0, *map(len, ways)])
    reversed_ = np.full(len(ways), is_reverse)
    return DrawnWays(np.concatenate(ways), first, facing_deg, reversed_, HEADING_DEG, HALF_TURN_IN)


@proves("KN-MOVE-22", "KN-MOVE-15")
@pytest.mark.parametrize("is_reverse", [False, True])
def test_a_way_costs_its_inches_and_turns_and_on_a_road_half_of_both(is_reverse: bool) -> None:
    rng = np.random.default_rng(3)
    ways = [rng.uniform(0, 30, (int(rng.integers(2, 6)), 2)) for _ in range(60)]
    facing_deg = np.where(rng.random(60) < 0.5, np.nan, rng.uniform(0, 360, 60))
    lengths = [float(np.hypot(*np.diff(way, axis=0).T).sum()) for way in ways]
    roads = [
        np.sort(rng.uniform(0, length, 2 * int(rng.integers(0, 3)))).reshape(-1, 2) for length in lengths
    ]
    asked = drawn(ways, facing_deg, is_reverse)
    rates_in = rng.uniform(0, 60, 60)
    costs = way_costs(asked, rates_in, np.cumsum([0, *map(len, roads)]), np.concatenate(roads), MULTIPLE)
    assert costs.length_in == pytest.approx(lengths)
    for k, (way, own) in enumerate(zip(ways, roads, strict=True)):
        turns = turn_costs(
            [Spot(*place) for place in way.tolist()], float(facing_deg[k]), is_reverse=is_reverse
        )
        assert costs.turns[costs.first_turn[k] : costs.first_turn[k + 1]].tolist() == [
            pytest.approx(turn) for turn in turns
        ]
        on_road = float(np.diff(own).sum())
        price = (2 if is_reverse else 1) * (lengths[k] - on_road + on_road / MULTIPLE)
        price += sum(
            cost / (MULTIPLE if ((own[:, 0] <= at) & (at < own[:, 1])).any() else 1) for at, cost in turns
        )
        assert costs.price_in[k] == pytest.approx(price)
        stretches = costs.stretches[costs.first_stretch[k] : costs.first_stretch[k + 1]]
        assert stretches[:, :2].sum(axis=0).tolist() == pytest.approx([lengths[k], price])
        assert costs.is_within_rate[k] == gone_in(stretches, lengths[k], rates_in[k])[1]


@proves("KN-MOVE-22", "KN-MOVE-01")
@pytest.mark.parametrize(
    ("allowance", "gone", "is_paid"), [(3.0, 6.0, False), (5.0, 10.0, False), (6.4, 11.0, False), (6.6, 12.0, False), (14.5, 20.0, True)]
)  # fmt: skip
def test_inches_left_on_leaving_a_road_are_rounded(allowance: float, gone: float, is_paid: bool) -> None:
    """Ten inches of road for five, and ten of field behind them (OUR 26)."""
    stretches = np.array([(10.0, 5.0, 1.0), (10.0, 10.0, 0.0)])
    far_in, is_all = gone_in(stretches, 20.0, allowance)
    assert far_in == pytest.approx(gone)
    assert is_all is is_paid
