"""Where a question is asked: a scenario, a board, a game or a table, read by a book with a player's own choices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from os import environ
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from maps.documents import MAX_BYTES, parsed
from maps.library import bundled_board, forces, open_source
from maps.rosters import house_from
from maps.scenario import Scenario, check_types
from rules.catalog import RULESETS, ruleset
from rules.errors import BadInput
from rules.game.play import Play
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from vtt_bridge.config import config_from
from vtt_bridge.game_file import is_log_file, resumed_from
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.umpire import Umpire

STRICT_2019 = "strict_2019"
HEX_BOOK = "lhy"
NO_HOUSE_VALUES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reading:
    """How a source is to be read: by which book, with which switches and house values, and for whom."""

    book: str = ""
    switches: tuple[str, ...] = ()
    house: str = ""
    side: str = ""


def book_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a Reading that sees all, which it gets as `reading`."""

    @click.option("--book", default="", metavar="ID", help="The ruleset, where the source names none.")
    @click.option(
        "--switch",
        "switches",
        multiple=True,
        metavar="NAME",
        help="Read a rule by its strict or a later text, or all by an edition (series-3.1).",
    )
    @click.option("--strict-2019", is_flag=True, help="Read every rule by the strict text of 2019.")
    @click.option("--house", default="", metavar="FILE", help="House values in the place of ours (JSON).")
    @wraps(command)
    def wrapped(*, book: str, switches: tuple[str, ...], strict_2019: bool, house: str, **rest: Any) -> None:
        names = (*switches, STRICT_2019) if strict_2019 else switches
        command(reading=Reading(book, names, house), **rest)

    return wrapped


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a Reading, the side it answers included, which it gets as `reading`."""

    @book_options
    @click.option("--side", default="", metavar="SIDE", help="Answer with what this side may know.")
    @wraps(command)
    def wrapped(*, reading: Reading, side: str, **rest: Any) -> None:
        command(reading=replace(reading, side=side), **rest)

    return wrapped


def read_source(source: str, reading: Reading) -> tuple[GameState, Ruleset]:
    """The state that a source shows, and the book it is asked by; a scenario with options is opened by them.

    Raises:
        RulesError: if there is no such source, table, book, side or house value, or one cannot be read.
    """
    if source.startswith(("http://", "https://")):
        state, book = _at_table(source, reading)
    else:
        state, book = _in_file(source, reading)
    if reading.side:
        if reading.side not in state.sides:
            raise BadInput("--side", reading.side, f"one of the sides: {', '.join(state.sides) or 'none'}")
        state = book.seen_by(state, reading.side)
    return state, book


def read_forces(source: str, reading: Reading) -> tuple[GameState, Mapping[str, Any], Ruleset]:
    """The forces of a scenario or battle group before play, the options of their game, and the book.

    Of a game that is played it is the forces that it began with.

    Raises:
        RulesError: if there is no such source, book or house value, or one cannot be read.
    """
    found = forces(resumed_from(source).game.head.scenario if is_log_file(source) else source)
    book = _as_read(ruleset(reading.book or found.ruleset), reading, found.house)
    check_types(found, book.roster)
    return found.state(), found.opening_options(), book


def read_book(reading: Reading) -> Ruleset:
    """The book that a reading names, with its switches and house values.

    Raises:
        RulesError: if there is no such book or house value, or one cannot be read.
    """
    return _as_read(ruleset(reading.book), reading)


def _in_file(source: str, reading: Reading) -> tuple[GameState, Ruleset]:
    if is_log_file(source):
        return _in_game(source, reading)
    found = open_source(source)
    if isinstance(found, Scenario):
        book = _as_read(ruleset(reading.book or found.ruleset), reading, found.house)
        check_types(found, book.roster)
        if found.options and isinstance(book, Play):
            return book.opening(found.state(), found.opening_options()), book
        return found.state(), book
    if not reading.book and not isinstance(found, HexBoard):
        raise BadInput(
            "--book", reading.book, f"one of {', '.join(RULESETS)}, as a table in inches names none"
        )
    return GameState(found), _as_read(ruleset(reading.book or HEX_BOOK), reading)


def _in_game(log: str, reading: Reading) -> tuple[GameState, Ruleset]:
    if reading.book or reading.switches or reading.house:
        given = reading.book or ", ".join(reading.switches) or reading.house
        raise BadInput("--book, --switch, --house", given, "left out with a game, whose log names its own")
    now = resumed_from(log)
    return now.state, now.game.ruleset


def _at_table(url: str, reading: Reading) -> tuple[GameState, Ruleset]:
    table = LocalTable(url, config_from(environ).timeout_s)
    state, book = Umpire(RULESETS, bundled_board).state(table.look(), reading.side)
    return state, _as_read(ruleset(reading.book) if reading.book else book, reading)


def _as_read(book: Ruleset, reading: Reading, own: Mapping[str, Any] = NO_HOUSE_VALUES) -> Ruleset:
    """The book with the switches and house values of a reading, before those that a scenario brings along."""
    house = {**own, **house_values(reading.house)}
    return book.with_options(reading.switches, house) if reading.switches or house else book


def house_values(path: str) -> Mapping[str, Any]:
    """The house values in a file, or a roster by itself; none without a file.

    Raises:
        BadInput: if it cannot be read.
    """
    if not path:
        return {}
    try:
        with Path(path).open("rb") as file:
            return house_from(parsed(file.read(MAX_BYTES + 1)))
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise BadInput("--house", path, f"a file of house values; {error}") from None
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadInput("--house", path, f"a file that can be read ({why})") from None
