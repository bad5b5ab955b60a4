"""Events: an event of this book carries its own effect in `on`; the rest are those of every table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from rules.game import events as table
from rules.game.play import Result
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Course,
    Duty,
    Loss,
    Obligation,
    Status,
    Step,
    course_of,
    with_course,
)


@runtime_checkable
class KgnEvent(Protocol):
    """Something that happened in this book, and the state after it."""

    def on(self, state: GameState) -> GameState: ...


def after(state: GameState, event: object) -> GameState:
    """The state after an event of this book, or of any table.

    Raises:
        Unknown: if there is no such unit or kind of event.
    """
    if isinstance(event, KgnEvent):
        return event.on(state)
    return table.apply(state, event)


def on_course(state: GameState, change: Callable[[Course], Course]) -> GameState:
    return with_course(state, change(course_of(state)))


def on_status(state: GameState, unit: str, **changes: Any) -> GameState:
    """The state with some of a unit's standing changed."""
    course = course_of(state)
    return with_course(state, course.with_status(unit, replace(course.of(unit), **changes)))


def on_unit(state: GameState, unit_id: str, change: Callable[[Unit], Unit]) -> GameState:
    return state.with_unit(change(state.unit(unit_id)))


@dataclass(frozen=True, slots=True)
class ConditionsChanged:
    """A unit took on conditions and cast others off."""

    unit: str
    gained: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()

    def __str__(self) -> str:
        now = [*sorted(self.gained), *(f"no longer {one}" for one in sorted(self.lost))]
        return f"{self.unit} is {', '.join(now) or 'as before'}".replace("_", " ")

    def on(self, state: GameState) -> GameState:
        return on_unit(
            state,
            self.unit,
            lambda unit: replace(unit, conditions=(unit.conditions - self.lost) | self.gained),
        )


@dataclass(frozen=True, slots=True)
class Owed:
    """A side must decide something before play goes on; heroic actions wait until all else is decided."""

    obligation: Obligation
    first: bool = True

    def __str__(self) -> str:
        return f"{self.obligation.side} decides: {self.obligation.duty}"

    def on(self, state: GameState) -> GameState:
        def owe(course: Course) -> Course:
            if self.first:
                return replace(course, owed=(self.obligation, *course.owed))
            heroes = 0 if self.obligation.duty is Duty.HEROIC_ACTION else _heroes_last(course.owed)
            place = len(course.owed) - heroes
            return replace(course, owed=(*course.owed[:place], self.obligation, *course.owed[place:]))

        return on_course(state, owe)


def _heroes_last(owed: tuple[Obligation, ...]) -> int:
    """How many heroic actions wait at the end of what is owed."""
    others = [place for place, one in enumerate(owed) if one.duty is not Duty.HEROIC_ACTION]
    return len(owed) - (others[-1] + 1 if others else 0)


@dataclass(frozen=True, slots=True)
class Answered:
    """The decision owed first has been made."""

    def __str__(self) -> str:
        return "that is decided"

    def on(self, state: GameState) -> GameState:
        return on_course(state, lambda course: replace(course, owed=course.owed[1:]))


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A decision owed has no object any more."""

    obligation: Obligation

    def __str__(self) -> str:
        return f"nothing is left to decide: {self.obligation.duty}"

    def on(self, state: GameState) -> GameState:
        def drop(course: Course) -> Course:
            return replace(course, owed=tuple(one for one in course.owed if one != self.obligation))

        return on_course(state, drop)


@dataclass(frozen=True, slots=True)
class Activated:
    """A unit was activated and its actions declared."""

    activation: Activation
    cost: int = 1

    def __str__(self) -> str:
        return f"{self.activation.unit}: {', '.join(self.activation.kinds)}"

    def on(self, state: GameState) -> GameState:
        def begin(course: Course) -> Course:
            suspended = course.suspended
            if course.activation is not None:
                suspended = (*suspended, course.activation)
            activated = course.activated
            if not self.activation.is_free:
                activated = activated | {self.activation.unit}
            return replace(
                course,
                activation=self.activation,
                suspended=suspended,
                spent=course.spent + self.cost,
                activated=activated,
            )

        return on_course(state, begin)


@dataclass(frozen=True, slots=True)
class ActionDone:
    """The unit being activated has done its next action; after the last its activation is over."""

    unit: str
    all: bool = False

    def __str__(self) -> str:
        return f"{self.unit} is done" if self.all else f"{self.unit} has done an action"

    def on(self, state: GameState) -> GameState:
        def step(course: Course) -> Course:
            activation = course.activation
            if activation is None or activation.unit != self.unit:
                kept = tuple(
                    one
                    for other in course.suspended
                    if (one := _stepped(other, self.unit, self.all)) is not None
                )
                return replace(course, suspended=kept)
            now = _stepped(activation, self.unit, self.all)
            if now is not None:
                return replace(course, activation=now)
            if course.suspended:
                return replace(course, activation=course.suspended[-1], suspended=course.suspended[:-1])
            return replace(course, activation=None)

        return on_course(state, step)


def _stepped(activation: Activation, unit: str, is_all: bool) -> Activation | None:
    if activation.unit != unit:
        return activation
    done = len(activation.kinds) if is_all else activation.done + 1
    return None if done >= len(activation.kinds) else replace(activation, done=done)


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """A unit rides, stands inside, or has left, something else."""

    unit: str
    status: Status

    def __str__(self) -> str:
        return f"{self.unit}: {self.status.men} men"

    def on(self, state: GameState) -> GameState:
        return with_course(state, course_of(state).with_status(self.unit, self.status))


@dataclass(frozen=True, slots=True)
class UnitLost:
    """A unit left play: destroyed, withdrawn, abandoned or gone; vehicles destroyed leave a wreck."""

    unit: str
    how: str
    leaves_wreck: bool = False

    def __str__(self) -> str:
        return f"{self.unit} is {self.how}"

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        at = unit.at if isinstance(unit.at, Spot) else None
        course = course_of(state)
        had = course.of(unit.id)
        loss = Loss(unit.id, unit.type, unit.side, self.how, at, unit.facing_deg, had.rounds, had.used)
        wrecks = (*course.wrecks, loss) if self.leaves_wreck and at is not None else course.wrecks
        status = {key: one for key, one in course.status.items() if key != unit.id}
        course = replace(course, lost=(*course.lost, loss), wrecks=wrecks, status=status)
        left = {key: one for key, one in state.units.items() if key != unit.id}
        return replace(state, units=left, course=course)


@dataclass(frozen=True, slots=True)
class CounterDrawn:
    """A side drew a morale counter, or the table of losses was thrown instead; why, and what it shows."""

    side: str
    why: str
    counter: str
    from_pot: bool = True

    def __str__(self) -> str:
        return f"{self.side} takes a morale counter: {self.why}"

    def told(self, side: str) -> str:
        """What a side hears of it: its drawer alone hears what the counter shows."""
        return f"{self}; it shows {self.counter}" if side == self.side else str(self)

    def on(self, state: GameState) -> GameState:
        def draw(course: Course) -> Course:
            pot = course.pot
            if self.from_pot:
                pot = tuple((name, left - (name == self.counter)) for name, left in pot)
            return replace(course, pot=pot, drawn=(*course.drawn, (self.side, self.counter)))

        return on_course(state, draw)


@dataclass(frozen=True, slots=True)
class PotFilled:
    """The pot was empty; these counters go back into it."""

    pot: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "the pot is filled again"

    def on(self, state: GameState) -> GameState:
        return on_course(state, lambda course: replace(course, pot=self.pot))


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A player's turn came to its next step."""

    step: Step

    def __str__(self) -> str:
        return f"{self.step}"

    def on(self, state: GameState) -> GameState:
        return on_course(state, lambda course: replace(course, step=self.step))


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winner: str | None
    text: str

    def __str__(self) -> str:
        return self.text

    def on(self, state: GameState) -> GameState:
        return on_course(
            state,
            lambda course: replace(
                course,
                ended=Result(self.winner, self.text),
                step=Step.OVER,
                owed=(),
                activation=None,
                move=None,
            ),
        )


CORE_EVENTS = (
    ConditionsChanged,
    Owed,
    Answered,
    Lapsed,
    Activated,
    ActionDone,
    StatusChanged,
    UnitLost,
    CounterDrawn,
    PotFilled,
    StepBegan,
    GameEnded,
)
"""The classes, for Records."""
