"""Playing on in a game, wherever it is stored: in a log file, or with a scene of the local table."""

from collections.abc import Mapping
from typing import Protocol

from rules.game.chance.dice import Dice
from rules.game.engine.play import Action
from vtt_bridge.games.game_file import write_game
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.log_file import errors_naming_log, read_log
from vtt_bridge.games.running_game import RunningGame, resumed


class Session(Protocol):
    """A game as it stood when the session was opened; an action is recorded before anybody hears of it."""

    @property
    def now(self) -> RunningGame:
        """The game at its latest position."""
        ...

    def declare(self, action: Action, dice: Dice | None = None, *, same_order: bool = False) -> RunningGame:
        """Carry out an action, record it, and return the game after it; `same_order` joins it to the order of the action before.

        Raises:
            IllegalAction: if the rules forbid it; nothing is changed.
        """
        ...

    def undo(self) -> RunningGame:
        """Take back the last action and the earlier ones of the same order; returns the game before them.

        Raises:
            NothingToUndo: if nothing was done yet.
        """
        ...


class LogSession:
    """A game whose record is a log file.

    Raises:
        RulesError: if the file cannot be read, or naming the line that is wrong.
        LogMovedOn (declare, undo): if somebody else went on with the game since it was read.
    """

    def __init__(self, log: str, book_named: BookNamed) -> None:
        self._log = log
        self._text = read_log(log)
        with errors_naming_log(log):
            self._now = resumed(self._text, book_named)

    @property
    def now(self) -> RunningGame:
        return self._now

    def declare(self, action: Action, dice: Dice | None = None, *, same_order: bool = False) -> RunningGame:
        return self._keep(self._now.declare(action, dice, same_order=same_order))

    def undo(self) -> RunningGame:
        return self._keep(self._now.taken_back())

    def played_by(self, players: Mapping[str, str]) -> RunningGame:
        """Let the computer play these sides from now on, and people the others; returns the game."""
        return self._keep(self._now.played_by(players))

    def _keep(self, then: RunningGame) -> RunningGame:
        self._text = write_game(self._log, then, was=self._text)
        self._now = then
        return then
