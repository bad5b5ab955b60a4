"""The telling of one action: events are put one after another, each on the state that those before left."""

from collections.abc import Callable
from typing import Protocol

from rules.game.chance.dice import Dice
from rules.game.events import DiceThrown
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.book_data import Book
from rules.kampfgruppe_normandy.state.events import after
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Course, MoveUnderWay


class TakesPart(Protocol):
    """What a chapter does at set moments of a story, where it does anything: as a player's turn begins or ends,
    when a side has drawn a counter that is no number, and when a unit has come so many inches along its way."""

    @property
    def begins(self) -> Callable[["Story", str], None] | None: ...
    @property
    def ends(self) -> Callable[["Story", str], None] | None: ...
    @property
    def drawn(self) -> Callable[["Story", str, str], None] | None: ...
    @property
    def passes(self) -> Callable[["Story", MoveUnderWay, float], None] | None: ...


class Story:
    """Events so far, the position they lead to, the dice for what comes, and the chapters that may join in."""

    def __init__(
        self, state: GameState, book: Book, dice: Dice, chapters: tuple[TakesPart, ...] = ()
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
