"""The script of the module in a page of another origin, in a real Chromium: it must pair before it can ask."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.programs import needs
from tests.vtt_bridge.quiet_server import Quiet, on_a_port
from tests.vtt_bridge.scenes import fight, umpire
from vtt_bridge.foundry import module_routes
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.umpire.chat_umpire import WORDS
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

pytestmark = needs("chromium")

MODULE = Path(__file__).parents[3] / "vtt_bridge" / "foundry" / "module"

_SETTINGS = """(server) => {
  const kept = { server, token: "" };
  globalThis.game = { settings: { get: (_, key) => kept[key], set: async (_, key, value) => (kept[key] = value) } };
}"""
_PAIR = """async (code) => (await import("/scripts/server.mjs")).pair(code).catch((error) => error.message)"""
_ASK = """async ([table, question]) => {
  const { ask } = await import("/scripts/server.mjs");
  return ask(table, question).then((answer) => answer.sentence, (error) => error.message);
}"""


class Files(Quiet, SimpleHTTPRequestHandler):
    """Files as a Foundry server sends them."""


@pytest.fixture
def foundry() -> Iterator[str]:
    """A server that shows the module's files, as Foundry does; its origin."""
    with on_a_port(partial(Files, directory=str(MODULE))) as address:
        yield address


@pytest.fixture
def page(chromium: Browser, foundry: str) -> Iterator[Page]:
    with chromium.new_page() as shown:
        shown.goto(f"{foundry}/module.json")
        yield shown


def test_a_page_of_another_origin_must_pair_to_ask_and_can_do_nothing_else(page: Page, foundry: str) -> None:
    pairing = Pairing()
    store = Store(":memory:")
    with serving(store, umpire(), welcome=allow_paired(pairing, module_routes.router)) as url:
        assert url != foundry
        scene_id = open_scenario(store, fight())
        table = scene_document(store.scene(scene_id))
        question = {"ask": "los", "who": "A-1", "target": "G-1"}
        page.evaluate(_SETTINGS, url)
        assert "this page is not paired with the umpire" in page.evaluate(_ASK, [table, question])
        assert page.evaluate(_PAIR, "WRONG") == "That is not the code that blindhex serve shows."
        assert page.evaluate(_PAIR, pairing.code) == [*WORDS]
        assert page.evaluate(_ASK, [table, question]).startswith("LOS A-1 to G-1: LOS blocked.")
        cannot = page.evaluate(
            f"fetch('{url}/api/scenes').then((answer) => answer.status, (error) => error.name)"
        )
        assert cannot == 403
        unread = page.evaluate(
            f"fetch('{url}/api/scenes/{scene_id}/tokens/A-1', {{method: 'DELETE'}}).then(() => 'sent', (e) => e.name)"
        )
        assert unread == "TypeError"
        assert store.scene(scene_id).token("A-1")
    store.close()
