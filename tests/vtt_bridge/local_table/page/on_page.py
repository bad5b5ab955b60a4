"""Opens, clicks and reads the page of a table as a player does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, Locator, Page, expect

from tests.waiting import PATIENCE_S

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 820}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
TABLET: dict[str, Any] = {
    "viewport": {"width": 820, "height": 1180},
    "has_touch": True,
    "reduced_motion": "reduce",
}


@contextmanager
def opened(chromium: Browser, url: str, **settings: Any) -> Iterator[Page]:
    """The table at an address, once it is live."""
    with visited(chromium, url, **settings) as page:
        expect(page.locator("#line")).to_have_text("live")
        yield page


@contextmanager
def visited(chromium: Browser, url: str, **settings: Any) -> Iterator[Page]:
    """The page at an address, in a window without stored data; it must not log errors, open dialogs or violate its content policy."""
    free = _FREE.setdefault(chromium, {}).setdefault(str(settings or DESKTOP), [])
    page, complaints = free.pop() if free else _window(chromium, settings or DESKTOP)
    page.goto(url)
    yield page
    page.unroute_all(behavior="wait")  # requests that a test delays may still be under way
    page.goto("about:blank")
    page.context.clear_cookies()
    page.context.new_cdp_session(page).send(
        "Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"}
    )
    page.set_viewport_size((settings or DESKTOP)["viewport"])
    assert complaints == []
    free.append((page, complaints))


_FREE: WeakKeyDictionary[Browser, dict[str, list[tuple[Page, list[str]]]]] = WeakKeyDictionary()
"""The unused windows of a browser by their settings, for reuse: opening one costs as much as showing the page in it."""


def _window(chromium: Browser, settings: dict[str, Any]) -> tuple[Page, list[str]]:
    """A new window, and the list of errors that occur in it."""
    context = chromium.new_context(**settings)
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
    page.on("console", lambda said: complaints.append(said.text) if "Policy" in said.text else None)
    return page, complaints


def reset(page: Page) -> Page:
    """Bring the page back to its first state: no card, nothing unfolded or asked, the whole map."""
    page.evaluate("() => document.querySelector('#unit [data-ask][aria-pressed=true]')?.click()")
    for _ in range(3):
        page.keyboard.press("Escape")
    if page.locator("#on-map").is_visible():
        page.get_by_role("button", name="Clear all").click()
    page.evaluate("() => document.querySelectorAll('details[open]').forEach((one) => one.open = false)")
    page.mouse.move(1, 1)
    page.locator("#stage").focus()
    page.keyboard.press("0")
    return page


def token(page: Page, token_id: str) -> Locator:
    return page.locator(f'.token[data-id="{token_id}"]')


def await_layout(page: Page) -> None:
    """Wait until the page has been laid out anew, which takes up to two frames, as after a change of the window."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_screen(page: Page, at_px: tuple[float, float]) -> tuple[float, float]:
    """The point of the window that shows a point of the scene."""
    x, y, scale = page.evaluate(
        "() => { const { m41, m42, a } = new DOMMatrix(getComputedStyle(world).transform);"
        " const box = stage.getBoundingClientRect(); return [box.left + m41, box.top + m42, a]; }"
    )
    return x + at_px[0] * scale, y + at_px[1] * scale
