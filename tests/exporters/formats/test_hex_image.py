"""The hex that each pixel shows, against a search through all hexes."""

from math import hypot

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exporters.board_shapes import grid_box, hexagon
from exporters.formats.hex_image import EDGE_STEPS, grain, hex_numbers, pattern_mask
from exporters.style import Pattern
from exporters.viewport import Viewport
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from tests.exporters.pixels import numbers


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    top = draw(st.sampled_from(Top))
    firsts = (First.HIGH, First.LOW) if top is Top.FLAT else (First.LEFT, First.RIGHT)
    return HexGrid(
        draw(st.integers(2, 6)),
        draw(st.integers(2, 6)),
        top,
        draw(st.sampled_from(firsts)),
        draw(st.booleans()),
    )


@settings(max_examples=60)
@given(grids(), st.floats(7, 30), st.floats(-20, 20), st.floats(-20, 20), st.floats(0.8, 1.25))
def test_each_pixel_shows_the_hex_whose_centre_is_nearest(
    grid: HexGrid, unit_px: float, left: float, top: float, askew: float
) -> None:
    viewport = Viewport(90, 80, (unit_px, unit_px * askew), (left, top))
    shown = numbers(grid, viewport)
    edge = grid_box(grid)
    for y in range(3, 80, 11):
        for x in range(0, 90, 11):
            point = viewport.point((x + 0.5, y + 0.5))
            away = sorted(
                (hypot(point[0] - cx, point[1] - cy), place)
                for place in _around(grid)
                for cx, cy in [grid.position(grid.centre(place))]
            )
            if away[1][0] - away[0][0] < 1e-3:
                continue
            if grid.half_hexes and (
                min(point[0] - edge.left, edge.right - point[0], point[1] - edge.top, edge.bottom - point[1])
                < 1 / unit_px
            ):
                continue
            wanted = hex_numbers(grid, [away[0][1]])[0] if away[0][1] in grid and away[0][0] < 0.6 else 0
            assert shown[y, x] == wanted


def _around(grid: HexGrid) -> list[Hex]:
    """The hexes of a map and those about it."""
    return [Hex(c, r) for c in range(-2, grid.columns + 2) for r in range(-2, grid.rows + 2)]


def test_nothing_lies_beyond_the_edge_of_a_map_cut_through_its_hexes() -> None:
    grid = HexGrid(5, 5, half_hexes=True)
    edge = grid_box(grid)
    viewport = Viewport.of(edge, 20.0, margin_px=15)
    labels = numbers(grid, viewport)
    assert not labels[:15].any()
    assert not labels[-15:].any()
    assert not labels[:, :15].any()
    assert not labels[:, -15:].any()
    assert labels[15:-15, 15:-15].all()


def test_shades_run_from_the_hexside_inwards() -> None:
    grid = HexGrid(3, 3)
    viewport = Viewport.of(grid_box(grid), 40.0)
    shades = grain(grid, viewport, ()) & EDGE_STEPS
    x, y = (int(v) for v in viewport.pixel(grid.position(grid.centre(Hex(1, 1)))))
    assert shades[y, x] == EDGE_STEPS
    (ax, ay), (bx, by) = hexagon(grid, Hex(1, 1))[5], hexagon(grid, Hex(1, 1))[0]
    mx, my = viewport.pixel(((ax + bx) / 2, (ay + by) / 2))
    assert shades[int(my), int(mx)] < EDGE_STEPS - 1


def test_patterns_join_across_the_edges_of_patches() -> None:
    for pattern in Pattern:
        whole = pattern_mask(pattern, 36.0, 0, 0, 60, 60)
        part = pattern_mask(pattern, 36.0, 17, 23, 20, 30)
        assert np.array_equal(whole[23:43, 17:47], part)
        assert whole.any() == (pattern is not Pattern.PLAIN)
