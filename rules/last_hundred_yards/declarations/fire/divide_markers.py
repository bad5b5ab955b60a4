"""Dividing small arms markers of a hex that one unit leaves and others do not: the enemy says which go along. Chapter 11.3.1."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.game.engine.procedure import Procedure
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.marker_division import small_arms_markers
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.view import unit_in_words
from rules.last_hundred_yards.state.events.fire_events import FiresMoved
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import DecisionKind


@dataclass(frozen=True, slots=True)
class DivideMarkers:
    """Say which small arms markers, by their numbers, go along with an enemy that left others in its hex (11.3.1)."""

    side: str
    unit: UnitId
    fires: tuple[int, ...]

    def __str__(self) -> str:
        many = len(self.fires)
        markers = f"{many} markers go" if many > 1 else "1 marker goes" if many else "no marker goes"
        return f"{markers} along with {unit_in_words(self.unit)}"


_DIVISION = cite_later("11.3.1b")


def candidates(position: Position, side: str) -> Iterator[DivideMarkers]:
    """Every way to divide the markers: from none to all of each value, as markers of one value are alike."""
    due = position.course.due
    by_value: dict[int, list[int]] = {}
    for fire in small_arms_markers(position, due.place, position.mission.enemy(side)):
        by_value.setdefault(fire.value, []).append(fire.number)
    alike = list(by_value.values())
    for counts in product(*(range(len(numbers) + 1) for numbers in alike)):
        chosen = (numbers[:count] for numbers, count in zip(alike, counts, strict=True))
        yield DivideMarkers(side, due.unit, tuple(sorted(number for part in chosen for number in part)))


def forbids(position: Position, action: DivideMarkers) -> Iterator[Reason]:
    """Why these markers may not go along."""
    due = position.course.due
    if due.unit != action.unit:
        yield Reason(f"no markers of {action.unit} are to be divided now", _DIVISION)
        return
    lying = {
        fire.number for fire in small_arms_markers(position, due.place, position.mission.enemy(action.side))
    }
    if not lying.issuperset(action.fires) or len(set(action.fires)) != len(action.fires):
        shown = ", ".join(map(str, sorted(lying)))
        yield Reason(f"the markers of {due.place} are {shown}, each once", _DIVISION, (due.place,))


def divide(resolution: Resolution, action: DivideMarkers) -> None:
    """Move the chosen markers along with the unit that left; the others stay."""
    due = resolution.course.due
    resolution.happen(DecisionTaken())
    if action.fires:
        resolution.happen(
            FiresMoved(action.fires, resolution.position.place(resolution.state.unit(due.unit)))
        )


def sentence(position: Position, action: DivideMarkers) -> str:
    """The markers that go along in words, by their values, as their numbers mean nothing to a player."""
    values = [f"{fire.value:+d}" for fire in position.course.fires if fire.number in action.fires]
    if not values:
        return str(action)
    return f"{' and '.join(values)} {'go' if values[1:] else 'goes'} along with {unit_in_words(action.unit)}"


DIVIDE = Procedure(
    DivideMarkers, (DecisionKind.DIVIDE_MARKERS,), candidates, forbids, divide, sentence=sentence
)
