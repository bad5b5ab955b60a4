"""Options for tables that do not say what is played: the board or scenario, the book, a player's own lists."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from maps.codec import board_document
from maps.library import open_source
from maps.scenario import Scenario
from rules.catalog import ruleset, ruleset_for
from rules.ground.board import Board
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.port.virtual_table import Game


@dataclass(frozen=True, slots=True)
class BoardAndGame:
    """The board on a table and the game on it, including the lists and options of a scenario."""

    board: Board
    game: Game


def board_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for the board and the game, which it gets as `played`."""

    @click.option("--board", required=True, metavar="BOARD", help="The board or scenario that is played on.")
    @click.option("--book", default="", metavar="ID", help="The ruleset, where a board alone is named.")
    @click.option("--house", default="", metavar="FILE", help="House values to use instead of ours (JSON).")
    @wraps(command)
    def wrapped(*, board: str, book: str, house: str, **rest: Any) -> None:
        command(played=_board_and_game(board, book, house), **rest)

    return wrapped


def _board_and_game(source: str, book: str, house: str) -> BoardAndGame:
    opened = open_source(source)
    if isinstance(opened, Scenario):
        board, game = opened.state().board, table_game(opened)
    else:
        board, game = opened, Game(ruleset_for(opened, book).id, board_document(opened))
    chosen, values = ruleset(book or game.ruleset), {**game.house, **house_values(house)}
    if values:
        chosen.with_options((), values)
    return BoardAndGame(board, replace(game, ruleset=chosen.id, house=values))
