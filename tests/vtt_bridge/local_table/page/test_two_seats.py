"""Two players in two browsers, each in a seat joined by a link: secrets, turns, pointing, and undo of dice."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.programs import needs
from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.local_table.clients import Client, joined, links
from tests.vtt_bridge.local_table.page.on_page import PHONE, opened, visited

pytestmark = needs("chromium")

RIDGE = "lhy-ridge-farm"


@pytest.fixture
def players(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Page, Page]]:
    """The pages of the American and the German player before the first die."""
    with seated(chromium, tmp_path) as both:
        yield both


@pytest.fixture(scope="module")
def idle(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Page]]:
    """The same pages, shared by tests that change nothing."""
    with seated(chromium, tmp_path_factory.mktemp("idle")) as both:
        yield both


@contextmanager
def seated(chromium: Browser, folder: Path) -> Iterator[tuple[Page, Page]]:
    with a_table(folder, RIDGE, names=("club.example",)) as table:
        link = links(table)
        with (
            opened(chromium, f"{table.url}/#join={link['us']}") as us,
            opened(chromium, f"{table.url}/#join={link['ge']}") as ge,
        ):
            yield us, ge


def test_on_a_phone_a_visitor_without_a_link_is_told_to_join_by_one(
    chromium: Browser, tmp_path: Path
) -> None:
    with (
        a_table(tmp_path, RIDGE, names=("club.example",)) as table,
        visited(chromium, table.url, **PHONE) as page,
    ):
        expect(page.locator("#no-seat-words")).to_have_text(
            "join this table by the link to your seat; who serves it has one for you"
        )
        expect(page.locator("#line")).to_have_text("no seat")
        expect(page.locator("#hint")).to_be_hidden()
        told = page.locator("#no-seat").bounding_box()
        assert told is not None
        assert told["width"] > 300
        assert told["x"] + told["width"] <= PHONE["viewport"]["width"]


def test_a_used_link_is_refused_in_another_browser_which_may_sit_down_by_another_link(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE, names=("club.example",)) as table:
        used, other = (f"{table.url}/#join={links(table)[side]}" for side in ("us", "ge"))
        with opened(chromium, used) as page:
            page.goto("about:blank")
            page.goto(used)  # the own link once more
            expect(page.locator("#line")).to_have_text("live")
            expect(page.locator("#trouble-text")).to_contain_text("you keep the seat that you have")
        with visited(chromium, used) as page:
            expect(page.locator("#no-seat-words")).to_have_text(
                "this link is not good any more; ask the umpire for another"
            )
            expect(page.locator("#line")).to_have_text("no seat")
            page.get_by_label("Link to your seat").fill(other)
            page.get_by_role("button", name="Sit down").click()
            expect(page.locator("#line")).to_have_text("live")
            expect(page.locator("#side")).to_have_value("ge")


def test_each_side_sees_its_own_counters_and_dice_are_taken_back_only_if_both_agree(
    players: tuple[Page, Page],
) -> None:
    """LHY 4.3: concealed counters of the other side are mere counters."""
    us, ge = players
    for page, own, other in ((us, "Lt. Jackson", "Lt. Lang"), (ge, "Lt. Lang", "Lt. Jackson")):
        names = page.locator("#tokens .words").all_text_contents()
        assert own in names
        assert other not in names
        assert "?" in names
        expect(page.get_by_label("My seat").locator("option")).to_have_count(1)
    expect(us.locator("#game-choices .declare")).to_have_count(0)
    for page, title in ((us, "Before the Ridge – Blindhex"), (ge, "Your go: Before the Ridge – Blindhex")):
        expect(page).to_have_title(title)
    ge.get_by_role("button", name="roll for the initiative", exact=True).click()
    expect(us.locator("#chat")).to_contain_text("initiative of the German player: d10 shows")
    declared = us.locator("#chat li", has_text="initiative of the German player")
    expect(declared.locator(".who")).to_contain_text("Germans")
    expect(declared).to_have_attribute("data-side", "2")
    expect(us.locator("#game-undo")).to_be_hidden()  # only the side that acted can undo
    rolled = re.compile("^roll for the initiative; the (German|American) player has the initiative")
    for page, told in ((us, [rolled]), (ge, [])):
        expect(page.locator("#meanwhile-list li")).to_have_text(told)

    ge.get_by_role("button", name="Take the last action back").click()
    expect(us.locator("#game-asked-text")).to_have_text("German player asks to take the last action back.")
    expect(us).to_have_title("You are asked: Before the Ridge – Blindhex")
    handle = us.locator("#sheet-word")  # on a phone all of the panel that shows, unless it is open
    expect(handle).to_have_text("German player asks to take the last action back")
    expect(ge.get_by_role("button", name="Agree")).to_be_hidden()
    expect(ge.get_by_role("button", name="Never mind")).to_be_visible()
    us.get_by_role("button", name="Let it be").click()
    expect(ge.locator("#game-asked")).to_be_hidden()
    expect(ge.locator("#game-due")).not_to_contain_text("roll for the initiative")

    ge.get_by_role("button", name="Take the last action back").click()
    us.get_by_role("button", name="Agree").click()
    for page in players:
        expect(page.locator("#game-due")).to_have_text("German player: roll for the initiative.")
        expect(page.locator("#meanwhile")).to_be_hidden()


def test_the_sheet_handle_is_marked_and_choices_are_listed_only_for_the_side_to_act(
    idle: tuple[Page, Page],
) -> None:
    us, ge = (page.locator("#sheet-word") for page in idle)
    expect(ge).to_have_class("mine")
    expect(us).to_have_class("")
    for page, is_listed in zip(idle, (False, True), strict=True):
        expect(page.locator(".what-may-be-done")).to_be_visible(visible=is_listed)


def test_a_seat_can_hand_only_its_own_side_to_the_computer(idle: tuple[Page, Page]) -> None:
    us, _ = idle
    us.locator("#players-words").click()
    expect(us.get_by_label("Who plays the Americans")).to_be_enabled()
    expect(us.get_by_label("Who plays the Germans")).to_be_disabled()


def test_a_player_in_both_seats_can_hand_either_side_to_the_computer(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE, names=("club.example",)) as table:
        link = links(table)
        with visited(chromium, f"{table.url}/#join={link['ge']}") as page:
            expect(page.locator("#line")).to_have_text("live")
            page.goto("about:blank")
            page.goto(f"{table.url}/#join={link['us']}")
            expect(page.get_by_label("My seat").locator("option")).to_have_count(2)
            page.locator("#players-words").click()
            page.get_by_label("Who plays the Germans").select_option("careful")
            expect(page.locator("#players-words")).to_have_text("Who plays: Germans by the computer")


def test_a_place_pointed_to_lights_up_for_both_players_and_fades(players: tuple[Page, Page]) -> None:
    us, ge = players
    own = us.locator('.token[aria-label^="Lt. Jackson"]')
    box = own.bounding_box()
    assert box is not None
    us.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    us.keyboard.press("p")
    for page in players:
        expect(page.locator("#marks .pointed text")).to_have_text("Americans")
    expect(ge.locator("#marks .pointed g")).to_have_count(0)  # after a while
    ge.locator('.token[aria-label^="Lt. Lang"]').click()
    ge.locator('.token[aria-label*="Americans"]').first.click()
    ge.get_by_role("button", name="Point to it").click()
    expect(us.locator("#marks .pointed text")).to_have_text("Germans")
    expect(us.locator("#pointed-told")).to_have_text(re.compile(r"^Germans: look here, [A-Q]\d+\.$"))
    asked: list[str] = []
    us.on("request", lambda request: asked.append(request.url))
    us.get_by_label("Say", exact=True).press("p")
    expect(us.get_by_label("Say", exact=True)).to_have_value("p")
    us.evaluate("() => fetch('/api/rulesets').then(({ status }) => status)")
    assert any(url.endswith("/api/rulesets") for url in asked)
    assert not any("/pointed" in url for url in asked), "the letter was typed in the chat"


def test_p_points_beneath_the_mouse_on_a_map_that_was_moved_and_over_a_card_to_its_unit(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE) as table, opened(chromium, table.url) as page:
        page.mouse.move(400, 400)
        page.locator("#stage").focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("p")
        box = page.locator("#marks .pointed circle").first.bounding_box()
        assert box is not None
        assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx((400, 400), abs=2)
        page.locator('.token[aria-label^="3rd Squad"]').first.click()
        page.locator("#unit-facts").hover()
        page.keyboard.press("p")
        expect(page.locator("#pointed-told")).to_have_text("Look here, J5.")


def test_with_the_mouse_off_the_map_p_points_to_nothing_until_keys_are_in_use(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE) as table, opened(chromium, table.url) as page:
        page.locator('.token[aria-label^="3rd Squad"]').first.click()
        page.locator("#chat-log").hover()
        page.keyboard.press("p")
        page.evaluate("() => fetch('/api/rulesets').then(({ status }) => status)")
        expect(page.locator("#marks .pointed g")).to_have_count(0)
        page.keyboard.press("Tab")
        page.keyboard.press("p")
        expect(page.locator("#pointed-told")).to_have_text("Look here, J5.")


def test_on_a_phone_a_place_pointed_to_is_shown_between_first_steps_and_open_sheet(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE) as table, opened(chromium, table.url, **PHONE) as page:
        page.locator("#sheet-handle").click()
        expect(page.locator("#sheet")).to_have_class("up")
        width, height = table.store.scene(table.scene_id).size_px
        assert Client(table).send("POST", "/pointed", {"at_px": [width / 2, height / 2]}).status_code == 204
        steps, ring, sheet = (
            page.locator(part).first.bounding_box() for part in ("#coach", "#marks .pointed circle", "#sheet")
        )
        assert steps is not None
        assert ring is not None
        assert sheet is not None
        assert steps["y"] + steps["height"] < ring["y"] + ring["height"] / 2 < sheet["y"]


def test_a_spectator_can_neither_point_nor_enter_dice(chromium: Browser, tmp_path: Path) -> None:
    with (
        a_table(tmp_path, RIDGE, names=("club.example",)) as table,
        opened(chromium, f"{table.url}/#join={links(table)['spectator']}") as page,
    ):
        expect(page.locator("#game")).to_be_visible()
        expect(page.get_by_label("Our own dice")).to_be_hidden()
        for side in ("Americans", "Germans"):
            page.locator(f'.token[aria-label*="{side}"]').first.click()
        expect(page.get_by_role("button", name="Pin", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Point to it")).to_be_hidden()
        asked: list[str] = []

        def hear(route: Route) -> None:
            asked.append(route.request.url)
            route.continue_()

        page.route("**/api/**", hear)
        page.mouse.move(400, 400)
        page.keyboard.press("p")
        page.evaluate("() => fetch('/api/rulesets').then(({ status }) => status)")
        assert any(url.endswith("/api/rulesets") for url in asked)
        assert not any("/pointed" in url for url in asked)


def test_a_screen_for_the_table_does_not_move_when_somebody_points_off_its_view(
    chromium: Browser, tmp_path: Path
) -> None:
    """Where figures stand on it, nothing may be moved beneath them."""
    with (
        a_table(tmp_path, RIDGE) as table,
        visited(chromium, f"{table.url}/?screen=scale") as screen,
    ):
        expect(screen.locator("#line")).to_have_text("live")
        lies = screen.locator("#world").get_attribute("style")
        width, height = table.store.scene(table.scene_id).size_px
        for x, y in ((1, 1), (width - 1, height - 1)):
            assert Client(table).send("POST", "/pointed", {"at_px": [x, y]}).status_code == 204
        expect(screen.locator("#marks .pointed g")).to_have_count(2)
        assert screen.locator("#world").get_attribute("style") == lies


def test_a_player_whose_seat_is_given_away_is_told_and_sits_down_by_the_new_link(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, RIDGE, names=("club.example",)) as table:
        link = links(table)
        with opened(chromium, f"{table.url}/#join={link['us']}") as page:
            answer = joined(table, link["umpire"]).send("POST", "/seats/us/link")
            assert answer.status_code == 200, answer.text
            expect(page.locator("#no-seat-words")).to_have_text(
                "join this table by the link to your seat; who serves it has one for you"
            )
            expect(page.locator("#line")).to_have_text("no seat")
            page.get_by_label("Link to your seat").fill(f"{table.url}/#join={answer.json()['link']}")
            page.get_by_role("button", name="Sit down").click()
            expect(page.locator("#line")).to_have_text("live")
