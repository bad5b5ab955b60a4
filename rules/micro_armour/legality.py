"""Why an action may not be done now: the cited reasons."""

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.actions import (
    CoveringFire,
    EndMove,
    Fire,
    GoFirst,
    HoldFire,
    MatgAction,
    MoveGroup,
    MoveStand,
    NameGroup,
    OpportunityFire,
    Pass,
    PassEnemy,
    RemoveMarkers,
    RollInitiative,
    RollOrders,
)
from rules.micro_armour.attack import Attack, stopped_at, stops_of, why_not_attack
from rules.micro_armour.book import Book
from rules.micro_armour.course import Course, Move, Phase, Stage, course_of
from rules.micro_armour.events import FireKind
from rules.micro_armour.movement import Budget, why_not_path
from rules.micro_armour.stands import contact_groups, is_in_contact

_PHASE_OF = {
    RollInitiative: Phase.INITIATIVE,
    NameGroup: Phase.POSTURE,
    Fire: Phase.FIRE,
    RollOrders: Phase.MOVEMENT,
    MoveGroup: Phase.MOVEMENT,
    MoveStand: Phase.MOVEMENT,
    PassEnemy: Phase.MOVEMENT,
    EndMove: Phase.MOVEMENT,
    OpportunityFire: Phase.MOVEMENT,
    CoveringFire: Phase.MOVEMENT,
    HoldFire: Phase.MOVEMENT,
    RemoveMarkers: Phase.REMOVAL,
}
_FIRST_DECIDED = (Phase.POSTURE, Phase.FIRE, Phase.MOVEMENT)


def side_to_act(course: Course) -> str | None:
    """Whose decision is next; None when the game is over."""
    if course.ended:
        return None
    move = course.move
    if move and move.stage is Stage.OPPORTUNITY:
        return course.setting.other(move.side)
    return move.side if move else course.acting


@implements("MATG2-2.0.3", "MATG2-4.4.2")
def why_not(state: GameState, book: Book, action: MatgAction) -> tuple[Reason, ...]:
    """Why an action may not be done now; nothing if it may.

    Rule: MATG2 4.0 for the phase and whose go it is, then the action's own sections.
    """
    course, edition = course_of(state), book.edition
    whose = side_to_act(course)
    if whose is None:
        return (Reason("the game is over", edition.cite("11")),)
    if action.side != whose:
        return (Reason(f"it is {whose}'s turn to decide", edition.cite("4.0")),)
    wanted = _PHASE_OF.get(type(action))
    if wanted and wanted is not course.phase:
        return (Reason(f"this is the {course.phase} phase, not {wanted}", edition.cite("4.0")),)
    if reasons := _out_of_step(course, book, action):
        return reasons
    match action:
        case GoFirst():
            return _why_not_first(course, book, action)
        case NameGroup():
            return _why_not_group(state, book, action)
        case Fire(side, target, firers, guns):
            return why_not_attack(state, book, Attack(FireKind.FIRE, side, target, firers, guns))
        case MoveGroup():
            return _why_not_move_group(course, book, action)
        case MoveStand():
            return _why_not_move_stand(state, book, action)
        case PassEnemy():
            return _why_not_nerve(state, book, action)
        case EndMove():
            return _why_not_end(course, book, action)
        case OpportunityFire():
            return _why_not_opportunity(state, book, action)
        case CoveringFire(side, target, firers, guns):
            return why_not_attack(state, book, Attack(FireKind.COVERING, side, target, firers, guns))
        case RollInitiative() | RollOrders() | Pass() | HoldFire() | RemoveMarkers():
            return ()


def budget_of(state: GameState, book: Book, unit: Unit) -> Budget:
    """What a stand has left of its points in the move under way."""
    move = course_of(state).move
    points = float(book.tank(unit.type).movement_points)
    if move is None or move.stand != unit.id:
        return Budget(points)
    return Budget(points, move.spent, move.inches)


@implements("MATG2-4.4.3")
def _out_of_step(course: Course, book: Book, action: MatgAction) -> tuple[Reason, ...]:
    """Reasons that lie in the course of the phase: what must be done before, or is under way."""
    edition = book.edition
    must_roll = course.phase is Phase.MOVEMENT and course.orders is None
    if must_roll != isinstance(action, RollOrders) and (must_roll or isinstance(action, RollOrders)):
        said = "the orders are rolled first" if must_roll else "the orders are rolled already"
        return (Reason(said, edition.cite("8.2.1")),)
    if must_roll:
        return ()
    if course.phase in _FIRST_DECIDED and not course.is_first_chosen and not isinstance(action, GoFirst):
        return (Reason(f"{course.initiative} says first who begins", _cite_first(course, book)),)
    stage = course.move.stage if course.move else None
    if isinstance(action, MoveStand | PassEnemy | EndMove) and stage is Stage.COVERING:
        return (Reason("covering fire is declared or held first", edition.cite("8.6.2")),)
    if isinstance(action, MoveStand | PassEnemy | EndMove) and stage is not Stage.MOVING:
        return (Reason("no group of this side is moving", edition.cite("8.2.4")),)
    if isinstance(action, OpportunityFire) and stage is not Stage.OPPORTUNITY:
        return (Reason("no enemy stand is moving", edition.cite("8.5.2")),)
    if isinstance(action, CoveringFire) and stage is not Stage.COVERING:
        return (Reason("no opportunity fire is to be answered", edition.cite("8.6.1")),)
    if isinstance(action, HoldFire) and stage not in (Stage.OPPORTUNITY, Stage.COVERING):
        return (Reason("there is no fire to hold", edition.cite("8.5")),)
    if isinstance(action, MoveGroup | Pass | GoFirst) and stage is not None:
        return (Reason("a group's move is under way", edition.cite("8.2.3")),)
    if isinstance(action, Pass) and course.phase not in _FIRST_DECIDED:
        return (Reason(f"nobody passes in the {course.phase} phase", edition.cite("4.0")),)
    return ()


def _cite_first(course: Course, book: Book) -> Citation:
    section = {Phase.POSTURE: "4.2", Phase.FIRE: "7.1.1", Phase.MOVEMENT: "8.2.3"}[course.phase]
    return book.edition.cite(section)


@implements("MATG2-4.2.2", "MATG2-8.2.3.1")
def _why_not_first(course: Course, book: Book, action: GoFirst) -> tuple[Reason, ...]:
    if course.phase not in _FIRST_DECIDED or course.is_first_chosen:
        return (Reason("who begins is not to be decided now", book.edition.cite("4.0")),)
    if action.first not in {force.side for force in course.setting.forces}:
        return (Reason(f"{action.first} is no side", book.edition.cite("4.0")),)
    return ()


@implements("MATG2-4.2.3", "MATG2-4.2.8", "MATG2-8.1.2.2", "MATG2-11.10")
def _why_not_group(state: GameState, book: Book, action: NameGroup) -> tuple[Reason, ...]:
    course, edition = course_of(state), book.edition
    if not action.stands or len(set(action.stands)) < len(action.stands):
        return (Reason("a movement group names each of its stands once", edition.cite("8.1.1")),)
    units = []
    for name in action.stands:
        unit = state.units.get(name)
        if unit is None or unit.side != action.side:
            return (Reason(f"{name} is no stand of {action.side}", edition.cite("8.1.1")),)
        if course.group_of(name):
            return (Reason(f"{name} is in a movement group already", edition.cite("8.1.2")),)
        if unit.at is None and course.setting.force(unit.side).enters is None:
            return (Reason(f"{name} is off the table and has no edge to enter from", edition.our(42)),)
        units.append(unit)
    if len(contact_groups(units)) > 1:
        return (Reason("the stands of a group are in base contact", edition.cite("8.1.1")),)
    named_singles = any(g.side == action.side and len(g.stands) == 1 for g in course.groups)
    if len(units) > 1 and named_singles:
        return (Reason("groups of several stands are named before single stands", edition.cite("4.2")),)
    return ()


@implements("MATG2-8.1.3.1", "MATG2-8.1.3.3", "MATG2-8.2.5", "MATG2-8.2.7", "MATG2-8.2.8", "MATG2-12.M5")
def _why_not_move_group(course: Course, book: Book, action: MoveGroup) -> tuple[Reason, ...]:
    edition = book.edition
    group = course.group(action.group)
    if group is None or group.side != action.side:
        return (Reason(f"{action.side} has no group {action.group} left to move", edition.cite("8.1.1")),)
    left = course.orders_left(action.side)
    if action.ordered:
        if left < 1:
            return (Reason(f"{action.side} has no order left", edition.cite("8.1.3")),)
        if not edition.orders_first and action.side in course.has_gone_alone:
            return (
                Reason(
                    "ordered movement was complete when independent movement began", edition.cite("8.2.7")
                ),
            )
        return ()
    if group.has_tried_alone:
        return (Reason(f"group {group.number} has tried to move without an order", edition.cite("8.2.8")),)
    if edition.orders_first and left:
        return (Reason(f"{action.side} must use its {left} orders first", edition.cite("8.2.7")),)
    return ()


@implements("MATG2-8.3.7.2", "MATG2-8.3.7.3")
def _why_not_move_stand(state: GameState, book: Book, action: MoveStand) -> tuple[Reason, ...]:
    course = course_of(state)
    if reasons := _not_his_move(course.move, book, action.stand):
        return reasons
    unit = state.unit(action.stand)
    nerve = course.move.nerve if course.move and course.move.stand == action.stand else frozenset()
    return why_not_path(
        state,
        unit,
        action.path,
        action.facing_deg,
        budget_of(state, book, unit),
        book.edition,
        by_road=action.by_road,
        enters=course.setting.force(unit.side).enters,
        nerve=nerve,
    )


def _not_his_move(move: Move | None, book: Book, stand: str) -> tuple[Reason, ...]:
    cite = book.edition.cite("8.3.1")
    if move is None or stand not in move.waiting:
        return (Reason(f"{stand} is not among the stands that may move", cite),)
    if move.stand and move.stand != stand:
        return (Reason(f"{move.stand} is being moved: end its move first", cite),)
    return ()


def _why_not_nerve(state: GameState, book: Book, action: PassEnemy) -> tuple[Reason, ...]:
    course, cite = course_of(state), book.edition.cite("8.3.6")
    if reasons := _not_his_move(course.move, book, action.stand):
        return reasons
    unit, enemy = state.unit(action.stand), state.units.get(action.enemy)
    if enemy is None or enemy.side == unit.side or not isinstance(enemy.at, Spot):
        return (Reason(f"{action.enemy} is no enemy stand on the table", cite),)
    if unit.at is None or not is_in_contact(unit, enemy):
        return (Reason(f"{unit} does not stand beside {enemy}", cite),)
    if course.move and course.move.stand == unit.id and enemy.id in course.move.nerve:
        return (Reason(f"{unit} may pass {enemy} already", cite),)
    return ()


def _why_not_end(course: Course, book: Book, action: EndMove) -> tuple[Reason, ...]:
    move = course.move
    if move is None or action.stand != move.stand:
        said = f"{move.stand} is the stand being moved" if move and move.stand else "no stand is being moved"
        return (Reason(said, book.edition.cite("8.3.1")),)
    return ()


def _why_not_opportunity(state: GameState, book: Book, action: OpportunityFire) -> tuple[Reason, ...]:
    move = course_of(state).move
    if move is None or move.leg is None:
        return (Reason("no enemy stand is moving", book.edition.cite("8.5.2")),)
    stops = len(stops_of(move.leg))
    if not 0 <= action.at < stops:
        said = f"the path has {stops} places to stop at, numbered from 0"
        return (Reason(said, book.edition.our(7)),)
    there = stopped_at(state, move, move.leg, action.at)
    attack = Attack(FireKind.OPPORTUNITY, action.side, move.stand, action.firers, action.guns)
    return why_not_attack(there, book, attack)
