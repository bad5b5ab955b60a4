"""The telling of one action: events are put one after another, each on the state that those before left."""

from typing import TYPE_CHECKING

from rules.game.dice import Dice
from rules.game.events import DiceThrown
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book import Book
from rules.kampfgruppe_normandy.course import Course
from rules.kampfgruppe_normandy.events import after
from rules.kampfgruppe_normandy.position import Position

if TYPE_CHECKING:
    from rules.kampfgruppe_normandy.chapters import Chapter


class Story:
    """Events so far, the position they lead to, the dice for what comes, and the chapters that may join in."""

    def __init__(
        self, state: GameState, book: Book, dice: Dice, chapters: tuple["Chapter", ...] = ()
    ) -> None:
        self.book = book
        self.dice = dice
        self.chapters = chapters
        self.events: list[object] = []
        self.position = Position(state, book)

    @property
    def state(self) -> GameState:
        return self.position.state

    @property
    def course(self) -> Course:
        return self.position.course

    def tell(self, *events: object) -> None:
        """Let events happen."""
        for event in events:
            self.events.append(event)
            self.position = Position(after(self.state, event), self.book)

    def roll(self, what: str, sides: int = 6) -> int:
        """One die, with a line in the record that says what for."""
        value = self.dice.roll(sides)
        self.tell(DiceThrown(what, sides, (value,)))
        return value
