"""Events of a turn: command rolls, turns begun, objectives taken and lost."""

from dataclasses import dataclass, replace
from typing import Any

from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import LAST_TURN, TREATED, TREATING
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.state.events import on_progress
from rules.kampfgruppe_normandy.state.progress import Force, Removal, Step, progress_of


@dataclass(frozen=True, slots=True)
class FirstTurnRolled:
    """Both sides threw for the first turn: the total of each side, and how many reconnaissance units added to it.

    Logs of earlier versions do not give the number of units.
    """

    sides: tuple[str, ...]
    totals: tuple[int, ...]
    first: str
    recce: tuple[int, ...] = ()

    def __str__(self) -> str:
        shown = ", ".join(f"{side} {total}" for side, total in zip(self.sides, self.totals, strict=True))
        return f"{'with reconnaissance units ' if any(self.recce) else ''}{shown}: {self.first} has the first turn"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, forces=_in_order(state, self.first), acting=self.first)


@dataclass(frozen=True, slots=True)
class AttackerRolled:
    """Both sides threw a die for who attacks: what they showed, and who attacks."""

    sides: tuple[str, ...]
    dice: tuple[int, ...]
    attacker: str

    def __str__(self) -> str:
        shown = ", ".join(f"{side} {die}" for side, die in zip(self.sides, self.dice, strict=True))
        return f"{shown}: {self.attacker} attacks and has the first turn"

    def on(self, state: GameState) -> GameState:
        setting = replace(progress_of(state).setting, attacker=self.attacker)
        forces = _in_order(state, self.attacker)
        return on_progress(state, setting=setting, forces=forces, acting=self.attacker)


def _in_order(state: GameState, first: str) -> tuple[Force, ...]:
    """The forces, with the side that has the first turn first."""
    return tuple(sorted(progress_of(state).forces, key=lambda force: force.side != first))


@dataclass(frozen=True, slots=True)
class CommandRolled:
    """A side threw its command dice, or one of them again: what they show, and with how many command units.

    `again` is the die that was thrown again, counted from 0.
    """

    side: str
    dice: tuple[int, ...]
    units: int
    again: int | None = None

    def __str__(self) -> str:
        shown = " and ".join(map(str, self.dice))
        helped = counted(self.units, "command unit")
        return f"{self.side} throws {shown}, with {helped}: {counted(self.total, 'activation')}"

    @property
    def total(self) -> int:
        return sum(self.dice) + self.units

    def on(self, state: GameState) -> GameState:
        return on_progress(state, command_dice=self.dice, allowance=self.total)


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began: until it ends, what his units have done counts as done last turn; older actions are forgotten."""

    side: str
    turn: int

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.side}"

    def on(self, state: GameState) -> GameState:
        units = {
            key: unit.marked(_remembered(unit, is_its_turn=unit.side == self.side))
            if unit.conditions
            else unit
            for key, unit in state.units.items()
        }
        return on_progress(
            replace(state, units=units),
            acting=self.side,
            turn=self.turn,
            step=Step.COMMAND,
            command_dice=(),
            allowance=0,
            spent=0,
            activated=frozenset(),
            activation=None,
            suspended=(),
        )


def _remembered(unit: Unit, *, is_its_turn: bool) -> frozenset[str]:
    """The conditions of a unit once a turn has begun, its own or the enemy's."""
    stays = unit.conditions - {TREATED, TREATING} - set(LAST_TURN.values())
    if not is_its_turn:
        return stays
    return frozenset(LAST_TURN.get(condition, condition) for condition in stays)


@dataclass(frozen=True, slots=True)
class RemovalWaits:
    """A counter taken to remove suppression brought an event, which is played before the rest of it."""

    left: Removal

    def __str__(self) -> str:
        return "the removal of suppression waits for the event"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, step=Step.REMOVAL, removal=self.left)


@dataclass(frozen=True, slots=True)
class RemovalResumed:
    """The event has been played; the removal of suppression goes on."""

    def __str__(self) -> str:
        return "the removal of suppression goes on"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, step=Step.SUPPRESSION, removal=None)


@dataclass(frozen=True, slots=True)
class ObjectiveChanged:
    """An objective was taken by a side, perhaps from the enemy, or is no longer held."""

    name: str
    held_by: str | None
    lost_by: str | None = None

    def __str__(self) -> str:
        return f"{self.held_by} takes {self.name}" if self.held_by else f"{self.name} is lost"

    def on(self, state: GameState) -> GameState:
        return _with_objective(state, self.name, held_by=self.held_by, lost_by=self.lost_by)


@dataclass(frozen=True, slots=True)
class HolderJudged:
    """At the end of its turn, a side from which an objective was taken is back at it, or has lost it."""

    name: str
    side: str
    is_back: bool

    def __str__(self) -> str:
        return f"{self.side} {'stands by' if self.is_back else 'has lost'} {self.name}"

    def on(self, state: GameState) -> GameState:
        return _with_objective(state, self.name, lost_by=None)


def _with_objective(state: GameState, name: str, **changes: Any) -> GameState:
    """The state with some fields of one objective changed."""
    objectives = (
        replace(objective, **changes) if objective.name == name else objective
        for objective in progress_of(state).objectives
    )
    return on_progress(state, objectives=tuple(objectives))
