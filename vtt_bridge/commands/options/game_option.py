"""The option --game: a game that is played in the chat of a table."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import click

from rules.catalog import ruleset
from vtt_bridge.games.session import LogSession
from vtt_bridge.umpire.chat_game import ChatGame


def game_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the game that is played at its table, which it gets as `game`; None without one."""

    @click.option("--game", "log", default="", metavar="LOG", help="Play the game of this log in the chat.")
    @wraps(command)
    def wrapped(*, log: str, **rest: Any) -> None:
        command(game=ChatGame(partial(LogSession, log, ruleset)) if log else None, **rest)

    return wrapped
