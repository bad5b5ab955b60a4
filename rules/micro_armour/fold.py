"""The state after an event: dull, total, without dice."""

from dataclasses import replace

from rules.game import events as table
from rules.game.events import MarkerPut, UnitRemoved
from rules.game.play import Result
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.course import Course, Group, Leg, Loss, Move, Phase, Stage, course_of
from rules.micro_armour.events import (
    AttackEnded,
    FireHeld,
    FireKind,
    FirstChosen,
    GameEnded,
    GroupDone,
    GroupNamed,
    GroupTested,
    HoldTested,
    InitiativeRolled,
    LegDeclared,
    MarkersRemoved,
    MoveEnded,
    NerveTested,
    OrdersRolled,
    Passed,
    PhaseBegan,
    RecoveryRolled,
    ShotFired,
    StandLost,
    StandMoved,
    StandMovedBack,
    TurnBegan,
)
from rules.micro_armour.fire import FIRED, MOVEMENT
from rules.micro_armour.movement_orders import GHQ
from rules.micro_armour.stands import contact_groups
from rules.micro_armour.terrain_effects import WRECK


@implements("MATG2-3.2.4", "MATG2-4.2.1", "MATG2-4.2.4", "MATG2-4.2.5", "MATG2-4.3.3", "MATG2-8.1.2.1")
def apply(state: GameState, event: object) -> GameState:
    """The state after an event of this book, or of any table.

    Raises:
        Unknown: if there is no such stand or kind of event.
    """
    course = course_of(state)
    match event:
        case StandMoved() | StandMovedBack():
            return _move(state, course, event)
        case StandLost():
            return _lose(state, course, event)
        case GroupNamed(_, stands):
            state = _mark(state, stands, MOVEMENT)
        case ShotFired(firer=firer):
            state = _mark(state, (firer,), FIRED)
        case MarkersRemoved(side):
            state = _unmark(state, side)
        case PhaseBegan(phase) if phase is Phase.MOVEMENT:
            course = _regrouped(state, course)
    after = _course_after(course, event)
    if after is not None:
        return replace(state, course=after)
    return table.apply(state, event)


def _course_after(course: Course, event: object) -> Course | None:
    match event:
        case TurnBegan(turn):
            return replace(course, turn=turn, groups=(), next_group=1, orders=None)
        case PhaseBegan(phase):
            return _begin(course, phase)
        case InitiativeRolled(winner=winner):
            return replace(course, initiative=winner)
        case FirstChosen(first):
            return replace(course, is_first_chosen=True, acting=first)
        case GroupNamed(side, stands):
            group = Group(course.next_group, side, stands)
            course = replace(course, groups=(*course.groups, group), next_group=course.next_group + 1)
            return _hand_over(course, side)
        case Passed(side) | MarkersRemoved(side):
            return _hand_over(replace(course, passed=course.passed | {side}), side)
        case OrdersRolled(sides, _, orders):
            return replace(course, orders=tuple(zip(sides, orders, strict=True)))
        case GameEnded(winner, text):
            return replace(course, ended=Result(winner, text))
        case ShotFired() | HoldTested() | RecoveryRolled():
            return course
        case _:
            return _move_after(course, event)


def _move_after(course: Course, event: object) -> Course | None:
    match event:
        case GroupTested():
            return _tested(course, event)
        case AttackEnded():
            return _attacked(course, event)
        case GroupDone(side):
            return _hand_over(_done(course, event), side)
    move = course.move
    if move is None:
        return None
    match event:
        case LegDeclared(stand, path, facing_deg, by_road, goes_on, may_be_stopped):
            fresh = move if move.stand == stand else _touched(move, stand)
            stage = Stage.OPPORTUNITY if may_be_stopped else Stage.MOVING
            return replace(
                course, move=replace(fresh, leg=Leg(path, facing_deg, by_road, goes_on), stage=stage)
            )
        case FireHeld():
            return replace(course, move=replace(move, stage=Stage.MOVING, opponents=()))
        case NerveTested(stand, enemy):
            fresh = move if move.stand == stand else _touched(move, stand)
            nerve = fresh.nerve | {enemy} if event.holds else fresh.nerve
            return replace(course, move=replace(fresh, nerve=nerve))
        case MoveEnded(stand):
            waiting = tuple(name for name in move.waiting if name != stand)
            return replace(course, moved=course.moved | {stand}, move=_next_stand(move, waiting))
        case _:
            return None


@implements("MATG2-8.2.6")
def _begin(course: Course, phase: Phase) -> Course:
    first = course.setting.forces[0].side
    clean = replace(
        course, phase=phase, passed=frozenset(), is_first_chosen=False, acting=course.initiative or first
    )
    match phase:
        case Phase.INITIATIVE:
            return replace(clean, initiative=None, acting=first)
        case Phase.FIRE:
            return replace(clean, attacked=frozenset())
        case Phase.MOVEMENT:
            nobody: frozenset[str] = frozenset()
            return replace(clean, stopped=nobody, moved=nobody, has_gone_alone=nobody, orders=None)
        case Phase.POSTURE | Phase.REMOVAL:
            return clean


@implements("MATG2-8.1.1")
def _regrouped(state: GameState, course: Course) -> Course:
    """Groups are what is in contact as the Movement Phase begins: losses may have parted them (8.1.1)."""
    groups: list[Group] = []
    number = course.next_group
    for group in course.groups:
        first, *parted = contact_groups(state.unit(name) for name in group.stands)
        groups.append(replace(group, stands=tuple(unit.id for unit in first)))
        for units in parted:
            groups.append(Group(number, group.side, tuple(unit.id for unit in units)))
            number += 1
    return replace(course, groups=tuple(groups), next_group=number)


@implements("MATG2-4.2.3", "MATG2-4.3.1", "MATG2-4.4.1", "MATG2-7.1.1", "MATG2-8.2.3.1")
def _hand_over(course: Course, side: str) -> Course:
    other = course.setting.other(side)
    is_out = course.phase in (Phase.POSTURE, Phase.REMOVAL) and other in course.passed
    return replace(course, acting=side if is_out else other)


@implements("MATG2-8.1.3.2")
def _tested(course: Course, event: GroupTested) -> Course:
    side = event.side
    course = replace(course, passed=frozenset())
    if event.ordered:
        spent = ((s, n - (s == side)) for s, n in course.orders or ())
        course = replace(course, orders=tuple(spent))
    else:
        groups = (replace(g, has_tried_alone=True) if g.number == event.group else g for g in course.groups)
        course = replace(course, groups=tuple(groups), has_gone_alone=course.has_gone_alone | {side})
    if not event.moving:
        return course
    return replace(course, move=Move(event.group, side, event.moving, event.stragglers))


def _attacked(course: Course, event: AttackEnded) -> Course:
    move = course.move
    if event.kind is FireKind.FIRE:
        course = replace(course, attacked=course.attacked | {event.target}, passed=frozenset())
        return _hand_over(course, event.side)
    stage = Stage.COVERING if event.may_be_answered else Stage.MOVING
    if event.kind is FireKind.OPPORTUNITY:
        course = replace(course, stopped=course.stopped | {event.target})
        opponents = event.firers
        move = move and replace(move, leg=None, hit=event.target)
    else:
        opponents = tuple(name for name in (move.opponents if move else ()) if name != event.target)
    if move is None:
        return course
    return replace(course, move=replace(move, stage=stage, opponents=opponents))


def _done(course: Course, event: GroupDone) -> Course:
    left_behind = {name for group in event.stragglers for name in group}
    groups: list[Group] = []
    tried_alone = False
    for group in course.groups:
        if group.number == event.group:
            tried_alone = group.has_tried_alone
            stands = tuple(n for n in group.stands if n not in course.moved and n not in left_behind)
            group = replace(group, stands=stands)
        if group.stands:
            groups.append(group)
    number = course.next_group
    for names in event.stragglers:
        groups.append(Group(number, event.side, names, tried_alone))
        number += 1
    return replace(course, move=None, groups=tuple(groups), next_group=number)


def _move(state: GameState, course: Course, event: StandMoved | StandMovedBack) -> GameState:
    unit = state.unit(event.stand)
    move = course.move
    if isinstance(event, StandMovedBack):
        return state.with_unit(replace(unit, at=event.to))
    state = state.with_unit(replace(unit, at=event.path[-1], facing_deg=event.facing_deg))
    if move is None:
        return state
    gone = replace(
        move,
        spent=move.spent + event.cost,
        inches=move.inches + event.inches,
        track=(*move.track, *event.path),
        leg=None,
    )
    return replace(state, course=replace(course, move=gone))


@implements("MATG2-7.2.4", "MATG2-8.2.2", "MATG2-9.2.1")
def _lose(state: GameState, course: Course, event: StandLost) -> GameState:
    unit = state.unit(event.stand)
    state = table.apply(state, UnitRemoved(unit.id))
    if isinstance(unit.at, Spot):
        state = table.apply(state, MarkerPut(Marker(WRECK, unit.at)))
    course = replace(course, lost=(*course.lost, Loss(unit.id, unit.side, event.points)))
    if unit.has(GHQ):
        orders = course.orders and tuple((side, 0 if side == unit.side else n) for side, n in course.orders)
        course = replace(course, headless=course.headless | {unit.side}, orders=orders)
    groups = (replace(g, stands=tuple(n for n in g.stands if n != unit.id)) for g in course.groups)
    left = tuple(group for group in groups if group.stands)
    return replace(state, course=replace(course, groups=left, move=_move_without(course.move, unit)))


def _move_without(move: Move | None, unit: Unit) -> Move | None:
    if move is None:
        return None
    waiting = tuple(name for name in move.waiting if name != unit.id)
    move = replace(move, stragglers=tuple(name for name in move.stragglers if name != unit.id))
    if move.stand == unit.id:
        return _next_stand(move, waiting)
    return replace(move, waiting=waiting, opponents=tuple(name for name in move.opponents if name != unit.id))


def _next_stand(move: Move, waiting: tuple[str, ...]) -> Move:
    """The group's move with no stand under way; what waits for covering fire stays."""
    return replace(
        Move(move.group, move.side, waiting, move.stragglers),
        stage=move.stage,
        opponents=move.opponents,
        hit=move.hit,
    )


def _touched(move: Move, stand: str) -> Move:
    """The group's move with a stand just touched to be moved."""
    return Move(move.group, move.side, move.waiting, move.stragglers, stand)


def _mark(state: GameState, stands: tuple[str, ...], marker: str) -> GameState:
    for name in stands:
        unit = state.unit(name)
        state = state.with_unit(replace(unit, conditions=unit.conditions | {marker}))
    return state


@implements("MATG2-4.5.1")
def _unmark(state: GameState, side: str) -> GameState:
    units = {
        name: replace(unit, conditions=unit.conditions - {MOVEMENT, FIRED}) if unit.side == side else unit
        for name, unit in state.units.items()
    }
    return replace(state, units=units)
