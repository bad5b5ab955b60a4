"""Server-sent events: every listener hears of each change at once."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

from exporters.json_value import Json
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.clients import Client, seated
from tests.vtt_bridge.web.test_png_check import png
from tests.waiting import PATIENCE_S

Event = tuple[str, str, str]


@contextmanager
def hearing(served: Served) -> Iterator[Iterator[Event]]:
    with requests.get(f"{served.scene_url}/events", stream=True, timeout=PATIENCE_S) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield _events(answer)


@contextmanager
def hearing_as(who: Client) -> Iterator[Iterator[dict[str, Any]]]:
    """The events that one seat hears, in full."""
    key = {"Authorization": f"Bearer {who.key}"}
    url = f"{who.table.scene_url}/events"
    with requests.get(url, stream=True, timeout=PATIENCE_S, headers=key) as answer:
        yield _told(answer)


def _events(answer: requests.Response) -> Iterator[Event]:
    for told in _told(answer):
        yield told["kind"], told["id"], told["revision"]


def _told(answer: requests.Response) -> Iterator[dict[str, Any]]:
    kind = ""
    for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            told = json.loads(line.removeprefix("data: "))
            assert told["kind"] == kind
            yield told


def test_every_listener_hears_every_change_in_order(served: Served) -> None:
    with hearing(served) as events, hearing(served) as others:
        assert next(events) == next(others) == ("hello", "small-fight", "1")
        served.send("PATCH", "/tokens/A-1", {"to": "A1"})
        served.send("PUT", "/areas/s", {"terrain": "smoke", "cells": ["B1"]})
        served.put_png("/overlays/x", png())
        served.send("POST", "/chat", {"author": "Ann", "text": "Ha!"})
        served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target": "G-1"})
        wanted = [
            ("token", "A-1", "2"),
            ("area", "s", "3"),
            ("overlay", "x", "3"),
            ("chat", "", "3"),
            ("overlay", "blindhex-answer", "3"),
            ("chat", "", "3"),
        ]
        for heard in (events, others):
            assert [next(heard) for _ in wanted] == wanted


def test_a_refused_write_is_not_heard(served: Served) -> None:
    with hearing(served) as events:
        next(events)
        served.send("PATCH", "/tokens/A-1", {"to": "Z9"})
        served.send("PATCH", "/tokens/A-1", {"to": "A3"}, {"revision": "77"})
        served.send("PATCH", "/tokens/A-1", {"to": "A3"})
        assert next(events) == ("token", "A-1", "2")


def test_a_place_pointed_to_is_heard_with_the_side_that_points_and_stored_nowhere(tmp_path: Path) -> None:
    with a_table(tmp_path, "lhy-ridge-farm", names=("club.example",)) as table:
        seats = seated(table)
        before = seats["us"].json("")
        with hearing_as(seats["ge"]) as events:
            next(events)
            jackson = next(piece for piece in before["pieces"] if piece["name"] == "Lt. Jackson")
            pointed: list[tuple[list[Json], str]] = [(jackson["at_px"], "H5"), ([-50.0, 80.0], "")]
            for at_px, at in pointed:
                assert seats["us"].send("POST", "/pointed", {"at_px": at_px}).status_code == 204
                assert next(events) == {
                    "kind": "pointed",
                    "id": "",
                    "revision": before["source"]["revision"],
                    "at_px": at_px,
                    "at": at,
                    "by": "us",
                }
        assert seats["us"].json("") == before
        refused = seats["spectator"].send("POST", "/pointed", {"at_px": [120.5, 80]})
        assert (refused.status_code, refused.json()["error"]) == (403, "seat: who looks on does not point")


def test_the_events_of_an_unknown_scene_are_404(served: Served) -> None:
    answer = requests.get(f"{served.url}/api/scenes/nowhere/events", timeout=PATIENCE_S)
    assert (answer.status_code, "no scene named 'nowhere'" in answer.json()["error"]) == (404, True)
