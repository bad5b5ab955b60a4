"""Places and pixels: every hex is found again, and a token between hexes is refused by name."""

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, OffBoard
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import (
    STRADDLE_HEXES,
    check_frame,
    given_place_px,
    place_of,
    place_px,
    snapped,
    viewport,
)
from vtt_bridge.port.virtual_table import Frame, FrameKind

LAYOUTS = [(Top.FLAT, First.HIGH), (Top.FLAT, First.LOW), (Top.POINTY, First.LEFT), (Top.POINTY, First.RIGHT)]
TABLE = Tabletop("bare", 72, 48)


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Frame, HexBoard, Hex]:
    top, first = draw(st.sampled_from(LAYOUTS))
    grid = HexGrid(draw(st.integers(1, 30)), draw(st.integers(1, 30)), top, first)
    coordinate = st.floats(-5000, 5000)
    frame = Frame(FrameKind.HEX, draw(st.floats(10, 400)), (draw(coordinate), draw(coordinate)), top, first)
    return frame, HexBoard("drawn", grid), draw(st.sampled_from(list(grid)))


@given(laid_out(), st.floats(0, 2 * pi), st.floats(0, STRADDLE_HEXES - 0.001))
def test_a_token_near_the_centre_of_a_hex_stands_in_it(
    laid: tuple[Frame, HexBoard, Hex], turn: float, away: float
) -> None:
    frame, board, place = laid
    x, y = place_px(frame, board, place)
    at = (x + away * frame.cell_px * cos(turn), y + away * frame.cell_px * sin(turn))
    assert place_of(frame, board, at, "A-1") == place
    assert snapped(frame, board, at) == place


@given(laid_out())
def test_a_label_means_the_pixel_of_its_hex_on_the_board(laid: tuple[Frame, HexBoard, Hex]) -> None:
    frame, board, place = laid
    assert given_place_px(frame, place.label, "at") == pytest.approx(place_px(frame, board, place), abs=1e-6)


def test_flat_hexes_lie_at_pixels_worked_out_by_hand() -> None:
    # 100 px across flats: columns stand 86.60 px apart, and B half a hex below A
    frame = Frame(FrameKind.HEX, 100, (200.0, 50.0), Top.FLAT, First.HIGH)
    board = HexBoard("drawn", HexGrid(4, 4))
    assert place_px(frame, board, Hex.named("A1")) == (200.0, 50.0)
    assert place_px(frame, board, Hex.named("B3")) == pytest.approx((286.603, 300.0), abs=0.001)


def test_pointed_hexes_lie_at_pixels_worked_out_by_hand() -> None:
    # 100 px across flats: rows stand 86.60 px apart, and row 2 half a hex left of row 1 where that is shifted
    frame = Frame(FrameKind.HEX, 100, (200.0, 50.0), Top.POINTY, First.RIGHT)
    board = HexBoard("drawn", HexGrid(4, 4, Top.POINTY, First.RIGHT))
    assert place_px(frame, board, Hex.named("C2")) == pytest.approx((350.0, 136.603), abs=0.001)


def test_a_token_on_a_hexside_is_refused_as_straddling_and_can_be_snapped() -> None:
    frame = Frame(FrameKind.HEX, 100, (0.0, 0.0), Top.FLAT, First.HIGH)
    board = HexBoard("drawn", HexGrid(4, 4))
    with pytest.raises(
        BadScene, match=r"token A-1: it straddles hexes near A[12], 0\.50 hex from the centre dot"
    ):
        place_of(frame, board, (0.0, 50.0), "A-1")
    assert snapped(frame, board, (0.0, 51.0)) == Hex.named("A2")


def test_a_token_beside_the_map_is_refused_by_name() -> None:
    frame = Frame(FrameKind.HEX, 100, (0.0, 0.0), Top.FLAT, First.HIGH)
    board = HexBoard("drawn", HexGrid(4, 4))
    with pytest.raises(BadScene, match=r"token A-1: \(-90, 0\) px is not on the board, which has 4 columns"):
        place_of(frame, board, (-90.0, 0.0), "A-1")
    with pytest.raises(OffBoard):
        snapped(frame, board, (-90.0, 0.0))


def test_in_inches_and_on_squares_pixels_and_spots_convert_both_ways() -> None:
    inches = Frame(FrameKind.INCH, 24, (10.0, 10.0))
    squares = Frame(FrameKind.SQUARE, 48, (10.0, 10.0), cell_in=2.0)
    for frame in (inches, squares):
        check_frame(frame, TABLE)
        assert place_of(frame, TABLE, (250.0, 130.0), "stand") == Spot(10.0, 5.0)
        assert place_px(frame, TABLE, Spot(10.0, 5.0)) == (250.0, 130.0)
        assert given_place_px(frame, [10.0, 5.0], "at") == (250.0, 130.0)
    with pytest.raises(
        BadScene, match=r"token stand: \(-1, 5\) is not on the board, which has 72 × 48 inches"
    ):
        place_of(inches, TABLE, (-14.0, 130.0), "stand")


@pytest.mark.parametrize(
    ("frame", "board", "sentence"),
    [
        (Frame(FrameKind.SQUARE, 50, (0, 0)), HexBoard("x", HexGrid(3, 3)), "'square' is not hex"),
        (Frame(FrameKind.INCH, 50, (0, 0)), HexBoard("x", HexGrid(3, 3)), "'inch' is not hex"),
        (Frame(FrameKind.HEX, 50, (0, 0), Top.FLAT, First.HIGH), TABLE, "'hex' is not square or inch"),
        (
            Frame(FrameKind.HEX, 50, (0, 0), Top.POINTY, First.LEFT),
            HexBoard("x", HexGrid(3, 3)),
            "frame.top: 'pointy' is not flat",
        ),
        (
            Frame(FrameKind.HEX, 50, (0, 0), Top.FLAT, First.LOW),
            HexBoard("x", HexGrid(3, 3)),
            "frame.first: 'low' is not high",
        ),
    ],
)
def test_a_frame_that_does_not_fit_the_board_is_refused(
    frame: Frame, board: HexBoard | Tabletop, sentence: str
) -> None:
    with pytest.raises(BadScene, match=sentence):
        check_frame(frame, board)


def test_a_hex_label_in_inches_and_a_spot_on_hexes_are_refused() -> None:
    with pytest.raises(BadInput, match="in inches"):
        given_place_px(Frame(FrameKind.INCH, 24, (0, 0)), "C2", "at")
    with pytest.raises(BadInput, match="a hex label"):
        given_place_px(Frame(FrameKind.HEX, 24, (0, 0), Top.FLAT, First.HIGH), [1, 2], "at")


def test_the_viewport_of_a_scene_has_its_pixels_and_origin() -> None:
    window = viewport(Frame(FrameKind.HEX, 96, (55.0, 48.0), Top.FLAT, First.HIGH), (700, 500))
    assert (window.width_px, window.height_px, window.pixel((0, 0))) == (700, 500, (55.0, 48.0))
