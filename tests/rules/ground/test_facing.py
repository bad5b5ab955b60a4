"""Facings through hexsides and vertices, and the hexes in an arc."""

from math import atan2, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.ground.hex.facing import bearing_steps, in_arc
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from tests.rules.ground.hex_maps import grids_and_hexes

FLAT, POINTY = HexGrid(5, 5), HexGrid(5, 5, Top.POINTY, First.LEFT)


def bearing_deg(grid: HexGrid, start: Hex, end: Hex) -> float:
    """Clockwise from north, measured on the map as drawn."""
    (x1, y1), (x2, y2) = grid.position(grid.centre(start)), grid.position(grid.centre(end))
    return degrees(atan2(x2 - x1, y1 - y2)) % 360


@given(grids_and_hexes(2), st.sampled_from(range(0, 360, 30)), st.sampled_from((60, 120, 180)))
def test_an_arc_holds_the_dots_within_its_angle_edges_included(
    drawn: tuple[HexGrid, tuple[Hex, Hex]], facing_deg: int, width_deg: int
) -> None:
    grid, (source, target) = drawn
    off = abs((bearing_deg(grid, source, target) - facing_deg + 180) % 360 - 180)
    expected = source != target and off <= width_deg / 2 + 1e-6
    assert in_arc(grid, source, target, facing_deg, width_deg) == expected


@given(grids_and_hexes(1), st.sampled_from(range(0, 360, 30)))
def test_front_and_rear_halves_hold_every_other_hex(
    drawn: tuple[HexGrid, tuple[Hex]], facing_deg: int
) -> None:
    grid, (source,) = drawn
    behind_deg = (facing_deg + 180) % 360
    for place in set(grid) - {source}:
        assert in_arc(grid, source, place, facing_deg, 180) or in_arc(grid, source, place, behind_deg, 180)


def test_an_arc_of_one_hexside_and_of_one_vertex() -> None:
    assert {str(place) for place in FLAT.ring(Hex(2, 2), 1) if in_arc(FLAT, Hex(2, 2), place, 0, 60)} == {
        "C2"
    }
    assert {str(place) for place in FLAT.ring(Hex(2, 2), 1) if in_arc(FLAT, Hex(2, 2), place, 30, 60)} == {
        "C2",
        "D2",
    }


def test_bearings_are_counted_in_twelfths() -> None:
    assert [bearing_steps(deg) for deg in (0, 30, 360, -30)] == [0, 1, 0, 11]


@pytest.mark.parametrize(("facing_deg", "width_deg"), [(10, 180), (0, 50), (0, 0), (0, 240)])
def test_other_facings_and_widths_are_refused(facing_deg: float, width_deg: int) -> None:
    with pytest.raises(BadInput):
        in_arc(FLAT, Hex(0, 0), Hex(1, 1), facing_deg, width_deg)
