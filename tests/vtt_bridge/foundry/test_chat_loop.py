"""The umpire at a Foundry table by its chat: questions, echoes, disorder and lost connections."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from maps.library import bundled_board
from rules.catalog import RULESETS, ruleset
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from tests.vtt_bridge.foundry.relay import Fault, Relay, finished
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.vtt_bridge.web.test_png_check import png
from tests.waiting import PATIENCE_S, wait_until
from vtt_bridge.foundry.chat_loop import run
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.link import NotAllowed
from vtt_bridge.foundry.watch import Watch
from vtt_bridge.games.game_file import begin_log, resumed_from
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.journal import Entry
from vtt_bridge.games.running_game import begun
from vtt_bridge.games.session import LogSession
from vtt_bridge.port.virtual_table import MovePiece, Overlay, PutOverlay, clear_older
from vtt_bridge.umpire.chat_game import ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire

UMPIRE = Umpire(RULESETS, bundled_board)
PNG = png()
RIDGE = "lhy-ridge-farm"


class RunningLoop:
    """The chat loop of the umpire at a table in a thread of its own, and what it reports."""

    def __init__(
        self, relay: Relay, *, is_open: bool = False, poll_s: float = PATIENCE_S, game: ChatGame | None = None
    ) -> None:
        self.relay = relay
        self.game = game
        link = relay.link()
        self.table = FoundryTable(link)
        self.told: list[str] = []
        self.entries: list[Entry] = []
        self.failed: list[BaseException] = []
        self.watch = Watch(link, self.table.is_echo, poll_s, retry_s=0.05)
        self._open = is_open
        self.thread = Thread(target=self._sit, daemon=True)

    def _sit(self) -> None:
        try:
            run(
                self.table,
                ChatUmpire(UMPIRE, self.game, self.entries.append),
                self.watch,
                is_open=self._open,
                tell=self.told.append,
            )
        except NotAllowed as error:
            self.failed.append(error)

    def until(self, met: Callable[[], Any]) -> None:
        wait_until(met, lambda: f"{self.told} {self.relay.world.chat}")


@contextmanager
def running(relay: Relay, **options: Any) -> Iterator[RunningLoop]:
    umpire = RunningLoop(relay, **options)
    umpire.thread.start()
    for _ in range(2):
        relay.opened.get(timeout=PATIENCE_S)
    try:
        yield umpire
    finally:
        umpire.watch.stop()
        for stream in relay.streams.values():
            stream.end()
        relay.world.hear("hooks", "updateScene", [{}, {}, {}, "gm"])


@pytest.fixture
def players(relay: Relay) -> Relay:
    relay.world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    return relay


def say(relay: Relay, words: str, author: str = "ann") -> None:
    relay.world.say({"content": words}, author)


def answers(relay: Relay) -> list[dict[str, Any]]:
    return [line for line in relay.world.chat if "<strong>" in line["content"]]


def heard(relay: Relay, words: str) -> bool:
    return any(words in line["content"] for line in answers(relay))


def pictures(relay: Relay) -> list[dict[str, Any]]:
    return [line for line in relay.world.chat if "<img" in line["content"]]


def answered_on_the_map(umpire: RunningLoop) -> None:
    """A question answered to the end: one that the scene overtakes is asked anew, and its picture is no older one."""
    say(umpire.relay, "!field us.mg.1")
    umpire.until(lambda: umpire.entries)
    assert umpire.relay.world.scene["tiles"]


def test_a_question_of_a_player_is_answered_by_whispered_ruling_and_picture_without_a_tile(
    players: Relay,
) -> None:
    with running(players) as umpire:
        say(players, "!los us.mg.1 &gt; StuG IIIG #1")
        umpire.until(lambda: answers(players))
        assert "LOS American 1. MG to StuG IIIG #1" in answers(players)[0]["content"]
        assert answers(players)[0]["whisper"] == ["ann"]
        (shown,) = pictures(players)
        assert shown["whisper"] == ["ann"]
        assert players.world.scene["tiles"] == [], "a tile would be there for everybody"
        (path,) = players.world.files
        assert f'<img src="{path}"' in shown["content"]
        assert re.fullmatch(r"blindhex/[0-9a-f]{32}\.png", path), "nobody can guess where it lies"
        umpire.until(lambda: umpire.entries)
        assert umpire.entries[0].by == "us"


def test_small_talk_and_lines_of_the_umpire_are_not_taken_for_questions(players: Relay) -> None:
    with running(players) as umpire:
        say(players, "Good evening! Who has the dice?")
        say(players, "!los us.mg.1 C6")
        say(players, "!los us.mg.1 C5")
        umpire.until(lambda: len(umpire.entries) == 2)
        assert len(answers(players)) == 2


@pytest.fixture
def ridge() -> Iterator[Relay]:
    yield from finished(Relay(World(scenario_scene(RIDGE))))


def test_a_choice_listed_by_turn_and_declared_by_do_is_recorded_and_moves_its_token(
    ridge: Relay, tmp_path: Path
) -> None:
    """The list of choices is whispered to the side that asks."""
    log = str(tmp_path / "ridge.log")
    game = begun(GameHead("lhy", RIDGE, 3), ruleset)
    while not any(isinstance(choice.action, Maneuver) for choice in game.choices()):
        game = game.declare(game.choices()[0].action)
    begin_log(log, game.log)
    number, action = next(
        (choice.number, choice.action) for choice in game.choices() if isinstance(choice.action, Maneuver)
    )
    ridge.world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    player = {"us": "ann", "ge": "eve"}[action.side]
    with running(ridge, game=ChatGame(partial(LogSession, log, ruleset))) as umpire:
        say(ridge, f"!turn {action.unit}", player)
        umpire.until(lambda: answers(ridge))
        content = answers(ridge)[0]["content"]
        assert ": maneuver" in content
        assert re.search(rf"\b{number} +{action.to}\b", content)
        assert answers(ridge)[0]["whisper"] == [player]
        say(ridge, f"!do {number}", player)
        umpire.until(lambda: resumed_from(log, ruleset).turns[-1].action == action)
        umpire.until(lambda: len(answers(ridge)) >= 3)
    scene = FoundryTable(ridge.link()).read_scene()
    state, _ = UMPIRE.state(scene)
    assert state.unit(action.unit).at == action.to


def test_a_question_about_an_unknown_unit_is_refused_in_a_whisper_without_markup(players: Relay) -> None:
    with running(players) as umpire:
        say(players, "!los <b>nobody</b> C6")
        umpire.until(lambda: answers(players))
        (line,) = answers(players)
        assert "no unit or place named &#x27;nobody&#x27;" in line["content"]
        assert line["whisper"] == ["ann"]
        assert players.world.scene["tiles"] == []


def test_a_stranger_who_plays_no_side_is_refused_in_a_whisper(players: Relay) -> None:
    with running(players) as umpire:
        say(players, "!field us.gun57.1", "stranger")
        umpire.until(lambda: answers(players))
        (line,) = answers(players)
        assert "does not play one side" in line["content"]
        assert line["whisper"] == ["stranger"]
        assert players.world.scene["tiles"] == []


def test_a_game_master_without_a_side_may_ask_about_hidden_units_and_is_answered_in_whispers(
    players: Relay,
) -> None:
    hidden = next(
        token for token in players.world.scene["tokens"] if token["flags"]["blindhex"]["side"] == "ge"
    )
    hidden["hidden"] = True
    unit = hidden["flags"]["blindhex"]["unit"]["id"]
    with running(players) as umpire:
        say(players, f"!field {unit}", "ann")
        umpire.until(lambda: answers(players))
        assert "no unit or place named" in answers(players)[0]["content"]
        say(players, f"!field {unit}", "gm")
        umpire.until(lambda: len(answers(players)) == 2)
        assert [line["whisper"] for line in (*pictures(players), answers(players)[1])] == [["gm"], ["gm"]]
        assert players.world.scene["tiles"] == []


def test_a_key_without_the_scope_user_read_cannot_tell_game_masters(players: Relay) -> None:
    players.scopes_missing = {"users"}
    with running(players) as umpire:
        say(players, "!field us.gun57.1", "gm")
        umpire.until(lambda: answers(players))
        assert "a game master is known by a key with the scope user:read" in answers(players)[0]["content"]


def test_help_clear_and_mistyped_commands_are_answered_in_any_case_of_letters(relay: Relay) -> None:
    with running(relay, is_open=True) as umpire:
        say(relay, "!Field us.mg.1")
        umpire.until(lambda: umpire.entries)
        say(relay, "!CLEAR")
        umpire.until(lambda: not relay.world.scene["tiles"])
        for words, told in (("!help", "!los WHO &gt; TARGET"), ("!raech us.mg.1", "did you mean !reach?")):
            say(relay, words)
            umpire.until(partial(heard, relay, told))


def test_in_an_open_game_a_stranger_is_answered_for_all_to_hear(relay: Relay) -> None:
    with running(relay, is_open=True) as umpire:
        say(relay, "!reach us.able-tank.1.2", "stranger")
        umpire.until(lambda: answers(relay))
        assert answers(relay)[0]["whisper"] == []


def test_a_line_reported_deleted_before_created_is_ignored_and_one_reported_twice_is_answered_once(
    players: Relay,
) -> None:
    with running(players) as umpire:
        stream = players.streams["chat"]
        gone = {"id": "gone", "author": {"id": "ann", "name": "Ann"}, "content": "!los us.mg.1 C6"}
        asked = {"id": "asked", "author": {"id": "ann", "name": "Ann"}, "content": "!field us.mg.1"}
        for kind, message in (("delete", gone), ("create", gone), ("create", asked), ("create", asked)):
            stream.send("chat-create", {"type": "chat-event", "data": {"eventType": kind, "data": message}})
        stream.send("chat-create", {"type": "chat-event", "data": {"eventType": "create"}})
        say(players, "!range us.mg.1")
        umpire.until(lambda: len(answers(players)) == 2)
        assert len(pictures(players)) == 2


def test_when_a_token_moves_the_older_answer_is_removed_from_the_map(players: Relay) -> None:
    with running(players, is_open=True) as umpire:
        answered_on_the_map(umpire)
        token = players.world.scene["tokens"][3]
        players.world.update("tokens", "", token["_id"], {"x": token["x"], "y": token["y"] + 96})
        umpire.until(lambda: not players.world.scene["tiles"])


def test_a_removed_region_is_noticed_by_polling_and_the_older_answer_removed(players: Relay) -> None:
    with running(players, poll_s=0.2, is_open=True) as umpire:
        answered_on_the_map(umpire)
        players.world.scene["regions"].clear()
        umpire.until(lambda: not players.world.scene["tiles"])


def test_the_echo_of_an_own_move_causes_no_further_reading_of_the_scene(players: Relay) -> None:
    """Our move is a look and a write; its echo, told before the answer even, makes nobody look again."""
    with running(players, is_open=True) as umpire:
        say(players, "!los us.mg.1 C6")
        umpire.until(lambda: umpire.entries)
        before = len(players.requests)
        say(players, "!los us.mg.1 C6")
        umpire.until(lambda: len(umpire.entries) == 2)
        asked = players.requests[before:]
        token = players.world.scene["tokens"][0]["_id"]
        umpire.table.move(MovePiece("o1", token, (500, 500)))
        say(players, "!los us.mg.1 C6")
        umpire.until(lambda: len(umpire.entries) == 3)
        moved = [("GET", "/scene"), ("PUT", "/canvas/tokens")]
        assert players.requests[before:] == [*asked, *moved, *asked]
        before = len(players.requests)
        players.world.update("tokens", "", token, {"x": 7})
        umpire.until(lambda: len(players.requests) > before + 2)


def test_after_the_world_reconnects_the_scene_is_reloaded_and_older_answers_removed(players: Relay) -> None:
    with running(players) as umpire:
        say(players, "!field us.mg.1")
        umpire.until(lambda: answers(players))
        umpire.until(lambda: umpire.entries)
        players.is_connected = False
        for stream in list(players.streams.values()):
            stream.end()
        umpire.until(lambda: umpire.told and "trying again" in umpire.told[-1])
        players.world.scene["tokens"][3]["y"] += 96
        players.is_connected = True
        umpire.until(lambda: "Reconnected; the scene was reloaded." in umpire.told)
        umpire.until(lambda: not players.world.scene["tiles"])
        assert sum("trying again" in line for line in umpire.told) == 1
        say(players, "!los us.mg.1 C6")
        umpire.until(lambda: len(answers(players)) == 2)


def test_a_refused_event_stream_is_reported_once_however_often_it_is_tried(players: Relay) -> None:
    refused = "the relay takes no more requests of this key now: too many streams"
    with running(players, poll_s=0.05) as umpire:
        players.faults = [
            Fault("GET", "/hooks/subscribe", 429, {"error": "too many streams"}) for _ in range(8)
        ]
        players.streams["hooks"].end()
        umpire.until(lambda: not players.faults)
        umpire.until(lambda: "Reconnected; the scene was reloaded." in umpire.told)
        assert sum(refused in line for line in umpire.told) == 1


def test_a_question_whose_upload_times_out_is_answered_by_a_sentence(players: Relay) -> None:
    with running(players) as umpire:
        umpire.until(lambda: len(players.requests) >= 2)
        players.faults = [Fault("POST", "/upload", "late"), Fault("POST", "/upload", "late")]
        say(players, "!field us.mg.1")
        umpire.until(lambda: answers(players))
        assert "did not answer in time" in answers(players)[0]["content"]
        assert players.world.scene["tiles"] == []


def test_a_key_that_may_not_subscribe_ends_the_chat_loop(players: Relay) -> None:
    players.scopes_missing = {"chat", "hooks"}
    umpire = RunningLoop(players)
    umpire.thread.start()
    umpire.thread.join(PATIENCE_S)
    assert [str(error)[:40] for error in umpire.failed] == ["the relay's key may not do this (API key"]


def test_clear_older_removes_only_own_overlays_of_older_revisions(relay: Relay, table: FoundryTable) -> None:
    now = table.read_scene().source.revision
    for tag, revision in (("a", "old"), ("b", now), ("c", "")):
        table.lay(PutOverlay(tag, Overlay(f"blindhex-{tag}", tag, (0, 0), (6, 4), revision=revision), PNG))
    theirs = {
        "x": 0,
        "y": 0,
        "width": 1,
        "height": 1,
        "flags": {"blindhex": {"tag": "t", "owner": "Ann", "revision": "old"}},
    }
    relay.world.create("tiles", "", theirs)
    assert clear_older(table) == ("blindhex-a",)
    assert [tile["flags"]["blindhex"]["tag"] for tile in relay.world.scene["tiles"]] == [
        "blindhex-b",
        "blindhex-c",
        "t",
    ]
