"""The local table in an SQLite file, which one process owns; its threads share a connection."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import finalize

from filelock import FileLock, Timeout
from sqlalchemy import Connection, StaticPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from vtt_bridge.errors import NotStored
from vtt_bridge.local_table.storage.database import Database, Writing, reason

IN_MEMORY = ":memory:"


class SqliteFile(Database):
    """A file by its path, or a table in memory.

    Raises:
        NotStored: if the file cannot be opened or is something else, or another process serves it.
    """

    def __init__(self, path: Path | str) -> None:
        engine = create_engine(
            f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        super().__init__(f"file {path}", engine)
        finalize(self, engine.dispose)  # closes the connection even if close() is forgotten
        self._lock = RLock()
        self._alone = None if str(path) == IN_MEMORY else FileLock(f"{path}.lock", timeout=0)
        try:
            if self._alone is not None:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                self._alone.acquire()
            self._open()
        except Timeout:
            raise NotStored(
                f"the table's {self.name} is being served already; open that table, or name another folder with"
                " BLINDHEX_DATA_DIR"
            ) from None
        except NotStored:
            self.close()
            raise
        except (SQLAlchemyError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else reason(error)
            self.close()
            raise NotStored(
                f"the table's {self.name} cannot be opened: {why}; BLINDHEX_DATA_DIR names another folder"
            ) from error

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with self._lock, self._engine.connect() as on:
            yield on

    def close(self) -> None:
        with self._lock:
            super().close()
            if self._alone is not None:
                self._alone.release()

    @contextmanager
    def _transaction(self, scene_id: str) -> Iterator[Writing]:  # noqa: ARG002 - a file has one writer, whatever the scene
        with self._lock, self._engine.begin() as on:
            writing = Writing(on)
            yield writing
        for change in writing.changes:
            self._tell(change)


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = (
        None  # transactions begin where SQLAlchemy says so, not where the driver thinks
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")


def _begin(on: Connection) -> None:
    on.exec_driver_sql("BEGIN")
