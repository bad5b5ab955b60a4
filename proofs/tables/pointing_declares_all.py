"""The page lets players click exactly what the rules allow: checked at moments of whole games of every book.

In a real browser: every unit that may do something is chosen, each kind of action opened, and what stands there to be clicked is
held against the legal actions of the moment.
"""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from tests.browser import launch
from tests.vtt_bridge.scenes import beginning, umpire
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

BOOKS = {
    "lhy": ("lhy-tiger-at-the-bridge", "lhy-market-quarter"),
    "kgn": ("kgn-two-orchards",),
    "matg1": ("dolgoye-crossing",),
    "matg2": ("meeting-on-the-long-lane",),
}
MOMENTS = 12
BETWEEN = 7
"""How many actions are played by chance between two checked moments."""


def legal(now: RunningGame) -> set[str]:
    """The legal declarations, in the words of the page."""
    said = now.names(now.to_act or "").said
    return {said(now.game.book.sentence(now.state, choice.action)) for choice in now.choices()}


def pointed_at(page: Page) -> set[str]:
    """All declarations that can be clicked, over all units and kinds of action."""
    everything = page.locator("#game-everything")
    if everything.is_visible():
        everything.click()
        expect(everything).to_have_text("Only what can come to something")
    found: set[str] = set()
    units = "#game-units button, #tray .waiting:not(.idle)"
    for unit in range(max(1, page.locator(units).count())):
        expect(page.locator("#unit")).to_be_hidden()
        if page.locator(units).count():
            page.locator(units).nth(unit).click()
        kinds = page.locator("#game-choices .kind")
        for kind in range(kinds.count()):
            if kinds.nth(kind).get_attribute("aria-pressed") != "true":
                kinds.nth(kind).click()
            found |= set(
                page.locator("#game-choices .declare").evaluate_all("them => them.map((one) => one.title)")
            )
        found |= set(
            page.locator("#game-choices .declare").evaluate_all("them => them.map((one) => one.title)")
        )
        page.evaluate("document.getElementById('unit-close').click()")
        page.keyboard.press("Escape")
    return found


@pytest.mark.parametrize("name", [name for names in BOOKS.values() for name in names])
def test_every_legal_action_can_be_pointed_at_and_nothing_else(name: str, tmp_path: Path) -> None:
    choice, looked_at = SeededDice(7), 0
    with closing(Store(tmp_path / "t.sqlite")) as store, sync_playwright() as play:
        scene_id = open_scenario(store, scenario(name), begin=beginning(name))
        browser = launch(play)
        with serving(store, umpire()) as url:
            for _ in range(MOMENTS):
                now = SceneSession(store, scene_id, ruleset).now
                if now.to_act is None:
                    break
                page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
                page.goto(url)
                expect(page.locator("#game-due")).not_to_be_empty()
                assert pointed_at(page) == legal(now)
                page.close()
                looked_at += 1
                for _ in range(BETWEEN):
                    session = SceneSession(store, scene_id, ruleset)
                    if session.now.to_act is None:
                        break
                    choices = session.now.choices()
                    session.declare(choices[choice.pick("choice", len(choices))].action)
    assert looked_at >= 3
