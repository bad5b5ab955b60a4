"""Compiled moves with turns cost the same to the last bit as those computed by arrays."""

from math import inf

import numpy as np
import pytest

from rules.ground.table.arrays import Floats, cross
from rules.ground.table.inches import Spot
from rules.ground.table.movement.faces import Faces
from rules.ground.table.movement.turned_moves import (
    Bends,
    Moves,
    cheapest_moves,
    headings_within,
    last_moves,
    nearest_heading,
    straight_moves,
)
from tests.rules.ground.drawn_tables import random_table
from tests.rules.ground.movement.test_tabletop_graph import price

ALLOWANCE, HEADING_DEG, DEGREE_IN, INCH = 30.0, 40.0, 1 / 60, 2.0


def turns(before_deg: Floats | float, after_deg: Floats | float, an_inch: float) -> Floats:
    angle = np.abs((np.asarray(after_deg) - before_deg + 180.0) % 360.0 - 180.0)
    return np.asarray(angle * DEGREE_IN * an_inch)


@pytest.mark.parametrize("seed", range(4))
def test_the_last_move_to_each_place_comes_from_the_move_that_makes_it_cheapest(seed: int) -> None:
    """The start and seven bends, some of them corners that a tight way must graze, with five moves to
    each, the cheapest first."""
    table, rng = random_table(seed, 15), np.random.default_rng(seed)
    faces, size = Faces.of(table, price), np.array([table.width_in, table.depth_in])
    at, goals = rng.uniform(0, 1, (8, 2)) * size, rng.uniform(0, 1, (20, 2)) * size
    is_corner = np.array([False, False] * 2 + [True] * 4)
    beside = at[:, None] + rng.uniform(-1, 1, (8, 2, 2))
    paid, headings = np.sort(rng.uniform(0, 6, (7, 5))).ravel(), rng.uniform(0, 360, 35)
    first, prices = np.array([0, *range(0, 36, 5)]), rng.choice([0.5, 1.0, 3.0], 8)
    at_least = np.array([0.0, *np.minimum.reduceat(paid, first[1:-1])])
    bends = Bends(at, at_least, is_corner, beside, first, paid, np.arange(35), headings, DEGREE_IN, prices)
    bearings = rng.uniform(0, 360, (8, 20))
    asked = faces.cells, bends, HEADING_DEG, INCH, ALLOWANCE, goals, bearings

    expected, into = np.full((8, 20), inf), np.full((8, 20), -1)
    for bend, goal in np.ndindex(8, 20):
        along = goals[goal] - at[bend]
        one, other = (cross(along, beside[bend, side] - at[bend]) for side in (0, 1))
        onward = INCH * faces.costs(at[[bend]], goals[[goal]])[0]
        here = slice(first[bend], first[bend + 1])
        costs = paid[here] + turns(headings[here], bearings[bend, goal], float(prices[bend]))
        if bend == 0:
            costs = turns(HEADING_DEG, bearings[0, goal], float(prices[0]))[None]
        if (not is_corner[bend] or one * other >= -1e-9) and onward + costs.min() <= ALLOWANCE:
            expected[bend, goal] = onward + costs.min()
            into[bend, goal] = first[bend] + costs.argmin() if bend else -1

    total, link = last_moves(*asked, False)
    assert np.isfinite(expected).any()
    assert (total.tolist(), link.tolist()) == (expected.tolist(), into.tolist())
    cheapest, link = last_moves(*asked, True)
    assert cheapest.min(axis=0).tolist() == expected.min(axis=0).tolist()
    best = expected.argmin(axis=0), np.arange(20)
    assert (cheapest.argmin(axis=0).tolist(), link[best].tolist()) == (best[0].tolist(), into[best].tolist())


@pytest.mark.parametrize("seed", range(4))
def test_straight_moves_join_reachable_bends_and_may_graze_corners_at_their_ends(
    seed: int,
) -> None:
    table, rng = random_table(seed, 15), np.random.default_rng(seed)
    faces, size = Faces.of(table, price), np.array([table.width_in, table.depth_in])
    at, at_least = rng.uniform(0, 1, (12, 2)) * size, rng.uniform(0, 12, 12)
    is_corner, beside = np.arange(12) > 6, at[:, None] + rng.uniform(-1, 1, (12, 2, 2))
    expected = []
    for one in range(12):
        for other in range(one + 1, 12):
            cost = INCH * faces.costs(at[[one]], at[[other]])[0]
            gap_in = float(np.hypot(*(at[other] - at[one])))
            sides = [
                cross(at[there] - at[here], beside[here, 0] - at[here])
                * cross(at[there] - at[here], beside[here, 1] - at[here])
                for here, there in ((one, other), (other, one))
                if is_corner[here]
            ]
            is_near = min(at_least[one], at_least[other]) + cost <= ALLOWANCE and (not one or gap_in <= 9.0)
            if is_near and all(side >= -1e-9 for side in sides):
                expected.append((one, other, float(cost)))
    found = straight_moves(faces.cells, at, is_corner, beside, at_least, INCH, 9.0, ALLOWANCE)
    assert expected
    assert list(zip(*(each.tolist() for each in found), strict=True)) == expected


@pytest.mark.parametrize("seed", range(4))
def test_dropping_moves_not_worth_continuing_makes_no_place_dearer(seed: int) -> None:
    """A plain relaxation that keeps every move reaches each bend at the same cost, whichever way the hull turns."""
    rng, allowance = np.random.default_rng(seed), 18.0
    # A copy, since the kernel would be compiled again for rows of a larger array.
    start, end = (row.copy() for row in np.unique(rng.integers(0, 6, (2, 40)), axis=1))
    size = len(start)
    cost, headings = rng.uniform(1, 9, size), rng.uniform(0, 360, size)
    by_start, prices = np.argsort(start, kind="stable"), np.array([1.0, 0.5, 3.0, 1.0, 1.0, 0.5])
    expected = np.where(start == 0, cost + turns(HEADING_DEG, headings, float(prices[0])), inf)
    for _ in range(size):
        for move, onward in np.ndindex(size, size):
            if start[onward] == end[move]:
                turned = turns(headings[move], headings[onward], float(prices[end[move]]))
                expected[onward] = min(expected[onward], expected[move] + (cost[onward] + turned))
    expected[expected > allowance] = inf

    moves = Moves(start, end, cost, headings, np.searchsorted(start[by_start], np.arange(7)), by_start)
    found, before = cheapest_moves(moves, HEADING_DEG, DEGREE_IN, prices, allowance)
    kept = np.isfinite(found)
    assert kept.sum() < np.isfinite(expected).sum()
    assert found[kept].tolist() == expected[kept].tolist()
    assert kept[before[kept & (before >= 0)]].all()
    for bend, heading in np.ndindex(6, 36):
        there = end == bend
        turned = turns(headings, 10.0 * heading, float(prices[bend]))
        assert (found + turned)[there].min(initial=inf) == (expected + turned)[there].min(initial=inf)


def test_a_hull_turns_to_the_nearest_clear_heading() -> None:
    rng = np.random.default_rng(5)
    goal, heading, most = rng.integers(0, 6, 40), rng.uniform(0, 360, 40), rng.uniform(0, 30, 40)
    headings = np.arange(0.0, 180.0, 2.5)
    angle = (headings - heading[:, None] + 90.0) % 180.0 - 90.0
    asked = np.zeros((6, len(headings)), np.bool_)
    np.logical_or.at(asked, goal, np.abs(angle) <= most[:, None])
    assert headings_within(goal, heading, most, headings, 6).tolist() == asked.tolist()
    clear = asked & (rng.uniform(0, 1, asked.shape) < 0.1)
    nearest, is_clear = nearest_heading(goal, heading, headings, clear)
    best = np.where(clear[goal], np.abs(angle), inf).argmin(axis=1)
    assert nearest.tolist() == angle[np.arange(40), best].tolist()
    assert is_clear.tolist() == clear[goal].any(axis=1).tolist()


@pytest.mark.parametrize("seed", range(4))
def test_no_move_costs_less_than_its_lower_bound(seed: int) -> None:
    table, rng = random_table(seed, 15), np.random.default_rng(seed)
    faces, size = Faces.of(table, price), np.array([table.width_in, table.depth_in])
    start, ends = Spot(*(rng.uniform(0, 1, 2) * size).tolist()), rng.uniform(0, 1, (200, 2)) * size
    costs = faces.costs(np.broadcast_to(np.array(start), ends.shape), ends)
    assert (faces.least_costs(start, ends) <= costs + 1e-9).all()
