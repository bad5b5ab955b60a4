"""What one side asks of the other on a scene: one request at a time, good until the game moves on."""

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
    """What the seat `by` asks for after the turn with this id (0: none was played yet), and how it is said."""

    turn: int
    by: str
    what: str
    text: str


class RequestStore:
    """The request that stands on each scene."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self, scene_id: str) -> Request | None:
        """What is asked for on a scene."""
        wanted = select(REQUESTS.c.turn, REQUESTS.c.by, REQUESTS.c.what, REQUESTS.c.text).where(
            REQUESTS.c.scene == scene_id
        )
        with self._database.reading() as on:
            found = on.execute(wanted).one_or_none()
        return None if found is None else Request(*found)

    def put(self, scene_id: str, request: Request | None, says: str, author: str, revision: str) -> None:
        """Ask for something in the place of what was asked before, or let it be (None), and say so in the chat.

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
    """Nothing is asked for on a scene any more."""
    writing.on.execute(_DROPPED, {"scene": scene_id})
