"""Indirect fire as a chapter of the book: what a scenario gives each side, the turn's signals, and its declarations.

Rule: KGN Indirect fire.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.declarations.indirect_fire import (
    fire_for_effect,
    radio,
    requesting,
    target_markers,
)
from rules.kampfgruppe_normandy.state.bought_support import OPTION, bought_support
from rules.kampfgruppe_normandy.state.chapter import Chapter
from rules.kampfgruppe_normandy.state.fire_missions import FIRE_SUPPORT, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Course, with_course
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.support_events import SUPPORT_EVENTS, SignalsRested


def _opens(state: GameState, options: Mapping[str, Any]) -> GameState:
    return FIRE_SUPPORT.put(state, bought_support(state, options))


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
    if not isinstance(state.course, Course):
        return state
    return with_course(state, course_seen_by(state.course, side))


CHAPTER = Chapter(
    "indirect fire",
    {**requesting.PROCEDURES, **radio.PROCEDURES, **target_markers.PROCEDURES, **fire_for_effect.PROCEDURES},
    SUPPORT_EVENTS,
    begins=_begins,
    opens=_opens,
    hides=_hides,
    may_declare=_may_declare,
    options=(OPTION,),
)
