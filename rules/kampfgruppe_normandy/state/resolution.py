"""Resolution of a declaration in this book: that of every book, with the progress of the game at hand."""

from typing import Any, Protocol

from rules.game.engine import resolution as game
from rules.game.state import GameState
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Progress


class GameWithViews(game.Moves[Position], Protocol):
    """The game of a resolution, which also says how a side knows a state, and whether it could do anything in it."""

    def known(self, state: GameState, side: str) -> Position: ...
    def finds_something_to_do(self, position: Any, side: str) -> bool: ...


class Resolution(game.Resolution[Position]):
    """Events, resulting position and dice of one declaration."""

    game: GameWithViews

    @property
    def progress(self) -> Progress:
        return self.position.progress

    def known(self, side: str) -> Position:
        """The position as a side knows it: hidden enemies are not on the table and block no sight.

        Odds are enumerated from such a position to begin with.
        """
        return self.position if self.is_enumerated else self.game.known(self.state, side)

    def could_act(self, state: GameState, side: str) -> bool:
        """Whether a side, as it knows a state, could do anything there besides passing."""
        return self.game.finds_something_to_do(self.game.known(state, side), side)
