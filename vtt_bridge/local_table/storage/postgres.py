"""The local table in a PostgreSQL database, which several processes may serve.

Writes to a scene wait for each other; every process hears of the changes of all (LISTEN, NOTIFY).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from threading import Event, Thread

import psycopg
from sqlalchemy import Connection, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from vtt_bridge.errors import NotStored
from vtt_bridge.local_table.storage.database import Change, Database, Writing, reason

_CHANNEL = "blindhex"
_LOOK_AGAIN_S = 1.0


class Postgres(Database):
    """A database by its URL, postgresql+psycopg://user:password@host/name.

    Raises:
        NotStored: if it cannot be opened or holds something else.
    """

    def __init__(self, url: str) -> None:
        try:
            where = make_url(url)
            engine = create_engine(where, pool_pre_ping=True, pool_size=20)
            super().__init__(f"database {where.render_as_string()}", engine)
            self._one_state = engine.execution_options(isolation_level="REPEATABLE READ")
            self._open()
            self._hearing = psycopg.connect(
                where.set(drivername="postgresql").render_as_string(False), autocommit=True
            )
        except (ArgumentError, SQLAlchemyError, psycopg.Error) as error:
            raise NotStored(f"the table's database cannot be opened: {reason(error)}") from error
        self._hearing.execute(f"LISTEN {_CHANNEL}")
        self._closed = Event()
        self._listener = Thread(target=self._hear, name="changes of the table", daemon=True)
        self._listener.start()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._one_state.connect() as on:
            yield on

    def close(self) -> None:
        self._closed.set()
        self._listener.join()
        self._hearing.close()
        super().close()

    @contextmanager
    def _transaction(self, scene_id: str) -> Iterator[Writing]:
        with self._engine.begin() as on:
            on.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"blindhex {scene_id}"))))
            writing = Writing(on)
            yield writing
            for change in writing.changes:
                on.execute(select(func.pg_notify(_CHANNEL, json.dumps(asdict(change)))))

    def _hear(self) -> None:
        while not self._closed.is_set():
            for note in self._hearing.notifies(timeout=_LOOK_AGAIN_S):
                self._tell(Change(**json.loads(note.payload)))
