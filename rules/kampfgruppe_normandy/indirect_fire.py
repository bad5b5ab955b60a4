"""Indirect fire as a chapter of the book: what a scenario gives each side, the turn's signals, and its declarations.

Rule: KGN Indirect fire.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.inches import Spot
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy import fire_for_effect, radio, requesting, target_markers
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.chapters import Chapter
from rules.kampfgruppe_normandy.course import Course, course_of, with_course
from rules.kampfgruppe_normandy.fire_missions import (
    FIRE_SUPPORT,
    FireSupport,
    Priority,
    RegisteredPoint,
    fire_support,
)
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.support_events import SUPPORT_EVENTS, SignalsRested

OPTION = "fire_support"
_FIELDS = frozenset({"registered_points", "counter_battery", "requests"})


@implements("KN-IND-05", "KN-IND-27", "KN-IND-28", "KN-IND-30", "KN-IND-38")
def _opens(state: GameState, options: Mapping[str, Any]) -> GameState:
    """What each side bought: registered points by name, counter-battery missions, requests by priority.

    Raises:
        BadInput: if a field is not what it may be; the message names it.
    """
    told = options.get(OPTION, {})
    if not isinstance(told, Mapping):
        raise BadInput(OPTION, told, "an object with a field for each side")
    kept = FireSupport()
    for side, bought in told.items():
        where = f"{OPTION}.{side}"
        if side not in state.sides:
            raise BadInput(OPTION, side, f"one of {', '.join(state.sides)}")
        if not isinstance(bought, Mapping) or set(bought) - _FIELDS:
            raise BadInput(where, bought, f"an object with {', '.join(sorted(_FIELDS))}")
        kept = replace(
            kept,
            points=(*kept.points, *_points(state, side, bought.get("registered_points", {}), where)),
            counter_battery=(*kept.counter_battery, (side, _count(bought.get("counter_battery", 0), where))),
            requests=(*kept.requests, *_requests(side, bought.get("requests", []), where)),
        )
    return FIRE_SUPPORT.put(state, kept)


def _points(state: GameState, side: str, told: object, where: str) -> Iterator[RegisteredPoint]:
    if not isinstance(told, Mapping):
        raise BadInput(f"{where}.registered_points", told, "an object of names and places")
    for name, at in told.items():
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(_is_number(one) for one in at):
            raise BadInput(f"{where}.registered_points.{name}", at, "a place [x, y] in inches")
        spot = Spot(float(at[0]), float(at[1]))
        if not isinstance(state.board, Tabletop) or spot not in state.board:
            raise BadInput(f"{where}.registered_points.{name}", at, "a place on the table")
        yield RegisteredPoint(str(name), side, spot)


def _count(told: object, where: str) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or not 0 <= told <= 20:
        raise BadInput(f"{where}.counter_battery", told, "a whole number from 0 to 20")
    return told


def _requests(side: str, told: object, where: str) -> Iterator[tuple[str, Priority]]:
    if not isinstance(told, list | tuple):
        raise BadInput(f"{where}.requests", told, "a list of priorities")
    for one in told:
        if one not in set(Priority):
            raise BadInput(f"{where}.requests", one, f"one of {', '.join(Priority)}")
        yield side, Priority(one)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _begins(story: Story, _: str) -> None:
    if fire_support(story.course).signals_used:
        story.tell(SignalsRested())


def _may_declare(position: Position, unit_id: str) -> Iterator[ActionKind]:
    yield from requesting.may_request(position, unit_id)
    yield from fire_for_effect.may_fire_indirectly(position, unit_id)


@implements("KN-IND-30", "KN-IND-31", "KN-KIT-02")
def course_seen_by(course: Course, side: str) -> Course:
    """The course without the enemy's registered points, as long as no fire has been asked for on them.

    Rule: KGN Registered target points; OUR 112.
    """
    kept = fire_support(course).as_seen_by(side)
    return replace(course, support={**course.support, FIRE_SUPPORT.name: kept})


def _hides(state: GameState, side: str) -> GameState:
    return with_course(state, course_seen_by(course_of(state), side))


CHAPTER = Chapter(
    "indirect fire",
    {**requesting.HANDLERS, **radio.HANDLERS, **target_markers.HANDLERS, **fire_for_effect.HANDLERS},
    SUPPORT_EVENTS,
    begins=_begins,
    opens=_opens,
    hides=_hides,
    may_declare=_may_declare,
    options=(OPTION,),
)
