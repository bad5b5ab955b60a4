"""The answer to a question as a picture: the same at a table and on the command line."""

from dataclasses import replace
from typing import Any

from exporters.board_shapes import centre
from exporters.picture import Dot, Picture, Role
from exporters.pictures.exposure_pictures import change_picture, here_picture, threat_picture, where_picture
from exporters.pictures.fire_picture import fire_picture
from exporters.pictures.label_layout import with_labels_apart
from exporters.pictures.plan_picture import plan_picture
from exporters.pictures.range_picture import range_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Path
from vtt_bridge.port.names import place_of, viewer_named
from vtt_bridge.umpire.questions import Asks, Question


def answer_picture(state: GameState, question: Question, ruling: Ruling[Any], weapon: str = "") -> Picture:
    """The answer as marks on the board, without the board; `weapon` chooses one where a unit has several.

    Raises:
        Unknown: if the unit has no such weapon.
    """
    return with_labels_apart(_drawn(state, question, ruling, weapon), state)


def _drawn(state: GameState, question: Question, ruling: Ruling[Any], weapon: str) -> Picture:
    match question.asks:
        case Asks.LOS | Asks.FIRE:
            viewer, target = (
                place_of(viewer_named(state, words)) for words in (question.who, question.target)
            )
            if question.asks is Asks.FIRE:
                return fire_picture(state, ruling, viewer, target)
            return los_picture(state.board, ruling, viewer, target)
        case Asks.FIELD:
            return field_picture(state.board, ruling)
        case Asks.REACH:
            return reach_picture(state.board, ruling)
        case Asks.PLAN:
            return plan_picture(state.board, ruling)
        case Asks.HERE:
            return here_picture(state.board, ruling)
        case Asks.WHERE:
            aim = place_of(viewer_named(state, question.target)) if question.target else None
            return where_picture(state.board, ruling, aim)
        case Asks.CHANGE:
            return change_picture(state.board, ruling)
        case Asks.THREAT:
            return threat_picture(state.board, ruling)
        case Asks.RANGE:
            return range_picture(state.board, ruling, weapon)


def with_way(picture: Picture, state: GameState, way: Ruling[Path]) -> Picture:
    """A reach with the places of one way in it dotted, and the goal ringed."""
    places = [centre(state.board, place) for place in way.verdict.places]
    size = picture.module
    steps = [Dot(Role.NOTED, at, 0.12 * size) for at in places[1:-1]]
    goal = [Dot(Role.TARGET, at, 0.3 * size) for at in places[-1:]]
    return replace(picture, title=way.question, marks=(*picture.marks, *steps, *goal), text=str(way))
