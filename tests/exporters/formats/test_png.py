"""PNG overlays by their pixels: each hex shows its class, everything else is transparent."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from exporters.board_shapes import grid_box
from exporters.formats.hex_image import hex_numbers
from exporters.formats.lettering import plain
from exporters.formats.png import render
from exporters.picture import Area, Box, Cells, Dot, Label, Line, Picture, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture
from exporters.style import CLEAR_INK, style_of
from exporters.viewport import Viewport
from rules.game.ruling import Ruling
from rules.game.verdicts import SightField, Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.place import Place
from tests.exporters.pixels import numbers, pixel_of, pixels
from tests.exporters.samples import FIELD, REACH, SECTOR, STATE, TABLE, TABLE_FIELD, TABLE_STATE

GRIDS = [
    HexGrid(12, 9, Top.FLAT, First.HIGH),
    HexGrid(12, 9, Top.FLAT, First.LOW),
    HexGrid(12, 9, Top.POINTY, First.LEFT),
    HexGrid(12, 9, Top.POINTY, First.RIGHT),
]
ROLES = {
    Visibility.CLEAR: Role.CLEAR,
    Visibility.HINDERED: Role.HINDERED,
    Visibility.BLOCKED: Role.BLOCKED,
    Visibility.BLIND: Role.BLIND,
}


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("hex_px", [23.0, 40.5])
def test_a_field_shows_every_hex_as_ruled(grid: HexGrid, hex_px: float) -> None:
    kinds = list(Visibility)
    seen: dict[Place, Visibility] = {place: kinds[(3 * place.column + place.row) % 4] for place in grid}
    ruling = Ruling("field", SightField(Hex(5, 4), seen, {}))
    viewport = Viewport.of(grid_box(grid), hex_px, margin_px=9)
    shown = pixels(render(field_picture(HexBoard("map", grid), ruling), viewport))
    for place in grid:
        visibility = seen[place]
        if place == Hex(5, 4):
            continue
        style = style_of(ROLES[visibility])
        found = {
            tuple(shown[pixel_of(grid, viewport, place, (dx / 20, dy / 20))])
            for dx in range(-6, 7)
            for dy in range(-6, 7)
        }
        assert style.fill in found
        assert len(found) == (1 if style.pattern_ink == CLEAR_INK else 2)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_outside_the_hexes_of_a_picture_all_is_transparent(grid: HexGrid) -> None:
    chosen = {Hex(3, 3): Role.BLOCKED, Hex(8, 5): Role.CLEAR}
    picture = Picture("two hexes", grid_box(grid), (Cells(grid, chosen),))
    viewport = Viewport.of(grid_box(grid), 30.0)
    shown = pixels(render(picture, viewport))
    labels = numbers(grid, viewport)
    within = np.isin(labels, hex_numbers(grid, chosen))
    assert (shown[within][:, 3] > 0).all()
    assert not shown[~within].any()


def test_a_field_overlay_is_a_small_palette_file() -> None:
    grid = HexGrid(30, 30)
    seen: dict[Place, Visibility] = {
        **dict.fromkeys(grid, Visibility.BLOCKED),
        Hex(4, 5): Visibility.HINDERED,
    }
    ruling = Ruling("field", SightField(Hex(4, 4), seen, {Hex(4, 5): 2}))
    viewport = Viewport.of(grid_box(grid), 30.0)
    png = render(field_picture(HexBoard("map", grid), ruling), viewport)
    with Image.open(BytesIO(png)) as image:
        assert image.mode == "P"
        assert image.size == (viewport.width_px, viewport.height_px)


def test_marks_blend_alike_on_a_palette_and_in_true_colours() -> None:
    grid = HexGrid(12, 12)
    viewport = Viewport.of(grid_box(grid), 30.0)
    few = Picture(
        "", grid_box(grid), (Cells(grid, dict.fromkeys(grid, Role.BLOCKED)), Dot(Role.CAUSE, (3, 3), 0.4))
    )
    whole = replace(few, marks=(*few.marks, Area(Role.CLEAR, (((4, 0), (11, 0), (11, 11), (4, 11)),))))
    small, large = render(few, viewport), render(whole, viewport)
    with Image.open(BytesIO(small)) as one, Image.open(BytesIO(large)) as other:
        assert (one.mode, other.mode) == ("P", "RGBA")
    left = slice(0, int(3.8 * 30))
    apart = pixels(small)[:, left].astype(int) - pixels(large)[:, left].astype(int)
    assert np.abs(apart).max() <= 24
    assert (apart == 0).all(axis=-1).mean() > 0.98


def test_more_roles_than_a_palette_holds_are_all_shown() -> None:
    roles = [role for role in Role if style_of(role).fill[3]]
    grid = HexGrid(len(roles), 1)
    cells = Cells(grid, {Hex(k, 0): role for k, role in enumerate(roles)})
    viewport = Viewport.of(grid_box(grid), 40.0)
    shown = pixels(render(Picture("", grid_box(grid), (cells,)), viewport))
    for place, role in cells.roles.items():
        y, x = pixel_of(grid, viewport, place)
        near = shown[y - 8 : y + 9, x - 8 : x + 9].reshape(-1, 4)
        assert style_of(role).fill in {tuple(pixel) for pixel in near.tolist()}


@pytest.mark.parametrize("px", [20.0, 60.0], ids=["stamped", "drawn where they lie"])
def test_overlapping_patterned_areas_both_show(px: float) -> None:
    box = Box(0, 0, 8, 6)
    left, right = (Area(Role.CAUSE, (((x, 1.0), (x + 4, 1.0), (x + 4, 5.0), (x, 5.0)),)) for x in (1.0, 3.0))
    one, other, both = (
        pixels(render(Picture("", box, areas), Viewport.of(box, px)))
        for areas in ((left,), (right,), (left, right))
    )
    shared = (one[..., 3] > 0) & (one[..., 3] < 255) & (other[..., 3] > 0) & (other[..., 3] < 255)
    assert shared.sum() > px * px
    assert (both[shared][:, 3] > np.maximum(one, other)[shared][:, 3]).all()
    assert (both[..., 3] >= np.maximum(one, other)[..., 3]).all()


def test_lines_and_dots_lie_where_the_board_has_them() -> None:
    box = Box(0, 0, 10, 10)
    viewport = Viewport.of(box, 20.0)
    picture = Picture("", box, (Line(Role.LEVEL_LINE, ((1, 5), (9, 5))), Dot(Role.CENTRE_DOT, (5, 2), 0.5)))
    shown = pixels(render(picture, viewport))
    pen, dot = style_of(Role.LEVEL_LINE).pen, style_of(Role.CENTRE_DOT).fill
    assert not shown[120:].any()
    cover = shown[80:120, 100, 3].astype(float)
    assert (cover * (np.arange(80, 120) + 0.5)).sum() / cover.sum() == pytest.approx(100, abs=0.34)
    assert tuple(shown[99, 100, :3]) == pen[:3]
    assert tuple(shown[40, 100]) == dot
    assert shown[40, 100 + 8, 3] == 255
    assert shown[40, 100 + 11, 3] == 0
    assert not shown[:80, :80].any()


def test_a_hole_in_an_area_stays_open() -> None:
    square = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
    hole = ((4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0))
    box = Box(0, 0, 10, 10)
    shown = pixels(render(Picture("", box, (Area(Role.BLOCKED, (square, hole)),)), Viewport.of(box, 10.0)))
    assert shown[50, 50, 3] == 0
    assert tuple(shown[25, 25]) == style_of(Role.BLOCKED).fill


def test_marks_off_the_picture_do_no_harm() -> None:
    box = Box(0, 0, 4, 4)
    marks = (
        Line(Role.CONTOUR, ((-50, -50), (-40, 3))),
        Dot(Role.TREE, (99, 99), 3),
        Label(Role.NUMBER, (-3, 2), "far off", 1.0),
        Label(Role.NUMBER, (0, 2), "half in", 1.0),
        Label(Role.NUMBER, (2, 2), "日本", 1.0),
        Area(Role.CAUSE, (((-9, -9), (99, -9), (99, 99), (-9, 99)),)),
    )
    shown = pixels(render(Picture("", box, marks), Viewport.of(box, 12.0)))
    assert shown.shape == (48, 48, 4)
    assert shown[..., 3].all()


def test_numbers_stand_in_the_middle_of_their_hexes() -> None:
    grid = SECTOR.grid
    viewport = Viewport.of(grid_box(grid), 60.0)
    full = pixels(render(reach_picture(SECTOR, REACH), viewport)).astype(int)
    bare_picture = reach_picture(SECTOR, REACH)
    bare = replace(bare_picture, marks=tuple(m for m in bare_picture.marks if not isinstance(m, Label)))
    changed = np.abs(full - pixels(render(bare, viewport)).astype(int)).max(axis=-1) > 40
    y, x = pixel_of(grid, viewport, Hex.named("B3"))
    ys, xs = np.nonzero(changed[y - 25 : y + 26, x - 25 : x + 26])
    assert len(ys) > 20
    assert (ys.min() + ys.max()) / 2 == pytest.approx(25, abs=2)
    assert (xs.min() + xs.max()) / 2 == pytest.approx(25, abs=2)


def test_the_board_covers_its_hexes_and_nothing_else() -> None:
    viewport = Viewport.of(grid_box(SECTOR.grid), 50.0)
    shown = pixels(render(board_picture(STATE), viewport))
    labels = numbers(SECTOR.grid, viewport)
    assert (shown[labels > 0][:, 3] == 255).all()
    assert (
        tuple(shown[pixel_of(SECTOR.grid, viewport, Hex.named("B4"), (0.0, 0.32))])
        == style_of(Role.URBAN_GROUND).fill
    )


def test_a_table_in_inches_is_drawn_by_the_same_hand() -> None:
    viewport = Viewport.of(Box(0, 0, TABLE.width_in, TABLE.depth_in), 20.0)
    board = pixels(render(board_picture(TABLE_STATE), viewport))
    assert tuple(board[int(14.5 * 20), 5 * 20]) == style_of(Role.OPEN_GROUND).fill
    assert tuple(board[int(10.5 * 20), 5 * 20]) == style_of(Role.ROADWAY).fill
    field = pixels(render(field_picture(TABLE, TABLE_FIELD), viewport))
    assert tuple(field[5 * 20, 5 * 20]) == style_of(Role.BLOCKED).fill
    assert tuple(field[12 * 20, 12 * 20]) == style_of(Role.CLEAR).fill


def test_a_second_field_lies_over_the_first() -> None:
    grid = HexGrid(4, 4)
    low, high = Cells(grid, dict.fromkeys(grid, Role.OPEN_GROUND)), Cells(grid, {Hex(1, 1): Role.BLOCKED})
    viewport = Viewport.of(grid_box(grid), 40.0)
    shown = pixels(render(Picture("", grid_box(grid), (low, high)), viewport))
    ground, shade = style_of(Role.OPEN_GROUND).fill, style_of(Role.BLOCKED).fill
    mixed = [round(shade[k] * shade[3] / 255 + ground[k] * (1 - shade[3] / 255)) for k in range(3)]
    assert shown[pixel_of(grid, viewport, Hex(1, 1))].tolist() == pytest.approx([*mixed, 255], abs=1)
    assert tuple(shown[pixel_of(grid, viewport, Hex(2, 2))]) == ground


def test_letters_missing_from_the_font_become_plain_letters() -> None:
    assert plain("Füsiliere – 3. Kp.") == "Fusiliere - 3. Kp."
    assert plain("90° ±2") == "90° ±2"
    assert plain("日本") == ""


def test_the_same_question_gives_the_same_bytes() -> None:
    viewport = Viewport.of(grid_box(SECTOR.grid), 45.0)
    assert render(field_picture(SECTOR, FIELD), viewport) == render(field_picture(SECTOR, FIELD), viewport)


def test_cached_ground_shows_nothing_of_an_earlier_picture() -> None:
    """A kept ground is the same under other units, and one in another colour is another."""
    ground = tuple(
        Area(Role.WOODS_GROUND, (((k, 0.1), (k + 0.8, 0.1), (k + 0.8, 0.9)),), {}) for k in range(50)
    )
    viewport = Viewport(510, 20, (10.0, 10.0), (0.0, 0.0))

    def shown(*marks: Area | Label) -> bytes:
        return render(Picture("map", Box(0, 0, 51, 2), (*ground, *marks), (), "", 1.0), viewport)

    bare = shown()
    named = shown(Label(Role.HEX_LABEL, (20.0, 0.5), "A1", 0.9))
    assert (pixels(named) != pixels(bare)).any()
    assert shown() == bare
    assert shown(Label(Role.HEX_LABEL, (20.0, 0.5), "A1", 0.9)) == named
    fewer = Picture("map", Box(0, 0, 51, 2), ground[:45], (), "", 1.0)
    assert not pixels(render(fewer, viewport))[:, 460:].any()
