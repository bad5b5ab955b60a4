"""Whole fields of sight: the answers of single lines."""

from math import inf, nan
from unittest.mock import patch

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadInput, OffBoard
from rules.ground.table.inches import Spot
from rules.ground.table.outlines import FINE_IN, Outlines
from rules.ground.table.sight import field
from rules.ground.table.sight.crossings import crossings, hiding
from rules.ground.table.sight.field import open_spots, seen_spots
from rules.ground.table.tabletop import Tabletop
from tests.rules.ground.drawn_tables import outlines_of, spots, tables
from tests.rules.ground.seen_region import seen_region

WALL = Outlines.of({"wall": shapely.box(10, 0, 11, 10)})
OPEN = Tabletop("open", 24, 24)
DEEP = st.sampled_from([0.0, 1.0, 2.5, inf])
DEPTHS = st.sampled_from([None, 0.0, 1.0, 2.5, inf])
NEVER_PLAIN, ALWAYS_PLAIN = 0, 10**9


def test_spots_behind_a_wall_are_not_seen() -> None:
    row = [Spot(x, 5) for x in (5, 9, 10.5, 12, 20)]
    assert seen_spots(WALL, Spot(0, 5), row, {"wall": 0}).tolist() == [True, True, False, False, False]
    assert seen_spots(WALL, Spot(0, 5), row, {"wall": inf}).tolist() == [True, True, True, False, False]
    assert seen_spots(WALL, Spot(0, 5), row, {}).all()


@pytest.mark.parametrize("depth", [0.0, 1.0, inf])
def test_a_field_along_an_edge_and_then_inside_agrees_with_single_lines(depth: float) -> None:
    """The edge runs from 10 to 14 inches; from 14 to 18 the line is inside."""
    boot = Outlines.of({"boot": shapely.Polygon([(10, 10), (14, 10), (14, 6), (18, 6), (18, 14), (10, 14)])})
    row = [Spot(x, 10) for x in (9, 12, 14, 16, 20)]
    into = depth == inf
    assert seen_spots(boot, Spot(5, 10), row, {"boot": depth}).tolist() == [True, True, True, into, False]


@pytest.mark.parametrize("depth", [-1.0, nan])
def test_a_depth_below_nothing_is_refused_by_name(depth: float) -> None:
    with pytest.raises(BadInput, match=r"see_into_in\[wall\]"):
        seen_spots(WALL, Spot(0, 5), [Spot(1, 1)], {"wall": depth})


@settings(max_examples=150)
@given(tables(), spots(), st.lists(spots(), max_size=60), st.lists(DEPTHS, min_size=5, max_size=5))
def test_a_field_agrees_with_its_single_lines(
    table: Tabletop, viewer: Spot, targets: list[Spot], depths: list[float | None]
) -> None:
    outlines = outlines_of(table)
    into = {name: depth for name, depth in zip(outlines.ids, depths, strict=False) if depth is not None}
    seen = seen_spots(outlines, viewer, targets, into)
    told = [not hiding(outlines, viewer, target, into) for target in targets]
    assert seen.tolist() == told


@settings(max_examples=60)
@given(tables(), spots(), st.lists(spots(), max_size=30), st.lists(DEEP, min_size=5, max_size=5))
def test_spots_seen_beyond_doubt_agree_with_single_lines_for_any_number_of_spots(
    table: Tabletop, viewer: Spot, targets: list[Spot], depths: list[float]
) -> None:
    outlines = outlines_of(table)
    into = dict(zip(outlines.ids, depths, strict=False))
    asked = np.array(targets).reshape(-1, 2), into, np.zeros((len(targets), len(into)), np.bool_)
    told = [
        not any(
            crossing.hides(into[crossing.id]) or crossing.is_close_call(into[crossing.id])
            for crossing in crossings(outlines, viewer, target)
        )
        for target in targets
    ]
    for plain_edges in (ALWAYS_PLAIN, NEVER_PLAIN):
        with patch.object(field.PLAIN_EDGES, "most", plain_edges):
            assert open_spots(outlines, viewer, *asked).tolist() == told


@settings(max_examples=100)
@given(tables(), st.data(), st.lists(DEPTHS, min_size=5, max_size=5), st.booleans())
def test_the_region_holds_the_spots_of_the_field(
    table: Tabletop, data: st.DataObject, depths: list[float | None], is_at_edge: bool
) -> None:
    """From anywhere, the edges and corners of the pieces themselves not excepted."""
    outlines = outlines_of(table)
    at_edges = [spot for spot in map(Spot._make, (outlines.starts * FINE_IN).tolist()) if spot in table]
    viewer = data.draw(st.sampled_from(at_edges) if at_edges and is_at_edge else spots())
    into = {name: depth for name, depth in zip(outlines.ids, depths, strict=False) if depth is not None}
    assert_alike(table, outlines, viewer, into)


def assert_alike(table: Tabletop, outlines: Outlines, viewer: Spot, into: dict[str, float]) -> None:
    """Spots nearer than a hundredth of an inch to the edge of the region are left to it, and so are those seen
    through a crack: not from a hair to the left or the right."""
    region = seen_region(table, outlines, viewer, into)
    lattice = np.array(list(table.lattice()))
    seen = seen_spots(outlines, viewer, lattice, into)
    for place in lattice[seen != shapely.contains_xy(region, lattice)].tolist():
        ahead = viewer.bearing_deg(Spot(*place))
        aside = [Spot(*place).ahead(ahead + turn, 2 * FINE_IN) for turn in (90, -90)]
        is_crack = not seen_spots(outlines, viewer, aside, into).any()
        assert is_crack or region.boundary.distance(shapely.Point(place)) < 0.01, place


@pytest.mark.parametrize("depth", [0.0, 1.0, inf])
@pytest.mark.parametrize("at", [(10, 5), (10, 10), (10.5, 10), (11, 10), (11, 4), (10, 0)])
def test_the_region_of_a_viewer_at_the_edge_of_a_wall_agrees_with_single_lines(
    at: tuple[float, float], depth: float
) -> None:
    assert_alike(OPEN, WALL, Spot(*at), {"wall": depth})


def test_a_viewer_who_stands_against_a_wall_sees_the_half_before_it() -> None:
    """From the wall's west side all ground west of it is seen; through an inch of woods the other half as well."""
    assert seen_region(OPEN, WALL, Spot(10, 5), {"wall": 0}).area == pytest.approx(10 * 24, abs=1e-3)
    assert seen_region(OPEN, WALL, Spot(10, 10), {"wall": 0}).area == pytest.approx(
        24 * 14 + 10 * 10, abs=1e-3
    )
    assert seen_region(OPEN, WALL, Spot(10, 5), {"wall": inf}).area == pytest.approx(24 * 24, abs=1e-3)


def test_a_viewer_in_woods_looks_out_where_they_are_thin() -> None:
    """Two inches inside the west edge of a wood with 2.5 inches of sight: a sector 73.7 degrees wide."""
    wood = Outlines.of({"wood": shapely.box(10, 0, 20, 24)})
    region = seen_region(OPEN, wood, Spot(12, 12), {"wood": 2.5})
    beyond = 2 * (10 + 2) * 12 * (1.5 / 2) / 2 - 2 * 2 * 1.5 / 2
    assert region.intersection(shapely.box(0, 0, 10, 24)).area == pytest.approx(beyond, abs=1e-3)


def test_a_crack_between_two_walls_is_seen_through_and_has_no_area() -> None:
    walls = Outlines.of({"one": shapely.box(4, 6, 10, 10), "other": shapely.box(10, 6, 16, 10)})
    into = {"one": 0.0, "other": 0.0}
    assert seen_spots(walls, Spot(10, 12), [Spot(10, 2), Spot(10.1, 2)], into).tolist() == [True, False]
    assert not seen_region(OPEN, walls, Spot(10, 12), into).covers(shapely.Point(10, 2))


def test_the_region_behind_a_wall_is_cut_off() -> None:
    """From (0, 10) the wall hides all ground beyond it and north of the line over its end."""
    region = seen_region(OPEN, WALL, Spot(0, 10), {"wall": 0})
    assert region.area == pytest.approx(24 * 24 - 14 * 10, abs=1e-3)


def test_a_viewer_off_the_table_is_refused() -> None:
    with pytest.raises(OffBoard):
        seen_region(OPEN, WALL, Spot(30, 10), {})
