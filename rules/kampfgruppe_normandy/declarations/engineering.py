"""Engineering tasks: clearing mines, demolitions and bridges, with a die at the end of an activation of work.

Rule: KGN Engineering tasks; OUR 132, 133, 137 to 142, 204, 208, 215.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import because, ours
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.activation import finish_action, let_covering_fire_lapse
from rules.kampfgruppe_normandy.effects.engineering.works import (
    Job,
    WorkDone,
    complete_task,
    is_same_task,
    job_under_way,
    throw_for_task,
    units_with_separate_odds,
    work_left_at,
    work_reasons,
)
from rules.kampfgruppe_normandy.questions.activation import acting_unit, unit_action
from rules.kampfgruppe_normandy.questions.engineering import (
    Task,
    cannot_work,
    cannot_work_on,
    lays,
    targets_of,
)
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class Work:
    """An engineer action on a task; `target` is the piece of terrain or the vehicle it is about."""

    side: str
    unit: UnitId
    task: Task
    target: UnitId

    def __str__(self) -> str:
        return f"{self.unit}: {self.task}, {self.target}"


def _offers(position: Position, side: str, unit: Unit) -> Iterator[Work]:
    for task in Task:
        if cannot_work(position, unit, task) is None:
            yield from (Work(side, unit.id, task, target) for target in targets_of(position, unit, task))


def _forbids(position: Position, action: Work, unit: Unit) -> Iterator[Reason]:
    reason = cannot_work(position, unit, action.task) or cannot_work_on(
        position, unit, action.task, action.target
    )
    if reason is not None:
        yield reason


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-15b", "KN-ENG-21", "KN-ACT-13")
def _carry_out(resolution: Resolution, action: Work) -> None:
    """Do one action of work; after the last of this activation a die decides whether the task is complete (OUR 158)."""
    job = _job_of(resolution.position, action).after(1)
    resolution.happen(WorkDone(job))
    resolution.then(finish_action, action.unit)
    if _lays_fascine(resolution.position, action):
        complete_task(resolution, job)
    elif _is_last(resolution.position):
        throw_for_task(resolution, job)


@implements("KN-ENG-15b")
def _lays_fascine(position: Position, action: Work) -> bool:
    """Whether a task is to lay a fascine in a ditch, which takes one action and no die."""
    unit, piece = position.state.unit(action.unit), position.table.by_id.get(action.target)
    return piece is not None and lays(position, unit, piece) is SpecialRule.FASCINE


def _factors(position: Position, action: Work) -> Factors:
    if _lays_fascine(position, action):
        return Factors.of(because("a fascine is laid with one action and without a die", "Fascines"))
    activation = position.progress.activation
    assert activation is not None
    left = activation.kinds[activation.done :].count(ActionKind.ENGINEER)
    job = _job_of(position, action)
    before = work_left_at(position)
    waits = () if before is None or is_same_task(before, job) else (_no_die_yet(before),)
    die, *mines = work_reasons(position, job.after(left))
    return Factors.of(die, *waits, *mines)


def _no_die_yet(job: Job) -> Reason:
    return Reason(f"{job.task}, {job.target}: no die in this activation", ours(208), decides=False)


def _work_for_odds(resolution: Resolution, action: Work) -> None:
    """In odds: go on working with the next action of the same activation."""
    let_covering_fire_lapse(resolution)
    unit = acting_unit(resolution.position, ActionKind.ENGINEER)
    if unit is not None and unit.id == action.unit:
        resolution.then(_work_for_odds, action)
        resolution.then(_carry_out, action)


def _job_of(position: Position, action: Work) -> Job:
    """The job as it is before this action, with the unit that now works on it."""
    return replace(job_under_way(position, Job(action.side, action.task, action.target)), unit=action.unit)


def _is_last(position: Position) -> bool:
    """Whether no engineer action is left in this activation after the current one."""
    activation = position.progress.activation
    return activation is None or ActionKind.ENGINEER not in activation.kinds[activation.done + 1 :]


def _separate_odds_of(position: Position, action: Work) -> tuple[str, ...]:
    return units_with_separate_odds(position, _job_of(position, action))


WORK = unit_action(
    Work,
    ActionKind.ENGINEER,
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
    carry_out_for_odds=_work_for_odds,
    separate_odds_of=_separate_odds_of,
)
