"""The revision of each scene, and the operations already carried out on it.

A scene's revision counts what a ruling may depend on: tokens, areas, the game. Overlays and chat leave it alone,
so that an answer can be laid and said. An op_id is remembered with the write it came with: the same write with the
same op_id again changes nothing, and another write with it is refused.

Frequent statements are built once, since SQLAlchemy takes longer to build one than to run it.
"""

from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from rules.errors import Unknown
from vtt_bridge.errors import Refused, Stale
from vtt_bridge.local_table.storage.tables import OPERATIONS, SCENES

MOST_OPERATIONS = 2000
"""About how many operations of a scene are remembered; repeats come within seconds."""

_REVISION = select(SCENES.c.revision).where(SCENES.c.id == bindparam("scene"))
_MOVED_ON = update(SCENES).where(SCENES.c.id == bindparam("of_scene")).values(revision=SCENES.c.revision + 1)
_HERE = OPERATIONS.c.scene == bindparam("scene")
_OPERATION = select(OPERATIONS.c.asked).where(_HERE, OPERATIONS.c.id == bindparam("id"))
_LAST_OPERATION = select(func.max(OPERATIONS.c.number)).where(_HERE)
_BEFORE = select(_OPERATION.scalar_subquery(), _LAST_OPERATION.scalar_subquery())
_REMEMBERED = insert(OPERATIONS)
_FORGOTTEN = delete(OPERATIONS).where(
    OPERATIONS.c.scene == bindparam("scene"), OPERATIONS.c.number <= bindparam("up_to")
)


@dataclass(frozen=True, slots=True)
class Sent:
    """The conditions of a write: the revision that it was made for, its op_id, and what it asks for, as a value."""

    revision: str | None = None
    op_id: str | None = None
    asked: object = ""


PLAIN = Sent()
"""A write without conditions."""


def revision_of(on: Connection, scene_id: str) -> int:
    """The revision of a scene.

    Raises:
        Unknown: if there is no such scene; it lists those there are.
    """
    revision = on.scalar(_REVISION, {"scene": scene_id})
    if revision is None:
        raise no_scene(on, scene_id)
    return int(revision)


def no_scene(on: Connection, scene_id: str) -> Unknown:
    """The error for a scene that does not exist; it lists those that do."""
    return Unknown(
        "scene", scene_id, on.scalars(select(SCENES.c.id).order_by(SCENES.c.opened.desc(), SCENES.c.id))
    )


def fresh(on: Connection, scene_id: str, revision: str | None) -> int:
    """The revision of a scene, after checking that it is still the one given (if any).

    Raises:
        Stale: if the scene has changed since.
    """
    now = revision_of(on, scene_id)
    if revision is not None and revision != str(now):
        raise Stale(revision, str(now))
    return now


def known(on: Connection, scene_id: str, op_id: str | None, asked: object) -> bool:
    """Whether this was done before under this op_id. `asked` is what is to be done, as a value.

    Raises:
        Refused: if the op_id was used for something else.
    """
    return _is_same(on.scalar(_OPERATION, {"scene": scene_id, "id": op_id}), op_id, _digest(asked))


def done_before(on: Connection, scene_id: str, op_id: str | None, asked: object) -> bool:
    """Whether this was done before under this op_id; if not, it is remembered as done.

    Raises:
        Refused: if the op_id was used for something else.
    """
    if op_id is None:
        return False
    before, last = on.execute(_BEFORE, {"scene": scene_id, "id": op_id}).one()
    if _is_same(before, op_id, digest := _digest(asked)):
        return True
    number = (last or 0) + 1
    on.execute(_REMEMBERED, {"scene": scene_id, "id": op_id, "number": number, "asked": digest})
    if number % max(1, MOST_OPERATIONS // 20) == 0:
        on.execute(_FORGOTTEN, {"scene": scene_id, "up_to": number - MOST_OPERATIONS})
    return False


def _is_same(before: str | None, op_id: str | None, digest: str) -> bool:
    if before not in (None, "", digest):
        raise Refused(
            f"op_id: {op_id!r} was used for something else on this scene; each operation has its own"
        )
    return before is not None


def moved_on(on: Connection, scene_id: str) -> int:
    """Raise the revision of a scene by one, and return it."""
    on.execute(_MOVED_ON, {"of_scene": scene_id})
    return revision_of(on, scene_id)


def _digest(asked: object) -> str:
    return sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()
