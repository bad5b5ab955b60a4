"""The page in a real Chromium, used as a player would: clicks, drags, keys and chat."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.catalog import ruleset
from tests.programs import needs
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.page.on_page import PHONE, middle, on_screen, opened, token, visited
from tests.vtt_bridge.scenes import EVIL, SQUAD, fight, umpire
from tests.vtt_bridge.web.test_png_check import png
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

pytestmark = needs("chromium")

ABLE, GERMAN = "1st Squad, Able 1st Plt", "1st Squad, 1. Kp 1st Plt"
B3_PX, C5_PX = (138.6, 288.0), (221.7, 432.0)


def test_map_and_units_are_shown_and_a_name_with_markup_stays_text(page: Page, shared_table: Served) -> None:
    expect(page.locator(".token")).to_have_count(3)
    expect(token(page, "T-1").locator(".words")).to_contain_text("<img src=x")
    expect(token(page, "G-1")).to_have_attribute("aria-label", f"{GERMAN}, Germans, F2, disrupted")
    expect(token(page, "T-1").locator("img.symbol")).to_have_attribute("src", "/api/symbols/tank.svg")
    assert page.locator("#tokens img:not(.symbol)").count() == 0
    expect(page.locator("#map")).to_have_js_property("naturalWidth", scene_width(shared_table))
    token(page, "T-1").click()
    expect(page.locator("#unit-name")).to_have_text(EVIL)
    assert page.locator("aside img").count() == 0


def scene_width(served: Served) -> int:
    return served.store.scene(served.scene_id).size_px[0]


@pytest.mark.usefixtures("served")
def test_the_first_steps_advance_as_they_are_done_and_come_again_only_on_request(page: Page) -> None:
    words = page.locator("#coach-words")
    expect(words).to_contain_text("Choose one of the units")
    token(page, "A-1").click()
    expect(words).to_contain_text("Reaches, Sees or Can hit")
    page.get_by_role("button", name="Sees", exact=True).click()
    expect(words).to_contain_text("an enemy")
    token(page, "G-1").click()
    expect(words).to_contain_text("Each reason names its rule")
    page.locator("#ruling .reason").first.hover()
    expect(words).to_contain_text("That is all it takes")  # no game is played here
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator("#line")).to_have_text("live")
    expect(page.locator("#coach")).to_be_hidden()
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Show me the first steps").click()
    expect(words).to_contain_text("Choose one of the units")


def test_an_uploaded_picture_is_shown_as_the_map_at_its_full_width(chromium: Browser, served: Served) -> None:
    size = served.store.scene(served.scene_id).size_px
    served.store.put_map(served.scene_id, png(*size))
    with opened(chromium, served.url) as page:
        expect(page.locator("#map")).to_have_attribute("src", re.compile("/map$"))
        expect(page.locator("#map")).to_have_js_property("naturalWidth", size[0])


def test_los_between_two_clicked_units_is_ruled_privately_until_it_is_shown_to_all(
    page: Page, served: Served
) -> None:
    token(page, "A-1").click()
    token(page, "G-1").click()
    page.get_by_role("button", name="Sight", exact=True).click()
    expect(page.locator("#ruling .verdict")).to_contain_text("LOS blocked")
    expect(page.locator("#ruling .rule")).to_have_text(["LHY 4.2.1a", "LHY 4.2.1a"])
    expect(page.locator("#looks svg .sight-blocked").first).to_be_visible()
    assert served.store.scene(served.scene_id).overlays == ()
    assert served.store.chat.lines(served.scene_id) == ()
    page.get_by_role("button", name="Show to all").click()
    expect(page.locator("#chat .first")).to_have_text(f"LOS {ABLE} to {GERMAN}: LOS blocked.")
    (laid,) = served.store.scene(served.scene_id).overlays
    assert (laid.tag, laid.to) == ("blindhex-answer", "")
    expect(page.locator("#shared img")).to_have_js_property("naturalWidth", scene_width(served))


def test_los_to_the_adjacent_hex_is_clear_at_one_hex(page: Page) -> None:
    token(page, "T-1").click()
    page.mouse.click(*on_screen(page, B3_PX))
    expect(page.locator("#ruling .verdict")).to_have_text("clear LOS1 hex")


def test_a_blocked_line_is_shown_from_the_side_and_the_nearest_place_in_sight_on_the_map(page: Page) -> None:
    token(page, "A-1").click()
    token(page, "G-1").click()
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator("#ruling .verdict")).to_have_text("LOS blocked5 hexes")
    expect(page.locator("#ruling .parts > li")).to_contain_text(["in sight from"])
    expect(page.locator("#overlay-list .legend")).to_contain_text("the cheapest place in sight")
    page.get_by_role("button", name="From the side").click()
    expect(page.locator("#side-view .verdict")).to_contain_text("woods C2")
    expect(page.locator("#side-view svg .cause").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#side-view")).to_be_hidden()
    expect(page.locator("#ruling")).to_be_visible()


def test_a_unit_is_asked_for_los_to_a_hex_and_for_what_it_sees_reaches_and_can_hit(
    page: Page, shared_table: Served
) -> None:
    token(page, "A-1").click()
    page.mouse.click(*on_screen(page, B3_PX))
    expect(page.locator("#ruling-title")).to_have_text(f"LOS {ABLE} to B3")
    expect(page.locator("#ruling .verdict")).to_contain_text("clear LOS")
    page.keyboard.press("Escape")
    for button, legend in (("Sees", "clear"), ("Reaches", "MP"), ("Can hit", "hexes")):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator("#overlay-list li")).to_have_count(1)
        expect(page.locator("#overlay-list .legend")).to_contain_text(legend)
        expect(page.locator("#unit-ruling .reason").first).to_be_visible()
    assert shared_table.store.recorded(shared_table.scene_id) == (), "nobody else hears of it"


@pytest.mark.usefixtures("shared_table")
def test_a_saved_picture_is_a_png_of_the_map_with_the_answer_on_it(page: Page) -> None:
    def saved() -> tuple[str, bytes]:
        with page.expect_download() as download:
            page.get_by_role("button", name="Save a picture").click()
        return download.value.suggested_filename, download.value.path().read_bytes()

    name, bare = saved()
    assert (name[-4:], bare[:4]) == (".png", b"\x89PNG")
    token(page, "A-1").click()
    page.get_by_role("button", name="Sees", exact=True).click()
    expect(page.locator("#unit-ruling .verdict")).to_be_visible()
    expect(page.locator("#looks > *")).to_have_count(1)
    assert saved()[1] != bare, "the answer lies on it"


def test_danger_and_from_where_are_a_click_each_and_not_offered_of_a_mere_place(page: Page) -> None:
    token(page, "T-1").click()
    page.get_by_role("button", name="Danger", exact=True).click()
    expect(page.locator("#unit-ruling .verdict")).to_contain_text("known enem")
    expect(page.locator("#overlay-list .title, #overlay-list label").first).to_contain_text("hreat to")
    token(page, "G-1").click()
    page.get_by_role("button", name="From where", exact=True).click()
    expect(page.locator("#ruling-title")).to_contain_text(" can hit ")
    expect(page.locator("#ruling .verdict")).to_contain_text("places within reach")
    expect(page.locator("#from-the-side")).to_be_hidden()
    page.mouse.click(*on_screen(page, B3_PX))  # a mere place does not have this question
    token(page, "T-1").click()
    page.mouse.click(*on_screen(page, B3_PX))
    expect(page.get_by_role("button", name="From where", exact=True)).to_be_hidden()


def test_an_overlay_is_hidden_shown_marked_as_older_and_taken_off(page: Page, served: Served) -> None:
    served.put_png("/overlays/mine", png(400, 300), {"title": "Ann's plan", "owner": "Ann"})
    picture, box = page.locator("#shared img"), page.get_by_label("Ann's plan", exact=True)
    expect(picture).to_be_visible()
    box.uncheck()
    expect(picture).to_be_hidden()
    box.check()
    expect(picture).to_be_visible()
    served.send("PATCH", "/tokens/A-1", {"to": "A1"})
    expect(page.locator("#overlay-list .older")).to_contain_text("The scene has changed since")
    page.get_by_role("button", name="Take Ann's plan off the map").click()
    expect(page.locator("#overlay-list li")).to_have_count(0)


def test_a_dragged_unit_snaps_to_its_hex_and_goes_back_if_dropped_off_the_map(
    page: Page, served: Served
) -> None:
    page.mouse.move(*middle(token(page, "A-1")))
    page.mouse.down()
    wanted = middle(token(page, "T-1"))
    page.mouse.move(wanted[0] - 8, wanted[1] + 9, steps=5)
    page.mouse.up()
    expect(token(page, "A-1")).to_have_attribute("aria-label", f"{ABLE}, US, B4")
    tokens = served.store.scene(served.scene_id)
    assert tokens.token("A-1").position_px == pytest.approx(tokens.token("T-1").position_px)
    expect(page.locator("#unit")).to_be_hidden()
    before = served.store.scene(served.scene_id)
    x, y = middle(token(page, "A-1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 500, y + 500, steps=4)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("is not on the board, which has 9 columns")
    assert served.store.scene(served.scene_id) == before
    assert middle(token(page, "A-1")) == pytest.approx((x, y), abs=2)


def test_everything_can_be_done_from_the_keyboard(page: Page, served: Served) -> None:
    token(page, "A-1").focus()
    page.keyboard.press("Enter")
    expect(token(page, "A-1")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("More", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Unit or place").fill("T-1")
    page.keyboard.press("Enter")
    expect(page.locator("#ruling .verdict")).to_contain_text("clear LOS")
    page.keyboard.press("Escape")
    page.get_by_label("Unit or place").fill("a1")
    page.get_by_role("button", name="Move", exact=True).press("Enter")
    expect(token(page, "A-1")).to_have_attribute("aria-label", f"{ABLE}, US, A1")
    token(page, "G-1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Fire", exact=True)).to_be_focused()
    expect(page.locator("#ruling .verdict")).to_contain_text("no fire")
    page.keyboard.press("Escape")
    expect(page.locator("#ruling")).to_be_hidden()
    expect(token(page, "G-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#unit")).to_be_hidden()
    page.get_by_label("Say", exact=True).fill("Your move.")
    page.keyboard.press("Enter")
    expect(page.locator("#chat li").last).to_contain_text("Your move.")
    assert served.store.chat.lines(served.scene_id)[-1].author == "Player"


def test_the_safest_way_is_asked_by_a_click_and_by_name(page: Page) -> None:
    token(page, "A-1").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Unit or place").fill("B4")
    page.locator("#unit").get_by_role("button", name="Safest way").click()
    expect(page.locator("#ruling-title")).to_contain_text(f"routes of {ABLE} to B4")
    expect(page.locator("#overlay-list .legend")).to_contain_text("exposure")
    page.keyboard.press("Escape")
    page.mouse.click(*on_screen(page, C5_PX))
    page.locator("#ruling").get_by_role("button", name="Safest way").click()
    expect(page.locator("#ruling-title")).to_contain_text(f"routes of {ABLE} to C5")


def test_units_stacked_in_one_hex_can_each_be_chosen_and_a_great_stack_pushes_no_button_away(
    page: Page, served: Served
) -> None:
    for token_id in ("A-1", "G-1", "T-1"):
        served.send("PATCH", f"/tokens/{token_id}", {"to": "E4"})
        expect(token(page, token_id)).to_have_attribute("aria-label", re.compile(r", E4\b"))
    token(page, "T-1").click()
    page.get_by_role("group", name="Units in the same place").get_by_role("button", name=ABLE).click()
    expect(page.locator("#unit-name")).to_have_text(ABLE)
    for token_id, name in (("A-1", ABLE), ("G-1", GERMAN), ("T-1", EVIL)):
        page.keyboard.press("Escape")
        token(page, token_id).click()
        expect(page.locator("#unit-name")).to_have_text(name)
        page.keyboard.press("Escape")
    token(page, "T-1").click()
    page.get_by_role("group", name="Units in the same place").evaluate(
        "(one) => one.append(...[...Array(60)].map(() => one.lastChild.cloneNode(true)))"
    )
    expect(page.get_by_role("button", name="Danger")).to_be_in_viewport(
        ratio=1
    )  # a great stack pushes nothing out


def test_changes_made_by_others_appear_at_once_and_chat_with_markup_stays_text(
    page: Page, served: Served
) -> None:
    served.send("PATCH", "/tokens/G-1", {"to": "I1", "marks": {"disrupted": None, "concealed": True}})
    expect(token(page, "G-1")).to_have_attribute("aria-label", f"{GERMAN}, Germans, I1, disrupted, concealed")
    served.send("PUT", "/tokens/new", {"at": "E5", "side": "US", "name": "New", "unit": {"type": SQUAD}})
    expect(token(page, "new")).to_be_visible()
    served.send("DELETE", "/tokens/new")
    expect(token(page, "new")).to_have_count(0)
    served.send("POST", "/chat", {"author": "Ann", "text": "<b>Ha!</b>", "rules": ["LHY 1"]})
    expect(page.locator("#chat .said")).to_have_text("<b>Ha!</b>")
    assert page.locator("#chat b").count() == 0


def test_a_side_sees_neither_the_other_s_hidden_units_nor_its_rulings(page: Page, served: Served) -> None:
    served.send("PATCH", "/tokens/G-1", {"hidden": True})
    served.send("POST", "/ask", {"ask": "field", "who": "G-1", "side": "Germans"})
    expect(page.locator("#chat li")).to_be_visible()
    page.get_by_label("My seat").select_option("US")
    expect(token(page, "G-1")).to_have_count(0)
    expect(page.locator("#chat li")).to_have_count(0)
    expect(page.locator("#overlay-list li")).to_have_count(0)
    token(page, "A-1").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Unit or place").fill("G-1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no unit or place named 'G-1'")


def test_on_a_phone_the_ruling_lies_low_buttons_are_finger_sized_and_nothing_is_wider_than_the_screen(
    chromium: Browser, shared_table: Served
) -> None:
    with opened(chromium, shared_table.url, **PHONE) as page:
        token(page, "A-1").tap()
        token(page, "G-1").tap()
        expect(page.locator("#ruling .verdict")).to_contain_text("no fire")
        card = page.locator("#ruling").bounding_box()
        assert card is not None
        assert card["y"] > 844 / 3
        assert card["y"] + card["height"] <= 844
        small = [
            box
            for locator in page.locator("#ruling button:visible:not(.reason)").all()
            if (box := locator.bounding_box()) and box["height"] < 40
        ]
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#ruling-close").tap()
        page.locator("#unit-close").tap()
        page.get_by_role("button", name="Play and chat").tap()
        expect(page.get_by_label("Say", exact=True)).to_be_in_viewport()


def test_a_concealed_enemy_shows_as_a_question_mark_and_is_asked_about_by_its_hex(
    page: Page, served: Served
) -> None:
    """LHY 4.3: place and side alone are known."""
    served.store.change_token(served.scene_id, "G-1", lambda one: replace(one, marks={"concealed": True}))
    page.get_by_label("My seat").select_option("US")
    counter = token(page, "concealed-F2-1")
    expect(counter.locator(".words")).to_have_text("?")
    assert "G-1" not in page.locator("#tokens").inner_html()
    expect(counter.locator(".facing")).to_be_hidden()
    token(page, "A-1").click()
    counter.click()
    page.get_by_role("button", name="Sight", exact=True).click()
    expect(page.locator("#ruling-title")).to_have_text(f"LOS {ABLE} to F2")
    expect(page.locator("#ruling .verdict")).to_contain_text("LOS blocked")
    page.get_by_label("My seat").select_option("Germans")
    expect(token(page, "G-1").locator(".words")).to_have_text("1st Squad")


def test_an_action_is_offered_with_its_odds_declared_by_a_click_and_taken_back(
    chromium: Browser, tmp_path: Path
) -> None:
    """Then a unit maneuvers by a click in the panel."""
    with a_table(tmp_path, "lhy-ridge-farm") as table, opened(chromium, table.url) as page:
        due = page.locator("#game-due")
        expect(due).to_have_text("German player: roll for the initiative.")
        expect(page.locator("#game-moment")).to_have_text("turn 1, minute 0 of 60, initiative.")
        page.get_by_label("My seat").select_option("us")
        expect(page.locator("#game-choices li")).to_have_count(0)
        page.get_by_label("My seat").select_option("ge")
        page.get_by_role("button", name="Odds of roll for the initiative").click()
        expect(page.locator(".odds-told")).to_contain_text("roll for the initiative")
        shares = [Fraction(one.get_attribute("data-p") or "") for one in page.locator(".odds-told li").all()]
        assert shares == sorted(shares, reverse=True)
        expect(page.locator(".odds-told")).not_to_contain_text(
            re.compile(r"\(\d+ in \d+\)")
        )  # the chance is given once, as a percentage
        page.get_by_role("button", name="roll for the initiative", exact=True).click()
        expect(page.locator("#game-told")).to_have_text(
            re.compile(r"^the (German|American) player has the initiative\.$")
        )
        expect(page.locator("#chat .first").first).to_have_text("roll for the initiative")
        expect(due).not_to_contain_text("roll for the initiative")
        page.get_by_role("button", name="Take the last action back").click()
        expect(due).to_have_text("German player: roll for the initiative.")
        play_to_a_maneuver(table)
        page.get_by_label("My seat").select_option("")
        page.locator("#game-units button").first.click()
        choice = page.locator('#game-choices .declare[title*="maneuvers to"]').first
        words = choice.get_attribute("title") or ""
        choice.click()
        expect(page.locator("#chat")).to_contain_text(words)
        expect(page.locator(".token.selected")).to_have_attribute("aria-label", re.compile(words.split()[-1]))


def play_to_a_maneuver(table: Served) -> None:
    """Declare the first choice until a unit may maneuver."""
    game = SceneSession(table.store, table.scene_id, ruleset)
    while not any("maneuvers to" in str(choice) for choice in game.now.choices()):
        game.declare(game.now.choices()[0].action)


def test_loading_the_page_asks_only_its_own_table_and_not_for_the_list_of_books(
    page: Page, shared_table: Served
) -> None:
    """To list the books, all of them would have to be loaded."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator("#line")).to_have_text("live")
    assert f"{shared_table.url}/" in asked
    assert [url for url in asked if not url.startswith(shared_table.url)] == []
    assert len(page.locator("#mode option").all()) > 1, "the ways to move of its own book are listed"
    assert not [url for url in asked if "/api/rulesets" in url]


def test_after_a_lost_connection_the_page_reconnects_and_reads_the_scene_again(
    chromium: Browser, tmp_path: Path
) -> None:
    store = Store(tmp_path / "t.sqlite")
    scene_id = open_scenario(store, fight())
    with serving(store, umpire()) as url:
        port = int(url.rpartition(":")[2])
        page = chromium.new_page()
        page.goto(url)
        expect(page.locator("#line")).to_have_text("live")
    expect(page.locator("#line")).to_have_text("connection lost, trying again")
    page.get_by_label("Say", exact=True).fill("Is anybody there?")
    page.get_by_role("button", name="Say").click()
    expect(page.locator("#trouble-text")).to_have_text(
        "The table is closed or out of reach. Once it is back this page goes on by itself;"
        " look then whether what you did last was carried out."
    )
    store.change_token(scene_id, "A-1", lambda token: replace(token, name="Renamed"))
    with serving(store, umpire(), port=port):
        expect(token(page, "A-1").locator(".words")).to_have_text("Renamed")
        expect(page.locator("#line")).to_have_text("live")
        expect(page.locator("#trouble")).to_be_hidden()
        expect(page.locator("#updated")).to_be_hidden()
        expect(page.get_by_label("Say", exact=True)).to_have_value("Is anybody there?")
        page.close()
    store.close()


def test_an_internal_error_of_the_table_is_not_reported_as_a_closed_table(page: Page) -> None:
    page.route("**/chat", lambda route: route.fulfill(status=500, body="Internal Server Error"))
    page.get_by_label("Say", exact=True).fill("Is anybody there?")
    page.get_by_role("button", name="Say").click()
    expect(page.locator("#trouble-text")).to_contain_text("The table could not answer")
    page.unroute_all()
    page.get_by_label("Say", exact=True).fill("")


def test_a_phone_without_connection_says_so_and_still_shows_scene_and_seat(
    chromium: Browser, shared_table: Served
) -> None:
    with visited(chromium, "about:blank", **PHONE) as page:
        page.route("**/events*", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        page.goto(shared_table.url)
        expect(page.locator("#line")).to_have_text("connection lost, trying again")
        for name in ("Scene", "My seat"):
            box = page.get_by_label(name).bounding_box()
            assert box is not None
            assert box["width"] > 90


def test_the_page_reconnects_after_a_web_server_in_between_answered_502(
    chromium: Browser, shared_table: Served
) -> None:
    """A browser gives up for good a stream of events that a web server refuses."""
    with visited(chromium, "about:blank") as page:
        page.route("**/events*", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        page.route("**/chat", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        page.goto(shared_table.url)
        expect(page.locator("#line")).to_have_text("connection lost, trying again")
        page.get_by_label("Say", exact=True).fill("Is anybody there?")
        page.get_by_role("button", name="Say").click()
        expect(page.locator("#trouble-text")).to_contain_text("The table is closed or out of reach.")
        page.unroute_all()
        expect(page.locator("#line")).to_have_text("live")
        expect(page.locator("#trouble")).to_be_hidden()
