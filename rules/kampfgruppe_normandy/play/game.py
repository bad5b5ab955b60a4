"""The game as it is played: what the moment allows, asked of the chapters one by one."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.engine.carrying_out import IllegalAction
from rules.game.play import Result
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.book_data import Book
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.effects.turn_end import go_on_ending
from rules.kampfgruppe_normandy.play.contents import CHAPTERS
from rules.kampfgruppe_normandy.play.knowledge import known_to
from rules.kampfgruppe_normandy.state.chapter import Moment, Procedure
from rules.kampfgruppe_normandy.state.events import CORE_EVENTS, ActionDone, after
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Course, Step, course_of
from rules.kampfgruppe_normandy.state.resolution import Story

PROCEDURES: Mapping[type, Procedure] = MappingProxyType(
    {kind: procedure for chapter in CHAPTERS for kind, procedure in chapter.procedures.items()}
)
"""Every declaration and its procedure."""

_CHAPTER_OF: Mapping[type, str] = MappingProxyType(
    {kind: chapter.name.capitalize() for chapter in CHAPTERS for kind in chapter.procedures}
)
"""The chapter that each declaration belongs to, as it is cited."""

ACTIONS = tuple(PROCEDURES)
EVENTS = (*CORE_EVENTS, *(event for chapter in CHAPTERS for event in chapter.events))
"""The classes, for Records."""


def moment_of(course: Course) -> Moment:
    """What play waits for: a decision owed, the next action of an activation, or a step of the turn."""
    if course.owed:
        return course.owed[0].duty
    if course.activation is not None and (kind := course.activation.next_kind) is not None:
        return kind
    return course.step


def side_to_act(course: Course) -> str | None:
    """Which side decides now; None when the game is over."""
    if course.step is Step.OVER:
        return None
    if course.owed:
        return course.owed[0].side
    if course.activation is not None:
        return course.activation.side
    return course.acting


def legal_actions(state: GameState, book: Book) -> tuple[Any, ...]:
    """Everything the side to act may declare now, by what it may know."""
    side = side_to_act(course_of(state))
    if side is None:
        return ()
    return tuple(dict.fromkeys(_legal(Position(known_to(side, state), book), side)))


def _legal(position: Position, side: str) -> Iterator[Any]:
    moment = moment_of(position.course)
    for procedure in PROCEDURES.values():
        if moment in procedure.moments:
            for action in procedure.offers(position, side):
                if next(procedure.forbids(position, action), None) is None:
                    yield action


def why_not(state: GameState, book: Book, action: Any) -> tuple[Reason, ...]:
    """The cited reasons that forbid an action, by what its side may know; empty if it is legal.

    Raises:
        BadInput: if it is no action of this book.
    """
    procedure = _procedure(action)
    course = course_of(state)
    side = side_to_act(course)
    if side is None:
        return (Reason("the game is over", cite("Battle group morale")),)
    if action.side != side:
        return (Reason(f"{side} decides now", cite("The turn")),)
    moment = moment_of(course)
    if moment not in procedure.moments:
        return (Reason(f"play waits for {moment.value}", cite("The turn")),)
    return tuple(procedure.forbids(Position(known_to(side, state), book), action))


def resolve(state: GameState, book: Book, action: Any, dice: Dice) -> tuple[object, ...]:
    """What happens when a legal action is carried out.

    Raises:
        IllegalAction: if why_not names a reason.
    """
    if reasons := why_not(state, book, action):
        raise IllegalAction(action, reasons)
    story = Story(state, book, dice, CHAPTERS)
    _procedure(action).carry_out(story, action)
    _end_lost_activations(story)
    go_on_ending(story)
    return tuple(story.events)


def _end_lost_activations(story: Story) -> None:
    """A unit that left play or was suppressed in the middle of its activation does no more (OUR 77)."""
    while (activation := story.course.activation) is not None:
        if story.course.step is Step.OVER or _may_go_on(story.state, activation.unit):
            return
        story.tell(ActionDone(activation.unit, all=True))


def _may_go_on(state: GameState, unit_id: str) -> bool:
    unit = state.units.get(unit_id)
    return unit is not None and not unit.has(SUPPRESSED)


def chances(state: GameState, book: Book, action: Any) -> Ruling[Any]:
    """What an action can come to, by what its side may know: its modifiers as cited reasons, and the exact odds."""
    procedure = _procedure(action)
    if procedure.chances is None:
        by = Reason("it is carried out as it is declared", cite(_CHAPTER_OF[type(action)]))
        return Ruling(str(action), "no dice are thrown for it alone", (by,))
    return procedure.chances(Position(known_to(action.side, state), book), action)


def apply(state: GameState, event: object) -> GameState:
    """The state after an event."""
    return after(state, event)


def moment(course: Course) -> str:
    """The turn, its step, and the decision that is owed or the unit that is active."""
    text = f"turn {course.turn} of {course.setting.turns}, {course.step}"
    if course.owed:
        due = course.owed[0]
        return f"{text}: {due.duty}" + (f" of {due.unit}" if due.unit else "")
    return f"{text} of {course.activation.unit}" if course.activation else text


def result(state: GameState) -> Result | None:
    return course_of(state).ended


def _procedure(action: Any) -> Procedure:
    try:
        return PROCEDURES[type(action)]
    except KeyError:
        raise BadInput("action", str(action), "an action of Kampfgruppe Normandy") from None
