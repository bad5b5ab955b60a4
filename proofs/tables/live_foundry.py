"""A real relay of ThreeHats (3.4), if FOUNDRY_RELAY_URL names one: read, laid upon, asked in the chat, whispered to, and timed.

    go build ./cmd/server in its go-relay, or its Docker image, as its makers describe; then
    FOUNDRY_RELAY_URL=http://127.0.0.1:3010 pytest -s proofs/tables/live_foundry.py

With BLINDHEX_FOUNDRY_KEY (and FOUNDRY_WORLD) the relay's own world is read and laid upon; it must be one for
trying things out. Without a key an account is made there, and a stand-in for its Foundry module brings the
world of these tests (mill-crossing) to it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import count
from os import environ
from statistics import median
from threading import Thread
from time import perf_counter
from uuid import uuid4

import click
import pytest
from PIL import Image

from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from tests.vtt_bridge.foundry.relayed_world import connected
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.waiting import PATIENCE_S, wait_until
from vtt_bridge.foundry.chat_loop import run
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.link import RelayLink
from vtt_bridge.foundry.watch import Watch
from vtt_bridge.foundry.worlds import KEY_VARIABLE, link_to_world
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.virtual_table import ClearOverlay, Overlay, PutOverlay, Say, VirtualTable
from vtt_bridge.umpire.chat_commands import Asker, command_of_words, question_in
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

URL = environ.get("FOUNDRY_RELAY_URL", "").rstrip("/")
KEY = environ.get(KEY_VARIABLE, "")
UMPIRE = Umpire(RULESETS, bundled_board)
TIMES_LOCAL, ROUNDS = 1.5, 23

pytestmark = pytest.mark.skipif(
    not URL, reason="run the relay of ThreeHats, and say FOUNDRY_RELAY_URL=http://127.0.0.1:3010"
)
stand_in = pytest.mark.skipif(bool(KEY), reason="the world behind the key is not the one of these tests")

QUESTIONS = {
    "mill-crossing": ("los ge.stug.1 us.able.1.squad.2", "reach us.able-tank.1.2", "range ge.stug.1"),
    "kgn-two-orchards": ("los uk.tank.1 de.1.1", "reach uk.tank.1", "range uk.tank.1"),
    "dolgoye-crossing": ("los s-1a g-1c", "reach s-3a", "range g-3c"),
}


@contextmanager
def at(world: World) -> Iterator[RelayLink]:
    account = f"{uuid4().hex[:8]}@example.org", f"A{uuid4().hex}"
    with connected(URL, world, *account) as (key, client):
        yield RelayLink(URL, key, client)


@contextmanager
def local_table(name: str) -> Iterator[VirtualTable]:
    store = Store(":memory:")
    scene_id = open_scenario(store, scenario(name))
    with serving(store, UMPIRE) as url:
        yield LocalTable(f"{url}/#{scene_id}")
    store.close()


@pytest.fixture
def link() -> Iterator[RelayLink]:
    if KEY:
        yield link_to_world(URL, KEY, environ.get("FOUNDRY_WORLD", ""), timeout_s=35.0)[0]
    else:
        with at(World(scenario_scene())) as stood_in:
            yield stood_in


def test_a_world_is_read_and_laid_upon(link: RelayLink) -> None:
    table = FoundryTable(link)
    before = table.read_scene()
    kept = BytesIO()
    Image.new("RGBA", (60, 40), (200, 30, 30, 120)).save(kept, "PNG")
    overlay = Overlay("blindhex-live", "A check", (10, 20), (60, 40), revision=before.source.revision)
    table.lay(PutOverlay("live-1", overlay, kept.getvalue(), before.source.revision))
    try:
        (laid,) = [one for one in table.read_scene().overlays if one.tag == "blindhex-live"]
        assert (laid.at_px, laid.size_px, laid.owner) == ((10, 20), (60, 40), "blindhex")
    finally:
        table.lay(ClearOverlay("live-2", "blindhex-live"))
    table.say(Say("live-3", "A check: <b>this is not bold</b> & that is all."))
    assert table.read_scene() == before


@stand_in
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_scenario_of_each_book_is_ruled_as_at_the_local_table(name: str) -> None:
    with at(World(scenario_scene(name))) as link, local_table(name) as own:
        for asked in map(str.split, QUESTIONS[name]):
            questions = (question_in(command_of_words(asked), Asker(), uuid4().hex) for _ in range(2))
            here, there = (
                UMPIRE.ask(table, one)
                for table, one in zip((FoundryTable(link), own), questions, strict=True)
            )
            assert str(here.ruling) == str(there.ruling)


@stand_in
def test_players_ask_in_the_chat_and_only_the_asker_s_side_hears() -> None:
    world = World(scenario_scene())
    world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    with at(world) as link:
        table = FoundryTable(link)
        watch = Watch(link, table.is_echo, poll_s=1.0, retry_s=1.0)
        thread = Thread(target=lambda: run(table, ChatUmpire(UMPIRE), watch))
        thread.start()
        try:
            wait_until(lambda: watch.is_listening, "he never sat down")
            for words, wanted in (
                ("!help", "los"),
                ("!LOS us.mg.1 > L4", "LOS hindered"),
                ("!threat us.able-tank.1.1", "concealed unit at J4"),
            ):
                world.say({"content": words}, "ann")
                wait_until(partial(_is_said, world, wanted), f"no answer to {words}")
        finally:
            watch.stop()
            thread.join(PATIENCE_S)
    answers = [line for line in world.chat if line["author"]["id"] == "gm"]
    assert {tuple(line["whisper"]) for line in answers} == {("ann",)}
    assert "pak" not in str(answers).casefold()


def _is_said(world: World, words: str) -> bool:
    return any(words in line["content"] for line in world.chat if line["author"]["id"] == "gm")


@stand_in
def test_a_line_of_sight_takes_at_most_half_as_long_again_as_at_the_local_table() -> None:
    """By the clock, in turns; the stand-in world answers at once, so the time is the relay's and ours."""
    numbers = count()

    def took_s(table: VirtualTable) -> float:
        asked = {"ask": "los", "who": "us.mg.1", "target": "ge.1kp.1.squad.1", "id": str(next(numbers))}
        began = perf_counter()
        UMPIRE.ask(table, question_of(asked))
        return perf_counter() - began

    with at(World(scenario_scene())) as link, local_table("mill-crossing") as own:
        there = FoundryTable(link)
        both = [(took_s(own), took_s(there)) for _ in range(ROUNDS)][3:]
    here_s, there_s = (median(column) for column in zip(*both, strict=True))
    click.echo(
        f"LOS question: {there_s * 1000:.0f} ms through the relay, {here_s * 1000:.0f} ms at the local table, {there_s / here_s:.2f} times"
    )
    assert there_s <= TIMES_LOCAL * here_s
