"""The turn: who goes first, and its steps from the command roll to the removal of suppression.

Rule: KGN The turn.
"""

from dataclasses import dataclass

from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.turn import activation, command, suppression
from rules.kampfgruppe_normandy.effects.odds_text import likeliest
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.state.chapter import Chapter, Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Step
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.turn_events import TURN_EVENTS, FirstTurnRolled


@dataclass(frozen=True, slots=True)
class RollForFirst:
    """Both sides throw for the first turn of a meeting engagement."""

    side: str

    def __str__(self) -> str:
        return "throw for the first turn"


def recce_units(position: Position, side: str) -> int:
    return sum(position.type(unit).has(SpecialRule.RECCE) for unit in position.of_side(side))


def _roll_first(story: Story, _: RollForFirst) -> None:
    first = None
    while first is None:
        totals, first = _throw_for_first(story.position, story.dice)
    story.tell(FirstTurnRolled(_sides(story.position), totals, first))
    begin_turn(story, first, 1)


@implements("KN-SETUP-13", "KN-SETUP-14", "KN-SPEC-17")
def _throw_for_first(position: Position, dice: Dice) -> tuple[tuple[int, ...], str | None]:
    """D6 and reconnaissance units each; a tie goes to more reconnaissance units, else it is thrown again."""
    sides = _sides(position)
    recce = tuple(recce_units(position, side) for side in sides)
    totals = tuple(dice.roll(6) + extra for extra in recce)
    ranked = sorted(zip(totals, recce, sides, strict=True), reverse=True)
    return totals, None if ranked[0][:2] == ranked[1][:2] else ranked[0][2]


def _sides(position: Position) -> tuple[str, ...]:
    return tuple(force.side for force in position.course.forces)


def _first_chances(position: Position, action: RollForFirst) -> Ruling[str]:
    odds = odds_of(lambda dice: _throw_for_first(position, dice)[1] or "thrown again")
    reasons = tuple(
        Reason(f"{side}: D6 + {recce_units(position, side)} reconnaissance units", cite("Play the game"))
        for side in _sides(position)
    )
    return Ruling(str(action), likeliest(odds), reasons, odds)


CHAPTER = Chapter(
    "the turn",
    {
        RollForFirst: Procedure(
            (Step.FIRST,), just(RollForFirst), nothing_forbids, _roll_first, _first_chances
        ),
        **command.PROCEDURES,
        **activation.PROCEDURES,
        **suppression.PROCEDURES,
    },
    TURN_EVENTS,
)
