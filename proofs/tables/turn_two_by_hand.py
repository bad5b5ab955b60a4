"""Every bundled scenario is begun on the page and brought to turn 2 by the mouse alone, one of them by keys alone, one by touch.

In a real browser: nothing is called, only clicked where it lies, tabbed to, or tapped. What a unit may do is
pointed at on the map where it has a place there, and chosen from the list where it has none.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from maps.library import scenario, scenarios_named
from tests.browser import launch
from tests.vtt_bridge.local_table.page.on_page import DESKTOP, PHONE, middle
from tests.vtt_bridge.scenes import beginning, umpire
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

MOST_ACTIONS = 600
LAST_WORDS = ("done", "end", "pass", "no ", "nothing", "stay", "finish")
"""The words of choices that end a phase soonest."""

Hand = Callable[[Page, Locator], None]


def by_mouse(page: Page, wanted: Locator) -> None:
    wanted.scroll_into_view_if_needed()
    page.mouse.click(*middle(wanted))


def by_touch(page: Page, wanted: Locator) -> None:
    draw_sheet(page, up=wanted.evaluate("one => Boolean(one.closest('#sheet'))"))
    wanted.scroll_into_view_if_needed()
    page.touchscreen.tap(*middle(wanted))


def draw_sheet(page: Page, *, up: bool) -> None:
    sheet = page.locator("#sheet")
    if up != ("up" in (sheet.get_attribute("class") or "")):
        page.touchscreen.tap(*middle(page.locator("#sheet-handle")))
        expect(sheet).to_have_class("up" if up else "")


def by_keys(page: Page, wanted: Locator) -> None:
    element = wanted.element_handle()
    assert element is not None
    for _ in range(600):
        if element.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {wanted}")


def choose(page: Page, hand: Hand) -> None:
    """Declares one thing: what ends the phase where it may be ended, else what the first unit may do."""
    listed = page.locator("#game-choices .declare")
    if listed.count() == 0:
        hand(page, page.locator("#game-units button, #tray .waiting:not(.idle)").first)
        expect(listed.first).to_be_attached()
        if hand is not by_keys and (place := marked_place(page)):
            (page.mouse.click if hand is by_mouse else page.touchscreen.tap)(*place)
            return
    words = listed.evaluate_all("them => them.map((one) => one.title.toLowerCase())")
    last = [k for k, word in enumerate(words) if any(one in word for one in LAST_WORDS)]
    hand(page, listed.nth(last[0] if last else 0))


def marked_place(page: Page) -> tuple[float, float] | None:
    """The first marked place that lies in the window and under nothing else."""
    found: tuple[float, float] | None = page.evaluate(
        """() => {
            for (const one of document.querySelectorAll("#marks .offers .place")) {
                const box = one.getBoundingClientRect();
                const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                const there = document.elementFromPoint(x, y);
                if (there && stage.contains(there) && !there.closest(".card, .token, .zoom, .on-map, button")) return [x, y];
            }
            return null;
        }"""
    )
    return found


def played(name: str, hand: Hand, looks: dict[str, Any], folder: Path) -> int:
    """How many things were declared until turn 2 had begun."""
    with closing(Store(folder / "t.sqlite")) as store, sync_playwright() as play:
        open_scenario(store, scenario(name), begin=beginning(name))
        with serving(store, umpire()) as url, launch(play) as browser:
            page = browser.new_context(**looks).new_page()
            page.goto(url)
            expect(page.locator("#game-due")).not_to_be_empty()
            hand(page, page.locator("#coach-end"))
            for _ in range(MOST_ACTIONS):
                due, moment = (
                    page.locator(f"#game-{part}").text_content() or "" for part in ("due", "moment")
                )
                if not due or "turn 2" in moment:
                    return declared(page)
                declare(page, hand)
    raise AssertionError(f"{name}: turn 2 was not reached in {MOST_ACTIONS} actions")


def declared(page: Page) -> int:
    return int(page.locator("#game").get_attribute("data-actions") or 0)


def declare(page: Page, hand: Hand) -> None:
    """One thing, in as many clicks as it takes: where several things may be done in one place, they are listed first."""
    before = declared(page)
    for _ in range(4):
        choose(page, hand)
        expect(page.locator("#game")).to_have_attribute("aria-busy", "false")
        assert page.locator("#trouble").is_hidden(), page.locator("#trouble-text").inner_text()
        if declared(page) > before:
            return
    raise AssertionError(f"nothing was declared: {page.locator('#game').inner_text()}")


@pytest.mark.parametrize("name", scenarios_named())
def test_the_mouse_alone(name: str, tmp_path: Path) -> None:
    assert played(name, by_mouse, DESKTOP, tmp_path) > 0


def test_keys_alone(tmp_path: Path) -> None:
    assert played("dolgoye-crossing", by_keys, DESKTOP, tmp_path) > 0


def test_touch_alone(tmp_path: Path) -> None:
    assert played("kgn-two-orchards", by_touch, PHONE, tmp_path) > 0
