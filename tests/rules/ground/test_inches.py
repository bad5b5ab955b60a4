"""Spots, footprints and gaps, in inches."""

from itertools import pairwise
from math import hypot, inf, nan, pi, sqrt

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.ground.table.inches import HAIR_IN, Base, Spot, gap_in, is_close_call, is_overlapping

NUMBERS = st.floats(-50, 50)
SPOTS = st.builds(Spot, NUMBERS, NUMBERS)
BASES = st.one_of(
    st.builds(Base.rectangle, SPOTS, st.floats(0.2, 4), st.floats(0.2, 4), st.floats(0, 360)),
    st.builds(Base.round, SPOTS, st.floats(0.2, 4)),
)


def test_bearings_are_clockwise_from_north_where_y_falls() -> None:
    middle = Spot(10, 10)
    around = {0: Spot(10, 5), 45: Spot(12, 8), 90: Spot(11, 10), 180: Spot(10, 30), 270: Spot(0, 10)}
    assert {round(middle.bearing_deg(spot), 9): spot for spot in around.values()} == around


@given(SPOTS, st.floats(0, 359.9), st.floats(0.01, 100))
def test_a_spot_ahead_lies_on_the_bearing_and_as_far_off(start: Spot, bearing: float, far: float) -> None:
    ahead = start.ahead(bearing, far)
    assert start.gap_in(ahead) == pytest.approx(far)
    assert (start.bearing_deg(ahead) - bearing + 180) % 360 == pytest.approx(180, abs=1e-6)


def test_a_hull_faces_along_its_depth() -> None:
    """One inch wide and three long, facing east: it reaches 1.5 inches east and half an inch south."""
    hull = Base.rectangle(Spot(10, 10), 1, 3, 90)
    assert hull.outline.bounds == pytest.approx((8.5, 9.5, 11.5, 10.5))
    assert hull.outline.area == pytest.approx(3)


def test_gaps_run_from_closest_edge_to_closest_edge() -> None:
    stand = Base.rectangle(Spot(0, 0), 1, 1)
    assert gap_in(stand, Base.rectangle(Spot(4, 0), 1, 2)) == 3
    assert gap_in(stand, Base.rectangle(Spot(4, 5), 1, 1)) == 5
    assert gap_in(stand, Spot(3.5, 0)) == 3
    assert gap_in(stand, Spot(0.2, 0.2)) == 0


def test_gaps_of_round_bases_are_exact() -> None:
    one, other = Base.round(Spot(0, 0), 1), Base.round(Spot(3, 4), 2)
    assert gap_in(one, other) == 3.5
    corner = Base.rectangle(Spot(3, 3), 2, 2)
    assert gap_in(one, corner) == pytest.approx(2 * sqrt(2) - 0.5, abs=1e-12)
    assert one.outline.area == pytest.approx(pi / 4, rel=1e-3)


def test_a_group_is_measured_to_its_closest_model() -> None:
    squad = Base.of_men([Spot(0, 0), Spot(2, 0), Spot(1, 3)], 0.5)
    assert squad.at == Spot(1, 1)
    assert gap_in(squad, Spot(1, 5)) == 1.75
    assert gap_in(squad.moved(Spot(1, 11)), Spot(1, 15)) == pytest.approx(1.75)
    assert squad.outline.area == pytest.approx(3 * pi / 16, rel=1e-3)


def test_bases_that_touch_or_overlap_by_a_hair_do_not_overlap() -> None:
    stand = Base.rectangle(Spot(0, 0), 1, 1)
    assert not is_overlapping(stand, Base.rectangle(Spot(1, 0), 1, 1))
    assert not is_overlapping(stand, Base.rectangle(Spot(1 - HAIR_IN / 2, 0), 1, 1))
    assert is_overlapping(stand, Base.rectangle(Spot(1 - 2 * HAIR_IN, 0), 1, 1))
    disc = Base.round(Spot(0, 0), 1)
    assert not is_overlapping(disc, Base.round(Spot(1, 0), 1))
    assert not is_overlapping(disc, Base.round(Spot(1 - HAIR_IN / 2, 0), 1))
    assert is_overlapping(disc, Base.round(Spot(1 - 2 * HAIR_IN, 0), 1))
    assert is_overlapping(stand, Spot(0, 0)) is False


def test_an_inner_corner_of_a_round_base_overlaps_a_hull() -> None:
    assert is_overlapping(Base.round(Spot(0, 0), 2), Base.rectangle(Spot(1, 0), 1, 1))


@given(BASES, BASES)
def test_a_gap_is_the_same_from_either_end(one: Base, other: Base) -> None:
    assert gap_in(one, other) == pytest.approx(gap_in(other, one), abs=1e-9)


@given(BASES, SPOTS, st.floats(0, 360))
def test_a_base_keeps_its_shape_when_it_moves(base: Base, to: Spot, facing: float) -> None:
    moved = base.moved(to, facing)
    assert moved.outline.area == pytest.approx(base.outline.area)
    assert moved.at == to
    assert (moved.facing_deg - facing + 180) % 360 == pytest.approx(180, abs=1e-6)


@given(BASES, SPOTS)
def test_the_gap_agrees_with_the_points_of_the_outline(base: Base, spot: Spot) -> None:
    """By hand: the nearest of the points along every side, and 0 inside."""
    gap = gap_in(base, spot)
    side = shapely.get_coordinates(base.outline).tolist()
    nearest = min(
        hypot(x + (x2 - x) * k / 50 - spot.x_in, y + (y2 - y) * k / 50 - spot.y_in)
        for (x, y), (x2, y2) in pairwise(side)
        for k in range(51)
    )
    assert gap == 0 or gap == pytest.approx(nearest, abs=0.06)


def test_a_measurement_within_a_hair_of_its_limit_is_a_close_call() -> None:
    assert is_close_call(12.0 + HAIR_IN / 2, 12)
    assert not is_close_call(12.02, 12)


@pytest.mark.parametrize(
    ("width_in", "facing_deg", "field"),
    [
        (0, 0, "width_in"),
        (-1, 0, "width_in"),
        (nan, 0, "width_in"),
        (49, 0, "width_in"),
        (1, inf, "facing_deg"),
    ],
)
def test_a_base_of_no_size_is_refused_by_field(width_in: float, facing_deg: float, field: str) -> None:
    with pytest.raises(BadInput, match=f"^{field}:"):
        Base.rectangle(Spot(0, 0), width_in, 1, facing_deg)


def test_a_base_nowhere_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^x_in: nan is not a number$"):
        Base.round(Spot(nan, 0), 1)


def test_a_group_of_nobody_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^models:"):
        Base.of_men([], 1)
