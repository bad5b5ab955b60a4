"""Actions that a side may not take alone: it asks the other side, and they are carried out once that agrees."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, expect

from exporters.json_value import Json
from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.engine.play import Action
from rules.game.events import DiceThrown
from rules.game.record.corrections import Allowed
from rules.game.side_names import player
from tests.programs import needs
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.games.test_correcting import forbidden
from tests.vtt_bridge.local_table.clients import Client, links, seated
from tests.vtt_bridge.local_table.page.on_page import visited
from tests.vtt_bridge.local_table.test_seats import refused
from tests.waiting import PATIENCE_S
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.games.undo_consent import undo_needs_consent
from vtt_bridge.local_table.scene_session import SceneSession

TIGER = "lhy-tiger-at-the-bridge"


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    with a_table(tmp_path, TIGER, names=getattr(request, "param", ("club.example",))) as table:
        yield table


def play_until(table: Served, *, shown: bool) -> tuple[RunningGame, Action]:
    """A game in which the last action showed something to somebody, or nothing to nobody; and that action."""
    session = SceneSession(table.store, table.scene_id, ruleset)
    for _ in range(80):
        session.declare(session.now.choices()[0].action)
        threw = any(isinstance(event, DiceThrown) for event in session.now.turns[-1].events)
        if threw == shown == undo_needs_consent(session.now):
            return session.now, session.now.turns[-1].action
    raise AssertionError("no such action")


def other_of(now: RunningGame, side: str) -> str:
    return next(name for name in now.state.sides if name != side)


def undo(who: Client) -> dict[str, Any]:
    answer = who.send("DELETE", "/game/actions/last")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def reply(who: Client, *, agrees: bool) -> Any:
    return who.send("POST", "/game/asked", {"agrees": agrees})


def chat_of(table: Served) -> list[str]:
    return [line.text for line in table.store.chat.lines(table.scene_id) if not line.to]


def test_an_action_with_dice_is_taken_back_once_the_other_side_agrees(table: Served) -> None:
    now, action = play_until(table, shown=True)
    at, side, other = seated(table), action.side, other_of(now, action.side)
    assert refused(at[other].send("DELETE", "/game/actions/last")).startswith("403 side:")
    asked = undo(at[side])
    assert asked["actions"] == len(now.turns)
    assert asked["asked"] == {"by": side, "text": f"{player(side)} asks to take the last action back"}
    undo(at[side])
    assert (
        chat_of(table)[-1] == f"{player(side)} asks to take the last action back. Does the other side agree?"
    )
    assert (
        chat_of(table).count(chat_of(table)[-1]) == 1
    )  # the request is repeated, its line in the chat is not
    assert at[other].json("/game")["asked"] == asked["asked"]
    for who in (side, "spectator"):
        assert refused(reply(at[who], agrees=True)).startswith("403 seat: it is not for")
    agreed = reply(at[other], agrees=True).json()
    assert (agreed["actions"], agreed["asked"]) == (len(now.turns) - 1, None)
    assert refused(reply(at[other], agrees=True)) == (
        "422 Nothing is asked for, or the game has gone on since."
    )


def test_an_undo_that_is_not_agreed_to_changes_nothing_and_a_request_lapses_once_play_goes_on(
    table: Served,
) -> None:
    now, action = play_until(table, shown=True)
    at, side, other = seated(table), action.side, other_of(now, action.side)
    undo(at[side])
    assert reply(at[other], agrees=False).json()["asked"] is None
    assert chat_of(table)[-1] == "That is not agreed to: the game stands as it is."
    undo(at[side])
    acting = now.to_act or ""
    on = at[acting].send("POST", "/game/actions", {"side": acting, "action": 1}).json()
    assert (on["actions"], on["asked"]) == (len(now.turns) + 1, None)
    assert refused(reply(at[other], agrees=True)).startswith("422 Nothing is asked for")


def test_an_action_that_showed_nobody_anything_is_taken_back_without_asking(table: Served) -> None:
    now, action = play_until(table, shown=False)
    assert undo(seated(table)[action.side])["actions"] == len(now.turns) - 1


def test_the_umpire_takes_back_an_action_with_dice_without_asking(table: Served) -> None:
    now, _ = play_until(table, shown=True)
    assert undo(seated(table)["umpire"])["actions"] == len(now.turns) - 1


@pytest.mark.parametrize("table", [()], indirect=True)
def test_at_a_table_without_seats_an_action_with_dice_is_taken_back_without_asking(table: Served) -> None:
    now, action = play_until(table, shown=True)
    assert table.send("DELETE", f"/game/actions/last?seat={action.side}").json()["actions"] == (
        len(now.turns) - 1
    )


def test_a_player_in_both_seats_takes_back_an_action_with_dice_without_asking(table: Served) -> None:
    now, action = play_until(table, shown=True)
    both = requests.Session()
    for side in now.state.sides:
        both.post(f"{table.url}/api/seats", json={"link": links(table)[side]}, timeout=PATIENCE_S)
    undone = both.delete(f"{table.scene_url}/game/actions/last?seat={action.side}", timeout=PATIENCE_S)
    assert undone.json()["actions"] == len(now.turns) - 1


def test_an_action_that_reveals_a_hidden_unit_has_shown_something(table: Served) -> None:
    """Without a die: what the other side has come to know cannot be taken from it."""
    session = SceneSession(table.store, table.scene_id, ruleset)
    seen = set()
    for _ in range(120):
        if session.now.to_act is None:
            break
        before, side = session.now, session.now.to_act
        session.declare(session.now.choices()[0].action)
        see = session.now.game.ruleset.seen_by
        for other in session.now.state.sides:
            new = see(session.now.state, other).units.keys() & before.state.units.keys()
            if new - see(before.state, other).units.keys():
                assert undo_needs_consent(session.now)
                seen.add(side)
    assert seen


@needs("chromium")
def test_on_the_page_the_other_side_agrees_to_an_undo_by_a_button(chromium: Browser, table: Served) -> None:
    now, action = play_until(table, shown=True)
    side, other = action.side, other_of(now, action.side)
    with ExitStack() as stack:
        pages = {
            seat: stack.enter_context(visited(chromium, f"{table.url}/#join={links(table)[seat]}"))
            for seat in (side, other)
        }
        pages[side].get_by_role("button", name="Take the last action back").click()
        for page in pages.values():
            expect(page.locator("#game-asked-text")).to_have_text(
                f"{player(side)} asks to take the last action back."
            )
        expect(pages[side].get_by_role("button", name="Agree", exact=True)).to_be_hidden()
        pages[other].get_by_role("button", name="Agree", exact=True).click()
        for page in pages.values():
            expect(page.locator("#game-asked")).to_be_hidden()
            expect(page.locator("#chat")).to_contain_text("The last action is taken back.")


def hidden_of(now: RunningGame, side: str) -> str:
    known = now.game.ruleset.seen_by(now.state, other_of(now, side)).units
    return next(
        unit.id for unit in now.state.units.values() if unit.side == side and unit.id not in known and unit.at
    )


def test_the_umpires_correction_of_a_hidden_unit_is_told_to_its_own_side_alone(table: Served) -> None:
    at, session = seated(table), SceneSession(table.store, table.scene_id, ruleset)
    unit = hidden_of(session.now, "ge")
    fix: Json = {"unit": unit, "gains": ["disrupted"], "reason": "it was shaken before"}
    done = at["umpire"].send("POST", "/game/corrections", fix).json()
    assert (done["actions"], done["asked"]) == (1, None)
    heard = {
        side: "\n".join(line["text"] for line in at[side].json("/chat")["lines"]) for side in ("ge", "us")
    }
    named = session.now.names("ge")[unit]
    assert f"the umpire corrects {named}: it was shaken before" in heard["ge"]
    assert unit not in heard["us"]
    assert named not in heard["us"]
    assert (
        "disrupted"
        in next(piece for piece in at["ge"].json("")["pieces"] if piece["unit"]["id"] == unit)["unit"][
            "conditions"
        ]
    )
    assert refused(at["ge"].send("DELETE", "/game/actions/last")).startswith("403")
    assert undo(at["umpire"])["actions"] == 0
    assert '"corrected"' not in at["umpire"].get("/game/log").text


def test_a_side_can_ask_to_correct_only_units_it_knows_and_a_refusal_tells_nothing_of_others(
    table: Served,
) -> None:
    at, session = seated(table), SceneSession(table.store, table.scene_id, ruleset)
    for unit in (hidden_of(session.now, "ge"), "nobody.1"):
        told = refused(at["us"].send("POST", "/game/corrections", {"unit": unit, "off": True, "reason": "x"}))
        assert told.startswith(f"404 no unit named '{unit}'")
        assert hidden_of(session.now, "ge") not in told.replace(f"'{unit}'", "")
    own = next(unit for unit in session.now.state.units.values() if unit.side == "us" and unit.at)
    fix: Json = {"unit": own.id, "gains": ["disrupted"], "reason": "the shot had hit"}
    asked = at["us"].send("POST", "/game/corrections", fix).json()
    assert (
        asked["asked"]["text"]
        == "American player asks to agree: a unit is corrected of which not every side may know more: the shot had hit"
    )
    assert refused(at["spectator"].send("POST", "/game/corrections", fix)).startswith("403")
    assert reply(at["ge"], agrees=True).json()["actions"] == 1
    ruled = at["us"].send("POST", "/ask", {"ask": "range", "who": own.id}).json()
    assert "the players agreed: the shot had hit (AGREED 1" in ruled["sentence"]
    assert undo(at["us"])["asked"]["by"] == "us"  # an agreed correction is undone only if both agree


def test_an_illegal_action_is_carried_out_once_the_other_side_agrees(table: Served) -> None:
    at = seated(table)
    while True:
        session = SceneSession(table.store, table.scene_id, ruleset)
        now, side = session.now, session.now.to_act or ""
        try:
            action = forbidden(now)
            now.declare(Allowed(action, "as a trial"))
            break
        except BadInput:
            session.declare(now.choices()[0].action)
    body: dict[str, Any] = {
        "side": side,
        "action": now.game.book.actions.document(action),
        "reason": "we saw it so",
    }
    assert refused(at[side].send("POST", "/game/actions", {**body, "reason": ""})).startswith("422")
    assert at[side].send("POST", "/game/agreed", body).json()["asked"]["by"] == side
    done = reply(at[other_of(now, side)], agrees=True)
    assert done.json()["actions"] == len(now.turns) + 1
    assert '"agreed": {"declared"' in at["umpire"].get("/game/log").text
    legal = {**body, "action": 1}
    again = at["umpire"].send("POST", "/game/agreed", {**legal, "side": done.json()["to_act"]})
    assert refused(again).endswith("this one may be declared")
