"""The chat of a scene, and the stream of what changes on it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated
from uuid import uuid4

import anyio
from fastapi import APIRouter, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent

from exporters.json_value import Json
from exporters.place_text import name
from rules.errors import OffBoard, RulesError
from vtt_bridge.errors import Refused
from vtt_bridge.games.journal import Entry, line_of
from vtt_bridge.local_table.api.dependencies import (
    Conditions,
    FewQuestions,
    Seen,
    TheStore,
    TheUmpire,
    count_question,
    needs_seat,
    texts_brought,
)
from vtt_bridge.local_table.api.models import Chat, ToPoint, ToSay, Written
from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.seats.seat import UMPIRE_SEAT, Role
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.virtual_table import Say
from vtt_bridge.system.clock import now_utc
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api/scenes/{scene_id}", tags=["chat and events"], responses=REFUSALS)

_FAREWELL_S = 0.5
"""How long a stream of events may take to end by itself once the server stops."""

After = Annotated[int, Query(ge=0, le=2**63 - 1, description="Only lines after the one with this id.")]


@router.get("/chat")
def get_chat(seen: Seen, after: After = 0) -> Chat:
    """The last 500 lines of the chat that your seat may read, oldest first."""
    return Chat.model_validate({"lines": seen.lines(after)})


@router.post("/chat", status_code=201)
def say(
    scene_id: str,
    line: ToSay,
    request: Request,
    seen: Seen,
    store: TheStore,
    umpire: TheUmpire,
    sent: Conditions,
) -> Written:
    """Say a line in the chat; from the seat of a side or a spectator in the name of that seat, and never as a ruling.

    What the umpire is asked, such as "!los A-1 > G-1", and his answer are for the seat that asks alone.
    """
    seat = seen.seat
    author, rules = (line.author, tuple(line.rules)) if seat.sees_all else (seat.name, ())
    chat = ChatUmpire(umpire, record=partial(_record, store, seen), alone=True)
    to = line.to
    if is_asked := not rules and author != UMPIRE and chat.is_command(line.text):
        count_question(request, store)
        to = to or seat.name
    store.chat.say(scene_id, author, line.text, rules, to, now_utc(), sent)
    if is_asked:
        _answer(chat, line.text, seen, store, sent.op_id or uuid4().hex)
    return Written(revision=store.scene(scene_id).source.revision)


def _answer(chat: ChatUmpire, words: str, seen: SceneSeen, store: Store, op_id: str) -> None:
    """Lay and say the umpire's answer, or say why there is none."""
    table = InProcessTable(store, seen.scene_id, seen.asked_about, seen.seat.name)
    asker = Asker(seen.seat.side, seen.seat.name)
    try:
        chat.answer(table, words, asker, op_id, underway=seen.known)
    except RulesError as error:
        table.say(Say(f"{op_id}-say", str(error)))


def _record(store: Store, seen: SceneSeen, entry: Entry) -> None:
    store.record(seen.scene_id, line_of(replace(entry, by=seen.seat.name)))


@router.post("/pointed", status_code=204, dependencies=[FewQuestions])
def point(to: ToPoint, seen: Seen, store: TheStore, umpire: TheUmpire) -> None:
    """Show everybody at the scene a point of it for a moment; spectators cannot point."""
    if seen.seat.role is Role.SPECTATOR:
        raise Refused("seat: who looks on does not point")
    scene, at = store.scene(seen.scene_id), ""
    if scene.game is not None:
        with suppress(OffBoard):
            at = name(snapped(scene.frame, umpire.board(scene.game), to.at_px))
    store.chat.point(seen.scene_id, seen.seat.name, to.at_px, at)


@router.get("/events", response_class=EventSourceResponse)
async def events(scene_id: str, request: Request, seen: Seen, store: TheStore) -> EventSourceResponse:
    """Server-sent events: `hello` at first, then scene, token, area, overlay, chat, game or seat as they change, and pointed.

    Each carries {"kind", "id", "revision"}, and pointed the point, its place of the board, empty off it, and who points: {"at_px", "at", "by"}.
    After a break read everything again: what was missed is not sent.
    A seat hears of what it may know, and nothing more once it is freed.
    """
    hello = Change(scene_id, "hello", scene_id, int(seen.scene().source.revision))
    brought = texts_brought(request) if needs_seat(request) else None

    def sits() -> bool:
        return brought is None or any(
            chair is not None and {chair.seat, UMPIRE_SEAT.name} & {seen.seat.name, chair.seat}
            for chair in map(store.seats.held, brought)
        )

    over = anyio.Event()
    stream = _stream(store, seen, hello, sits, over)
    return EventSourceResponse(stream, ping=15, shutdown_event=over, shutdown_grace_period=_FAREWELL_S)


async def _stream(
    store: Store, seen: SceneSeen, hello: Change, sits: Callable[[], bool], over: anyio.Event
) -> AsyncIterator[ServerSentEvent]:
    """The events for a seat, until it is freed or the server is `over`. A stream must end by itself: one that is cut off is an error to the web server."""
    loop = asyncio.get_running_loop()
    heard: asyncio.Queue[Change | None] = asyncio.Queue()

    async def end() -> None:
        await over.wait()
        heard.put_nowait(None)

    def hear(change: Change) -> None:
        if change.kind == "seat" or seen.hears(change) is not None:
            loop.call_soon_threadsafe(heard.put_nowait, change)

    stop = store.listen(hear, at=seen.scene_id)
    ending = loop.create_task(end())
    try:
        yield _event(hello)
        while (change := await heard.get()) is not None:
            if change.kind == "seat" and not sits():
                return
            if (known := seen.hears(change)) is not None:
                yield _event(known)
    finally:
        ending.cancel()
        stop()


def _event(change: Change) -> ServerSentEvent:
    data: dict[str, Json] = {"kind": change.kind, "id": change.id, "revision": str(change.revision)}
    if change.at_px:
        data |= {"at_px": list(change.at_px), "at": change.at, "by": change.by}
    return ServerSentEvent(json.dumps(data), event=change.kind)
