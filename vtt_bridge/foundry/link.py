"""HTTP requests to a Foundry world behind a REST relay; their errors are translated here.

The relay loses an answer when two requests are made within a millisecond, so there is one in flight at a
time. A request that got no answer (408, and 504 to uploads) is repeated only where that does no harm: a
read, or a write of a whole value. A request refused as too fast (429) was not carried out, and is repeated
after a pause, a few times. The key is sent in a header, and never appears in an address, message or log.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from time import sleep
from typing import Any, cast

import requests

from exporters.json_value import Json
from rules.errors import BadInput
from vtt_bridge.errors import BadAnswer, NoAnswer, Refused, Unreachable
from vtt_bridge.web.http_answer import HttpAnswer, fetched, read_body, split_address

TIMES_TRIED = 3
PAUSE_S = 1.0
"""The pause after a relay says that requests come too fast; it names no time itself, and accepts five a second again by then."""
KEY_HEADER = "x-api-key"
_TOO_FAST = 429
_MOST_LINE_BYTES = 4 * 2**20

Params = Mapping[str, str]


class WorldAway(Unreachable):
    """The relay answers, but the world is not connected to it."""


class NotAllowed(Refused):
    """The relay does not accept the key, or the key may not do this."""


@dataclass(frozen=True, slots=True)
class Event:
    """A server-sent event: the name it was sent under, and its data."""

    name: str
    data: Mapping[str, Any]


class RelayLink:
    """A relay's address, a key and a world, with the requests session to reach them.

    Raises (all methods):
        Unreachable: if nobody answers; NoAnswer, WorldAway if the relay answers and the world does not.
        BadAnswer: if the answer is not one that the relay documents.
        Refused: if the relay or the world says no.
    """

    def __init__(
        self,
        address: str,
        key: str,
        world: str = "",
        timeout_s: float = 35.0,
        session: requests.Session | None = None,
    ) -> None:
        if not _is_address(address):
            raise BadInput("relay", address, "an address such as http://127.0.0.1:3010")
        self.address = address.rstrip("/")
        self.world = world
        self._key = key
        self._timeout_s = timeout_s
        self._session = session or requests.Session()
        self._session.trust_env = False
        self._in_flight = Lock()

    def get(self, path: str, params: Params | None = None) -> Mapping[str, Any]:
        """The document at a path; requested again if no answer came."""
        return self._retried("GET", path, params or {}, None)

    def put(self, path: str, body: Json, params: Params | None = None) -> Mapping[str, Any]:
        """Write a document; repeated if no answer came."""
        return self._retried("PUT", path, params or {}, body)

    def delete(self, path: str, params: Params | None) -> None:
        """Delete a document; if the first answer was lost, a repeat that finds it gone is no error."""
        try:
            self._once("DELETE", path, params or {}, None)
        except NoAnswer:
            try:
                self._once("DELETE", path, params or {}, None)
            except Refused as error:
                if "not found" not in str(error).casefold() and "does not exist" not in str(error).casefold():
                    raise

    def post(self, path: str, body: Json, params: Params | None = None) -> Mapping[str, Any]:
        """Create a document, without repeating: after NoAnswer the caller has to look whether it was created."""
        return self._once("POST", path, params or {}, body)

    def events(self, path: str) -> Iterator[Event]:
        """The events of a stream, beginning with `connected`, until it breaks."""
        try:
            with self._session.get(
                self.address + path,
                params={"clientId": self.world} if self.world else None,
                headers={KEY_HEADER: self._key, "Accept": "text/event-stream"},
                timeout=(self._timeout_s, 60),
                allow_redirects=False,
                stream=True,
            ) as response:
                if response.status_code != 200:
                    self._refuse(response.status_code, read_body(response, self.address))
                for event in _events(response):
                    if event.name == "error":
                        raise Refused(f"the relay: {self._sentence(event.data)}")
                    yield event
            raise self._broken()
        except requests.RequestException:
            raise self._broken() from None

    def _broken(self) -> Unreachable:
        return Unreachable(self.address, "the stream of events ended")

    def _retried(self, method: str, path: str, params: Params, body: Json) -> Mapping[str, Any]:
        for _ in range(TIMES_TRIED - 1):
            with suppress(NoAnswer):
                return self._once(method, path, params, body)
        return self._once(method, path, params, body)

    def _once(self, method: str, path: str, params: Params, body: Json) -> Mapping[str, Any]:
        asked = {**params, "clientId": self.world} if self.world else dict(params)
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        with self._in_flight:
            answer = self._answer(method, path, asked, data)
            for _ in range(TIMES_TRIED - 1):
                if answer.status != _TOO_FAST:
                    break
                sleep(PAUSE_S)
                answer = self._answer(method, path, asked, data)
        if answer.status >= 300:
            self._refuse(answer.status, answer.body)
        return self._object(answer.body)

    def _answer(self, method: str, path: str, params: Params, data: bytes | None) -> HttpAnswer:
        headers = {KEY_HEADER: self._key, "Content-Type": "application/json"}
        return fetched(
            self._session,
            method,
            self.address,
            path,
            self._timeout_s,
            params=params,
            data=data,
            headers=headers,
        )

    def _object(self, answer: bytes) -> Mapping[str, Any]:
        try:
            document = json.loads(answer)
        except (ValueError, RecursionError):
            raise BadAnswer(self.address, f"what is not JSON: {self._without_key(answer)}") from None
        if not isinstance(document, dict):
            raise BadAnswer(self.address, f"what is no JSON object: {self._without_key(answer)}")
        if document.get("success") is False:
            raise Refused(f"Foundry: {self._sentence(document)}")
        return cast(Mapping[str, Any], document)

    def _refuse(self, status: int, answer: bytes) -> None:
        document = self._object(answer) if answer.startswith(b"{") else {}
        said = self._sentence(document)
        match status:
            case 408 | 504:
                raise NoAnswer(self.address, "the world behind the relay did not answer in time")
            case 401:
                raise NotAllowed("the relay does not know the key; make one in the relay and give it anew")
            case 403 if "scope" in said.casefold():
                raise NotAllowed(
                    f"the relay's key may not do this ({said}); give it the scopes in docs/foundry.md"
                )
            case 403:
                raise NotAllowed(f"the relay does not let this key in: {said}")
            case status if status == _TOO_FAST:
                raise Refused(f"the relay takes no more requests of this key now: {said}")
            case 404 | 500 if "client" in said.casefold():
                raise WorldAway(
                    self.address,
                    f"its Foundry world is not connected ({said}); a game master must be logged in with the module",
                )
            case _ if document.get("error"):
                raise Refused(f"Foundry: {said}")
            case _:
                raise BadAnswer(self.address, f"with status {status} and no reason")

    def _sentence(self, document: Mapping[str, Any]) -> str:
        said = document.get("error")
        return self._hidden(said)[:300] if isinstance(said, str) and said else "no reason given"

    def _without_key(self, answer: bytes) -> str:
        return repr(self._hidden(answer.decode("utf-8", "replace"))[:40])

    def _hidden(self, said: str) -> str:
        """A server's words with the key replaced, in case they contain it."""
        return said.replace(self._key, "(key)") if self._key else said


def _is_address(address: str) -> bool:
    split = split_address(address)
    return split is not None and not (split.query or split.fragment or split.username or split.password)


def _events(response: requests.Response) -> Iterator[Event]:
    """The events of a stream; comments, and events whose data are not a JSON object, are skipped."""
    name, data = "", list[str]()
    for line in _lines(response):
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line:
            try:
                payload = json.loads("\n".join(data)) if data else None
            except (ValueError, RecursionError):
                payload = None
            if isinstance(payload, dict):
                yield Event(name, payload)
            name, data = "", []


def _lines(response: requests.Response) -> Iterator[str]:
    pending = b""
    for part in response.iter_content(None):
        *lines, pending = (pending + part).split(b"\n")
        if len(pending) > _MOST_LINE_BYTES:
            raise requests.exceptions.ContentDecodingError("a line without end")
        for line in lines:
            yield line.removesuffix(b"\r").decode("utf-8", "replace")
