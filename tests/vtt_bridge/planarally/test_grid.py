"""PlanarAlly's two hex grids, its shapes as tokens and areas, and refusals of what cannot be laid out."""

from contextlib import suppress
from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, RulesError
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.tabletop import Tabletop
from tests.vtt_bridge.planarally.rooms import crossing_room, seating, shape
from vtt_bridge.errors import BadScene
from vtt_bridge.planarally.grid import CELL_PX, Grid, GridType, frame_of, grid_type_of
from vtt_bridge.planarally.locations import location_from, scene_seen
from vtt_bridge.planarally.shapes import area_seen, token_seen
from vtt_bridge.port.calibration import check_frame, place_of, place_px

STEPS = st.integers(-30, 30)
HEXES = {Top.FLAT: GridType.FLAT_HEX, Top.POINTY: GridType.POINTY_HEX}
STANDS = [(Top.FLAT, First.HIGH), (Top.FLAT, First.LOW), (Top.POINTY, First.LEFT), (Top.POINTY, First.RIGHT)]


def hexes(kind: GridType) -> Grid:
    return Grid(kind, 50, "yd", True)


@given(st.sampled_from(list(HEXES.values())), STEPS, STEPS, st.floats(0, 0.49), st.floats(0, 2 * pi))
def test_a_pixel_near_the_centre_of_a_hex_is_in_that_hex(
    kind: GridType, q: int, r: int, away: float, bearing: float
) -> None:
    x, y = hexes(kind).centre_px(q, r)
    near = (x + away * CELL_PX * cos(bearing), y + away * CELL_PX * sin(bearing))
    assert hexes(kind).axial(near) == (q, r)


@pytest.mark.parametrize("kind", HEXES.values())
def test_the_six_neighbours_of_a_hex_are_one_cell_away(kind: GridType) -> None:
    x, y = hexes(kind).centre_px(2, 3)
    for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        nx, ny = hexes(kind).centre_px(2 + dq, 3 + dr)
        assert sqrt((nx - x) ** 2 + (ny - y) ** 2) == pytest.approx(CELL_PX)


@given(st.sampled_from(STANDS), st.integers(0, 20), st.integers(0, 20), st.booleans())
def test_the_hexes_of_a_board_lie_on_those_of_planarally(
    stands: tuple[Top, First], column: int, row: int, is_told: bool
) -> None:
    top, first = stands
    grid, board = hexes(HEXES[top]), HexBoard("b", HexGrid(21, 21, top, first))
    frame = frame_of(grid, first, (400.0, 300.0) if is_told else None)
    check_frame(frame, board)
    place = Hex(column, row)
    at = place_px(frame, board, place)
    assert grid.centre_px(*grid.axial(at)) == pytest.approx(at, abs=1e-6)
    assert place_of(frame, board, at, "x") == place


def test_a_square_grid_in_inches_or_with_a_scale_is_a_table_in_inches() -> None:
    frame = frame_of(Grid(GridType.SQUARE, 2, "in", True))
    assert place_of(frame, Tabletop("t", 48, 24), (250.0, 100.0), "x") == (10, 4)
    free = frame_of(Grid(GridType.SQUARE, 5, "ft", False), inch_px=20, a1_px=(100.0, 60.0))
    assert place_of(free, Tabletop("t", 48, 24), (300.0, 100.0), "x") == (10, 2)


def test_a_location_without_a_usable_grid_is_refused() -> None:
    with pytest.raises(
        BadScene, match=r"it has no grid, so nobody knows how long an inch is; .* or say --inch-px"
    ):
        frame_of(Grid(GridType.FLAT_HEX, 1, "in", False))
    with pytest.raises(BadScene, match="it is measured in 'm', so nobody knows how long an inch is"):
        frame_of(Grid(GridType.SQUARE, 5, "m", True))
    squares = frame_of(Grid(GridType.SQUARE, 1, "inch", True))
    with pytest.raises(BadScene, match="'inch' is not hex, and this board is drawn in hexes"):
        check_frame(squares, HexBoard("b", HexGrid(5, 5)))
    with pytest.raises(BadInput, match="'ISO' is not one of SQUARE, POINTY_HEX, FLAT_HEX"):
        grid_type_of("ISO")


@pytest.mark.parametrize("size", [10, 50, 75, 130])
def test_a_token_of_any_size_stands_at_its_middle(size: int) -> None:
    box = shape("a", "assetrect", 100, 80, width=size, height=size / 2, said={"side": "us"})
    round_one = shape("b", "circulartoken", 100, 80, radius=size, said={"side": "us"})
    boxed, rounded = token_seen(box), token_seen(round_one)
    assert boxed is not None
    assert rounded is not None
    assert (boxed.position_px, boxed.size_px) == ((100 + size / 2, 80 + size / 4), size)
    assert (rounded.position_px, rounded.size_px) == ((100, 80), 2 * size)


@given(st.integers(-720, 720))
def test_the_rotation_of_a_shape_is_its_facing_clockwise_from_north(degrees: int) -> None:
    token = token_seen(shape("a", "circle", 0, 0, radius=9, angle=degrees * pi / 180, said={"side": "us"}))
    assert token is not None
    assert token.facing_deg == pytest.approx(degrees % 360, abs=1e-3)


def test_a_name_with_markup_is_kept_as_it_is() -> None:
    token = token_seen(shape("a", "circle", 0, 0, radius=9, name="<img src=x>", said={"side": "us"}))
    assert token is not None
    assert token.name == "<img src=x>"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (shape("a", "circle", 0, 0, said={"side": "us"}), r"shape a\.radius is missing; wanted a number"),
        ({**shape("a", "circle", 0, 0, radius=1, said={"side": "us"}), "x": "x"}, r"shape a\.x: 'x' is not a number"),
        (shape("a", "polygon", 0, 0, vertices="{", said={"terrain": "woods"}), r"shape a\.vertices: '\{' is not a list"),
        (shape("a", "polygon", 0, 0, vertices="[[1, 1]]", said={"terrain": "woods"}), "is not three points or more"),
    ],
)  # fmt: skip
def test_a_shape_with_missing_or_wrong_fields_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        (area_seen if given["type_"] == "polygon" else token_seen)(given)


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(["layers", "shapes", "custom_data", "options", "own", "x", "type_", "name"]), GARBAGE)
def test_any_data_from_a_server_are_read_or_refused_as_rules_errors(where: str, garbage: object) -> None:
    room = crossing_room()
    floor, own = room.floors[0], {"1": garbage} if where == "own" else {}
    token = room.layer("tokens")[0]
    if where == "layers":
        floor["layers"] = garbage
    elif where == "shapes":
        floor["layers"][2]["shapes"] = garbage
    elif where != "own":
        token[where] = garbage
    told = [
        ("Location.Set", {"id": 1, "name": "Mill"}),
        ("Locations.Settings.Set", {"default": room.options, "locations": own}),
        ("Board.Floor.Set", floor),
    ]
    with suppress(RulesError):
        scene_seen(location_from(told, "there"), seating())
