"""Engineering tasks: mines cleared, structures and obstacles blown up, bridges built, and a die after each spell of work.

Rule: KGN Engineering tasks; OUR 132, 133, 137 to 142.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import shapely
import shapely.ops

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot, gap_in, is_within
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.rulebook import as_read, because, ours
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.engineering.demolitions import (
    can_be_blown,
    demolish,
    is_structure,
    those_in_or_on,
)
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.questions.activation import acting_unit, not_acting
from rules.kampfgruppe_normandy.questions.engineering import AT_WORK_IN, Task, may_work
from rules.kampfgruppe_normandy.questions.minefields import MINE_RADIUS_IN, minefields, sign_of
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame, WayOpened, name_for
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

DONE_ON = 7
BRIDGE_SPAN_IN, BRIDGE_WIDTH_IN = 8.0, 2.0
_WATER = frozenset({T.STREAM, T.RIVER})
_DITCHES = frozenset({T.DITCH, T.ANTI_TANK_DITCH})
_BRIDGED = _WATER | _DITCHES


@dataclass(frozen=True, slots=True)
class Job:
    """Work begun: by which side, what, on what, and how many engineer actions it has had."""

    side: str
    task: Task
    target: str
    actions: int = 0


JOBS: StateSlot[tuple[Job, ...]] = StateSlot("engineering", ())


@dataclass(frozen=True, slots=True)
class Work:
    """An engineer action on a task; `target` is the piece of terrain or the vehicle it is about."""

    side: str
    unit: str
    task: Task
    target: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.task}, {self.target}"


@dataclass(frozen=True, slots=True)
class WorkDone:
    """One more engineer action went into a task."""

    job: Job

    def __str__(self) -> str:
        return f"{self.job.task}, {self.job.target}: {self.job.actions} actions so far"

    def on(self, state: GameState) -> GameState:
        others = tuple(job for job in JOBS.of(progress_of(state)) if not _same(job, self.job))
        return JOBS.put(state, (*others, self.job))


@dataclass(frozen=True, slots=True)
class TaskComplete:
    """A task is done."""

    job: Job

    def __str__(self) -> str:
        return f"{self.job.task}, {self.job.target}: done"

    def on(self, state: GameState) -> GameState:
        return JOBS.put(state, tuple(job for job in JOBS.of(progress_of(state)) if not _same(job, self.job)))


def _same(one: Job, other: Job) -> bool:
    return (one.side, one.task, one.target) == (other.side, other.task, other.target)


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-11")
def is_done(die: int, actions: int) -> bool:
    """Whether a task is complete: the die and all actions it has had come to 7.

    >>> is_done(4, 1), is_done(3, 3), is_done(3, 5)
    (False, False, True)

    Rule: KGN Engineering tasks.
    """
    return die + actions >= DONE_ON


@implements("KN-ENG-22", "KN-DFAT-44c")
def targets_of(position: Position, unit: Unit, task: Task) -> Iterator[str]:
    """Targets near enough to work on: contact, or within 4 inches of a minefield's sign.

    Rule: KGN Engineering; OUR 133.
    """
    base = position.base(unit)
    match task:
        case Task.CLEAR_MINES:
            for field in minefields(position):
                if is_within(gap_in(base, sign_of(field)), MINE_RADIUS_IN):
                    yield field.id
        case Task.DEMOLISH:
            for piece in position.table.pieces:
                if can_be_blown(piece) and is_within(base.outline.distance(piece.area), AT_WORK_IN):
                    yield piece.id
            for other in position.on_table():
                near = is_within(gap_in(base, position.base(other)), AT_WORK_IN)
                if near and other.has(IMMOBILISED) and position.type(other).is_vehicle:
                    yield other.id
        case Task.BRIDGE:
            for piece in position.table.pieces:
                if piece.terrain in _BRIDGED and _cannot_bridge(position, unit, piece) is None:
                    yield piece.id


@implements("KN-ENG-13", "KN-ENG-15a", "KN-ENG-22")
def _cannot_bridge(position: Position, unit: Unit, piece: Piece) -> Reason | None:
    """Why a unit cannot bridge something from where it stands.

    Rule: KGN Bridge building, Fascines; OUR 133, 142.
    """
    if piece.terrain not in _BRIDGED:
        return because(f"{piece} is neither a ditch nor water", "Bridge building")
    if piece.terrain in _WATER and not position.type(unit).has(SpecialRule.BRIDGING):
        return because("a fascine crosses ditches, but no water", "Fascines")
    if not is_within(position.base(unit).outline.distance(piece.area), AT_WORK_IN):
        return Reason(f"{piece} is not within reach of {unit}", ours(133))
    if _span(position, unit, piece) is None:
        return Reason(f'no bridge of {BRIDGE_SPAN_IN:g}" spans {piece} from where {unit} stands', ours(142))
    return None


def _span(position: Position, unit: Unit, piece: Piece) -> tuple[Spot, Spot] | None:
    """Where a bridge from this unit would lie: straight across by the shortest way, at most 8 inches (OUR 142)."""
    spot = position.standing(unit)
    near = shapely.ops.nearest_points(piece.area, shapely.Point(spot))[0]
    start = Spot(near.x, near.y)
    if start.gap_in(spot) < HAIR_IN:
        return None
    bearing = spot.bearing_deg(start)
    line = shapely.LineString([start, start.ahead(bearing, 2 * BRIDGE_SPAN_IN)])
    reaches = shapely.get_parts(line.intersection(piece.area))
    nearest = min(reaches, key=shapely.Point(start).distance, default=shapely.Point())
    length = nearest.length
    if length <= HAIR_IN or not is_within(length, BRIDGE_SPAN_IN):
        return None
    one, other = start.ahead(bearing + 180, 0.5), start.ahead(bearing, length + 0.5)
    ends = tuple(Spot(round(end.x_in, 2), round(end.y_in, 2)) for end in (one, other))
    return (ends[0], ends[1]) if all(end in position.table for end in ends) else None


def _offers(position: Position, side: str) -> Iterator[Work]:
    unit = acting_unit(position, ActionKind.ENGINEER)
    if unit is None:
        return
    for task in Task:
        if may_work(position, unit, task) is None:
            yield from (Work(side, unit.id, task, target) for target in targets_of(position, unit, task))


def _forbids(position: Position, action: Work) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.ENGINEER)) is not None:
        yield reason
        return
    unit = position.state.unit(action.unit)
    if (reason := may_work(position, unit, action.task)) is not None:
        yield reason
    elif action.task is Task.BRIDGE and (piece := position.table.by_id.get(action.target)) is not None:
        if (reason := _cannot_bridge(position, unit, piece)) is not None:
            yield reason
    elif action.target not in targets_of(position, unit, action.task):
        yield Reason(f"{action.target} is not within reach to {action.task}", ours(133))


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-15b", "KN-ENG-21", "KN-ACT-13")
def _carry_out(resolution: Resolution, action: Work) -> None:
    """One action of work; after the last of this activation a die says whether the task is complete (OUR 158)."""
    begun = _begun(resolution.position, action)
    job = replace(begun, actions=begun.actions + 1)
    resolution.happen(WorkDone(job))
    is_last = _is_last(resolution.position)
    if _lays_fascine(resolution.position, action) or (is_last and _is_complete(resolution, job)):
        resolution.happen(TaskComplete(job))
        resolution.then(finish_action, action.unit)
        _complete(resolution, action)
    else:
        finish_action(resolution, action.unit)


@implements("KN-ENG-15b")
def _lays_fascine(position: Position, action: Work) -> bool:
    """Whether a task is a fascine dropped into a ditch, which takes one action and no die."""
    return (
        action.task is Task.BRIDGE
        and position.type(position.state.unit(action.unit)).has(SpecialRule.FASCINE)
        and position.table.piece(action.target).terrain in _DITCHES
    )


def _complete(resolution: Resolution, action: Work) -> None:
    match action.task:
        case Task.CLEAR_MINES:
            resolution.happen(PieceBecame(action.target, None))
        case Task.BRIDGE:
            _bridge(resolution, action)
        case Task.DEMOLISH:
            demolish(resolution, action.unit, action.target)


@implements("KN-ENG-13", "KN-ENG-15a")
def _bridge(resolution: Resolution, action: Work) -> None:
    span = _span(
        resolution.position,
        resolution.state.unit(action.unit),
        resolution.position.table.piece(action.target),
    )
    if span is not None:
        name = name_for(resolution.position.table, T.BRIDGE)
        resolution.happen(WayOpened(name, T.BRIDGE, *span, BRIDGE_WIDTH_IN))


def _is_complete(resolution: Resolution, job: Job) -> bool:
    return resolution.decide(f"{job.task}, {job.actions} actions", 6, lambda die: is_done(die, job.actions))


def _factors(position: Position, action: Work) -> Factors:
    if _lays_fascine(position, action):
        return Factors("", (because("a fascine is laid with one action and without a die", "Fascines"),))
    activation = position.progress.activation
    assert activation is not None
    left = activation.kinds[activation.done :].count(ActionKind.ENGINEER)
    said = f"D6 + {_begun(position, action).actions + left} actions, {DONE_ON} or more"
    return Factors("", (Reason(said, as_read("Engineering tasks", 132, 158)),))


def _foresee(resolution: Resolution, action: Work) -> None:
    """Work that goes on with the next action of the same activation."""
    unit = acting_unit(resolution.position, ActionKind.ENGINEER)
    if unit is not None and unit.id == action.unit:
        resolution.then(_foresee, action)
        resolution.then(_carry_out, action)


def _begun(position: Position, action: Work) -> Job:
    """The job as it stands before this action."""
    wanted = Job(action.side, action.task, action.target)
    return next((job for job in JOBS.of(position.progress) if _same(job, wanted)), wanted)


def _is_last(position: Position) -> bool:
    """Whether no more work comes in this activation."""
    activation = position.progress.activation
    return activation is None or ActionKind.ENGINEER not in activation.kinds[activation.done + 1 :]


def _told_apart(position: Position, action: Work) -> tuple[str, ...]:
    """Those who fall with a structure, where they are several: each is told its fate for itself, last the engineers who leave it."""
    piece = position.table.by_id.get(action.target)
    if action.task is not Task.DEMOLISH or piece is None or not is_structure(piece):
        return ()
    falling = sorted(those_in_or_on(position, piece), key=lambda unit: unit == action.unit)
    return tuple(falling) if len(falling) > 1 else ()


WORK = Procedure(
    Work,
    (ActionKind.ENGINEER,),
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
    foresee=_foresee,
    told_apart=_told_apart,
)
