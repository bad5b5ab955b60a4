"""The server of the local table: in the foreground for `blindhex serve`, or in a thread."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import uvicorn
from fastapi import FastAPI

from vtt_bridge.errors import CannotListen
from vtt_bridge.local_table.api.app import create_app
from vtt_bridge.local_table.computer_players import ComputerPlayers
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.host_names import is_loopback, names_of

_START_S = 15.0
_IDLE_S = 300
"""How long a connection stays open between requests; long, because a request sent just as it closes fails."""

QUESTIONS_A_MINUTE = 120
"""The most questions a minute that a shared table answers for each player."""


def serve(
    store: Store,
    umpire: Umpire,
    host: str,
    port: int,
    started: Callable[[str], None],
    welcome: Callable[[FastAPI], None] = lambda _: None,
    names: tuple[str, ...] = (),
) -> None:
    """Serve the table until interrupted; `started` is called with its URL. Port 0 takes a free one.

    `welcome` adds what other virtual tabletops need of this server. `names` are further host names to answer to. A table
    that listens beyond this machine, or has such names, is joined by links to seats.

    Raises:
        CannotListen: if nothing can listen there.
    """
    with _listening(host, port) as (listener, url), ComputerPlayers(store, umpire.ruleset):
        started(url)
        _server(store, umpire, host, welcome, names, QUESTIONS_A_MINUTE).run(sockets=[listener])


@contextmanager
def serving(
    store: Store,
    umpire: Umpire,
    host: str = "127.0.0.1",
    port: int = 0,
    welcome: Callable[[FastAPI], None] = lambda _: None,
    names: tuple[str, ...] = (),
    questions_a_minute: int = 0,
) -> Iterator[str]:
    """Serve the table in a thread while the block runs; gives its URL. `questions_a_minute` 0 means no limit.

    Raises:
        CannotListen: if nothing can listen there.
    """
    with _listening(host, port) as (listener, url), ComputerPlayers(store, umpire.ruleset):
        server = _server(store, umpire, host, welcome, names, questions_a_minute)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, name="local table", daemon=True)
        thread.start()
        try:
            until = monotonic() + _START_S
            while not server.started:
                if not thread.is_alive() or monotonic() > until:
                    raise CannotListen(host, port, "the server did not start")
                sleep(0.01)
            yield url
        finally:
            server.should_exit = True
            thread.join(_START_S)


@contextmanager
def _listening(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
        # Accepted connections inherit it; without it the end of an answer waits 40 ms for the client's delayed ACK.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CannotListen(host, port, why.partition(" (while")[0]) from error  # what follows is Python's own
    with listener:
        shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        where = f"[{shown}]" if ":" in shown else shown
        yield listener, f"http://{where}:{listener.getsockname()[1]}"


def is_joined_by_links(host: str, names: tuple[str, ...]) -> bool:
    """Whether a table that listens at `host` and has these further names is joined by links to its seats."""
    return bool(names) or not is_loopback(host)


def _server(
    store: Store,
    umpire: Umpire,
    host: str,
    welcome: Callable[[FastAPI], None],
    names: tuple[str, ...],
    questions_a_minute: int,
) -> uvicorn.Server:
    known = (*names_of(host), *(name.lower() for name in names))
    app = create_app(
        store,
        umpire,
        known,
        welcome,
        by_links=is_joined_by_links(host, names),
        questions_a_minute=questions_a_minute,
    )
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
            timeout_keep_alive=_IDLE_S,
            ws="none",
        )
    )
