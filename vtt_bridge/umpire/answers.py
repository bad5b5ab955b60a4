"""A question put to a book, and the answer as a picture: the same at a table and on the command line."""

from dataclasses import replace
from typing import Any

from exporters.board_shapes import centre
from exporters.picture import Dot, Picture, Role
from exporters.pictures.label_layout import with_labels_apart
from exporters.pictures.plan_picture import plan_picture
from exporters.pictures.range_picture import range_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from rules.errors import NotOnMap
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Path, Reach, Shot, Sight, SightField, WeaponRanges
from rules.ground.board import Place
from rules.planning.plan import Plan
from rules.planning.routes import plan
from vtt_bridge.umpire.questions import Asks, Question, unit_named, viewer_named


def ruled(state: GameState, ruleset: Ruleset, question: Question) -> Ruling[Any]:
    """The book's ruling on a question.

    Raises:
        Unknown, BadInput: if the question names what is not there, or cannot be asked.
    """
    match question.asks:
        case Asks.LOS:
            viewer, target = viewer_named(state, question.who), viewer_named(state, question.target)
            return ruleset.line_of_sight(state, viewer, target)
        case Asks.FIELD:
            return ruleset.sight_field(state, viewer_named(state, question.who))
        case Asks.REACH:
            return ruleset.reach(state, unit_named(state, question.who), question.mode)
        case Asks.RANGE:
            return ruleset.weapon_ranges(state, unit_named(state, question.who))
        case Asks.FIRE:
            firer, aimed_at = unit_named(state, question.who), unit_named(state, question.target)
            return ruleset.fire(state, firer, aimed_at, question.mode)
        case Asks.PLAN:
            goal = place_of(viewer_named(state, question.target))
            return plan(ruleset, state, unit_named(state, question.who), goal, question.mode)


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
            return los_picture(state.board, _sight_of(ruling), viewer, target)
        case Asks.FIELD:
            return field_picture(state.board, ruling)
        case Asks.REACH:
            return reach_picture(state.board, ruling)
        case Asks.PLAN:
            return plan_picture(state.board, ruling)
        case Asks.RANGE:
            return range_picture(state.board, ruling, weapon)


def _sight_of(ruling: Ruling[Any]) -> Ruling[Sight]:
    """The line of sight that a ruling rests on."""
    return replace(ruling, verdict=ruling.verdict.sight) if isinstance(ruling.verdict, Shot) else ruling


def with_way(picture: Picture, state: GameState, way: Ruling[Path]) -> Picture:
    """A reach with the places of one way in it dotted, and the goal ringed."""
    places = [centre(state.board, place) for place in way.verdict.places]
    size = picture.module
    steps = [Dot(Role.NOTED, at, 0.12 * size) for at in places[1:-1]]
    goal = [Dot(Role.TARGET, at, 0.3 * size) for at in places[-1:]]
    return replace(picture, title=way.question, marks=(*picture.marks, *steps, *goal), text=str(way))


def is_yes(ruling: Ruling[Any]) -> bool:
    """Whether the rules say yes: there is a LOS, something to see, somewhere or a way to go, a shot."""
    match ruling.verdict:
        case Sight(visibility):
            return visibility.is_open
        case SightField(source, visibility):
            return any(seen.is_open for place, seen in visibility.items() if place != source)
        case Reach(cost=cost):
            return len(cost) > 1
        case Path(places=places):
            return bool(places)
        case Plan(routes=routes):
            return bool(routes)
        case WeaponRanges(weapons=weapons):
            return bool(weapons)
        case Shot(worth=worth):
            return bool(worth)
        case _:
            return True


def place_of(viewer: Viewer) -> Place:
    """The place where a viewer stands.

    Raises:
        NotOnMap: if it is a unit that stands nowhere.
    """
    place = viewer.at if isinstance(viewer, Unit) else viewer
    if place is None:
        raise NotOnMap(viewer)
    return place
