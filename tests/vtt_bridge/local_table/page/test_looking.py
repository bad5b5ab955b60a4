"""Looking at the map in a real Chromium: pan and zoom, hovering, cards and overlays that only this page shows."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, Route, expect

from exporters.json_value import Json
from maps.library import scenario
from rules.catalog import ruleset
from rules.ground.table.inches import Spot
from tests.programs import PEERS, needs
from tests.vtt_bridge.conftest import Served, a_table, on_the_air
from tests.vtt_bridge.local_table.page.on_page import (
    DESKTOP,
    PHONE,
    TABLET,
    middle,
    on_screen,
    opened,
    token,
    visited,
)
from tests.vtt_bridge.scenes import beginning
from tests.waiting import PATIENCE_S, wait_until
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

pytestmark = needs("chromium")

B3_PX, C2_PX = (138.6, 288.0), (221.7, 144.0)
ORCHARDS, DOLGOYE = "meeting-at-two-orchards", "dolgoye-crossing"
A_BOOK_EACH = ("lhy-ridge-farm", "kgn-two-orchards", "dolgoye-crossing")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table with the game of one scenario of each book."""
    store = Store(tmp_path_factory.mktemp("tables") / "t.sqlite")
    for name in A_BOOK_EACH:
        scene_id = open_scenario(store, scenario(name), begin=beginning(name))
    with on_the_air(store) as url:
        yield Served(url, store, scene_id)
    store.close()


@pytest.fixture
def ridge(tables: Served) -> Served:
    """The same table at its scene on hexes."""
    return replace(tables, scene_id=tables.store.scenes()[-1].id)


def test_the_wheel_zooms_about_the_pointer(page: Page) -> None:
    x, y = on_screen(page, C2_PX)
    page.mouse.move(x, y)
    before = width_of_world(page)
    page.mouse.wheel(0, -400)
    wait_until(lambda: width_of_world(page) > 1.5 * before, "the wheel did not zoom")
    assert on_screen(page, C2_PX) == pytest.approx((x, y), abs=2), "within the rounding to pixels"


def width_of_world(page: Page) -> float:
    box = page.locator("#world").bounding_box()
    assert box is not None
    return box["width"]


def test_the_map_is_panned_by_drag_and_keys_and_fitted_again(page: Page) -> None:
    fitted = on_screen(page, C2_PX)
    page.mouse.move(*on_screen(page, B3_PX))
    page.mouse.down()
    page.mouse.move(fitted[0] + 100, fitted[1] + 90, steps=3)
    page.mouse.up()
    dragged = on_screen(page, C2_PX)
    assert dragged != pytest.approx(fitted, abs=20)
    page.locator("#stage").focus()
    page.keyboard.press("ArrowLeft")
    assert on_screen(page, C2_PX) == pytest.approx((dragged[0] + 80, dragged[1]), abs=1)
    width = width_of_world(page)
    page.keyboard.press("+")
    assert width_of_world(page) == pytest.approx(1.25 * width, abs=1)
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert width_of_world(page) == pytest.approx(width, abs=1)
    expect(page.locator("#ruling")).to_be_hidden()


def test_a_new_question_replaces_the_overlay_of_the_last_one_unless_that_is_pinned(page: Page) -> None:
    token(page, "A-1").click()
    page.get_by_role("button", name="Reaches").click()
    expect(page.locator("#looks .look")).to_have_attribute("aria-label", re.compile("reach of"))
    page.get_by_role("button", name="Sees", exact=True).click()
    expect(page.locator("#looks .look")).to_have_attribute("aria-label", re.compile("field of"))
    page.get_by_role("button", name=re.compile("^Pin field of")).click()
    page.get_by_role("button", name="Can hit").click()
    expect(page.locator("#looks .look")).to_have_count(2)
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator("#looks .look")).to_have_count(0)
    expect(page.locator("#on-map")).to_be_hidden()


def test_safest_ways_are_listed_one_by_one_with_hexes_and_reasons_folded_beneath(
    chromium: Browser, tmp_path: Path
) -> None:
    store = Store(tmp_path / "t.sqlite")
    open_scenario(store, scenario("mill-crossing"))
    with on_the_air(store) as url, opened(chromium, url) as page:
        token(page, "us.able.1.squad.2").dispatch_event("click")
        page.locator("#ask-more summary").click()
        page.get_by_label("Unit or place").fill("K2")
        page.get_by_role("button", name="Safest way").click()
        told = page.locator("#ruling-told")
        expect(told.locator(".verdict")).to_have_text("4 routes")
        ways = told.locator(".parts > li")
        expect(ways).to_have_count(4)
        expect(ways.first.locator("summary")).to_have_text("A: 8.5 MP in 3 turns, exposure 6.12")
        hexes = ways.first.get_by_text("G6 H6 H5 | H4 I3 | J3 K2", exact=True)
        expect(hexes).to_be_hidden()
        ways.first.locator("summary").click()
        expect(hexes).to_be_visible()
        why = told.locator(".reasons summary").first
        expect(why).to_have_text(re.compile(r"^worst of [A-D], .+: [0-9]+ reasons$"))
        expect(told.locator(".reasons details .reason").first).to_be_hidden()
        why.click()
        expect(told.locator(".reasons details .reason").first).to_be_visible()
    store.close()


@pytest.mark.usefixtures("served")
def test_a_slow_answer_shows_the_seconds_waited_and_can_be_stopped_and_asked_again(page: Page) -> None:
    page.route("**/look", lambda _: None)  # the answer does not come
    token(page, "A-1").click()
    page.get_by_role("button", name="Reaches").click()
    waited = page.locator("#unit-ruling .waited")
    expect(waited).to_have_text(re.compile("^[1-9][0-9]* s$"))
    page.get_by_role("button", name="Reaches").click()
    page.get_by_role("button", name="Reaches").click()  # off and on again, it is the same question
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#unit-ruling")).to_have_text("You did not wait for the answer.")
    expect(page.locator("#looks .look")).to_have_count(0)
    page.unroute("**/look")
    page.get_by_role("button", name="Reaches").click()
    page.get_by_role("button", name="Reaches").click()
    expect(page.locator("#looks .look")).to_have_attribute("aria-label", re.compile("reach of"))


def test_in_inches_a_long_wait_for_an_answer_or_an_action_is_explained_by_compiling(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_table(tmp_path, "duel-on-the-long-lane") as table, opened(chromium, table.url) as page:
        page.route("**/look", lambda _: None)
        token(page, "g-1a").dispatch_event("click")
        page.get_by_role("button", name="Reaches").click()
        told = page.locator("#unit-ruling")
        expect(told).to_contain_text("The umpire looks it up")
        expect(told).not_to_contain_text("compiled once")
        expect(told).to_contain_text("its code is compiled once, and kept")
        page.get_by_role("button", name="Stop", exact=True).click()
        page.unroute("**/look")
        page.keyboard.press("Escape")
        held: list[Route] = []
        page.route("**/game/actions*", lambda route: held.append(route))
        page.get_by_role("button", name="roll for initiative", exact=True).click()
        told = page.locator("#game-told")
        expect(told).to_have_text("The umpire carries it out …")
        expect(told).to_contain_text("its code is compiled once, and kept")
        held[0].continue_()
        expect(told).to_have_text(re.compile(r"initiative|first", re.IGNORECASE))


def test_hovering_over_an_enemy_shows_the_same_odds_as_asking_and_records_nothing(
    page: Page, served: Served
) -> None:
    """LHY 11.3."""
    asked: Json = {"ask": "fire", "who": "T-1", "target": "G-1"}
    served.send("PATCH", "/tokens/G-1", {"to": "E5"})
    expect(token(page, "G-1")).to_have_attribute("aria-label", re.compile("E5"))
    token(page, "T-1").click()
    page.mouse.move(*middle(token(page, "G-1")), steps=2)
    told = page.locator("#hover .odds li")
    expect(told.first).to_be_visible()
    shown = [locator.get_attribute("data-p") or "" for locator in told.all()]
    assert served.store.recorded(served.scene_id) == ()
    ruling = served.send("POST", "/ask", asked).json()["ruling"]
    assert sorted(shown) == sorted(outcome["p"] for outcome in ruling["odds"])
    assert len(shown) > 1


def test_hovering_over_a_place_tells_its_terrain_its_cost_in_mp_and_who_sees_it(page: Page) -> None:
    page.mouse.move(*on_screen(page, C2_PX), steps=2)
    expect(page.locator("#hover h3")).to_have_text("C2")
    expect(page.locator("#hover")).to_contain_text("woods")
    token(page, "A-1").click()
    page.mouse.move(*on_screen(page, B3_PX), steps=2)
    expect(page.locator("#hover")).to_contain_text("clear LOS")
    expect(page.locator("#hover")).to_contain_text("Seen by 1st Squad, 1. Kp 1st Plt.")
    expect(page.locator("#hover .cost")).to_contain_text("MP to get there")


def test_hovering_over_a_reason_lights_the_hex_that_causes_it(page: Page) -> None:
    token(page, "A-1").click()
    token(page, "G-1").click()
    page.get_by_role("button", name="Sight", exact=True).click()
    page.locator(".reason", has_text="C2").hover()
    lit = page.locator("#marks .lights polygon")
    expect(lit).to_have_count(1)
    assert middle(lit) == pytest.approx(on_screen(page, C2_PX), abs=12)


def test_counters_of_one_hex_fan_out_while_hovered_and_none_hides_another(page: Page, served: Served) -> None:
    for token_id in ("A-1", "G-1", "T-1"):
        served.send("PATCH", f"/tokens/{token_id}", {"to": "E4"})
        expect(token(page, token_id)).to_have_attribute("aria-label", re.compile(r", E4\b"))
    token(page, "T-1").hover()
    expect(page.locator(".token.fanned")).to_have_count(3)
    boxes = [box for locator in page.locator(".token .face").all() if (box := locator.bounding_box())]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            apart = abs(one["x"] - other["x"]) >= one["width"] or abs(one["y"] - other["y"]) >= one["height"]
            assert apart, "none hides another"
    page.mouse.move(*on_screen(page, (20, 20)))
    expect(page.locator(".token.fanned")).to_have_count(0)


def test_on_a_phone_a_pinch_zooms_a_long_press_names_the_hex_and_a_tap_chooses_a_unit(
    chromium: Browser, shared_table: Served
) -> None:
    with opened(chromium, shared_table.url, **PHONE) as page:
        before = width_of_world(page)
        touch = page.context.new_cdp_session(page)
        x, y = on_screen(page, C2_PX)
        for spread in (30, 60, 90):
            kind = "touchStart" if spread == 30 else "touchMove"
            points = [{"x": x - spread, "y": y, "id": 0}, {"x": x + spread, "y": y, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert width_of_world(page) > 1.8 * before
        page.get_by_role("button", name="Fit the map").click()
        expect(token(page, "A-1")).to_be_in_viewport()
        x, y = on_screen(page, C2_PX)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(page.locator("#hover h3")).to_have_text("C2")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        token(page, "A-1").tap()
        expect(page.locator("#unit-name")).to_be_visible()


def test_a_card_covers_no_figure_of_the_reach_and_stays_folded_and_where_it_was_dragged(
    chromium: Browser, ridge: Served
) -> None:
    """Also when the next unit is chosen."""
    with opened(chromium, f"{ridge.url}/#{ridge.scene_id}") as page:
        token(page, "ge.2kp.2.squad.2").click()
        page.get_by_role("button", name="Reaches", exact=True).click()
        expect(page.locator("#unit-ruling .verdict")).to_be_visible()
        expect(page.locator("#looks text").first).to_be_visible()
        page.wait_for_function(f"() => !({_COVERED})()")
        whole = page.locator("#unit").bounding_box()
        page.get_by_role("button", name="The whole card").click()
        folded = page.locator("#unit").bounding_box()
        assert whole is not None
        assert folded is not None
        assert folded["height"] < whole["height"] / 2
        x, y = middle(page.locator("#unit-name"))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(400, 200, steps=4)
        page.mouse.up()
        assert middle(page.locator("#unit-name")) == pytest.approx((400, 200), abs=2)
        token(page, "us.baker.2.squad.1").click()
        expect(page.locator("#ruling")).to_have_class(re.compile("folded"))
        assert middle(page.locator("#ruling h2"))[0] < 500


_COVERED = """() => {
    const card = document.querySelector("#unit").getBoundingClientRect();
    return [...document.querySelectorAll("#looks > *")].flatMap((layer) => [...layer.shadowRoot.querySelectorAll("text")])
        .map((figure) => figure.getBoundingClientRect())
        .some(({ left, top, width }) => width && left > card.left && left < card.right && top > card.top && top < card.bottom);
}"""


def test_a_phone_opens_the_map_at_the_units_of_the_side_to_act(chromium: Browser, tmp_path: Path) -> None:
    with a_table(tmp_path, "kgn-two-orchards") as table:
        session = SceneSession(table.store, table.scene_id, ruleset)
        first = session.now.state.sides[0]
        while session.now.to_act == first:
            session.declare(session.now.choices()[-1].action)
        own = [(unit.at.y_in, unit.id) for unit in session.now.own_units() if isinstance(unit.at, Spot)]
        with opened(chromium, table.url, **PHONE) as page:
            expect(token(page, sorted(own)[len(own) // 2][1])).to_be_in_viewport()


def test_a_tablet_shows_the_whole_map_above_the_panel_and_fits_it_again_when_turned_unless_zoomed(
    chromium: Browser, tables: Served
) -> None:
    with opened(chromium, f"{tables.url}/#{ORCHARDS}", **TABLET) as page:
        boxes = [page.locator(part).bounding_box() for part in ("#world", "#game", "#chat-title", "#tray")]
        world, game, chat, tray = [box for box in boxes if box is not None]
        wide = 820.0
        assert 0 <= world["x"] < world["x"] + 0.9 * wide < world["x"] + world["width"] <= wide
        assert world["y"] + world["height"] <= game["y"]
        assert game["x"] + game["width"] <= chat["x"]  # the choices stand beside the chat
        expect(page.get_by_text("3 Section", exact=True)).to_be_in_viewport(ratio=1)
        assert tray["y"] >= game["y"] + game["height"]
        page.set_viewport_size({"width": 1180, "height": 820})
        page.wait_for_function(
            "() => { const box = (one) => one.getBoundingClientRect(), [map, room] = [box(world), box(stage)];"
            " return map.width > 0.9 * room.width && map.left >= room.left && map.right <= room.right; }"
        )
        page.get_by_role("button", name="Larger").click()
        zoom = page.evaluate("() => new DOMMatrix(getComputedStyle(world).transform).a")
        page.set_viewport_size({"width": 820, "height": 1180})
        expect(page.locator("#game")).to_be_in_viewport()
        assert page.evaluate("() => new DOMMatrix(getComputedStyle(world).transform).a") == zoom


def test_in_dark_colours_a_swatch_of_the_legend_is_veiled_as_the_map_is(
    chromium: Browser, ridge: Served
) -> None:
    """In dark colours the map lies under a veil, and so does the swatch."""
    with opened(chromium, f"{ridge.url}/#{ridge.scene_id}", **DESKTOP, color_scheme="dark") as page:
        token(page, "us.baker.2.squad.3").click()
        page.get_by_role("button", name="Sees", exact=True).click()
        layers = "(one) => getComputedStyle(one).backgroundImage"
        seen = page.locator("#overlay-list .swatch").first.evaluate(layers)
        veil = page.locator(".dim").evaluate("(one) => getComputedStyle(one).backgroundColor")
        assert veil in seen
        assert seen.startswith("linear-gradient(rgba(")


def test_the_choice_of_light_colours_is_kept_when_the_page_is_loaded_again(
    chromium: Browser, shared_table: Served
) -> None:
    with opened(chromium, shared_table.url, **DESKTOP, color_scheme="dark") as page:
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.get_by_role("button", name="Light colours").click()
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")


@needs("axe")
def test_axe_finds_no_barrier_on_any_page_in_light_or_dark_colours(chromium: Browser, tables: Served) -> None:
    """axe-core finds nothing in light nor dark: a unit chosen, a ruling open, its picture on the map, in one scenario of each
    book; the help, the editor, and the maps side by side.
    """
    for scene in tables.store.scenes():
        with opened(chromium, f"{tables.url}/#{scene.id}", **DESKTOP, color_scheme="light") as page:
            page.locator(".token").first.dispatch_event("click")
            page.get_by_role("button", name="Can hit").click()
            expect(page.locator("#unit-ruling .reason").first).to_be_visible()
            if scene.id == ORCHARDS:
                assert found(page) == [], "a unit"
            page.locator(".token").last.dispatch_event("click")
            expect(page.locator("#ruling .reason").first).to_be_visible()
            assert found(page) == [], f"{scene.id}, a ruling"
            if scene.id == ORCHARDS:
                page.get_by_role("button", name="Help").click()
                assert found(page) == [], "help"
    for other in ("edit.html", f"both.html#{ORCHARDS}"):
        with visited(chromium, f"{tables.url}/{other}", **DESKTOP, color_scheme="light") as page:
            expect(page.locator("#findings li, #sight-list li").first).to_be_visible()
            assert found(page) == [], other


def found(page: Page) -> list[str]:
    """The findings of axe-core in light colours, and those on contrast in dark ones."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(f"() => {{{Path(PEERS / 'axe-core' / 'axe.min.js').read_text('utf-8')}}}")
    light = page.evaluate(
        f"async () => ({_FOUND})(await axe.run({{ iframes: false, resultTypes: ['violations'] }}))"
    )
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(
        f"async () => ({_FOUND})(await axe.run({{ iframes: false, runOnly: ['color-contrast'] }}))"
    )
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    return [*light, *dark]


_FOUND = """({ violations }) => violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target}: ${node.failureSummary}`))"""


def test_the_first_visit_loads_at_most_300_kilobytes(chromium: Browser, tables: Served) -> None:
    """Page, map and symbols together take at most 300 kB."""
    context = chromium.new_context(**DESKTOP)
    sizes: list[int] = []
    page = context.new_page()
    page.on(
        "requestfinished",
        lambda one: sizes.append(one.sizes()["responseBodySize"]) if "/events" not in one.url else None,
    )
    page.goto(tables.url)
    expect(page.locator("#line")).to_have_text("live")
    page.wait_for_load_state("load")
    context.close()
    assert 40_000 < sum(sizes) <= 300_000


def test_maps_side_by_side_show_the_umpire_each_side_with_the_other_concealed(
    chromium: Browser, tables: Served
) -> None:
    """LHY 4.3: to each side the other's concealed counters are mere counters."""
    with visited(chromium, f"{tables.url}/both.html#before-the-ridge") as page:
        for side, names in (("Americans", {"Lt. Jackson"}), ("Germans", {"Lt. Lang"})):
            own = page.frame_locator(f'iframe[title="Seen by: {side}"]').locator(".token:not(.fanned) .words")
            expect(own.filter(has_text=re.compile(r"^\?$")).first).to_be_attached()
            assert names <= set(own.all_text_contents())
            frame, world = (
                page.frame_locator(f'iframe[title="Seen by: {side}"]').locator(part).bounding_box()
                for part in ("#stage", "#world")
            )
            assert frame is not None
            assert world is not None
            assert frame["x"] <= world["x"]
            assert world["x"] + world["width"] <= frame["x"] + frame["width"]
            assert frame["y"] <= world["y"]
            assert world["y"] + world["height"] <= frame["y"] + frame["height"]
        expect(page.locator("#sight-list")).to_have_text("Nobody new.")


def test_maps_side_by_side_reconnect_once_the_table_is_back(chromium: Browser, tables: Served) -> None:
    with visited(chromium, "about:blank") as page:
        page.route("**/events*", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        page.goto(f"{tables.url}/both.html#before-the-ridge")
        expect(page.locator("#trouble")).to_have_text("connection lost, trying again")
        page.route("**/before-the-ridge", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        expect(page.locator("#trouble")).to_contain_text("The table is closed or out of reach.")
        page.unroute_all()
        expect(page.locator("#trouble")).to_be_empty()
        for line in (frame.locator("#line") for frame in page.frames[1:]):
            expect(line).to_have_text("live")


def test_maps_side_by_side_without_a_scene_in_the_address_show_the_first_scene(
    chromium: Browser, tables: Served
) -> None:
    first = requests.get(f"{tables.url}/api/scenes", timeout=PATIENCE_S).json()["scenes"][0]
    with visited(chromium, f"{tables.url}/both.html") as page:
        expect(page.locator("#title")).to_have_text(first["name"])
        expect(page.locator("#trouble")).to_be_empty()


def test_a_screen_for_the_table_is_scaled_to_real_inches_by_a_bank_card_and_has_no_panels(
    chromium: Browser, tables: Served
) -> None:
    """No panels; a bank card of 85.6 mm says how large the screen is."""
    scene = tables.store.scene(ORCHARDS)
    with opened(chromium, f"{tables.url}/?screen=scale&seat=spectator#{ORCHARDS}") as page:
        page.get_by_label("Length of the bar").fill("120")
        page.get_by_role("button", name="Take it").click()
        for panel in ("#sheet", "body > header", "#coach", "#hint"):
            expect(page.locator(panel)).to_be_hidden()
        inches = scene.size_px[0] / scene.frame.cell_px
        assert width_of_world(page) == pytest.approx(120 * inches, abs=1)


def test_a_card_says_where_a_distance_is_measured_if_not_between_the_middles(
    chromium: Browser, tables: Served
) -> None:
    """KGN Measuring distances: hull to hull, and most men of a squad; the places of a card are the middles of bases."""
    with opened(chromium, f"{tables.url}/#{ORCHARDS}") as page:
        token(page, "de.tank").click()
        token(page, "uk.1.1").click()
        place = page.locator("#ruling-place")
        expect(place).to_have_text(
            "68,38 → 8,17: 63.6 inches between the middles, 61.3 by the book, which measures from model to model"
        )
        expect(page.locator("#ruling-told .verdict")).to_contain_text("61.3 inches")


def test_a_card_says_no_more_of_a_distance_where_the_book_measures_between_the_middles(
    chromium: Browser, tables: Served
) -> None:
    """MATG2 7.3.2: centre to centre."""
    with opened(chromium, f"{tables.url}/#{DOLGOYE}") as page:
        token(page, "s-1a").click()
        page.locator("#ask-more summary").click()
        page.locator("#ask-target").fill("g-1a")
        page.locator("#ask-form button[value=look]").click()
        expect(page.locator("#ruling-told .verdict")).to_contain_text("inches")
        expect(page.locator("#ruling-place")).not_to_contain_text("middles")
