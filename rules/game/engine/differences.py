"""The changes of units between two states, in words: the outcome of a declaration, the same for every book."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.game.state import GameState
from rules.game.units import Unit

NO_EFFECT = "no effect"
_CHANGED = 1

UNIT_LOST = 1000
"""The severity of a lost unit, in every book."""


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """The outcome of a declaration in a player's words; a higher severity is worse for the side that is hit."""

    severity: int
    text: str
    side: str = ""


def in_sum(changes: Iterable[Outcome]) -> Outcome:
    """All changes as one outcome."""
    listed = tuple(changes)
    text = "; ".join(change.text for change in listed) or NO_EFFECT
    return Outcome(sum(change.severity for change in listed), text)


def changed_units(before: GameState, after: GameState) -> Iterator[tuple[Unit, Unit | None]]:
    """Each changed unit as it was before and as it is after; None if it is gone."""
    for unit in before.units.values():
        now = after.units.get(unit.id)
        if now is not unit and now != unit:
            yield unit, now


def changes_between(before: GameState, after: GameState) -> Iterator[Outcome]:
    """An outcome for each unit that was removed, changed its conditions, or moved."""
    for unit, now in changed_units(before, after):
        if now is None:
            yield Outcome(UNIT_LOST, f"{unit} is removed", unit.side)
            continue
        gained, lost = sorted(now.conditions - unit.conditions), sorted(unit.conditions - now.conditions)
        if gained or lost:
            words = [*gained, *(f"no longer {condition}" for condition in lost)]
            yield Outcome(
                _CHANGED * len(gained), f"{unit} is {', '.join(words)}".replace("_", " "), unit.side
            )
        if now.at != unit.at:
            yield Outcome(0, f"{unit} goes to {now.at}" if now.at else f"{unit} leaves the board")
