"""The state as one side may know it: everything else is taken out before a question is asked for it.

Rule: KGN Taking morale counters, Registered target points; OUR 112, 161.
"""

from functools import lru_cache

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.view import seen_by
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.book.morale_counters import (
    COUNTER_TO_COME,
    UNKNOWN_COUNTER,
    USUAL_COUNTER,
    as_seen,
)
from rules.kampfgruppe_normandy.state.fire_missions import fire_support, progress_seen_by
from rules.kampfgruppe_normandy.state.progress import Progress, progress_of
from rules.kampfgruppe_normandy.state.reserves import without_unseen

Drawn = tuple[tuple[str, str], ...]
"""Who drew each counter, and which."""


@implements("KN-IND-31", "KN-SUPP-28")
def known_to(side: str, state: GameState) -> GameState:
    """The state as a side knows it: no hidden enemies or reserves, no values of the enemy's counters, no secret points.

    What stands beside a unit on the table, as a suppression marker, everyone sees.
    """
    seen = seen_by(without_unseen(state, side), side)
    if isinstance(seen.course, Progress):
        seen = seen.changed(course=progress_seen_by(_without_counters_of_the_enemy(seen.course, side), side))
    return seen


@implements("KN-BMOR-12", "KN-BMOR-34b")
def _without_counters_of_the_enemy(progress: Progress, side: str) -> Progress:
    """How many counters he has drawn is seen, not what they are worth; what the table is thrown for, both know.

    Rule: KGN Taking morale counters, Alternative morale table.
    """
    if not progress.setting.counters:
        return progress
    return progress.changed(drawn=_drawn_as_seen(progress.drawn, side), pot=as_seen(progress.pot))


@lru_cache(maxsize=256)
def _drawn_as_seen(drawn: Drawn, side: str) -> Drawn:
    return tuple([
        (drawer, counter if drawer == side or not counter.isdecimal() else UNKNOWN_COUNTER)
        for drawer, counter in drawn
    ])  # fmt: skip


def supposed(state: GameState) -> GameState:
    """What a side knows, each counter of unknown value taken for one of the usual: so a game can be played on to where they are added up."""
    progress = progress_of(state)
    drawn = tuple((side, _supposed(counter)) for side, counter in progress.drawn)
    pot = tuple((_supposed(counter), left) for counter, left in progress.pot)
    return state.changed(course=progress.changed(drawn=drawn, pot=pot))


def _supposed(counter: str) -> str:
    return USUAL_COUNTER if counter in (UNKNOWN_COUNTER, COUNTER_TO_COME) else counter


def secrets_of(side: str, state: GameState) -> tuple[str, ...]:
    """What a side keeps from the other in a game, in words: its counters, registered points and reserves."""
    progress = progress_of(state)
    kept = {
        'the values of its morale counters (with options.morale "table" they are known to both)': progress.setting.counters,
        "registered target points": any(
            point.side == side and not point.known for point in fire_support(progress).points
        ),
        "which of its units are in reserve, and when and where they come": any(
            unit.side == side and unit.has(RESERVE) for unit in state.units.values()
        ),
    }
    return tuple(words for words, is_kept in kept.items() if is_kept)
