"""Resolution of a declaration in this book: that of every book, with the progress of the game at hand."""

from rules.game.engine import resolution as game
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Progress


class Resolution(game.Resolution[Position]):
    """Events, resulting position and dice of one declaration."""

    @property
    def progress(self) -> Progress:
        return self.position.progress

    @property
    def book(self) -> BookData:
        return self.position.book
