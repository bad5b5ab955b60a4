"""The request of one side to the other on a scene: one at a time, valid until the game goes on."""

from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, delete, insert, select

from vtt_bridge.local_table.storage.chat_store import add_line
from vtt_bridge.local_table.storage.database import Change, Database, Writing
from vtt_bridge.local_table.storage.revisions import fresh
from vtt_bridge.local_table.storage.tables import REQUESTS
from vtt_bridge.system.clock import now_utc

_DROPPED = delete(REQUESTS).where(REQUESTS.c.scene == bindparam("scene"))


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the seat `by`, made after the turn with this id (0: before the first), and its words."""

    turn: int
    by: str
    what: str
    text: str


class RequestStore:
    """The standing request of each scene."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self, scene_id: str) -> Request | None:
        """The standing request of a scene."""
        wanted = select(REQUESTS.c.turn, REQUESTS.c.by, REQUESTS.c.what, REQUESTS.c.text).where(
            REQUESTS.c.scene == scene_id
        )
        with self._database.reading() as on:
            row = on.execute(wanted).one_or_none()
        return None if row is None else Request(*row)

    def put(self, scene_id: str, request: Request | None, says: str, author: str, revision: str) -> None:
        """Replace the standing request by another or by none, and say so in the chat.

        Raises:
            Stale: if the scene has moved on since this revision.
        """
        with self._database.writing(scene_id) as writing:
            now = fresh(writing.on, scene_id, revision)
            drop_request(writing, scene_id)
            if request is not None:
                writing.on.execute(insert(REQUESTS).values(scene=scene_id, **asdict(request)))
            writing.changes.append(Change(scene_id, "game", scene_id, now))
            add_line(writing, scene_id, now, author, says, (), "", now_utc())


def drop_request(writing: Writing, scene_id: str) -> None:
    """Delete the standing request of a scene."""
    writing.on.execute(_DROPPED, {"scene": scene_id})
