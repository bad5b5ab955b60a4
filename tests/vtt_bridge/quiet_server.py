"""A server of the tests' own, on a port that nobody else has."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Quiet:
    """A handler that writes no line for what it is asked."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def on_a_port(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Whatever is asked is answered by a handler of its own; the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
