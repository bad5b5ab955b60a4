"""The editor link: pushing our script leaves everything else in the game as it was."""

import socket
from typing import Any

import pytest

from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.tabletop_simulator.scripted_game import Exchange, scripted
from vtt_bridge.errors import BadAnswer, Refused, Unreachable
from vtt_bridge.tabletop_simulator.checkup import game_findings
from vtt_bridge.tabletop_simulator.editor_link import EditorLink
from vtt_bridge.tabletop_simulator.script import MARK

OURS = f"{MARK} asks http://127.0.0.1:8642\n"
DECK = {"name": "Deck", "guid": "a0b2d5", "script": "-- shuffle", "ui": "<Panel/>"}
GET = {"messageID": 0}


def told(*states: dict[str, str]) -> dict[str, Any]:
    return {"messageID": 1, "scriptStates": list(states)}


def whole(script: str, **more: str) -> dict[str, str]:
    return {"name": "Global", "guid": "-1", "script": script, **more}


def test_a_push_keeps_the_ui_and_the_scripts_of_other_objects() -> None:
    pushed = {"messageID": 1, "scriptStates": [whole(OURS, ui="<Button/>"), DECK]}
    with scripted(
        Exchange(GET, [told(whole("", ui="<Button/>"), DECK)]),
        Exchange(pushed, [told(whole(OURS, ui="<Button/>"), DECK)]),
    ) as game:
        game.link.push(OURS)


def test_an_older_own_script_is_replaced() -> None:
    newer = f"{OURS}-- newer"
    with scripted(
        Exchange(GET, [told(whole(OURS))]),
        Exchange({"messageID": 1, "scriptStates": [whole(newer)]}, [told(whole(newer))]),
    ) as game:
        game.link.push(newer)


def test_a_foreign_global_script_is_replaced_only_on_request() -> None:
    theirs = Exchange(GET, [told(whole("function onLoad() end"))])
    with (
        scripted(theirs) as game,
        pytest.raises(Refused, match="a Global script of its own, which would be lost"),
    ):
        game.link.push(OURS)
    pushed = Exchange({"messageID": 1, "scriptStates": [whole(OURS)]}, [told(whole(OURS))])
    with scripted(theirs, pushed) as game:
        game.link.push(OURS, anew=True)


def test_other_messages_of_the_game_are_ignored() -> None:
    noise: list[dict[str, Any]] = [
        {"messageID": 2, "message": "Hit!"},
        {"messageID": 6},
        {"messageID": 7, "guid": "x"},
    ]
    with scripted(Exchange(GET, [*noise, told(DECK)])) as game:
        assert game.link.scripts() == [DECK]


def test_a_script_error_of_the_game_is_reported() -> None:
    error = {
        "messageID": 3,
        "error": "chunk_0:(36,4-8): unexpected\nsymbol",
        "guid": "-1",
        "errorMessagePrefix": "Error: ",
    }
    with scripted(Exchange(GET, [error])) as game, pytest.raises(Refused) as refused:
        game.link.scripts()
    assert str(refused.value) == "the game tells of an error: Error: chunk_0:(36,4-8): unexpected symbol"


def test_a_push_that_the_game_did_not_take_is_reported() -> None:
    with (
        scripted(
            Exchange(GET, [told()]),
            Exchange({"messageID": 1, "scriptStates": [whole(OURS)]}, [told(whole(""))]),
        ) as game,
        pytest.raises(Refused, match="has not taken the script"),
    ):
        game.link.push(OURS)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"<html>", "what is not JSON: b'<html>'"),
        (b"[]", "what is no message"),
        (b'{"messageID": 99}', "with message 99"),
        (b'{"messageID": 1, "scriptStates": [{"guid": 7}]}', "without scripts"),
    ],
)
def test_an_answer_that_is_no_message_of_the_game_is_refused(answer: bytes, sentence: str) -> None:
    with scripted(Exchange(GET, [answer])) as game, pytest.raises(BadAnswer, match=sentence):
        game.link.scripts()


def test_a_game_that_does_not_answer_is_given_up_after_the_timeout() -> None:
    with (
        scripted(Exchange(GET), timeout_s=0.2) as game,
        pytest.raises(Unreachable, match=r"no answer within 0\.2 s"),
    ):
        game.link.scripts()


def test_a_game_that_is_not_running_and_a_port_in_use_are_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        taken_port, port = taken.getsockname()[1], free.getsockname()[1]
        free.close()
        with pytest.raises(Unreachable, match="Tabletop Simulator does not run on this machine"):
            EditorLink(1.0, 9, port).scripts()
        with pytest.raises(
            Unreachable,
            match=f"port {taken_port}, at which Tabletop Simulator answers, is taken .*; close the other script editor",
        ):
            EditorLink(1.0, 9, taken_port).scripts()


def test_doctor_reports_whether_the_script_is_ours_and_asks_the_served_table(served: Served) -> None:
    def findings_of(script: str, url: str) -> list[tuple[bool, str]]:
        with scripted(Exchange(GET, [told(whole(script))])) as game:
            return [(found.is_well, found.sentence) for found in game_findings(game.link, url, 2.0)]

    assert findings_of(f"{MARK} asks {served.url}\n", f"{served.url}/") == [
        (True, f"an umpire is served at {served.url}/"),
        (True, "Tabletop Simulator runs, and a game is loaded"),
        (True, "our script is in the game and asks there"),
    ]
    assert findings_of("-- theirs", served.url)[-1][1].startswith("the game's Global script is not ours")
    elsewhere = findings_of(OURS, "http://127.0.0.1:9")
    assert elsewhere[0][0] is False
    assert elsewhere[0][1].endswith("start it with blindhex serve")
    assert elsewhere[-1] == (
        False,
        "our script asks http://127.0.0.1:8642, and not http://127.0.0.1:9; push it again",
    )
    with scripted() as game:
        nobody = list(game_findings(EditorLink(0.5, 9, game.link.editor_port), "http://127.0.0.1:9", 2.0))
    assert [found.is_well for found in nobody] == [False, False]
