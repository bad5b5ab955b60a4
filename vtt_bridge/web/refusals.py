"""Refusals over HTTP: one sentence as JSON with the fitting status; and request bodies that are read raw."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from maps.documents import under
from rules.errors import BadInput, RulesError, Unknown, either
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
    """Make an application answer every error with {"error": one sentence} and the fitting status."""
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
    first, *others = error.errors()
    if isinstance(ours := first.get("ctx", {}).get("error"), RulesError):
        return _rules_error(request, ours)
    if first["type"] == "json_invalid":
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, "body: it is not JSON")
    field = _field(error.body, first)
    if first["type"] == "missing":
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(BadInput(field, None, "given")))
    if field == "body" and "json" not in request.headers.get("content-type", ""):
        sentence = "body: it is not sent as JSON; say Content-Type: application/json"
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence)
    wanted = [_wanted(problem) for problem in (first, *others) if _field(error.body, problem) == field]
    sentence = str(BadInput(field, first["input"], either(dict.fromkeys(wanted))))
    return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence)


def _field(body: object, error: Mapping[str, Any]) -> str:
    """The faulty field of a request as its sender would write it, such as units[1], without the model
    variants that were tried."""
    source, *steps = error["loc"]
    if source != "body":
        return under("", *steps)
    missing = [steps.pop()] if error["type"] == "missing" and steps else []
    named: list[str | int] = []
    for step in steps:
        if not isinstance(body, dict | list) or step not in (
            body if isinstance(body, dict) else range(len(body))
        ):
            break
        body = body[step]
        named.append(step)
    return under("", *named, *missing) or "body"


_WANTED = {
    "string_type": "a text",
    "string_too_long": "a text of at most {max_length} characters",
    "string_too_short": "a text of at least {min_length} characters",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number that is finite",
    "greater_than_equal": "a number of at least {ge:g}",
    "less_than_equal": "a number of at most {le:g}",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "too_long": "a list of at most {max_length}",
    "too_short": "a list of at least {min_length}",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""What is wanted, in our words, by pydantic's name of the error."""


def _wanted(error: Mapping[str, Any]) -> str:
    wanted: str = _WANTED.get(error["type"]) or error["msg"].removeprefix("Input should be ")
    return wanted.format(**error.get("ctx", {}))


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    asked = f"request: {request.method} {request.url.path[:200]}"
    if error.status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED) and (
        others := _methods_here(request)
    ):
        sentence = f"{asked}: it takes {either(others)}; /openapi.json says how"
        return _problem(HTTPStatus.METHOD_NOT_ALLOWED, sentence, {"Allow": ", ".join(others)})
    return _problem(
        error.status_code, f"{asked}: {error.detail}; /openapi.json lists what there is", error.headers
    )


def _methods_here(request: Request) -> list[str]:
    """The methods of all routes to a path; a refusal by one route names only its own."""
    routes = (route for route in request.app.routes if isinstance(route, Route))
    fitting = (route for route in routes if route.matches(request.scope)[0] is Match.PARTIAL)
    return sorted({method for route in fitting for method in route.methods or ()})


def _problem(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": sentence}, status, headers)
