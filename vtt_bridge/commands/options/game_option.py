"""The head of a new game from its options, and the option --game, for a game in the chat of a table."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import click

from maps.library import lasting, scenario
from rules.catalog import ruleset
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.source_options import SourceOptions
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.session import LogSession
from vtt_bridge.umpire.chat_game import ChatGame


def head_asked(scenario_name: str, options: SourceOptions, seed: int | None) -> GameHead:
    """The head of a new game of a scenario (bundled name or file), by the book that is named or else its own."""
    book = options.book or scenario(scenario_name).ruleset
    return GameHead(book, lasting(scenario_name), seed, options.switches, house_values(options.house))


def game_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option --game, which it gets as `game`: the game played at its table, or None."""

    @click.option("--game", "log", default="", metavar="LOG", help="Play the game of this log in the chat.")
    @wraps(command)
    def wrapped(*, log: str, **rest: Any) -> None:
        command(game=ChatGame(partial(LogSession, log, ruleset)) if log else None, **rest)

    return wrapped
