"""The page in Chromium: frames while a large board is panned and zoomed, and from a drop to its answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Page, sync_playwright

from bench.harness.groups import group
from bench.harness.rows import Row, within
from bench.hex_boards import full
from bench.served import table_of
from maps.library import scenario
from maps.scenario import Clock, Length, Scenario
from rules.catalog import ruleset
from rules.game.units import Unit
from tests.browser import launch

FRAME_MS = 1000 / 60
ANSWER_MS = 100.0
FRAMES, DROPS, UNITS = 120, 20, 500

_PANNED = """async ({ frames }) => {
    const box = stage.getBoundingClientRect();
    const at = (k) => ({ clientX: box.left + 300 + 2 * (k % 100), clientY: box.top + 300 + (k % 70), pointerId: 1, button: 0, buttons: 1, bubbles: true });
    stage.setPointerCapture = () => {};
    stage.dispatchEvent(new PointerEvent("pointerdown", at(0)));
    const frame = () => new Promise(requestAnimationFrame);
    const lasted = [];
    let before = await frame();
    for (let k = 1; k <= frames; k++) {
        stage.dispatchEvent(new PointerEvent("pointermove", at(k)));
        const now = await frame();
        lasted.push(now - before);
        before = now;
    }
    stage.dispatchEvent(new PointerEvent("pointerup", at(frames)));
    return lasted;
}"""


@group
def panning() -> Iterator[Row]:
    """A board of 60 x 60 hexes with 500 units, panned to and fro."""
    board, types = full(), list(ruleset("lhy").roster)
    places = [place for k, place in enumerate(board.grid) if k % 7 == 0][:UNITS]
    units = tuple(
        Unit(f"u{k}", types[k % len(types)], ("us", "ge")[k % 2], place, 60.0 * (k % 6))
        for k, place in enumerate(places)
    )
    big = Scenario("Bench", "lhy", board, ("us", "ge"), units, Length(8, Clock.TURNS))
    with _page(big) as page:
        for question, zooms in (("panning the whole board", 0), ("panning it near", 6)):
            for _ in range(zooms):
                page.keyboard.press("+")
            page.wait_for_timeout(1000)
            lasted = page.evaluate(_PANNED, {"frames": FRAMES})
            yield within(
                f"{question}, a frame",
                median(lasted),
                FRAME_MS + 1,
                "ms",
                remark=f"slowest of 20: {_p95(lasted):.0f} ms",
            )


@group
def drop() -> Iterator[Row]:
    """From choosing a target across the mill stream to the ruling on its card."""
    with _page(scenario("mill-crossing")) as page:
        lasted = [page.evaluate(_ANSWERED, {"k": k}) for k in range(DROPS)]
        yield within("a target chosen, its ruling read, 19 of 20", _p95(lasted), ANSWER_MS, "ms")


_ANSWERED = """async ({ k }) => {
    const told = document.getElementById("ruling-told");
    const escape = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    const [ours, theirs] = ["1", "2"].map((side) => [...document.querySelectorAll(`.token[data-side="${side}"]`)]);
    escape();
    escape();
    ours[k % ours.length].click();
    told.replaceChildren();
    const from = performance.now();
    theirs[(3 * k) % theirs.length].click();
    while (!told.querySelector(".reason") && performance.now() < from + 10000) await new Promise((done) => setTimeout(done, 1));
    return performance.now() - from;
}"""


def _p95(lasted: list[float]) -> float:
    return sorted(lasted)[int(0.95 * (len(lasted) - 1))]


@contextmanager
def _page(given: Scenario) -> Iterator[Page]:
    with table_of(given) as url, sync_playwright() as play, launch(play) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(url)
        page.locator("#line.live").wait_for()
        yield page
