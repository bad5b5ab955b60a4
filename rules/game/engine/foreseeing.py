"""The seam of a book whose declarations can be weighed: every state they lead to, and how good or bad each is for whom."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from rules.game.engine.differences import Outcome
from rules.game.engine.outcomes import Ends
from rules.game.play import Action, Play
from rules.game.state import GameState


@runtime_checkable
class Foresees(Play, Protocol):
    """A book that can be played and foresees what comes of a declaration."""

    def foreseen(self, state: GameState, action: Action) -> Ends:
        """The states that a legal action can lead to on what its side may know, on to the dice that it leaves for later.

        Raises:
            RulesError: if there are more than can be told.
        """
        ...

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """What became of the units between two states, how bad it is, and for which side."""
        ...
