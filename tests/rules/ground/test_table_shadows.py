"""Shadows that solid things throw from an eye, and how much of a footprint they leave in sight."""

import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ground.footprints import Footprints
from rules.ground.inches import Base, Spot
from rules.ground.outlines import Outlines
from rules.ground.shadows import Shadows
from rules.ground.tabletop_field import seen_spots

WALL = Outlines.of({"wall": shapely.box(10, 0, 11, 10)})
L_SHAPED = shapely.Polygon([(14, 2), (20, 2), (20, 4), (16, 4), (16, 8), (14, 8)])
TARGET = Base.rectangle(Spot(20, 10), 2, 2, 90)


def test_half_a_hull_behind_a_wall() -> None:
    """The line along the end of the wall cuts the hull in two."""
    shadows = Shadows.of(WALL, Spot(0, 10), Footprints.of([TARGET]))
    assert shadows.shares == pytest.approx(0.5)
    assert shapely.symmetric_difference(shadows.lit[0], shapely.box(19, 10, 21, 11)).area < 1e-6
    assert shadows.alone == {0: pytest.approx(0.5)}


def test_in_the_open_all_is_seen_and_behind_it_all_nothing() -> None:
    assert share(Spot(0, 15), TARGET, Outlines.of({})) == 1
    assert share(Spot(0, 5), Base.round(Spot(20, 5), 1), WALL) == 0


def test_each_thing_is_told_with_what_it_would_leave_alone() -> None:
    gap = Outlines.of({"left": shapely.box(10, 0, 11, 9.75), "right": shapely.box(10, 10.25, 11, 20)})
    shadows = Shadows.of(gap, Spot(0, 10), Footprints.of([TARGET]))
    left, right = (float(shadows.alone[piece][0]) for piece in (0, 1))
    assert left == pytest.approx(right)
    assert shadows.shares[0] == pytest.approx(left + right - 1)


@pytest.mark.parametrize("eye", [Spot(1, 9.99), Spot(5, 9.9), Spot(19.9, 9.999)])
def test_nothing_is_seen_beyond_a_wall_one_leans_on(eye: Spot) -> None:
    long_wall = Outlines.of({"wall": shapely.box(0, 10, 20, 11)})
    for x in (2, 10, 18):
        assert share(eye, Base.rectangle(Spot(x, 14), 2, 2), long_wall) == 0
    assert share(eye, Base.rectangle(Spot(10, 7), 2, 2), long_wall) == 1


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(st.floats(3, 17), st.floats(3, 17), st.floats(0.3, 9), st.floats(0.3, 9)),
    st.tuples(st.floats(0, 20), st.floats(0, 20)),
    st.tuples(st.floats(0, 20), st.floats(0, 20)),
)
def test_from_a_spot_the_share_is_that_of_the_spots_seen(
    drawn: tuple[float, float, float, float], eye: tuple[float, float], at: tuple[float, float]
) -> None:
    x, y, width, depth = drawn
    solids = Outlines.of({"block": shapely.box(x, y, x + width, y + depth)})
    target = Base.rectangle(Spot(*at), 2, 3, 20)
    places = np.array(_strewn(target, 1500))
    seen = seen_spots(solids, Spot(*eye), places, {"block": 0})
    assert share(Spot(*eye), target, solids) == pytest.approx(float(seen.mean()), abs=0.05)


def test_shadows_fall_on_many_footprints_as_on_each() -> None:
    """Hulls, men and squads whose men touch, three solids; some are asked to hide nothing."""
    solids = Outlines.of({"hut": shapely.box(8, 6, 10, 9), "barn": shapely.box(9, 11, 13, 12), "L": L_SHAPED})
    dice = random.Random(3)
    places = [Spot(dice.uniform(0, 24), dice.uniform(0, 24)) for _ in range(60)]
    squads = [
        [Base.round(spot, 0.6), Base.round(Spot(spot.x_in + 0.5, spot.y_in), 0.6)] for spot in places[:20]
    ]
    bases = [Base.group(men) for men in squads]
    bases += [Base.rectangle(spot, 2, 4, 40) for spot in places[20:40]] + [
        Base.round(spot, 0.6) for spot in places[40:]
    ]
    shadows = Shadows.of(solids, Spot(3, 10), Footprints.of(bases))
    for counting in ({0, 1, 2}, {0, 2}, {1}, set()):
        counts = np.isin(shadows.piece, list(counting))
        ids = {solids.ids[piece] for piece in counting}
        alone = [share(Spot(3, 10), base, solids.without({*solids.ids} - ids)) for base in bases]
        assert shadows.only(counts).shares == pytest.approx(np.array(alone), abs=1e-9)


def share(eye: Spot, target: Base, solids: Outlines) -> float:
    return float(Shadows.of(solids, eye, Footprints.of([target])).shares[0])


def _strewn(base: Base, count: int) -> list[Spot]:
    dice = random.Random(7)
    left, top, right, bottom = base.outline.bounds
    spots = (Spot(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(4 * count))
    return [spot for spot in spots if base.outline.contains(shapely.Point(spot))][:count]
