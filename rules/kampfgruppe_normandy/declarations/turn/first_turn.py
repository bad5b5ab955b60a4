"""The turn: who goes first, and its steps from the command roll to the removal of suppression.

Rule: KGN The turn.
"""

from dataclasses import dataclass, field

from rules.game.chance.dice import Dice
from rules.game.chance.enumeration import part
from rules.game.engine.procedure import Factors, Procedure, nothing_forbids, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.turn_events import FirstTurnRolled


@dataclass(frozen=True, slots=True)
class RollForFirst:
    """Both sides throw for the first turn of a meeting engagement."""

    side: str

    def __str__(self) -> str:
        return "throw for the first turn"


def recce_units(position: Position, side: str) -> int:
    return sum(position.type(unit).has(SpecialRule.RECCE) for unit in position.of_side(side))


def _roll_first(resolution: Resolution, _: RollForFirst) -> None:
    """Both throw until one is better."""
    position = resolution.position
    thrown = _throw_for_first(position, resolution.named("who goes first"))
    if thrown.first is None:
        resolution.then(_roll_first, _)
        return
    resolution.happen(FirstTurnRolled(_sides(position), thrown.totals, thrown.first))
    begin_turn(resolution, thrown.first, 1)


@dataclass(frozen=True, slots=True)
class _FirstThrow:
    """Who has the first turn, None if both are equal, and what both came to."""

    first: str | None
    totals: tuple[int, ...] = field(compare=False)


@implements("KN-SETUP-13", "KN-SETUP-14", "KN-SPEC-17")
def _throw_for_first(position: Position, dice: Dice) -> _FirstThrow:
    """D6 and reconnaissance units each; a tie goes to more reconnaissance units, else it is thrown again."""
    return _better_throw(
        _sides(position), tuple(recce_units(position, side) for side in _sides(position)), dice
    )


@part
def _better_throw(sides: tuple[str, ...], recce: tuple[int, ...], dice: Dice) -> _FirstThrow:
    totals = tuple(dice.roll("", 6) + extra for extra in recce)
    ranked = sorted(zip(totals, recce, sides, strict=True), reverse=True)
    return _FirstThrow(None if ranked[0][:2] == ranked[1][:2] else ranked[0][2], totals)


def _sides(position: Position) -> tuple[str, ...]:
    return tuple(force.side for force in position.progress.forces)


def _first_factors(position: Position, _: RollForFirst) -> Factors:
    return Factors(
        "",
        tuple(
            Reason(f"{side}: D6 + {recce_units(position, side)} reconnaissance units", cite("Play the game"))
            for side in _sides(position)
        ),
    )


ROLL_FOR_FIRST = Procedure(
    RollForFirst,
    (Step.FIRST,),
    offer_once(RollForFirst),
    nothing_forbids,
    _roll_first,
    factors=_first_factors,
)
