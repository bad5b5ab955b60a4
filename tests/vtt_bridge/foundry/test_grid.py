"""Foundry's four hex grids and the hexes of a board, by formulas worked out by hand."""

from math import cos, hypot, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from vtt_bridge.errors import BadScene
from vtt_bridge.foundry.grid import Grid, GridType, Offset, frame_of_grid, grid_of
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.virtual_table import FrameKind

HEXES = [kind for kind in GridType if kind.is_hex]


@pytest.mark.parametrize(
    ("kind", "x", "y"),
    [
        (GridType.HEX_ODD_COLUMNS, 57.735, 0),
        (GridType.HEX_EVEN_COLUMNS, 57.735, 50),
        (GridType.HEX_ODD_ROWS, 0, 57.735),
        (GridType.HEX_EVEN_ROWS, 50, 57.735),
    ],
)
def test_the_first_hex_lies_at_the_published_pixels_of_its_grid_type(
    kind: GridType, x: float, y: float
) -> None:
    assert Grid(kind, 100, 4000, 3000).centre_px(Offset(0, 0)) == pytest.approx((x, y), abs=0.001)


@pytest.mark.parametrize("kind", HEXES)
def test_the_centre_of_each_of_900_hexes_is_in_that_hex(kind: GridType) -> None:
    grid = Grid(kind, 100, 4000, 3000)
    for row in range(30):
        for column in range(30):
            assert grid.offset(grid.centre_px(Offset(row, column))) == (row, column)


@given(
    st.sampled_from(HEXES),
    st.integers(20, 400),
    st.integers(-50, 200),
    st.integers(-50, 200),
    st.floats(0, 0.49),
    st.floats(0, 6.28),
)
def test_a_point_nearer_to_a_centre_than_the_hexsides_is_in_that_hex(
    kind: GridType, size: int, row: int, column: int, away: float, turn: float
) -> None:
    """Any point nearer to the centre than the hexsides are belongs to the hex."""
    grid = Grid(kind, size, 4000, 3000)
    x, y = grid.centre_px(Offset(row, column))
    assert grid.offset((x + size * away * cos(turn), y + size * away * sin(turn))) == (row, column)


@pytest.mark.parametrize("padding", [0, 0.05, 0.1, 0.25, 0.5])
@pytest.mark.parametrize("kind", HEXES)
def test_the_hexes_of_a_board_lie_on_those_of_foundry_with_any_padding(
    kind: GridType, padding: float
) -> None:
    grid = Grid(kind, 70, 1401, 903, padding, shift_px=(13, -8))
    frame = frame_of_grid(grid)
    assert frame.top is not None
    assert frame.first is not None
    hexes = HexGrid(9, 9, frame.top, frame.first)
    window = viewport(frame, (1401, 903))
    x0, y0 = grid.corner_px
    seen = set()
    for place in hexes:
        x, y = window.pixel(hexes.position(hexes.centre(place)))
        offset = grid.offset((x + x0, y + y0))
        cx, cy = grid.centre_px(offset)
        assert hypot(cx - x - x0, cy - y - y0) < 1e-6
        seen.add(offset)
    assert len(seen) == 81


@pytest.mark.parametrize("kind", HEXES)
def test_a1_is_the_first_hex_that_lies_whole_in_the_scene(kind: GridType) -> None:
    grid = Grid(kind, 100, 2000, 2000, 0.25)
    x, y = frame_of_grid(grid).origin_px
    width, height = grid.cell_px
    assert x >= width / 2 - 1e-6
    assert y >= height / 2 - 1e-6
    assert x < width + 1
    assert y < height + 1


def test_padding_by_an_odd_number_of_columns_shifts_the_scene_by_half_a_hex() -> None:
    """0.25 of 1000 px is 2.89 strides of 86.6 px, so 3: the scene begins half a hex further down."""
    x, y = Grid(GridType.HEX_ODD_COLUMNS, 100, 1000, 1000, 0.25).corner_px
    assert x == pytest.approx(3 * 0.75 * 200 / sqrt(3))
    assert y == 350


def test_a_pixel_within_a1_sets_where_the_board_begins() -> None:
    grid = Grid(GridType.HEX_EVEN_COLUMNS, 100, 2000, 2000)
    frame = frame_of_grid(grid, a1_px=(240, 160), first=First.HIGH)
    assert frame.origin_px == pytest.approx((230.94, 150), abs=0.01)
    assert (frame.top, frame.first) == (Top.FLAT, First.HIGH)


def test_square_and_gridless_scenes_are_scaled_in_inches() -> None:
    square = frame_of_grid(Grid(GridType.SQUARE, 50, 1000, 800, 0.1, distance=2, units="in"))
    assert (square.kind, square.cell_px, square.cell_in) == (FrameKind.SQUARE, 50, 2)
    free = frame_of_grid(Grid(GridType.GRIDLESS, 100, 1000, 800, distance=4, units='"'))
    assert (free.kind, free.cell_px) == (FrameKind.INCH, 25)
    said = frame_of_grid(Grid(GridType.GRIDLESS, 100, 1000, 800, distance=5, units="ft"), inch_px=30)
    assert said.cell_px == 30


def test_a_gridless_scene_in_feet_without_a_scale_is_refused() -> None:
    with pytest.raises(BadScene, match=r"scene.grid.units: 'ft' is not in \(inches\).*--inch-px"):
        frame_of_grid(Grid(GridType.GRIDLESS, 100, 1000, 800, distance=5, units="ft"))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"grid": {"type": 7, "size": 100}}, "scene.grid.type: 7 is not a grid type from 0 to 5"),
        ({"grid": {"size": 100}}, "scene.grid.type is missing"),
        ({"grid": {"type": 4, "size": "wide"}}, "scene.grid.size: 'wide' is not a number"),
        ({"width": 90000}, "90000 x 800 px is not at most 16384 pixels a side"),
        ({"padding": 3}, "scene.padding: 3"),
        ({"grid": [4]}, "scene.grid: .* is not an object"),
    ],
)
def test_a_grid_with_missing_or_wrong_fields_is_refused(changed: dict[str, object], sentence: str) -> None:
    document = {"width": 1000, "height": 800, "grid": {"type": 4, "size": 100}, **changed}
    with pytest.raises((BadInput, BadScene), match=sentence):
        grid_of(document)


def test_hex_a1_lies_at_the_origin_of_the_frame() -> None:
    frame = frame_of_grid(Grid(GridType.HEX_ODD_COLUMNS, 100, 1000, 800))
    grid = HexGrid(5, 5, Top.FLAT, First.HIGH)
    assert viewport(frame, (1, 1)).pixel(grid.position(grid.centre(Hex.named("A1")))) == frame.origin_px
