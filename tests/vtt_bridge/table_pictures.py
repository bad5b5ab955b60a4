"""The pictures of the pages about other people's tables, drawn by `make gallery`: an answer where the table was told to lay it.

They are no screenshots of those programs. Ground and units are as the umpire reads them from the documents of the table's
stand-in, and the answer lies where those documents have it afterwards.
"""

import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import requests
from PIL import Image, ImageChops
from playwright.sync_api import Browser, expect, sync_playwright

from exporters.formats import png
from exporters.pictures.board_picture import board_picture
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS, ruleset
from tests.browser import launch
from tests.gallery import DOCS, in_few_colours
from tests.vtt_bridge.foundry.relay import Relay
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.vtt_bridge.maptool import maps as maptool_maps
from tests.vtt_bridge.owlbear import rooms as owlbear_rooms
from tests.vtt_bridge.owlbear import test_page as owlbear_page
from tests.vtt_bridge.planarally import rooms as planarally_rooms
from tests.vtt_bridge.planarally.server import serving as serving_room
from tests.vtt_bridge.tabletop_simulator.test_script import crossing_layout, loaded
from tests.vtt_bridge.vassal import crossing as vassal_crossing
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.maptool.routes import welcome_maptool
from vtt_bridge.owlbear.room import scene_of as scene_in_owlbear
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.port.virtual_table import Scene, VirtualTable
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.commands import ESC, saved_commands
from vtt_bridge.vassal.live_routes import answer_to as vassal_answer
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.sequences import split

FOLDER = DOCS / "tables"
CROSSING = scenario("mill-crossing")
UMPIRE = Umpire(RULESETS, bundled_board)
CHAT = ChatUmpire(UMPIRE)
WIDTH_PX = 800

Box = tuple[float, float, float, float]
"""The position of a picture in pixels of the scene: its top left corner, then its width and height."""


def foundry() -> Image.Image:
    """The tile of an open answer, through a relay."""
    relay = Relay(World(scenario_scene()))
    table = FoundryTable(relay.link())
    _ask(table, "!field ge.stug.1")
    (tile,) = relay.world.scene["tiles"]
    path = tile["texture"]["src"].partition("?")[0]
    answer = b64decode(relay.world.files[path].partition(",")[2])
    (overlay,) = table.read_scene().overlays
    return _laid(
        table.read_scene(), answer, (*overlay.at_px, tile["width"], tile["height"]), below_units=True
    )


def planarally() -> Image.Image:
    """The shape of an answer in a room."""
    with serving_room(planarally_rooms.crossing_room()) as room:
        link = planarally_rooms.link(room)
        table = planarally_rooms.table(link)
        _ask(table, "!reach us.able-tank.1.2")
        (shape,) = [shape for shape in room.layer("draw") if shape["type_"] == "assetrect"]
        scene, answer = table.read_scene(), room.assets[shape["assetHash"]]
        link.leave()
    return _laid(scene, answer, (shape["x"], shape["y"], shape["width"], shape["height"]))


def tabletop_simulator() -> Image.Image:
    """The decal that the script laid on the table."""
    layout = crossing_layout()
    with serving(Store(":memory:"), UMPIRE) as url:
        game = loaded(url)
        game.chat("!plan us.able.1.squad.2 > K2")
        (decal,) = game.decals
        answer = requests.get(decal["url"], timeout=60).content
    x, z = decal["position"][0], decal["position"][2]
    width, height = (decal["scale"][n] * layout.px_per_unit for n in (0, 1))
    middle = layout.pixel(x, z)
    return _laid(
        scene_of(game.posted[-1]["table"]),
        answer,
        (middle[0] - width / 2, middle[1] - height / 2, width, height),
        below_units=True,
    )


def vassal() -> Image.Image:
    """The picture that the extension is told to draw on the map window."""
    with TemporaryDirectory() as folder:
        table = vassal_crossing.crossing_table(Path(folder))
        request = vassal_crossing.asked("!fire us.gun57.1 > ge.stug.1")
        told = [split(line, "\t") for line in split(vassal_answer(request, table, CHAT), ESC)]
        scene = table.scene(SavedGame.after(saved_commands(request.decode())), "VASSAL")
    (put,) = [line for line in told if line[0] == "PUT"]
    x, y, width, height = map(float, put[3:7])
    return _laid(scene, b64decode(put[7]), (x, y, width, height))


def owlbear() -> Image.Image:
    """Our panel in a room, and the local items it added, over the board as the umpire reads it."""
    scene = replace(scene_in_owlbear(owlbear_rooms.asked("help")), size_px=(2000, 1700))
    ground, box = _cut(scene, _board(scene))
    with (
        owlbear_page.serving_extension() as url,
        _browser() as chromium,
        owlbear_page.browsing(chromium) as page,
    ):
        page.set_viewport_size({"width": 1300, "height": 700})
        panel = owlbear_page.entered(page, url)
        panel.get_by_label("Ask").fill('fire "57 mm M1 #1" > "StuG IIIG #1"')
        panel.get_by_label("Ask").press("Enter")
        expect(panel.locator("#answer")).to_contain_text("ATDRM +1")
        page.wait_for_function("room.local.length > 0")
        drawn = "".join(map(_svg, page.evaluate("room.local")))
        map_ = f'<svg width="900" style="vertical-align:top" viewBox="{" ".join(map(str, box))}"><image href="{_url(ground)}" x="{box[0]}" y="{box[1]}"/>{drawn}</svg>'
        page.evaluate("(html) => document.body.insertAdjacentHTML('afterbegin', html)", map_)
        page.wait_for_function("document.querySelector('svg image').href.baseVal.length > 0")
        return _shot(page.screenshot())


def maptool() -> Image.Image:
    """The HTML of an answer in the chat, as a browser shows it."""
    welcome = welcome_maptool(CROSSING.board, table_game(CROSSING), UMPIRE)
    with (
        serving(Store(":memory:"), UMPIRE, welcome=welcome) as url,
        _browser() as chromium,
        owlbear_page.browsing(chromium) as page,
    ):
        given = maptool_maps.asked("threat us.able.1.squad.2")
        html = requests.post(f"{url}/maptool/umpire", json=given, timeout=60).text
        page.set_viewport_size({"width": 620, "height": 200})
        page.goto(f"{url}/healthz")
        page.evaluate(
            "(html) => (document.body.innerHTML = html, document.body.style.font = '13px sans-serif')", html
        )
        page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth)")
        return _shot(page.screenshot(full_page=True))


PICTURES: Mapping[str, Callable[[], Image.Image]] = {
    draw.__name__: draw for draw in (foundry, planarally, tabletop_simulator, vassal, owlbear, maptool)
}


def draw_all() -> None:
    """Draw every picture into its file."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        file = FOLDER / f"{name}.png"
        in_few_colours(draw()).save(file, optimize=True)
        sys.stdout.write(f"{file.name}: {file.stat().st_size // 1000} kB\n")


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as play, launch(play) as chromium:
        yield chromium


def _ask(table: VirtualTable, words: str) -> None:
    CHAT.answer(table, words, Asker(), words)


def _board(scene: Scene, *, units: bool = True) -> Image.Image:
    book = ruleset(CROSSING.ruleset)
    state = state_of(scene, CROSSING.board, book)
    picture = board_picture(state if units else replace(state, units={}), roster=book.roster)
    return Image.open(BytesIO(png.render(picture, viewport(scene.frame, scene.size_px)))).convert("RGBA")


def _laid(scene: Scene, answer: bytes, box: Box, *, below_units: bool = False) -> Image.Image:
    """The part of a scene where the board lies, with an answer on it: over the units, or between them and the ground."""
    x, y, width, height = box
    with Image.open(BytesIO(answer)) as opened:
        laid = opened.convert("RGBA").resize((round(width), round(height)), Image.Resampling.LANCZOS)
    whole, bare = _board(scene), _board(scene, units=False)
    ground = bare if below_units else whole
    ground.alpha_composite(laid, (max(0, round(x)), max(0, round(y))))
    if below_units:
        counters = ImageChops.difference(
            whole.convert("RGB"), _board(scene, units=False).convert("RGB")
        ).convert("L")
        ground.paste(whole, mask=counters.point(lambda grey: 255 if grey else 0))
    cut, _ = _cut(scene, ground)
    return cut.resize((WIDTH_PX, round(cut.height * WIDTH_PX / cut.width)), Image.Resampling.LANCZOS)


def _cut(scene: Scene, drawn: Image.Image) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """The part of a scene where the board lies, and where that is."""
    left, top, right, bottom = _board(scene).getbbox() or (0, 0, *scene.size_px)
    white = Image.new("RGBA", drawn.size, "white")
    white.alpha_composite(drawn)
    return white.crop((left, top, right, bottom)), (left, top, right - left, bottom - top)


def _svg(item: Mapping[str, Any]) -> str:
    """A path or text of the site as SVG."""
    if item["type"] == "TEXT":
        text, at = item["text"], item["position"]
        style, is_left = text["style"], text["style"]["textAlign"] == "LEFT"
        x, y = at["x"] + (0 if is_left else text["width"] / 2), at["y"] + text["height"] / 2
        return (
            f'<text x="{x}" y="{y}" font-size="{style["fontSize"]}" text-anchor="{"start" if is_left else "middle"}" dominant-baseline="middle"'
            f' font-family="sans-serif" fill="{style["fillColor"]}" paint-order="stroke" stroke="{style["strokeColor"]}"'
            f' stroke-opacity="{style["strokeOpacity"]}" stroke-width="{style["strokeWidth"]}">{escape(text["plainText"])}</text>'
        )
    letters, style = {0: "M", 1: "L", 5: "Z"}, item["style"]
    path = " ".join(letters[step[0]] + " ".join(map(str, step[1:])) for step in item["commands"])
    fill = style["fillColor"] if style["fillOpacity"] else "none"
    return (
        f'<path d="{path}" fill="{fill}" fill-opacity="{style["fillOpacity"]}" fill-rule="evenodd" stroke="{style["strokeColor"]}"'
        f' stroke-opacity="{style["strokeOpacity"]}" stroke-width="{style["strokeWidth"]}"'
        f' stroke-dasharray="{" ".join(map(str, style["strokeDash"]))}"/>'
    )


def _url(image: Image.Image) -> str:
    file = BytesIO()
    image.save(file, "PNG")
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


def _shot(screenshot: bytes) -> Image.Image:
    with Image.open(BytesIO(screenshot)) as image:
        return image.convert("RGB")


if __name__ == "__main__":
    draw_all()
