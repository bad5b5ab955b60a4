"""Carries out an action in any book: the action is refused with reasons, or turned into events."""

from collections.abc import Iterable
from functools import reduce

from rules.errors import BadInput, RulesError
from rules.game.chance.dice import Dice
from rules.game.engine.play import Action, Play
from rules.game.events import Event
from rules.game.record.corrections import Agreed, Allowed, Correction
from rules.game.ruling import Reason
from rules.game.state import GameState

OUT_OF_THE_RULES = (
    RulesError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError,
)  # fmt: skip
"""Exceptions of steps and events in a state that the rules never lead to: their code relies on what the rules forbid, and may
fail in any way. Where play keeps to the rules, only RulesError is caught; any other would be a fault of our code."""


class IllegalAction(RulesError):
    """The rules forbid the action that was to be carried out; ask why_not first."""

    def __init__(self, action: Action | str, reasons: tuple[Reason, ...]) -> None:
        self.action = str(action)
        self.reasons = reasons
        super().__init__(f"{action}: {'; '.join(map(str, reasons))}")


def carry_out(
    play: Play, state: GameState, action: Action, dice: Dice
) -> tuple[tuple[Event, ...], GameState]:
    """The events of an action of a side, or of a correction of a unit, and the state after them.

    Raises:
        IllegalAction: if the rules forbid the action; for one that the players agreed to, if it is out of turn.
        BadInput: if a correction changes nothing or is impossible, or an action that was agreed to is allowed by the rules anyway
            or cannot be carried out against them.
    """
    match action:
        case Correction(unit, reason, agreed):
            events, after = play.correct(state, unit, dice)
            if not agreed:
                return events, after
            happened: Event = Agreed(reason, frozenset({unit.id}))
        case Allowed(overruled, reason):
            check_overruled(play, state, overruled)
            events, after = _resolve_forbidden(play, state, overruled, dice)
            happened = Agreed(reason, _changed(state, after))
        case _:
            if reasons := play.why_not(state, action):
                raise IllegalAction(action, reasons)
            return play.resolve(state, action, dice)
    return (*events, happened), play.apply(after, happened)


def check_overruled(play: Play, state: GameState, action: Action) -> None:
    """Check that the umpire refuses an action, and that players can agree to it nevertheless.

    Raises:
        IllegalAction: if the action is out of turn.
        BadInput: if nothing forbids it.
    """
    if reasons := play.out_of_turn(state, action):
        raise IllegalAction(action, reasons)
    if not play.why_not(state, action):
        raise BadInput("action", str(action), "one that the umpire refuses; this one may be declared")


def replay(play: Play, state: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events, without dice: undo is a replay that stops earlier."""
    return reduce(play.apply, events, state)


def _resolve_forbidden(
    play: Play, state: GameState, action: Action, dice: Dice
) -> tuple[tuple[Event, ...], GameState]:
    """The events and the state of a forbidden action.

    If its steps fail, their message is not passed on: it may name something that a side does not know.
    """
    try:
        return play.resolve(state, action, dice)
    except OUT_OF_THE_RULES as error:
        wanted = "one that the umpire can carry out against the rules; correct the units by hand instead"
        raise BadInput("action", str(action), wanted) from error


def _changed(before: GameState, after: GameState) -> frozenset[str]:
    return frozenset(
        name
        for name in before.units.keys() | after.units.keys()
        if before.units.get(name) != after.units.get(name)
    )
