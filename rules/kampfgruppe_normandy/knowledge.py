"""What one side may know of a game: everything else is taken out before anything is asked for it.

Rule: KGN Taking morale counters, Registered target points; OUR 112, 161.
"""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.view import seen_by
from rules.kampfgruppe_normandy.contents import CHAPTERS
from rules.kampfgruppe_normandy.course import Course

UNKNOWN_COUNTER = "?"
"""How an enemy's morale counter looks: that it was drawn is seen, its value is not."""


@implements("KN-BMOR-12", "KN-IND-31")
def known_to(side: str, state: GameState) -> GameState:
    """What a side may know: no hidden enemies or reserves, no values of the enemy's counters, no secret points."""
    seen = seen_by(state, side)
    if isinstance(seen.course, Course):
        drawn = tuple(
            (drawer, counter if drawer == side or not counter.isdecimal() else UNKNOWN_COUNTER)
            for drawer, counter in seen.course.drawn
        )
        seen = replace(seen, course=replace(seen.course, drawn=drawn, pot=()))
        for chapter in CHAPTERS:
            if chapter.hides is not None:
                seen = chapter.hides(seen, side)
    return seen
