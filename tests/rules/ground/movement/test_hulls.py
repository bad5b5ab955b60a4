"""Hulls among edges are compiled: they meet what Shapely says they meet, and what just touches is left to it."""

import numpy as np
import pytest
import shapely

from rules.ground.table.arrays import segments
from rules.ground.table.inches import Base, Spot
from rules.ground.table.movement.hulls import CLEAR, DOUBTFUL, MEETS, edges_met

HALF_IN = np.array([1.5, 0.75])


@pytest.mark.parametrize("seed", range(4))
def test_hulls_meet_the_edges_that_shapely_says_they_meet(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = rng.uniform(0, 20, (60, 2))
    ends = starts + rng.uniform(-2, 2, (60, 2)) * rng.choice([0.0, 0.02, 1.0], (60, 1))
    places, headings = rng.uniform(0, 20, (40, 2)).repeat(5, axis=0), rng.uniform(0, 360, 200)
    hulls = [
        Base.rectangle(Spot(*place), 1.5, 3.0, heading).core
        for place, heading in zip(places.tolist(), headings.tolist(), strict=True)
    ]
    edges = shapely.multilinestrings(segments(starts, ends))
    expected = np.where(shapely.intersects(hulls, edges), MEETS, CLEAR)
    assert 20 < (expected == MEETS).sum() < 180
    assert edges_met(places, headings, HALF_IN, starts, ends).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("x_in", "found"), [(1.5, DOUBTFUL), (1.5 + 1e-12, DOUBTFUL), (1.49, MEETS), (1.51, CLEAR)]
)
def test_a_hull_that_touches_an_edge_is_left_open(x_in: float, found: int) -> None:
    edge = np.array([[x_in, -4.0]]), np.array([[x_in, 4.0]])
    assert edges_met(np.zeros((1, 2)), np.array([90.0]), HALF_IN, *edge).tolist() == [found]
