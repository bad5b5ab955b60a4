"""The stand-in relay on a socket, for programs in processes of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import requests

from tests.vtt_bridge.foundry.relay import ADDRESS, Relay
from tests.vtt_bridge.quiet_server import Quiet, on_a_port


@contextmanager
def on_the_air(relay: Relay) -> Iterator[str]:
    """Serve a relay; gives its address. Event streams are sent in chunks, as by the real one."""

    class Passing(Quiet, BaseHTTPRequestHandler):
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

    with on_a_port(Passing) as address:
        try:
            yield address
        finally:
            for stream in relay.streams.values():
                stream.end()
