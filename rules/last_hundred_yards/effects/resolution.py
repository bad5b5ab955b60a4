"""One declaration as it is carried out: its events so far, the state after them, and the dice."""

from rules.game.engine import resolution
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Progress

D10 = 10
"""The sides of every die of the book (0.5)."""

RULE_IDS = {"D10": "LHY-0.5"}


class Resolution(resolution.Resolution[Position]):
    """Events, resulting position and dice of one declaration; every die of the book is a d10."""

    @property
    def course(self) -> Progress:
        return self.position.course

    def seen_by(self, side: str) -> Position:
        """The position as a side may know it."""
        assert self.position.game is not None
        return self.position.game.known(self.state, side)

    def roll(self, what: str, sides: int = D10) -> int:
        """One d10 whose face matters."""
        return super().roll(what, sides)
