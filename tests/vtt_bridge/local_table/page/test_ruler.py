"""The ruler in a real Chromium: sight and distance between two places or units, drawn by mouse, finger and
keys, on hexes and in inches."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.programs import needs
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.page.on_page import PHONE, middle, on_screen, opened, token
from tests.vtt_bridge.local_table.sitting import links

pytestmark = needs("chromium")

A3_PX, A4_PX, B2_PX, C2_PX, E1_PX = (
    (55.4, 240.0),
    (55.4, 336.0),
    (138.6, 192.0),
    (221.7, 144.0),
    (387.9, 48.0),
)
RIDGE, ORCHARDS = "lhy-ridge-farm", "kgn-two-orchards"


@pytest.fixture(scope="module")
def orchards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with a_table(tmp_path_factory.mktemp("orchards"), ORCHARDS) as table:
        yield table


def draw(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line is drawn, and the mouse not let go yet."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)


def test_a_line_between_two_hexes_is_ruled_while_it_is_drawn_and_when_it_is_let_go(page: Page) -> None:
    """LHY 4.2.1a: woods between block; the range is counted in hexes."""
    page.keyboard.press("r")
    draw(page, on_screen(page, A3_PX), on_screen(page, E1_PX))
    told = page.locator("#hover")
    expect(told.locator(".verdict")).to_have_text(re.compile(r"LOS blocked\s*4 hexes"))
    expect(told.locator(".short li").first).to_contain_text("LHY 4.2.1")
    expect(page.locator("#marks .lights polygon")).not_to_have_count(0)
    expect(page.locator("#marks .ruler")).to_have_attribute("data-fall", "no")
    page.mouse.up()
    expect(told).to_be_hidden()
    expect(page.locator("#ruling-title")).to_have_text(re.compile("^LOS A3 to E1$"))
    expect(page.locator("#ruling-told .verdict")).to_contain_text("LOS blocked")
    expect(page.locator("#looks .look")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ruling")).to_be_hidden()
    expect(page.locator("#looks .look")).to_have_count(0)
    expect(page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "false")


def test_the_ruler_lies_between_units_that_are_clicked_and_chooses_neither(page: Page) -> None:
    token(page, "A-1").click()
    page.get_by_role("button", name="Ruler").click()
    expect(page.locator("#unit")).to_be_hidden()
    page.mouse.click(*middle(token(page, "T-1")))
    page.mouse.move(*middle(token(page, "A-1")), steps=2)
    expect(page.locator("#hover .verdict")).to_contain_text("clear LOS")
    page.mouse.click(*middle(token(page, "A-1")))
    expect(page.locator("#ruling-title")).to_contain_text("LOS <img src=x onerror=alert(1)> to 1st Squad")
    expect(page.locator("#game-choices .declare")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#unit-name")).to_contain_text("1st Squad")  # who was chosen before is chosen again
    page.keyboard.press("Escape")


def test_a_hex_that_blocks_for_several_reasons_is_lit_once(chromium: Browser, tmp_path: Path) -> None:
    """LHY 4.2.1: a hill blocks by its level and by each contour that is drawn in a hex."""
    with a_table(tmp_path, RIDGE) as table, opened(chromium, table.url) as page:
        page.keyboard.press("r")
        start, end = (
            on_screen(page, table.get(f"/place?named={hex_}").json()["at_px"]) for hex_ in ("G2", "J8")
        )
        draw(page, start, end)
        expect(page.locator("#hover .verdict")).to_contain_text("LOS blocked")
        expect(page.locator("#hover .short")).to_contain_text("more")
        lit = page.locator("#marks .lights polygon").evaluate_all(
            "them => them.map((one) => one.getAttribute('points'))"
        )
        assert len(lit) == len(set(lit)) > 1


def test_the_ruler_asks_for_sight_also_where_fire_was_asked_for(page: Page) -> None:
    token(page, "A-1").click()
    token(page, "G-1").click()
    expect(page.get_by_role("button", name="Fire", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    draw(page, middle(token(page, "A-1")), middle(token(page, "G-1")))
    page.mouse.up()
    expect(page.get_by_role("button", name="Sight", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#ruling-title")).to_contain_text("LOS 1st Squad")


def test_with_the_ruler_in_hand_the_map_lies_still_and_neither_unit_nor_map_is_dragged(page: Page) -> None:
    lies = page.locator("#world").get_attribute("style")
    page.keyboard.press("r")
    for start in (middle(token(page, "A-1")), on_screen(page, C2_PX)):
        draw(page, start, on_screen(page, B2_PX))
        expect(page.locator("#marks .ruler polyline")).not_to_have_count(0)
        page.mouse.up()
        page.locator("#ruling-close").click()
        expect(page.locator("#unit")).to_be_hidden()
    assert page.locator("#world").get_attribute("style") == lies
    page.keyboard.press("r")
    page.mouse.move(*on_screen(page, C2_PX))
    page.mouse.down()
    page.mouse.move(*on_screen(page, A4_PX), steps=3)
    page.mouse.up()
    assert page.locator("#world").get_attribute("style") != lies


def test_keys_lay_the_ruler_from_place_to_place(page: Page) -> None:
    token(page, "A-1").click()
    page.locator("#stage").focus()
    page.keyboard.press("r")
    told = page.locator("#ruler-told")
    for key, place in (("ArrowDown", "A3"), ("Enter", "A3"), ("ArrowDown", "A4"), ("ArrowDown", "A5")):
        page.keyboard.press(key)
        expect(told).to_have_text(re.compile(rf"^{place}\b"))
    expect(page.locator("#hover .verdict")).to_have_text(re.compile(r"clear LOS\s*2 hexes"))
    page.keyboard.press("Enter")
    expect(page.locator("#ruling-title")).to_have_text("LOS A3 to A5")
    token(page, "T-1").focus()  # Tab and Enter take a unit
    page.keyboard.press("Enter")
    expect(page.locator("#ruling")).to_be_hidden()
    token(page, "A-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ruling-title")).to_contain_text("to 1st Squad")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def test_an_r_that_is_typed_is_no_ruler(page: Page) -> None:
    page.get_by_label("Say", exact=True).press("r")
    expect(page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "false")
    page.get_by_label("Say", exact=True).fill("")


def test_in_inches_a_line_between_places_is_as_long_as_it_is(chromium: Browser, orchards: Served) -> None:
    with opened(chromium, orchards.url) as page:
        scene = orchards.store.scene(orchards.scene_id)
        inch = scene.frame.cell_px
        page.keyboard.press("r")
        start, end = (on_screen(page, (x * inch, y * inch)) for x, y in ((30.0, 26.0), (33.0, 30.0)))
        draw(page, start, end)
        page.mouse.up()
        expect(page.locator("#ruling-title")).to_have_text(re.compile(r"^LOS \(30, 26\) to \(33, 30\)$"))
        expect(page.locator("#ruling-told .verdict")).to_contain_text("5 inches")  # 3, 4, 5


def test_a_finger_draws_and_two_fingers_move_the_map(chromium: Browser, orchards: Served) -> None:
    with opened(chromium, orchards.url, **PHONE) as page:
        page.get_by_role("button", name="Ruler").tap()
        expect(page.locator("#hint")).to_contain_text("Draw from a unit or place to another")
        touch = page.context.new_cdp_session(page)

        def fingers(kind: str, *at: tuple[float, float]) -> None:
            points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(at)]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        fingers("touchStart", (100, 250))
        fingers("touchMove", (150, 300))
        fingers("touchMove", (250, 400))
        expect(page.locator("#hover .verdict")).to_contain_text("inches")
        fingers("touchEnd")
        expect(page.locator("#ruling-told .verdict")).to_contain_text("inches")
        page.locator("#ruling-close").tap()
        lies = page.locator("#world").get_attribute("style")
        fingers("touchStart", (100, 250))
        fingers("touchMove", (130, 280))
        fingers("touchStart", (130, 280), (230, 280))
        fingers("touchMove", (130, 330), (230, 330))
        fingers("touchEnd")
        expect(page.locator("#marks .ruler polyline")).to_have_count(0)
        expect(page.locator("#ruling")).to_be_hidden()
        assert page.locator("#world").get_attribute("style") != lies


def test_the_ruler_of_a_side_and_of_who_looks_on_knows_no_more_than_they_do(
    chromium: Browser, tmp_path: Path
) -> None:
    """LHY 4.3: a concealed counter of the other side has no name, and a hidden unit is not there."""
    with a_table(tmp_path, RIDGE, names=("club.example",)) as table:
        link = links(table)
        for seat in ("us", "spectator"):
            with opened(chromium, f"{table.url}/#join={link[seat]}") as page:
                shown = page.locator('.token[aria-label^="?"][aria-label*="Germans"]').first
                page.keyboard.press("r")
                draw(page, on_screen(page, (40.0, 300.0)), middle(shown))
                expect(page.locator("#hover .verdict")).to_contain_text("hexes")
                page.mouse.up()
                expect(page.locator("#ruling-title")).to_have_text(
                    re.compile("^LOS [A-Q][0-9]+ to [A-Q][0-9]+$")
                )
                assert "Kp" not in page.locator("#ruling").inner_text()


def test_a_line_is_shown_to_all(page: Page, served: Served) -> None:
    page.keyboard.press("r")
    draw(page, on_screen(page, A3_PX), on_screen(page, E1_PX))
    page.mouse.up()
    page.get_by_role("button", name="Show to all").click()
    expect(page.locator("#chat")).to_contain_text("LOS blocked")
    assert [one.to for one in served.store.scene(served.scene_id).overlays] == [""]


def test_with_the_ruler_in_hand_no_place_is_marked_that_a_click_would_miss(
    chromium: Browser, tmp_path: Path
) -> None:
    """What is to be pointed at is marked again once the ruler is put away, which whoever chooses in the panel does as well."""
    marked = "#marks .offers circle"
    with a_table(tmp_path, "lhy-market-quarter") as table, opened(chromium, table.url) as page:
        page.locator("#tray .waiting").first.click()
        expect(page.locator(marked)).not_to_have_count(0)
        page.keyboard.press("r")
        expect(page.locator(marked)).to_have_count(0)
        page.keyboard.press("r")
        expect(page.locator(marked)).not_to_have_count(0)
        page.keyboard.press("r")
        page.locator("#game button.kind").first.click()
        expect(page.get_by_role("button", name="Ruler", exact=True)).to_have_attribute(
            "aria-pressed", "false"
        )
        expect(page.locator(marked)).not_to_have_count(0)


def test_on_a_phone_no_card_lies_over_the_tools_of_the_map(orchards: Served, chromium: Browser) -> None:
    with opened(chromium, orchards.url, **PHONE) as page:
        if page.locator("#coach").is_visible():
            page.get_by_role("button", name="End of the first steps").click()
        token(page, "uk.tank.1").click()
        expect(page.locator("#unit")).to_be_visible()
        page.wait_for_function(
            "() => ruler.getBoundingClientRect().bottom < unit.getBoundingClientRect().top"
            " && ruler.getBoundingClientRect().top > stage.getBoundingClientRect().top"
        )
        page.get_by_role("button", name="Ruler", exact=True).click()
        expect(page.locator("#unit")).to_be_hidden()


def test_an_end_that_leaves_the_map_takes_the_line_with_it(page: Page, served: Served) -> None:
    page.keyboard.press("r")
    draw(page, on_screen(page, A4_PX), middle(token(page, "T-1")))
    page.mouse.up()
    expect(page.locator("#ruling")).to_be_visible()
    assert served.send("DELETE", "/tokens/T-1").status_code == 200
    expect(page.locator("#ruling")).to_be_hidden()


def test_a_unit_that_leaves_the_map_while_a_line_is_drawn_from_it_takes_the_line_with_it(
    page: Page, served: Served
) -> None:
    told, lines = page.locator("#hover .verdict"), page.locator("#marks .ruler polyline")
    page.keyboard.press("r")
    page.mouse.click(*middle(token(page, "T-1")))
    page.mouse.move(*on_screen(page, A3_PX), steps=2)
    expect(told).to_contain_text("hex")
    assert served.send("DELETE", "/tokens/T-1").status_code == 200
    expect(lines).to_have_count(0)
    expect(page.locator("#hover")).to_be_hidden()
    draw(page, on_screen(page, A3_PX), on_screen(page, E1_PX))
    expect(told).to_have_text(re.compile(r"LOS blocked\s*4 hexes"))
    page.mouse.up()


def test_who_looked_along_a_line_leaves_the_map_and_the_map_says_again_what_to_do(
    page: Page, served: Served
) -> None:
    page.keyboard.press("r")
    draw(page, middle(token(page, "T-1")), middle(token(page, "A-1")))
    page.mouse.up()
    expect(page.locator("#hint")).to_be_hidden()
    assert served.send("DELETE", "/tokens/T-1").status_code == 200
    expect(page.locator("#hint")).to_be_visible()


@pytest.mark.usefixtures("served")
def test_an_answer_that_comes_late_is_not_told_of_another_line(page: Page) -> None:
    asked: list[Route] = []
    page.route("**/look", lambda one: asked.append(one))

    def answered(which: int) -> None:
        with page.expect_response("**/look"):
            asked[which].continue_()
        page.evaluate("() => fetch('/api/rulesets').then(({ status }) => status)")

    page.keyboard.press("r")
    draw(page, on_screen(page, A3_PX), on_screen(page, C2_PX))
    page.mouse.move(*on_screen(page, E1_PX))  # of which the umpire has not answered yet
    answered(0)
    expect(page.locator("#hover")).to_be_hidden()
    expect(page.locator("#marks .ruler")).to_have_attribute("data-fall", "")
    page.mouse.move(*on_screen(page, A3_PX))  # back where it began
    answered(1)
    expect(page.locator("#hover")).to_be_hidden()
    page.mouse.up()
    page.unroute_all()


def test_keys_lay_the_ruler_from_a_unit_to_a_place(page: Page) -> None:
    page.keyboard.press("r")
    told = page.locator("#ruler-told")
    token(page, "A-1").focus()
    page.keyboard.press("Enter")
    expect(told).to_have_text("1st Squad, Able 1st Plt, A2: from here.")
    page.keyboard.press("ArrowDown")
    expect(told).to_have_text(re.compile(r"^A3\b"))
    page.keyboard.press("Enter")
    expect(page.locator("#ruling-title")).to_have_text("LOS 1st Squad, Able 1st Plt to A3")
