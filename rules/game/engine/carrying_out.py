"""A turn of play in any book: an action is refused with its reasons, or carried out and kept as events."""

from collections.abc import Iterable
from functools import reduce

from rules.errors import RulesError
from rules.game.chance.dice import Dice
from rules.game.play import Action, Event, Play
from rules.game.ruling import Reason
from rules.game.state import GameState


class IllegalAction(RulesError):
    """An action the rules forbid was to be carried out; ask why_not first."""

    def __init__(self, action: Action | str, reasons: tuple[Reason, ...]) -> None:
        self.action = str(action)
        self.reasons = reasons
        super().__init__(f"{action}: {'; '.join(map(str, reasons))}")


def carry_out(
    play: Play, state: GameState, action: Action, dice: Dice
) -> tuple[tuple[Event, ...], GameState]:
    """What happened when a side did this, and the state it led to.

    Raises:
        IllegalAction: if the rules forbid it.
    """
    if reasons := play.why_not(state, action):
        raise IllegalAction(action, reasons)
    return play.resolve(state, action, dice)


def replay(play: Play, state: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events, without dice: undo is a replay that stops earlier."""
    return reduce(play.apply, events, state)
