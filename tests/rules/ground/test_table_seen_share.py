"""How much of a footprint is seen."""

import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ground.footprints import Footprints
from rules.ground.inches import Base, Spot
from rules.ground.outlines import Outlines
from rules.ground.seen_share import seen_share
from rules.ground.shadows import Shadows
from rules.ground.tabletop_field import seen_spots

WALL = Outlines.of({"wall": shapely.box(10, 0, 11, 10)})
L_SHAPED = shapely.Polygon([(14, 2), (20, 2), (20, 4), (16, 4), (16, 8), (14, 8)])
TARGET = Base.rectangle(Spot(20, 10), 2, 2, 90)


def test_half_a_hull_behind_a_wall() -> None:
    """The line along the end of the wall cuts the hull in two."""
    seen = seen_share(Spot(0, 10), TARGET, WALL)
    assert seen.share == pytest.approx(0.5)
    assert seen.width_share == pytest.approx(0.5)
    assert seen.part.equals_exact(shapely.box(19, 10, 21, 11).normalize(), 1e-6) or seen.part.area == 2
    assert seen.hidden_by == {"wall": pytest.approx(0.5)}


def test_from_a_base_any_of_its_spots_may_look() -> None:
    """The viewer's far corner (-1, 11) and near corner (1, 11) look past (10, 10) and (11, 10): a
    triangle of 0.2 inch by 2 stays hidden, a twentieth of the hull."""
    seen = seen_share(Base.rectangle(Spot(0, 10), 2, 2), TARGET, WALL)
    assert seen.share == pytest.approx(0.95)


def test_in_the_open_all_is_seen_and_behind_it_all_nothing() -> None:
    assert seen_share(Spot(0, 15), TARGET, Outlines.of({})).share == 1
    hidden = seen_share(Spot(0, 5), Base.round(Spot(20, 5), 1), WALL)
    assert (hidden.share, hidden.width_share, hidden.part.is_empty) == (0, 0, True)


def test_what_hides_is_named_with_its_part() -> None:
    gap = Outlines.of({"left": shapely.box(10, 0, 11, 9.75), "right": shapely.box(10, 10.25, 11, 20)})
    seen = seen_share(Spot(0, 10), TARGET, gap)
    assert seen.hidden_by.keys() == {"left", "right"}
    assert seen.hidden_by["left"] == pytest.approx(seen.hidden_by["right"])
    assert seen.share == pytest.approx(1 - 2 * seen.hidden_by["left"])


@pytest.mark.parametrize("eye", [Spot(1, 9.99), Spot(5, 9.9), Spot(19.9, 9.999)])
def test_nothing_is_seen_beyond_a_wall_one_leans_on(eye: Spot) -> None:
    long_wall = Outlines.of({"wall": shapely.box(0, 10, 20, 11)})
    for x in (2, 10, 18):
        assert seen_share(eye, Base.rectangle(Spot(x, 14), 2, 2), long_wall).share == 0
    assert seen_share(eye, Base.rectangle(Spot(10, 7), 2, 2), long_wall).share == 1


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
    assert seen_share(Spot(*eye), target, solids).share == pytest.approx(float(seen.mean()), abs=0.05)


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(st.floats(8, 9), st.floats(4, 16)),
    st.tuples(st.floats(12, 14), st.floats(4, 16)),
    st.floats(0.5, 6),
    st.booleans(),
)
def test_shares_agree_with_lines_of_sight_cast_at_random(
    one: tuple[float, float], other: tuple[float, float], size: float, is_round: bool
) -> None:
    """From 60 spots of the viewer to 2,000 of the target; what any of them sees is within 4 in a hundred."""
    drawn = {"one": shapely.box(*one, one[0] + 1, one[1] + size), "other": shapely.box(*other, 15, 19)}
    solids = Outlines.of(drawn)
    viewer = Base.round(Spot(2, 10), 2) if is_round else Base.rectangle(Spot(2, 10), 2, 1, 30)
    target = Base.rectangle(Spot(20, 10), 3, 2, 70)
    places = np.array(_strewn(target, 2000))
    rim = shapely.get_coordinates(shapely.segmentize(viewer.outline, 0.1)).tolist()
    depths = dict.fromkeys(solids.ids, 0.0)
    seen = np.any([seen_spots(solids, Spot(*eye), places, depths) for eye in rim], axis=0)
    assert seen_share(viewer, target, solids).share == pytest.approx(float(seen.mean()), abs=0.04)


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
        alone = [seen_share(Spot(3, 10), base, solids.without({*solids.ids} - ids)).share for base in bases]
        assert shadows.only(counts).shares == pytest.approx(np.array(alone), abs=1e-9)


def _strewn(base: Base, count: int) -> list[Spot]:
    dice = random.Random(7)
    left, top, right, bottom = base.outline.bounds
    spots = (Spot(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(4 * count))
    return [spot for spot in spots if base.outline.contains(shapely.Point(spot))][:count]
