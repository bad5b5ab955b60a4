"""The events of fire: shots, the end of attacks, fire held, stands lost."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.game.events import SideEvent
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.book.combat_results import CombatResult
from rules.micro_armour.state.conditions import FIRED, WRECK
from rules.micro_armour.state.progress import (
    Group,
    Loss,
    Move,
    MoveStage,
    Progress,
    progress_of,
    with_progress,
)
from rules.micro_armour.state.stands import marked


class FireKind(StrEnum):
    """The three kinds of fire."""

    FIRE = "fire"
    OPPORTUNITY = "opportunity fire"
    COVERING = "covering fire"


@dataclass(frozen=True, slots=True)
class ShotFired:
    """A stand attempted to fire: its cohesion roll and, if it passed, the 2D6 and the result of the table.

    Either way it is marked as having fired (OUR 3, 67).
    """

    kind: FireKind
    firer: str
    target: str
    gun: str
    natural: int
    to_cohesion: int
    level: int
    dice: tuple[int, ...]
    to_combat: int
    differential: int
    result: CombatResult

    def __str__(self) -> str:
        words = f"{self.firer} at {self.target} with {self.gun} ({self.kind}): cohesion {self.natural}"
        words += f"{self.to_cohesion:+d} against {self.level}"
        if not self.dice:
            return f"{words}, does not fire"
        roll = sum(self.dice) + self.to_combat
        thrown = "+".join(map(str, self.dice))
        result = self.result.words if self.result is CombatResult.NONE else self.result
        return f"{words}, fires; {thrown}{self.to_combat:+d} = {roll} at {self.differential:+d}: {result}"

    @implements("MATG2-4.3.3", "MATG2-7.1.4b")
    def on(self, state: GameState) -> GameState:
        return marked(state, (self.firer,), FIRED)


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """An attack on a stand was over."""

    kind: FireKind
    side: str
    target: str
    firers: tuple[str, ...]
    """The stands that fired or tried to."""
    may_be_answered: bool = False
    """Whether covering fire may follow."""

    def __str__(self) -> str:
        return f"{self.side}'s {self.kind} at {self.target} is over"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        move = progress.move
        if self.kind is FireKind.FIRE:
            attacked, acting = progress.attacked | {self.target}, progress.next_after(self.side)
            return with_progress(state, attacked=attacked, passed=frozenset(), acting=acting)
        if self.kind is FireKind.OPPORTUNITY:
            state = with_progress(state, stopped=progress.stopped | {self.target})
            move = move and replace(move, leg=None, hit=self.target, opponents=self.firers)
        elif move:
            answered = tuple(name for name in move.opponents if name != self.target)
            move = replace(move, opponents=answered)
        stage = MoveStage.COVERING if self.may_be_answered else MoveStage.MOVING
        return with_progress(state, move=move and replace(move, stage=stage))


class FireHeld(SideEvent):
    """A side declined opportunity or covering fire."""

    words = "holds fire"

    def on(self, state: GameState) -> GameState:
        move = replace(progress_of(state).move_under_way, stage=MoveStage.MOVING, opponents=())
        return with_progress(state, move=move)


@dataclass(frozen=True, slots=True)
class StandTakenOff:
    """The umpire took a stand out of play, which is no loss and leaves no wreck."""

    stand: str

    def __str__(self) -> str:
        return f"{self.stand} is taken off the table"

    def on(self, state: GameState) -> GameState:
        return _without(state, self.stand)


@dataclass(frozen=True, slots=True)
class StandPutBack:
    """The umpire put a stand into play, or back into it; an earlier loss of it no longer counts."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} is put into play"

    def on(self, state: GameState) -> GameState:
        lost = tuple(loss for loss in progress_of(state).lost if loss.stand != self.unit.id)
        return with_progress(state.with_unit(self.unit), lost=lost)


@dataclass(frozen=True, slots=True)
class StandLost:
    """A stand was eliminated and left a wreck."""

    stand: str
    points: int

    def __str__(self) -> str:
        return f"{self.stand} is eliminated ({self.points} points)"

    @implements("MATG2-7.2.4", "MATG2-9.2.1")
    def on(self, state: GameState) -> GameState:
        unit, state = state.unit(self.stand), _without(state, self.stand)
        loss = Loss(unit.id, unit.side, self.points)
        state = with_progress(state, lost=(*progress_of(state).lost, loss))
        wreck = (Marker(WRECK, unit.at),) if isinstance(unit.at, Spot) else ()
        return replace(state, markers=(*state.markers, *wreck))


def _without(state: GameState, stand: str) -> GameState:
    """The state without a stand, which also leaves its group and the current move."""
    units = {name: other for name, other in state.units.items() if name != stand}
    progress = progress_of(state)
    move = progress.move and _move_without(progress.move, stand)
    groups = tuple(_groups_without(progress, stand))
    return with_progress(replace(state, units=units), groups=groups, move=move)


def _groups_without(progress: Progress, stand: str) -> Iterator[Group]:
    for group in progress.groups:
        if left := tuple(name for name in group.stands if name != stand):
            yield replace(group, stands=left)


def _move_without(move: Move, stand: str) -> Move:
    stragglers, opponents = (
        tuple(name for name in names if name != stand) for names in (move.stragglers, move.opponents)
    )
    return replace(move.without(stand), stragglers=stragglers, opponents=opponents)
