"""The record of a game under simultaneous actions, repeats, undo, restarts, shared databases and upgrades."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import psycopg
import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from tests.programs import needs
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.local_table.test_api import refused
from tests.vtt_bridge.scenes import beginning, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import NothingToRedo, NotStored, Refused, Stale
from vtt_bridge.games.going import go, orders_from_words
from vtt_bridge.games.running_game import TURNS_A_STATE, RunningGame
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.revisions import Sent
from vtt_bridge.local_table.storage.store import Store

RIDGE = "lhy-ridge-farm"
SCENE = "before-the-ridge"


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    store = Store(where)
    open_scenario(store, scenario(RIDGE), begin=beginning(RIDGE))
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> Iterator[Served]:
    with serving(store, umpire()) as url:
        yield Served(url, store, SCENE)


def at(store: Store, sent: Sent | None = None) -> SceneSession:
    return SceneSession(store, SCENE, ruleset, sent or Sent())


def play(store: Store, turns: int) -> RunningGame:
    """So many turns, the last choice of each moment."""
    session = at(store)
    for _ in range(turns):
        session.declare(session.now.choices()[-1].action)
    return session.now


def alike(one: RunningGame, other: RunningGame) -> bool:
    return (one.log, one.state.units, one.state.course) == (other.log, other.state.units, other.state.course)


def test_of_twenty_simultaneous_actions_one_is_carried_out_and_nineteen_are_409(game: Served) -> None:
    play(game.store, 1)
    now = game.get("/game").json()
    body = {"side": now["to_act"], "action": 1}

    def choose(client: int) -> Any:
        asked = {"revision": now["revision"], "op_id": f"client {client}"}
        return game.send("POST", "/game/actions", body, asked)

    with ThreadPoolExecutor(20) as clients:
        answers = list(clients.map(choose, range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + 19 * [409]
    (won,) = (answer.json() for answer in answers if answer.status_code == 200)
    assert (won["actions"], game.get("/game").json()["actions"]) == (2, 2)
    lost = next(answer.json() for answer in answers if answer.status_code == 409)
    assert lost["revision"] == won["revision"] != now["revision"]


def test_an_action_sent_twice_with_one_op_id_is_carried_out_once(game: Served) -> None:
    now = game.get("/game").json()
    body, asked = {"side": now["to_act"], "action": 1}, {"revision": now["revision"], "op_id": "o1"}
    first, again = (game.send("POST", "/game/actions", body, asked) for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert game.get("/game").json()["actions"] == 1
    other = game.send("POST", "/game/actions", {**body, "action": 2}, {"op_id": "o1"})
    refused(other, 403, "op_id: 'o1' was used for something else on this scene")


def test_undo_sent_twice_with_one_op_id_takes_back_one_action(game: Served) -> None:
    play(game.store, 3)
    asked = {"revision": game.get("/game").json()["revision"], "op_id": "o1"}
    for _ in range(2):
        assert game.send("DELETE", "/game/actions/last", params=asked).json()["actions"] == 2
    refused(
        game.send("DELETE", "/game/actions/last", params={**asked, "op_id": "o2"}),
        409,
        "read it and ask again. What was told last: The last action is taken back.",
    )
    assert game.get("/game").json()["actions"] == 2


def test_redo_restores_undone_actions_with_the_same_dice(game: Served) -> None:
    before = play(game.store, 4)
    for left in (3, 2):
        assert game.send("DELETE", "/game/actions/last").json()["actions"] == left
    assert game.get("/game").json()["can_redo"]
    for now in (3, 4):
        assert game.send("POST", "/game/actions/redo").json()["actions"] == now
    assert alike(at(game.store).now, before)
    refused(game.send("POST", "/game/actions/redo"), 422, "Nothing to do again")


def test_a_way_of_several_actions_is_undone_and_redone_as_a_whole(game: Served) -> None:
    for action in ("RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,"):
        session = at(game.store)
        session.declare(session.now.allowed(action), SeededDice(3))
    session = at(game.store)
    sent = go(session, orders_from_words(session.now, "us.baker.2.leader to H2"))
    assert len(sent.declared) == 3
    assert game.send("DELETE", "/game/actions/last").json()["actions"] == 3
    assert game.send("POST", "/game/actions/redo").json()["actions"] == 6
    assert not game.get("/game").json()["can_redo"]


def test_redo_is_impossible_once_another_action_was_declared(store: Store) -> None:
    play(store, 2)
    session = at(store)
    session.undo()
    session.declare(session.now.choices()[0].action)
    assert not session.can_redo
    with pytest.raises(NothingToRedo):
        session.redo()


def test_a_session_older_than_the_last_action_is_stale_and_stores_nothing(store: Store) -> None:
    early, late = at(store), at(store)
    late.declare(late.now.choices()[0].action)
    with pytest.raises(Stale):
        early.declare(early.now.choices()[0].action)
    assert len(at(store).now.turns) == 1
    with pytest.raises(Stale):
        at(store, Sent(revision=early.revision))


def test_a_game_reopened_after_undo_beyond_a_kept_state_is_the_game_as_it_was_then(tmp_path: Path) -> None:
    """Played on for longer than states are kept, taken back over one of them, closed and opened."""
    store = Store(tmp_path / "t.sqlite")
    open_scenario(store, scenario(RIDGE), begin=beginning(RIDGE))
    games = [at(store).now, *(play(store, 1) for _ in range(TURNS_A_STATE + 3))]
    for left in range(TURNS_A_STATE + 2, TURNS_A_STATE - 3, -1):
        assert alike(at(store).undo(), games[left])
    store.close()
    again = Store(tmp_path / "t.sqlite")
    assert alike(at(again).now, games[TURNS_A_STATE - 2])
    for left in range(TURNS_A_STATE - 3, -1, -1):
        assert alike(at(again).undo(), games[left])
    again.close()


def test_two_processes_on_one_database_see_each_others_actions_and_undos(store: Store) -> None:
    """The memory of each process is compared with the stored rows, turn by turn."""
    play(store, 5)
    other = _reopened(store)
    assert alike(at(other).now, at(store).now)
    at(store).undo()
    after = play(store, 2)
    assert alike(at(other).now, after)


@needs("postgres")
def test_two_servers_on_one_database_play_one_game_and_are_notified_of_changes(club: str) -> None:
    one, other = Store(club), Store(club)
    open_scenario(one, scenario(RIDGE), begin=beginning(RIDGE))
    heard: Queue[Change] = Queue()
    other.listen(heard.put)
    for _ in range(3):
        games = [play(store, 1) for store in (one, other)]
    assert len(games[-1].turns) == 6
    assert alike(at(one).now, games[-1])
    revision = 0
    while revision < int(at(one).revision):
        revision = heard.get(timeout=PATIENCE_S).revision
    one.close()
    other.close()


@needs("postgres")
def test_a_server_reconnects_to_the_database_and_has_every_page_read_again(
    club: str,
) -> None:
    one, other = Store(club), Store(club)
    open_scenario(one, scenario(RIDGE), begin=beginning(RIDGE))
    heard: Queue[Change] = Queue()
    other.listen(heard.put)

    def until(kind: str, revision: int) -> None:
        while (change := heard.get(timeout=PATIENCE_S)).kind != kind or change.revision < revision:
            pass

    for _ in range(2):
        with psycopg.connect(club.replace("+psycopg", ""), autocommit=True) as on:
            on.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
        play(one, 1)
        for kind in ("scene", "chat", "seat"):
            until(kind, 1)
        play(one, 1)
        until("game", int(at(one).revision))
    one.close()
    other.close()


@needs("postgres")
def test_of_simultaneous_actions_at_two_servers_one_is_carried_out(club: str) -> None:
    one, other = Store(club), Store(club)
    open_scenario(one, scenario(RIDGE), begin=beginning(RIDGE))
    for turn in range(10):
        sessions = [
            at(store, Sent(op_id=f"{turn} {client}")) for client, store in enumerate([one, other] * 4)
        ]

        def won(session: SceneSession) -> bool:
            try:
                session.declare(session.now.choices()[-1].action)
            except Stale:
                return False
            return True

        with ThreadPoolExecutor(8) as clients:
            assert sum(clients.map(won, sessions)) == 1
    assert len(at(one).now.turns) == len(at(other).now.turns) == 10
    one.close()
    other.close()


def test_an_unreachable_database_is_reported_without_its_password() -> None:
    with pytest.raises(NotStored, match="database cannot be opened") as refused:
        Store("postgresql+psycopg://me:secret@127.0.0.1:1/club")
    assert "secret" not in str(refused.value)


def _reopened(store: Store) -> Store:
    """A store on the same database with nothing in memory, as another process has it."""
    other = Store.__new__(Store)
    other.__dict__.update(store.__dict__)
    return other


def test_a_scene_with_a_game_is_set_up_again_only_on_request_and_the_game_is_kept(game: Served) -> None:
    log = play(game.store, 3).log
    scene = game.get("").json()
    refused(game.send("PUT", "", scene), 403, f"scene: a game is under way on {SCENE}")
    assert game.get("/game/log").text == log
    assert game.get("/game/ended").json() == {"games": []}
    assert game.send("PUT", "", scene, {"anew": "true"}).status_code == 200
    refused(game.get("/game"), 404, "no game on the scene")
    (ended,) = game.get("/game/ended").json()["games"]
    assert game.get(f"/game/ended/{ended['id']}/log").text == log
    refused(game.get("/game/ended/99/log"), 404, "no ended game named '99'")


def test_an_op_id_used_again_for_another_operation_is_refused(store: Store) -> None:
    token = store.scene(SCENE).tokens[0]
    store.put_token(SCENE, token, Sent(op_id="o1"))
    store.put_token(SCENE, token, Sent(op_id="o1"))
    with pytest.raises(Refused, match="op_id: 'o1' was used for something else"):
        store.chat.say(SCENE, "me", "hello", (), "", "now", Sent(op_id="o1"))


def test_only_the_last_op_ids_are_remembered_so_an_older_one_is_carried_out_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt_bridge.local_table.storage.revisions.MOST_OPERATIONS", 2)
    for name in ("a", "b", "c", "c", "b"):
        store.chat.say(SCENE, "me", name, (), "", "now", Sent(op_id=name))
    assert [line.text for line in store.chat.lines(SCENE)] == ["a", "b", "c"]
    store.chat.say(SCENE, "me", "a", (), "", "now", Sent(op_id="a"))
    assert len(store.chat.lines(SCENE)) == 4


def test_a_file_in_use_cannot_be_opened_by_a_second_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    with pytest.raises(NotStored, match="is being served already"):
        Store(tmp_path / "t.sqlite")
    store.close()
    Store(tmp_path / "t.sqlite").close()


_FORMER = """
CREATE TABLE kept (format TEXT NOT NULL);
CREATE TABLE scenes (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL, frame TEXT NOT NULL,
    width_px INTEGER NOT NULL, height_px INTEGER NOT NULL, game TEXT, map BLOB, opened INTEGER NOT NULL);
CREATE TABLE tokens (scene TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (scene, id));
CREATE TABLE areas (scene TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (scene, id));
CREATE TABLE overlays (
    scene TEXT NOT NULL, tag TEXT NOT NULL, document TEXT NOT NULL, png BLOB NOT NULL, PRIMARY KEY (scene, tag));
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scene TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,
    rules TEXT NOT NULL, addressee TEXT NOT NULL, said_at TEXT NOT NULL);
CREATE TABLE operations (scene TEXT NOT NULL, op_id TEXT NOT NULL, PRIMARY KEY (scene, op_id));
CREATE TABLE journal (id INTEGER PRIMARY KEY AUTOINCREMENT, scene TEXT NOT NULL, line TEXT NOT NULL);
CREATE TABLE games (scene TEXT PRIMARY KEY, log TEXT NOT NULL);
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;
INSERT INTO kept VALUES ('blindhex-local-table/1');
"""


def test_a_chat_line_of_an_action_names_the_side_that_declared_it_and_no_other_line_does(
    store: Store,
) -> None:
    play(store, 1)
    at(store).undo()
    store.chat.say(SCENE, "us", "Well played.", (), "", "now")
    declared, *others = store.chat.lines(SCENE)
    assert declared.text.startswith("roll for the initiative")
    assert declared.declared_by == scenario(RIDGE).options["attacker"]
    assert {line.declared_by for line in others} == {""}


def test_a_file_whose_chat_lacks_the_declaring_side_is_upgraded(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    before = Store(file)
    open_scenario(before, scenario(RIDGE), begin=beginning(RIDGE))
    before.chat.say(SCENE, "me", "hello", (), "", "noon")
    before.close()
    with closing(sqlite3.connect(file)) as kept:
        kept.execute("ALTER TABLE chat DROP COLUMN declared_by")
    now = Store(file)
    assert [(line.text, line.declared_by) for line in now.chat.lines(SCENE)] == [("hello", "")]
    play(now, 1)
    assert now.chat.lines(SCENE)[-1].declared_by
    now.close()


def test_a_file_of_format_1_is_upgraded_with_everything_in_it(tmp_path: Path) -> None:
    now = Store(tmp_path / "now.sqlite")
    open_scenario(now, scenario(RIDGE), begin=beginning(RIDGE))
    now.put_map(SCENE, b"a picture")
    played = play(now, 4)
    now.chat.say(SCENE, "me", "hello", ("LHY 4.2",), "us", "noon", Sent(op_id="o1"))
    now.record(SCENE, "a question")
    was, picture = now.scene(SCENE), now.map_png(SCENE)
    chat = tuple(
        replace(line, declared_by="") for line in now.chat.lines(SCENE)
    )  # that format has no such column
    now.close()
    former = sqlite3.connect(tmp_path / "t.sqlite")
    former.executescript(_FORMER)
    former.execute("ATTACH ? AS now", (str(tmp_path / "now.sqlite"),))
    former.execute("INSERT INTO scenes SELECT * FROM now.scenes")
    for table in ("tokens", "areas"):
        former.execute(f"INSERT INTO {table} SELECT scene, id, document FROM now.{table} ORDER BY number")
    said = "id, scene, author, text, rules, addressee, said_at"
    former.execute(f"INSERT INTO chat SELECT {said} FROM now.chat")
    former.execute("INSERT INTO journal SELECT * FROM now.journal")
    former.execute("INSERT INTO operations SELECT scene, id FROM now.operations")
    former.execute("INSERT INTO games VALUES (?, ?)", (SCENE, played.log))
    former.commit()
    former.close()
    again = Store(tmp_path / "t.sqlite")
    assert (again.scene(SCENE), again.chat.lines(SCENE), again.map_png(SCENE)) == (was, chat, picture)
    assert again.recorded(SCENE) == ("a question",)
    again.chat.say(SCENE, "me", "hello", ("LHY 4.2",), "us", "noon", Sent(op_id="o1"))
    assert again.chat.lines(SCENE) == chat, "an op_id is remembered, too"
    assert alike(at(again).now, played)
    assert len(at(again).undo().turns) == 3
    again.close()
    Store(tmp_path / "t.sqlite").close()
