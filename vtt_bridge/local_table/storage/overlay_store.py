"""The overlays that lie on the scenes, each with its picture and who laid it."""

import json
from dataclasses import replace
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, delete, select

from rules.errors import Unknown
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.revisions import done_before, fresh, revision_of
from vtt_bridge.local_table.storage.scene_rows import put_row
from vtt_bridge.local_table.storage.tables import OVERLAYS
from vtt_bridge.port.table_document import overlay_document, overlay_of
from vtt_bridge.port.virtual_table import Overlay


class OverlayStore:
    """The overlays of all scenes by tag; only the owner may replace or remove an overlay."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        digest = sha256(png).hexdigest()[:16]
        with self._database.writing(scene_id) as writing:
            if done_before(writing.on, scene_id, op_id, (replace(overlay, revision="", digest=""), digest)):
                return revision_of(writing.on, scene_id)
            now = fresh(writing.on, scene_id, revision)
            _check_owner(writing.on, scene_id, overlay.tag, overlay.owner)
            laid = overlay_document(replace(overlay, revision=revision or str(now), digest=digest))
            put_row(writing.on, OVERLAYS, scene_id, overlay.tag, document=json.dumps(laid), png=png)
            writing.changes.append(Change(scene_id, "overlay", overlay.tag, now))
            return now

    def png(self, scene_id: str, tag: str) -> bytes:
        """The picture of an overlay.

        Raises:
            Unknown: if there is no such scene or overlay.
        """
        with self._database.reading() as on:
            revision_of(on, scene_id)
            png = on.scalar(select(OVERLAYS.c.png).where(_tagged(scene_id, tag)))
            if png is None:
                tags = on.scalars(select(OVERLAYS.c.id).where(OVERLAYS.c.scene == scene_id))
                raise Unknown("overlay", tag, tags)
            return bytes(png)

    def clear(self, scene_id: str, tag: str, owner: str, *, revision: str | None = None) -> int:
        """Take an overlay off the scene; none with that tag is no fault.

        Raises:
            Refused: if somebody else laid it.
        """
        with self._database.writing(scene_id) as writing:
            now = fresh(writing.on, scene_id, revision)
            _check_owner(writing.on, scene_id, tag, owner)
            if writing.on.execute(delete(OVERLAYS).where(_tagged(scene_id, tag))).rowcount:
                writing.changes.append(Change(scene_id, "overlay", tag, now))
            return now


def _tagged(scene_id: str, tag: str) -> ColumnElement[bool]:
    return (OVERLAYS.c.scene == scene_id) & (OVERLAYS.c.id == tag)


def _check_owner(on: Connection, scene_id: str, tag: str, owner: str) -> None:
    there = on.scalar(select(OVERLAYS.c.document).where(_tagged(scene_id, tag)))
    if there is not None and (other := overlay_of(json.loads(there)).owner) != owner:
        raise Refused(
            f"overlay: {tag!r} was laid by {other or 'a player'}, and only they may replace or remove it"
        )
