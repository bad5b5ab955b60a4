"""Taking back needs the other side's consent once an action has shown somebody something."""

from collections.abc import Iterator

from rules.game.events import DiceThrown, ShowsHidden
from rules.game.record.corrections import Agreed
from rules.game.state import GameState
from vtt_bridge.games.running_game import RunningGame


def undo_needs_consent(now: RunningGame) -> bool:
    """Whether the action to be taken back threw dice, was agreed between the players, or showed a side something hidden.

    Whoever takes such an action back knows more than when he declared it, or has let the enemy know more.
    """
    if not now.undone:
        return False
    if any(
        isinstance(event, DiceThrown | Agreed | ShowsHidden) for turn in now.undone for event in turn.events
    ):
        return True
    before, ruleset = now.taken_back().state, now.game.ruleset
    return any(
        any(_revealed(before, ruleset.seen_by(before, side), ruleset.seen_by(now.state, side)))
        for side in now.state.sides
    )


def _revealed(before: GameState, known: GameState, known_after: GameState) -> Iterator[str]:
    """The units and markers that existed unknown and are known now, and any unknown unit newly seen as a counter."""
    unknown = before.units.keys() - known.units.keys()
    yield from unknown & known_after.units.keys()
    yield from (
        str(marker)
        for marker in known_after.markers
        if marker in before.markers and marker not in known.markers
    )
    counters = [len(state.units.keys() - before.units.keys()) for state in (known, known_after)]
    if counters[1] > counters[0] and unknown:
        yield "a counter"
