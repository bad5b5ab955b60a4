"""What comes of a declaration in this book: the resolution of every book, with the course of the game at hand."""

from rules.game.engine import resolution as game
from rules.kampfgruppe_normandy.book.book_data import Book
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Course


class Resolution(game.Resolution[Position]):
    """Events, resulting position and dice of one declaration."""

    @property
    def course(self) -> Course:
        return self.position.course

    @property
    def book(self) -> Book:
        return self.position.book
