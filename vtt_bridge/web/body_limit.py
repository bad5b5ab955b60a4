"""A limit on the size of a request's body: a larger one is refused before it is read to the end."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 24 * 2**20


class TooLarge(Exception):
    """The body of a request is larger than any that this table takes."""


class BodyLimit:
    """Wraps an application so that no request body grows beyond MOST_BYTES."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > MOST_BYTES:
            await _refusal()(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise TooLarge
            return message

        await self._app(scope, counted, send)


def _refusal() -> JSONResponse:
    return JSONResponse(
        {"error": f"body: it is larger than the {MOST_BYTES} bytes that this table takes"}, 413
    )
