"""Events of a turn: command rolls, turns begun, objectives taken and lost."""

from dataclasses import dataclass, replace

from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import LAST_TURN, TREATED
from rules.kampfgruppe_normandy.state.events import on_progress
from rules.kampfgruppe_normandy.state.progress import Progress, Removal, Step, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class FirstTurnRolled:
    """Both sides threw for the first turn; what each came to, with how many reconnaissance units.

    Logs of earlier versions do not tell the units.
    """

    sides: tuple[str, ...]
    totals: tuple[int, ...]
    first: str
    recce: tuple[int, ...] = ()

    def __str__(self) -> str:
        shown = ", ".join(f"{side} {total}" for side, total in zip(self.sides, self.totals, strict=True))
        return f"{'with reconnaissance units ' if any(self.recce) else ''}{shown}: {self.first} has the first turn"

    def on(self, state: GameState) -> GameState:
        def begin(progress: Progress) -> Progress:
            forces = sorted(progress.forces, key=lambda force: force.side != self.first)
            return progress.changed(forces=tuple(forces), acting=self.first)

        return on_progress(state, begin)


@dataclass(frozen=True, slots=True)
class AttackerRolled:
    """Both sides threw for who attacks: what they showed, and who it is."""

    sides: tuple[str, ...]
    dice: tuple[int, ...]
    attacker: str

    def __str__(self) -> str:
        shown = ", ".join(f"{side} {die}" for side, die in zip(self.sides, self.dice, strict=True))
        return f"{shown}: {self.attacker} attacks and has the first turn"

    def on(self, state: GameState) -> GameState:
        def attack(progress: Progress) -> Progress:
            forces = sorted(progress.forces, key=lambda force: force.side != self.attacker)
            setting = replace(progress.setting, attacker=self.attacker)
            return progress.changed(setting=setting, forces=tuple(forces), acting=self.attacker)

        return on_progress(state, attack)


@dataclass(frozen=True, slots=True)
class CommandRolled:
    """A side threw its command dice, or one of them again; how many units it may activate."""

    side: str
    dice: tuple[int, ...]
    units: int
    again: int | None = None

    def __str__(self) -> str:
        shown = " and ".join(map(str, self.dice))
        helped = f"{self.units} command unit{'s' if self.units != 1 else ''}"
        return f"{self.side} throws {shown}, with {helped}: {self.total} activations"

    @property
    def total(self) -> int:
        return sum(self.dice) + self.units

    def on(self, state: GameState) -> GameState:
        return on_progress(
            state, lambda progress: progress.changed(command_dice=self.dice, allowance=self.total)
        )


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began: what his units did in their last is kept till it ends, what the enemy's did before theirs is not."""

    side: str
    turn: int

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.side}"

    def on(self, state: GameState) -> GameState:
        units = {
            key: replace(unit, conditions=_remembered(unit, is_its_turn=unit.side == self.side))
            for key, unit in state.units.items()
        }
        progress = replace(
            progress_of(state),
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
        return with_progress(replace(state, units=units), progress)


def _remembered(unit: Unit, *, is_its_turn: bool) -> frozenset[str]:
    """The conditions of a unit as a turn begins, its own or the enemy's."""
    stays = unit.conditions - {TREATED} - set(LAST_TURN.values())
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
        return on_progress(state, lambda progress: progress.changed(step=Step.REMOVAL, removal=self.left))


@dataclass(frozen=True, slots=True)
class RemovalResumed:
    """The event has been played; the removal of suppression goes on."""

    def __str__(self) -> str:
        return "the removal of suppression goes on"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, lambda progress: progress.changed(step=Step.SUPPRESSION, removal=None))


@dataclass(frozen=True, slots=True)
class ObjectiveChanged:
    """An objective was taken by a side, from another maybe, or is held by nobody any more."""

    name: str
    held_by: str | None
    lost_by: str | None = None

    def __str__(self) -> str:
        return f"{self.held_by} takes {self.name}" if self.held_by else f"{self.name} is lost"

    def on(self, state: GameState) -> GameState:
        def change(progress: Progress) -> Progress:
            changed = tuple(
                replace(objective, held_by=self.held_by, lost_by=self.lost_by)
                if objective.name == self.name
                else objective
                for objective in progress.objectives
            )
            return progress.changed(objectives=changed)

        return on_progress(state, change)


@dataclass(frozen=True, slots=True)
class HolderJudged:
    """A side has ended its turn since the enemy took an objective from it: is it back, or has it lost it?"""

    name: str
    side: str
    is_back: bool

    def __str__(self) -> str:
        return f"{self.side} {'stands by' if self.is_back else 'has lost'} {self.name}"

    def on(self, state: GameState) -> GameState:
        def judge(progress: Progress) -> Progress:
            judged = tuple(
                replace(objective, lost_by=None) if objective.name == self.name else objective
                for objective in progress.objectives
            )
            return progress.changed(objectives=judged)

        return on_progress(state, judge)
