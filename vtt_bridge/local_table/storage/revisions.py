"""The revision of each scene, and the operations already carried out on it.

A scene's revision counts what a ruling may depend on: tokens, areas, the game. Overlays and chat leave it alone,
so that an answer can be laid and said. An op_id is remembered with the write it came with; the same op_id again
changes nothing.
"""

from rules.errors import Unknown
from vtt_bridge.errors import Stale
from vtt_bridge.local_table.storage.database import Database


class Revisions:
    """The revisions of the scenes that a file keeps."""

    def __init__(self, file: Database) -> None:
        self._file = file

    def now(self, scene_id: str) -> int:
        """The revision of a scene.

        Raises:
            Unknown: if there is no such scene.
        """
        for (revision,) in self._file.rows("SELECT revision FROM scenes WHERE id = ?", scene_id):
            return int(revision)
        raise self.no_scene(scene_id)

    def no_scene(self, scene_id: str) -> Unknown:
        """The error for a scene that does not exist; it lists those that do."""
        return Unknown(
            "scene",
            scene_id,
            (found for (found,) in self._file.rows("SELECT id FROM scenes ORDER BY opened DESC, id")),
        )

    def fresh(self, scene_id: str, revision: str | None) -> int:
        """The revision of a scene that must not have moved on since the one given.

        Raises:
            Stale: if it has.
        """
        now = self.now(scene_id)
        if revision is not None and revision != str(now):
            raise Stale(revision, str(now))
        return now

    def done(self, scene_id: str, op_id: str | None) -> bool:
        """Whether this operation was done before; from now on it is."""
        if op_id is None:
            return False
        added = self._file.execute("INSERT OR IGNORE INTO operations VALUES (?, ?)", (scene_id, op_id))
        return added == 0

    def next(self, scene_id: str) -> int:
        """The scene moved on by one."""
        self._file.execute("UPDATE scenes SET revision = revision + 1 WHERE id = ?", (scene_id,))
        return self.now(scene_id)
