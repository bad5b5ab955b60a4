"""Our page in a real Chromium, in a frame of a stand-in for the site: what is asked is drawn as local
items until a piece moves."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from maps.library import bundled_board
from rules.catalog import RULESETS
from tests.programs import needs
from tests.vtt_bridge.owlbear.rooms import crossing_items
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.owlbear.routes import ICON, MANIFEST, SITE, owlbear_routes
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

pytestmark = needs("chromium")

ROOM = Path(__file__).with_name("site.html").read_text("utf-8")


@contextmanager
def serving_extension() -> Iterator[str]:
    """A server with our extension, and its address."""
    welcome = allow_paired(Pairing(), owlbear_routes("1"), readable=(MANIFEST, ICON))
    with serving(Store(":memory:"), Umpire(RULESETS, bundled_board), welcome=welcome) as address:
        yield address


@contextmanager
def browsing(browser: Browser) -> Iterator[Page]:
    """A page of a browser whose user lets sites reach this computer; every site is our room."""
    with browser.new_context() as context:
        # Chrome asks its user whether a site may reach this computer, from version 142 on.
        context.grant_permissions(["local-network-access"])
        shown = context.new_page()
        shown.route(re.compile("^https://"), lambda route: route.fulfill(body=ROOM, content_type="text/html"))
        yield shown


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving_extension() as address:
        yield address


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with browsing(chromium) as shown:
        yield shown


def entered(page: Page, url: str, site: str = SITE) -> FrameLocator:
    """A room of that site with mill-crossing in it, and our page in a frame of it."""
    page.goto(f"{site}/room/1")
    page.evaluate("(items) => (room.items = items)", crossing_items())
    page.evaluate("(page) => enter(page)", f"{url}/owlbear/index.html")
    return page.frame_locator("iframe")


def test_a_question_is_answered_in_words_and_drawn_for_the_asker_alone_until_a_piece_moves(
    page: Page, url: str
) -> None:
    ours = entered(page, url)
    ours.get_by_label("Ask").fill('los "57 mm M1 #1" > "StuG IIIG #1"')
    ours.get_by_label("Ask").press("Enter")
    expect(ours.locator("#answer")).to_contain_text("LOS 57 mm M1 #1 to StuG IIIG #1: clear LOS.")
    page.wait_for_function("room.local.length > 0")
    assert page.evaluate("room.local.every((item) => item.createdUserId === 'ann' && item.disableHit)")
    assert page.evaluate("room.items.length") == len(crossing_items()), "nothing that others see was added"
    first = page.evaluate("room.local[0].id")
    page.evaluate("room.selection = [room.items.find(({ name }) => name === 'StuG IIIG #1').id]")
    ours.get_by_role("button", name="Field").click()
    expect(ours.locator("#answer")).to_contain_text("field of StuG IIIG #1")
    page.wait_for_function(
        "(id) => room.local.length && room.local.every((item) => item.id !== id)", arg=first
    )
    page.evaluate("change((item) => item.id === 't1' ? { ...item, position: { x: 1, y: 1 } } : item)")
    page.wait_for_function("room.local.length === 0")


def test_a_player_asks_without_what_is_hidden_and_writes_what_an_item_is(page: Page, url: str) -> None:
    ours = entered(page, url)
    page.evaluate(
        "room.role = 'PLAYER'; room.items = room.items.map((item) => ({ ...item, visible: item.name !== 'StuG IIIG #1' }))"
    )
    ours.get_by_label("Ask").fill("los L4 > ge.stug.1")
    ours.get_by_label("Ask").press("Enter")
    expect(ours.locator("#answer")).to_contain_text("no unit or place named 'ge.stug.1'")
    ours.get_by_text("Selected items are units").click()
    ours.get_by_label("Conditions").fill("disrupted, moved")
    page.evaluate("room.selection = ['t2']")
    ours.get_by_role("button", name="Write it").click()
    page.wait_for_function(
        "room.items.find(({ id }) => id === 't2').metadata['io.blindhex/unit']?.conditions.length === 2"
    )


def test_a_room_without_an_open_scene_is_told_so_and_an_answer_comes_off_in_one_that_was_opened_since(
    page: Page, url: str
) -> None:
    page.goto(f"{SITE}/room/1")
    page.evaluate("room.isOpen = false")
    page.evaluate("(page) => enter(page)", f"{url}/owlbear/index.html")
    ours = page.frame_locator("iframe")
    ours.get_by_label("Ask").fill("field L4")
    ours.get_by_label("Ask").press("Enter")
    expect(ours.locator("#answer")).to_have_text("No scene is open in this room; open one, then ask again.")
    page.evaluate("(items) => Object.assign(room, { isOpen: true, items })", crossing_items())
    ours.get_by_label("Ask").press("Enter")
    page.wait_for_function("room.local.length > 0")
    page.evaluate("change((item) => item.id === 't1' ? { ...item, position: { x: 1, y: 1 } } : item)")
    page.wait_for_function("room.local.length === 0")


def test_no_other_site_may_show_the_page(page: Page, url: str) -> None:
    with page.expect_event("requestfailed") as refused:
        entered(page, url, "https://owlbear.example")
    assert refused.value.url.startswith(f"{url}/owlbear/index.html")
    assert refused.value.failure == "net::ERR_BLOCKED_BY_RESPONSE"
    assert not any(frame.url.startswith(url) for frame in page.frames)
