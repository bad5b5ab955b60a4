"""The editor in a real Chromium: boards and scenarios drawn, saved, opened again and played."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, FilePayload, Page, expect

from exporters.json_value import Json
from maps.library import board_or_scenario, bundled_board, scenario
from maps.scenario import Clock, Scenario
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.table.tabletop import Tabletop
from tests.programs import needs
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.local_table.page.on_page import on_screen, visited
from tests.vtt_bridge.web.test_png_check import png
from tests.waiting import PATIENCE_S

HEXES: Json = {"format": "blindhex-board/1", "name": "My board", "ground": "hex",
         "grid": {"columns": 16, "rows": 12, "top": "flat", "first_column": "high"}}  # fmt: skip
"""The empty board with which the editor begins."""

TABLE: Json = {
    "format": "blindhex-board/1",
    "name": "My board",
    "ground": "table",
    "width_in": 36,
    "depth_in": 24,
}


def drawing(served: Served, document: Json) -> Any:
    """The drawing of a document by the table: the pixels of its hexes, or of an inch."""
    return requests.post(f"{served.url}/api/drafts/drawing", json=document, timeout=PATIENCE_S).json()


@pytest.fixture
def editor(chromium: Browser, served: Served) -> Iterator[Page]:
    with visited(chromium, f"{served.url}/edit.html") as page:
        expect(page.locator("#findings li").first).to_contain_text("can be read")
        yield page


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def tap(page: Page, served: Served, *places: str) -> None:
    """Clicks on the middles of hexes, wherever the map lies in the window; each is drawn before the next."""
    middles = {hex_["name"]: hex_["at_px"] for hex_ in drawing(served, HEXES)["hexes"]}
    for place in places:
        page.mouse.click(*on_screen(page, middles[place]))
        page.wait_for_load_state("networkidle")


def choose(page: Page, tool: str) -> None:
    page.get_by_role("radio", name=tool, exact=True).click()


@needs("chromium")
def test_a_board_of_hexes_is_drawn_saved_opened_again_and_played(
    editor: Page, served: Served, tmp_path: Path
) -> None:
    choose(editor, "woods")
    tap(editor, served, "C3", "D3", "E4", "D3")
    choose(editor, "level +")
    tap(editor, served, "H5")
    choose(editor, "road")
    tap(editor, served, "A6", "B5", "C6", "D5")
    editor.get_by_role("button", name="Finish").click()
    offered = editor.locator("#type option").all_text_contents()
    assert len(set(offered)) == len(offered)
    editor.get_by_role("button", name="Place units").click()
    tap(editor, served, "C6")
    editor.locator("#side").select_option("ge")
    tap(editor, served, "H5")
    expect(editor.locator("#findings li").first).to_contain_text("the scenario can be read")
    editor.get_by_label("Name").fill("Two squads")
    editor.get_by_label("Name").press("Tab")
    path = saved(editor, tmp_path)
    found = board_or_scenario(json.loads(path.read_text("utf-8")))
    assert isinstance(found, Scenario)
    assert isinstance(found.board, HexBoard)
    assert found.name == "Two squads"
    assert {place.label for place in found.board.hexes} == {"C3", "E4", "H5"}
    assert found.board.level(Hex.named("H5")) == 1
    assert found.board.joined_by(Terrain.ROAD, Hex.named("C6"), Hex.named("D5"))
    assert {(unit.side, str(unit.at)) for unit in found.units} == {("us", "C6"), ("ge", "H5")}

    editor.reload()
    editor.locator("#open").set_input_files(path)
    expect(editor.get_by_label("Name")).to_have_value("Two squads")
    editor.get_by_role("button", name="Play it").click()
    editor.wait_for_url("**/#two-squads")
    expect(editor.locator(".token")).to_have_count(2)
    assert served.store.scene("two-squads").name == "Two squads"


@needs("chromium")
def test_a_road_clicked_at_its_ends_and_bends_runs_through_every_hex_between(
    editor: Page, served: Served, tmp_path: Path
) -> None:
    choose(editor, "road")
    tap(editor, served, "A6", "G3", "G3", "G7")
    editor.get_by_role("button", name="Finish").click()
    expect(editor.locator("#findings li").first).to_contain_text("road")
    (road,) = json.loads(saved(editor, tmp_path).read_text("utf-8"))["lines"]
    assert [road["path"][k] for k in (0, 6, 10)] == ["A6", "G3", "G7"]
    assert len(road["path"]) == 11


@needs("chromium")
def test_an_unsaved_board_is_kept_in_the_browser_until_it_is_saved_or_thrown_away(
    editor: Page, served: Served, tmp_path: Path
) -> None:
    choose(editor, "woods")
    tap(editor, served, "C3")
    choose(editor, "road")
    tap(editor, served, "A6", "B5", "C6")
    choose(editor, "woods")  # another tool ends the road
    expect(editor.locator("#findings li").first).to_contain_text("road")
    expect(editor.locator("#kept")).to_be_hidden()
    editor.route("**/api/findings", lambda _: None)  # the page is left before the table answers
    editor.get_by_label("Name", exact=True).fill("The lane")
    editor.get_by_label("Name", exact=True).press("Tab")
    editor.get_by_role("link", name="To the table").click()
    expect(editor.locator("#line")).to_have_text("live")
    editor.unroute("**/api/findings")
    editor.go_back()
    expect(editor.locator("#kept-list li")).to_have_count(1)
    expect(editor.locator("#kept-list li")).to_contain_text("The lane, begun")
    editor.get_by_role("button", name="Go on with it").click()
    expect(editor.get_by_label("Name", exact=True)).to_have_value("The lane")
    expect(editor.locator("#kept")).to_be_hidden()
    tap(editor, served, "D3")
    editor.get_by_role("button", name="Make").click()
    expect(editor.locator("#kept-list li")).to_contain_text("The lane, begun")
    editor.get_by_role("button", name="Go on with it").click()
    expect(editor.get_by_label("Name", exact=True)).to_have_value("The lane")
    choose(editor, "road")
    tap(editor, served, "H5", "H6")
    found = board_or_scenario(json.loads(saved(editor, tmp_path).read_text("utf-8")))
    assert isinstance(found, HexBoard)
    assert {place.label for place in found.hexes} == {"C3", "D3"}
    for ends in (("A6", "B5"), ("B5", "C6"), ("H5", "H6")):
        assert found.joined_by(Terrain.ROAD, *(Hex.named(end) for end in ends))
    editor.reload()
    expect(editor.locator("#findings li").first).to_contain_text("can be read")
    expect(editor.locator("#kept")).to_be_hidden()
    tap(editor, served, "C3")
    editor.reload()
    editor.get_by_role("button", name="Throw it away").click()
    expect(editor.locator("#kept")).to_be_hidden()
    editor.reload()
    expect(editor.locator("#findings li").first).to_contain_text("can be read")
    expect(editor.locator("#kept")).to_be_hidden()


@needs("chromium")
def test_on_a_table_in_inches_terrain_is_drawn_corner_by_corner_and_a_single_corner_is_refused(
    editor: Page, served: Served, tmp_path: Path
) -> None:
    drawn = drawing(served, TABLE)
    inch_px, (left_px, top_px) = drawn["inch_px"], drawn["origin_px"]

    def click(*spot_in: float) -> None:
        at_px = (left_px + spot_in[0] * inch_px, top_px + spot_in[1] * inch_px)
        editor.mouse.click(*on_screen(editor, at_px))

    editor.locator("#new-ground").select_option("table")
    editor.get_by_label("Across").fill("36")
    editor.get_by_label("Down").fill("24")
    editor.get_by_role("button", name="Make").click()
    expect(editor.locator("#findings li").first).to_contain_text("36 x 24 inches")
    choose(editor, "crops")
    for spot_in in ((6.0, 6.0), (18.0, 6.0), (18.0, 16.0)):
        click(*spot_in)
    editor.get_by_role("button", name="Finish").click()
    expect(editor.locator("#findings li").first).to_contain_text("crops")
    click(3.0, 3.0)
    editor.get_by_role("button", name="Finish").click()
    expect(editor.locator("#trouble-text")).to_contain_text("pieces")
    found = board_or_scenario(json.loads(saved(editor, tmp_path).read_text("utf-8")))
    assert isinstance(found, Tabletop)
    (piece,) = found.pieces
    assert piece.area.bounds == (6.0, 6.0, 18.0, 16.0)
    editor.get_by_role("button", name="Undo").click()
    expect(editor.locator("#findings li").first).not_to_contain_text("crops")


@needs("chromium")
def test_length_objectives_and_options_of_a_scenario_are_edited_in_forms(
    editor: Page, tmp_path: Path
) -> None:
    editor.get_by_label("Begin from").select_option("scenario/lhy-ridge-farm")
    expect(editor.get_by_label("Name", exact=True).first).to_have_value("Before the Ridge")
    editor.get_by_text("Length, objectives and options").click()
    editor.get_by_label("how many").fill("30")
    objectives = editor.get_by_role("group", name="objectives", exact=True)
    objectives.get_by_role("button", name="Add").click()
    added = objectives.locator("fieldset").last
    added.get_by_label("name").fill("The lane")
    added.get_by_label("at", exact=True).fill("C8 D8")
    added.get_by_label("points").fill("2")
    added.get_by_label("points").press("Tab")
    options = editor.get_by_role("group", name="options", exact=True)
    options.get_by_label("night").check()
    options.get_by_role("group", name="Americans").get_by_label("casualty limit").fill("3")
    options.get_by_label("edition").press("Tab")
    expect(editor.locator("#findings li").first).to_contain_text("the scenario can be read")
    found = board_or_scenario(json.loads(saved(editor, tmp_path).read_text("utf-8")))
    assert isinstance(found, Scenario)
    assert (found.length.amount, found.length.clock) == (30, Clock.MINUTES)
    assert [(objective.name, objective.points) for objective in found.objectives][-1] == ("The lane", 2)
    before = scenario("lhy-ridge-farm").options
    americans = {**before["sides"]["us"], "casualty_limit": 3}
    assert found.options == {**before, "night": True, "sides": {**before["sides"], "us": americans}}


@needs("chromium")
def test_a_universal_vtt_map_is_opened_its_picture_lined_up_and_a_scenario_on_it_played(editor: Page) -> None:
    """A house of 3 x 3 squares of 2 inches, on a picture whose grid was scanned with a margin."""
    house = [{"x": x, "y": y} for x, y in ((3, 2), (6, 2), (6, 5), (3, 5), (3, 2))]
    cellar = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 12, "y": 8}, "pixels_per_grid": 10},
        "line_of_sight": [house],
        "image": b64encode(png(120, 80)).decode(),
    }
    file = FilePayload(name="cellar.uvtt", mimeType="application/json", buffer=json.dumps(cellar).encode())
    editor.locator("#open").set_input_files(file)
    expect(editor.locator("#findings li").first).to_contain_text("24 x 16 inches")
    expect(editor.locator("#beneath")).to_be_visible()
    editor.get_by_role("button", name="Line it up").click()
    beneath = editor.locator("#beneath").bounding_box()
    assert beneath is not None
    for share in (0.1, 0.9):
        editor.mouse.click(beneath["x"] + share * beneath["width"], beneath["y"] + share * beneath["height"])
    expect(editor.locator("#hint")).to_contain_text(
        "The picture is lined up. To do it over, click on the table's upper left"
    )
    world, laid = (editor.locator(selector).bounding_box() for selector in ("#world", "#beneath"))
    assert world is not None
    assert laid is not None
    assert laid["width"] == pytest.approx(world["width"] / 0.8, rel=0.05), (
        "what lay within the margin fills the table"
    )
    editor.locator("#book").select_option("kgn")
    editor.get_by_role("button", name="Place units").click()
    editor.mouse.click(world["x"] + 0.1 * world["width"], world["y"] + 0.1 * world["height"])
    expect(editor.locator("#findings li").first).to_contain_text("the scenario can be read")
    editor.get_by_role("button", name="Play it").click()
    editor.wait_for_url("**/#cellar")
    expect(editor.locator("#map")).to_have_attribute("src", re.compile("/map$"))


@pytest.mark.parametrize("name", ["lhy-market-quarter", "kgn-sunken-crossroads", "dolgoye-crossing"])
def test_a_bundled_scenario_is_served_complete_and_drawn_for_the_editor(served: Served, name: str) -> None:
    api = served.url + "/api/drafts"
    document = requests.get(f"{api}/scenario/{name}", timeout=PATIENCE_S).json()
    assert board_or_scenario(document) == scenario(name).written_out()
    drawn = drawing(served, document)
    board = scenario(name).board
    assert len(drawn["hexes"]) == (len(list(board.grid)) if isinstance(board, HexBoard) else 0)
    assert (drawn["inch_px"] is None) is isinstance(board, HexBoard)
    assert drawn["svg"].startswith("<svg")


def test_no_game_is_begun_from_a_mere_board_or_an_unreadable_scenario(served: Served) -> None:
    api = served.url + "/api/drafts"
    board = requests.get(f"{api}/board/ridge-farm", timeout=PATIENCE_S).json()
    assert board_or_scenario(board) == bundled_board("ridge-farm")
    before = served.store.scenes()
    for wrong in (board, {**board, "format": "blindhex-scenario/1"}, {}):
        answer = requests.post(f"{api}/game", json=wrong, timeout=PATIENCE_S)
        assert answer.status_code in (400, 404, 422)
        assert answer.json()["error"]
    assert served.store.scenes() == before
