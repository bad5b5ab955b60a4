"""A state of the game with the edition and roster it is played by, and what was worked out of it once."""

from rules.game.engine.position import Position as GamePosition
from rules.game.state import GameState
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.state.progress import Progress, progress_of
from rules.micro_armour.state.scenario_options import ScenarioOptions


class Position(GamePosition):
    """A state as this book reads it."""

    def __init__(self, state: GameState, book: BookData) -> None:
        super().__init__(state)
        self.book = book

    @property
    def progress(self) -> Progress:
        return progress_of(self.state)

    @property
    def options(self) -> ScenarioOptions:
        return self.progress.options

    @property
    def edition(self) -> Edition:
        return self.book.edition

    def at(self, state: GameState) -> "Position":
        """The same book on another state."""
        return Position(state, self.book)
