"""Whole games of any book: played by chance among the legal declarations, written line by line, and played back."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from rules.game.chance.dice import Dice, SeededDice
from rules.game.engine.carrying_out import carry_out, replay
from rules.game.engine.play import Play
from rules.game.events import Event
from rules.game.state import GameState

MOST_DECLARATIONS = 20_000
_CHOICE_APART = 1_000_003
"""The difference between the seed of a game's dice and the seed of its choices."""

_USUAL = 8
"""How much likelier usual kinds of declarations are than those named `seldom`."""

ChoiceT = TypeVar("ChoiceT")
Weigh = Callable[[GameState, Any], int]
"""How likely a declaration is among others of its kind, as a whole number."""


def by_chance(
    play: Play,
    state: GameState,
    seed: int,
    *,
    seldom: frozenset[str] = frozenset(),
    weigh: Weigh | None = None,
    cited: bool = False,
) -> tuple[GameState, list[str]]:
    """A game played to its end by chance, and its record as text; each declaration and event is written and read back.

    All kinds of declarations are equally likely, except those in `seldom`, which would end a game without much play; so are all
    declarations of a kind, unless `weigh` says otherwise. `cited` adds the rules of each declaration.
    """
    record: list[str] = []
    for action, events, after in chance_steps(play, state, seed, seldom=seldom, weigh=weigh):
        assert play.actions.read(play.actions.document(action)) == action
        record += _declared(play, state, action) if cited else [f"> {action}"]
        read_back = [play.events.read(play.events.document(event)) for event in events]
        assert replay(play, state, read_back) == after
        record += [f"    {event}" for event in events if str(event)]
        state = after
    assert play.result(state) is not None, f"no end after {MOST_DECLARATIONS} declarations"
    return state, record


def chance_steps(
    play: Play,
    state: GameState,
    seed: int,
    most: int = MOST_DECLARATIONS,
    *,
    seldom: frozenset[str] = frozenset(),
    weigh: Weigh | None = None,
) -> Iterator[tuple[Any, tuple[Event, ...], GameState]]:
    """Declarations drawn by chance until the game is over: each with its events and the state it leads to."""
    dice, choice = SeededDice(seed), SeededDice(seed + _CHOICE_APART)
    for _ in range(most):
        if play.result(state) is not None:
            return
        actions = play.legal_actions(state)
        kinds = sorted({type(action).__name__ for action in actions})
        usual = _USUAL if seldom else 1
        kind = _drawn(kinds, [1 if kind in seldom else usual for kind in kinds], choice)
        same = [action for action in actions if type(action).__name__ == kind]
        action = _drawn(same, [1 if weigh is None else weigh(state, one) for one in same], choice)
        events, state = carry_out(play, state, action, dice)
        yield action, events, state


def _drawn(choices: Sequence[ChoiceT], weights: list[int], dice: Dice) -> ChoiceT:
    place = dice.pick("choice", sum(weights))
    for choice, weight in zip(choices, weights, strict=True):
        if place < weight:
            return choice
        place -= weight
    raise AssertionError("the weights hold every place")


def _declared(play: Play, state: GameState, action: Any) -> list[str]:
    """The lines of a declaration and of the rules that it is judged by."""
    reasons = play.chances(state, action).reasons
    if len(reasons) == 1:
        return [f"> {action} ({reasons[0].cite})"]
    return [f"> {action}", *(f"  by {reason}" for reason in reasons)]
