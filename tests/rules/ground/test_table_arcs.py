"""Arcs and facing by angle."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.table.arcs import is_close_arc_call, is_in_arc, is_partly_in_arc, off_facing_deg, turn_deg
from rules.ground.table.inches import Base, Spot

EAST = Base.rectangle(Spot(10, 10), 1, 2, 90)
BEARINGS = st.integers(0, 359)


@given(st.floats(-720, 720), st.floats(-720, 720))
def test_a_turn_is_the_short_way_round(one: float, other: float) -> None:
    turn = turn_deg(one, other)
    assert -180 < turn <= 180
    assert (one + turn - other + 180) % 360 == pytest.approx(180, abs=1e-6)


def test_the_front_arc_holds_its_edges() -> None:
    assert is_in_arc(EAST, Spot(12, 10), 90)
    assert is_in_arc(EAST, Spot(12, 12), 90)
    assert is_in_arc(EAST, Spot(12, 8), 90)
    assert not is_in_arc(EAST, Spot(12, 12.1), 90)
    assert not is_in_arc(EAST, Spot(8, 10), 90)


def test_all_round_and_the_own_place_are_in_any_arc() -> None:
    assert is_in_arc(EAST, Spot(0, 10), 360)
    assert is_in_arc(EAST, EAST.at, 10)


def test_off_the_facing_counts_to_either_side() -> None:
    assert off_facing_deg(EAST, Spot(10, 5)) == pytest.approx(90)
    assert off_facing_deg(EAST, Spot(10, 15)) == pytest.approx(90)
    assert off_facing_deg(EAST, Spot(5, 10)) == pytest.approx(180)


def test_a_hair_from_the_edge_of_an_arc_is_a_close_call() -> None:
    """0.007 inches off the edge is a close call from near and from far; a degree is not, from far."""
    assert is_close_arc_call(EAST, Spot(12, 12.01), 90)
    assert is_close_arc_call(EAST, Spot(40, 40.01), 90)
    assert not is_close_arc_call(EAST, Spot(40, 40.5), 90)
    assert not is_close_arc_call(EAST, Spot(10.5, 10), 90)
    assert is_close_arc_call(EAST, Spot(10.005, 10), 90)
    assert not is_close_arc_call(EAST, Spot(8, 8), 360)


@given(BEARINGS, BEARINGS, st.integers(1, 359), st.floats(0.5, 60))
def test_a_spot_is_in_an_arc_or_in_its_complement(facing: int, bearing: int, width: int, far: float) -> None:
    base = Base.rectangle(Spot(0, 0), 1, 1, facing)
    spot = base.at.ahead(bearing, far)
    if not is_close_arc_call(base, spot, width):
        assert is_in_arc(base, spot, width) != is_in_arc(base.moved(base.at, facing + 180), spot, 360 - width)


@given(BEARINGS, st.sampled_from([60, 90, 180, 270, 360]))
def test_an_area_with_any_spot_in_an_arc_is_partly_in_it(bearing_deg: int, width_deg: int) -> None:
    """A strip away from a gun that faces due north, whose nearer end or farther end decides nothing by itself."""
    gun = Base.rectangle(Spot(10, 10), 1, 2, 0)
    near, far = gun.at.ahead(bearing_deg, 3), gun.at.ahead(bearing_deg + 50, 9)
    places = [
        Spot(near.x_in + (far.x_in - near.x_in) * k / 50, near.y_in + (far.y_in - near.y_in) * k / 50)
        for k in range(51)
    ]
    if any(is_in_arc(gun, place, width_deg) for place in places):
        assert is_partly_in_arc(gun, shapely.LineString(places).buffer(1e-6), width_deg)
    if not any(is_in_arc(gun, place, width_deg + 4) for place in places):
        assert not is_partly_in_arc(gun, shapely.LineString(places), width_deg)
