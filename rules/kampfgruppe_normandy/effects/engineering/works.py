"""Work that engineers have begun: the die at the end of an activation, and the result of a task that is done.

Rule: KGN Engineering tasks; OUR 132, 142, 158, 204, 220.
"""

from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.rulebook import as_read
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.engineering.demolitions import (
    demolish,
    mines_met_leaving,
    units_in_or_on,
)
from rules.kampfgruppe_normandy.questions.activation import acting_unit
from rules.kampfgruppe_normandy.questions.engineering import (
    BRIDGE_WIDTH_IN,
    Task,
    bridge_span,
    is_structure,
    lays,
    targets_of,
)
from rules.kampfgruppe_normandy.state.events import with_shots
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame, WayOpened, name_for
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

DONE_ON = 7


@dataclass(frozen=True, slots=True)
class Job:
    """Work begun: its side, task and target, and how many engineer actions it has had.

    `unit` is the one that worked on it last.
    """

    side: str
    task: Task
    target: str
    actions: int = 0
    unit: str = ""

    def after(self, more: int) -> "Job":
        """The same job after some more actions."""
        return replace(self, actions=self.actions + more)


JOBS = StateSlot("engineering", tuple[Job, ...], ())


@dataclass(frozen=True, slots=True)
class WorkDone:
    """One more engineer action went into a task."""

    job: Job

    def __str__(self) -> str:
        return f"{self.job.task}, {self.job.target}: {counted(self.job.actions, 'action')} so far"

    def on(self, state: GameState) -> GameState:
        return JOBS.put(state, (*_other_jobs(state, self.job), self.job))


@dataclass(frozen=True, slots=True)
class TaskComplete:
    """A task is done."""

    job: Job

    def __str__(self) -> str:
        return f"{self.job.task}, {self.job.target}: done"

    def on(self, state: GameState) -> GameState:
        return JOBS.put(state, _other_jobs(state, self.job))


@dataclass(frozen=True, slots=True)
class SpanLaid:
    """A vehicle has laid the bridge or fascine that it carried."""

    unit: str
    span: SpecialRule

    def __str__(self) -> str:
        return f"{self.unit} has laid its {'fascine' if self.span is SpecialRule.FASCINE else 'bridge'}"

    def on(self, state: GameState) -> GameState:
        return with_shots(state, self.unit, self.span.value)


def _other_jobs(state: GameState, job: Job) -> tuple[Job, ...]:
    return tuple(other for other in JOBS.of(progress_of(state)) if not is_same_task(other, job))


def is_same_task(one: Job, other: Job) -> bool:
    """Whether two jobs are one task: the same side, task and target id, which a wreck or rubble keeps (OUR 220)."""
    return (one.side, one.task, one.target) == (other.side, other.task, other.target)


def job_under_way(position: Position, wanted: Job) -> Job:
    """A job with the actions it has had so far."""
    return next((job for job in JOBS.of(position.progress) if is_same_task(job, wanted)), wanted)


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-11")
def is_done(die: int, actions: int) -> bool:
    """Whether a task is complete: the die and all actions it has had come to 7.

    >>> is_done(4, 1), is_done(3, 3), is_done(3, 5)
    (False, False, True)

    Rule: KGN Engineering tasks.
    """
    return die + actions >= DONE_ON


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-21")
def throw_for_task(resolution: Resolution, job: Job) -> None:
    """Throw the die for a task at the end of an activation: it is done, or goes on in a later activation.

    Rule: KGN Engineering tasks; OUR 158.
    """
    if resolution.decide(
        f"{job.task}, {counted(job.actions, 'action')}", 6, lambda die: is_done(die, job.actions)
    ):
        complete_task(resolution, job)


def complete_task(resolution: Resolution, job: Job) -> None:
    """Carry out a task that is done: mines are cleared, a bridge is laid, or the charge goes off."""
    resolution.happen(TaskComplete(job))
    match job.task:
        case Task.CLEAR_MINES:
            resolution.happen(PieceBecame(job.target, None))
        case Task.BRIDGE:
            _bridge(resolution, job)
        case Task.DEMOLISH:
            demolish(resolution, job.unit, job.target)


@implements("KN-ENG-13", "KN-ENG-15a")
def _bridge(resolution: Resolution, job: Job) -> None:
    """Lay a bridge; a vehicle has then used up its own (OUR 204)."""
    position = resolution.position
    unit, piece = position.state.unit(job.unit), position.table.piece(job.target)
    span, laid = bridge_span(position, unit, piece), lays(position, unit, piece)
    assert span is not None
    assert laid is not None
    name = name_for(position.table, T.BRIDGE)
    resolution.happen(WayOpened(name, T.BRIDGE, *span, BRIDGE_WIDTH_IN))
    if position.type(unit).is_vehicle:
        resolution.happen(SpanLaid(unit.id, laid))


def work_reasons(position: Position, job: Job) -> tuple[Reason, ...]:
    """What the die for a task needs, and the mines that engineers come near as they leave what they blow up, as reasons."""
    die = Reason(
        f"D6 + {counted(job.actions, 'action')}, {DONE_ON} or more", as_read("Engineering tasks", 132, 158)
    )
    return die, *mines_met_at(position, job)


def blown_up_by(position: Position, job: Job) -> Piece | None:
    """The structure that a job blows up; None for other jobs."""
    piece = position.table.by_id.get(job.target)
    return piece if job.task is Task.DEMOLISH and piece is not None and is_structure(piece) else None


def mines_met_at(position: Position, job: Job) -> tuple[Reason, ...]:
    """The minefields that engineers come near as they leave a structure that they blow up, as reasons."""
    piece = blown_up_by(position, job)
    return () if piece is None else mines_met_leaving(position, position.state.unit(job.unit), piece)


def units_with_separate_odds(position: Position, job: Job) -> tuple[str, ...]:
    """The units whose fates are told separately when a job blows up a structure; none if only one is at risk.

    These are the units that fall with it and, last, the engineers if mines lie on their way.
    """
    if (piece := blown_up_by(position, job)) is None:
        return ()
    leaving = [job.unit] if mines_met_at(position, job) else []
    at_risk = dict.fromkeys([*units_in_or_on(position, piece), *leaving])
    return tuple(sorted(at_risk, key=lambda unit: unit == job.unit)) if len(at_risk) > 1 else ()


@implements("KN-ENG-01", "KN-ENG-02")
def work_left_at(position: Position) -> Job | None:
    """The work whose die is thrown if the activated unit forgoes its next action; None if there is none.

    Rule: KGN Engineering tasks; OUR 39, 158, 215.
    """
    unit, activation = acting_unit(position, ActionKind.ENGINEER), position.progress.activation
    if unit is None or activation is None or activation.kinds[: activation.done] != (ActionKind.ENGINEER,):
        return None
    job = next((job for job in reversed(JOBS.of(position.progress)) if job.unit == unit.id), None)
    return job if job is not None and job.target in targets_of(position, unit, job.task) else None
