"""The chat of a scene, and the stream of what changes on it."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from sse_starlette import EventSourceResponse, ServerSentEvent

from vtt_bridge.local_table.api.dependencies import OpId, Revision, TheStore
from vtt_bridge.local_table.api.models import Chat, ChatLine, ToSay, Written
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.clock import now_utc
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api/scenes/{scene_id}", tags=["chat and events"], responses=REFUSALS)

After = Annotated[int, Query(ge=0, le=2**63 - 1, description="Only lines after the one with this id.")]


@router.get("/chat")
def get_chat(scene_id: str, store: TheStore, after: After = 0) -> Chat:
    """The last 500 lines of the chat, oldest first."""
    lines = (
        ChatLine(
            id=one.id, author=one.author, text=one.text, rules=list(one.rules), to=one.to, said_at=one.said_at
        )
        for one in store.chat.lines(scene_id, after)
    )
    return Chat(lines=list(lines))


@router.post("/chat", status_code=201)
def say(
    scene_id: str, line: ToSay, store: TheStore, op_id: OpId = None, revision: Revision = None
) -> Written:
    """Say a line in the chat."""
    rules = tuple(line.rules)
    store.chat.say(
        scene_id, line.author, line.text, rules, line.to, now_utc(), op_id=op_id, revision=revision
    )
    return Written(revision=store.scene(scene_id).source.revision)


@router.get("/events", response_class=EventSourceResponse)
async def events(scene_id: str, store: TheStore) -> EventSourceResponse:
    """Server-sent events: `hello` at first, then scene, token, area, overlay or chat as they change.

    Each carries {"kind", "id", "revision"}. After a break read everything again: what was missed is not sent.
    """
    hello = Change(scene_id, "hello", scene_id, int(store.scene(scene_id).source.revision))
    return EventSourceResponse(_stream(store, hello), ping=15)


async def _stream(store: Store, hello: Change) -> AsyncIterator[ServerSentEvent]:
    loop = asyncio.get_running_loop()
    heard: asyncio.Queue[Change] = asyncio.Queue()

    def hear(change: Change) -> None:
        if change.scene == hello.scene or change.kind == "scene":
            loop.call_soon_threadsafe(heard.put_nowait, change)

    stop = store.listen(hear)
    try:
        yield _event(hello)
        while True:
            yield _event(await heard.get())
    finally:
        stop()


def _event(change: Change) -> ServerSentEvent:
    data = {"kind": change.kind, "id": change.id, "revision": str(change.revision)}
    return ServerSentEvent(json.dumps(data), event=change.kind)
