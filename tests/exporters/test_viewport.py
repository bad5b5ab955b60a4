"""The pixel sum: hex centres of a picture are those of the scene."""

from math import sqrt

import pytest

from exporters.board_shapes import grid_box
from exporters.viewport import Viewport
from rules.errors import BadInput
from rules.ground.hex.hexes import First, Hex, HexGrid, Top

GRIDS = [
    HexGrid(9, 7, Top.FLAT, First.HIGH),
    HexGrid(9, 7, Top.FLAT, First.LOW),
    HexGrid(9, 7, Top.POINTY, First.LEFT),
    HexGrid(9, 7, Top.POINTY, First.RIGHT),
]


def scene_centre_px(grid: HexGrid, place: Hex, size_px: float) -> tuple[float, float]:
    """The pixel where a VTT puts the centre of a hex: hexes `size_px` across flats, whole at the corner."""
    column, row = place
    if grid.top is Top.FLAT:
        late = (column % 2 == 1) == (grid.first is First.HIGH)
        return size_px / sqrt(3) * (1 + 1.5 * column), size_px * (row + (1.0 if late else 0.5))
    late = (row % 2 == 1) == (grid.first is First.LEFT)
    return size_px * (column + (1.0 if late else 0.5)), size_px / sqrt(3) * (1 + 1.5 * row)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("size_px", [37.0, 64.5, 100.0])
def test_calibrated_at_a1_every_centre_lies_on_the_pixel_of_the_scene(grid: HexGrid, size_px: float) -> None:
    origin_px = scene_centre_px(grid, Hex(0, 0), size_px)
    viewport = Viewport(1000, 1000, (size_px, size_px), origin_px)
    for place in grid:
        assert viewport.pixel(grid.position(grid.centre(place))) == pytest.approx(
            scene_centre_px(grid, place, size_px), abs=1e-6
        )


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_picture_of_a_whole_map_begins_at_its_edge(grid: HexGrid) -> None:
    viewport = Viewport.of(grid_box(grid), 50.0)
    for place in grid:
        assert viewport.pixel(grid.position(grid.centre(place))) == pytest.approx(
            scene_centre_px(grid, place, 50.0), abs=1e-6
        )
    across, along = 50 / sqrt(3) * (1.5 * 8 + 2), 50 * 7.5
    wanted = (across, along) if grid.is_flat else (50 * 9.5, 50 / sqrt(3) * (1.5 * 6 + 2))
    assert (viewport.width_px, viewport.height_px) == (round(wanted[0]), round(wanted[1]))


def test_a_map_cut_through_its_hexes_is_shown_from_centre_to_centre() -> None:
    grid = HexGrid(5, 4, half_hexes=True)
    box = grid_box(grid)
    assert (box.left, box.top) == (0, 0)
    assert (box.width, box.height) == pytest.approx((4 * sqrt(3) / 2, 3))


def test_pixels_lead_back_to_the_board() -> None:
    viewport = Viewport(300, 200, (40.0, 42.5), (12.5, -7.0))
    assert viewport.point(viewport.pixel((3.25, 1.5))) == pytest.approx((3.25, 1.5))


@pytest.mark.parametrize(
    ("size", "unit_px", "named"),
    [
        ((0, 10), 10.0, "picture.width_px: 0"),
        ((10, 20_000), 10.0, "picture.height_px: 20000"),
        ((16_000, 16_000), 10.0, "16000 x 16000"),
        ((10, 10), 0.0, "picture.unit_px"),
        ((10, 10), float("nan"), "picture.unit_px"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused_by_name(
    size: tuple[int, int], unit_px: float, named: str
) -> None:
    with pytest.raises(BadInput, match=named):
        Viewport(*size, (unit_px, unit_px))
