"""The chat of the table in the database."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select

from vtt_bridge.local_table.storage.database import Change, Database, Writing
from vtt_bridge.local_table.storage.revisions import PLAIN, Sent, done_before, fresh, revision_of
from vtt_bridge.local_table.storage.tables import CHAT


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the chat, numbered among the lines that its reader may read; `declared_by` is the side
    whose action it reports."""

    id: int
    author: str
    text: str
    rules: tuple[str, ...]
    to: str
    said_at: str
    declared_by: str


_SAID = insert(CHAT)


class ChatStore:
    """The chat of every scene, in order, and the points that players show each other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def say(
        self,
        scene_id: str,
        author: str,
        text: str,
        rules: tuple[str, ...],
        to: str,
        said_at: str,
        sent: Sent = PLAIN,
    ) -> None:
        """Add a line to the chat."""
        with self._database.writing(scene_id) as writing:
            if not done_before(writing.on, scene_id, sent.op_id, (author, text, rules, to)):
                now = fresh(writing.on, scene_id, sent.revision)
                add_line(writing, scene_id, now, author, text, rules, to, said_at)

    def point(self, scene_id: str, by: str, at_px: Sequence[float], at: str) -> None:
        """Show everybody at the scene a point of it; this is announced and not stored."""
        with self._database.writing(scene_id) as writing:
            now = revision_of(writing.on, scene_id)
            writing.changes.append(Change(scene_id, "pointed", "", now, at_px=at_px, at=at, by=by))

    def lines(
        self, scene_id: str, after: int = 0, most: int = 500, *, reader: str | None = None
    ) -> tuple[Said, ...]:
        """The last lines of the chat after this one, oldest first; with `reader`, only lines that this seat said or may read.

        Lines are numbered from 1 among these, so that no number reveals lines for others.
        """
        with self._database.reading() as on:
            revision_of(on, scene_id)
            here = CHAT.c.scene == scene_id
            if reader is not None:
                here &= CHAT.c.addressee.in_(("", reader)) | (CHAT.c.author == reader)
            first = max(after, (on.scalar(select(func.count()).select_from(CHAT).where(here)) or 0) - most)
            rows = on.execute(
                select(
                    CHAT.c.author,
                    CHAT.c.text,
                    CHAT.c.rules,
                    CHAT.c.addressee,
                    CHAT.c.said_at,
                    CHAT.c.declared_by,
                )
                .where(here)
                .order_by(CHAT.c.id)
                .offset(first)
                .limit(most)
            ).all()
        return tuple(
            Said(number, author, text, tuple(json.loads(rules)), to, at, declared_by)
            for number, (author, text, rules, to, at, declared_by) in enumerate(rows, first + 1)
        )


def add_line(
    writing: Writing,
    scene_id: str,
    now: int,
    author: str,
    text: str,
    rules: tuple[str, ...],
    to: str,
    said_at: str,
    declared_by: str = "",
) -> None:
    """Add a line to the chat within a write; `now` is the revision of the scene."""
    said = {
        "author": author,
        "text": text,
        "rules": json.dumps(rules),
        "addressee": to,
        "said_at": said_at,
        "declared_by": declared_by,
    }
    writing.on.execute(_SAID, {"scene": scene_id, **said})
    writing.changes.append(Change(scene_id, "chat", "", now, to))
