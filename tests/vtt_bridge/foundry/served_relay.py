"""The relay of these tests on a socket, for what runs in a process of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import requests

from tests.vtt_bridge.foundry.relay import ADDRESS, Relay


@contextmanager
def on_the_air(relay: Relay) -> Iterator[str]:
    """Serve a relay; its address. Event streams are sent in chunks, as the real one sends them."""

    class Passing(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = requests.Request(
                self.command, ADDRESS + self.path, dict(self.headers), data=body or None
            )
            answer = relay.send(request.prepare())
            self.send_response(answer.status_code)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                while part := answer.raw.read(1 << 16):
                    self._chunk(part)
                self._chunk(b"")
            except OSError:
                self.close_connection = True

        def _chunk(self, part: bytes) -> None:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            self.wfile.flush()

        def do_GET(self) -> None:
            self._pass()

        def do_POST(self) -> None:
            self._pass()

        def do_PUT(self) -> None:
            self._pass()

        def do_DELETE(self) -> None:
            self._pass()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        for stream in relay.streams.values():
            stream.end()
        server.shutdown()
        thread.join()
        server.server_close()
