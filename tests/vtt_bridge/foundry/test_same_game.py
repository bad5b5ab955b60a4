"""A scenario in Foundry and at the local table: the same rulings word for word, and overlays on the same pixels."""

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

import pytest

from exporters.ruling_text import chat
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.ground.hex.board import HexBoard
from tests.vtt_bridge.foundry.relay import Relay
from tests.waiting import PATIENCE_S
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.grid import grid_of
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import MovePiece, Source
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

UMPIRE = Umpire(RULESETS, bundled_board)
QUESTIONS = (
    {"ask": "los", "who": "ge.stug.1", "target": "us.mg.1"},
    {"ask": "los", "who": "us.gun57.1", "target": "ge.stug.2"},
    {"ask": "los", "who": "ge.pak40.3", "target": "C6", "side": "ge"},
    {"ask": "field", "who": "ge.mg.1"},
    {"ask": "field", "who": "us.gun57.1", "side": "us"},
    {"ask": "reach", "who": "us.able-tank.1.2"},
    {"ask": "range", "who": "ge.stug.1"},
)


@pytest.fixture(scope="module")
def local() -> Iterator[tuple[str, Store]]:
    store = Store(":memory:")
    with serving(store, UMPIRE) as url:
        yield url, store
    store.close()


def asked(table: FoundryTable | LocalTable) -> list[str]:
    return [
        chat(UMPIRE.ask(table, question_of({**words, "id": str(n)})).ruling)
        for n, words in enumerate(QUESTIONS)
    ]


def unnamed(ruling: str) -> str:
    """A ruling as Foundry says it, where concealed units are called "?" for everybody."""
    for name in ("57 mm M1 #1", "PaK 40 #3"):
        ruling = ruling.replace(name, "?")
    return ruling


def test_foundry_and_the_local_table_get_the_same_rulings_word_for_word(
    relay: Relay, local: tuple[str, Store]
) -> None:
    url, store = local
    scene_id = open_scenario(store, scenario("mill-crossing"))
    relay.world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    said = asked(FoundryTable(relay.link()))
    assert said == [unnamed(line) for line in asked(LocalTable(f"{url}/#{scene_id}", PATIENCE_S))]
    lines = [unnamed(line.text) for line in store.chat.lines(scene_id)]
    spoken = [message for message in relay.world.chat if "<strong>" in message["content"]]
    heard = [message["content"] for message in spoken]
    assert [text.split("\n")[0] for text in lines] == [
        content.split("<strong>")[1].split("</strong>")[0].replace("&#x27;", "'") for content in heard
    ]
    assert [message["whisper"] for message in spoken] == [[], [], ["eve"], [], ["ann"], [], []]


def test_foundry_and_the_local_table_get_the_same_overlays_to_the_pixel(
    relay: Relay, local: tuple[str, Store]
) -> None:
    """The very scene laid on the local table gets the very pictures; and its places are Foundry's hexes."""
    url, store = local
    relay.world.scene["padding"] = 0.25
    corner = grid_of(relay.world.scene).corner_px
    for token in relay.world.scene["tokens"]:
        token["x"] += round(corner[0])
        token["y"] += round(corner[1])
    for region in relay.world.scene["regions"]:
        points = region["shapes"][0]["points"]
        region["shapes"][0]["points"] = [value + corner[k % 2] for k, value in enumerate(points)]
    table = FoundryTable(relay.link())
    scene = table.read_scene()
    store.put_scene(replace(scene, source=Source("local", "1", "laid", "1"), overlays=()))
    local_table = LocalTable(f"{url}/#laid", PATIENCE_S)
    for words in QUESTIONS:
        question = question_of({**words, "side": "", "asker": words["ask"]})
        UMPIRE.ask(table, question)
        UMPIRE.ask(local_table, question)
    assert len(relay.world.scene["tiles"]) == 4
    for tile in relay.world.scene["tiles"]:
        uploaded = b64decode(relay.world.files[tile["texture"]["src"].partition("?")[0]].partition(",")[2])
        assert uploaded == local_table.overlay_png(tile["flags"]["blindhex"]["tag"])
        assert (tile["x"], tile["y"]) == (round(corner[0]), round(corner[1]))
        assert (tile["width"], tile["height"]) == scene.size_px
    board = bundled_board("mill-valley")
    assert isinstance(board, HexBoard)
    for place in board.grid:
        x, y = place_px(scene.frame, board, place)
        column_px, row_px = (
            96 * (3 * place.column + 2) / (2 * sqrt(3)),
            96 * (place.row + 0.5 * (place.column % 2 == 0)),
        )
        assert (x, y) == pytest.approx((column_px, row_px), abs=1e-6)


def test_after_the_same_move_both_tables_answer_alike(relay: Relay, local: tuple[str, Store]) -> None:
    url, store = local
    scene_id = open_scenario(store, scenario("mill-crossing"), anew=True)
    board = bundled_board("mill-valley")
    answers = []
    for table in (FoundryTable(relay.link()), LocalTable(f"{url}/#{scene_id}", PATIENCE_S)):
        scene = table.read_scene()
        (tank,) = [token for token in scene.tokens if token.unit["id"] == "ge.stug.1"]
        (goal,) = (
            [place for place in board.grid if place.label == "J7"] if isinstance(board, HexBoard) else []
        )
        to_px = place_px(scene.frame, board, goal)
        table.move(MovePiece("m", tank.id, to_px, 240.0, scene.source.revision))
        ruling = UMPIRE.ask(table, question_of({"ask": "field", "who": "ge.stug.1", "id": "q"})).ruling
        answers.append((chat(ruling), ruling.verdict))
    assert answers[0] == answers[1]
