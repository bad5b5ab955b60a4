"""The editor link: our script is pushed, everything else in the game stays as it was."""

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


def test_the_script_is_pushed_and_every_other_one_is_sent_along_with_its_ui() -> None:
    pushed = {"messageID": 1, "scriptStates": [whole(OURS, ui="<Button/>"), DECK]}
    with scripted(
        Exchange(GET, [told(whole("", ui="<Button/>"), DECK)]),
        Exchange(pushed, [told(whole(OURS, ui="<Button/>"), DECK)]),
    ) as game:
        game.link.push(OURS)


def test_an_older_script_of_ours_is_replaced() -> None:
    newer = f"{OURS}-- newer"
    with scripted(
        Exchange(GET, [told(whole(OURS))]),
        Exchange({"messageID": 1, "scriptStates": [whole(newer)]}, [told(whole(newer))]),
    ) as game:
        game.link.push(newer)


def test_somebody_elses_global_script_is_replaced_only_if_asked_for() -> None:
    theirs = Exchange(GET, [told(whole("function onLoad() end"))])
    with (
        scripted(theirs) as game,
        pytest.raises(Refused, match="a Global script of its own, which would be lost"),
    ):
        game.link.push(OURS)
    pushed = Exchange({"messageID": 1, "scriptStates": [whole(OURS)]}, [told(whole(OURS))])
    with scripted(theirs, pushed) as game:
        game.link.push(OURS, anew=True)


def test_prints_and_saves_in_between_are_passed_over() -> None:
    noise: list[dict[str, Any]] = [
        {"messageID": 2, "message": "Hit!"},
        {"messageID": 6},
        {"messageID": 7, "guid": "x"},
    ]
    with scripted(Exchange(GET, [*noise, told(DECK)])) as game:
        assert game.link.scripts() == [DECK]


def test_an_error_in_a_script_is_told() -> None:
    error = {
        "messageID": 3,
        "error": "chunk_0:(36,4-8): unexpected\nsymbol",
        "guid": "-1",
        "errorMessagePrefix": "Error: ",
    }
    with scripted(Exchange(GET, [error])) as game, pytest.raises(Refused) as refused:
        game.link.scripts()
    assert str(refused.value) == "the game tells of an error: Error: chunk_0:(36,4-8): unexpected symbol"


def test_a_script_that_was_not_taken_is_told() -> None:
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
def test_something_else_answers(answer: bytes, sentence: str) -> None:
    with scripted(Exchange(GET, [answer])) as game, pytest.raises(BadAnswer, match=sentence):
        game.link.scripts()


def test_a_lost_answer() -> None:
    with (
        scripted(Exchange(GET), timeout_s=0.2) as game,
        pytest.raises(Unreachable, match=r"no answer within 0\.2 s"),
    ):
        game.link.scripts()


def test_no_game_runs_or_another_editor_has_its_port() -> None:
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


def test_the_doctor_says_whether_the_script_is_ours_and_asks_the_right_umpire(served: Served) -> None:
    def errors_naming(script: str, url: str) -> list[tuple[bool, str]]:
        with scripted(Exchange(GET, [told(whole(script))])) as game:
            return [(found.is_well, found.sentence) for found in game_findings(game.link, url, 2.0)]

    assert errors_naming(f"{MARK} asks {served.url}\n", f"{served.url}/") == [
        (True, f"an umpire is served at {served.url}/"),
        (True, "Tabletop Simulator runs, and a game is loaded"),
        (True, "our script is in the game and asks there"),
    ]
    assert errors_naming("-- theirs", served.url)[-1][1].startswith("the game's Global script is not ours")
    elsewhere = errors_naming(OURS, "http://127.0.0.1:9")
    assert elsewhere[0][0] is False
    assert elsewhere[0][1].endswith("start it with blindhex serve")
    assert elsewhere[-1] == (
        False,
        "our script asks http://127.0.0.1:8642, and not http://127.0.0.1:9; push it again",
    )
    with scripted() as game:
        nobody = list(game_findings(EditorLink(0.5, 9, game.link.editor_port), "http://127.0.0.1:9", 2.0))
    assert [found.is_well for found in nobody] == [False, False]
