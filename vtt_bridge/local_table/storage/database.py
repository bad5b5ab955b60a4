"""The database of the local table: a transaction for every write, and listeners for changes.

Every write is stored durably before it is answered, so that a killed process loses nothing. SQLite and
PostgreSQL have their own modules, sqlite_file and postgres.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from threading import Lock, local

from sqlalchemy import Connection, Engine, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from vtt_bridge.errors import NotStored
from vtt_bridge.local_table.storage.file_migration import FORMER, migrate
from vtt_bridge.local_table.storage.tables import CHAT, KEPT, KEPT_AS, METADATA

Listener = Callable[["Change"], None]


@dataclass(frozen=True, slots=True)
class Change:
    """A change on a scene: the kind of thing (scene, token, area, overlay, chat, game or seat) and its id; `to` is the only
    seat that hears of it, empty for all.

    Kind `pointed` is a point shown to everybody: its pixels, the name of the place, and the seat that shows it.
    """

    scene: str
    kind: str
    id: str
    revision: int
    to: str = ""
    at_px: Sequence[float] = ()
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Writing:
    """A transaction under way, and the changes to announce once it is committed."""

    on: Connection
    changes: list[Change] = field(default_factory=list)


class Database(ABC):
    """A database of the table; `name` is how messages to its owner call it."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self._engine = engine
        self._listeners: list[tuple[str, Listener]] = []
        self._listening = Lock()
        self._under_way = local()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads one consistent state, whatever is written meanwhile."""
        joined = self._joined
        with self._snapshot() if joined is None else nullcontext(joined.on) as on:
            yield on

    @contextmanager
    def writing(self, scene_id: str) -> Iterator[Writing]:
        """A transaction that writes to a scene, or joins this thread's `at_once` block; its changes are announced once
        it is committed.

        Raises:
            NotStored: if it cannot be committed; nothing is changed then.
        """
        if (joined := self._joined) is not None:
            yield joined
            return
        try:
            with self._transaction(scene_id) as writing:
                yield writing
        except SQLAlchemyError as error:
            raise NotStored(f"the table's {self.name} cannot be written: {reason(error)}") from error

    @contextmanager
    def at_once(self, scene_id: str) -> Iterator[None]:
        """Commit everything that this thread writes to a scene in the block together, or nothing; the
        disk is waited for only once.

        Raises:
            NotStored: if it cannot be kept.
        """
        joined = self._joined
        with self.writing(scene_id) as self._under_way.writing:
            try:
                yield
            finally:
                self._under_way.writing = joined

    @property
    def _joined(self) -> Writing | None:
        return getattr(self._under_way, "writing", None)

    def listen(self, listener: Listener, at: str) -> Callable[[], None]:
        """Call `listener` with every change from now on, from any thread; call the result to stop.

        `at` limits it to one scene, and to changes of the lists of scenes and seats.
        """
        listening = (at, listener)
        with self._listening:
            self._listeners.append(listening)
        return lambda: self._stop_listening(listening)

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    @abstractmethod
    def _snapshot(self) -> AbstractContextManager[Connection]:
        """A connection that reads one consistent state, whatever is written meanwhile."""

    @abstractmethod
    def _transaction(self, scene_id: str) -> AbstractContextManager[Writing]:
        """A transaction, exclusive for its scene; its changes are announced once it is committed."""

    def _tell(self, change: Change) -> None:
        for_all = change.kind in ("scene", "seat")
        with self._listening:
            listening = [listener for at, listener in self._listeners if for_all or at in ("", change.scene)]
        for listener in listening:
            listener(change)

    def _stop_listening(self, listening: tuple[str, Listener]) -> None:
        with self._listening:
            self._listeners.remove(listening)

    def _open(self) -> None:
        """Create missing tables, and convert those of a former version.

        Raises:
            NotStored: if the database holds another format.
        """
        with self._transaction("") as writing:
            on = writing.on
            there = inspect(on).has_table(KEPT.name)
            format_ = on.scalar(select(KEPT.c.format)) if there else None
            if format_ == FORMER:
                migrate(on)
            METADATA.create_all(on)
            _add_who_declared(on)
            if format_ is None:
                on.execute(insert(KEPT).values(format=KEPT_AS))
            elif format_ not in (FORMER, KEPT_AS):
                raise NotStored(
                    f"the table's {self.name} is kept as {format_}, and this table reads {KEPT_AS}"
                )


def _add_who_declared(on: Connection) -> None:
    """Add the column `declared_by` to a chat that was stored without it; it is empty for older lines."""
    if not any(column["name"] == "declared_by" for column in inspect(on).get_columns(CHAT.name)):
        on.execute(text(f"ALTER TABLE {CHAT.name} ADD COLUMN declared_by TEXT NOT NULL DEFAULT ''"))


def reason(error: Exception) -> str:
    """The database's own error message, in one line."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0] if said else type(error).__name__
