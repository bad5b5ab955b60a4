"""Before the first turn: who attacks in a set-piece attack, and who goes first in a meeting engagement.

Rule: KGN Organise the game, Play the game; OUR 47.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Engagement, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.turn_events import AttackerRolled, FirstTurnRolled


class RollForFirst(PlainDeclaration):
    """Both sides throw for the first turn of a meeting engagement."""

    words = "throw for the first turn"


class RollForAttacker(PlainDeclaration):
    """Both sides throw for which side attacks, where they have not agreed on it."""

    words = "throw for which side attacks"


def _is_set_piece(position: Position) -> bool:
    return position.progress.setting.engagement is Engagement.SET_PIECE


def _forbids_attacker(position: Position, _: RollForAttacker) -> Iterator[Reason]:
    if not _is_set_piece(position):
        yield Reason("a meeting engagement has no attacker", cite("Organise the game"))


@implements("KN-SETUP-04", "KN-SETUP-12")
def _roll_attacker(resolution: Resolution, action: RollForAttacker) -> None:
    """Throw a die for each side: the higher attacks and goes first; a tie is thrown again (OUR 47)."""
    sides = _sides(resolution.position)
    thrown = _better_throw(sides, (0,) * len(sides), resolution.named("who attacks"))
    if thrown.first is None:
        resolution.then(_roll_attacker, action)
        return
    resolution.happen(AttackerRolled(sides, thrown.totals, thrown.first))
    begin_turn(resolution, thrown.first, 1)


def _attacker_factors(_: Position, __: RollForAttacker) -> Factors:
    words = "a D6 each, the higher attacks and has the first turn; a tie is thrown again"
    return Factors.of(Reason(words, as_read("Organise the game", 47)))


def _forbids_first(position: Position, _: RollForFirst) -> Iterator[Reason]:
    if _is_set_piece(position):
        yield Reason("in a set-piece attack the attacker goes first", cite("Play the game"))


@implements("KN-SETUP-13", "KN-SETUP-14", "KN-SPEC-17")
def _roll_first(resolution: Resolution, _: RollForFirst) -> None:
    """Throw for the first turn: D6 plus reconnaissance units; a tie goes to more of these, else it is thrown again."""
    sides, recce = _sides(resolution.position), _recce(resolution.position)
    thrown = _better_throw(sides, recce, resolution.named("who goes first"))
    if thrown.first is None:
        resolution.then(_roll_first, _)
        return
    resolution.happen(FirstTurnRolled(sides, thrown.totals, thrown.first, recce))
    begin_turn(resolution, thrown.first, 1)


@dataclass(frozen=True, slots=True)
class _FirstThrow:
    """The side that has the first turn, None if both are equal, and the totals of both."""

    first: str | None
    totals: tuple[int, ...] = field(compare=False)


@part
def _better_throw(sides: tuple[str, ...], recce: tuple[int, ...], dice: Dice) -> _FirstThrow:
    totals = tuple(dice.roll(side, 6) + extra for side, extra in zip(sides, recce, strict=True))
    ranked = sorted(zip(totals, recce, sides, strict=True), reverse=True)
    return _FirstThrow(None if ranked[0][:2] == ranked[1][:2] else ranked[0][2], totals)


def _sides(position: Position) -> tuple[str, ...]:
    return tuple(force.side for force in position.progress.forces)


def _recce(position: Position) -> tuple[int, ...]:
    """How many reconnaissance units each side has."""
    return tuple(
        sum(position.type(unit).has(SpecialRule.RECCE) for unit in position.of_side(side))
        for side in _sides(position)
    )


def _first_factors(position: Position, _: RollForFirst) -> Factors:
    words = [
        Reason(f"{side}: D6{f' + {extra} for reconnaissance' if extra else ''}", cite("Play the game"))
        for side, extra in zip(_sides(position), _recce(position), strict=True)
    ]
    return Factors.of(*words)


ROLL_FOR_FIRST = Procedure(
    RollForFirst,
    (Step.FIRST,),
    offer_once(RollForFirst),
    _forbids_first,
    _roll_first,
    factors=_first_factors,
)
ROLL_FOR_ATTACKER = Procedure(
    RollForAttacker,
    (Step.FIRST,),
    offer_once(RollForAttacker),
    _forbids_attacker,
    _roll_attacker,
    factors=_attacker_factors,
)
