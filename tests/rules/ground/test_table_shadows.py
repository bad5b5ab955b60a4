"""The shadows of hiding areas from given eyes, and how much of a footprint stays in sight."""

import random
from collections.abc import Sequence
from math import isinf

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from rules.ground.table.inches import Base, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.cells_from_eyes import CellsFromEyes
from rules.ground.table.sight.convex_cells import Cells
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.heights import Heights, hidden_spans
from rules.ground.table.sight.shadows import Shadows
from rules.ground.table.tabletop import Tabletop
from tests.rules.ground.drawn_tables import tables

WALL = shapely.box(10, 0, 11, 10)
L_SHAPED = shapely.Polygon([(14, 2), (20, 2), (20, 4), (16, 4), (16, 8), (14, 8)])
RING = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
TARGET = Base.rectangle(Spot(20, 10), 2, 2, 90)


def shadows(
    eyes: list[Spot], areas: Sequence[BaseGeometry], bases: list[Base], heights: Heights | None = None
) -> Shadows:
    """The shadows of these areas, as tall as need be without heights; level with one slice of each footprint's parts."""
    cells, footprints = Cells.of(areas), Footprints.of(bases)
    parts = len(footprints.owner)
    tall = Heights(np.zeros(len(eyes)), np.full(len(cells.owner), np.inf), np.zeros((parts, 1)))
    if heights is not None:
        tall = Heights(heights.eyes_in, heights.tops_in[cells.owner], heights.slices_in[footprints.owner])
    return Shadows.of(CellsFromEyes.of(cells, np.array(eyes)), footprints, tall)


def share(eye: Spot, base: Base, *areas: BaseGeometry) -> float:
    return float(shadows([eye], list(areas), [base]).shares[0, 0, 0])


def test_half_a_hull_behind_a_wall() -> None:
    """The line past the end of the wall cuts the hull in half."""
    assert share(Spot(0, 10), TARGET, WALL) == pytest.approx(0.5)


def test_a_target_in_the_open_is_seen_whole_and_one_behind_a_wall_not_at_all() -> None:
    assert share(Spot(0, 15), TARGET) == 1
    assert share(Spot(0, 5), Base.round(Spot(20, 5), 1), WALL) == 0
    assert share(Spot(0, 5), Base.round(Spot(5, 5), 1), WALL) == 1


def test_each_hiding_piece_is_listed_with_the_share_it_would_leave_by_itself() -> None:
    left, right = shapely.box(10, 0, 11, 9.75), shapely.box(10, 10.25, 11, 20)
    fallen = shadows([Spot(0, 10)], [left, shapely.box(2, 0, 3, 1), right], [TARGET])
    things, falls, alone = fallen.alone()
    assert things.tolist() == [0, 2]
    assert falls.tolist() == [[True, True]]
    assert alone[0, 0, 0] == pytest.approx(alone[0, 1, 0])
    assert fallen.shares[0, 0, 0] == pytest.approx(alone[0, :, 0].sum() - 1, abs=1e-5)


@pytest.mark.parametrize("eye", [Spot(1, 9.99), Spot(5, 9.9), Spot(19.9, 9.999)])
def test_nothing_is_seen_beyond_a_wall_that_the_viewer_touches(eye: Spot) -> None:
    long_wall = shapely.box(0, 10, 20, 11)
    for x in (2, 10, 18):
        assert share(eye, Base.rectangle(Spot(x, 14), 2, 2), long_wall) == 0
    assert share(eye, Base.rectangle(Spot(10, 7), 2, 2), long_wall) == 1


def test_a_viewer_inside_a_solid_sees_nothing_outside_it() -> None:
    assert share(Spot(1, 1), TARGET, RING) == 0
    assert share(Spot(4, 4), Base.rectangle(Spot(5, 5), 1, 1), RING) == 1
    assert share(Spot(4, 4), TARGET, RING) == 0


@settings(max_examples=40)
@given(
    st.tuples(st.floats(3, 17), st.floats(3, 17), st.floats(0.3, 9), st.floats(0.3, 9)),
    st.tuples(st.floats(0, 20), st.floats(0, 20)),
    st.tuples(st.floats(0, 20), st.floats(0, 20)),
)
def test_from_a_spot_the_share_is_that_of_the_spots_seen(
    drawn: tuple[float, float, float, float], eye: tuple[float, float], at: tuple[float, float]
) -> None:
    x, y, width, depth = drawn
    block = shapely.box(x, y, x + width, y + depth)
    target = Base.rectangle(Spot(*at), 2, 3, 20)
    seen = seen_spots(
        Outlines.of({"block": block}), Spot(*eye), np.array(_strewn(target, 1500)), {"block": 0}
    )
    assert share(Spot(*eye), target, block) == pytest.approx(float(seen.mean()), abs=0.05)


def test_shadows_fall_from_many_eyes_on_many_footprints_as_from_each_on_each() -> None:
    """Hulls, men and squads whose men touch, three solids; some are asked to hide nothing."""
    areas = [shapely.box(8, 6, 10, 9), shapely.box(9, 11, 13, 12), L_SHAPED]
    dice = random.Random(3)
    places = [Spot(dice.uniform(0, 24), dice.uniform(0, 24)) for _ in range(60)]
    bases = [Base.of_men([spot, Spot(spot.x_in + 0.5, spot.y_in)], 0.6) for spot in places[:20]]
    bases += [Base.rectangle(spot, 2, 4, 40) for spot in places[20:40]]
    bases += [Base.round(spot, 0.6) for spot in places[40:]]
    eyes = [Spot(3, 10), Spot(9, 7), Spot(15, 18)]
    fallen = shadows(eyes, areas, bases)
    for counting in ({0, 1, 2}, {0, 2}, {1}, set()):
        told = fallen.only(np.isin(fallen.thing, list(counting))).shares[:, :, 0]
        those = [areas[thing] for thing in sorted(counting)]
        alone = [[share(eye, base, *those) for eye in eyes] for base in bases]
        assert told == pytest.approx(np.array(alone), abs=1e-9)


@settings(max_examples=60)
@given(tables())
def test_cells_are_convex_and_cover_their_areas(table: Tabletop) -> None:
    areas = [*(piece.area for piece in table.pieces), L_SHAPED, RING]
    cells = Cells.of(areas)
    drawn = np.asarray(shapely.polygons(cells.corners))
    assert shapely.area(drawn) == pytest.approx(shapely.area(shapely.convex_hull(drawn)))
    for place, area in enumerate(areas):
        assert shapely.union_all(drawn[cells.owner == place]).symmetric_difference(area).area < 1e-6
        assert shapely.area(drawn[cells.owner == place]).sum() == pytest.approx(area.area)


HEIGHTS = st.floats(0.05, 4.0).map(lambda inches: round(inches, 2))


@given(eye_in=HEIGHTS, top_in=HEIGHTS, near=st.floats(2, 30), thick=st.floats(0.2, 8), gap=st.floats(0.5, 30))
def test_the_spans_of_slices_are_the_line_over_the_top(
    eye_in: float, top_in: float, near: float, thick: float, gap: float
) -> None:
    """Level with any height a thing hides a spot behind it if and only if the line over its top passes above: over its
    near edge if it stands higher than the eye, or else over its far one."""
    far = near + thick
    spot = far + gap
    limit = eye_in + (top_in - eye_in) * spot / (near if top_in > eye_in else far)
    levels = np.linspace(0.0, 4.0, 17)
    spans = hidden_spans(np.array(eye_in), np.array(top_in), levels)
    for z_in, least, most in zip(levels.tolist(), *(each.tolist() for each in spans), strict=True):
        if abs(z_in - limit) > 1e-6:
            assert (spot / near >= least and spot / far <= most) is (z_in < limit)


@settings(max_examples=60)
@given(
    turn=st.floats(0, 360),
    out=st.floats(4, 22),
    eye_in=HEIGHTS,
    tops=st.tuples(HEIGHTS, HEIGHTS | st.just(float("inf"))),
    foot_in=st.sampled_from([0.0, 2.0]),
)
def test_the_share_seen_over_things_is_that_of_the_spots_whose_line_passes_above_them(
    turn: float, out: float, eye_in: float, tops: tuple[float, float], foot_in: float
) -> None:
    """An oracle that walks along lines in small steps, past a thing that is not convex and one of no known height."""
    areas = [shapely.Polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]), shapely.box(1, -6, 2, -3)]
    eye = Spot(-6.0, -5.0)
    target = Base.rectangle(eye.ahead(turn, out), 1.5, 1.5, 30)
    slices = foot_in + np.array([0.25, 0.75, 1.25])
    heights = Heights(np.array([eye_in]), np.array(tops), slices[None])
    told = shadows([eye], areas, [target], heights).shares[0, 0]
    there = np.array(_strewn(target, 150))
    steps = np.linspace(0.0, 1.0, 401)[:, None]
    xs, ys = (start + (there[:, axis] - start) * steps for axis, start in enumerate(eye))
    for z_in, part in zip(slices.tolist(), told.tolist(), strict=True):
        heights_in = eye_in + (z_in - eye_in) * steps
        hits = [
            shapely.intersects_xy(area, xs, ys) & (isinf(top) | (heights_in < top))
            for area, top in zip(areas, tops, strict=True)
        ]
        assert part == pytest.approx(float((~np.any(hits, axis=(0, 1))).mean()), abs=0.12)


def _strewn(base: Base, count: int) -> list[Spot]:
    dice = random.Random(7)
    left, top, right, bottom = base.outline.bounds
    spots = (Spot(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(4 * count))
    return [spot for spot in spots if base.outline.contains(shapely.Point(spot))][:count]
