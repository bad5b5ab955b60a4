"""Foreign servers that answer slowly or too much: nobody waits without end."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import pytest
import requests

from tests.waiting import PATIENCE_S
from vtt_bridge.errors import BadAnswer, NoAnswer, Unreachable
from vtt_bridge.web.http_answer import HttpAnswer, fetched

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"


@contextmanager
def server(at_once: bytes, then: bytes = b"") -> Iterator[str]:
    """The address of a server that sends some bytes at once, and then others again and again."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        over = Event()

        def answer() -> None:
            with suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(at_once)
                    while then and not over.wait(0.02):
                        connection.sendall(then)

        thread = Thread(target=answer)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            over.set()
            listener.close()
            thread.join(PATIENCE_S)


def ask(address: str, timeout_s: float) -> HttpAnswer:
    with requests.Session() as session:
        return fetched(session, "GET", address, "/", timeout_s)


def test_an_answer_comes_whole_with_its_status() -> None:
    with server(b"HTTP/1.1 418 No\r\nContent-Length: 3\r\n\r\ntea") as address:
        assert ask(address, PATIENCE_S) == HttpAnswer(418, b"tea")


@pytest.mark.parametrize("at_once", [HEAD, b"HTTP/1.1 200 OK\r\nX-Long: "], ids=["body", "header"])
def test_a_server_that_sends_byte_by_byte_is_given_up_after_the_timeout(at_once: bytes) -> None:
    with server(at_once, b"x") as address, pytest.raises(NoAnswer, match=r"no answer within 0\.5 s"):
        ask(address, 0.5)


def test_a_server_that_closes_without_a_word_is_unreachable() -> None:
    with server(b"", b"") as address, pytest.raises(Unreachable):
        ask(address, 0.5)


def test_an_answer_that_is_not_http_is_refused() -> None:
    with server(b"220 mail\r\n\r\n") as address, pytest.raises((BadAnswer, Unreachable)):
        ask(address, PATIENCE_S)
