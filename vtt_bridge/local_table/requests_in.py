"""What the routes of the API share: the store and umpire they work on, raw bodies, refusals as JSON."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from rules.errors import RulesError, Unknown
from rules.game.actions import IllegalAction
from vtt_bridge.errors import NotKept, Refused, Stale
from vtt_bridge.local_table.limits import TooLarge
from vtt_bridge.local_table.models import Problem
from vtt_bridge.local_table.store import Store
from vtt_bridge.umpire import Umpire


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _umpire(request: Request) -> Umpire:
    umpire: Umpire = request.app.state.umpire
    return umpire


async def _body(request: Request) -> bytes:
    return await request.body()


TheStore = Annotated[Store, Depends(_store)]
TheUmpire = Annotated[Umpire, Depends(_umpire)]
RawBody = Annotated[bytes, Depends(_body)]
OpId = Annotated[str | None, Query(max_length=200, description="The same op_id again changes nothing.")]
Revision = Annotated[
    str | None,
    Query(max_length=200, description="The revision this was made for; 409 if the scene has moved on."),
]

REFUSALS: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "Somebody else laid it."},
    404: {"model": Problem, "description": "No such scene or thing."},
    409: {"model": Problem, "description": "The scene has moved on since that revision."},
    413: {"model": Problem, "description": "Too large a body."},
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
        case Refused():
            return _problem(HTTPStatus.FORBIDDEN, str(error))
        case Unknown():
            return _problem(HTTPStatus.NOT_FOUND, str(error))
        case NotKept():
            return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        case _:
            return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))


def _too_large(_: Request, __: Exception) -> JSONResponse:
    return _problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body: it is larger than this table takes")


def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path")) or "body"
    return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"{field}: {first['msg']}")


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, f"request: {error.detail}")


def _problem(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)
