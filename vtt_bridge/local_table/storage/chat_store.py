"""The chat of the table in the database."""

import json
from dataclasses import dataclass

from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.revisions import Revisions


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the chat."""

    id: int
    author: str
    text: str
    rules: tuple[str, ...]
    to: str
    said_at: str


class ChatStore:
    """The chat of every scene, in the order it was said."""

    def __init__(self, file: Database, revisions: Revisions) -> None:
        self._file = file
        self._revisions = revisions

    def say(
        self,
        scene_id: str,
        author: str,
        text: str,
        rules: tuple[str, ...],
        to: str,
        said_at: str,
        *,
        op_id: str | None = None,
        revision: str | None = None,
    ) -> None:
        """Add a line to the chat."""
        with self._file.writing() as changes:
            if self._revisions.done(scene_id, op_id):
                return
            now = self._revisions.fresh(scene_id, revision)
            self._file.execute(
                "INSERT INTO chat (scene, author, text, rules, addressee, said_at) VALUES (?, ?, ?, ?, ?, ?)",
                (scene_id, author, text, json.dumps(rules), to, said_at),
            )
            changes.append(Change(scene_id, "chat", "", now))

    def lines(self, scene_id: str, after: int = 0, most: int = 500) -> tuple[Said, ...]:
        """The last lines of the chat after this one, oldest first."""
        self._revisions.now(scene_id)
        rows = self._file.rows(
            "SELECT id, author, text, rules, addressee, said_at FROM chat WHERE scene = ? AND id > ?"
            " ORDER BY id DESC LIMIT ?",
            scene_id,
            after,
            most,
        )
        return tuple(
            Said(i, author, text, tuple(json.loads(r)), to, at) for i, author, text, r, to, at in rows[::-1]
        )
