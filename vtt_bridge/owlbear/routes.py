"""The routes of our extension for Owlbear Rodeo: its manifest, its page, and the answers to the page's questions.

The page comes from this server, so it needs no pairing code; in exchange only Owlbear Rodeo may show it in a frame.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.params import Depends
from fastapi.responses import JSONResponse, Response

from maps.documents import checked, parsed
from rules.errors import Unknown
from vtt_bridge.owlbear.drawn import items_of
from vtt_bridge.owlbear.room import scene_of
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.posted_table import PostedTable
from vtt_bridge.port.scene_reader import unit_id
from vtt_bridge.port.virtual_table import ClearOverlay, Say
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.web.refusals import RawBody

FORMAT = "blindhex-owlbear/1"
SITE = "https://www.owlbear.rodeo"
MANIFEST, ICON = "/owlbear/manifest.json", "/owlbear/icon.svg"
"""The files that Owlbear Rodeo's own page reads, across origins."""

_KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_PAGE = files("vtt_bridge.owlbear").joinpath("page")
_HEADERS = {
    "Content-Security-Policy": f"default-src 'self'; style-src 'self'; frame-ancestors {SITE}",
    "Cache-Control": "no-cache",
}


def owlbear_routes(version: str, dependencies: Sequence[Depends] = ()) -> APIRouter:
    """The routes of the extension; `dependencies` apply to questions."""
    router = APIRouter(prefix="/owlbear", tags=["owlbear"])

    @router.get("/manifest.json")
    def manifest() -> JSONResponse:
        """The manifest: give this address to Owlbear Rodeo under Add Extension."""
        shown = {
            "title": "Umpire",
            "icon": ICON,
            "popover": "/owlbear/index.html",
            "height": 480,
            "width": 360,
        }
        about = "Asks a Blindhex on this computer who sees whom, how far a unit can go and what it can hit, and draws the answer."
        return JSONResponse(
            {
                "name": "Blindhex, the umpire", "version": version, "manifest_version": 1, "description": about,
                "icon": ICON, "author": "The Blindhex maintainers", "action": shown, "background_url": "/owlbear/background.html",
            }
        )  # fmt: skip

    @router.post("/umpire", dependencies=dependencies)
    def ask(body: RawBody, request: Request) -> JSONResponse:
        """Answer what was typed in the page: words to show, items to add to the asker's own view, or to take off it."""
        given = checked(parsed(body), "request.schema.json", FORMAT, package="vtt_bridge.owlbear")
        return JSONResponse(answer_to(given, request.app.state.chat))

    @router.get("/{name}", response_class=Response)
    def page(name: str) -> Response:
        """A file of the page."""
        there = {entry.name for entry in _PAGE.iterdir()}
        if name not in there:
            raise Unknown("file of the extension", name, there)
        kind = _KINDS[name.rpartition(".")[2]]
        return Response(_PAGE.joinpath(name).read_bytes(), media_type=kind, headers=_HEADERS)

    return router


def answer_to(given: Mapping[str, Any], chat: ChatUmpire) -> dict[str, Any]:
    """The answer to a checked question.

    Raises:
        RulesError: if it cannot be answered; the sentence says why.
    """
    scene = scene_of(given)
    table = PostedTable(scene)
    units = {token.id: unit_id(token) for token in scene.tokens}
    selected = tuple(units[item] for item in given.get("selected", ()) if item in units)
    side = given.get("side", "")
    reply = chat.answer(table, given["words"], Asker(side), given["id"], selected)
    said = [operation.text for operation in table.operations if isinstance(operation, Say)]
    cleared = any(isinstance(operation, ClearOverlay) for operation in table.operations)
    drawn = (
        items_of(reply.answer.picture, viewport(scene.frame, scene.size_px), scene.source.revision)
        if reply.answer
        else []
    )
    return {"said": said or [reply.text], "items": drawn, "clears": cleared or bool(drawn)}
