"""What comes of a declaration: events that happen one after another, each on the state that those before left.

A long procedure is written as small steps: `then` puts one on the stack, to be run when the one under way is
done. Thrown, the steps follow each other until none is pending. Enumerated (rules.game.engine.outcomes), positions
that are equal are put together between them, so that few ways are left to count.
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
"""A step that is still to be run, with its arguments after the resolution."""


class DependsOnHidden(RulesError):
    """What comes next depends on units that the asking side does not know; only odds meet it."""


class Moves(Protocol[PositionT_co]):
    """What a resolution needs of its book: the state after an event, and how a state is read."""

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
        """The dice if they are thrown; None if odds are being counted."""
        self._dice = dice
        self.pending = list(pending)
        """What is still to be run, the next step last."""
        self.events: list[Event] = []
        self.concerns = ""
        """The one unit whose fate is asked for: odds may leave out what befalls others. Empty for all."""

    @property
    def dice(self) -> Dice:
        """The dice; what is thrown with them goes into the record."""
        # Made for each throw: dice kept here would keep the resolution, and all that it knows, until garbage is looked for.
        return RecordedDice(self, self.thrown) if self.thrown else self._dice

    @property
    def is_enumerated(self) -> bool:
        """Whether odds are being counted, and no die falls."""
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
        """Run a step when this one is done, before those that are pending already; its arguments can be hashed."""
        self.pending.append((step, args))

    def run_next(self) -> None:
        """Run the step that is due."""
        step, args = self.pending.pop()
        step(self, *args)

    def put_in_order(self) -> None:
        """Put the state in order as players see it, where a book does not do so with each event."""

    def roll(self, what: str, sides: int) -> int:
        """One die whose face matters."""
        return self.dice.roll(what, sides)

    def decide(self, what: str, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        """What one die decides, such as a row of a table: `by` names the outcome of each face."""
        return self.dice.decide(what, sides, by)

    def passes(
        self, what: str, sides: int, *, at_most: int | None = None, at_least: int | None = None
    ) -> bool:
        """Whether a die shows at most, or at least, so much."""
        low = 1 if at_least is None else at_least
        high = sides if at_most is None else at_most
        return self.decide(what, sides, lambda face: low <= face <= high)

    def pick(self, what: str, count: int, *, only_for: str = "") -> int:
        """One of so many, all equally likely: 0 to count - 1; told to one side alone if it is named."""
        return self.named(what, only_for=only_for).pick("", count)

    def named(self, what: str, *, only_for: str = "") -> Dice:
        """Dice for a procedure of its own, whose throws the record names by it too.

        What they show is told to one side alone if it is named.
        """
        return RecordedDice(self, self.thrown, what, only_for) if self.thrown else self._dice

    def record(self, die: DiceThrown) -> None:
        """Put dice that were thrown into the record."""
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
