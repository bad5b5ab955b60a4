"""The interface of a player: the moment it is told, its questions to the book about fire, and its
choice; with a random player."""

from dataclasses import dataclass, replace
from typing import Protocol

from rules.errors import RulesError
from rules.game.chance.dice import Dice
from rules.game.engine.play import Action, Play
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot
from rules.game.view import CONCEALED, HIDDEN

UNKNOWN = 0.2
"""The chance of harm from an unidentified enemy. A figure of ours."""


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
    """The declaration that a player chooses and why: what speaks for and against it, and the next best with its worth."""

    action: Action
    why: tuple[Consideration, ...] = ()
    rather_than: tuple[tuple[Action, float], ...] = ()

    @property
    def worth(self) -> float:
        """The sum of what speaks for and against it."""
        return sum(consideration.worth for consideration in self.why)


class Player(Protocol):
    """A player, which decides for a side."""

    def choose(self, moment: Moment) -> Chosen:
        """One of the actions of a moment."""
        ...


class Rulings:
    """A cache of chances of harm by fire, valid while nothing but units changes on the map."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._harm: dict[tuple[Unit, Unit, bool], float] = {}

    def hold_for(self, moment: Moment) -> bool:
        """Whether the cached rulings hold in this moment too."""
        was = self._moment
        return (
            was.play is moment.play
            and was.side == moment.side
            and was.state.board == moment.state.board
            and was.state.markers == moment.state.markers
        )

    def harm(self, state: GameState, firer: Unit, target: Unit, in_time: bool) -> float:
        """The chance that a unit's fire harms another, by the ruling; `in_time` also if only something
        temporary stops it from firing."""
        key = (firer, target, in_time)
        if key not in self._harm:
            self._harm[key] = self._ruled(state, firer, target, in_time)
        return self._harm[key]

    def _ruled(self, state: GameState, firer: Unit, target: Unit, in_time: bool) -> float:
        if firer.has(CONCEALED) and firer.side != self._moment.side:
            sight = (
                self._moment.book.line_of_sight(state, firer.at, target).verdict
                if firer.at is not None
                else None
            )
            return UNKNOWN if sight is not None and sight.visibility.is_open else 0.0
        shot = self._asked(state, firer, target)
        if in_time and firer.conditions and (shot is None or not shot.worth):
            # It may be stopped from firing for this turn only, such as by suppression, or the posture of a moving stand.
            fresh = replace(firer, conditions=frozenset())
            shot = self._asked(state, fresh, target)
        if shot is None or not shot.worth:
            return 0.0
        return UNKNOWN if shot.harm is None else float(shot.harm)

    def _asked(self, state: GameState, firer: Unit, target: Unit) -> Shot | None:
        """The verdict on fire at a unit that is assumed to be visible."""
        seen = replace(target, conditions=target.conditions - {CONCEALED, HIDDEN})
        try:
            return self._moment.book.fire(state.with_unit(firer).with_unit(seen), firer, seen).verdict
        except RulesError:
            return None


class RandomPlayer:
    """Chooses at random among all actions of a moment."""

    def choose(self, moment: Moment) -> Chosen:
        return Chosen(moment.actions[moment.dice.pick("choice", len(moment.actions))])
