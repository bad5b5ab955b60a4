"""Maps of MapTool read and answered in its chat, and the macro checked against the documented functions."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import requests
from PIL import Image

from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.ground.table.inches import Spot
from tests.vtt_bridge.cli_ground import answered
from tests.vtt_bridge.maptool.maps import AT, CROSSING, asked, token
from tests.waiting import PATIENCE_S
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.maptool.map import scene_of
from vtt_bridge.maptool.routes import welcome_maptool
from vtt_bridge.port.virtual_table import Game
from vtt_bridge.umpire.umpire import Umpire

UMPIRE = Umpire(RULESETS, bundled_board)
GAME = table_game(CROSSING)
DOCUMENTED = {
    "input", "abort", "foreach", "code", "getTokens", "json.set", "json.append", "getName", "getTokenX", "getTokenY", "getTokenFacing",
    "getVisible", "getProperty", "getSelected", "getInfo", "broadcast", "REST.post", "if", "json.type", "json.get",
}  # fmt: skip
"""Macro functions at wiki.rptools.info; REST.post takes address, text and its kind, and gives back the text
of the answer, or an object with "error" where there is none (RPTools/maptool,
client/functions/RESTfulFunctions.java)."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(Store(":memory:"), UMPIRE, welcome=welcome_maptool(CROSSING.board, GAME, UMPIRE)) as address:
        yield address


def told(url: str, document: dict[str, Any], **headers: str) -> str:
    return requests.post(f"{url}/maptool/umpire", json=document, headers=headers, timeout=PATIENCE_S).text


def test_cells_are_read_as_hexes_of_the_board_and_facings_as_bearings() -> None:
    state, _ = UMPIRE.state(scene_of(asked(""), CROSSING.board, GAME))
    wanted = {unit.id: (unit.type, unit.side, unit.at, unit.conditions) for unit in CROSSING.units}
    assert {
        unit.id: (unit.type, unit.side, unit.at, unit.conditions) for unit in state.units.values()
    } == wanted
    facings = {unit.id: 180.0 if unit.facing_deg is None else unit.facing_deg for unit in CROSSING.units}
    assert {unit.id: unit.facing_deg for unit in state.units.values()} == facings
    assert {(marker.kind, marker.at) for marker in state.markers} == {
        (marker.kind, marker.at) for marker in CROSSING.markers
    }


def test_a_square_is_read_as_an_inch_and_an_invisible_token_as_hidden() -> None:
    board, game = bundled_board("long-lane"), Game("matg2", "long-lane", ("red", "blue"))
    tank = token("t", "Tank", (10, 4), '{"type": "sherman75", "side": "red"}', is_visible=0)
    scene = scene_of(asked("", [token("a", "A1", (2, 1)), tank], "Square"), board, game)
    assert UMPIRE.state(scene)[0].units["t"].at == Spot(8.5, 3.5)
    assert not UMPIRE.state(scene, "blue")[0].units


def test_an_answer_is_html_with_its_picture(url: str) -> None:
    html = told(url, asked('los "57 mm M1 #1" > "StuG IIIG #1"'))
    assert html.startswith("LOS 57 mm M1 #1 to StuG IIIG #1: clear LOS.<br>- ")
    (picture,) = re.findall(r'<img src="([^"]+)"', html)
    with Image.open(BytesIO(requests.get(picture, timeout=PATIENCE_S).content)) as shown:
        assert shown.format == "PNG"


def test_an_indented_line_of_a_ruling_stays_indented(url: str) -> None:
    said = told(url, asked("threat us.able.1.squad.2"))
    assert "<br>- StuG IIIG #1:<br>\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}- +0 SAV" in said


def test_names_with_markup_or_macros_are_escaped(url: str) -> None:
    evil = '<img src=x> [h: setProperty("x", 1)] {1d6}'
    data = '{"id": "x", "type": "us.able.1.squad.1", "side": "us"}'
    html = told(url, asked("los x > L4", [token("a1", "A1", AT), token("t", evil, AT, data)]))
    assert "&lt;img src=x&gt; &#91;h: setProperty(" in html
    assert not re.search(r"[\[\]{}]", html)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (asked("los"), "asked as !los WHO &gt; TARGET"),
        (asked("raech t1"), "did you mean !reach?"),
        (asked("xyzzy"), "the umpire knows no such word; help lists them all"),
        (asked("help"), "!field WHO: everything it sees"),
        (asked("los A1 > B2", grid="Horizontal Hex"), "frame.top: &#x27;pointy&#x27; is not flat"),
        (asked("los A1 > B2", grid="Isometric"), "is neither square nor hex"),
        (asked("los A1 > B2", grid="Isometric Hex"), "is neither square nor hex"),
        (asked("los A1 > B2", [token("a1", "A1", (4, 3))]), "frame.first: &#x27;high&#x27; is not low"),
        (asked("los A1 > B2", [token("a1", "A1", AT, "{broken")]), "document: "),
        ({"format": "x"}, "format: &#x27;x&#x27; is not blindhex-maptool/1"),
    ],
)
def test_a_request_that_cannot_be_answered_is_refused_in_one_sentence(
    url: str, document: dict[str, Any], why: str
) -> None:
    assert why in told(url, document)


def test_a_request_of_a_web_page_is_refused(url: str) -> None:
    assert "not paired" in told(url, asked("los A1 > B2"), Origin="http://evil.example")


def test_the_macro_uses_only_documented_functions_and_names_address_and_side() -> None:
    text = answered("bridge", "maptool", "macro", "--side", "us")
    assert '[h: SIDE = "us"]' in text
    assert '[h: ADDRESS = "http://127.0.0.1:8642"]' in text
    macro = re.sub(r'"[^"]*"|<!--.*?-->', "", text)
    assert set(re.findall(r"([A-Za-z.]+)\(", macro)) <= DOCUMENTED
    for opening, closing in ("()", "[]", "{}"):
        assert macro.count(opening) == macro.count(closing)


def test_the_macro_asks_for_cells_and_not_pixels() -> None:
    """By RPTools/maptool, client/functions/TokenLocationFunctions.java, 0 asks for cells, and 1 for the pixels of the map."""
    text = answered("bridge", "maptool", "macro")
    assert re.findall(r"getToken([XY])\((\d)", text) == [("X", "0"), ("Y", "0")]
