"""The umpire over HTTP: asked about a scene of this table, or about another table that is posted."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from exporters.documents import ruling_document
from maps.documents import Missing, parsed
from maps.library import board_or_scenario
from rules.errors import BadInput
from rules.game.side_names import side_called
from vtt_bridge.games import journal as journals
from vtt_bridge.local_table.api.asking import asked_of, roster_of
from vtt_bridge.local_table.api.dependencies import FewQuestions, Seen, TheChat, TheStore, TheUmpire
from vtt_bridge.local_table.api.draft_models import BOARD_OR_SCENARIO
from vtt_bridge.local_table.api.models import Answered, AskedWords, Book, Books, Findings, Roster
from vtt_bridge.local_table.in_process_table import InProcessTable, for_seat
from vtt_bridge.port.posted_table import PostedTable
from vtt_bridge.port.scene_reader import check_sides, sides_of
from vtt_bridge.port.table_document import operation_document, scene_of
from vtt_bridge.port.virtual_table import Operation, PutOverlay, Scene
from vtt_bridge.umpire.chat_commands import Line, line_of
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.findings import source_findings
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Answer
from vtt_bridge.web.recent_pictures import RECENT
from vtt_bridge.web.refusals import JSON_LINES, REFUSALS, JsonLines, RawBody

router = APIRouter(prefix="/api", tags=["umpire"], responses=REFUSALS)

Shown = Annotated[bool, Query(description="Whether the answer is laid and said for everybody.")]

_TABLE_AND_QUESTION: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["table", "question"],
                    "properties": {
                        "table": {"$ref": "#/components/schemas/Table"},
                        "question": {
                            "anyOf": [
                                {"$ref": "#/components/schemas/AskedWords"},
                                {"$ref": "#/components/schemas/SaidWords"},
                            ]
                        },
                    },
                }
            }
        },
    }
}


@router.get("/rulesets")
def rulesets(umpire: TheUmpire) -> Books:
    """The books of rules that the umpire knows."""
    books = (
        Book(
            id=ruleset.id,
            title=ruleset.rulebook.title,
            edition=ruleset.rulebook.edition,
            modes=list(ruleset.modes),
        )
        for ruleset in umpire.rulesets.values()
    )
    return Books(rulesets=list(books))


@router.get("/rulesets/{ruleset_id}/roster")
def roster(ruleset_id: str, umpire: TheUmpire) -> Roster:
    """The types of units that a book knows."""
    return roster_of(umpire.ruleset(ruleset_id))


@router.post("/scenes/{scene_id}/ask", dependencies=[FewQuestions])
def ask(
    scene_id: str, asked: AskedWords, seen: Seen, store: TheStore, umpire: TheUmpire, shown: Shown = False
) -> Answered:
    """Ask the umpire about this scene, on what your seat knows: the answer is laid on its map and said in its chat.

    Both are for your seat alone, or for the side you name, unless you sit on all of them.
    """
    seen, question = asked_of(asked, seen, umpire)
    to = "" if shown else seen.seat.name
    answer = umpire.ask(
        InProcessTable(store, scene_id, seen.asked_about, to),
        question,
        lambda entry: store.record(scene_id, journals.line_of(replace(entry, by=seen.seat.name))),
        seen.known_then,
        partial(store.at_once, scene_id),
    )
    return _answered(
        replace(answer, operations=tuple(for_seat(operation, to) for operation in answer.operations))
    )


@router.post("/umpire", openapi_extra=_TABLE_AND_QUESTION, dependencies=[FewQuestions])
def umpire_for_others(body: RawBody, umpire: TheUmpire, chat: TheChat) -> Answered:
    """Ask the umpire about a table of your own: post a blindhex-table/1 and a question, apply the operations.

    The question is one in its parts, or the words of a chat as they were said: questions, help, clear, and the turns of the
    game that `blindhex serve --game` brings along. Words that mean nothing to the umpire have no operations for an answer.
    Operations are piece.move, piece.mark, overlay.put (with png_base64, and png_url for a while),
    overlay.clear and say. Each has an op_id, so that a repeat does no harm, and the revision that it was computed for.
    """
    given = parsed(body)
    for key in ("table", "question"):
        if key not in given:
            raise Missing(key, "an object")
    if not isinstance(given["question"], dict):
        raise BadInput("question", given["question"], "an object")
    scene = scene_of(given["table"])
    check_sides(scene)
    if "words" in given["question"]:
        return _said_at(scene, line_of(given["question"]), chat)
    question = question_of(given["question"])
    question = replace(question, side=side_called(question.side, sides_of(scene)))
    answer = umpire.answer(scene, question)
    return _with_addresses(_answered(answer), answer.operations)


@router.post("/findings", openapi_extra=BOARD_OR_SCENARIO, dependencies=[FewQuestions])
def findings(body: RawBody, umpire: TheUmpire) -> Findings:
    """Look through a board (blindhex-board/1) or scenario (blindhex-scenario/1) of your own: whether it can be read and
    played, and what in it is probably a slip."""
    listed = source_findings(lambda: board_or_scenario(parsed(body)), umpire.ruleset)
    return Findings.model_validate({"findings": [*listed]})


@router.get("/pictures/{digest}.png", response_class=Response)
def picture(digest: str) -> Response:
    """A picture of one of the latest answers to a table of your own, by the png_url of its operation."""
    return Response(RECENT.picture(digest), media_type="image/png")


@router.get("/scenes/{scene_id}/journal", response_class=Response, responses=JSON_LINES)
def journal(scene_id: str, seen: Seen) -> JsonLines:
    """Every question asked about this scene before everybody or from your seat, and its ruling, as a blindhex-log/1:
    one JSON object a line."""
    return JsonLines(journals.log_text(scene_id, seen.journal()))


def _answered(answer: Answer) -> Answered:
    return Answered(
        revision=answer.revision,
        sentence=str(answer.ruling),
        rules=list(answer.rules),
        ruling=ruling_document(answer.ruling),
        ends_px=list(answer.ends_px),
        operations=[operation_document(operation) for operation in answer.operations],
    )


def _said_at(scene: Scene, said: Line, chat: ChatUmpire) -> Answered:
    """The answer to words said at a posted table."""
    table = PostedTable(scene)
    reply = chat.answer(table, said.words, said.asker, said.id, said.selected)
    if reply.answer is not None:
        answered = _answered(reply.answer)
    else:
        answered = Answered(
            revision=scene.source.revision,
            sentence=reply.text,
            rules=[],
            ruling=None,
            operations=[operation_document(operation) for operation in table.operations],
        )
    return _with_addresses(answered, table.operations)


def _with_addresses(answered: Answered, operations: Sequence[Operation]) -> Answered:
    """The answer with an address for each picture, for glue that can show pictures only by address."""
    for document, operation in zip(answered.operations, operations, strict=True):
        if isinstance(operation, PutOverlay):
            document["png_url"] = f"{router.prefix}/pictures/{RECENT.keep(operation.png)}.png"
    return answered
