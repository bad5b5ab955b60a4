"""The events of a Foundry table in one stream: lines in its chat, and changes by others.

Tokens and chat come as server-sent events; regions, drawings and tiles are not reported, so they are polled.
After a break everything may have changed. Our own changes are left out.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Event as Flag
from threading import Thread
from typing import Any

from rules.errors import RulesError
from vtt_bridge.foundry.chat import Line, line_of
from vtt_bridge.foundry.link import Event, NotAllowed, RelayLink

CHAT, HOOKS = "/chat/subscribe", "/hooks/subscribe?hooks=createToken,updateToken,deleteToken,updateScene"
_REMEMBERED = 500


@dataclass(frozen=True, slots=True)
class ChatLineSaid:
    """Somebody said a line."""

    line: Line


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody else changed the scene, or may have, so it should be read again."""


@dataclass(frozen=True, slots=True)
class Away:
    """The connection broke, or the world went away; reconnecting goes on."""

    why: RulesError


@dataclass(frozen=True, slots=True)
class Back:
    """A stream is connected, for the first time or again; missed events are not sent."""


Happening = ChatLineSaid | Changed | Away | Back


class Watch:
    """Listens to both streams, each in a thread, until `stop`.

    Raises (while events are taken):
        NotAllowed: if the key may not listen; trying again would not help.
    """

    def __init__(
        self, link: RelayLink, is_echo: Callable[[Mapping[str, Any]], bool], poll_s: float, retry_s: float
    ) -> None:
        self._link, self._is_echo = link, is_echo
        self._poll_s, self._retry_s = poll_s, retry_s
        self._heard: Queue[Happening] = Queue()
        self._stopped = Flag()
        self._lines: deque[str] = deque(maxlen=_REMEMBERED)
        self._silent = {CHAT, HOOKS}
        for path, handler in ((CHAT, self._chat), (HOOKS, self._hook)):
            Thread(target=self._listen, args=(path, handler), name=f"foundry {path[:5]}", daemon=True).start()

    @property
    def is_listening(self) -> bool:
        """Whether both streams are connected, so that no new line is missed."""
        return not self._silent

    def events(self) -> Iterator[Happening]:
        """The events as they come; Changed when nothing has been heard for a while."""
        while not self._stopped.is_set():
            try:
                happened = self._heard.get(timeout=self._poll_s)
            except Empty:
                happened = Changed()
            if isinstance(happened, Away) and isinstance(happened.why, NotAllowed):
                raise happened.why
            yield happened

    def stop(self) -> None:
        """Stop listening; events that still arrive are dropped."""
        self._stopped.set()

    def _listen(self, path: str, handler: Callable[[Event], Happening | None]) -> None:
        while not self._stopped.is_set():
            try:
                for event in self._link.events(path):
                    if self._stopped.is_set():
                        return
                    if event.name == "connected":
                        self._silent.discard(path)
                    happened = Back() if event.name == "connected" else handler(event)
                    if happened is not None:
                        self._heard.put(happened)
            except RulesError as error:
                self._silent.add(path)
                self._heard.put(Away(error))
            self._stopped.wait(self._retry_s)

    def _chat(self, event: Event) -> Happening | None:
        """The event of a new line, reported once; nothing if its deletion was reported first."""
        payload = event.data.get("data")
        message = payload.get("data") if isinstance(payload, Mapping) else None
        if not isinstance(payload, Mapping) or not isinstance(message, Mapping):
            return None
        line = line_of(message)
        if not line.id or line.id in self._lines:
            return None
        self._lines.append(line.id)
        return ChatLineSaid(line) if payload.get("eventType") == "create" and not line.op_id else None

    def _hook(self, event: Event) -> Happening | None:
        payload = event.data.get("data")
        args = payload.get("args") if isinstance(payload, Mapping) else None
        changes = args[1] if isinstance(args, list) and len(args) > 1 else None
        if isinstance(changes, Mapping) and self._is_echo(changes):
            return None
        return Changed()
