"""What does he need to hit, and what are the odds? Chapter 7 asked of two stands, whoever's turn it is."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from enum import StrEnum

from rules.errors import BadInput
from rules.game.engine.differences import NO_EFFECT
from rules.game.engine.game import Game
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot, Sight
from rules.ground.place import Place
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.declarations.fire import Fire, attack_of
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire
from rules.micro_armour.questions.fire_legality import sheets_of
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
    ready, declared = (_covering_declared if is_covering else _fire_declared)(state, firer, target)
    if refused := game.why_not(ready, declared):
        told = {reason.text for reason in refused}
        hides = () if sight.visibility.is_open else line.reasons
        also = (reason for reason in hides if reason.text not in told)
        return Ruling(question, Shot(sight, ""), (*refused, *also))
    found = game.chances(ready, declared)
    reasons = found.reasons if isinstance(state.course, Progress) else (*found.reasons, _usual(edition))
    return Ruling(question, _verdict(sight, found), reasons, found.odds)


def shots(
    game: Game[Position], state: GameState, edition: Edition, target: Unit
) -> Callable[[Unit, Place], Shot]:
    """The verdict of `fire` by any stand on the target wherever that may stand, sooner told: shots of the same figures have the same odds."""
    told: dict[tuple[Hashable, ...], Shot] = {}

    def shot(firer: Unit, place: Place) -> Shot:
        moved = replace(target, at=place)
        ready, declared = _fire_declared(state.with_unit(moved), firer, moved)
        sight = line_of_sight(state, firer, moved, edition).verdict
        if game.why_not(ready, declared):
            return Shot(sight, "")
        position = game.known(ready, firer.side)
        (sheet,) = sheets_of(position, attack_of(declared))
        figures = sheet.level, sheet.to_cohesion.net, sheet.differential, sheet.to_combat.net
        if figures not in told:
            told[figures] = _verdict(sight, game.foretold(position, declared))
        return replace(told[figures], sight=sight)

    return shot


def _verdict(sight: Sight, found: Ruling[str]) -> Shot:
    harm = found.odds.where(lambda outcome: outcome != NO_EFFECT) if found.odds else None
    return Shot(sight, str(found.verdict), harm)


def _usual(edition: Edition) -> Reason:
    return Reason(f"no force cohesion level is given; {USUAL_COHESION} is assumed", edition.our(52))


def _fire_declared(state: GameState, firer: Unit, target: Unit) -> tuple[GameState, Fire]:
    """The state with play waiting for this stand's fire, and the declaration."""
    return _waiting(state, firer, Phase.FIRE), Fire(firer.side, target.id, (firer.id,))


def _covering_declared(state: GameState, firer: Unit, target: Unit) -> tuple[GameState, CoveringFire]:
    """The same for covering fire, once the target fired on this stand."""
    answer = Move(0, firer.side, (), stage=MoveStage.COVERING, opponents=(target.id,), hit=firer.id)
    return _waiting(state, firer, Phase.MOVEMENT, answer), CoveringFire(firer.side, target.id, (firer.id,))


def _waiting(state: GameState, firer: Unit, phase: Phase, move: Move | None = None) -> GameState:
    progress = replace(
        _progress(state),
        phase=phase,
        acting=firer.side,
        is_first_chosen=True,
        attacked=frozenset(),
        move=move,
        ended=None,
    )
    return with_progress(state, progress)


def _progress(state: GameState) -> Progress:
    """That of the game, or of a plain one."""
    if isinstance(state.course, Progress):
        return state.course
    sides = state.sides or tuple(dict.fromkeys(unit.side for unit in state.units.values()))
    return Progress(ScenarioOptions(tuple(Force(side, USUAL_COHESION) for side in sides)), ())
