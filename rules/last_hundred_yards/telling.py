"""The telling of one action: events are put one after another, each on the state that those before left."""

from rules.game.dice import Dice
from rules.game.state import GameState
from rules.last_hundred_yards.course import Course
from rules.last_hundred_yards.events import LhyEvent
from rules.last_hundred_yards.laying_out import laid_out
from rules.last_hundred_yards.order_events import DieThrown, Said
from rules.last_hundred_yards.position import GroundRules, Position


class Telling:
    """Events so far, the state they lead to, and the dice for what comes."""

    def __init__(self, state: GameState, ground: GroundRules, dice: Dice) -> None:
        self.ground = ground
        self.dice = dice
        self.events: list[LhyEvent] = []
        self.position = Position(laid_out(state), ground)

    @property
    def state(self) -> GameState:
        return self.position.state

    @property
    def course(self) -> Course:
        return self.position.course

    def put(self, event: LhyEvent) -> None:
        """Let an event happen."""
        self.events.append(event)
        if not isinstance(event, DieThrown | Said):
            self.position = Position(laid_out(event.on(self.state)), self.ground)

    def roll(self, what: str) -> int:
        """One d10, with a line in the record that says what for."""
        result = self.dice.roll(10)
        self.put(DieThrown(what, result))
        return result
