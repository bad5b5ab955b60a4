"""The boards and scenarios that come along, and those in files of the player's own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from maps import codec, scenario_codec
from maps.documents import MAX_BYTES, Document, parsed
from maps.scenario import Scenario
from rules.errors import BadInput, Unknown
from rules.ground.board import Board

_BOARDS = "boards"
_SCENARIOS = "scenarios"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list: the name to ask for, and what it is."""

    name: str
    description: str


def boards() -> tuple[Entry, ...]:
    """The bundled boards, by name."""
    return tuple(Entry(name, codec.board_summary(bundled_board(name))) for name in _names(_BOARDS))


def scenarios() -> tuple[Entry, ...]:
    """The bundled scenarios, by name."""
    return tuple(Entry(name, _described(_bundled_scenario(name))) for name in _names(_SCENARIOS))


def bundled_board(name: str) -> Board:
    """The bundled board of that name.

    Raises:
        Unknown: if there is none; the message lists them.
    """
    if name not in _names(_BOARDS):
        raise Unknown("board", name, _names(_BOARDS))
    return _bundled_board(name)


def board(source: str) -> Board:
    """A board by bundled name, or from a file; the board of a scenario if that is what the source is.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        BadInput: if the file holds no board.
    """
    found = open_source(source)
    return found.state().board if isinstance(found, Scenario) else found


def scenario(source: str) -> Scenario:
    """A scenario by bundled name, or from a file.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        BadInput: if the file holds no scenario.
    """
    if not _is_path(source) and source not in _names(_SCENARIOS):
        raise Unknown("scenario", source, _names(_SCENARIOS))
    found = open_source(source)
    if not isinstance(found, Scenario):
        raise BadInput("format", codec.FORMAT, f"{scenario_codec.FORMAT}: this is a board")
    return found


def open_source(source: str) -> Scenario | Board:
    """A scenario or a board by bundled name, or from a file. A file has a path or a name with a dot.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        BadInput: if the file is not readable, or holds neither.
    """
    if _is_path(source):
        return _read(Path(source))
    if source in _names(_SCENARIOS):
        return _bundled_scenario(source)
    if source in _names(_BOARDS):
        return _bundled_board(source)
    raise Unknown("board or scenario", source, (*_names(_SCENARIOS), *_names(_BOARDS)))


def _is_path(source: str) -> bool:
    return any(mark in source for mark in "./\\")


def _read(path: Path) -> Scenario | Board:
    document = parsed(_bytes_of(path))
    match document.get("format"):
        case codec.FORMAT:
            return codec.board_from(document)
        case scenario_codec.FORMAT:
            return scenario_codec.scenario_from(document, _boards_beside(path))
        case other:
            raise BadInput("format", other, f"{codec.FORMAT} or {scenario_codec.FORMAT}")


def _boards_beside(scenario_path: Path) -> Callable[[str], Board]:
    def find(source: str) -> Board:
        if not _is_path(source):
            return bundled_board(source)
        return codec.board_from(parsed(_bytes_of(scenario_path.parent / source)), field=f"board {source}")

    return find


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Unknown("file", _end_of(path)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadInput("file", _end_of(path), f"a file that can be read ({why})") from None


def _end_of(path: Path, most: int = 55) -> str:
    """A path cut at its beginning, since messages cut long values at their end."""
    whole = str(path)
    return whole if len(whole) <= most else f"...{whole[3 - most :]}"


@cache
def _names(kind: str) -> tuple[str, ...]:
    entries = (entry.name for entry in files("maps").joinpath(kind).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in entries if name.endswith(".json")))


def _bundled(kind: str, name: str) -> Document:
    return parsed(files("maps").joinpath(kind, f"{name}.json").read_bytes())


@cache
def _bundled_board(name: str) -> Board:
    return codec.board_from(_bundled(_BOARDS, name))


def _bundled_scenario(name: str) -> Scenario:
    return scenario_codec.scenario_from(_bundled(_SCENARIOS, name), bundled_board)


def _described(found: Scenario) -> str:
    about = f"{found.name} ({found.ruleset}, {found.length})"
    return f"{about}: {found.description}" if found.description else about
