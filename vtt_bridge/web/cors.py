"""Cross-origin requests: pages of other sites may pair with the umpire and ask him, and do nothing else."""

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vtt_bridge.web import origin_pairing
from vtt_bridge.web.origin_pairing import ASK, ASKS, PAIR, Pairing


def allow_paired(
    pairing: Pairing, *routers: APIRouter, readable: Collection[str] = ()
) -> Callable[[FastAPI], None]:
    """A function that sets up an application to pair and answer pages of other sites, and to serve these routes.

    The paths in `readable` may be read by pages of any origin, paired or not.
    """

    def welcome(app: FastAPI) -> None:
        app.state.pairing = pairing
        app.add_middleware(PairedOrigins, pairing=pairing, readable=readable)
        for router in (origin_pairing.router, *routers):
            app.router.routes.extend(router.routes)

    return welcome


class PairedOrigins:
    """Wraps an application so that pages of other sites can only do what pairing allows."""

    def __init__(self, app: ASGIApp, pairing: Pairing, readable: Collection[str] = ()) -> None:
        self._app = app
        self._pairing = pairing
        self._readable = readable

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        origin = headers.get("origin")
        if origin is None or urlsplit(origin).netloc == headers.get("host"):
            await self._app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS":
            await _preflight(origin, scope["path"])(scope, receive, send)
        elif scope["path"] == PAIR or self._may(scope, headers, origin):
            await self._app(scope, receive, _readable(send, origin))
        else:
            refusal = JSONResponse({"error": _REFUSAL}, 403)
            await refusal(scope, receive, _readable(send, origin))

    def _may(self, scope: Scope, headers: Headers, origin: str) -> bool:
        if scope["method"] == "GET" and scope["path"] in self._readable:
            return True
        kind, _, token = headers.get("authorization", "").partition(" ")
        return scope["path"] in (ASK, ASKS) and kind == "Bearer" and self._pairing.is_paired(token, origin)


_REFUSAL = (
    "origin: this page is not paired with the umpire; type /blindhex pair CODE there, "
    "with the code that blindhex serve shows"
)


def _preflight(origin: str, path: str) -> Response:
    if path not in (PAIR, ASK, ASKS):
        return JSONResponse({"error": _REFUSAL}, 403)
    allowed = {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "authorization, content-type",
        "Access-Control-Allow-Private-Network": "true",
        "Access-Control-Max-Age": "600",
        "Vary": "Origin",
    }
    return Response(status_code=204, headers=allowed)


def _readable(send: Send, origin: str) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = origin
            headers.add_vary_header("Origin")
        await send(message)

    return sent
