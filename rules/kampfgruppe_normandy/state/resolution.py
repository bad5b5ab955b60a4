"""Resolution of a declaration in this book: that of every book, with the progress of the game at hand."""

from typing import Any, Protocol

from rules.game.engine import resolution as game
from rules.game.state import GameState
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Progress


class Asking(game.Moves[Position], Protocol):
    """The game of a resolution also says what a side could do in a state, as it knows it."""

    def known(self, state: GameState, side: str) -> Position: ...
    def finds_something_to_do(self, position: Any, side: str) -> bool: ...


class Resolution(game.Resolution[Position]):
    """Events, resulting position and dice of one declaration."""

    game: Asking

    @property
    def progress(self) -> Progress:
        return self.position.progress

    def known(self, side: str) -> Position:
        """The position as a side knows it, which odds are told from anyway: who is hidden is not on the table, and hides nobody."""
        return self.position if self.is_enumerated else self.game.known(self.state, side)

    def could_act(self, state: GameState, side: str) -> bool:
        """Whether a side could do anything in a state, as it knows it, but let its chance go by."""
        return self.game.finds_something_to_do(self.game.known(state, side), side)
