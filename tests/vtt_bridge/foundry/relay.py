"""A stand-in for a REST relay of version 3, with recorded behaviour and faults, below a requests session: no socket, no wait.

It fails on what is not documented, on two requests at a time (as the real one loses an answer then), on a
key anywhere but in its header, and at the end on faults that were arranged and never met.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from queue import Queue
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import requests
from requests.adapters import BaseAdapter

from tests.vtt_bridge.foundry.world import No, World
from tests.waiting import PATIENCE_S
from vtt_bridge.foundry.link import RelayLink

KEY = "k" * 64
CLIENT = "fvtt_1"
ADDRESS = "http://relay.test:3010"
USERS = (
    {"id": "gm", "name": "Gamemaster", "role": 4, "isGM": True, "active": True},
    {"id": "ann", "name": "Ann", "role": 1, "isGM": False, "active": True},
    {"id": "eve", "name": "Eve", "role": 1, "isGM": False, "active": True},
)
"""As the relay's documentation shows them (docs/examples/user-examples.json of 3.4.1)."""
KINDS = ("tokens", "tiles", "drawings", "lights", "sounds", "notes", "templates", "walls", "regions")


@dataclass
class Fault:
    """A fault of the next request with that method and path, once.

    `lost` is done and not answered, `late` is neither, `away` is a world that is not connected; a number is
    a status, without a reason unless the relay is `said` to give one; an exception is raised by the line.
    """

    method: str
    path: str
    kind: str | int | Exception
    said: object = ()


class Stream:
    """The bytes of an event stream; None ends it."""

    def __init__(self) -> None:
        self._parts: Queue[bytes | None] = Queue()
        self._ended = False

    def send(self, name: str, data: object) -> None:
        self._parts.put(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())

    def raw(self, data: bytes) -> None:
        self._parts.put(data)

    def end(self) -> None:
        self._parts.put(None)

    def read(self, _: int | None = None, **__: object) -> bytes:
        if self._ended:
            return b""
        part = self._parts.get(timeout=PATIENCE_S)
        self._ended = part is None
        return part or b""

    def close(self) -> None:
        self._ended = True

    def release_conn(self) -> None:
        self.close()


class Relay(BaseAdapter):
    """The relay in front of one world."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        world.hear = self._hear
        self.is_connected = True
        self.scopes_missing: set[str] = set()
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, str]] = []
        self.bodies: list[Any] = []
        self.collided = 0
        self.opened: Queue[tuple[str, Stream]] = Queue()
        self.streams: dict[str, Stream] = {}
        self._in_flight = 0
        self._lock = Lock()

    def link(self, **options: Any) -> RelayLink:
        session = requests.Session()
        session.mount(ADDRESS, self)
        return RelayLink(ADDRESS, options.pop("key", KEY), CLIENT, session=session, **options)

    def finish(self) -> None:
        """Check that all arranged faults occurred, and no requests collided."""
        assert not self.faults, f"never met: {self.faults}"
        assert not self.collided, "two requests were in flight at once"

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        split = urlsplit(request.url or "")
        assert KEY not in (request.url or "")
        assert KEY not in str(request.body)
        if request.headers.get("Accept") == "text/event-stream":
            return self._subscribe(request, split.path)
        with self._lock:
            self._in_flight += 1
            if self._in_flight > 1:
                self.collided += 1
        try:
            query = dict(parse_qsl(split.query))
            self.requests.append((request.method or "", split.path))
            body = json.loads(request.body) if request.body else None
            self.bodies.append(body)
            status, answer = self._answered(request, split.path, query, body)
            return _response(request, status, json.dumps(answer).encode())
        finally:
            with self._lock:
                self._in_flight -= 1

    def close(self) -> None:
        pass

    def _answered(
        self, request: requests.PreparedRequest, path: str, query: dict[str, str], body: Any
    ) -> tuple[int, Any]:
        if request.headers.get("x-api-key") != KEY:
            return 401, {"error": "API key is required"}
        if any(path.startswith(f"/{scope}") for scope in self.scopes_missing):
            return 403, {"error": f"API key lacks required scope: {path[1:]}"}
        if path == "/clients":
            client = {
                "clientId": CLIENT,
                "worldId": "w",
                "worldTitle": "Saturday",
                "foundryVersion": "13.351",
            }
            return 200, {"total": 1, "clients": [{**client, "isOnline": self.is_connected}]}
        if not self.is_connected or query.pop("clientId", CLIENT) != CLIENT:
            return 404, {"error": "Invalid client ID"}
        fault = self._fault(request.method or "", path)
        unanswered = (
            (504, {"error": "Upload timed out"})
            if path == "/upload"
            else (408, {"error": "Request timed out"})
        )
        match fault.kind if fault else None:
            case "late":
                return unanswered
            case "away":
                return 404, {"error": "Invalid client ID"}
            case int() as status if fault:
                return status, fault.said
            case Exception() as error:
                raise error
        try:
            done = self._done(request.method or "", path, query, body)
        except No as error:
            return 400, {"error": str(error)}
        return unanswered if fault else (200, done)

    def _fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if (fault.method, fault.path) == (method, path):
                self.faults.remove(fault)
                return fault
        return None

    def _done(self, method: str, path: str, query: dict[str, str], body: Any) -> Mapping[str, Any]:
        world = self.world
        scene = query.pop("sceneId", "")
        match method, path.strip("/").split("/"):
            case "GET", ["scene"]:
                return {
                    "type": "get-scene-result",
                    "data": world.get_scene({**query, **({"sceneId": scene} if scene else {})}),
                }
            case "POST", ["canvas", kind] if kind in KINDS:
                return {
                    "sceneId": scene,
                    "documentType": kind,
                    "data": world.create(kind, scene, body["data"]),
                }
            case "PUT", ["canvas", kind] if kind in KINDS and set(body) == {"documentId", "data"}:
                return {
                    "documentType": kind,
                    "data": world.update(kind, scene, body["documentId"], body["data"]),
                }
            case "DELETE", ["canvas", kind] if kind in KINDS and body is None:
                world.delete(kind, scene, query["documentId"])
                return {"success": True}
            case "POST", ["chat"]:
                return {"success": True, "data": world.say(body)}
            case "GET", ["chat"]:
                return {"success": True, "data": {"messages": world.chat[: -int(query["limit"]) - 1 : -1]}}
            case "GET", ["users"]:
                return {"type": "get-users-result", "data": [*USERS]}
            case "POST", ["upload"]:
                return {"success": True, "path": world.upload(body)}
        raise AssertionError(f"not documented: {method} {path} {query} {body}")

    def _subscribe(self, request: requests.PreparedRequest, path: str) -> requests.Response:
        if request.headers.get("x-api-key") != KEY:
            return _response(request, 401, b'{"error": "API key is required"}')
        if any(path.startswith(f"/{scope}") for scope in self.scopes_missing):
            return _response(request, 403, b'{"error": "API key lacks required scope: events:subscribe"}')
        if not self.is_connected or f"clientId={CLIENT}" not in (request.url or ""):
            return _response(request, 404, b'{"error": "Invalid client ID"}')
        if (fault := self._fault("GET", path)) is not None:
            assert isinstance(fault.kind, int)
            return _response(request, fault.kind, json.dumps(fault.said).encode())
        stream = self.streams[path.split("/")[1]] = Stream()
        stream.send("connected", {"clientId": CLIENT})
        self.opened.put((path, stream))
        response = _response(request, 200, b"")
        response.raw = stream
        return response

    def _hear(self, channel: str, name: str, told: Any) -> None:
        if stream := self.streams.get(channel):
            if channel == "hooks":
                stream.send(name, {"type": "hook-event", "data": {"hook": name, "args": told}})
            else:
                stream.send(name, {"type": "chat-event", "data": told})


def _response(request: requests.PreparedRequest, status: int, body: bytes) -> requests.Response:
    response = requests.Response()
    response.status_code = status
    response.raw = BytesIO(body)
    response.request = request
    response.url = request.url or ""
    return response


def finished(relay: Relay) -> Iterator[Relay]:
    """For fixtures: the relay, which is checked by `finish` at the end."""
    yield relay
    relay.finish()
