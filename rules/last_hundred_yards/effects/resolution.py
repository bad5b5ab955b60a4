"""One declaration as it is carried out: its events so far, the state after them, and the dice."""

from rules.game.engine import resolution
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.state.events.order_events import DieThrown
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Progress


class Resolution(resolution.Resolution[Position]):
    """Events, resulting position and dice of one declaration; every die of the book is a d10."""

    @property
    def course(self) -> Progress:
        return self.position.course

    def seen_by(self, side: str) -> Position:
        """The position as a side may know it."""
        seen = state_seen_by(self.state, side)
        return Position(seen, self.position.ground, self.position.game)

    def roll(self, what: str, sides: int = 10) -> int:
        """One d10, with a line in the record that says what for."""
        return super().roll(what, sides)

    def record_die(self, what: str, sides: int, face: int) -> None:
        """Put a die that was thrown into the record."""
        del sides
        self.happen(DieThrown(what, face))
