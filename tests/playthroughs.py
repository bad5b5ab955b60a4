"""Whole games of any book: played by chance among the legal declarations, told line by line, played back."""

from collections.abc import Iterator
from typing import Any

from rules.game.actions import carry_out, replay
from rules.game.dice import SeededDice
from rules.game.play import Event, Play
from rules.game.state import GameState

MOST_DECLARATIONS = 20_000
_CHOICE_APART = 1_000_003
"""The choices have dice of their own, apart from those of the game."""

_USUAL = 8
"""How much likelier another kind of declaration is than one that is seldom wanted."""


def by_chance(
    play: Play, state: GameState, seed: int, *, seldom: frozenset[str] = frozenset(), cited: bool = False
) -> tuple[GameState, list[str]]:
    """A game played to its end by chance, with the record as text; each thing told is written down and read back.

    `seldom` are kinds of declaration, by name, that would let a game pass by were they as likely as others. `cited`
    tells after each declaration the rules it is judged by.
    """
    record: list[str] = []
    for action, events, after in chance_steps(play, state, seed, seldom=seldom):
        assert play.actions.read(play.actions.document(action)) == action
        record += _declared(play, state, action) if cited else [f"> {action}"]
        read_back = [play.events.read(play.events.document(event)) for event in events]
        assert replay(play, state, read_back) == after
        record += [f"    {event}" for event in events]
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
) -> Iterator[tuple[Any, tuple[Event, ...], GameState]]:
    """Declarations drawn by chance until the game is over: each with its events and the state it leads to."""
    dice, choice = SeededDice(seed), SeededDice(seed + _CHOICE_APART)
    for _ in range(most):
        if play.result(state) is not None:
            return
        actions = play.legal_actions(state)
        usual = _USUAL if seldom else 1
        kinds = sorted({type(action).__name__ for action in actions})
        drawn = [kind for kind in kinds for _ in range(1 if kind in seldom else usual)]
        kind = drawn[choice.pick(len(drawn))]
        same = [action for action in actions if type(action).__name__ == kind]
        action = same[choice.pick(len(same))]
        events, state = carry_out(play, state, action, dice)
        yield action, events, state


def _declared(play: Play, state: GameState, action: Any) -> list[str]:
    """A declaration, and the rule it is judged by; where there are several, each on a line."""
    reasons = play.chances(state, action).reasons
    if len(reasons) == 1:
        return [f"> {action} ({reasons[0].cite})"]
    return [f"> {action}", *(f"  by {reason}" for reason in reasons)]
