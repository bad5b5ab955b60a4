"""The link to a relay: every fault that was recorded of it, and that the key is told to nobody."""

import logging
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import requests

import vtt_bridge.foundry
from rules.errors import BadInput
from tests.vtt_bridge.foundry.relay import ADDRESS, CLIENT, KEY, Fault, Relay
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import BadAnswer, NoAnswer, Refused, Unreachable
from vtt_bridge.foundry.link import PAUSE_S, TIMES_TRIED, NotAllowed, RelayLink, WorldAway

SCENE = {"active": "true"}


def test_there_is_one_request_in_flight_whoever_asks(relay: Relay) -> None:
    """The relay names a request by its kind and the millisecond: of two at once, one answer is lost."""
    link = relay.link()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: link.get("/scene", SCENE), range(40)))
    assert all(answer["data"]["name"] == "Mill Crossing" for answer in answers)
    assert relay.collided == 0


def test_a_read_that_got_no_answer_is_made_again(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", "late"), Fault("GET", "/scene", "lost")]
    assert relay.link().get("/scene", SCENE)["data"]["name"] == "Mill Crossing"


def test_a_world_that_stays_silent_is_given_up(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", "late") for _ in range(TIMES_TRIED)]
    with pytest.raises(NoAnswer, match="the world behind the relay did not answer in time"):
        relay.link().get("/scene", SCENE)


def test_how_a_thing_shall_be_may_be_said_twice(relay: Relay) -> None:
    token = relay.world.scene["tokens"][0]["_id"]
    relay.faults = [Fault("PUT", "/canvas/tokens", "lost")]
    relay.link().put("/canvas/tokens", {"documentId": token, "data": {"x": 7}})
    assert relay.world.scene["tokens"][0]["x"] == 7


def test_what_makes_a_thing_is_never_sent_twice(relay: Relay) -> None:
    relay.faults = [Fault("POST", "/chat", "late")]
    with pytest.raises(NoAnswer):
        relay.link().post("/chat", {"content": "Hello."})
    assert relay.requests == [("POST", "/chat")]


def test_what_is_gone_already_is_no_fault_when_the_answer_was_lost(relay: Relay) -> None:
    tile = relay.world.create("tiles", "", {"x": 1, "y": 1})[0]["_id"]
    relay.faults = [Fault("DELETE", "/canvas/tiles", "lost")]
    relay.link().delete("/canvas/tiles", {"documentId": tile})
    assert relay.world.scene["tiles"] == []
    with pytest.raises(Refused, match=r"Foundry: tile .* not found"):
        relay.link().delete("/canvas/tiles", {"documentId": tile})


def test_a_list_where_one_document_is_taken_is_refused(relay: Relay) -> None:
    with pytest.raises(Refused, match="Foundry: 'data' must be an object"):
        relay.link().post("/canvas/tiles", {"data": []})


def test_a_world_that_is_not_connected(relay: Relay) -> None:
    relay.is_connected = False
    with pytest.raises(
        WorldAway, match=r"its Foundry world is not connected .* a game master must be logged in"
    ):
        relay.link().get("/scene", SCENE)


def test_a_key_that_is_wrong_or_may_not(relay: Relay) -> None:
    with pytest.raises(NotAllowed, match="the relay does not know the key"):
        relay.link(key="x").get("/scene", SCENE)
    relay.scopes_missing = {"chat"}
    with pytest.raises(NotAllowed, match=r"may not do this \(.* required scope: chat\).*docs/foundry.md"):
        relay.link().post("/chat", {"content": "Hello."})


def test_an_account_that_is_shut_out_is_not_told_of_scopes(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", 403, {"error": "Account disabled"})]
    with pytest.raises(NotAllowed, match=r"the relay does not let this key in: Account disabled$"):
        relay.link().get("/scene", SCENE)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_that_came_too_fast_is_made_again_after_a_pause(
    relay: Relay, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The relay takes 300 a minute of a key, a few each second once they are used up; a 429 says that nothing was done."""
    pauses: list[float] = []
    monkeypatch.setattr("vtt_bridge.foundry.link.sleep", pauses.append)
    path = "/scene" if method == "GET" else "/chat"
    slower = Fault(method, path, 429, {"error": "Too many API requests, please slow down"})
    ask = (
        partial(relay.link().get, path, SCENE)
        if method == "GET"
        else partial(relay.link().post, path, {"content": "Hello."})
    )
    relay.faults = [slower] * (TIMES_TRIED - 1)
    ask()
    assert pauses == [PAUSE_S] * (TIMES_TRIED - 1)
    relay.faults = [slower] * TIMES_TRIED
    with pytest.raises(
        Refused, match=r"^the relay takes no more requests of this key now: Too many API requests"
    ):
        ask()
    assert len(relay.world.chat) == (method == "POST")


def test_a_world_that_went_away_in_between(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", 500, {"error": "Failed to send request to Foundry client"})]
    with pytest.raises(WorldAway, match="its Foundry world is not connected"):
        relay.link().get("/scene", SCENE)


def test_a_stream_that_the_relay_does_not_open_says_why(relay: Relay) -> None:
    """It answers 200 all the same, and its first event is the error (ten streams of a kind to a world)."""
    events = relay.link().events("/hooks/subscribe")
    next(events)
    _, stream = relay.opened.get(timeout=PATIENCE_S)
    stream.send("error", {"error": "Too many SSE connections"})
    with pytest.raises(Refused, match=r"^the relay: Too many SSE connections$"):
        next(events)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (500, "answered with status 500 and no reason"),
        (302, "answered with status 302 and no reason"),
        (200, r"answered what is no JSON object: '\[\]'"),
    ],
)
def test_something_else_answers(relay: Relay, kind: int, sentence: str) -> None:
    relay.faults = [Fault("GET", "/scene", kind)]
    with pytest.raises(BadAnswer, match=sentence):
        relay.link().get("/scene", SCENE)


def test_the_line_breaks_or_is_mute(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", requests.ConnectionError("x-api-key: secret"))]
    with pytest.raises(Unreachable, match="nobody listens there, or the line broke") as told:
        relay.link().get("/scene", SCENE)
    assert "secret" not in str(told.value)
    relay.faults = [Fault("POST", "/chat", requests.Timeout())]
    with pytest.raises(NoAnswer, match="no answer within 35 s"):
        relay.link().post("/chat", {"content": "Hello."})


def test_an_answer_without_end_is_not_read_to_its_end(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.web.http_answer.MOST_ANSWER_BYTES", 1000)
    with pytest.raises(BadAnswer, match="answered more than 1000 bytes"):
        relay.link().get("/scene", SCENE)


def test_events_come_in_pieces_with_comments_between_them(relay: Relay) -> None:
    link = relay.link()
    events = link.events("/hooks/subscribe")
    assert next(events).name == "connected"
    _, stream = relay.opened.get(timeout=PATIENCE_S)
    stream.raw(b": keep-alive\n\nevent: updateTo")
    stream.raw(b'ken\r\ndata: {"data":\r\ndata: 1}\r\n\r\ndata: not json\n\nevent: x\ndata: {}\n\n')
    stream.end()
    assert [(event.name, dict(event.data)) for event in (next(events), next(events))] == [
        ("updateToken", {"data": 1}),
        ("x", {}),
    ]
    with pytest.raises(Unreachable, match="the stream of events ended"):
        next(events)


@pytest.mark.parametrize(
    "address",
    ["", "relay", "ftp://relay/", f"http://relay/?key={KEY}", "http://user:word@relay/", "http://a:99999"],
)
def test_an_address_that_is_none_or_carries_a_secret(address: str) -> None:
    with pytest.raises(BadInput, match=r"is not an address such as http://127\.0\.0\.1:3010"):
        RelayLink(address, KEY)


@pytest.mark.parametrize(
    "said", [{"error": f"no client for key {KEY}"}, {"success": False, "error": KEY}, KEY, [KEY]]
)
def test_a_server_that_says_the_key_back_has_it_told_to_nobody(relay: Relay, said: object) -> None:
    relay.faults = [Fault("GET", "/scene", 400, said)]
    with pytest.raises((Refused, BadAnswer)) as told:
        relay.link().get("/scene", SCENE)
    assert KEY not in str(told.value)


def test_the_key_is_in_no_address_and_no_log(relay: Relay, caplog: pytest.LogCaptureFixture) -> None:
    """The relay of these tests fails on a key in an address or a body; here the log is read."""
    caplog.set_level(logging.DEBUG)
    link = relay.link()
    link.get("/scene", SCENE)
    assert KEY not in caplog.text + repr(link) + str(vars(link.__class__))


def test_no_key_lies_in_the_code_or_the_fixtures() -> None:
    """A relay's key is 64 hexadecimal digits; so long a word stands nowhere here."""
    folders = [Path(vtt_bridge.foundry.__file__).parent, Path(__file__).parent]
    found = subprocess.run(
        ["grep", "-rIEn", "--include=*.py", "--include=*.mjs", "--include=*.json", "[0-9a-f]{64}", *folders],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "")
    assert ADDRESS.startswith("http://relay.test")
    assert CLIENT
