"""Everything on the page can be read: no name is cut or covered, and what is over vanishes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.programs import needs
from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.local_table.page.on_page import DESKTOP, PHONE, await_layout, opened, reset, token
from tests.vtt_bridge.local_table.page.test_play_by_hand import at_table
from tests.waiting import wait_until

pytestmark = needs("chromium")

PATROL, RIDGE = "lhy-bridge-patrol", "lhy-ridge-farm"


@pytest.fixture(scope="module")
def page_of_patrol(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with a_table(tmp_path_factory.mktemp("patrol"), PATROL) as table, opened(chromium, table.url) as page:
        yield page


@pytest.fixture
def patrol(page_of_patrol: Page) -> Page:
    """The page of a scenario in its first state, shared by tests that change nothing."""
    page_of_patrol.set_viewport_size(DESKTOP["viewport"])
    return unplaced(page_of_patrol)


@pytest.fixture(scope="module")
def page_of_ridge(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with a_table(tmp_path_factory.mktemp("ridge"), RIDGE) as table, opened(chromium, table.url) as page:
        yield page


@pytest.fixture
def ridge(page_of_ridge: Page) -> Page:
    """The page of another, shared likewise."""
    return unplaced(page_of_ridge)


def unplaced(page: Page) -> Page:
    """Bring the page back to its first state, with card and legend not placed yet, so that a test can wait for their places."""
    reset(page).evaluate("() => { unit.style.translate = ''; delete window['on-map'].dataset.corner; }")
    return page


def over_one_another(one: Locator, other: Locator) -> bool:
    box, its = _box_of(one), _box_of(other)
    across = box["x"] < its["x"] + its["width"] and its["x"] < box["x"] + box["width"]
    down = box["y"] < its["y"] + its["height"] and its["y"] < box["y"] + box["height"]
    return across and down


def _box_of(one: Locator) -> FloatRect:
    """The box of an element on the page; waits while it is being drawn again."""
    boxes: list[FloatRect] = []

    def lies() -> bool:
        if box := one.bounding_box():
            boxes.append(box)
        return bool(boxes)

    wait_until(lies, f"{one} is not on the page")
    return boxes[0]


def test_names_of_fanned_out_counters_do_not_overlap_and_the_hover_card_covers_none_of_them(
    patrol: Page,
) -> None:
    token(patrol, "us.able.1.leader").hover()
    apart = patrol.locator(".token.fanned .words")
    expect(apart).to_have_count(2)
    assert not over_one_another(apart.first, apart.last)
    expect(patrol.locator("#hover")).to_be_visible()
    for face in patrol.locator(".token.fanned .face").all():
        assert not over_one_another(patrol.locator("#hover"), face)


@pytest.mark.parametrize("name", ["us.able-tank.1.1", "ge.pz4.2.1"])
def test_the_card_of_a_unit_does_not_cover_its_name_and_the_title_of_the_overlay_is_not_cut(
    patrol: Page, name: str
) -> None:
    token(patrol, name).click()
    expect(patrol.locator("#unit")).to_be_visible()
    patrol.wait_for_function("() => document.querySelector('#unit').style.translate")
    assert not over_one_another(patrol.locator("#unit"), token(patrol, name).locator(".words"))
    patrol.get_by_role("button", name="Sees").click()
    title = patrol.locator("#overlay-list .title")
    expect(title).to_be_visible()
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_in_a_small_window_a_card_covers_no_tool_of_the_map(patrol: Page) -> None:
    patrol.set_viewport_size({"width": 1000, "height": 600})
    if patrol.locator("#coach").is_visible():
        patrol.get_by_role("button", name="End of the first steps").click()
    for one in ("us.able.1.squad.1", "ge.1kp.1.squad.1"):
        token(patrol, one).dispatch_event("click")
    expect(patrol.locator("#ruling .odds").first).to_be_visible()
    await_layout(patrol)
    assert not over_one_another(patrol.locator("#ruling"), patrol.locator("#tools"))


def test_the_three_folded_sections_stand_in_one_row(patrol: Page) -> None:
    rows = [box["y"] for one in patrol.locator(".more summary:visible").all() if (box := one.bounding_box())]
    assert len(rows) == 3
    assert len(set(rows)) == 1


def test_on_a_phone_a_long_due_line_is_shown_in_full_once_the_sheet_is_up(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, PATROL) as table, opened(chromium, table.url, **PHONE) as page:
        word = page.locator("#sheet-word")
        word.evaluate("(one) => { one.textContent = 'what is due here, which goes on and on '.repeat(5); }")
        whole = "(one) => one.scrollHeight <= one.clientHeight"
        assert not word.evaluate(whole)
        page.locator("#sheet-handle").click()
        expect(page.locator("#sheet")).to_have_class("up")
        assert word.evaluate(whole)


def test_the_way_drawn_for_a_hovered_choice_vanishes_with_the_choice(
    chromium: Browser, tmp_path: Path
) -> None:
    """The button under the pointer is gone without the pointer having left it."""
    with at_table(chromium, tmp_path, PATROL, "RollInitiative") as hand:
        page = hand.page
        while not page.locator("#game-units button").count():
            page.locator("#game-choices .declare").first.click()
            expect(page.locator("#game")).to_have_attribute("aria-busy", "false")
        page.locator("#game-units button").first.click()
        page.locator("#game-choices .goes .declare").first.hover()
        way = page.locator("#marks .way polyline")
        expect(way).not_to_have_count(0)
        page.evaluate("() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
        expect(way).to_have_count(0)


def test_on_a_phone_the_distance_label_does_not_cover_the_name_of_the_target_and_the_legend_is_not_cut(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, "duel-on-the-long-lane") as table, opened(chromium, table.url, **PHONE) as page:
        token(page, "g-ghq").dispatch_event("click")
        token(page, "us-ghq").dispatch_event("click")
        words = page.locator("#looks text").get_by_text("inches")
        expect(words).to_be_visible()
        assert not over_one_another(words, token(page, "us-ghq").locator(".words"))
        legend = page.locator("#overlay-list .legend span").first
        box, edge = legend.bounding_box(), page.locator("#on-map").bounding_box()
        assert box is not None
        assert edge is not None
        assert box["x"] + box["width"] <= edge["x"] + edge["width"]


def test_the_legend_covers_neither_the_target_of_a_line_nor_the_card(ridge: Page) -> None:
    """A target in the corner where they are told of mostly; strokes are shown as the strokes they are."""
    token(ridge, "us.baker.2.squad.1").click()
    token(ridge, "ge.2kp.2.squad.1").click()
    told = ridge.locator("#on-map")
    for question in ("Sight", "Safest way"):
        ridge.get_by_role("button", name=question, exact=True).click()
        expect(ridge.locator("#ruling .verdict")).to_be_visible()
        expect(told.locator(".legend svg")).not_to_have_count(0)
        ridge.wait_for_function("() => document.querySelector('#on-map').dataset.corner")
        for part in (".face", ".words"):
            assert not over_one_another(told, token(ridge, "ge.2kp.2.squad.1").locator(part))
        assert not over_one_another(told, ridge.locator("#ruling"))


def test_the_distance_label_does_not_cover_a_name_of_two_lines(ridge: Page) -> None:
    token(ridge, "us.baker.2.squad.3").click()
    token(ridge, "ge.2kp.2.squad.3").click()
    ridge.get_by_role("button", name="Sight", exact=True).click()
    told = ridge.locator("#looks text").get_by_text("hexes")
    expect(told).to_be_visible()
    name = token(ridge, "ge.2kp.2.squad.3").locator(".words")
    expect(name).to_have_text("3rd Squad\n2nd Plt")
    assert not over_one_another(told, name)


def test_on_a_phone_neither_card_nor_legend_covers_the_chosen_unit(chromium: Browser, tmp_path: Path) -> None:
    with a_table(tmp_path, "kgn-tanks-on-the-lane") as table, opened(chromium, table.url, **PHONE) as page:
        token(page, "uk.tank.1").dispatch_event("click")
        page.get_by_role("button", name="Can hit").click()
        expect(page.locator("#on-map .legend")).to_be_visible()
        for box in (page.locator("#on-map"), page.locator("#unit")):
            assert not over_one_another(box, token(page, "uk.tank.1").locator(".face"))
        expect(page.locator("#coach")).to_be_visible()
        assert not over_one_another(page.locator("#coach"), page.locator("#on-map"))


def test_on_a_phone_the_side_view_of_a_line_fits_the_screen(chromium: Browser, tmp_path: Path) -> None:
    with a_table(tmp_path, "kgn-cider-farm") as table, opened(chromium, table.url, **PHONE) as page:
        token(page, "de.tank.2").dispatch_event("click")
        token(page, "uk.tank.2").dispatch_event("click")
        page.get_by_role("button", name="From the side").click()
        expect(page.locator("#side-view svg .cause")).to_have_count(2)
        view = page.locator("#side-view")
        assert view.evaluate("view => view.scrollWidth <= view.clientWidth")
        drawn = page.locator("#side-view .side-view").bounding_box()
        assert drawn is not None
        for told in page.locator("#side-view svg .number", has_text="too high").all():
            box = told.bounding_box()
            assert box is not None
            assert drawn["x"] <= box["x"] < box["x"] + box["width"] <= drawn["x"] + drawn["width"]
