"""A stand-in for the relay's Foundry module: it connects our stand-in world to a real relay and answers the relay's requests.

Its words are those of the relay's documents (docs/md of 3.4.1): the token is the first message, a request of
TYPE is answered by TYPE-result.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

import requests
import websocket

from tests.vtt_bridge.foundry.relay import USERS
from tests.vtt_bridge.foundry.world import No, World
from tests.waiting import PATIENCE_S

SCOPES = "scene:read canvas:read canvas:write chat:read chat:write file:write clients:read events:subscribe user:read"
"""The scopes that docs/foundry.md asks for."""


@contextmanager
def connected(relay: str, world: World, email: str, password: str) -> Iterator[tuple[str, str]]:
    """Connect a world to a relay while the block runs; gives the key of a new account and the relay's id of the world."""
    bearer = _called(relay, "/auth/register", "", email=email, password=password)["sessionToken"]
    code = _called(relay, "/auth/connection-tokens", bearer)["code"]
    paired = _called(relay, "/auth/pair", "", code=code, worldId="proof", worldTitle="Proof")
    key = _called(relay, "/auth/api-keys", bearer, name="proof", scopes=SCOPES.split())["key"]
    address = f"{relay.replace('http', 'ws', 1)}/relay?id={quote(paired['clientId'])}&worldId=proof&worldTitle=Proof&foundryVersion=13.351"
    line = websocket.create_connection(address, timeout=PATIENCE_S)
    line.send(json.dumps({"type": "auth", "token": paired["token"]}))
    ready = Event()
    thread = Thread(target=_answer, args=(line, world, ready), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE_S), "the relay did not take the token"
    try:
        yield key, paired["clientId"]
    finally:
        line.close()


def _called(relay: str, path: str, bearer: str, **body: Any) -> Any:
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    answer = requests.post(relay + path, json=body, headers=headers, timeout=PATIENCE_S)
    assert answer.ok, f"{path}: {answer.text}"
    return answer.json()


def _answer(line: websocket.WebSocket, world: World, ready: Event) -> None:
    """Answer requests until the connection closes, and report hooks and chat."""

    def tell(channel: str, name: str, told: Any) -> None:
        data = {"hook": name, "args": told} if channel == "hooks" else told
        line.send(json.dumps({"type": "hook-event" if channel == "hooks" else "chat-event", "data": data}))

    world.hear = tell
    try:
        while text := line.recv():
            asked = json.loads(text)
            if asked["type"] == "auth-success":
                ready.set()
            if asked["type"] in DOES:
                try:
                    told = DOES[asked["type"]](world, asked)
                except No as error:
                    told = {"error": str(error)}
                line.send(
                    json.dumps({"type": f"{asked['type']}-result", "requestId": asked["requestId"], **told})
                )
    except (websocket.WebSocketException, OSError):
        pass


def _scene(world: World, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    query = {key: str(asked[key]) for key in ("sceneId", "name", "active", "viewed", "all") if asked.get(key)}
    return {"data": world.get_scene(query)}


def _deleted(world: World, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    world.delete(asked["documentType"], asked.get("sceneId", ""), asked["documentId"])
    return {"success": True}


def _said(world: World, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = ("content", "alias", "whisper", "speaker", "flavor")
    return {
        "success": True,
        "data": world.say({key: asked[key] for key in fields if asked.get(key) is not None}),
    }


DOES: Mapping[str, Callable[[World, Mapping[str, Any]], Mapping[str, Any]]] = {
    "get-scene": _scene,
    "create-canvas-document": lambda world, asked: {
        "data": world.create(asked["documentType"], asked.get("sceneId", ""), asked["data"])
    },
    "update-canvas-document": lambda world, asked: {
        "data": world.update(
            asked["documentType"], asked.get("sceneId", ""), asked["documentId"], asked["data"]
        )
    },
    "delete-canvas-document": _deleted,
    "chat-send": _said,
    "chat-messages": lambda world, asked: {"data": {"messages": world.chat[: -int(asked["limit"]) - 1 : -1]}},
    "get-users": lambda _, __: {"data": [*USERS]},
    "upload-file": lambda world, asked: {"success": True, "path": world.upload(dict(asked))},
}
