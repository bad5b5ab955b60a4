"""SVG: well formed, escaped, a class for each role, the same places as the PNG."""

import re
from xml.etree import ElementTree

import pytest

from exporters.board_shapes import centre
from exporters.formats.svg import render
from exporters.picture import Box, Label, Line, Picture, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.pictures.range_picture import range_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from exporters.viewport import Viewport
from rules.ground.hex.hexes import Hex
from tests.exporters.samples import (
    BLOCKED_LOS,
    FIELD,
    RANGES,
    REACH,
    SECTOR,
    STATE,
    TABLE,
    TABLE_RANGES,
    TABLE_STATE,
)

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = {
    "board": board_picture(STATE),
    "los": with_legend(
        board_picture(STATE, los_picture(SECTOR, BLOCKED_LOS, Hex.named("A3"), Hex.named("E2"))), SECTOR
    ),
    "field": field_picture(SECTOR, FIELD),
    "reach": reach_picture(SECTOR, REACH),
    "range": range_picture(SECTOR, RANGES),
    "table": board_picture(TABLE_STATE, range_picture(TABLE, TABLE_RANGES)),
}


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(render(picture, Viewport.of(picture.box, 50.0)))


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_well_formed_and_has_its_size(name: str) -> None:
    picture = PICTURES[name]
    viewport = Viewport.of(picture.box, 50.0)
    root = drawn(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {viewport.width_px} {viewport.height_px}"
    assert root.findtext(f"{SVG}title") == picture.title
    assert root.findtext(f"{SVG}desc") == picture.text


@pytest.mark.parametrize("name", PICTURES)
def test_every_svg_class_is_a_role_with_its_own_style_rule(name: str) -> None:
    root = drawn(PICTURES[name])
    rules = root.findtext(f"{SVG}style") or ""
    used = {element.get("class", "").split()[0] for element in root.iter() if element.get("class")}
    assert used <= {role.value for role in Role}
    for role in used:
        assert f".{role}{{" in rules


@pytest.mark.parametrize("name", PICTURES)
def test_every_pattern_that_is_used_is_there(name: str) -> None:
    text = render(PICTURES[name], Viewport.of(PICTURES[name].box, 50.0))
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= set(re.findall(r'id="([\w-]+)"', text))


def test_names_are_escaped() -> None:
    text = render(board_picture(STATE), Viewport.of(board_picture(STATE).box, 50.0))
    assert "<Sherman>" not in text
    assert "&lt;Sherman&gt;" in text
    evil = Picture(
        '"><script>', PICTURES["board"].box, (Label(Role.NUMBER, (0, 0), "</text><script>"),), text="]]>&"
    )
    assert "<script" not in render(evil, Viewport.of(evil.box, 50.0))
    assert drawn(evil).findtext(f"{SVG}desc") == "]]>&"


@pytest.mark.parametrize(("hex_px", "dashes"), [(32.0, "2.00 5.12"), (72.0, "4.32 11.52")])
def test_dashes_are_two_pixels_long_at_least_as_in_a_png(hex_px: float, dashes: str) -> None:
    """Else those of a long line would run apart."""
    refused = Picture("refused", Box(0, 0, 12, 2), (Line(Role.REFUSED_LINE, ((0, 1), (12, 1))),))
    assert f"stroke-dasharray:{dashes}" in render(refused, Viewport.of(refused.box, hex_px))


def test_each_hex_can_be_found_by_its_label() -> None:
    picture = field_picture(SECTOR, FIELD)
    groups = {group.get("class"): group for group in drawn(picture).iter(f"{SVG}g")}
    hindered = [(path.get("data-place"), path.get("data-hindrance")) for path in groups["hindered"]]
    assert hindered == [("D2", "1"), ("D3", "2")]
    assert len(groups["clear"]) == 15


def test_labels_lie_where_the_png_has_them() -> None:
    picture = field_picture(SECTOR, FIELD)
    viewport = Viewport.of(picture.box, 50.0)
    x, y = viewport.pixel(centre(SECTOR, Hex.named("D2")))
    (label,) = [text for text in drawn(picture).iter(f"{SVG}text") if text.text == "1"]
    assert (float(label.get("x", "")), float(label.get("y", ""))) == pytest.approx((x, y), abs=0.01)
