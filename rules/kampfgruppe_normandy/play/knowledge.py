"""The state as a side knows it, with everything secret removed before questions are asked on its behalf.

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
"""The side that drew each counter, and what it shows."""


@implements("KN-IND-31", "KN-SUPP-28")
def known_to(side: str, state: GameState) -> GameState:
    """The state as a side knows it: no hidden enemies or reserves, no values of the enemy's counters, no secret points.

    What is marked beside a unit on the table, such as suppression, is visible to both sides.
    """
    seen = seen_by(without_unseen(state, side), side)
    if isinstance(seen.course, Progress):
        seen = seen.changed(course=progress_seen_by(_without_counters_of_the_enemy(seen.course, side), side))
    return seen


@implements("KN-BMOR-12", "KN-BMOR-34b")
def _without_counters_of_the_enemy(progress: Progress, side: str) -> Progress:
    """The progress without the values of the enemy's counters; their number, and results of the table, both sides know.

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
    """A side's state with every unknown counter given the usual value, so that play can go on until counters are added up."""
    progress = progress_of(state)
    drawn = tuple((side, _with_usual_value(counter)) for side, counter in progress.drawn)
    pot = tuple((_with_usual_value(counter), left) for counter, left in progress.pot)
    return state.changed(course=progress.changed(drawn=drawn, pot=pot))


def _with_usual_value(counter: str) -> str:
    return USUAL_COUNTER if counter in (UNKNOWN_COUNTER, COUNTER_TO_COME) else counter


def secrets_of(side: str, state: GameState) -> tuple[str, ...]:
    """What a side keeps from the other in a game, in words: its counters, registered points and reserves."""
    progress = progress_of(state)
    kinds = {
        'the values of its morale counters (with options.morale "table" they are known to both)': progress.setting.counters,
        "registered target points": any(
            point.side == side and not point.known for point in fire_support(progress).points
        ),
        "which of its units are in reserve, and when and where they come": any(
            unit.side == side and unit.has(RESERVE) for unit in state.units.values()
        ),
    }
    return tuple(words for words, is_secret in kinds.items() if is_secret)
