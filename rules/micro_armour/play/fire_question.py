"""What does he need to hit, and what are the odds? Chapter 7 asked of two stands, whoever's turn it is."""

from dataclasses import replace
from enum import StrEnum

from rules.errors import BadInput
from rules.game.engine.differences import NO_EFFECT
from rules.game.engine.game import Game
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire
from rules.micro_armour.questions.sight_rulings import line_of_sight
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Move, MoveStage, Phase, Progress, with_progress
from rules.micro_armour.state.scenario_options import Force, ScenarioOptions

USUAL_COHESION = 15
"""The force cohesion level where no game is under way (OUR 52)."""


class Manner(StrEnum):
    """The kinds of fire that one stand can be asked about."""

    FIRE = "fire"
    COVERING = "covering"


def fire(
    game: Game[Position], state: GameState, edition: Edition, firer: Unit, target: Unit, manner: str
) -> Ruling[Shot]:
    """The modifiers of a stand's fire on another, each cited, and the exact odds of what it does.

    It is declared on the state as it would be if the stand could fire now.

    Rule: MATG2 7.0-7.3, 8.6.
    Raises:
        BadInput: if the manner is none, or both stands are of one side.
    """
    if firer.side == target.side:
        raise BadInput("target", str(target), f"a stand of another side than {firer}")
    if manner and manner not in list(Manner):
        raise BadInput("action", manner, f"one of {', '.join(Manner)}")
    is_covering = manner == Manner.COVERING
    line = line_of_sight(state, firer, target, edition)
    sight = line.verdict
    question = f"{'covering fire' if is_covering else 'fire'} of {firer} on {target}"
    ready, declared = _declared(state, firer, target, is_covering=is_covering)
    if refused := game.why_not(ready, declared):
        told = {reason.text for reason in refused}
        hides = () if sight.visibility.is_open else line.reasons
        also = (reason for reason in hides if reason.text not in told)
        return Ruling(question, Shot(sight, ""), (*refused, *also))
    found = game.chances(ready, declared)
    reasons = found.reasons if isinstance(state.course, Progress) else (*found.reasons, _usual(edition))
    harm = found.odds.where(lambda outcome: outcome != NO_EFFECT) if found.odds else None
    return Ruling(question, Shot(sight, str(found.verdict), harm), reasons, found.odds)


def _usual(edition: Edition) -> Reason:
    return Reason(f"no force cohesion level is given; {USUAL_COHESION} is assumed", edition.our(52))


def _declared(
    state: GameState, firer: Unit, target: Unit, *, is_covering: bool
) -> tuple[GameState, Fire | CoveringFire]:
    """The state with play waiting for this stand's fire, and the declaration."""
    progress = replace(
        _progress(state),
        phase=Phase.FIRE,
        acting=firer.side,
        is_first_chosen=True,
        attacked=frozenset(),
        move=None,
        ended=None,
    )
    if not is_covering:
        return with_progress(state, progress), Fire(firer.side, target.id, (firer.id,))
    answer = Move(0, firer.side, (), stage=MoveStage.COVERING, opponents=(target.id,), hit=firer.id)
    progress = replace(progress, phase=Phase.MOVEMENT, move=answer)
    return with_progress(state, progress), CoveringFire(firer.side, target.id, (firer.id,))


def _progress(state: GameState) -> Progress:
    """That of the game, or of a plain one."""
    if isinstance(state.course, Progress):
        return state.course
    sides = state.sides or tuple(dict.fromkeys(unit.side for unit in state.units.values()))
    return Progress(ScenarioOptions(tuple(Force(side, USUAL_COHESION) for side in sides)), ())
