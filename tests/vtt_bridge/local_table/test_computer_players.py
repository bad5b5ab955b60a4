"""The computer at a table: it acts when it is its turn, nobody acts for it, and its opponent undoes without asking."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from exporters.json_value import Json
from maps.library import scenario
from rules.catalog import ruleset
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.local_table.clients import joined, links, seated
from tests.vtt_bridge.scenes import umpire
from tests.waiting import wait_until
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import begun
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store

RIDGE = "lhy-ridge-farm"
MOVES: tuple[dict[str, Json], ...] = (
    {"is": "SelectCompany", "company": "baker"},
    {"is": "Activate", "platoons": ["baker.2"]},
)
REACTION: dict[str, Json] = {"is": "CallForReaction"}


@contextmanager
def _table(path: Path, names: tuple[str, ...] = (), **players: str) -> Iterator[Served]:
    store = Store(path / "table.sqlite")
    begin = partial(begun, GameHead("lhy", RIDGE, seed=3), ruleset)
    scene_id = open_scenario(store, scenario(RIDGE), begin=begin)
    for side, name in players.items():
        SceneSession(store, scene_id, ruleset).play_by(side, name)
    with serving(store, umpire(), names=names) as url:
        yield Served(url, store, scene_id)
    store.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """The Germans are the computer's, and have rolled for the initiative, which they lose."""
    with _table(tmp_path, ge="careful") as table:
        _until_due(table, 1)
        yield table


def _until_due(table: Served, least: int) -> dict[str, Any]:
    """The game once the Americans are to act, after so many actions at least."""
    seen: list[dict[str, Any]] = []

    def is_due() -> bool:
        seen.append(table.get("/game").json())
        return bool(seen[-1]["to_act"] == "us" and seen[-1]["actions"] >= least)

    wait_until(is_due, lambda: str(seen[-1]))
    return seen[-1]


def _declare(table: Served, *actions: Any) -> dict[str, Any]:
    for action in actions:
        answer = table.send("POST", "/game/actions", {"side": "us", "action": action})
        assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_computer_declares_as_soon_as_it_is_to_act(table: Served) -> None:
    now = _until_due(table, 1)
    assert (now["players"], now["can_undo"]) == ({"ge": "careful"}, False)
    _declare(table, *MOVES, REACTION)
    assert _until_due(table, 6)["can_undo"]
    now_declared = SceneSession(table.store, table.scene_id, ruleset).now.turns[4:]
    assert {turn.action.side for turn in now_declared} == {"ge"}
    assert '"players": {"ge": "careful"}' in table.get("/game/log").text


def test_undo_and_redo_include_the_answers_of_the_computer(table: Served) -> None:
    _declare(table, *MOVES, REACTION)
    after = _until_due(table, 6)
    back = table.send("DELETE", "/game/actions/last").json()
    assert (back["actions"], back["to_act"], back["can_redo"]) == (3, "us", True)
    again = table.send("POST", "/game/actions/redo").json()
    assert (again["actions"], again["to_act"], again["can_redo"]) == (after["actions"], "us", False)


def test_a_side_is_handed_to_the_computer_and_taken_back_and_the_chat_says_so(tmp_path: Path) -> None:
    with _table(tmp_path) as table:
        status = table.send("PUT", "/game/players/us", {"player": "careful"}).json()
        assert (status["players"], status["to_act"]) == ({"us": "careful"}, "ge")
        refused = table.send("PUT", "/game/players/us", {"player": "rommel"})
        assert "no player named 'rommel'" in refused.json()["error"]
        assert "side: 'uk' is not" in table.send("PUT", "/game/players/uk", {"player": ""}).json()["error"]
        assert table.send("PUT", "/game/players/us", {"player": ""}).json()["players"] == {}
        said = [line.text for line in table.store.chat.lines(table.scene_id)]
        assert "Americans: the computer (careful) plays them from now on." in said
        assert "Americans: a person plays them from now on." in said


def test_after_a_restart_the_computer_acts_where_it_was_to_act(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    begin = partial(begun, GameHead("lhy", RIDGE, seed=3), ruleset)
    scene_id = open_scenario(store, scenario(RIDGE), begin=begin)
    SceneSession(store, scene_id, ruleset).play_by("ge", "random")
    store.close()
    again = Store(tmp_path / "table.sqlite")
    with serving(again, umpire()) as url:
        _until_due(Served(url, again, scene_id), 1)
    again.close()


def test_at_a_table_with_seats_a_player_against_the_computer_undoes_without_asking(tmp_path: Path) -> None:
    """Against a person, an undo of dice needs the agreement of both sides."""
    with _table(tmp_path, names=("club.example",)) as table:
        at = seated(table)
        refused = at["us"].send("PUT", "/game/players/ge", {"player": "careful"})
        assert refused.json()["error"] == "side: the Americans cannot act for the Germans"
        assert at["ge"].send("PUT", "/game/players/ge", {"player": "careful"}).status_code == 200
        wait_until(lambda: at["us"].json("/game")["to_act"] == "us", "the computer does not act")
        seats = {seat["seat"]: seat["computer"] for seat in at["us"].json("/seats")["seats"]}
        assert seats == {"us": "", "ge": "careful", "umpire": "", "spectator": ""}
        for action in (*MOVES, REACTION):
            assert at["us"].send("POST", "/game/actions", {"side": "us", "action": action}).status_code == 200
        wait_until(
            lambda: (now := at["us"].json("/game"))["to_act"] == "us" and now["actions"] > 5,
            "the computer does not react",
        )
        back = at["us"].send("DELETE", "/game/actions/last").json()
        assert (back["actions"], back["asked"]) == (3, None)
        assert at["us"].send("PUT", "/game/players/ge", {"player": ""}).status_code == 200
        assert links(table) == {"spectator": links(table)["spectator"]}


def test_a_spectator_cannot_take_over_undo_or_restart_a_game_of_two_computers(tmp_path: Path) -> None:
    with _table(tmp_path, names=("club.example",), us="random", ge="random") as table:
        looks_on = joined(table, links(table)["spectator"])
        refused = looks_on.send("PUT", "/game/players/us", {"player": ""})
        assert refused.json()["error"] == "side: the spectator cannot act for the Americans"
        assert looks_on.send("DELETE", "/game/actions/last").status_code == 403
        assert looks_on.send("POST", "/game/again").status_code == 403


def test_a_computer_player_that_this_version_lacks_is_reported_in_the_chat(tmp_path: Path) -> None:
    """A game of another version may be played by one that this version has not."""
    with _table(tmp_path) as table:
        session = SceneSession(table.store, table.scene_id, ruleset)
        stranger = session.now.played_by({"ge": "rommel"})
        table.store.put_scene(table.store.scene(table.scene_id), log=stranger.log)
        wait_until(
            lambda: any(
                "The computer cannot play on: no player named 'rommel'" in line.text
                for line in table.store.chat.lines(table.scene_id)
            ),
            "nothing is told",
        )
