"""The turn: who goes first, and its steps from the command roll to the removal of suppression.

Rule: KGN The turn.
"""

from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy import command, declaring, rallying
from rules.kampfgruppe_normandy.chapters import Chapter, Handler, just, nothing_forbids
from rules.kampfgruppe_normandy.course import Step
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.turn_end import begin_turn
from rules.kampfgruppe_normandy.turn_events import TURN_EVENTS, FirstTurnRolled
from rules.kampfgruppe_normandy.unit_types import SpecialRule


@dataclass(frozen=True, slots=True)
class RollForFirst:
    """Both sides throw for the first turn of a meeting engagement."""

    side: str

    def __str__(self) -> str:
        return "throw for the first turn"


def recce_units(position: Position, side: str) -> int:
    return sum(position.type(unit).has(SpecialRule.RECCE) for unit in position.of_side(side))


@implements("KN-SETUP-13", "KN-SETUP-14", "KN-SPEC-17")
def _roll_first(story: Story, _: RollForFirst) -> None:
    """D6 and reconnaissance units each; a tie goes to more reconnaissance units, else it is thrown again."""
    sides = tuple(force.side for force in story.course.forces)
    recce = tuple(recce_units(story.position, side) for side in sides)
    first = None
    totals: tuple[int, ...] = (0, 0)
    while first is None:
        totals = tuple(story.dice.roll(6) + extra for extra in recce)
        ranked = sorted(zip(totals, recce, sides, strict=True), reverse=True)
        if ranked[0][:2] != ranked[1][:2]:
            first = ranked[0][2]
    story.tell(FirstTurnRolled(sides, totals, first))
    begin_turn(story, first, 1)


CHAPTER = Chapter(
    "the turn",
    {
        RollForFirst: Handler((Step.FIRST,), just(RollForFirst), nothing_forbids, _roll_first),
        **command.HANDLERS,
        **declaring.HANDLERS,
        **rallying.HANDLERS,
    },
    TURN_EVENTS,
)
