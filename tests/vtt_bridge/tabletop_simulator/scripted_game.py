"""A stand-in for the game's side of the editor link: it expects messages in order and answers each as scripted."""

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from tests.waiting import PATIENCE_S
from vtt_bridge.tabletop_simulator.editor_link import EditorLink


@dataclass
class Exchange:
    """An expected message, and the game's replies, each over a connection of its own."""

    expected: dict[str, Any]
    answers: Sequence[dict[str, Any] | bytes] = ()


@dataclass
class ScriptedGame:
    """The record of a scripted game: the faults found; no message may be unexpected or missing."""

    link: EditorLink
    faults: list[str] = field(default_factory=list)


@contextmanager
def scripted(*exchanges: Exchange, timeout_s: float = PATIENCE_S) -> Iterator[ScriptedGame]:
    """The game, listening on ports of its own while the block runs."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_server(("127.0.0.1", 0)) as free:
        editor_port = free.getsockname()[1]
        free.close()
        game = ScriptedGame(EditorLink(timeout_s, listener.getsockname()[1], editor_port))
        thread = Thread(target=_play, args=(listener, editor_port, exchanges, game))
        thread.start()
        try:
            yield game
        finally:
            with socket.create_connection(listener.getsockname()):
                pass  # an empty message ends the game
            thread.join()
    assert game.faults == []


def _play(
    listener: socket.socket, editor_port: int, exchanges: Sequence[Exchange], game: ScriptedGame
) -> None:
    left = list(exchanges)
    while True:
        line, _ = listener.accept()
        with line, line.makefile("rb") as read:
            message = read.read()
        if not message:
            if left:
                game.faults.append(f"left over: {left}")
            return
        if not left or json.loads(message) != left[0].expected:
            game.faults.append(f"unexpected: {message[:300]!r}")
            continue
        for answer in left.pop(0).answers:
            with socket.create_connection(("127.0.0.1", editor_port)) as back:
                back.sendall(answer if isinstance(answer, bytes) else json.dumps(answer).encode())
