"""Prometheus metrics of a server: requests by path and status, time until an answer begins, open event streams."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vtt_bridge.errors import CannotListen

_ELSEWHERE = "other"
"""The path label for requests that no route answers: the page's files, and whatever strangers try."""

_EVENTS = b"text/event-stream"


class Metrics:
    """The figures of one server; nothing in them names a player, a seat or a scene."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(self.registry)
        labels = ("method", "path")
        self.requests = Counter(
            "blindhex_requests", "Requests answered.", (*labels, "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "blindhex_answer_seconds",
            "From a request to its answer's beginning.",
            labels,
            registry=self.registry,
        )
        self.streams = Gauge("blindhex_event_streams", "Pages that hear of changes.", registry=self.registry)

    @contextmanager
    def served(self, host: str, port: int) -> Iterator[int]:
        """Serve the metrics at a port of their own while the block runs; gives the port (0 takes a free one).

        Raises:
            CannotListen: if nothing can listen there.
        """
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise CannotListen(host, port, error.strerror or str(error)) from error
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class Measured:
    """Wraps an application and counts its requests."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, is_stream = perf_counter(), False

        async def counted(message: Message) -> None:
            nonlocal is_stream
            if message["type"] == "http.response.start":
                path = getattr(scope.get("route"), "path", None) or _ELSEWHERE
                self._metrics.requests.labels(scope["method"], path, message["status"]).inc()
                self._metrics.seconds.labels(scope["method"], path).observe(perf_counter() - begun)
                kinds = [value for name, value in message.get("headers", ()) if name == b"content-type"]
                if any(kind.startswith(_EVENTS) for kind in kinds):
                    is_stream = True
                    self._metrics.streams.inc()
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            if is_stream:
                self._metrics.streams.dec()
