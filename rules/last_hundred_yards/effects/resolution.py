"""One action as it is carried out: its events so far, the state after them, and the dice."""

from rules.game.dice import Dice
from rules.game.state import GameState
from rules.last_hundred_yards.effects.marker_sync import laid_out
from rules.last_hundred_yards.state.events.all_events import LhyEvent
from rules.last_hundred_yards.state.events.order_events import DieThrown, Said
from rules.last_hundred_yards.state.position import GroundRules, Position
from rules.last_hundred_yards.state.progress import Course


class Resolution:
    """Events, resulting position and dice of one action."""

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

    def happen(self, *events: LhyEvent) -> None:
        """Let events happen, one after another."""
        for event in events:
            self.events.append(event)
            if not isinstance(event, DieThrown | Said):
                self.position = Position(laid_out(event.on(self.state)), self.ground)

    def roll(self, what: str) -> int:
        """One d10, with a line in the record that says what for."""
        result = self.dice.roll(10)
        self.happen(DieThrown(what, result))
        return result
