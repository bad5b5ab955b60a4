"""Compiled hulls among areas agree with Shapely, which decides contacts that only touch."""

import numpy as np
import pytest
import shapely

from rules.ground.table.arrays import Floats, points, segments
from rules.ground.table.inches import Base, Spot
from rules.ground.table.movement.hulls import CLEAR, DOUBTFUL, MEETS, hulls_met, places_near
from rules.ground.table.movement.stretches import Areas, edges_of, joined

HALF_IN = np.array([1.5, 0.75])


@pytest.mark.parametrize("seed", range(4))
def test_hulls_and_the_edges_they_meet_agree_with_shapely(seed: int) -> None:
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
    assert hulls_met(_as_areas(starts, ends), places, headings, HALF_IN).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("x_in", "found"), [(1.5, DOUBTFUL), (1.5 + 1e-12, DOUBTFUL), (1.49, MEETS), (1.51, CLEAR)]
)
def test_a_hull_that_touches_an_edge_is_left_undecided(x_in: float, found: int) -> None:
    edge = np.array([[x_in, -4.0]]), np.array([[x_in, 4.0]])
    assert hulls_met(_as_areas(*edge), np.zeros((1, 2)), np.array([90.0]), HALF_IN).tolist() == [found]


@pytest.mark.parametrize("seed", range(4))
def test_places_in_or_near_areas_agree_with_shapely(seed: int) -> None:
    """Some areas have holes, and places lie at the height of corners."""
    rng = np.random.default_rng(seed)
    middles = rng.integers(2, 38, (30, 2)) / 2.0
    round_in = shapely.buffer(points(middles), rng.uniform(0.4, 2.5, 30), quad_segs=3)
    ground = shapely.difference(shapely.union_all(round_in[:20]), shapely.union_all(round_in[20:]))
    parts = shapely.get_parts(ground).tolist()
    areas = joined([edges_of(parts[:2]), edges_of([]), edges_of(parts[2:])])
    places = rng.integers(0, 40, (400, 2)) / 2.0 + rng.choice([0.0, 0.013], (400, 2))
    expected = np.where(shapely.dwithin(ground, points(places), 0.3), MEETS, CLEAR)
    assert 40 < (expected == MEETS).sum() < 360
    assert places_near(areas, places, 0.3).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("x_in", "found"), [(4.3, DOUBTFUL), (4.3 + 1e-12, DOUBTFUL), (4.29, MEETS), (4.31, CLEAR)]
)
def test_a_place_exactly_at_the_limit_is_left_undecided(x_in: float, found: int) -> None:
    areas = edges_of([shapely.box(2, 2, 4, 4)])
    assert places_near(areas, np.array([[x_in, 3.0]]), 0.3).tolist() == [found]


def _as_areas(starts: Floats, ends: Floats) -> Areas:
    """Each edge as an area of its own."""
    bounds = np.concatenate([np.minimum(starts, ends), np.maximum(starts, ends)], axis=1)
    return Areas(np.arange(len(starts) + 1), starts, ends, bounds)
