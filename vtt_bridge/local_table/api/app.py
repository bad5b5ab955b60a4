"""The HTTP API of the local table, and its page."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from sqlalchemy.exc import SQLAlchemyError

from vtt_bridge.errors import NotStored
from vtt_bridge.local_table.api import (
    chat_routes,
    choice_routes,
    draft_routes,
    game_routes,
    look_routes,
    overlay_routes,
    record_routes,
    scene_routes,
    seat_routes,
    umpire_routes,
)
from vtt_bridge.local_table.api.models import About, Health, SaidWords
from vtt_bridge.local_table.documents import VERSION, VTT
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.table_document import TABLE_FORMAT
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.body_limit import BodyLimit
from vtt_bridge.web.host_names import LOCAL_NAMES, KnownHosts
from vtt_bridge.web.page_files import mount_page
from vtt_bridge.web.rate_limits import RateLimits
from vtt_bridge.web.refusals import refuse_in_words

_DESCRIPTION = """
A virtual tabletop with an umpire. Scenes are blindhex-table/1 documents, pictures are PNG, refusals are
`{"error": "one sentence"}`. Writes take an `op_id` that makes a repeat harmless and the `revision` they were
made for; a scene that has moved on answers 409.
"""


class TableApp(FastAPI):
    """The application, described with the schema of blindhex-table/1."""

    def openapi(self) -> dict[str, Any]:
        """FastAPI's description with the schema of blindhex-table/1 added, its references adapted."""
        if self.openapi_schema is None:
            described = get_openapi(
                title=self.title, version=self.version, description=self.description, routes=self.routes
            )
            text = files("vtt_bridge.port").joinpath("table.schema.json").read_text("utf-8")
            table = json.loads(text.replace('"#/$defs/', '"#/components/schemas/Table/$defs/'))
            del table["$schema"], table["$id"]
            said = SaidWords.model_json_schema()
            described["components"]["schemas"] |= {"Table": table, "SaidWords": said}
            self.openapi_schema = described
        return self.openapi_schema


def create_app(
    store: Store,
    umpire: Umpire,
    names: tuple[str, ...] = LOCAL_NAMES,
    welcome: Callable[[FastAPI], None] = lambda _: None,
    *,
    by_links: bool = False,
    questions_a_minute: int = 0,
) -> FastAPI:
    """The application that serves a store; it answers only requests addressed to an IP address or to one of `names`.

    `welcome` adds what other virtual tabletops need of this server. A table `by_links` is open only to those who joined by a
    link to a seat; at any other, every client sits on all seats.
    `questions_a_minute` limits the questions of each seat (0: no limit).
    """
    app = TableApp(
        title="Blindhex local table", version=VERSION, description=_DESCRIPTION, docs_url=None, redoc_url=None
    )
    app.state.store, app.state.umpire, app.state.by_links = store, umpire, by_links
    app.state.rates, app.state.questions_a_minute = RateLimits(), questions_a_minute
    app.state.chat = ChatUmpire(umpire)
    app.add_middleware(BodyLimit)
    app.add_middleware(KnownHosts, names=names)
    refuse_in_words(app)
    app.add_api_route("/api", _about, methods=["GET"], tags=["table"])
    app.add_api_route("/healthz", _health, methods=["GET"], tags=["table"])
    for routes in (
        scene_routes,
        seat_routes,
        overlay_routes,
        chat_routes,
        draft_routes,
        umpire_routes,
        look_routes,
        game_routes,
        choice_routes,
        record_routes,
    ):
        # not by `include_router`, which builds every route anew for each application, at the first request
        app.router.routes.extend(routes.router.routes)
    welcome(app)
    mount_page(app, "vtt_bridge.local_table", "page")
    return app


def _health(request: Request) -> Health:
    """Whether the table works: it answers, and reaches its database."""
    try:
        request.app.state.store.scenes()
    except (SQLAlchemyError, NotStored) as error:
        raise NotStored("The table's database does not answer.") from error
    return Health(status="ok")


def _about() -> About:
    """Which table this is."""
    return About(vtt=VTT, version=VERSION, format=TABLE_FORMAT)
