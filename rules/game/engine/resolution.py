"""What comes of a declaration: events that happen one after another, each on the state that those before left.

A long procedure is written as small steps: `then` puts one on the stack, to be run when the one under way is
done. Thrown, the steps follow each other until none is pending. Enumerated (rules.game.engine.outcomes), positions
that are equal are put together between them, so that few ways are left to count.
"""

from collections.abc import Callable, Hashable
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from rules.errors import RulesError
from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import EnumeratedDice
from rules.game.engine.position import Position
from rules.game.events import DiceThrown
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

    def apply(self, state: GameState, event: Any) -> GameState: ...
    def position(self, state: GameState) -> PositionT_co: ...


class Resolution(Generic[PositionT]):
    """Events, resulting position and dice of one declaration."""

    def __init__(
        self, game: Moves[PositionT], position: PositionT, dice: Dice, pending: tuple[PendingStep, ...] = ()
    ) -> None:
        self.game = game
        self.position = position
        self.dice = dice
        self.pending = list(pending)
        """What is still to be run, the next step last."""
        self.events: list[Any] = []
        self.concerns = ""
        """The one unit whose fate is asked for: odds may leave out what befalls others. Empty for all."""

    @property
    def state(self) -> GameState:
        return self.position.state

    @property
    def is_enumerated(self) -> bool:
        """Whether odds are being counted, and no die falls."""
        return isinstance(self.dice, EnumeratedDice)

    def happen(self, *events: Any) -> None:
        """Let events happen, in this order."""
        for event in events:
            self.events.append(event)
            after = self.game.apply(self.state, event)
            if after is not self.state:
                self.position = self.game.position(after)

    def then(
        self, step: Callable[Concatenate[Self, StepP], None], *args: StepP.args, **_: StepP.kwargs
    ) -> None:
        """Run a step when this one is done, before those that are pending already; its arguments can be hashed."""
        self.pending.append((step, args))

    def run_next(self) -> None:
        """Run the step that is due."""
        step, args = self.pending.pop()
        step(self, *args)

    def roll(self, what: str, sides: int) -> int:
        """One die whose face matters; the record says what it was for."""
        return self.named(what).roll(sides)

    def decide(self, what: str, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        """What one die decides, such as a row of a table: `by` names the outcome of each face."""
        return self.named(what).decide(sides, by)

    def passes(
        self, what: str, sides: int, *, at_most: int | None = None, at_least: int | None = None
    ) -> bool:
        """Whether a die shows at most, or at least, so much."""
        low = 1 if at_least is None else at_least
        high = sides if at_most is None else at_most
        return self.decide(what, sides, lambda face: low <= face <= high)

    def successes(self, what: str, count: int, sides: int, at_least: int) -> int:
        """How many dice of a pool show at least so much."""
        return self.named(what).successes(count, sides, at_least)

    def pick(self, what: str, count: int) -> int:
        """One of so many, all equally likely: 0 to count - 1."""
        return self.named(what).pick(count)

    def named(self, what: str) -> Dice:
        """Dice for a procedure of its own, each with a line in the record that says what it was thrown for."""
        return self.dice if self.is_enumerated else RecordedDice(self, what)

    def record_die(self, what: str, sides: int, face: int) -> None:
        """Put a die that was thrown into the record."""
        self.happen(DiceThrown(what, sides, (face,)))


class RecordedDice:
    """Dice that put each die thrown into the record of a resolution."""

    def __init__(self, resolution: Resolution[Any], what: str) -> None:
        self.resolution = resolution
        self.what = what

    def roll(self, sides: int) -> int:
        face = self.resolution.dice.roll(sides)
        self.resolution.record_die(self.what, sides, face)
        return face

    def successes(self, count: int, sides: int, at_least: int) -> int:
        return self.resolution.dice.successes(count, sides, at_least)

    def pick(self, count: int) -> int:
        return self.resolution.dice.pick(count)

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))
