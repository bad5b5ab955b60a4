"""One drawing, three outlets: a picture as PNG, as SVG in a browser and as PDF on paper is the same within a pixel.

Text is left out: a browser has fonts of its own.
"""

from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from playwright.sync_api import Browser

from exporters.formats import pdf, png, svg
from exporters.paper import Paper
from exporters.picture import Box, Cells, Label, Line, Picture, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.plan_picture import plan_picture
from exporters.pictures.range_picture import range_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from exporters.style import Pattern, style_of
from exporters.viewport import Viewport
from rules.ground.hex.hexes import Hex, HexGrid
from tests.exporters.agreement import Rgb, differing_pixels, on_white
from tests.exporters.samples import (
    BLOCKED_LOS,
    FIELD,
    PLAN,
    REACH,
    SECTOR,
    STATE,
    TABLE,
    TABLE_FIELD,
    TABLE_RANGES,
    TABLE_STATE,
)
from tests.programs import needs

PICTURES = {
    "field": field_picture(SECTOR, FIELD),
    "plan": plan_picture(SECTOR, PLAN),
    "LOS on the board": board_picture(
        STATE, los_picture(SECTOR, BLOCKED_LOS, Hex.named("A3"), Hex.named("E2"))
    ),
    "reach on the board": board_picture(STATE, reach_picture(SECTOR, REACH)),
    "field on the table": board_picture(TABLE_STATE, field_picture(TABLE, TABLE_FIELD)),
    "range on the table": board_picture(TABLE_STATE, range_picture(TABLE, TABLE_RANGES)),
}
HEX_PX = 60.0


def bare(picture: Picture) -> Picture:
    return replace(picture, marks=tuple(mark for mark in picture.marks if not isinstance(mark, Label)))


def drawn(picture: Picture) -> tuple[Viewport, Rgb]:
    viewport = Viewport.of(picture.box, HEX_PX / picture.module)
    return viewport, on_white(png.render(picture, viewport))


@needs("chromium")
@pytest.mark.parametrize("name", PICTURES)
def test_a_browser_shows_the_svg_as_the_png_is(chromium: Browser, name: str) -> None:
    picture = bare(PICTURES[name])
    viewport, expected = drawn(picture)
    with chromium.new_page(viewport={"width": viewport.width_px, "height": viewport.height_px}) as page:
        page.set_content(f"<body style='margin:0;background:#fff'>{svg.render(picture, viewport)}</body>")
        shown = on_white(page.screenshot())
    assert differing_pixels(expected, shown) == []


@pytest.mark.parametrize("name", ["LOS on the board", "range on the table"])
def test_each_sheet_of_a_pdf_is_a_window_on_the_png(name: str) -> None:
    """A point of the paper is a pixel here. Patterns are left out: on paper they are as fine as it can show them."""
    picture = bare(PICTURES[name])
    plain = [
        mark
        for mark in picture.marks
        if isinstance(mark, Cells) or style_of(mark.role).pattern is Pattern.PLAIN
    ]
    picture = replace(picture, marks=tuple(plain))
    unit_px, box = 200 / picture.module, picture.box
    sheets = pdf.Sheets.of(box.width * unit_px, box.height * unit_px, Paper.A4)
    document = pypdfium2.PdfDocument(pdf.render(picture, unit_px))
    assert len(document) == sheets.across * sheets.down > 1
    (wide, high), (paper_wide, paper_high) = sheets.piece_pt, sheets.paper_pt
    left, top = (paper_wide - wide) / 2, (paper_high - high) / 2
    for number, page in enumerate(document):
        row, column = divmod(number, sheets.across)
        sheet = np.asarray(page.render(scale=1).to_pil().convert("RGB"))
        corner = left - column * wide - box.left * unit_px, top - row * high - box.top * unit_px
        window = Viewport(sheet.shape[1], sheet.shape[0], (unit_px, unit_px), corner)
        right = min(left + wide, corner[0] + box.right * unit_px)
        bottom = min(top + high, corner[1] + box.bottom * unit_px)
        found = differing_pixels(on_white(png.render(picture, window)), sheet)
        assert [(y, x) for y, x in found if top + 3 < y < bottom - 3 and left + 3 < x < right - 3] == []


def test_an_edge_two_pixels_off_is_noticed() -> None:
    here, there = (
        Picture("line", Box(0, 0, 2, 2), (Line(Role.WALL, ((x, 0.2), (x, 1.8))),))
        for x in (1.0, 1.0 + 2.5 / HEX_PX)
    )
    assert differing_pixels(drawn(here)[1], drawn(there)[1])


def test_a_table_is_printed_inch_for_inch_with_cut_marks() -> None:
    """24 by 16 inches take 4 by 2 sheets of A4 of which printers reach all but 10 mm."""
    document = pypdfium2.PdfDocument(pdf.render(board_picture(TABLE_STATE), 72))
    assert len(document) == 8
    assert document[0].get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=0.01)
    words = document[5].get_textpage().get_text_range()
    assert "sheet 6 of 8, row 2, column 2" in words
    assert len(pypdfium2.PdfDocument(pdf.render(board_picture(STATE), 40))) == 1


def test_a_pattern_stays_on_the_sheets_that_show_it() -> None:
    """Only A1 is hindered: the second sheet is the same as if it were not."""
    grid = HexGrid(9, 1)
    second = []
    for role in (Role.HINDERED, Role.CLEAR):
        cells = Cells(grid, dict.fromkeys(grid, Role.CLEAR) | {Hex.named("A1"): role})
        document = pypdfium2.PdfDocument(pdf.render(Picture("field", Box(0, 0, 8, 1), (cells,)), 144))
        assert len(document) == 2
        second.append(np.asarray(document[1].render(scale=1).to_pil()))
    assert np.array_equal(second[0], second[1])
