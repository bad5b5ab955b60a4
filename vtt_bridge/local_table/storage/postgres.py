"""The local table in a PostgreSQL database, which several processes may serve.

Writes to a scene wait for each other; every process hears of the changes by all others (LISTEN, NOTIFY).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from threading import Event, Thread

import psycopg
from sqlalchemy import Connection, bindparam, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from rules.errors import BadInput
from vtt_bridge.errors import NotStored
from vtt_bridge.local_table.storage.database import Change, Database, Writing, reason
from vtt_bridge.local_table.storage.tables import SCENES

_CHANNEL = "blindhex"
_LOOK_AGAIN_S = 1.0
_CHANGES_A_NOTE = 2
"""A note holds 8000 bytes at most, and a change up to half of that."""

_LOCKED = select(func.pg_advisory_xact_lock(func.hashtext(bindparam("scene"))))
_NOTIFIED = select(func.pg_notify(_CHANNEL, bindparam("note")))


class Postgres(Database):
    """A database by its URL, postgresql+psycopg://user:password@host/name.

    Raises:
        NotStored: if it cannot be opened or holds something else.
        BadInput: if it is the URL of another database.
    """

    def __init__(self, url: str) -> None:
        try:
            where = make_url(url)
            if where.get_backend_name() != "postgresql":
                raise BadInput(
                    "database", where.render_as_string(), "a URL such as postgresql://USER@HOST/NAME"
                )
            where = where.set(drivername="postgresql+psycopg")
            engine = create_engine(where, pool_pre_ping=True, pool_size=20)
            super().__init__(f"database {where.render_as_string()}", engine)
            self._one_state = engine.execution_options(isolation_level="REPEATABLE READ")
            self._open()
            self._address = where.set(drivername="postgresql").render_as_string(False)
            self._hearing = self._line()
        except (ArgumentError, SQLAlchemyError, psycopg.Error) as error:
            raise NotStored(f"the table's database cannot be opened: {reason(error)}") from error
        self._closed = Event()
        self._listener = Thread(target=self._hear, name="changes of the table", daemon=True)
        self._listener.start()

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with self._one_state.connect() as on:
            yield on

    def close(self) -> None:
        self._closed.set()
        # A notification without changes wakes the listener; without a database it wakes after its time-out of a second.
        with suppress(SQLAlchemyError), self._engine.begin() as on:
            on.execute(_NOTIFIED, {"note": "[]"})
        self._listener.join()
        self._hearing.close()
        super().close()

    @contextmanager
    def _transaction(self, scene_id: str) -> Iterator[Writing]:
        with self._engine.begin() as on:
            on.execute(_LOCKED, {"scene": f"blindhex {scene_id}"})
            writing = Writing(on)
            yield writing
            for first in range(0, len(writing.changes), _CHANGES_A_NOTE):
                changes = [asdict(change) for change in writing.changes[first : first + _CHANGES_A_NOTE]]
                on.execute(_NOTIFIED, {"note": json.dumps(changes)})

    def _line(self) -> psycopg.Connection:
        on = psycopg.connect(self._address, autocommit=True, keepalives_idle=30)
        on.execute(f"LISTEN {_CHANNEL}")
        return on

    def _hear(self) -> None:
        while not self._closed.is_set():
            try:
                for note in self._hearing.notifies(timeout=_LOOK_AGAIN_S):
                    for change in json.loads(note.payload):
                        self._tell(Change(**change))
                    if self._closed.is_set():
                        return
            except psycopg.Error:
                self._hear_again()

    def _hear_again(self) -> None:
        """Reconnect after a broken connection, and tell listeners to read everything again, as changes were missed."""
        self._hearing.close()
        while not self._closed.is_set():
            try:
                self._hearing = self._line()
                with self.reading() as on:
                    scenes = on.execute(select(SCENES.c.id, SCENES.c.revision)).all()
            except (psycopg.Error, SQLAlchemyError):
                self._closed.wait(_LOOK_AGAIN_S)
                continue
            for scene_id, revision in scenes:
                for kind in ("scene", "chat", "seat"):
                    self._tell(Change(scene_id, kind, scene_id if kind == "scene" else "", revision))
            return
