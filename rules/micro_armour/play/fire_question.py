"""What does a stand need to hit another, and what are the odds? Chapter 7 as a question, whichever side's turn it is."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from rules.errors import BadInput
from rules.game.engine.differences import NO_EFFECT
from rules.game.engine.game import Game
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot, Sight
from rules.ground.place import Place
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.fire_legality import guns_in_words, sheets_of
from rules.micro_armour.questions.sight_rulings import line_of_sight
from rules.micro_armour.state.fire_events import FireKind
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Move, MoveStage, Phase, Progress, progress_of
from rules.micro_armour.state.scenario_options import Force, ScenarioOptions

USUAL_COHESION = 15
"""The force cohesion level that is assumed outside a game (OUR 52)."""


class Manner(StrEnum):
    """The kinds of fire that a question can be about."""

    FIRE = "fire"
    COVERING = "covering"


def fire(
    game: Game[Position, Resolution],
    state: GameState,
    edition: Edition,
    firer: Unit,
    target: Unit,
    manner: str,
    switches: frozenset[str],
) -> Ruling[Shot]:
    """The modifiers of a stand's fire on another, each cited, and the exact odds of the results.

    The fire is declared on a state in which the stand could fire now; of two guns, the one that may fire and is likelier to
    do harm is used. Outside a game the `switches` are those of the table.

    Rule: MATG2 7.0-7.3, 8.6, 10.2.
    Raises:
        BadInput: if the manner is unknown, or both stands are of one side.
    """
    if firer.side == target.side:
        raise BadInput("target", str(target), f"a stand of another side than {firer}")
    if manner and manner not in list(Manner):
        raise BadInput("action", manner, f"one of {', '.join(Manner)}")
    is_covering = manner == Manner.COVERING
    line = line_of_sight(state, firer, target, edition)
    sight = line.verdict
    question = f"{'covering fire' if is_covering else 'fire'} of {firer} on {target}"
    given = _in_play(state, switches)
    waiting = _waiting_to_cover(given, firer, target) if is_covering else _waiting_to_fire(given, firer)
    kind, guns = CoveringFire if is_covering else Fire, _guns(game, state, firer)
    shots = [kind(firer.side, target.id, (firer.id,), (gun,)) for gun in guns]
    refused = {shot: game.why_not(waiting, shot) for shot in shots}
    if all(refused.values()):
        reasons = tuple(dict.fromkeys(chain.from_iterable(refused.values())))
        texts = {reason.text for reason in reasons}
        hides = () if sight.visibility.is_open else line.reasons
        also = (reason for reason in hides if reason.text not in texts)
        return Ruling(question, Shot(sight, ""), (*reasons, *also))
    rulings = {shot: game.chances(waiting, shot) for shot in shots if not refused[shot]}
    best = max(rulings, key=lambda shot: _harm(rulings[shot]))
    odds, reasons = rulings[best].odds, rulings[best].reasons
    if len(guns) > 1:
        question += guns_in_words(best.guns)
        reasons = (*reasons, Reason("only one of its guns fires in a turn", edition.cite("10.2")))
    if not isinstance(state.course, Progress):
        reasons = (*reasons, _usual_cohesion(edition))
    return Ruling(question, _verdict(sight, rulings[best]), reasons, odds)


def shots(
    game: Game[Position, Resolution],
    state: GameState,
    edition: Edition,
    target: Unit,
    switches: frozenset[str],
) -> Callable[[Unit, Place], Shot]:
    """A function that gives the verdict of `fire` by any stand on the target at any place, faster than asking `fire`, since shots with
    the same figures have the same odds."""
    verdicts: dict[tuple[Hashable, ...], Shot] = {}
    given = _in_play(state, switches)

    def shot(firer: Unit, place: Place) -> Shot:
        moved = replace(target, at=place)
        waiting = _waiting_to_fire(given.with_unit(moved), firer)
        sight = line_of_sight(state, firer, moved, edition).verdict
        declared = (Fire(firer.side, target.id, (firer.id,), (gun,)) for gun in _guns(game, state, firer))
        may = [shot for shot in declared if not game.why_not(waiting, shot)]
        allowed = [verdict(game.known(waiting, firer.side), shot, sight) for shot in may]
        return replace(max(allowed, key=_harm_chance), sight=sight) if allowed else Shot(sight, "")

    def verdict(position: Position, declared: Fire, sight: Sight) -> Shot:
        (sheet,) = sheets_of(position, declared.attack(FireKind.FIRE))
        figures = sheet.level, sheet.to_cohesion.net, sheet.differential, sheet.to_combat.net
        if figures not in verdicts:
            verdicts[figures] = _verdict(sight, game.unchecked_chances(position, declared))
        return verdicts[figures]

    return shot


def _guns(game: Game[Position, Resolution], state: GameState, firer: Unit) -> tuple[str, ...]:
    """The names of a stand's guns, of which the one that may fire and is likeliest to do harm is used."""
    return tuple(gun.name for gun in game.position(state).book.tank(firer.type).guns)


def _verdict(sight: Sight, ruling: Ruling[str]) -> Shot:
    return Shot(sight, str(ruling.verdict), _harm(ruling) if ruling.odds else None)


def _harm(ruling: Ruling[str]) -> Fraction:
    return ruling.odds.where(lambda outcome: outcome != NO_EFFECT) if ruling.odds else Fraction(0)


def _harm_chance(shot: Shot) -> Fraction:
    return shot.harm or Fraction(0)


def _usual_cohesion(edition: Edition) -> Reason:
    return Reason(f"no force cohesion level is given; {USUAL_COHESION} is assumed", edition.our(52))


def _waiting_to_fire(state: GameState, firer: Unit) -> GameState:
    """The state with play waiting for fire by this stand."""
    return _waiting(state, firer, Phase.FIRE)


def _waiting_to_cover(state: GameState, firer: Unit, target: Unit) -> GameState:
    """The state with play waiting for covering fire by this stand, as if the target had fired on it."""
    answer = Move(0, firer.side, (), stage=MoveStage.COVERING, opponents=(target.id,), hit=firer.id)
    return _waiting(state, firer, Phase.MOVEMENT, answer)


def _waiting(state: GameState, firer: Unit, phase: Phase, move: Move | None = None) -> GameState:
    progress = progress_of(state).changed(
        phase=phase, acting=firer.side, is_first_chosen=True, attacked=frozenset(), move=move, ended=None
    )
    return state.changed(course=progress)


def _in_play(state: GameState, switches: frozenset[str]) -> GameState:
    """The state as that of a game: outside one, of a plain game with these switches."""
    if isinstance(state.course, Progress):
        return state
    sides = state.sides or tuple(dict.fromkeys(unit.side for unit in state.units.values()))
    forces = tuple(Force(side, USUAL_COHESION) for side in sides)
    return state.changed(course=Progress(ScenarioOptions(forces, switches=switches), ()))
