"""An HTTP server for the tests, on a free port."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Quiet:
    """A handler that logs no requests."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def on_a_port(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve requests with this handler; gives the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
