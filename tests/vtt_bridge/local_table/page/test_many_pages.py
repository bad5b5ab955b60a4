"""Several pages of one table in one browser, and a page that is older than its table."""

import re
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from maps.library import scenario
from tests.programs import needs
from tests.vtt_bridge.conftest import Served, a_table, on_the_air
from tests.vtt_bridge.local_table.page.on_page import DESKTOP, opened
from tests.vtt_bridge.scenes import beginning
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

pytestmark = needs("chromium")

RIDGE, PATROL = "lhy-ridge-farm", "lhy-bridge-patrol"
HURRIED = (
    "const every = setInterval; window.setInterval = (work, ms) => (ms < 30000 ? every(work, ms / 20) : 0);"
)


@pytest.fixture
def ridge(tmp_path: Path) -> Iterator[Served]:
    with a_table(tmp_path, RIDGE) as table:
        yield table


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser of one person, whose pages share their lines to the table."""
    context = chromium.new_context(**DESKTOP)
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context
    context.close()


def live(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    expect(page.locator("#line")).to_have_text("live")
    return page


def put(page: Page, *, behind: bool) -> None:
    """A page goes behind another, or comes to the front: without windows a browser shows all of them."""
    page.evaluate(
        "(is) => { Object.defineProperty(document, 'hidden', { value: is, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        behind,
    )


def test_the_pages_of_a_browser_keep_one_line_together_and_are_all_told_what_happens(
    context: BrowserContext, ridge: Served
) -> None:
    """A browser has six lines to a table: if each page kept one, a seventh page would wait for ever."""
    lines: list[Request] = []
    context.on("request", lambda one: lines.append(one) if "/events" in one.url else None)
    context.on("requestfailed", lambda one: lines.remove(one) if one in lines else None)
    behind = [live(context, ridge.url)]
    for _ in range(2):
        put(behind[-1], behind=True)
        behind.append(live(context, ridge.url))
    front = behind.pop()
    front.get_by_role("button", name="roll for the initiative", exact=True).click()
    for page in (front, *behind):
        expect(page.locator("#chat")).to_contain_text("initiative of the German player")
    assert [line.frame.page for line in lines] == [front]
    front.close()
    put(behind[0], behind=False)
    behind[0].get_by_role("button", name=re.compile("^Undo")).click()
    expect(behind[0].locator("#chat")).to_contain_text("taken back")


def test_a_page_behind_others_says_whose_go_it_is(context: BrowserContext, ridge: Served) -> None:
    page = live(context, f"{ridge.url}/?seat=ge#{ridge.scene_id}")
    put(page, behind=True)
    front = live(context, f"{ridge.url}/?seat=us#{ridge.scene_id}")
    expect(page).to_have_title("Your go: Before the Ridge – Blindhex")
    assert ridge.send("POST", "/game/actions", {"side": "ge", "action": 1}).status_code == 200
    expect(front.locator("#chat")).to_contain_text("initiative of the German player")
    expect(page.locator("#chat")).to_contain_text("initiative of the German player")


def test_a_page_behind_one_of_another_scene_asks_whether_its_own_has_changed(
    context: BrowserContext, ridge: Served
) -> None:
    """The page in front hears nothing of the other scene. What a page does but twice a minute is left out
    here, and the rest is hurried."""
    context.add_init_script(HURRIED)
    patrol = open_scenario(ridge.store, scenario(PATROL), begin=beginning(PATROL))
    page = live(context, f"{ridge.url}/?seat=us#{ridge.scene_id}")
    put(page, behind=True)
    live(context, f"{ridge.url}/?seat=us#{patrol}")
    expect(page).to_have_title("Before the Ridge – Blindhex")
    for _ in range(2):  # by the second answer it knows how the scene was
        with page.expect_response("**/api/scenes*"):
            pass
    while ridge.get("/game").json()["to_act"] == "ge":
        assert ridge.send("POST", "/game/actions", {"side": "ge", "action": 1}).status_code == 200
    expect(page).to_have_title("Your go: Before the Ridge – Blindhex")


def test_a_page_behind_others_does_not_read_anew_what_it_was_told_of(
    context: BrowserContext, ridge: Served
) -> None:
    """That somebody sat down is told with no revision of the scene; such an event comes here from the page in front."""
    context.add_init_script(HURRIED)
    page = live(context, f"{ridge.url}/?seat=us#{ridge.scene_id}")
    put(page, behind=True)
    front = live(context, f"{ridge.url}/?seat=us#{ridge.scene_id}")

    def asks_twice() -> None:
        for _ in range(2):
            with page.expect_response("**/api/scenes*"):
                pass

    asks_twice()
    read: list[str] = []
    page.on("request", lambda one: read.append(one.url))
    front.evaluate(
        "(table) => new BroadcastChannel('blindhex-events').postMessage("
        "{ table, kind: 'seat', data: JSON.stringify({ revision: '0' }) })",
        f"/api/scenes/{ridge.scene_id}/events",
    )
    asks_twice()
    assert any("/seats" in url for url in read)
    assert not [url for url in read if "/game" in url]


def test_maps_side_by_side_take_one_line_together(context: BrowserContext, ridge: Served) -> None:
    streams: list[str] = []
    context.on("request", lambda one: streams.append(one.url) if "/events" in one.url else None)
    both = context.new_page()
    both.goto(f"{ridge.url}/both.html#{ridge.scene_id}")
    expect(both.locator("#sight-list li").first).to_be_visible()
    assert ridge.send("POST", "/game/actions", {"side": "ge", "action": 1}).status_code == 200
    for frame in both.frames[1:]:
        expect(frame.locator("#chat")).to_contain_text("initiative of the German player")
    assert len(streams) == 1


def test_a_page_older_than_its_table_says_so_once_the_table_is_back(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(tmp_path / "t.sqlite")) as store:
        open_scenario(store, scenario(RIDGE), begin=beginning(RIDGE))
        air = on_the_air(store)
        with opened(chromium, air.__enter__()) as page:
            air.__exit__(None, None, None)
            expect(page.locator("#line")).to_contain_text("connection lost")
            monkeypatch.setattr("vtt_bridge.web.page_files.sha256", lambda text: sha256(text + b"of later"))
            with on_the_air(store):
                expect(page.locator("#updated")).to_be_visible()
                page.get_by_role("button", name="Load it anew").click()
                expect(page.locator("#line")).to_have_text("live")
                expect(page.locator("#updated")).to_be_hidden()


def test_that_the_maps_side_by_side_are_older_than_their_table_is_told_until_they_are_loaded_anew(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(tmp_path / "t.sqlite")) as store:
        scene_id = open_scenario(store, scenario(RIDGE), begin=beginning(RIDGE))
        air = on_the_air(store)
        both = context.new_page()
        both.goto(f"{air.__enter__()}/both.html#{scene_id}")
        expect(both.locator("#sight-list li").first).to_be_visible()
        air.__exit__(None, None, None)
        expect(both.locator("#trouble")).to_contain_text("connection lost")
        monkeypatch.setattr("vtt_bridge.web.page_files.sha256", lambda text: sha256(text + b"of later"))
        with on_the_air(store) as url:
            expect(both.locator("#trouble")).to_contain_text("was updated meanwhile")
            assert Served(url, store, scene_id).send("POST", "/game/actions", {"side": "ge", "action": 1}).ok
            expect(both.locator("#moment")).to_contain_text("has the initiative")
            expect(both.locator("#trouble")).to_contain_text("was updated meanwhile")
