"""The seam of a player: what he is told of a moment, and what he answers."""

from dataclasses import dataclass
from typing import Protocol

from rules.game.chance.dice import Dice
from rules.game.engine.play import Action, Play
from rules.game.ruleset import Ruleset
from rules.game.state import GameState


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision that a side has to make: the state as that side knows it, and what it may declare.

    `dice` are for the player's own choices; they never throw for the game.
    """

    play: Play
    book: Ruleset
    state: GameState
    side: str
    actions: tuple[Action, ...]
    dice: Dice


@dataclass(frozen=True, slots=True)
class Consideration:
    """One thing that speaks for or against a declaration, and how much: a unit lost counts about 1000."""

    text: str
    worth: float

    def __str__(self) -> str:
        return f"{self.worth:+.0f} {self.text}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a player declares and why: what speaks for and against it, and the next best with what it is worth."""

    action: Action
    why: tuple[Consideration, ...] = ()
    rather_than: tuple[tuple[Action, float], ...] = ()

    @property
    def worth(self) -> float:
        """What it is worth in all."""
        return sum(consideration.worth for consideration in self.why)


class Player(Protocol):
    """Who decides for a side."""

    def choose(self, moment: Moment) -> Chosen:
        """One of the actions of a moment."""
        ...
