"""What does he need to hit, and what are the odds? Chapter 7 asked of two stands, whoever's go it is."""

from dataclasses import replace
from enum import StrEnum

from rules.errors import BadInput
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot
from rules.micro_armour import asking
from rules.micro_armour.actions import CoveringFire, Fire
from rules.micro_armour.attack import why_not_shot
from rules.micro_armour.book import Book
from rules.micro_armour.chances import chances
from rules.micro_armour.combat_results import CombatResult
from rules.micro_armour.course import Course
from rules.micro_armour.events import FireKind
from rules.micro_armour.setting import Force, Setting

_HARMLESS = frozenset({CombatResult.NONE.words, "does not fire"})

USUAL_COHESION = 15
"""The force cohesion level where no game is under way (OUR 52)."""


class Manner(StrEnum):
    """The kinds of fire that one stand can be asked about."""

    FIRE = "fire"
    COVERING = "covering"


def fire(state: GameState, book: Book, firer: Unit, target: Unit, manner: str) -> Ruling[Shot]:
    """The modifiers of a stand's fire on another, each cited, and the exact odds of what it does.

    Rule: MATG2 7.0-7.3, 8.6.
    Raises:
        BadInput: if the manner is none, or both stands are of one side.
    """
    if firer.side == target.side:
        raise BadInput("target", str(target), f"a stand of another side than {firer}")
    if manner and manner not in list(Manner):
        raise BadInput("action", manner, f"one of {', '.join(Manner)}")
    chosen = Manner(manner) if manner else Manner.FIRE
    sight = asking.line_of_sight(state, firer, target, book.edition).verdict
    question = f"{'covering fire' if chosen is Manner.COVERING else 'fire'} of {firer} on {target}"
    asked = _asked(state)
    kind = FireKind.COVERING if chosen is Manner.COVERING else FireKind.FIRE
    if refused := why_not_shot(asked, book, kind, firer, target, ""):
        return Ruling(question, Shot(sight, ""), refused)
    declared = CoveringFire if chosen is Manner.COVERING else Fire
    found = chances(asked, book, declared(firer.side, target.id, (firer.id,)))
    reasons = found.reasons if isinstance(state.course, Course) else (*found.reasons, _usual(book))
    harm = found.odds.where(lambda outcome: outcome not in _HARMLESS) if found.odds else None
    return Ruling(question, Shot(sight, str(found.verdict), harm), reasons, found.odds)


def _usual(book: Book) -> Reason:
    return Reason(
        f"no game names a force cohesion level, {USUAL_COHESION} is taken",
        book.edition.our(52),
    )


def _asked(state: GameState) -> GameState:
    """The state with a course to ask about: that of the game, or of a plain one."""
    if isinstance(state.course, Course):
        return state
    sides = state.sides or tuple(dict.fromkeys(unit.side for unit in state.units.values()))
    setting = Setting(tuple(Force(side, USUAL_COHESION) for side in sides))
    return replace(state, course=Course(setting, ()))
