"""Sources of a question: a scenario, a board, a game or a table, read by a book with a player's own choices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from os import environ
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from maps.library import forces, open_source
from maps.scenario import Scenario, check_types, opening_of
from rules.catalog import ruleset, ruleset_for
from rules.errors import BadInput
from rules.game.counter_names import CounterNames
from rules.game.ruleset import Playable, Ruleset
from rules.game.side_names import side_called
from rules.game.state import GameState
from vtt_bridge.commands.lazy_commands import completed_by
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.option_checks import not_empty
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.log_file import is_log_file, is_mail_file
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.questions import Asks, Question

if TYPE_CHECKING:
    from vtt_bridge.games.running_game import RunningGame

STRICT_2019 = "strict_2019"
NO_HOUSE_VALUES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """The options for reading a source: the book, its switches and house values, and the side that asks."""

    book: str = ""
    switches: tuple[str, ...] = ()
    house: str = ""
    side: str = ""
    supposing: tuple[str, ...] = ()

    def question(self, asks: Asks, who: str, target: str = "", mode: str = "") -> Question:
        """A question from the side that asks, with its suppositions."""
        return Question(asks, who, target, mode, self.side, supposing=self.supposing)

    def provenance(self, source: str, state: GameState, book: Ruleset) -> Mapping[str, Any]:
        """What it takes to reproduce an answer about a source that was read with these options."""
        from vtt_bridge.commands.options.provenance import provenance

        return provenance(source, state, book, self.switches, house_values(self.house), self.side)


def book_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the SourceOptions without a side, which it gets as `options`."""

    @click.option(
        "--book",
        default="",
        metavar="ID",
        callback=not_empty,
        shell_complete=completed_by("options.completion:books"),
        help="The ruleset, where the source names none.",
    )
    @click.option(
        "--switch",
        "switches",
        multiple=True,
        metavar="NAME[=VALUE]",
        help="Read a rule by its strict or a later text, or all by an edition (series-3.1).",
    )
    @click.option("--strict-2019", is_flag=True, help="Read every rule by the strict text of 2019.")
    @click.option(
        "--house",
        default="",
        metavar="FILE",
        callback=not_empty,
        help="House values to use instead of ours (JSON).",
    )
    @wraps(command)
    def wrapped(*, book: str, switches: tuple[str, ...], strict_2019: bool, house: str, **rest: Any) -> None:
        names = (*switches, STRICT_2019) if strict_2019 else switches
        command(options=SourceOptions(book, names, house), **rest)

    return wrapped


def source_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all SourceOptions, including the side and suppositions, which it gets as `options`."""

    @book_options
    @click.option(
        "--side",
        default="",
        metavar="SIDE",
        callback=not_empty,
        shell_complete=completed_by("options.completion:sides"),
        help="Answer with what this side may know.",
    )
    @click.option(
        "--if",
        "supposing",
        multiple=True,
        metavar="WHAT",
        help="Suppose it were so: 'smoke I5', 'ge.stug.1 at L6', 'no us.mg.1'.",
    )
    @wraps(command)
    def wrapped(*, options: SourceOptions, side: str, supposing: tuple[str, ...], **rest: Any) -> None:
        command(options=replace(options, side=side, supposing=supposing), **rest)

    return wrapped


def read_source(source: str, options: SourceOptions) -> tuple[GameState, Ruleset]:
    """The state that a source shows, with players' names for its units, and its book.

    A scenario with options is opened as its game.

    Raises:
        RulesError: if there is no such source, table, book, side or house value, or one cannot be read.
    """
    if source.startswith(("http://", "https://")):
        state, book = _at_table(source, options)
    else:
        state, book = _in_file(source, options)
    if options.side:
        side = side_called(options.side, state.sides)
        if side not in state.sides:
            raise BadInput("--side", options.side, f"one of the sides: {', '.join(state.sides) or 'none'}")
        state = book.seen_by(state, side)
    called = CounterNames(state.units.values(), book.roster).units_of("")
    return replace(state, units={unit.id: unit for unit in called}), book


def read_forces(source: str, options: SourceOptions) -> tuple[GameState, Mapping[str, Any], Ruleset]:
    """The forces of a scenario or battle group before play, the options of their game, and the book.

    For the log of a game, the forces that it began with.

    Raises:
        RulesError: if there is no such source, book or house value, or one cannot be read.
    """
    scenario = _begun_with(source) if is_log_file(source) else forces(source)
    book = _with_own_options(ruleset(options.book or scenario.ruleset), options, scenario.house)
    check_types(scenario, book.roster, options.book)
    return scenario.state(), scenario.opening_options(), book


def read_book(options: SourceOptions) -> Ruleset:
    """The book that these options name, with their switches and house values.

    Raises:
        RulesError: if there is no such book or house value, or one cannot be read.
    """
    return _with_own_options(ruleset(options.book), options)


def _in_file(source: str, options: SourceOptions) -> tuple[GameState, Ruleset]:
    if is_log_file(source):
        return _in_game(source, options)
    if is_mail_file(source):
        _check_no_book(options)
        return _by_mail(source)
    opened = open_source(source)
    if isinstance(opened, Scenario):
        book = _with_own_options(ruleset(options.book or opened.ruleset), options, opened.house)
        check_types(opened, book.roster, options.book)
        if opened.options and isinstance(book, Playable):
            return opening_of(opened, book), book
        return opened.state(), book
    return GameState(opened), _with_own_options(ruleset_for(opened, options.book), options)


def _in_game(log: str, options: SourceOptions) -> tuple[GameState, Ruleset]:
    _check_no_book(options)
    now = _played(log)
    return now.state, now.game.ruleset


def _by_mail(record: str) -> tuple[GameState, Ruleset]:
    """What this machine's player knows of a game by mail, by his key."""
    from vtt_bridge.sealed.keys import read_key
    from vtt_bridge.sealed.mail_file import seat_at

    known = seat_at(record, read_key(config_from(environ).player_key_file), ruleset).known
    return known.state, known.game.ruleset


def _check_no_book(options: SourceOptions) -> None:
    if options.book or options.switches or options.house:
        raise NotOffered(
            "The log of a game names its own book, switches and house values: leave out --book, --switch and --house."
        )


def _played(log: str) -> "RunningGame":
    from vtt_bridge.games.game_file import resumed_from

    return resumed_from(log, ruleset)


def _begun_with(log: str) -> Scenario:
    from vtt_bridge.games.game_setup import scenario_of

    return scenario_of(_played(log).game.head)


def _at_table(url: str, options: SourceOptions) -> tuple[GameState, Ruleset]:
    from vtt_bridge.local_table.table import SEAT_VARIABLE, LocalTable, address_of
    from vtt_bridge.port.scene_reader import sides_of
    from vtt_bridge.system.keys import key_if_any
    from vtt_bridge.umpire.umpire import Umpire

    key = key_if_any(environ, SEAT_VARIABLE, address_of(url))
    table = LocalTable(url, config_from(environ).timeout_s, key=key)
    scene = table.read_scene()
    side = side_called(options.side, sides_of(scene))
    state, book = Umpire().state(scene, side)
    return state, _with_own_options(ruleset(options.book) if options.book else book, options)


def _with_own_options(
    book: Ruleset, options: SourceOptions, own: Mapping[str, Any] = NO_HOUSE_VALUES
) -> Ruleset:
    """The book with the switches and house values of these options, which go before those of a scenario."""
    house = {**own, **house_values(options.house)}
    return book.with_options(options.switches, house) if options.switches or house else book
