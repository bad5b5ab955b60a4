"""A game played with the mouse in a real Chromium: set-up, moves, own dice, the replay and the end."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.state import GameState
from tests.programs import needs
from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.local_table.page.on_page import DESKTOP, await_layout, reset, visited
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun, resumed
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

pytestmark = needs("chromium")


class Hand:
    """The page of a table of its own, and the game behind it."""

    def __init__(self, page: Page, store: Store, scene_id: str) -> None:
        self.page, self._store, self._scene_id = page, store, scene_id

    @property
    def now(self) -> RunningGame:
        return SceneSession(self._store, self._scene_id, ruleset).now

    @property
    def state(self) -> GameState:
        return self.now.state

    def declare(self, *actions: str) -> None:
        """Declare actions without the page."""
        session = SceneSession(self._store, self._scene_id, ruleset)
        for action in actions:
            session.declare(session.now.allowed(action))

    def undo(self) -> None:
        """Take the last action back without the page."""
        SceneSession(self._store, self._scene_id, ruleset).undo()

    def middle(self, of: Locator) -> tuple[float, float]:
        of.wait_for()
        box = of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(self, of: Locator) -> None:
        """Click on a place of the map."""
        self.page.mouse.click(*self.middle(of))

    def drag(self, one: Locator, by: tuple[float, float], steps: int = 3) -> None:
        one.focus()  # the counters of its place fan out
        one.hover()
        x, y = self.middle(one)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for step in range(1, steps + 1):
            self.page.mouse.move(x + by[0] * step / steps, y + by[1] * step / steps)

    @property
    def places(self) -> Locator:
        return self.page.locator("#marks .offers circle")


@contextmanager
def at_table(
    chromium: Browser, path: Path, name: str, *actions: str, is_over: bool = False
) -> Iterator[Hand]:
    now = begun(GameHead(scenario(name).ruleset, name, seed=3), ruleset)
    for action in actions:
        now = now.declare(now.allowed(action))
    while is_over and now.to_act:
        now = now.declare(now.allowed("1"))
    with a_table(path, name, begin=lambda: now) as table, visited(chromium, table.url) as page:
        expect(page.locator("#game-due")).not_to_be_empty()
        yield Hand(page, table.store, table.scene_id)


def test_a_unit_is_set_up_by_clicking_it_in_the_tray_and_then_a_marked_place(
    chromium: Browser, tmp_path: Path
) -> None:
    """LHY 17.7: the scenario whose units all wait off the map is begun by mouse alone."""
    with at_table(chromium, tmp_path, "lhy-market-quarter") as hand:
        expect(hand.page.locator("#tray .waiting")).to_have_count(8)
        hand.page.get_by_role("button", name="Lt. Heinz", exact=True).click()
        expect(hand.places).not_to_have_count(0)
        hand.point(hand.places.first)
        expect(hand.page.locator("#tray .waiting")).to_have_count(7)
        expect(hand.page.locator('.token[data-id="ge.2kp.1.leader"]')).to_be_visible()
        assert hand.state.unit("ge.2kp.1.leader").at is not None


def test_handing_a_side_to_the_computer_seats_the_player_on_the_other_side(
    chromium: Browser, tmp_path: Path
) -> None:
    """LHY 4.3: its concealed counters lose their names; the seat is kept when the page is loaded again."""
    with at_table(chromium, tmp_path, "lhy-ridge-farm") as hand:
        expect(hand.page.locator("#tokens .words").get_by_text("Lt. Lang")).to_have_count(1)
        hand.page.locator("#players-words").click()
        hand.page.get_by_label("Who plays the Germans").select_option("careful")
        expect(hand.page.locator("#side")).to_have_value("us")
        expect(hand.page.locator("#tokens .words").get_by_text("Lt. Lang")).to_have_count(0)
        expect(hand.page.locator("#players-words")).to_have_text("Who plays: Germans by the computer")
        expect(hand.page.locator("#game-due")).to_contain_text("American player: select the company")
        expect(hand.page.locator("#game-undo")).to_be_hidden()
        hand.page.get_by_role("button", name="select Baker", exact=True).click()
        expect(hand.page.locator("#game-due")).to_contain_text("choose a platoon to activate")
        hand.page.get_by_role("button", name="Undo").click()
        expect(hand.page.locator("#game-due")).to_contain_text("select the company")
        hand.page.reload()
        expect(hand.page.locator("#side")).to_have_value("us")
        expect(hand.page.locator("#side option")).to_contain_text(["Germans (computer)"])
        hand.page.locator("#players-words").click()
        hand.page.get_by_label("Who plays the Germans").select_option("")
        expect(hand.page.locator("#players-words")).to_have_text("Who plays")


def test_the_panel_updates_though_actions_follow_faster_than_it_can_read_the_game(
    chromium: Browser, tmp_path: Path
) -> None:
    """Reading the game takes longer here than one action takes to follow another."""
    with at_table(chromium, tmp_path, "lhy-ridge-farm") as hand:
        hand.page.evaluate(
            "() => { const real = window.fetch; window.fetch = async (...asked) => {"
            " if (String(asked[0]).includes('/game/brief')) await new Promise((over) => setTimeout(over, 400));"
            " return real(...asked); }; }"
        )
        over = Event()

        def play() -> None:
            while not over.wait(0.1):
                hand.declare("1")

        player = Thread(target=play)
        player.start()
        try:
            expect(hand.page.locator("#game")).not_to_have_attribute("data-actions", "0")
        finally:
            over.set()
            player.join()


def test_the_list_of_objectives_is_not_cut_off_in_a_large_window(chromium: Browser, tmp_path: Path) -> None:
    with at_table(chromium, tmp_path, "kgn-two-orchards") as hand:
        hand.page.get_by_text("What wins").click()
        expect(hand.page.locator("#brief-goals button")).to_have_count(3)
        below = hand.page.evaluate(
            "() => { const bottom = (one) => one.getBoundingClientRect().bottom, last = [...document.querySelectorAll('#brief-goals button')].pop();"
            " let least = innerHeight; for (let one = last; one; one = one.parentElement)"
            " if (getComputedStyle(one).overflowY !== 'visible') least = Math.min(least, bottom(one));"
            " return bottom(last) - least; }"
        )
        assert below <= 0


def test_an_action_is_refused_if_somebody_was_quicker_and_the_refusal_says_what_happened(
    chromium: Browser, tmp_path: Path
) -> None:
    with at_table(chromium, tmp_path, "lhy-ridge-farm") as hand:

        def after_another(route: Route) -> None:
            hand.declare("1")
            route.continue_()

        hand.page.route("**/game/actions*", after_another)
        hand.page.get_by_role("button", name="roll for the initiative", exact=True).click()
        expect(hand.page.locator("#trouble-text")).to_contain_text(
            "Somebody was quicker: roll for the initiative"
        )
        expect(hand.page.locator("#trouble-text")).to_contain_text("Look again, and choose.")


def test_moves_of_the_other_side_are_listed_and_drawn_and_follow_an_undo(
    chromium: Browser, tmp_path: Path
) -> None:
    """A tank drives three hexes; its last hex is taken back and another entered."""
    opening = ("RollInitiative", "SelectCompany company=able-tank", "Activate platoons=able-tank.2,")
    with at_table(chromium, tmp_path, "lhy-tiger-at-the-bridge", *opening) as hand:
        page = hand.page
        page.goto(f"{page.url.split('#')[0]}?seat=ge")
        way, told = page.locator("#marks .meanwhile .gone"), page.locator("#meanwhile-list li")
        expect(told).to_have_count(3)
        expect(way).to_have_count(0)
        for place in ("B6", "C6", "D6"):
            hand.declare(f"Maneuver unit=us.able-tank.2.1 to={place}")
        expect(told).to_have_count(6)
        expect(told.last).to_have_text(re.compile(r"M4A3\(75\) #1 maneuvers to D6\.$"))
        assert len((way.get_attribute("points") or "").split()) == 4, "from where it stood over each hex"
        expect(page.locator("#marks .meanwhile .who")).to_have_count(0)  # the list names the unit
        told.last.get_by_role("button").hover()
        expect(way).to_have_attribute("points", re.compile(r"^\S+ \S+$"))
        hand.undo()
        hand.declare("Maneuver unit=us.able-tank.2.1 to=C5")
        expect(told.last).to_have_text(re.compile(r"to C5\.$"))
        expect(told).to_have_count(6)
        page.get_by_label("My seat").select_option("us")
        expect(page.locator("#meanwhile")).to_be_hidden()
        expect(way).to_have_count(0)


def test_a_double_click_declares_no_choice_that_came_up_between_the_clicks_and_undoes_one_action(
    chromium: Browser, tmp_path: Path
) -> None:
    """A second click counts once a player can have read what is listed now."""
    second = "(one) => one.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }))"
    with at_table(chromium, tmp_path, "lhy-ridge-farm") as hand:
        panel = hand.page.locator("#game[aria-busy=false]")
        first = hand.page.locator("#game-choices .declare").first
        hand.page.evaluate(
            "() => { performance.now = () => 1e9; }"
        )  # choices listed from now on count as just listed
        first.click()
        expect(panel).to_have_attribute("data-actions", "1")
        first.evaluate(second)
        hand.page.evaluate("() => { performance.now = () => -1e9; }")  # and from now on as listed long ago
        first.click()
        expect(panel).to_have_attribute("data-actions", "2")
        first.evaluate(second)
        expect(panel).to_have_attribute("data-actions", "3")
        hand.page.evaluate(
            "() => { const undo = document.querySelector('#game-undo'); undo.click(); undo.click(); }"
        )
        expect(panel).to_have_attribute("data-actions", "2")
        expect(hand.page.locator("#trouble")).to_be_hidden()


def test_forces_are_drawn_by_a_click_and_a_drawn_unit_is_offered_its_places(
    chromium: Browser, tmp_path: Path
) -> None:
    """LHY 17.6."""
    with at_table(chromium, tmp_path, "lhy-ridge-road") as hand:
        hand.page.get_by_role("button", name="the American player draws its forces", exact=True).click()
        expect(hand.page.locator("#tray .waiting:not(.idle)")).to_have_count(8)
        expect(hand.page.locator("#tray .waiting.idle")).to_have_count(2)  # the tanks come on later
        hand.page.locator("#tray .waiting").first.click()
        expect(hand.places).not_to_have_count(0)


def test_stands_waiting_off_the_table_are_named_as_a_movement_group_by_a_click(
    chromium: Browser, tmp_path: Path
) -> None:
    """MATG2 4.2: both sides enter by their edges."""
    with at_table(chromium, tmp_path, "meeting-on-the-long-lane") as hand:
        hand.page.get_by_role("button", name="roll for initiative", exact=True).click()
        expect(hand.page.locator("#game-due")).to_contain_text("say which side goes first")
        hand.page.locator("#game-choices .declare").first.click()
        expect(hand.page.locator("#game-due")).to_contain_text("name a movement group")
        before = len(hand.now.turns)
        for group in ("name a movement group: 10 units", "name a movement group: 3 units"):
            expect(hand.page.get_by_role("button", name=group, exact=True).first).to_be_attached()
        hand.page.locator("#tray .waiting:not(.idle)").first.click()
        hand.page.locator("#game-choices .declare").first.click()
        expect(hand.page.locator("#game-due")).not_to_be_empty()
        expect(hand.page.locator("#trouble")).to_be_hidden()
        assert len(hand.now.turns) == before + 1


A_COLUMN = ("lhy-ridge-farm", "RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,")
"""A scenario, and the actions after which a leader may maneuver three hexes for 3 MP."""


@pytest.fixture
def column(chromium: Browser, tmp_path: Path) -> Iterator[Hand]:
    with at_table(chromium, tmp_path, *A_COLUMN) as hand:
        yield hand


@pytest.fixture(scope="module")
def page_of_column(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """The same moment on a page that tests share, as they declare nothing."""
    with at_table(chromium, tmp_path_factory.mktemp("column"), *A_COLUMN) as hand:
        yield hand


@pytest.fixture
def shared_column(page_of_column: Hand) -> Hand:
    """The shared page with nothing chosen."""
    page_of_column.page.set_viewport_size({"width": 1280, "height": 820})
    reset(page_of_column.page)
    return page_of_column


def test_dragging_shows_way_cost_and_limit_and_dropping_declares_every_hex_of_the_way(
    column: Hand,
) -> None:
    """LHY 10.0: beyond its MP the way stops with the rule; one gesture is declared hex by hex."""
    token = column.page.locator('.token[data-id="us.baker.2.leader"]')
    before, turns = column.state.unit("us.baker.2.leader").at, len(column.now.turns)
    column.drag(token, (0, -262))
    expect(column.page.locator("#marks .way text")).to_contain_text("MP")
    expect(column.page.locator("#game-told")).to_contain_text("is over (LHY 10.0)")
    assert column.state.unit("us.baker.2.leader").at == before, "nothing is declared yet"
    column.page.mouse.up()
    expect(column.page.locator("#chat .first", has_text="Lt. Jackson maneuvers to")).to_have_count(3)
    expect(column.page.locator("#marks .way polyline")).to_have_count(0)
    assert len(column.now.turns) == turns + 3
    assert column.state.unit("us.baker.2.leader").at != before


def test_the_message_about_an_action_goes_when_the_action_is_undone(column: Hand) -> None:
    column.drag(column.page.locator('.token[data-id="us.baker.2.leader"]'), (0, -262))
    column.page.mouse.up()
    told = column.page.locator("#game-told")
    expect(told).to_contain_text("is over (LHY 10.0)")
    column.page.get_by_role("button", name="Undo").click()
    expect(column.page.locator("#chat")).to_contain_text("The whole last way (3 actions) is taken back.")
    expect(told).to_be_empty()


def test_the_sheet_handle_shows_the_result_of_an_action_for_a_while_and_then_what_is_due(
    column: Hand,
) -> None:
    """On a phone the handle is all that shows of the panel."""
    handle = column.page.locator("#sheet-word")
    due = "American player: choose what the activated units do, then call for reaction"
    expect(handle).to_have_text(due)
    column.drag(column.page.locator('.token[data-id="us.baker.2.leader"]'), (0, -262))
    column.page.mouse.up()
    expect(handle).to_contain_text("is over (LHY 10.0)")
    expect(handle).to_have_text(due)


def test_a_slow_way_is_announced_as_being_looked_up_until_it_is_known(column: Hand) -> None:
    column.page.route("**/game/way*", lambda _: None)
    column.drag(column.page.locator('.token[data-id="us.baker.2.leader"]'), (0, -262))
    words = column.page.locator("#marks .way text")
    expect(words).to_have_text("The umpire looks it up …")
    column.page.unroute("**/game/way*")  # it goes on
    expect(words).to_contain_text("MP")
    column.page.mouse.up()


def test_the_out_of_reach_message_goes_once_the_connection_is_back_and_the_typed_text_stays(
    column: Hand,
) -> None:
    column.page.context.set_offline(True)
    column.page.get_by_label("Say", exact=True).fill("Are you there?")
    column.page.get_by_role("button", name="Say", exact=True).click()
    expect(column.page.locator("#trouble-text")).to_contain_text("out of reach")
    column.page.context.set_offline(False)
    expect(column.page.locator("#trouble")).to_be_hidden()
    expect(column.page.get_by_label("Say", exact=True)).to_have_value("Are you there?")


def test_choosing_a_unit_in_the_panel_or_on_the_card_of_the_ruler_puts_the_ruler_away(
    shared_column: Hand,
) -> None:
    page, choices = shared_column.page, shared_column.page.locator("#game-choices .of-units h3")
    ruler = page.get_by_role("button", name="Ruler")
    units, others = page.locator("#game-units button"), page.get_by_role("button", name="Other units")
    count = units.count()
    expect(page.locator(".token.may-act")).to_have_count(count)
    units.last.hover()
    expect(page.locator("#marks .spot circle")).to_have_count(1)
    units.last.click()
    expect(page.locator("#marks .spot circle")).to_have_count(0)
    others.click()
    expect(units).to_have_count(count)
    expect(page.locator("#unit")).to_be_hidden()
    leader = page.locator('.token[data-id="us.baker.2.leader"]')
    page.keyboard.press("r")
    page.locator("#game-units button").first.click()
    expect(ruler).to_have_attribute("aria-pressed", "false")
    expect(choices.first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.mouse.click(*shared_column.middle(page.locator('.token[data-id="us.baker.2.squad.3"]')))
    page.mouse.click(*shared_column.middle(leader))
    page.locator("#take-it").click()
    expect(ruler).to_have_attribute("aria-pressed", "false")
    expect(choices.first).to_have_text("Lt. Jackson")


def test_a_drag_announces_the_end_of_the_maneuver_that_it_would_interrupt(column: Hand) -> None:
    """LHY 10.0: the next maneuver ends the one before."""
    column.declare("Maneuver unit=us.baker.2.squad.3 to=J4")
    expect(column.page.locator("#game-due")).to_contain_text("the next hex of the maneuver")
    column.drag(column.page.locator('.token[data-id="us.baker.2.squad.1"]'), (0, -130))
    first = "irst: end the maneuver of 3rd Squad, Baker 2nd Plt"
    expect(column.page.locator("#game-told")).to_contain_text(first)
    expect(column.page.locator("#marks .way text").last).to_contain_text(first)
    column.page.mouse.up()
    expect(column.page.locator("#chat")).to_contain_text("1st Squad, Baker 2nd Plt maneuvers to")


def test_a_drag_in_inches_announces_the_actions_and_the_length_that_are_then_moved(
    chromium: Browser, tmp_path: Path
) -> None:
    """KGN Activation: both actions are told at once; the turn of a tank takes inches of its Move but makes it no longer."""
    opening = ("RollForFirst", "RollCommand", "KeepCommand")
    with at_table(chromium, tmp_path, "kgn-two-orchards", *opening) as hand:
        hand.page.locator("#game-units button", has_text="Panzer IV").click()
        both = hand.page.get_by_role("button", name="move, move", exact=True)
        expect(both).to_be_hidden()
        hand.page.locator(
            ".wheres summary", has_text="move"
        ).click()  # unfolds the pairs of actions that begin with a move
        expect(both).to_be_visible()
        hand.page.set_viewport_size({"width": 1024, "height": 600})
        both.click(trial=True)  # neither the tray nor the passing choices cover it
        hand.page.set_viewport_size(DESKTOP["viewport"])
        hand.page.keyboard.press("Escape")
        hand.drag(hand.page.locator('.token[data-id="de.tank"]'), (-100, -40), steps=1)
        expect(hand.page.locator("#game-told")).to_contain_text("First: Panzer IV: move, then move.")
        told = hand.page.locator("#marks .way text").first.text_content() or ""
        found = re.fullmatch(r'([0-9.]+)" for ([0-9.]+) inches of movement', told)
        assert found is not None, told
        long, price = found.groups()
        assert float(long) < float(price)
        hand.page.mouse.up()
        expect(hand.page.locator("#chat")).to_contain_text(f'Panzer IV moves {long}"')


def test_a_way_is_shown_while_the_drag_goes_on_though_each_look_up_takes_long(column: Hand) -> None:
    """Each look-up takes longer than the pointer stays at one place."""

    def slowly(route: Route) -> None:
        column.page.wait_for_timeout(200)
        route.continue_()

    column.page.route("**/game/way", slowly)
    column.drag(column.page.locator('.token[data-id="us.baker.2.leader"]'), (0, -100))
    x, y = column.middle(column.page.locator(".token.dragged"))
    told = column.page.locator("#marks .way text", has_text="MP")
    for step in range(40):
        column.page.mouse.move(x + 4 * step, y - 2 * step)
        column.page.wait_for_timeout(20)
        if told.count():
            break
    else:
        raise AssertionError("no way was shown before the drag ended")
    column.page.mouse.up()


def test_with_keys_the_focus_stays_among_the_choices(shared_column: Hand) -> None:
    shared_column.page.locator("#game-units button", has_text="3rd Squad").focus()
    shared_column.page.keyboard.press("Enter")
    kinds = shared_column.page.locator("#game-choices .kind")
    expect(kinds.first).to_be_focused()
    shared_column.page.keyboard.press("Tab")
    expect(kinds.nth(1)).to_be_focused()
    shared_column.page.keyboard.press("Enter")
    expect(kinds.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(kinds.nth(1)).to_be_focused()


def test_the_places_of_a_kind_of_action_are_listed_right_beneath_it(shared_column: Hand) -> None:
    """Other actions of the unit come after them."""
    shared_column.page.locator("#game-units button", has_text="3rd Squad").click()
    expect(shared_column.page.locator("#game-choices .of-units .wheres")).to_have_count(1)
    order = shared_column.page.locator("#game-choices .of-units").first.evaluate(
        "(one) => [...one.children].map((part) => part.className)"
    )
    assert order[:3] == ["", "kinds", "wheres"]
    expect(shared_column.page.locator("#game-choices .of-units").first).to_contain_text("deploys")


def test_a_hovered_choice_marks_its_place_and_a_click_declares_it(column: Hand) -> None:
    column.page.locator("#game-units button", has_text="Lt. Jackson").click()
    turns = len(column.now.turns)
    column.page.get_by_role("button", name="Close").first.click()  # the card of the unit
    column.page.locator("#game-units button", has_text="Lt. Jackson").click()
    column.page.locator("#game-choices .declare").first.hover()
    expect(column.page.locator("#marks .spot > *")).to_have_count(1)
    column.page.locator("#game-choices .declare").first.click()
    expect(column.page.locator("#chat")).to_contain_text("Lt. Jackson")
    assert len(column.now.turns) == turns + 1


def test_open_victory_conditions_leave_the_choices_in_view(chromium: Browser, tmp_path: Path) -> None:
    with at_table(chromium, tmp_path, "kgn-sunken-crossroads") as hand:
        hand.page.set_viewport_size({"width": 1280, "height": 760})
        hand.page.get_by_text("What wins").click()
        hand.page.locator(".token").first.click()
        expect(hand.page.locator("#game-choices")).to_contain_text("can do nothing now")
        expect(hand.page.locator("#game-choices .declare").first).to_be_in_viewport(ratio=1)


def test_the_panel_lists_victory_conditions_and_a_flag_on_the_map_names_its_objective(
    chromium: Browser, tmp_path: Path
) -> None:
    with at_table(chromium, tmp_path, "lhy-tiger-at-the-bridge") as hand:
        page = hand.page
        page.get_by_text("What wins").click()
        expect(page.locator("#brief-words")).to_contain_text("throw a German platoon and its Tiger back")
        expect(page.locator("#brief-words")).to_contain_text("It lasts 60 minutes.")
        wins = page.get_by_role("list", name="What each side must do to win").get_by_role("listitem")
        expect(wins.filter(has_text="With a final score up to 30 the Americans win")).to_have_count(1)
        ford = page.locator("#brief-goals button").last
        expect(ford).to_have_text("H9: The ford, worth 2 points, held by the Germans")
        ford.hover()
        ring = page.locator("#marks .spot circle")
        expect(ring).to_have_count(1)
        at = hand.middle(ring)
        page.mouse.move(at[0] - 9, at[1])
        page.mouse.move(*at)
        expect(ring).to_have_count(0)
        expect(page.locator("#hover .goal")).to_have_text("The ford, worth 2 points, held by the Germans")


def test_counters_name_the_platoon_where_two_platoons_have_squads_of_the_same_number(
    shared_column: Hand,
) -> None:
    for platoon, words in (("2", "1st Squad\n2nd Plt"), ("3", "1st Squad\n3rd Plt")):
        counter = shared_column.page.locator(f'.token[data-id="ge.2kp.{platoon}.squad.1"]')
        assert counter.locator(".words").text_content() == words
    alone = shared_column.page.locator('.token[data-id="us.baker.2.squad.1"] .words')
    expect(alone).to_have_text("1st Squad")


_OVER_OTHERS = """(inner) => [...document.querySelectorAll(inner)].flatMap((one) => {
    const [box, own] = [one.getBoundingClientRect(), one.closest(".choice")];
    if (!one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))) return []; // out of sight itself
    return [...document.querySelectorAll("#game-choices .declare, #marks .offers circle")]
        .filter((other) => !own?.contains(other) && getComputedStyle(one).visibility === "visible")
        .map((other) => [other, other.getBoundingClientRect()])
        .filter(([, { left, right, top, bottom }]) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
        .map(([other]) => other.textContent || "a place");
})"""


def test_neither_odds_nor_the_card_of_a_unit_cover_its_choices_and_places(shared_column: Hand) -> None:
    shared_column.page.locator('.token[data-id="us.baker.2.squad.3"]').click()
    expect(shared_column.places).to_have_count(6)
    shared_column.page.locator("#game-choices .wheres .declare").nth(2).hover()
    shared_column.page.wait_for_function(f"() => !({_OVER_OTHERS})('#unit').length")
    assert shared_column.page.evaluate(_OVER_OTHERS, "#game-choices .odds") == []


def test_after_a_folded_choice_is_taken_by_keys_the_focus_goes_to_the_next_choices(
    chromium: Browser, tmp_path: Path
) -> None:
    opening = ("RollForFirst", "RollCommand", "KeepCommand")
    with at_table(chromium, tmp_path, "kgn-two-orchards", *opening) as hand:
        hand.page.locator("#game-units button", has_text="Panzer IV").press("Enter")
        hand.page.locator(".wheres summary", has_text="move").press("Enter")
        hand.page.get_by_role("button", name="move, move", exact=True).press("Enter")
        expect(hand.page.locator("#game-due")).to_contain_text("move the active unit")
        expect(hand.page.locator("#game-choices button:focus")).to_have_count(1)


def test_the_button_that_ends_the_step_stays_in_view_however_long_the_list_of_choices(
    shared_column: Hand,
) -> None:
    shared_column.page.set_viewport_size({"width": 1024, "height": 600})
    call = shared_column.page.locator("#game-choices").get_by_role("button", name="calls for reaction")
    expect(call.first).to_be_in_viewport(ratio=1)  # beneath the units that may act
    shared_column.page.locator('.token[data-id="us.baker.2.squad.3"]').click()
    expect(shared_column.places).to_have_count(6)
    expect(call.first).to_be_in_viewport(ratio=1)
    panel = shared_column.page.locator(".what-may-be-done")
    assert panel.evaluate("(one) => one.scrollHeight > one.clientHeight")
    assert (
        shared_column.middle(call.first)[1]
        < shared_column.middle(panel)[1] + panel.evaluate("(one) => one.clientHeight") / 2
    )


def test_on_a_phone_choosing_a_unit_in_the_panel_does_not_move_a_map_that_shows_it(
    shared_column: Hand,
) -> None:
    """A unit that is chosen in the panel: its places are on the map, beneath which the panel lies then."""
    shared_column.page.set_viewport_size({"width": 390, "height": 844})
    await_layout(shared_column.page)
    counter = shared_column.page.locator('.token[data-id="us.baker.2.squad.3"]')
    before = shared_column.middle(counter)
    shared_column.page.locator("#sheet-handle").click()
    shared_column.page.locator("#game-units button", has_text="3rd Squad").click()
    expect(shared_column.page.locator("#sheet")).not_to_have_class("up")
    expect(shared_column.places).to_have_count(6)
    assert shared_column.middle(counter) == before


def test_on_a_phone_a_chosen_unit_without_places_lies_between_first_steps_and_panel(
    chromium: Browser, tmp_path: Path
) -> None:
    opening = ("RollForFirst", "RollCommand", "KeepCommand")
    with at_table(chromium, tmp_path, "kgn-two-orchards", *opening) as hand:
        hand.page.set_viewport_size({"width": 390, "height": 844})
        hand.page.locator("#sheet-handle").click()
        hand.page.locator("#game-units button", has_text="Panzer IV").click()
        expect(hand.page.locator("#coach-words")).to_contain_text("What can it do?")
        boxes = (
            "(parts) => parts.map((part) => document.querySelector(part).getBoundingClientRect().toJSON())"
        )
        coach, tank, sheet = hand.page.evaluate(boxes, ["#coach", '.token[data-id="de.tank"]', "#sheet"])
        assert coach["bottom"] < tank["top"]
        assert tank["bottom"] < sheet["top"]


def test_on_a_phone_the_choice_of_who_plays_a_side_is_wide_enough_to_read(shared_column: Hand) -> None:
    shared_column.page.set_viewport_size({"width": 390, "height": 844})
    shared_column.page.locator("#sheet-handle").click()
    shared_column.page.locator("#players-words").click()
    expect(shared_column.page.locator("#player-list").get_by_text("Germans", exact=True)).to_be_visible()
    box = shared_column.page.get_by_label("Who plays the Germans").bounding_box()
    assert box is not None
    assert box["width"] > 200
    shared_column.page.locator("#sheet-handle").click()
    expect(shared_column.page.locator("#sheet")).not_to_have_class("up")


def test_on_a_low_screen_the_choices_stay_readable_beside_the_replay(shared_column: Hand) -> None:
    shared_column.page.set_viewport_size({"width": 1024, "height": 600})
    shared_column.page.locator('.token[data-id="us.baker.2.squad.3"]').click()
    shared_column.page.locator("#replay-open").click()
    expect(shared_column.page.locator("#replay .report")).to_be_visible()
    assert shared_column.page.locator(".what-may-be-done").evaluate("(one) => one.clientHeight") > 150


@pytest.mark.parametrize(
    ("name", "unnamed_at"),
    [
        ("lhy-tiger-at-the-bridge", {}),
        ("kgn-sunken-crossroads", {}),
        ("kgn-two-orchards", {1280: 0, 1000: 3}),  # the HQ, the Panzer IV and the SdKfz 222 have none
        ("dolgoye-crossing", {1280: 0}),
        ("kgn-cider-farm", {1280: 0}),
        ("lhy-ridge-farm", {820: 7}),  # in F9, H5 and L9 several stand in one hex
    ],
)
def test_at_first_the_whole_map_is_shown_and_names_cover_no_counter_and_no_other_name(
    chromium: Browser, tmp_path: Path, name: str, unnamed_at: dict[int, int]
) -> None:
    """With all counters, also those on half hexes, which stand out over the edge, and their names, none of them cut: below its
    counter, above it or at its right, where there is room, each has its name, in a window so many pixels wide all but so many.
    """
    with at_table(chromium, tmp_path, name) as hand:
        expect(hand.page.locator(".token .words").first).not_to_be_empty()
        hand.page.wait_for_function("() => world.style.getPropertyValue('--zoom')")
        beyond = """() => [...document.querySelectorAll("#world, .token .face, .token .words")].filter((one) => {
            const [box, ground] = [one.getBoundingClientRect(), stage.getBoundingClientRect()];
            return box.width && (box.left < ground.left || box.right > ground.right || box.top < ground.top || box.bottom > ground.bottom);
        }).map((one) => one.textContent || one.className)"""
        hand.page.wait_for_function(f"() => !({beyond})().length")
        expect(hand.page.locator("#tokens")).not_to_contain_text("…")
        for wide, unnamed in unnamed_at.items():
            hand.page.set_viewport_size({"width": wide, "height": 820})
            hand.page.wait_for_function(
                f"() => innerWidth === {wide} && [...document.querySelectorAll('.token .words')].filter((one) => !one.offsetWidth).length === {unnamed}"
            )
            hand.page.wait_for_function(_NAMES_LIE_APART)


_NAMES_LIE_APART = """() => {
    const shown = [...document.querySelectorAll('.token .words')].filter((one) => one.offsetWidth);
    const all = [...shown, ...document.querySelectorAll('.token .face')].map((one) => [one, one.getBoundingClientRect()]);
    return !shown.some((one) => { const box = one.getBoundingClientRect(); return all.some(([other, its]) => other !== one
        && one.parentElement !== other.parentElement && its.left < box.right - 1 && its.right > box.left + 1
        && its.top < box.bottom - 1 && its.bottom > box.top + 1); }); }"""


def test_own_dice_are_asked_for_one_throw_after_the_other(chromium: Browser, tmp_path: Path) -> None:
    """The faces that are typed are those of the record."""
    with at_table(chromium, tmp_path, "dolgoye-crossing") as hand:
        hand.page.get_by_label("Our own dice").check()
        hand.page.get_by_role("button", name="roll for initiative", exact=True).click()
        for face, wanted in (
            ("6", "initiative of the Soviet player: d6"),
            ("2", "initiative of the German player: d6"),
        ):
            expect(hand.page.locator("#dice-wanted")).to_have_text(wanted)
            hand.page.get_by_label("What the dice show").fill(face)
            hand.page.get_by_role("button", name="These fell").click()
        expect(hand.page.locator("#chat")).to_contain_text("initiative of the Soviet player: d6 shows 6")
        expect(hand.page.locator("#chat")).to_contain_text("initiative of the German player: d6 shows 2")


def test_the_replay_shows_the_map_as_it_was_and_comes_back_to_now(column: Hand) -> None:
    column.declare("Maneuver unit=us.baker.2.leader to=H4")
    token = column.page.locator('.token[data-id="us.baker.2.leader"]')
    expect(token).to_have_attribute("aria-label", "Lt. Jackson, Americans, H4, acted, concealed")
    column.page.get_by_role("button", name="Replay").click()
    report = column.page.locator("#replay .report")
    expect(report).to_contain_text("Lt. Jackson maneuvers to H4")
    column.undo()
    column.declare("Maneuver unit=us.baker.2.leader to=I5")
    expect(report).to_contain_text("Lt. Jackson maneuvers to I5")
    column.undo()
    column.declare("Maneuver unit=us.baker.2.leader to=H4")
    expect(report).to_contain_text("Lt. Jackson maneuvers to H4")
    column.page.get_by_role("button", name="One action back").click()
    expect(token).to_have_attribute("aria-label", "Lt. Jackson, Americans, H5, concealed")
    expect(
        column.page.get_by_role("button", name="Save a picture")
    ).to_be_disabled()  # as it would show the present
    column.page.get_by_role("button", name="Back to now").click()
    expect(column.page.get_by_role("button", name="Save a picture")).to_be_enabled()
    expect(token).to_have_attribute("aria-label", "Lt. Jackson, Americans, H4, acted, concealed")


def test_after_the_end_the_result_is_shown_the_record_saved_and_a_new_game_begun(
    chromium: Browser, tmp_path: Path
) -> None:
    """KGN: nobody activates anything, and time is up."""
    with at_table(chromium, tmp_path, "kgn-two-orchards", is_over=True) as hand:
        expect(hand.page.locator("#game-moment")).to_have_text("The game is over.")
        expect(hand.page.locator("#game-due")).to_contain_text("time is up: ")
        expect(hand.page.locator("#brief-wins")).to_be_visible()  # with the reasons
        expect(hand.page.locator("#game-told")).to_have_attribute(
            "hidden", ""
        )  # as it would repeat the result
        expect(hand.page.get_by_label("Our own dice")).to_be_hidden()
        hand.page.locator("#side").select_option("de")
        with hand.page.expect_download() as saved:
            hand.page.get_by_role("link", name="Save its record").click()
        assert saved.value.suggested_filename == "meeting-at-two-orchards.log"
        kept = resumed(saved.value.path().read_text("utf-8"), ruleset)
        assert kept.to_act is None, "the whole game, to be replayed anywhere"
        hand.page.get_by_role("button", name="Begin", exact=True).click()
        expect(hand.page.get_by_role("link", name="Save its record")).to_be_hidden()
        expect(hand.page.locator("#game-moment")).to_have_text("turn 1 of 10, first turn.")
        expect(hand.page.locator("#brief-wins")).to_be_hidden()
        ended = hand.page.evaluate(
            "() => fetch(`/api/scenes/${location.hash.slice(1)}/game/ended`).then((one) => one.json())"
        )
        assert len(ended["games"]) == 1
        hand.page.get_by_text("New game", exact=True).click()
        hand.page.get_by_label("Scenario of the new game").select_option("dolgoye-vanguard")
        hand.page.get_by_role("button", name="Begin", exact=True).click()
        expect(hand.page.locator("#game-due")).to_have_text("Soviet player: roll for initiative.")
        expect(hand.page.locator("#scenes")).to_have_value("vanguard-at-dolgoye")
        expect(hand.page.locator('.token[data-id="s-1a"]')).to_be_visible()
