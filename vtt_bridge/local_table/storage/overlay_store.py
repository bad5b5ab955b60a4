"""The overlays on the scenes, each with its picture and owner."""

import json
from dataclasses import replace
from hashlib import sha256

from sqlalchemy import Connection, bindparam, delete, select

from rules.errors import Unknown
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.revisions import PLAIN, Sent, done_before, fresh, revision_of
from vtt_bridge.local_table.storage.scene_rows import put_row
from vtt_bridge.local_table.storage.tables import OVERLAYS
from vtt_bridge.port.table_document import overlay_document, overlay_of
from vtt_bridge.port.virtual_table import Overlay

_KEYED = (OVERLAYS.c.scene == bindparam("scene")) & (OVERLAYS.c.id == bindparam("id"))
_DOCUMENT, _PNG, _CLEARED = (
    select(OVERLAYS.c.document).where(_KEYED),
    select(OVERLAYS.c.png).where(_KEYED),
    delete(OVERLAYS).where(_KEYED),
)


class OverlayStore:
    """The overlays of all scenes by tag and the seat they are for; only the owner may replace or remove an overlay."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, scene_id: str, overlay: Overlay, png: bytes, sent: Sent = PLAIN) -> int:
        """Lay an overlay on the scene, in the place of the one with the same tag and owner.

        Raises:
            Refused: if somebody else laid the one with that tag.
            Stale: if the revision it was computed for is not the scene's any more.
        """
        digest = sha256(png).hexdigest()[:16]
        with self._database.writing(scene_id) as writing:
            if done_before(
                writing.on, scene_id, sent.op_id, (replace(overlay, revision="", digest=""), digest)
            ):
                return revision_of(writing.on, scene_id)
            now = fresh(writing.on, scene_id, sent.revision)
            key = _key(overlay.tag, overlay.to)
            _check_owner(writing.on, scene_id, key, overlay.tag, overlay.owner)
            laid = overlay_document(replace(overlay, revision=sent.revision or str(now), digest=digest))
            put_row(writing.on, OVERLAYS, scene_id, key, document=json.dumps(laid), png=png)
            writing.changes.append(Change(scene_id, "overlay", overlay.tag, now, overlay.to))
            return now

    def png(self, scene_id: str, tag: str, to: str = "") -> bytes:
        """The picture of an overlay that lies for everybody, or for the seat `to`.

        Raises:
            Unknown: if there is no such scene or overlay.
        """
        with self._database.reading() as on:
            revision_of(on, scene_id)
            png = on.scalar(_PNG, {"scene": scene_id, "id": _key(tag, to)})
            if png is None:
                raise Unknown("overlay", tag)
            return bytes(png)

    def clear(self, scene_id: str, tag: str, owner: str, *, to: str = "", revision: str | None = None) -> int:
        """Take an overlay off the scene; none with that tag is no fault.

        Raises:
            Refused: if somebody else laid it.
        """
        with self._database.writing(scene_id) as writing:
            now = fresh(writing.on, scene_id, revision)
            key = _key(tag, to)
            _check_owner(writing.on, scene_id, key, tag, owner)
            if writing.on.execute(_CLEARED, {"scene": scene_id, "id": key}).rowcount:
                writing.changes.append(Change(scene_id, "overlay", tag, now, to))
            return now


def _key(tag: str, to: str) -> str:
    """The key of an overlay; it is unique, as no tag has a colon in it."""
    return f"{to}:{tag}" if to else tag


def _check_owner(on: Connection, scene_id: str, key: str, tag: str, owner: str) -> None:
    there = on.scalar(_DOCUMENT, {"scene": scene_id, "id": key})
    if there is not None and (other := overlay_of(json.loads(there)).owner) != owner:
        raise Refused(
            f"overlay: {tag!r} was laid by {other or 'a player'}, and only they may replace or remove it"
        )
