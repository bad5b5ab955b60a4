"""Everything on the local table, stored durably: after a crash the table comes back as it was.

This module stores scenes with their tokens, areas and journals; games, overlays and chat have modules of their own.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Table, bindparam, delete, func, insert, select, update

from exporters.json_value import Json
from vtt_bridge.errors import NotStored, Refused
from vtt_bridge.local_table.storage.chat_store import ChatStore
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.game_store import GameStore, begin_game, game_in
from vtt_bridge.local_table.storage.overlay_store import OverlayStore
from vtt_bridge.local_table.storage.request_store import RequestStore
from vtt_bridge.local_table.storage.revisions import PLAIN, Sent, done_before, fresh, moved_on, revision_of
from vtt_bridge.local_table.storage.scene_rows import put_row, put_things, remove_row, scene_in
from vtt_bridge.local_table.storage.seat_store import SeatStore
from vtt_bridge.local_table.storage.sqlite_file import SqliteFile
from vtt_bridge.local_table.storage.tables import AREAS, JOURNAL, OVERLAYS, SCENES, TOKENS
from vtt_bridge.port.table_document import area_document, frame_document, game_document, token_document
from vtt_bridge.port.virtual_table import Area, Scene, Token
from vtt_bridge.system.clock import now_utc

MOST_JOURNAL_LINES = 5000
"""How many of the last questions about a scene are kept."""


_RECORDED = insert(JOURNAL)
_OLDEST_OUT = delete(JOURNAL).where(
    JOURNAL.c.id.in_(
        select(JOURNAL.c.id)
        .where(JOURNAL.c.scene == bindparam("scene"))
        .order_by(JOURNAL.c.id.desc())
        .offset(bindparam("most"))
    )
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A scene in the list of scenes."""

    id: str
    name: str
    revision: int


def _database(where: Path | str) -> Database:
    if "://" not in str(where):
        return SqliteFile(where)
    try:
        from vtt_bridge.local_table.storage.postgres import Postgres
    except ImportError as error:
        raise NotStored("PostgreSQL needs its driver: pip install 'blindhex[postgres]'") from error
    return Postgres(str(where))


class Store:
    """The local table's memory, safe to use from several threads.

    `where` is the path of an SQLite file, ":memory:", or the URL of a PostgreSQL database.

    Raises:
        NotStored: if it cannot be opened or is something else.
    """

    def __init__(self, where: Path | str) -> None:
        self._database = _database(where)
        self._scenes: dict[str, Scene] = {}
        self.overlays = OverlayStore(self._database)
        self.chat = ChatStore(self._database)
        self.games = GameStore(self._database)
        self.requests = RequestStore(self._database)
        self.seats = SeatStore(self._database)

    def close(self) -> None:
        """Let go of it."""
        self._database.close()

    def listen(self, listener: Callable[[Change], None], at: str = "") -> Callable[[], None]:
        """Call `listener` with every change from now on, or with those `at` a scene, from any thread; call the result to stop."""
        return self._database.listen(listener, at)

    def at_once(self, scene_id: str) -> AbstractContextManager[None]:
        """Commit everything that this thread writes to a scene in the block together, or nothing.

        Raises:
            NotStored: if it cannot be kept.
        """
        return self._database.at_once(scene_id)

    # Scenes

    def scenes(self) -> tuple[Listed, ...]:
        """All scenes, the one opened last first."""
        listed = select(SCENES.c.id, SCENES.c.name, SCENES.c.revision)
        with self._database.reading() as on:
            return tuple(
                Listed(*row) for row in on.execute(listed.order_by(SCENES.c.opened.desc(), SCENES.c.id))
            )

    def put_scene(self, scene: Scene, *, log: str = "", anew: bool = True) -> int:
        """Create a scene, or set an old one up again, without overlays; returns its revision.

        The chat and the map picture stay. `log` is the game to be played on it. With `anew`, a game that is
        under way is ended and kept.

        Raises:
            Refused: if a game is under way, and not `anew`.
        """
        scene_id = scene.source.scene
        columns = {
            "name": scene.name,
            "frame": json.dumps(frame_document(scene.frame)),
            "width_px": scene.size_px[0],
            "height_px": scene.size_px[1],
            "game": None if scene.game is None else json.dumps(game_document(scene.game)),
        }
        with self._database.writing(scene_id) as writing:
            on = writing.on
            if not anew and game_in(on, scene_id) is not None:
                raise Refused(
                    f"scene: a game is under way on {scene_id}; it is ended and kept if the scene is put with anew=true"
                )
            opened = (on.scalar(select(func.max(SCENES.c.opened))) or 0) + 1
            this = SCENES.c.id == scene_id
            again = (
                update(SCENES).where(this).values(revision=SCENES.c.revision + 1, opened=opened, **columns)
            )
            if not on.execute(again).rowcount:
                on.execute(insert(SCENES).values(id=scene_id, revision=1, opened=opened, **columns))
            on.execute(delete(OVERLAYS).where(OVERLAYS.c.scene == scene_id))
            put_things(on, scene)
            begin_game(writing, scene_id, log, now_utc())
            revision = revision_of(on, scene_id)
            writing.changes.append(Change(scene_id, "scene", scene_id, revision))
            return revision

    def open_scene(self, scene_id: str) -> None:
        """Put a scene in front of everybody: it is listed first."""
        with self._database.writing(scene_id) as writing:
            revision = revision_of(writing.on, scene_id)
            opened = (writing.on.scalar(select(func.max(SCENES.c.opened))) or 0) + 1
            writing.on.execute(update(SCENES).where(SCENES.c.id == scene_id).values(opened=opened))
            writing.changes.append(Change(scene_id, "scene", scene_id, revision))

    def put_map(self, scene_id: str, png: bytes) -> int:
        """Give a scene its map picture; the revision stays, since no ruling depends on it."""
        with self._database.writing(scene_id) as writing:
            revision = revision_of(writing.on, scene_id)
            writing.on.execute(update(SCENES).where(SCENES.c.id == scene_id).values(map=png))
            writing.changes.append(Change(scene_id, "scene", scene_id, revision))
            return revision

    def map_png(self, scene_id: str) -> bytes | None:
        """The picture that a scene was given for its map; None where its board is drawn instead.

        Raises:
            Unknown: if there is no such scene.
        """
        with self._database.reading() as on:
            revision_of(on, scene_id)
            png = on.scalar(select(SCENES.c.map).where(SCENES.c.id == scene_id))
        return None if png is None else bytes(png)

    def scene(self, scene_id: str) -> Scene:
        """The scene as it is now, all of one revision.

        Raises:
            Unknown: if there is none.
        """
        with self._database.reading() as on:
            return scene_in(on, scene_id, self._scenes)

    # Tokens and areas

    def put_token(self, scene_id: str, token: Token, sent: Sent = PLAIN) -> int:
        """Put a token on the scene, or replace the one with its id; returns the new revision."""
        return self._put("token", TOKENS, scene_id, token.id, token_document(token), sent)

    def change_token(
        self, scene_id: str, token_id: str, changed: Callable[[Token], Token], sent: Sent = PLAIN
    ) -> int:
        """Replace a token by `changed` of it; returns the new revision. `sent.asked` is the change as a value.

        Raises:
            Unknown: if there is no such scene or token.
        """
        with self._database.writing(scene_id) as writing:
            token = scene_in(writing.on, scene_id).token(token_id)
            if done_before(writing.on, scene_id, sent.op_id, (token_id, sent.asked)):
                return revision_of(writing.on, scene_id)
            fresh(writing.on, scene_id, sent.revision)
            then = token_document(replace(changed(token), id=token_id))
            put_row(writing.on, TOKENS, scene_id, token_id, document=json.dumps(then))
            now = moved_on(writing.on, scene_id)
            writing.changes.append(Change(scene_id, "token", token_id, now))
            return now

    def remove_token(self, scene_id: str, token_id: str, *, revision: str | None = None) -> int:
        """Take a token off the scene; returns the new revision."""
        return self._remove("token", TOKENS, scene_id, token_id, revision)

    def put_area(self, scene_id: str, area: Area, sent: Sent = PLAIN) -> int:
        """Put an area on the scene, or replace the one with its id; returns the new revision."""
        return self._put("area", AREAS, scene_id, area.id, area_document(area), sent)

    def remove_area(self, scene_id: str, area_id: str, *, revision: str | None = None) -> int:
        """Take an area off the scene; returns the new revision."""
        return self._remove("area", AREAS, scene_id, area_id, revision)

    # Journal

    def record(self, scene_id: str, line: str) -> None:
        """Add a line to the journal of a scene; lines never change, and only the oldest are removed."""
        with self._database.writing(scene_id) as writing:
            writing.on.execute(_RECORDED, {"scene": scene_id, "line": line})
            writing.on.execute(_OLDEST_OUT, {"scene": scene_id, "most": MOST_JOURNAL_LINES})

    def recorded(self, scene_id: str) -> tuple[str, ...]:
        """The lines of a scene's journal, oldest first.

        Raises:
            Unknown: if there is no such scene.
        """
        with self._database.reading() as on:
            revision_of(on, scene_id)
            lines = select(JOURNAL.c.line).where(JOURNAL.c.scene == scene_id).order_by(JOURNAL.c.id)
            return tuple(on.scalars(lines))

    # Private

    def _put(
        self, kind: str, table: Table, scene_id: str, thing_id: str, document: dict[str, Json], sent: Sent
    ) -> int:
        with self._database.writing(scene_id) as writing:
            if done_before(writing.on, scene_id, sent.op_id, (kind, document)):
                return revision_of(writing.on, scene_id)
            fresh(writing.on, scene_id, sent.revision)
            put_row(writing.on, table, scene_id, thing_id, document=json.dumps(document))
            now = moved_on(writing.on, scene_id)
            writing.changes.append(Change(scene_id, kind, thing_id, now))
            return now

    def _remove(self, kind: str, table: Table, scene_id: str, thing_id: str, revision: str | None) -> int:
        with self._database.writing(scene_id) as writing:
            fresh(writing.on, scene_id, revision)
            remove_row(writing.on, table, kind, scene_id, thing_id)
            now = moved_on(writing.on, scene_id)
            writing.changes.append(Change(scene_id, kind, thing_id, now))
            return now
