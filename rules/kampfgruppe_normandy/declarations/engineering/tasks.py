"""Engineering tasks: mines cleared, structures and obstacles blown up, bridges built, and a die after each spell of work.

Rule: KGN Engineering tasks; OUR 132, 133, 137 to 142.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import shapely
import shapely.ops

from rules.game.chance.odds import odds_of
from rules.game.chance.percent import percent
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot, gap_in
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import because, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.engineering.demolitions import (
    CHARGE,
    ChargeUsed,
    LeftRuin,
    MovedOff,
    can_be_blown,
    demolish,
)
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.questions.activation import acting_unit, not_acting
from rules.kampfgruppe_normandy.questions.minefields import CLEARERS, MINE_RADIUS_IN, minefields, sign_of
from rules.kampfgruppe_normandy.state.chapter import Chapter, Procedure
from rules.kampfgruppe_normandy.state.ground_events import GROUND_EVENTS, PieceBecame, WayOpened
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import course_of
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.state_slot import Kept

DONE_ON = 7
AT_WORK_IN = 1.0
BRIDGE_SPAN_IN, BRIDGE_WIDTH_IN = 8.0, 2.0
LEAST_BRIDGERS = 4
_WATER = (T.STREAM, T.RIVER)
_DITCHES = (T.DITCH, T.ANTI_TANK_DITCH)


class Task(StrEnum):
    """What engineers can be told to do."""

    CLEAR_MINES = "clear mines"
    DEMOLISH = "set a charge"
    BRIDGE = "build a bridge"


@dataclass(frozen=True, slots=True)
class Job:
    """Work begun: by which side, what, on what, and how many engineer actions it has had."""

    side: str
    task: Task
    target: str
    actions: int = 0


JOBS: Kept[tuple[Job, ...]] = Kept("engineering", ())


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
        others = tuple(one for one in JOBS.of(course_of(state)) if not _same(one, self.job))
        return JOBS.put(state, (*others, self.job))


@dataclass(frozen=True, slots=True)
class TaskComplete:
    """A task is done."""

    job: Job

    def __str__(self) -> str:
        return f"{self.job.task}, {self.job.target}: done"

    def on(self, state: GameState) -> GameState:
        return JOBS.put(state, tuple(one for one in JOBS.of(course_of(state)) if not _same(one, self.job)))


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


@implements("KN-ENG-03", "KN-ENG-06", "KN-ENG-13", "KN-ENG-15", "KN-ENG-12", "KN-SPEC-20", "KN-WPN-06")
def may_work(position: Position, unit: Unit, task: Task) -> Reason | None:
    """Why a unit cannot do such a task at all: it lacks the sweeper, the charge, the bridge or the men.

    Rule: KGN Minefields and mine clearance, Demolitions, Bridge building.
    """
    kind = position.type(unit)
    match task:
        case Task.CLEAR_MINES:
            if not kind.rules & CLEARERS:
                return because(
                    f"{unit} has no minesweeper, flail or bulldozer", "Minefields and mine clearance"
                )
        case Task.DEMOLISH:
            if not (kind.has(SpecialRule.ENGINEERS) and kind.has(SpecialRule.DEMOLITION_CHARGE)):
                return because(f"{unit} has no demolition charge", "Demolitions")
            if position.status(unit).shots(CHARGE):
                return Reason(f"{unit} has used its charge", ours(140))
        case Task.BRIDGE:
            if not kind.rules & {SpecialRule.BRIDGING, SpecialRule.FASCINE}:
                return because(f"{unit} has no bridge or fascine", "Bridge building")
            if kind.is_infantry and _at_the_bridge(position, unit) < LEAST_BRIDGERS:
                return because(f"a light bridge takes {LEAST_BRIDGERS} men", "Light bridging units")
    return None


@implements("KN-ENG-14")
def _at_the_bridge(position: Position, unit: Unit) -> int:
    """The men of a light bridging unit and of other infantry that helps it, within an inch."""
    base = position.base(unit)
    return position.men(unit) + sum(
        position.men(other)
        for other in position.on_table()
        if other.id != unit.id
        and other.side == unit.side
        and position.type(other).is_infantry
        and not other.has(SUPPRESSED)
        and gap_in(base, position.base(other)) <= AT_WORK_IN
    )


@implements("KN-ENG-22")
def targets_of(position: Position, unit: Unit, task: Task) -> Iterator[str]:
    """What lies near enough to work on: contact, or within 4 inches of a minefield's sign.

    Rule: KGN Engineering; OUR 133.
    """
    base = position.base(unit)
    match task:
        case Task.CLEAR_MINES:
            for field in minefields(position):
                if gap_in(base, sign_of(field)) <= MINE_RADIUS_IN + HAIR_IN:
                    yield field.id
        case Task.DEMOLISH:
            for piece in position.table.pieces:
                if can_be_blown(piece) and base.outline.distance(piece.area) <= AT_WORK_IN:
                    yield piece.id
            for other in position.on_table():
                near = gap_in(base, position.base(other)) <= AT_WORK_IN
                if near and other.has(IMMOBILISED) and position.type(other).is_vehicle:
                    yield other.id
        case Task.BRIDGE:
            only_ditches = not position.type(unit).has(SpecialRule.BRIDGING)
            for piece in position.table.pieces:
                fits = piece.terrain in _DITCHES or (piece.terrain in _WATER and not only_ditches)
                if fits and base.outline.distance(piece.area) <= AT_WORK_IN and _span(position, unit, piece):
                    yield piece.id


def _span(position: Position, unit: Unit, piece: Piece) -> tuple[Spot, Spot] | None:
    """Where a bridge from this unit would lie: straight across by the shortest way, at most 8 inches (OUR 142)."""
    spot = position.spot(unit)
    assert spot is not None
    near = shapely.ops.nearest_points(piece.area, shapely.Point(spot))[0]
    start = Spot(near.x, near.y)
    if start.gap_in(spot) < HAIR_IN:
        return None
    bearing = spot.bearing_deg(start)
    line = shapely.LineString([start, start.ahead(bearing, 3 * BRIDGE_SPAN_IN)])
    length = line.intersection(piece.area).length
    if not HAIR_IN < length <= BRIDGE_SPAN_IN:
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
    elif action.target not in targets_of(position, unit, action.task):
        yield Reason(f"{action.target} is nothing within reach to {action.task}", ours(133))


@implements("KN-ENG-01", "KN-ENG-02", "KN-ENG-15", "KN-ENG-21", "KN-ACT-13")
def _carry_out(story: Story, action: Work) -> None:
    """One action of work; after the last of this activation a die says whether the task is complete (OUR 158)."""
    wanted = Job(action.side, action.task, action.target)
    begun = next((one for one in JOBS.of(story.course) if _same(one, wanted)), wanted)
    job = replace(begun, actions=begun.actions + 1)
    story.tell(WorkDone(job))
    activation = story.course.activation
    assert activation is not None
    is_last = ActionKind.ENGINEER not in activation.kinds[activation.done + 1 :]
    lays_fascine = (
        action.task is Task.BRIDGE
        and story.position.type(story.state.unit(action.unit)).has(SpecialRule.FASCINE)
        and story.position.table.piece(action.target).terrain in _DITCHES
    )
    if lays_fascine or (is_last and is_done(story.roll(f"{job.task}, {job.actions} actions"), job.actions)):
        story.tell(TaskComplete(job))
        _complete(story, action)
    if action.unit in story.state.units:
        finish_action(story, action.unit)


def _complete(story: Story, action: Work) -> None:
    match action.task:
        case Task.CLEAR_MINES:
            story.tell(PieceBecame(action.target, None))
        case Task.BRIDGE:
            _bridge(story, action)
        case Task.DEMOLISH:
            demolish(story, action.side, action.unit, action.target)


@implements("KN-ENG-13", "KN-ENG-15")
def _bridge(story: Story, action: Work) -> None:
    span = _span(story.position, story.state.unit(action.unit), story.position.table.piece(action.target))
    if span is not None:
        name = f"bridge-{len(story.position.table.pieces)}"
        story.tell(WayOpened(name, T.BRIDGE, *span, BRIDGE_WIDTH_IN))


def _chances(position: Position, action: Work) -> Ruling[str]:
    wanted = Job(action.side, action.task, action.target)
    begun = next((one for one in JOBS.of(position.course) if _same(one, wanted)), wanted)
    activation = position.course.activation
    left = 1
    if activation is not None:
        left = activation.kinds[activation.done :].count(ActionKind.ENGINEER)
    actions = begun.actions + left
    odds = odds_of(lambda dice: "done" if is_done(dice.roll(6), actions) else "not yet")
    reason = Reason(f"D6 + {actions} actions, {DONE_ON} or more", cite("Engineering tasks"))
    return Ruling(str(action), f"done {percent(odds.of('done'))}", (reason,), odds)


def _may_declare(position: Position, unit_id: str) -> Iterator[ActionKind]:
    unit = position.state.unit(unit_id)
    if isinstance(unit.at, Spot) and any(may_work(position, unit, task) is None for task in Task):
        yield ActionKind.ENGINEER


CHAPTER = Chapter(
    "engineering",
    {Work: Procedure((ActionKind.ENGINEER,), _offers, _forbids, _carry_out, _chances)},
    (WorkDone, TaskComplete, ChargeUsed, MovedOff, LeftRuin, *GROUND_EVENTS),
    may_declare=_may_declare,
)


RULE_IDS = {"LEAST_BRIDGERS": "KN-ENG-14"}
