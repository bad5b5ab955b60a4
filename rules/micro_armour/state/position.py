"""A state of the game with its edition and roster, and a cache of answers about it."""

from rules.game.engine.position import Position as GamePosition
from rules.game.state import GameState
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.state.progress import Progress, progress_of
from rules.micro_armour.state.scenario_options import ScenarioOptions


class Position(GamePosition):
    """A state with this book's questions about it."""

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
        """The position of another state by the same book."""
        return Position(state, self.book)
