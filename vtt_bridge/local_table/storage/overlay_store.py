"""The overlays that lie on the scenes, each with its picture and who laid it."""

import json
from dataclasses import replace
from hashlib import sha256

from rules.errors import Unknown
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.revisions import Revisions
from vtt_bridge.port.table_document import overlay_document, overlay_of
from vtt_bridge.port.virtual_table import Overlay


class OverlayStore:
    """The overlays of all scenes by tag; only the owner may replace or remove an overlay."""

    def __init__(self, file: Database, revisions: Revisions) -> None:
        self._file = file
        self._revisions = revisions

    def put(
        self,
        scene_id: str,
        overlay: Overlay,
        png: bytes,
        *,
        op_id: str | None = None,
        revision: str | None = None,
    ) -> int:
        """Lay an overlay on the scene, in the place of the one with the same tag and owner.

        Raises:
            Refused: if somebody else laid the one with that tag.
            Stale: if the revision it was computed for is not the scene's any more.
        """
        with self._file.writing() as changes:
            if self._revisions.done(scene_id, op_id):
                return self._revisions.now(scene_id)
            now = self._revisions.fresh(scene_id, revision)
            self._owned(scene_id, overlay.tag, overlay.owner)
            kept = json.dumps(
                overlay_document(
                    replace(overlay, revision=revision or str(now), digest=sha256(png).hexdigest()[:16])
                )
            )
            self._file.execute(
                "INSERT OR REPLACE INTO overlays VALUES (?, ?, ?, ?)", (scene_id, overlay.tag, kept, png)
            )
            changes.append(Change(scene_id, "overlay", overlay.tag, now))
            return now

    def png(self, scene_id: str, tag: str) -> bytes:
        """The picture of an overlay.

        Raises:
            Unknown: if there is no such scene or overlay.
        """
        self._revisions.now(scene_id)
        for (png,) in self._file.rows("SELECT png FROM overlays WHERE scene = ? AND tag = ?", scene_id, tag):
            return bytes(png)
        raise Unknown(
            "overlay",
            tag,
            (tag for (tag,) in self._file.rows("SELECT tag FROM overlays WHERE scene = ?", scene_id)),
        )

    def clear(self, scene_id: str, tag: str, owner: str, *, revision: str | None = None) -> int:
        """Take an overlay off the scene; none with that tag is no fault.

        Raises:
            Refused: if somebody else laid it.
        """
        with self._file.writing() as changes:
            now = self._revisions.fresh(scene_id, revision)
            self._owned(scene_id, tag, owner)
            if self._file.execute("DELETE FROM overlays WHERE scene = ? AND tag = ?", (scene_id, tag)):
                changes.append(Change(scene_id, "overlay", tag, now))
            return now

    def _owned(self, scene_id: str, tag: str, owner: str) -> None:
        for (text,) in self._file.rows(
            "SELECT document FROM overlays WHERE scene = ? AND tag = ?", scene_id, tag
        ):
            other = overlay_of(json.loads(text)).owner
            if other != owner:
                raise Refused(
                    f"overlay: {tag!r} was laid by {other or 'a player'}, and only they may replace or remove it"
                )
