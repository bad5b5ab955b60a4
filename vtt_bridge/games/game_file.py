"""The game that a log keeps, from its file and back."""

from pathlib import Path

from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.log_file import read_log
from vtt_bridge.games.running_game import RunningGame, resumed
from vtt_bridge.system.atomic_write import write_atomic


def resumed_from(log: str, book_named: BookNamed) -> RunningGame:
    """The game of a log as far as it has come.

    Raises:
        RulesError: if the file cannot be read, or naming the line that is wrong.
    """
    return resumed(read_log(log), book_named)


def keep(log: str, now: RunningGame) -> None:
    """Write a game to its file, whole or not at all.

    Raises:
        CannotWrite: if it cannot be written; the old file stays as it was.
    """
    write_atomic(Path(log), now.log)
