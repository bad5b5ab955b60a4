"""A game read from the file of its log, and written to it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from vtt_bridge.errors import CannotWrite, LogExists, LogMovedOn
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.log_file import errors_naming_log, read_log
from vtt_bridge.games.running_game import RunningGame, resumed
from vtt_bridge.system.atomic_write import write_atomic

_PATIENCE_S = 10.0


def resumed_from(log: str, book_named: BookNamed) -> RunningGame:
    """The game of a log, at its latest position.

    Raises:
        RulesError: if the file cannot be read, or naming the line that is wrong.
    """
    with errors_naming_log(log):
        return resumed(read_log(log), book_named)


def begin_log(log: str, text: str) -> None:
    """Write a new game to a file of its own.

    Raises:
        LogExists: if there is such a file.
        CannotWrite: if it cannot be written.
    """
    with log_under_way(log, text):
        pass


@contextmanager
def log_under_way(log: str, head: str) -> Iterator[Callable[[str], None]]:
    """A new game in a file of its own, with a function that appends its lines: an interrupted game is kept up to there.

    Nobody else can write to the file meanwhile.

    Raises:
        LogExists: if there is such a file.
        CannotWrite: if it cannot be written.
    """
    path = Path(log)

    def add(lines: str) -> None:
        try:
            _append(path, lines)
        except OSError as error:
            raise CannotWrite(log, error) from None

    with sole_writer(log):
        check_no_log(log)
        write_atomic(path, head)
        yield add


def _append(path: Path, lines: str) -> None:
    """Add lines to a file, all or none of them."""
    whole = path.stat().st_size
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(lines)
    except OSError:
        os.truncate(path, whole)
        raise


def check_no_log(log: str) -> None:
    """Check that the file of a new game does not exist yet.

    Raises:
        LogExists: if there is such a file.
    """
    if Path(log).exists():
        raise LogExists(log)


def write_game(log: str, now: RunningGame, *, was: str) -> str:
    """Write a game to its file, durably, whole or not at all, and return the text. `was` is the file's expected present text.

    Raises:
        LogMovedOn: if the file no longer holds that text; it is left alone.
        CannotWrite: if it cannot be written; the old file stays as it was.
    """
    with sole_writer(log):
        if read_log(log) != was:
            raise LogMovedOn(log)
        text = now.log
        write_atomic(Path(log), text)
        return text


@contextmanager
def sole_writer(log: str) -> Iterator[None]:
    """Hold the lock of a log's file, after waiting for any other writer."""
    path = Path(log).resolve()
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=_PATIENCE_S)
    try:
        lock.acquire()
    except Timeout:
        raise CannotWrite(log, BlockingIOError("somebody else is writing to it")) from None
    except OSError as error:
        raise CannotWrite(log, error) from None
    try:
        yield
    finally:
        lock.release()
