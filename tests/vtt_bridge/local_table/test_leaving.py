"""A long question ends when its asker disconnects."""

import asyncio
import json
from pathlib import Path
from typing import Any

from anyio.from_thread import start_blocking_portal

from maps.library import scenario
from tests.vtt_bridge.scenes import umpire
from vtt_bridge.local_table.api.app import create_app
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

PLAN = {"ask": "plan", "who": "us.able.1.squad.2", "target": "K4"}


def asked(store: Store, scene_id: str, *, stays: bool) -> tuple[int, dict[str, Any]]:
    """The status and the answer to a look at a scene, whose asker stays on the line or closes it at once."""
    app = create_app(store, umpire(), ("testserver",))
    coming = [{"type": "http.request", "body": json.dumps(PLAN).encode()}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not coming and stays:
            await asyncio.Event().wait()
        return coming.pop() if coming else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    path = f"/api/scenes/{scene_id}/look"
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "http_version": "1.1", "scheme": "http", "client": ("127.0.0.1", 1),
        "server": ("testserver", 80), "root_path": "", "asgi": {"version": "3.0"},
    }  # fmt: skip
    with start_blocking_portal() as portal:
        portal.call(app, scope, receive, send)
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent))


def test_a_long_question_is_abandoned_once_its_asker_disconnects(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    scene_id = open_scenario(store, scenario("mill-crossing"))
    status, answer = asked(store, scene_id, stays=False)
    assert (status, answer) == (422, {"error": "Nobody waits for the answer any longer."})
    status, answer = asked(store, scene_id, stays=True)
    assert (status, answer["ruling"]["verdict"]["kind"]) == (200, "plan")
    store.close()
