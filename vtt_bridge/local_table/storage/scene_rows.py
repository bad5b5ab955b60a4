"""The rows of a scene's things: tokens, areas, overlays."""

import json
from collections.abc import Iterable, MutableMapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from exporters.json_value import Json
from rules.errors import Unknown
from vtt_bridge.local_table.documents import VERSION, VTT
from vtt_bridge.local_table.storage.revisions import no_scene
from vtt_bridge.local_table.storage.tables import AREAS, OVERLAYS, SCENES, TOKENS
from vtt_bridge.port.table_document import (
    area_document,
    area_of,
    frame_of,
    game_of,
    overlay_of,
    token_document,
    token_of,
)
from vtt_bridge.port.virtual_table import Frame, Scene, Source, Token

_REVISION_AND_OVERLAYS = (
    select(SCENES.c.revision, OVERLAYS.c.document)
    .select_from(SCENES.outerjoin(OVERLAYS, OVERLAYS.c.scene == SCENES.c.id))
    .where(SCENES.c.id == bindparam("scene"))
    .order_by(OVERLAYS.c.number)
)


def scene_in(on: Connection, scene_id: str, known: MutableMapping[str, Scene] | None = None) -> Scene:
    """The stored scene. If `known` has it at the same revision, only its overlays are read again.

    Raises:
        Unknown: if there is none.
    """
    known = {} if known is None else known
    rows = on.execute(_REVISION_AND_OVERLAYS, {"scene": scene_id}).all()
    before = known.get(scene_id)
    if before is None or not rows or before.source.revision != str(rows[0].revision):
        before = known[scene_id] = _read(on, scene_id)
    overlays = (json.loads(row.document) for row in rows if row.document is not None)
    return replace(before, overlays=tuple(map(overlay_of, overlays)))


def _read(on: Connection, scene_id: str) -> Scene:
    row = on.execute(
        select(
            SCENES.c.name,
            SCENES.c.revision,
            SCENES.c.frame,
            SCENES.c.width_px,
            SCENES.c.height_px,
            SCENES.c.game,
        ).where(SCENES.c.id == scene_id)
    ).one_or_none()
    if row is None:
        raise no_scene(on, scene_id)
    name, revision, frame_json, width, height, game = row
    frame = frame_of(json.loads(frame_json))
    return Scene(
        Source(VTT, VERSION, scene_id, str(revision)),
        name,
        frame,
        (width, height),
        game_of(json.loads(game)) if game is not None else None,
        tuple(_token(document, frame) for document in _documents(on, TOKENS, scene_id)),
        tuple(area_of(json.loads(document)) for document in _documents(on, AREAS, scene_id)),
    )


def _documents(on: Connection, table: Table, scene_id: str) -> Iterable[str]:
    return on.scalars(_of_scene(table), {"scene": scene_id})


@lru_cache(maxsize=4096)
def _token(document: str, frame: Frame) -> Token:
    """The token of a row; cached, as most tokens are the same from click to click."""
    return token_of(json.loads(document), frame)


@cache
def _of_scene(table: Table) -> Select[Any]:
    of_scene = table.c.scene == bindparam("scene")
    return select(table.c.document).where(of_scene).order_by(table.c.number)


def put_row(on: Connection, table: Table, scene_id: str, thing_id: str, **columns: str | bytes) -> None:
    """Store a thing of a scene: in place of its older version, or last in order."""
    if not on.execute(_renewed(table), {"on_scene": scene_id, "thing": thing_id, **columns}).rowcount:
        last = on.scalar(select(func.max(table.c.number)).where(table.c.scene == scene_id)) or 0
        on.execute(insert(table).values(scene=scene_id, id=thing_id, number=last + 1, **columns))


@cache
def _renewed(table: Table) -> Update:
    return update(table).where(table.c.scene == bindparam("on_scene"), table.c.id == bindparam("thing"))


def remove_row(on: Connection, table: Table, kind: str, scene_id: str, thing_id: str) -> None:
    """Take a thing off a scene.

    Raises:
        Unknown: if it is not there.
    """
    this = (table.c.scene == scene_id) & (table.c.id == thing_id)
    if not on.execute(delete(table).where(this)).rowcount:
        raise Unknown(kind, thing_id)


def put_things(on: Connection, scene: Scene) -> None:
    """Store the tokens and areas of a scene in place of the old ones."""
    _put_all(on, TOKENS, scene.source.scene, ((token.id, token_document(token)) for token in scene.tokens))
    _put_all(on, AREAS, scene.source.scene, ((area.id, area_document(area)) for area in scene.areas))


def _put_all(
    on: Connection, table: Table, scene_id: str, things: Iterable[tuple[str, dict[str, Json]]]
) -> None:
    rows: list[dict[str, Any]] = [
        {"scene": scene_id, "id": thing_id, "number": number, "document": json.dumps(document)}
        for number, (thing_id, document) in enumerate(things, 1)
    ]
    cleared, filled = _anew(table)
    on.execute(cleared, {"scene": scene_id})
    if rows:
        on.execute(filled, rows)


@cache
def _anew(table: Table) -> tuple[Delete, Insert]:
    return delete(table).where(table.c.scene == bindparam("scene")), insert(table)
