"""The link to a relay: every fault that was recorded of it, and the secrecy of the key."""

import logging
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import requests

import vtt_bridge.foundry
from rules.errors import BadInput
from tests.vtt_bridge.foundry.relay import KEY, Fault, Relay
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import BadAnswer, NoAnswer, Refused, Unreachable
from vtt_bridge.foundry.link import PAUSE_S, TIMES_TRIED, NotAllowed, RelayLink, WorldAway

SCENE = {"active": "true"}


def test_requests_of_eight_threads_are_sent_one_at_a_time(relay: Relay) -> None:
    """The relay names a request by its kind and the millisecond: of two at once, one answer is lost."""
    link = relay.link()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: link.get("/scene", SCENE), range(40)))
    assert all(answer["data"]["name"] == "Mill Crossing" for answer in answers)
    assert relay.collided == 0


def test_a_get_without_an_answer_is_sent_again(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", "late"), Fault("GET", "/scene", "lost")]
    assert relay.link().get("/scene", SCENE)["data"]["name"] == "Mill Crossing"


def test_a_get_is_given_up_after_its_last_attempt(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", "late") for _ in range(TIMES_TRIED)]
    with pytest.raises(NoAnswer, match="the world behind the relay did not answer in time"):
        relay.link().get("/scene", SCENE)


def test_a_put_whose_answer_was_lost_is_sent_again(relay: Relay) -> None:
    token = relay.world.scene["tokens"][0]["_id"]
    relay.faults = [Fault("PUT", "/canvas/tokens", "lost")]
    relay.link().put("/canvas/tokens", {"documentId": token, "data": {"x": 7}})
    assert relay.world.scene["tokens"][0]["x"] == 7


def test_a_post_is_never_sent_twice(relay: Relay) -> None:
    relay.faults = [Fault("POST", "/chat", "late")]
    with pytest.raises(NoAnswer):
        relay.link().post("/chat", {"content": "Hello."})
    assert relay.requests == [("POST", "/chat")]


def test_a_delete_sent_again_accepts_that_the_document_is_gone_but_a_first_one_does_not(relay: Relay) -> None:
    tile = relay.world.create("tiles", "", {"x": 1, "y": 1})[0]["_id"]
    relay.faults = [Fault("DELETE", "/canvas/tiles", "lost")]
    relay.link().delete("/canvas/tiles", {"documentId": tile})
    assert relay.world.scene["tiles"] == []
    with pytest.raises(Refused, match=r"Foundry: tile .* not found"):
        relay.link().delete("/canvas/tiles", {"documentId": tile})


def test_a_list_where_one_document_is_taken_is_refused(relay: Relay) -> None:
    with pytest.raises(Refused, match="Foundry: 'data' must be an object"):
        relay.link().post("/canvas/tiles", {"data": []})


def test_a_world_that_is_not_connected_is_reported(relay: Relay) -> None:
    relay.is_connected = False
    with pytest.raises(
        WorldAway, match=r"its Foundry world is not connected .* a game master must be logged in"
    ):
        relay.link().get("/scene", SCENE)


def test_an_unknown_key_and_one_without_the_scope_are_refused(relay: Relay) -> None:
    with pytest.raises(NotAllowed, match="the relay does not know the key"):
        relay.link(key="x").get("/scene", SCENE)
    relay.scopes_missing = {"chat"}
    with pytest.raises(NotAllowed, match=r"may not do this \(.* required scope: chat\).*docs/foundry.md"):
        relay.link().post("/chat", {"content": "Hello."})


def test_a_disabled_account_is_refused_without_talk_of_scopes(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", 403, {"error": "Account disabled"})]
    with pytest.raises(NotAllowed, match=r"the relay does not let this key in: Account disabled$"):
        relay.link().get("/scene", SCENE)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_refused_as_too_fast_is_sent_again_after_a_pause(
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


def test_a_world_that_disconnects_during_a_request_is_reported(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", 500, {"error": "Failed to send request to Foundry client"})]
    with pytest.raises(WorldAway, match="its Foundry world is not connected"):
        relay.link().get("/scene", SCENE)


def test_an_event_stream_that_begins_with_an_error_is_refused_with_that_error(relay: Relay) -> None:
    """The status is 200 all the same, and the first event is the error (ten streams of a kind to a world)."""
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
def test_an_answer_that_is_not_of_a_relay_is_refused(relay: Relay, kind: int, sentence: str) -> None:
    relay.faults = [Fault("GET", "/scene", kind)]
    with pytest.raises(BadAnswer, match=sentence):
        relay.link().get("/scene", SCENE)


def test_a_broken_connection_is_unreachable_and_a_timeout_is_no_answer(relay: Relay) -> None:
    relay.faults = [Fault("GET", "/scene", requests.ConnectionError("x-api-key: secret"))]
    with pytest.raises(Unreachable, match="nobody listens there, or the line broke") as told:
        relay.link().get("/scene", SCENE)
    assert "secret" not in str(told.value)
    relay.faults = [Fault("POST", "/chat", requests.Timeout())]
    with pytest.raises(NoAnswer, match="no answer within 35 s"):
        relay.link().post("/chat", {"content": "Hello."})


def test_an_answer_of_too_many_bytes_is_refused(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.web.http_answer.MOST_ANSWER_BYTES", 1000)
    with pytest.raises(BadAnswer, match="answered more than 1000 bytes"):
        relay.link().get("/scene", SCENE)


def test_events_are_read_from_pieces_with_comments_and_bad_json_skipped(relay: Relay) -> None:
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
def test_an_address_that_is_no_url_or_carries_a_secret_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match=r"is not an address such as http://127\.0\.0\.1:3010"):
        RelayLink(address, KEY)


@pytest.mark.parametrize(
    "said", [{"error": f"no client for key {KEY}"}, {"success": False, "error": KEY}, KEY, [KEY]]
)
def test_a_key_repeated_in_an_error_of_the_relay_is_not_shown(relay: Relay, said: object) -> None:
    relay.faults = [Fault("GET", "/scene", 400, said)]
    with pytest.raises((Refused, BadAnswer)) as told:
        relay.link().get("/scene", SCENE)
    assert KEY not in str(told.value)


def test_the_key_is_neither_in_the_log_nor_in_the_repr_of_a_link(
    relay: Relay, caplog: pytest.LogCaptureFixture
) -> None:
    """The relay of these tests fails on a key in an address or a body; here the log is read."""
    caplog.set_level(logging.DEBUG)
    link = relay.link()
    link.get("/scene", SCENE)
    assert KEY not in caplog.text + repr(link)


def test_no_word_of_64_hex_digits_is_in_the_code_or_its_tests() -> None:
    """A relay's key is 64 hexadecimal digits."""
    folders = [Path(vtt_bridge.foundry.__file__).parent, Path(__file__).parent]
    found = subprocess.run(
        ["grep", "-rIEn", "--include=*.py", "--include=*.mjs", "--include=*.json", "[0-9a-f]{64}", *folders],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "")
