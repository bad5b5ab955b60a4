"""A room of PlanarAlly over Socket.IO: log in, load, send, ask; errors are translated here alone.

python-socketio is optional: pip install blindhex[planarally].
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from queue import Empty, Queue
from time import monotonic
from typing import Any, Protocol, cast
from urllib.parse import quote, unquote

import requests

from rules.errors import BadInput
from vtt_bridge.errors import BadAnswer, NoAnswer, Refused, TableError, Unreachable
from vtt_bridge.web.http_answer import fetched, split_address

GAME, ASSETS = "/planarally", "/pa_assetmgmt"
LEFT = "left"
"""The event that marks the end of the connection."""

Event = tuple[str, Any]

_WHOLE, _PART, _END = "CLEAR", "PARTIAL-CLEAR", "Location.Loaded"
"""The events with which loading a location begins (all of it, or a part), and with which it ends."""
_ON_LOADING = """
    Room.Info.Set Players.Info.Set Player.Options.Set Characters.Set Location.Set Locations.Settings.Set
    Board.Locations.Set Board.Floor.Set Initiative.Set Markers.Set Asset.Shortcuts.Set
"""
_TOLD_ON_LOADING = frozenset(_ON_LOADING.split())
_OF_NO_SHAPE = ("Client.", "Dice.", "Initiative.", "Note.")
"""The prefixes of events that change nothing on the map, such as where somebody looks or what he rolled."""


class _Client(Protocol):
    """The part of python-socketio's client that is used here."""

    def connect(
        self, url: str, *, namespaces: list[str], transports: list[str], socketio_path: str, wait_timeout: int
    ) -> None: ...

    def disconnect(self) -> None: ...

    def emit(self, event: str, data: object, namespace: str) -> None: ...

    def call(self, event: str, data: object, namespace: str, timeout: int) -> Any: ...

    def on(self, event: str, handler: Callable[..., None], namespace: str) -> object: ...


class NotInstalled(TableError):
    """The package for talking to PlanarAlly is not installed."""

    def __init__(self) -> None:
        super().__init__("python-socketio is not installed; pip install 'blindhex[planarally]'")


class RoomLink:
    """A room at an address such as http://127.0.0.1:8000/game/creator/room, entered as one of its users.

    Raises (all methods):
        Unreachable: if nobody answers there, or the connection broke; NoAnswer if not in time.
        BadAnswer: if the server is not a PlanarAlly.
        Refused: if it does not let us in.
    """

    def __init__(self, address: str, user: str, password: str, timeout_s: float = 10.0) -> None:
        self.address, self.creator, self.room = room_address(address)
        self._user, self._password, self._timeout_s = user, password, timeout_s
        self._events: dict[str, Queue[Event]] = {GAME: Queue(), ASSETS: Queue()}
        self._chat: Queue[Event] = Queue()
        self._client: _Client | None = None
        self._faults: tuple[type[Exception], ...] = (OSError,)
        self._is_changing = False

    def enter(self) -> None:
        """Log in and enter the room, again if the connection broke."""
        self.leave()
        session = requests.Session()
        session.trust_env = False
        self._log_in(session)
        self._events, self._chat = {GAME: Queue(), ASSETS: Queue()}, Queue()
        client = self._new_client(session)
        for namespace, events in self._events.items():
            client.on("*", _queueing_handler(events, self._chat), namespace=namespace)
            client.on("disconnect", _disconnect_handler(events, self._chat), namespace=namespace)
        faults: tuple[type[Exception], ...] = (*self._faults, requests.RequestException, ValueError)
        # PlanarAlly reads the room from the query exactly in this form.
        query = f"user={quote(self.creator)}&room={quote(self.room)}"
        try:
            client.connect(
                f"{self.address}/?{query}",
                namespaces=[GAME, ASSETS],
                transports=["websocket"],
                socketio_path="socket.io",
                wait_timeout=max(1, round(self._timeout_s)),
            )
        except faults:
            with suppress(*self._faults):
                client.disconnect()
            raise Refused(
                f"the room {self.creator}/{self.room} lets {self._user} not in; join it in the browser first"
            ) from None
        self._client = client

    def leave(self) -> None:
        """Leave the room, if in it."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(*self._faults):
                client.disconnect()

    def load(self) -> list[Event]:
        """The events that describe the current location, from the first to the last.

        If a DM moves us to another location meanwhile, its events may be mixed in; then loading is repeated.
        """
        self._inside()
        until = monotonic() + self._timeout_s
        try:
            while (events := self._loaded_once(until)) is None:
                pass
        except NoAnswer:
            self.leave()  # a late answer would be taken for the answer to the next question
            raise
        self._is_changing = any(event not in _TOLD_ON_LOADING for event, _ in events)
        return events

    def _loaded_once(self, until: float) -> list[Event] | None:
        """The events of one loading; None if another came at the same time, as the two cannot be told apart."""
        self.send("Location.Load", None)
        events: list[Event] = []
        is_begun, is_mixed, under_way = False, False, 0
        while under_way or not is_begun:
            event, given = self._next(GAME, until)
            if event == _WHOLE:
                events, is_begun, is_mixed = [], True, under_way > 0
                under_way += 1
            elif event == _PART:
                is_mixed = True
                under_way += 1
            elif event == _END:
                under_way = max(0, under_way - 1)
            else:
                events.append((event, given))
        return None if is_mixed else events

    @property
    def is_quiet(self) -> bool:
        """Whether the location is unchanged since it was loaded: PlanarAlly reports all changes by others to a DM."""
        return self._client is not None and not self._is_changing and self._events[GAME].empty()

    @property
    def user(self) -> str:
        """The account that entered."""
        return self._user

    def send(self, event: str, given: Any, namespace: str = GAME) -> None:
        """Send an event, to which PlanarAlly gives no answer."""
        client = self._inside()
        try:
            client.emit(event, given, namespace=namespace)
        except self._faults:
            raise self._broken() from None

    def ask(self, event: str, given: Any, namespace: str = GAME) -> Any:
        """Send an event, and return its answer."""
        client = self._inside()
        try:
            return client.call(event, given, namespace=namespace, timeout=max(1, round(self._timeout_s)))
        except self._faults as fault:
            if type(fault).__name__ == "TimeoutError":
                why = f"no answer to {event} within {self._timeout_s:g} s"
                raise NoAnswer(self.address, why) from None
            raise self._broken() from None

    def wait_for(self, event: str, namespace: str) -> Iterator[Any]:
        """Each event of that name as it comes, until the time is up; others are skipped."""
        until = monotonic() + self._timeout_s
        while True:
            name, given = self._next(namespace, until)
            if name == event:
                yield given

    def events(self, poll_s: float) -> Iterator[Event | None]:
        """The events of the room one by one; None when nothing came for `poll_s` seconds.

        The last event, LEFT, is the end of the connection.
        """
        chat = self._chat
        while True:
            try:
                event = chat.get(timeout=poll_s)
            except Empty:
                yield None
                continue
            yield event
            if event[0] == LEFT:
                return

    def _next(self, namespace: str, until: float) -> Event:
        try:
            event = self._events[namespace].get(timeout=max(0.01, until - monotonic()))
        except Empty:
            raise NoAnswer(self.address, f"no answer within {self._timeout_s:g} s") from None
        if event[0] == LEFT:
            raise self._broken()
        return event

    def _new_client(self, session: requests.Session) -> _Client:
        if find_spec("socketio") is None or find_spec("websocket") is None:
            raise NotInstalled
        self._faults = (OSError, cast(type[Exception], import_module("socketio.exceptions").SocketIOError))
        client = import_module("socketio").Client(reconnection=False, http_session=session)
        _handle_in_order(client.eio)
        return cast(_Client, client)

    def _inside(self) -> _Client:
        if self._client is None:
            self.enter()
        assert self._client is not None
        return self._client

    def _broken(self) -> Unreachable:
        self.leave()
        return Unreachable(self.address, "the line broke")

    def _log_in(self, session: requests.Session) -> None:
        body = {"username": self._user, "password": self._password}
        status = fetched(session, "POST", self.address, "/api/login", self._timeout_s, json=body).status
        if status in (401, 403):
            raise Refused(f"{self.address} does not know {self._user}, or not with that password")
        if status != 200:
            raise BadAnswer(self.address, f"a login with status {status}, as no PlanarAlly does")


def room_address(address: str) -> tuple[str, str, str]:
    """The server, the room's creator and its name, from the address that the browser shows.

    Raises:
        BadInput: if it is no such address.
    """
    split = split_address(address)
    steps = [step for step in split.path.split("/") if step] if split is not None else []
    if split is None or len(steps) < 3 or steps[-3] != "game" or split.username or split.password:
        raise BadInput("room", address, "an address such as http://127.0.0.1:8000/game/creator/room")
    before = "/".join(["", *steps[:-3]])
    creator, room = (unquote(step) for step in steps[-2:])
    return f"{split.scheme}://{split.netloc}{before}", creator, room


def _handle_in_order(connection: Any) -> None:
    """Messages are taken in the order in which they were sent.

    Engine.IO's client starts a thread for each, so that the word that a location is loaded could overtake its floors.
    """
    start = connection.start_background_task

    def started(does: Callable[..., object], *given: Any, **named: Any) -> object:
        if does == connection.handlers.get("message"):
            return does(*given, **named)
        return start(does, *given, **named)

    connection.start_background_task = started


def _queueing_handler(events: Queue[Event], chat: Queue[Event]) -> Callable[..., None]:
    """A handler that puts chat lines in a queue of their own, so that reading a location loses no question."""

    def keep(event: str, *given: Any) -> None:
        if not event.startswith(_OF_NO_SHAPE):
            (chat if event == "Chat.Add" else events).put((event, given[0] if given else None))

    return keep


def _disconnect_handler(*queues: Queue[Event]) -> Callable[..., None]:
    def leave(*_: Any) -> None:
        for queue in queues:
            queue.put((LEFT, None))

    return leave
