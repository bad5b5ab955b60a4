"""A question put to a book: the same at a table and on the command line."""

from dataclasses import replace
from typing import Any

from rules.game.profile import Profile
from rules.game.record.corrections import with_agreed
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Path, Reach, Shot, Sight, SightField, WeaponRanges
from vtt_bridge.port.names import place_of, unit_named, viewer_named
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.suppositions import supposed


def ruled(state: GameState, ruleset: Ruleset, question: Question) -> tuple[GameState, Ruling[Any]]:
    """The state with the question's suppositions, and the book's ruling on it, with the players' agreements on which it rests.

    Raises:
        Unknown, BadInput: if the question names what is not there, or cannot be asked.
    """
    state = supposed(state, question.supposing)
    about = (viewer_named(state, who) for who in (question.who, question.target) if state.agreed and who)
    units = [place.id for place in about if isinstance(place, Unit)]
    ruling = with_agreed(_ruled(state, ruleset, question), state, units)
    if not question.supposing:
        return state, ruling
    return state, replace(ruling, question=f"{ruling.question}, if {' and '.join(question.supposing)}")


def _ruled(state: GameState, ruleset: Ruleset, question: Question) -> Ruling[Any]:
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
            from rules.planning.routes import plan

            goal = viewer_named(state, question.target)
            ways = plan(ruleset, state, unit_named(state, question.who), place_of(goal), question.mode)
            return _with_who_is_there(ways, goal)
        case Asks.HERE:
            from rules.planning.here import here

            place = viewer_named(state, question.target)
            unit = unit_named(state, question.who) if question.who else None
            return _with_who_is_there(here(ruleset, state, place_of(place), unit, question.mode), place)
        case Asks.WHERE:
            from rules.planning.where import purpose_named, where

            aim = viewer_named(state, question.target) if question.target else None
            return where(ruleset, state, unit_named(state, question.who), purpose_named(question.mode), aim)
        case Asks.CHANGE:
            from rules.planning.change import change

            other = viewer_named(state, question.target)
            return change(ruleset, state, unit_named(state, question.who), other)
        case Asks.THREAT:
            from rules.planning.threat import threat_asked

            return threat_asked(ruleset, state, unit_named(state, question.who), question.mode)


def _with_who_is_there(ruling: Ruling[Any], place: Viewer) -> Ruling[Any]:
    """A ruling on a place that was named by its unit also names the unit: a mistyped place such as 40 may
    match part of a unit's name."""
    return (
        replace(ruling, question=f"{ruling.question}, where {place} is")
        if isinstance(place, Unit)
        else ruling
    )


def is_yes(ruling: Ruling[Any]) -> bool:
    """Whether the rules say yes: there is a LOS, something to see, somewhere or a way to go, a shot."""
    from rules.planning.plan import Plan

    match ruling.verdict:
        case Sight(visibility):
            return visibility.is_open
        case Profile(sight=sight):
            return sight.visibility.is_open
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
