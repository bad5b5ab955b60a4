"""Refusals over HTTP: one sentence as JSON, with the status it deserves; and bodies that are read as they come."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from rules.errors import BadInput, RulesError, Unknown, shown
from rules.game.engine.carrying_out import IllegalAction
from vtt_bridge.errors import DiceWanted, NoSeat, NotStored, Refused, Stale
from vtt_bridge.web.body_limit import TooLarge
from vtt_bridge.web.models import Problem
from vtt_bridge.web.rate_limits import TooOften


async def _body(request: Request) -> bytes:
    return await request.body()


RawBody = Annotated[bytes, Depends(_body)]


class JsonLines(PlainTextResponse):
    """A record: a JSON document a line."""

    media_type = "application/x-ndjson"


JSON_LINES: dict[int | str, dict[str, Any]] = {
    200: {"description": "A record, a JSON document a line.", "content": {JsonLines.media_type: {}}}
}


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "A body that is no text."},
    401: {"model": Problem, "description": "This table is joined by a link to a seat."},
    403: {"model": Problem, "description": "Not from this seat, or somebody else laid it."},
    404: {"model": Problem, "description": "No such scene or thing."},
    409: {"model": Problem, "description": "The scene has moved on since that revision."},
    413: {"model": Problem, "description": "Too large a body."},
    429: {"model": Problem, "description": "Too often within a minute."},
    422: {"model": Problem, "description": "A field holds what it may not hold."},
}


def json_body(ref: str) -> dict[str, Any]:
    """OpenAPI for a body that is read raw and checked against a schema of blindhex-table/1."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": ref}}}}}


def png_body() -> dict[str, Any]:
    """OpenAPI for a body that is a PNG."""
    schema = {"type": "string", "format": "binary"}
    return {"requestBody": {"required": True, "content": {"image/png": {"schema": schema}}}}


def refuse_in_words(app: FastAPI) -> None:
    """Let every refusal be {"error": one sentence} with the status it deserves."""
    app.add_exception_handler(RulesError, _rules_error)
    app.add_exception_handler(TooLarge, _too_large)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def _rules_error(_: Request, error: Exception) -> JSONResponse:
    match error:
        case Stale():
            return JSONResponse({"error": str(error), "revision": error.now}, HTTPStatus.CONFLICT)
        case IllegalAction():
            reasons = [str(reason) for reason in error.reasons]
            return JSONResponse({"error": str(error), "reasons": reasons}, HTTPStatus.UNPROCESSABLE_ENTITY)
        case DiceWanted():
            wanted = {"what": error.what, "needed": error.needed, "count": error.count, "sides": error.sides}
            return JSONResponse({"error": str(error), "wanted": wanted}, HTTPStatus.UNPROCESSABLE_ENTITY)
        case NoSeat():
            return _problem(HTTPStatus.UNAUTHORIZED, str(error))
        case Refused():
            return _problem(HTTPStatus.FORBIDDEN, str(error))
        case TooOften():
            return _problem(HTTPStatus.TOO_MANY_REQUESTS, str(error), {"Retry-After": "10"})
        case Unknown():
            return _problem(HTTPStatus.NOT_FOUND, str(error))
        case NotStored():
            return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        case _:
            return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))


def _too_large(_: Request, __: Exception) -> JSONResponse:
    return _problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body: it is larger than this table takes")


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if isinstance(ours := first.get("ctx", {}).get("error"), RulesError):
        return _rules_error(request, ours)
    if first["type"] == "json_invalid":
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, "body: it is not JSON")
    field = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path")) or "body"
    return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, _wrong(request, field, first))


def _wrong(request: Request, field: str, error: Mapping[str, Any]) -> str:
    """What is wrong with a field: its value, and what was wanted."""
    if error["type"] == "missing":
        return str(BadInput(field, None, "given"))
    if field == "body" and "json" not in request.headers.get("content-type", ""):
        return "body: it is not sent as JSON; say Content-Type: application/json"
    wanted = error["msg"].removeprefix("Input should be ")
    return f"{field}: {shown(error['input'])} will not do; wanted {wanted[:1].lower()}{wanted[1:]}"


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, f"request: {error.detail}", error.headers)


def _problem(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": sentence}, status, headers)
