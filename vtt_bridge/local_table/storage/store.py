"""Everything on the local table, in one SQLite file: a table that is killed comes back as it was.

Here stand the scenes with their tokens, areas, games and journals; overlays and chat have their own modules.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from exporters.documents import Json
from rules.errors import Unknown
from vtt_bridge.errors import Stale
from vtt_bridge.local_table.documents import VERSION, VTT
from vtt_bridge.local_table.storage.chat_store import ChatStore
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.overlay_store import OverlayStore
from vtt_bridge.local_table.storage.revisions import Revisions
from vtt_bridge.port.table_document import (
    area_document,
    area_of,
    frame_document,
    frame_of,
    game_document,
    game_of,
    overlay_of,
    token_document,
    token_of,
)
from vtt_bridge.port.virtual_table import Area, Scene, Source, Token


@dataclass(frozen=True, slots=True)
class Listed:
    """A scene in the list of scenes."""

    id: str
    name: str
    revision: int


class Store:
    """The local table's memory, safe to use from several threads.

    Raises:
        NotStored: if the file cannot be opened or is something else.
    """

    def __init__(self, path: Path | str) -> None:
        self._file = Database(path)
        self._revisions = Revisions(self._file)
        self.overlays = OverlayStore(self._file, self._revisions)
        self.chat = ChatStore(self._file, self._revisions)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Hear of every change from now on, in the thread that made it; call the result to stop."""
        return self._file.listen(listener)

    # Scenes

    def scenes(self) -> tuple[Listed, ...]:
        """All scenes, the one opened last first."""
        rows = self._file.rows("SELECT id, name, revision FROM scenes ORDER BY opened DESC, id")
        return tuple(Listed(*row) for row in rows)

    def put_scene(self, scene: Scene, map_png: bytes | None = None, *, log: str | None = None) -> int:
        """Make a scene, or set an old one up anew: tokens and areas as given, no overlays; the revision.

        The chat stays, and so does the map picture if none is given. `log` is the game that is played on it.
        """
        scene_id = scene.source.scene
        game = json.dumps(game_document(scene.game)) if scene.game is not None else None
        with self._file.writing() as changes:
            self._file.execute(
                "INSERT INTO scenes VALUES (?, ?, 1, ?, ?, ?, ?, ?, (SELECT coalesce(max(opened), 0) + 1 FROM scenes))"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, revision = revision + 1,"
                " frame = excluded.frame, width_px = excluded.width_px, height_px = excluded.height_px,"
                " game = excluded.game, map = coalesce(excluded.map, map), opened = excluded.opened",
                (
                    scene_id,
                    scene.name,
                    json.dumps(frame_document(scene.frame)),
                    *scene.size_px,
                    game,
                    map_png,
                ),
            )
            for table in ("overlays", "games"):
                self._file.execute(f"DELETE FROM {table} WHERE scene = ?", (scene_id,))
            self._put_all(scene)
            if log is not None:
                self._file.execute("INSERT INTO games VALUES (?, ?)", (scene_id, log))
            revision = self._revisions.now(scene_id)
            changes.append(Change(scene_id, "scene", scene_id, revision))
            return revision

    def open_scene(self, scene_id: str) -> None:
        """Put a scene in front of everybody: it is listed first."""
        with self._file.writing() as changes:
            revision = self._revisions.now(scene_id)
            self._file.execute(
                "UPDATE scenes SET opened = (SELECT max(opened) + 1 FROM scenes) WHERE id = ?", (scene_id,)
            )
            changes.append(Change(scene_id, "scene", scene_id, revision))

    def put_map(self, scene_id: str, png: bytes) -> int:
        """Give a scene its map picture; the revision stays, since pictures rule nothing."""
        with self._file.writing() as changes:
            revision = self._revisions.now(scene_id)
            self._file.execute("UPDATE scenes SET map = ? WHERE id = ?", (png, scene_id))
            changes.append(Change(scene_id, "scene", scene_id, revision))
            return revision

    def map_png(self, scene_id: str) -> bytes:
        """The map picture of a scene.

        Raises:
            Unknown: if there is no such scene or it has no picture.
        """
        self._revisions.now(scene_id)
        for (png,) in self._file.rows("SELECT map FROM scenes WHERE id = ? AND map IS NOT NULL", scene_id):
            return bytes(png)
        raise Unknown("map picture", scene_id)

    def scene(self, scene_id: str) -> Scene:
        """The scene as it is now, all of one revision.

        Raises:
            Unknown: if there is none.
        """
        with self._file.lock:
            found = self._file.rows(
                "SELECT name, revision, frame, width_px, height_px, game FROM scenes WHERE id = ?", scene_id
            )
            if not found:
                raise self._revisions.no_scene(scene_id)
            name, revision, frame_json, width, height, game = found[0]
            frame = frame_of(json.loads(frame_json))
            things = "SELECT document FROM {} WHERE scene = ? ORDER BY rowid"
            tokens = self._file.rows(things.format("tokens"), scene_id)
            areas = self._file.rows(things.format("areas"), scene_id)
            overlays = self._file.rows(things.format("overlays"), scene_id)
        return Scene(
            Source(VTT, VERSION, scene_id, str(revision)),
            name,
            frame,
            (width, height),
            game_of(json.loads(game)) if game is not None else None,
            tuple(token_of(json.loads(text), frame) for (text,) in tokens),
            tuple(area_of(json.loads(text)) for (text,) in areas),
            tuple(overlay_of(json.loads(text)) for (text,) in overlays),
        )

    # Tokens and areas

    def put_token(
        self, scene_id: str, token: Token, *, op_id: str | None = None, revision: str | None = None
    ) -> int:
        """Put a token on the scene or in the place of its older self; the new revision."""
        return self._put("token", scene_id, token.id, token_document(token), op_id, revision)

    def change_token(
        self,
        scene_id: str,
        token_id: str,
        changed: Callable[[Token], Token],
        *,
        op_id: str | None = None,
        revision: str | None = None,
    ) -> int:
        """Replace a token by what `changed` makes of it; the new revision.

        Raises:
            Unknown: if there is no such scene or token.
        """
        with self._file.lock:
            token = self.scene(scene_id).token(token_id)
            return self.put_token(
                scene_id, replace(changed(token), id=token_id), op_id=op_id, revision=revision
            )

    def remove_token(self, scene_id: str, token_id: str, *, revision: str | None = None) -> int:
        """Take a token off the scene; the new revision."""
        return self._remove("token", scene_id, token_id, revision)

    def put_area(
        self, scene_id: str, area: Area, *, op_id: str | None = None, revision: str | None = None
    ) -> int:
        """Put an area on the scene or in the place of its older self; the new revision."""
        return self._put("area", scene_id, area.id, area_document(area), op_id, revision)

    def remove_area(self, scene_id: str, area_id: str, *, revision: str | None = None) -> int:
        """Take an area off the scene; the new revision."""
        return self._remove("area", scene_id, area_id, revision)

    # The game

    def game_log(self, scene_id: str) -> str | None:
        """The game that is played on a scene, as its log; None where none is."""
        self._revisions.now(scene_id)
        for (log,) in self._file.rows("SELECT log FROM games WHERE scene = ?", scene_id):
            return str(log)
        return None

    def play_on(self, scene: Scene, log: str, *, was: str) -> int:
        """Keep a game that has come further, with the tokens and areas as it has them now; the new revision.

        Raises:
            Stale: if the scene or the game has moved on since they were looked at; `was` is the log then.
        """
        scene_id = scene.source.scene
        with self._file.writing() as changes:
            now = self._revisions.fresh(scene_id, scene.source.revision)
            if not self._file.execute(
                "UPDATE games SET log = ? WHERE scene = ? AND log = ?", (log, scene_id, was)
            ):
                raise Stale(scene.source.revision, str(now))
            self._put_all(scene)
            revision = self._revisions.next(scene_id)
            changes.append(Change(scene_id, "game", scene_id, revision))
            return revision

    # Journal

    def record(self, scene_id: str, line: str) -> None:
        """Add a line to the journal of a scene; no line is ever changed or taken out."""
        with self._file.writing():
            self._file.execute("INSERT INTO journal (scene, line) VALUES (?, ?)", (scene_id, line))

    def recorded(self, scene_id: str) -> tuple[str, ...]:
        """The lines of a scene's journal, oldest first."""
        return tuple(
            line
            for (line,) in self._file.rows("SELECT line FROM journal WHERE scene = ? ORDER BY id", scene_id)
        )

    # Private

    def _put_all(self, scene: Scene) -> None:
        """The tokens and areas of a scene in the place of those that were there."""
        scene_id = scene.source.scene
        tokens = [(scene_id, token.id, json.dumps(token_document(token))) for token in scene.tokens]
        areas = [(scene_id, area.id, json.dumps(area_document(area))) for area in scene.areas]
        for table, rows in (("tokens", tokens), ("areas", areas)):
            self._file.execute(f"DELETE FROM {table} WHERE scene = ?", (scene_id,))
            self._file.execute_each(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)

    def _put(
        self,
        kind: str,
        scene_id: str,
        thing_id: str,
        document: dict[str, Json],
        op_id: str | None,
        revision: str | None,
    ) -> int:
        with self._file.writing() as changes:
            if self._revisions.done(scene_id, op_id):
                return self._revisions.now(scene_id)
            self._revisions.fresh(scene_id, revision)
            self._file.execute(
                f"INSERT INTO {kind}s VALUES (?, ?, ?)"
                " ON CONFLICT (scene, id) DO UPDATE SET document = excluded.document",
                (scene_id, thing_id, json.dumps(document)),
            )
            now = self._revisions.next(scene_id)
            changes.append(Change(scene_id, kind, thing_id, now))
            return now

    def _remove(self, kind: str, scene_id: str, thing_id: str, revision: str | None) -> int:
        with self._file.writing() as changes:
            self._revisions.fresh(scene_id, revision)
            gone = self._file.execute(f"DELETE FROM {kind}s WHERE scene = ? AND id = ?", (scene_id, thing_id))
            if not gone:
                raise Unknown(kind, thing_id)
            now = self._revisions.next(scene_id)
            changes.append(Change(scene_id, kind, thing_id, now))
            return now
