"""The route for our MapTool macro, which shows the answer's HTML in the asker's own chat."""

from collections.abc import Callable
from html import escape

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

from exporters.ruling_text import with_kept_indentation
from maps.documents import Document, checked, parsed
from rules.errors import RulesError
from rules.ground.board import Board
from vtt_bridge.maptool.map import scene_of
from vtt_bridge.port.posted_table import PostedTable
from vtt_bridge.port.scene_reader import unit_id
from vtt_bridge.port.virtual_table import Capabilities, Game, PutOverlay, Say
from vtt_bridge.umpire.chat_commands import MARKS, Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing
from vtt_bridge.web.recent_pictures import RECENT
from vtt_bridge.web.refusals import RawBody

FORMAT = "blindhex-maptool/1"
ASKER = "asker"
_SIGNS = {ord(sign): f"&#{ord(sign)};" for sign in "[]{}"}
"""Brackets and braces, escaped because MapTool would run them as macros."""


class _Chat(PostedTable):
    """A table whose pictures go into the chat, with the board in them."""

    capabilities = Capabilities(private_overlays=False)


def welcome_maptool(board: Board, game: Game, umpire: Umpire) -> Callable[[FastAPI], None]:
    """A function that makes an application answer our MapTool macro, but no web page, about games on this board."""
    router, chat = APIRouter(prefix="/maptool"), ChatUmpire(umpire)

    @router.post("/umpire", response_class=HTMLResponse)
    def ask(body: RawBody, request: Request) -> HTMLResponse:
        """Answer what was typed into our macro; errors are part of the answer."""
        try:
            given = checked(parsed(body), "request.schema.json", FORMAT, package="vtt_bridge.maptool")
            answer = answer_to(given, board, game, chat, str(request.base_url).rstrip("/"))
        except RulesError as error:
            answer = _html(str(error))
        return HTMLResponse(answer)

    return allow_paired(Pairing(), router)


def answer_to(given: Document, board: Board, game: Game, chat: ChatUmpire, address: str) -> str:
    """The answer to a checked question as HTML for MapTool's chat.

    Raises:
        RulesError: if it cannot be answered; the sentence says why.
    """
    scene = scene_of(given, board, game)
    table = _Chat(scene)
    units = {token.id: unit_id(token) for token in scene.tokens}
    selected = given.get("selected", ())
    chosen = (
        tuple(units[token_id] for token_id in selected if token_id in units)
        if isinstance(selected, list)
        else ()
    )
    words = given["words"].strip()
    typed = words if words.startswith(MARKS) else f"{MARKS[0]}{words}"
    chat.answer(table, typed, Asker(given.get("side", ""), "", ASKER), scene.source.revision, chosen)
    parts = []
    for operation in table.operations:
        if isinstance(operation, Say):
            parts.append(_html(operation.text))
        elif isinstance(operation, PutOverlay):
            picture = f"{address}/api/pictures/{RECENT.keep(operation.png)}.png"
            parts.append(f'<img src="{picture}" alt="{_html(operation.overlay.title)}">')
    return "<br>".join(reversed(parts)) or _html("the umpire knows no such word; help lists them all")


def _html(text: str) -> str:
    return escape(with_kept_indentation(text)).translate(_SIGNS).replace("\n", "<br>")
