"""The SQLite file of the local table: its tables, one transaction for every write, and who hears of it.

Every write is kept in write-ahead mode before it is answered, so that a process that is killed loses nothing.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import finalize

from vtt_bridge.errors import NotStored

Value = str | int | bytes | None

_KEPT_AS = "blindhex-local-table/1"

_TABLES = """
CREATE TABLE IF NOT EXISTS kept (format TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS scenes (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL, frame TEXT NOT NULL,
    width_px INTEGER NOT NULL, height_px INTEGER NOT NULL, game TEXT, map BLOB, opened INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (scene TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (scene, id));
CREATE TABLE IF NOT EXISTS areas (scene TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (scene, id));
CREATE TABLE IF NOT EXISTS overlays (
    scene TEXT NOT NULL, tag TEXT NOT NULL, document TEXT NOT NULL, png BLOB NOT NULL, PRIMARY KEY (scene, tag));
CREATE TABLE IF NOT EXISTS chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scene TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,
    rules TEXT NOT NULL, addressee TEXT NOT NULL, said_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS operations (scene TEXT NOT NULL, op_id TEXT NOT NULL, PRIMARY KEY (scene, op_id));
CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY AUTOINCREMENT, scene TEXT NOT NULL, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (scene TEXT PRIMARY KEY, log TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS journal_stays BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;
CREATE TRIGGER IF NOT EXISTS journal_is_kept BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;
"""


@dataclass(frozen=True, slots=True)
class Change:
    """A change on a scene: the kind of thing (scene, token, area, overlay, chat or game) and its id."""

    scene: str
    kind: str
    id: str
    revision: int


class Database:
    """One connection that several threads share, each holding `lock` for as long as it must see one state.

    Raises:
        NotStored: if the file cannot be opened or is something else.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self.lock = RLock()
        self._listeners: list[Callable[[Change], None]] = []
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=10)
            self._let_go = finalize(self, self._db.close)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(_TABLES)
        except (sqlite3.Error, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise NotStored(
                f"the table's file {self.path} cannot be opened: {why}; BLINDHEX_DATA_DIR names another folder"
            ) from error
        self._check_format()

    def close(self) -> None:
        """Let go of the file."""
        with self.lock:
            self._let_go()

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Hear of every change from now on, in the thread that made it; call the result to stop."""
        with self.lock:
            self._listeners.append(listener)
        return lambda: self._stop_listening(listener)

    def rows(self, query: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""
        with self.lock:
            return list(self._db.execute(query, values))

    @contextmanager
    def writing(self) -> Iterator[list[Change]]:
        """One transaction; the changes put into the list are announced once it is kept.

        Raises:
            NotStored: if the file cannot be written; nothing is kept then.
        """
        changes: list[Change] = []
        with self.lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield changes
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                raise NotStored(f"the table's file {self.path} cannot be written: {error}") from error
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            listeners = tuple(self._listeners)
        for change in changes:
            for listener in listeners:
                listener(change)

    def execute(self, statement: str, values: Iterable[Value]) -> int:
        """Carry out a statement within a transaction; how many rows it changed."""
        return self._db.execute(statement, tuple(values)).rowcount

    def execute_each(self, statement: str, rows: Iterable[tuple[Value, ...]]) -> None:
        """Carry out a statement for each of these rows within a transaction."""
        self._db.executemany(statement, rows)

    def _check_format(self) -> None:
        formats = [row[0] for row in self.rows("SELECT format FROM kept")]
        if not formats:
            self._db.execute("INSERT INTO kept VALUES (?)", (_KEPT_AS,))
        elif formats != [_KEPT_AS]:
            raise NotStored(
                f"the table's file {self.path} is kept as {formats[0]}, and this table reads {_KEPT_AS}"
            )

    def _stop_listening(self, listener: Callable[[Change], None]) -> None:
        with self.lock:
            self._listeners.remove(listener)
