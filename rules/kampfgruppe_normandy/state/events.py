"""Events that all chapters share: conditions, decisions owed, activations, losses, counters, and the end of the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rules.game.engine.play import Result
from rules.game.events import Unsaid
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, REDEPLOYED, TREATING
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_TO_COME, UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Duty,
    Loss,
    Obligation,
    Progress,
    Status,
    Step,
    progress_of,
    with_progress,
)


def on_progress(state: GameState, **changes: Any) -> GameState:
    """The state with some of its progress changed."""
    return with_progress(state, progress_of(state).changed(**changes))


def on_status(state: GameState, unit: str, **changes: Any) -> GameState:
    """The state with some of a unit's status changed."""
    progress = progress_of(state)
    return with_progress(state, progress.with_status(unit, replace(progress.of(unit), **changes)))


def with_shots(state: GameState, unit: str, weapon: str, times: int = 1) -> GameState:
    """The state after a unit has used a weapon of limited uses `times` more."""
    status = progress_of(state).of(unit)
    used = {**dict(status.used), weapon: status.shots(weapon) + times}
    return on_status(state, unit, used=tuple(used.items()))


def with_rounds_spent(state: GameState, unit: str, shell: str, count: int = 1) -> GameState:
    """The state after a vehicle has spent `count` rounds of a kind ("ap", "he")."""
    status = progress_of(state).of(unit)
    rounds = {**dict(status.rounds), shell: max(0, status.left(shell) - count)}
    return on_status(state, unit, rounds=tuple(rounds.items()))


def on_unit(state: GameState, unit_id: str, change: Callable[[Unit], Unit]) -> GameState:
    return state.with_unit(change(state.unit(unit_id)))


@dataclass(frozen=True, slots=True)
class ConditionsChanged:
    """A unit gained some conditions and lost others."""

    unit: str
    gained: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()

    def __str__(self) -> str:
        now = [
            *map(_condition_words, sorted(self.gained)),
            *(f"no longer {_condition_words(lost)}" for lost in sorted(self.lost)),
        ]
        return f"{self.unit} is {', '.join(now) or 'as before'}"

    def on(self, state: GameState) -> GameState:
        return on_unit(
            state,
            self.unit,
            lambda unit: replace(unit, conditions=(unit.conditions - self.lost) | self.gained),
        )


def _condition_words(condition: str) -> str:
    """What follows "is" in a sentence about a unit with this condition."""
    return {COVERING: "on covering fire", FIRED: "firing", TREATING: "treating the wounded"}.get(
        condition, condition.replace("_", " ")
    )


@dataclass(frozen=True, slots=True)
class Owed:
    """A side must make a decision before play goes on, after `place` others that are owed, by default before all others.

    Logs of earlier versions give no place but whether it came `first`, or else last except for heroic actions.
    """

    obligation: Obligation
    first: bool = True
    place: int | None = None

    def __str__(self) -> str:
        return f"{self.obligation.side} is to decide: {self.obligation.duty}"

    def on(self, state: GameState) -> GameState:
        owed, place = progress_of(state).owed, self.place
        if place is None:
            heroes = 0 if self.obligation.duty is Duty.HEROIC_ACTION else _heroics_at_end(owed)
            place = 0 if self.first else len(owed) - heroes
        return on_progress(state, owed=(*owed[:place], self.obligation, *owed[place:]))


def _heroics_at_end(owed: tuple[Obligation, ...]) -> int:
    """How many heroic actions wait at the end of the decisions owed."""
    others = [place for place, obligation in enumerate(owed) if obligation.duty is not Duty.HEROIC_ACTION]
    return len(owed) - (others[-1] + 1 if others else 0)


@dataclass(frozen=True, slots=True)
class Answered:
    """The decision owed first has been made."""

    def __str__(self) -> str:
        return "decision made"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, owed=progress_of(state).owed[1:])


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A decision that was owed has nothing left to decide."""

    obligation: Obligation

    def __str__(self) -> str:
        return f"decision lapsed: {self.obligation.duty}"

    def on(self, state: GameState) -> GameState:
        return on_progress(
            state, owed=tuple(owed for owed in progress_of(state).owed if owed != self.obligation)
        )


@dataclass(frozen=True, slots=True)
class Activated:
    """A unit was activated and its actions declared."""

    activation: Activation
    cost: int = 1

    def __str__(self) -> str:
        return f"{self.activation.unit}: {', then '.join(self.activation.kinds)}"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        waiting = () if progress.activation is None else (progress.activation,)
        counts = set() if self.activation.is_free else {self.activation.unit}
        return on_progress(
            state,
            activation=self.activation,
            suspended=(*progress.suspended, *waiting),
            spent=progress.spent + self.cost,
            activated=progress.activated | counts,
        )


def _redeployed(unit: Unit) -> Unit:
    return replace(unit, conditions=unit.conditions | {REDEPLOYED})


@dataclass(frozen=True, slots=True)
class ActionDone:
    """A unit has done or forgone its next action, or is done with `all` of them; after the last its activation is over."""

    unit: str
    all: bool = False
    forgone: bool = False

    def __str__(self) -> str:
        if self.all:
            return f"{self.unit} is done"
        return f"{self.unit} {'forgoes' if self.forgone else 'has done'} an action"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        after = on_progress(state, **self._activation_changes(progress))
        deploys = self.unit in state.units and self._deploys(progress.activation)
        return on_unit(after, self.unit, _redeployed) if deploys else after

    def _activation_changes(self, progress: Progress) -> dict[str, Any]:
        """The changes of progress: the unit's activation goes on or ends, and then the latest suspended one resumes."""
        now = progress.activation
        if now is None or now.unit != self.unit:
            return {"suspended": tuple(filter(None, map(self._after, progress.suspended)))}
        if (after := self._after(now)) is not None or not progress.suspended:
            return {"activation": after}
        return {"activation": progress.suspended[-1], "suspended": progress.suspended[:-1]}

    def _deploys(self, activation: Activation | None) -> bool:
        """Whether the action was a Deploy action of this unit, after which it has not stood still."""
        if activation is None or activation.unit != self.unit or self.forgone:
            return False
        return activation.next_kind is ActionKind.DEPLOY

    def _after(self, activation: Activation) -> Activation | None:
        """An activation after this event, None if it is over; a forgone action counts as never declared."""
        if activation.unit != self.unit:
            return activation
        done, kinds = activation.done + 1, activation.kinds
        if self.forgone:
            done, kinds = activation.done, (*kinds[: activation.done], *kinds[activation.done + 1 :])
        return None if self.all or done >= len(kinds) else replace(activation, kinds=kinds, done=done)


@dataclass(frozen=True, slots=True)
class StatusChanged(Unsaid):
    """The status of a unit that comes into play; players are not told of it."""

    unit: str
    status: Status

    def on(self, state: GameState) -> GameState:
        return with_progress(state, progress_of(state).with_status(self.unit, self.status))


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
        progress = progress_of(state)
        had = progress.of(unit.id)
        loss = Loss(unit.id, unit.type, unit.side, self.how, at, unit.heading_deg, had.rounds, had.used)
        wrecks = (*progress.wrecks, loss) if self.leaves_wreck and at is not None else progress.wrecks
        status = {key: value for key, value in progress.status.items() if key != unit.id}
        progress = progress.changed(
            lost=(*progress.lost, loss), wrecks=wrecks, status=MappingProxyType(status)
        )
        left = {key: value for key, value in state.units.items() if key != unit.id}
        return replace(state, units=left, course=progress)


@dataclass(frozen=True, slots=True)
class PutBack:
    """A unit was put into play, or back into it, regardless of the rules: its loss does not count, and its wreck is gone."""

    unit: Unit
    status: Status

    def __str__(self) -> str:
        return f"{self.unit} is put into play"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        progress = replace(
            progress.with_status(self.unit.id, self.status),
            lost=tuple(loss for loss in progress.lost if loss.unit != self.unit.id),
            wrecks=tuple(wreck for wreck in progress.wrecks if wreck.unit != self.unit.id),
        )
        return with_progress(state.with_unit(self.unit), progress)


@dataclass(frozen=True, slots=True)
class CounterDrawn:
    """A side drew a morale counter, or rolled on the table of losses instead; why, and what it shows."""

    side: str
    why: str
    counter: str
    from_pot: bool = True

    def __str__(self) -> str:
        words = f"{self.side} takes a morale counter: {self.why}"
        return words if self.from_pot else f"{words}; the table shows {self.counter}"

    @implements("KN-BMOR-12", "KN-BMOR-34b")
    def told_to(self, side: str) -> str:
        """The words for a side: only the drawer learns what a counter shows, both sides what the table shows."""
        return f"{self}; it shows {self.counter}" if self.from_pot and side == self.side else str(self)

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        pot = progress.pot
        if self.from_pot:
            taken = self.counter if self.counter in dict(pot) else UNKNOWN_COUNTER
            pot = tuple((name, left - (name == taken)) for name, left in pot)
        return on_progress(state, pot=pot, drawn=(*progress.drawn, (self.side, self.counter)))


@dataclass(frozen=True, slots=True)
class CountersTold:
    """In odds: the numbers on counters that a side would have drawn."""

    side: str
    numbers: tuple[str, ...]

    def __str__(self) -> str:
        return f"the counters of {self.side} show {', '.join(self.numbers)}"

    def on(self, state: GameState) -> GameState:
        known = (drawn for drawn in progress_of(state).drawn if drawn != (self.side, COUNTER_TO_COME))
        return on_progress(state, drawn=(*known, *((self.side, number) for number in self.numbers)))


@dataclass(frozen=True, slots=True)
class PotFilled:
    """The pot was empty; these counters go back into it."""

    pot: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "the pot is filled again"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, pot=self.pot)


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A player's turn came to its next step."""

    step: Step

    def __str__(self) -> str:
        return f"{self.step}"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, step=self.step)


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winner: str | None
    text: str

    def __str__(self) -> str:
        return self.text

    def on(self, state: GameState) -> GameState:
        ended = Result(self.winner, self.text)
        return on_progress(state, ended=ended, step=Step.OVER, owed=(), activation=None, move=None, halted=())
