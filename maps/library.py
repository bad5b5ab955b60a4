"""The bundled boards and scenarios, and those in a player's own files."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, reduce
from importlib.resources import files
from pathlib import Path

from maps import battle_group, codec, scenario_codec
from maps.battle_group import BattleGroup
from maps.documents import MAX_BYTES, CannotRead, Document, Shipped, errors_naming, parsed
from maps.join import joined, rotated, stacked
from maps.scenario import Scenario
from rules.errors import BadInput, Unknown, listed
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard, LaidSector
from rules.ground.hex.hexes import Hex

MAX_SECTORS = 12
"""The most sectors that make one map."""

_SEEDED = re.compile(r"table-(?P<seed>[0-9]{1,20})")
_BOARDS = "boards"
_SCENARIOS = "scenarios"
_EXAMPLES = "examples"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: the name to ask for, and a description."""

    name: str
    description: str


def boards() -> tuple[Entry, ...]:
    """The bundled boards, by name."""
    return tuple(Entry(name, codec.board_summary(bundled_board(name))) for name in _names(_BOARDS))


def scenarios() -> tuple[Entry, ...]:
    """The bundled scenarios, by name."""
    return tuple(Entry(name, _described(_bundled_scenario(name))) for name in _names(_SCENARIOS))


def boards_named() -> tuple[str, ...]:
    return _names(_BOARDS)


def scenarios_named() -> tuple[str, ...]:
    return _names(_SCENARIOS)


def scenario_text(name: str) -> str:
    """The document of a bundled scenario as it lies in the package.

    Raises:
        Unknown: if there is none; the message lists them.
    """
    if name not in _names(_SCENARIOS):
        raise Unknown("bundled scenario", name, _names(_SCENARIOS))
    return _text(_SCENARIOS, name)


def board_text(name: str) -> str:
    """The document of a bundled board as it lies in the package, or of one that is made from its name.

    Raises:
        Unknown, BadInput: as bundled_board does.
    """
    return _text(_BOARDS, name) if name in _names(_BOARDS) else codec.board_text(bundled_board(name))


def example(kind: str) -> str:
    """A small complete document with notes, to start from: a board, a scenario, a battle group (`group`) or a roster (`list`).

    Raises:
        Unknown: if there is no example of that kind.
    """
    if kind not in _names(_EXAMPLES):
        raise Unknown("example", kind, _names(_EXAMPLES))
    return _text(_EXAMPLES, kind)


def bundled_board(name: str) -> Board:
    """The bundled board of that name, or a map of joined sectors.

    mill-valley+ridge-farm joins two side by side, from the west; a comma begins the next row to the
    south, and @180 turns a sector: mill-valley+ridge-farm@180,ridge-farm+mill-valley. table-17 is the
    table of seed 17 by Micro Armour's terrain suggestions.

    Raises:
        Unknown: if there is none; the message lists them.
        BadInput: if sectors do not fit together or are more than MAX_SECTORS, or a seed is too large.
    """
    if made := _SEEDED.fullmatch(name):
        from maps.table_generator import generated_table

        return generated_table(int(made["seed"]))
    if not _is_laid(name):
        return _sector(name)
    rows = [row.split("+") for row in name.split(",")]
    if sum(map(len, rows)) > MAX_SECTORS:
        raise BadInput("board", name, f"made of at most {MAX_SECTORS} sectors")
    laid = [reduce(_joined, [_turned(part) for part in row]) for row in rows]
    return reduce(_stacked, laid)


def scenario(source: str) -> Scenario:
    """A scenario by bundled name, or from a file.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        CannotRead: if the file is not readable.
        BadInput: if the file holds no scenario, or the name is that of a board.
    """
    if not _is_path(source) and source not in _names(_SCENARIOS):
        if source in _names(_BOARDS):
            raise BadInput(
                "scenario", source, f"a scenario, but a board; there are {listed(_names(_SCENARIOS))}"
            )
        raise Unknown("scenario", source, _names(_SCENARIOS))
    opened = open_source(source)
    if not isinstance(opened, Scenario):
        raise BadInput("format", codec.FORMAT, f"{scenario_codec.FORMAT}: this is a board")
    return opened


def open_source(source: str) -> Scenario | Board:
    """A scenario or a board by bundled name, or from a file. A source with a path or a dot is a file.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        CannotRead: if the file is not readable.
        BadInput: if it holds neither.
    """
    if _is_path(source):
        return _read(Path(source))
    if source in _names(_SCENARIOS):
        return _bundled_scenario(source)
    if source in _names(_BOARDS) or _is_laid(source) or _SEEDED.fullmatch(source):
        return bundled_board(source)
    raise Unknown("board or scenario", source, (*_names(_SCENARIOS), *_names(_BOARDS)))


def forces(source: str) -> Scenario | BattleGroup:
    """A scenario by bundled name or from a file, or a battle group from a file.

    Raises:
        Unknown: if there is no such name or file; the message lists the names.
        CannotRead: if the file is not readable.
        BadInput: if it holds neither.
    """
    if _is_path(source):
        document = _document_in(Path(source))
        if document.get("format") == battle_group.FORMAT:
            return battle_group.battle_group_from(document, _documents_beside(Path(source)))
    return scenario(source)


def format_of(source: str) -> str:
    """The format that a file states, such as blindhex-board/1; empty for bundled sources, and for a file that states none.

    Raises:
        Unknown, CannotRead, BadInput: if there is no such file, or it is not readable, or holds no JSON object.
    """
    return str(_document_in(Path(source)).get("format", "")) if _is_path(source) else ""


def lasting(source: str) -> str:
    """The name of a source that is valid in any folder: the whole path of a file, or the name of a bundled source."""
    return str(Path(source).absolute()) if _is_path(source) else source


def _is_laid(name: str) -> bool:
    return any(mark in name for mark in "+,@")


def _sector(name: str) -> Board:
    if name not in _names(_BOARDS):
        raise Unknown("board", name, _names(_BOARDS))
    return _bundled_board(name)


def _turned(part: str) -> HexBoard:
    name, turn, angle = part.partition("@")
    sector = _sector(name)
    if not isinstance(sector, HexBoard):
        raise BadInput("board", name, "a board of hexes, to be laid beside another")
    if turn and angle != "180":
        raise BadInput("board", part, f"{name}@180, the only way to turn a sector")
    turned = replace(rotated(sector), name=f"{sector.name} turned") if turn else sector
    last = Hex(turned.grid.columns - 1, turned.grid.rows - 1)
    return replace(turned, sectors=(LaidSector(name, Hex(0, 0), last, bool(turn)),))


def _joined(west: HexBoard, east: HexBoard) -> HexBoard:
    return joined(west, east, f"{west.name} + {east.name}")


def _stacked(north: HexBoard, south: HexBoard) -> HexBoard:
    return stacked(north, south, f"{north.name} over {south.name}")


def _is_path(source: str) -> bool:
    return any(mark in source for mark in "./\\")


def board_or_scenario(
    document: Document,
    find_board: Callable[[str], Board] = bundled_board,
    read_beside: Callable[[str], Document] = scenario_codec.no_file,
) -> Scenario | Board:
    """The scenario or board that a document describes; `find_board` finds boards by name, by default only bundled ones.

    Raises:
        Unknown, BadInput: if it is neither, or names a board or file that does not exist.
    """
    match document.get("format"):
        case codec.FORMAT:
            return codec.board_from(document)
        case scenario_codec.FORMAT:
            return scenario_codec.scenario_from(document, find_board, read_beside)
        case other:
            wanted = f"{codec.FORMAT} or {scenario_codec.FORMAT}"
            by_forces = "; blindhex forces reads a battle group" if other == battle_group.FORMAT else ""
            raise BadInput("format", other, wanted + by_forces)


def _read(path: Path) -> Scenario | Board:
    with errors_naming(path):
        return board_or_scenario(_document_in(path), _boards_beside(path), _documents_beside(path))


def _boards_beside(scenario_path: Path) -> Callable[[str], Board]:
    def find(source: str) -> Board:
        if not _is_path(source):
            return bundled_board(source)
        return codec.board_from(_document_in(scenario_path.parent / source), field=f"board {source}")

    return find


def _documents_beside(scenario_path: Path) -> Callable[[str], Document]:
    return lambda name: _document_in(scenario_path.parent / name)


def _document_in(path: Path) -> Document:
    with errors_naming(path):
        return parsed(_bytes_of(path))


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Unknown("file", _end_of(path)) from None
    except (OSError, ValueError) as error:
        raise CannotRead(_end_of(path), error) from None


def _end_of(path: Path, most: int = 55) -> str:
    """A path cut at its beginning, since messages cut long values at their end."""
    whole = str(path)
    return whole if len(whole) <= most else f"...{whole[3 - most :]}"


@cache
def _names(kind: str) -> tuple[str, ...]:
    entries = (entry.name for entry in files("maps").joinpath(kind).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in entries if name.endswith(".json")))


def _bundled(kind: str, name: str) -> Document:
    return Shipped(parsed(_text(kind, name)))


def _text(kind: str, name: str) -> str:
    return files("maps").joinpath(kind, f"{name}.json").read_text("utf-8")


@cache
def _bundled_board(name: str) -> Board:
    return codec.board_from(_bundled(_BOARDS, name))


def _bundled_scenario(name: str) -> Scenario:
    return scenario_codec.scenario_from(_bundled(_SCENARIOS, name), bundled_board)


def _described(scenario_found: Scenario) -> str:
    about = f"{scenario_found.name} ({scenario_found.ruleset}, {scenario_found.length})"
    return f"{about}: {scenario_found.description}" if scenario_found.description else about
