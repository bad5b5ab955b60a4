"""Resolves a declaration: events happen one after another, each on the state left by those before.

A long procedure is written as small steps: `then` pushes one on a stack, to be run when the current step is done. With
thrown dice the steps run until none is pending. In an enumeration (rules.game.engine.outcomes) equal positions are merged
between the steps, so that few ways are left to count.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from rules.errors import RulesError
from rules.game.chance.dice import Dice, Throw, ThrownDice
from rules.game.engine.position import Position
from rules.game.events import DiceThrown, Event
from rules.game.state import GameState

PositionT = TypeVar("PositionT", bound=Position)
PositionT_co = TypeVar("PositionT_co", bound=Position, covariant=True)
OutcomeT = TypeVar("OutcomeT", bound=Hashable)
StepP = ParamSpec("StepP")

PendingStep = tuple[Callable[..., None], tuple[Hashable, ...]]
"""A step still to be run, and its arguments after the resolution."""


class DependsOnHidden(RulesError):
    """The next step depends on units that the asking side does not know; raised only while odds are counted."""


class Moves(Protocol[PositionT_co]):
    """The methods of a game that a resolution needs: the state after an event, and the position of a state."""

    def apply(self, state: GameState, event: Event) -> GameState: ...
    def position(self, state: GameState) -> PositionT_co: ...


class Resolution(Generic[PositionT]):
    """Events, resulting position and dice of one declaration."""

    def __init__(
        self, game: Moves[PositionT], position: PositionT, dice: Dice, pending: tuple[PendingStep, ...] = ()
    ) -> None:
        self.game = game
        self.position = position
        self.state = position.state
        self.thrown = dice if isinstance(dice, ThrownDice) else None
        """The dice if they are thrown; None while odds are counted."""
        self._dice = dice
        self.pending = list(pending)
        """The steps still to be run, the next one last."""
        self.events: list[Event] = []
        self.concerns = ""
        """The only unit whose odds are asked for, so that what happens to others may be left out; empty for all units."""

    @property
    def dice(self) -> Dice:
        """The dice; their throws go into the record."""
        # Made for each throw: stored here, they would form a cycle that keeps the resolution alive until garbage collection.
        return RecordedDice(self, self.thrown) if self.thrown else self._dice

    @property
    def is_enumerated(self) -> bool:
        """Whether odds are being counted and no dice are thrown."""
        return self.thrown is None

    def happen(self, *events: Event) -> None:
        """Let events happen, in this order."""
        for event in events:
            self.events.append(event)
            after = self.game.apply(self.state, event)
            if after is not self.state:
                self.state, self.position = after, self.game.position(after)

    def then(
        self, step: Callable[Concatenate[Self, StepP], None], *args: StepP.args, **_: StepP.kwargs
    ) -> None:
        """Run a step when the current one is done, before those already pending; its arguments must be hashable."""
        self.pending.append((step, args))

    def run_next(self) -> None:
        """Run the next pending step."""
        step, args = self.pending.pop()
        step(self, *args)

    def put_in_order(self) -> None:
        """Tidy up the state for players, in a book that does not do so with each event."""

    def roll(self, what: str, sides: int) -> int:
        """The face of one die, for dice of which the face itself matters."""
        return self.dice.roll(what, sides)

    def decide(self, what: str, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        """The outcome of one die, such as a row of a table: `by` gives the outcome of each face."""
        return self.dice.decide(what, sides, by)

    def passes(
        self, what: str, sides: int, *, at_most: int | None = None, at_least: int | None = None
    ) -> bool:
        """Whether a die shows at most, or at least, a number."""
        low = 1 if at_least is None else at_least
        high = sides if at_most is None else at_most
        return self.decide(what, sides, lambda face: low <= face <= high)

    def pick(self, what: str, count: int, *, only_for: str = "") -> int:
        """One of `count` choices, all equally likely: 0 to count - 1; told only to the side `only_for`, if one is named."""
        return self.named(what, only_for=only_for).pick("", count)

    def named(self, what: str, *, only_for: str = "") -> Dice:
        """Dice for a separate procedure, whose name stands before each of its throws in the record.

        Only the side `only_for`, if one is named, is told what they show.
        """
        return RecordedDice(self, self.thrown, what, only_for) if self.thrown else self._dice

    def record(self, die: DiceThrown) -> None:
        """Put a throw of dice into the record."""
        self.happen(die)


class RecordedDice(ThrownDice):
    """Dice that put each throw into the record of a resolution."""

    def __init__(
        self, resolution: Resolution[Any], dice: ThrownDice, named: str = "", only_for: str = ""
    ) -> None:
        self.resolution = resolution
        self.dice = dice
        self.named = named
        self.only_for = only_for

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        what = ": ".join(word for word in (self.named, thrown.what) if word)
        faces = self.dice.throw(replace(thrown, what=what, only_for=self.only_for or thrown.only_for))
        row = thrown.row(faces[0]) if thrown.count == 1 else ""
        self.resolution.record(DiceThrown(what, thrown.sides, faces, thrown.needed, row, self.only_for))
        return faces
