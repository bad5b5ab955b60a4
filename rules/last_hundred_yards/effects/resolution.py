"""One declaration as it is carried out: its events so far, the state after them, and the dice."""

from rules.game.chance.dice import Dice
from rules.game.engine import resolution
from rules.game.engine.resolution import Moves, PendingStep
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Progress

D10 = 10
"""The sides of every die of the book (0.5)."""

RULE_IDS = {"D10": "LHY-0.5"}


class Resolution(resolution.Resolution[Position]):
    """Events, resulting position and dice of one declaration; every die of the book is a d10.

    No rule needs the markers that show the record on the map, so they are laid only when a side looks, and at the end.
    """

    def __init__(
        self, game: Moves[Position], position: Position, dice: Dice, pending: tuple[PendingStep, ...] = ()
    ) -> None:
        super().__init__(game, position, dice, pending)
        self._laid_out = position.state
        """The last state with all markers of its record on the map."""

    @property
    def course(self) -> Progress:
        return self.position.course

    def seen_by(self, side: str) -> Position:
        """The position as a side may know it."""
        assert self.position.game is not None
        self.put_in_order()
        return self.position.game.known(self.state, side)

    def put_in_order(self) -> None:
        """Lay the markers of the record on the map; odds need none."""
        if self.is_enumerated or self.state is self._laid_out:
            return
        assert self.position.game is not None
        self._laid_out = self.position.game.after_event(self.state, self._laid_out)
        if self._laid_out is not self.state:
            self.state, self.position = self._laid_out, self.game.position(self._laid_out)

    def roll(self, what: str, sides: int = D10) -> int:
        """One d10 whose face matters."""
        return super().roll(what, sides)
