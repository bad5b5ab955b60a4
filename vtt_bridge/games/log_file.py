"""Log files: whether a file is one, and its text."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from maps.codec import FORMAT as BOARD_FORMAT
from maps.documents import CannotRead, Document, errors_naming, parsed
from maps.scenario_codec import FORMAT as SCENARIO_FORMAT
from rules.errors import BadInput, RulesError

LOG_FORMAT = "blindhex-log/1"
MAIL_FORMAT = "blindhex-mail/2"
MOST_LOG_BYTES = 2**28
_MOST_HEAD_BYTES = 2**25
_FORMAT = re.compile(r'"format"\s*:\s*"([^"]*)"')


class NoSuchGame(RulesError):
    """No game is kept in a file of that name."""

    def __init__(self, log: str) -> None:
        super().__init__(
            f"no game is kept in {log!r}; blindhex game begin SCENARIO LOG begins one, blindhex mail new one by e-mail"
        )


class NotALog(RulesError):
    """A file holds a scenario or a board instead of a game."""

    def __init__(self, file: str, *, is_board: bool = False) -> None:
        log = Path(file).with_suffix(".log")
        begins = f"blindhex game begin {'SCENARIO' if is_board else file} {log} begins one"
        super().__init__(
            f"{file!r} is a {'board' if is_board else 'scenario'}, not the log of a game; {begins}"
        )


class BadLine(RulesError):
    """A line of a log cannot be read."""

    def __init__(self, number: int, error: RulesError) -> None:
        super().__init__(f"line {number}: {error}")


@contextmanager
def errors_naming_log(log: str) -> Iterator[None]:
    """Errors in a log, or in a line of it, also name its file."""
    with errors_naming(log):
        try:
            yield
        except BadLine as error:
            raise RulesError(f"{log}, {error}") from None


def is_log_file(name: str) -> bool:
    """Whether a file of that name exists and begins as a log does."""
    return _first_line(name).get("format") == LOG_FORMAT


def is_mail_file(name: str) -> bool:
    """Whether a file of that name exists and begins as the record of a game by mail does."""
    body = _first_line(name).get("body")
    return isinstance(body, dict) and body.get("format") == MAIL_FORMAT


def _first_line(name: str) -> Document:
    """The first line of a file as a document; an empty one if there is none."""
    try:
        with Path(name).open("rb") as file:
            return parsed(file.readline(_MOST_HEAD_BYTES))
    except (OSError, ValueError, RulesError):
        return {}


def read_log(log: str) -> str:
    """The text of a log.

    Raises:
        NoSuchGame: if there is no such file.
        NotALog: if it is a scenario or a board.
        CannotRead, BadInput: if the file cannot be read, or is too large to be one.
    """
    try:
        with Path(log).open("rb") as file:
            read = file.read(MOST_LOG_BYTES + 1)
        if len(read) > MOST_LOG_BYTES:
            raise BadInput("log", log, f"a log of at most {MOST_LOG_BYTES} bytes")
        text = read.decode("utf-8")
    except FileNotFoundError:
        raise NoSuchGame(log) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRead(log, error) from None
    first = _FORMAT.search(text)
    if first is not None and first[1] in (SCENARIO_FORMAT, BOARD_FORMAT):
        with errors_naming(log):
            document = parsed(text)
        raise NotALog(log, is_board=document.get("format") == BOARD_FORMAT)
    return text
