"""The route for a running VASSAL: our extension posts what was typed and what its player's window shows, and draws the answer.

Requests and answers are lists in VASSAL's encoding. A request is a line `ASK⇥id⇥words⇥selected pieces…` before the commands of a
saved game; an answer holds `SAY⇥words`, `PUT⇥tag⇥map⇥x⇥y⇥width⇥height⇥PNG in base64` and `CLEAR⇥tag`, and nothing if
the words were not for the umpire. Units that the player's window hides are not posted, so his side need not be known.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable

from fastapi import APIRouter, FastAPI
from fastapi.responses import PlainTextResponse

from rules.errors import BadInput, RulesError
from vtt_bridge.port.posted_table import PostedTable
from vtt_bridge.port.virtual_table import ClearOverlay, Operation, PutOverlay, Say
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.commands import ESC, saved_commands
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.scene import VassalTable
from vtt_bridge.vassal.sequences import joined, split
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing
from vtt_bridge.web.refusals import RawBody


def welcome_vassal(table: VassalTable, umpire: Umpire) -> Callable[[FastAPI], None]:
    """A function that makes an application answer our VASSAL extension, but no web page, about games of this module."""
    router, chat = APIRouter(prefix="/vassal"), ChatUmpire(umpire)

    @router.post("/umpire", response_class=PlainTextResponse)
    def ask(body: RawBody) -> PlainTextResponse:
        """Answer what was typed into VASSAL's chat."""
        return PlainTextResponse(answer_to(body, table, chat))

    return allow_paired(Pairing(), router)


def answer_to(body: bytes, table: VassalTable, chat: ChatUmpire) -> str:
    """The answer to a request; errors are said in it."""
    try:
        operations = _operations(body.decode("utf-8"), table, chat)
    except UnicodeDecodeError:
        operations = [Say("", "request: these bytes are no text")]
    except RulesError as error:
        operations = [Say("", str(error))]
    return joined(
        (line for operation in operations for line in _lines(operation, table.map.name or table.map.id)), ESC
    )


def _operations(text: str, table: VassalTable, chat: ChatUmpire) -> list[Operation]:
    match split(text.partition(ESC)[0], "\t"):
        case ["ASK", question_id, words, *selected]:
            saved = SavedGame.after(saved_commands(text))
            posted = PostedTable(table.scene(saved, "VASSAL"))
            units = table.unit_ids(saved.pieces.values())
            chosen = tuple(units[piece] for piece in selected if piece in units)
            chat.answer(posted, words, Asker(), question_id, chosen)
            return posted.operations
    raise BadInput("request", text[:40], "a question of our extension")


def _lines(operation: Operation, map_: str) -> Iterable[str]:
    match operation:
        case Say(text=text):
            yield joined(("SAY", text), "\t")
        case ClearOverlay(tag=tag):
            yield joined(("CLEAR", tag), "\t")
        case PutOverlay(overlay=laid, png=png):
            numbers = (f"{number:.0f}" for number in (*laid.at_px, *laid.size_px))
            yield joined(("PUT", laid.tag, map_, *numbers, b64encode(png).decode()), "\t")
        case _:
            yield joined(("SAY", "pieces are moved by hand here"), "\t")
