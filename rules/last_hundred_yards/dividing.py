"""Small arms markers of a hex that one unit leaves and others do not: the other side says which go along. Chapter 11.3.1."""

from collections.abc import Iterator
from itertools import product

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hexes import Hex
from rules.last_hundred_yards.conditions import HIDDEN
from rules.last_hundred_yards.course import Decision, DecisionKind, FireKind, FireMarker
from rules.last_hundred_yards.fire_actions import DivideMarkers
from rules.last_hundred_yards.marker_events import FiresMoved
from rules.last_hundred_yards.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling

_DIVISION = cite("11.3.1b", Provenance.LATER_EDITION)


def soft_fires(position: Position, place: Hex, side: str) -> tuple[FireMarker, ...]:
    """The small arms markers in a hex that lie on a side."""
    fires = position.course.fires_at(place)
    return tuple(fire for fire in fires if fire.kind is FireKind.SADRM and fire.against == side)


def is_shared(position: Position, place: Hex, side: str) -> bool:
    """Whether units of a side are left in a hex on which small arms markers work; hidden ones are not betrayed."""
    return any(
        not row_of(unit).is_vehicle and not unit.has(HIDDEN) and not position.course.is_aboard(unit.id)
        for unit in position.friends_at(place, side)
    )


@implements("LHY-11.3.1b")
def ask_for_division(telling: Telling, unit_id: str, start: Hex) -> None:
    """A unit has left others under small arms markers: the enemy divides them, once for a stack that left together."""
    unit = telling.state.unit(unit_id)
    due = _due(telling.position)
    if due is None or due.at != start or telling.state.unit(due.unit).at != unit.at:
        enemy = telling.position.mission.enemy(unit.side)
        telling.put(DecisionDue(Decision(DecisionKind.DIVIDE_MARKERS, enemy, unit_id, start), first=True))


def drop_division(telling: Telling, start: Hex) -> None:
    """Nothing is left to divide: the last unit took the markers along, or the one that left is back."""
    while (due := _due(telling.position)) is not None and due.at == start:
        telling.put(DecisionTaken())


def _due(position: Position) -> Decision | None:
    due = position.course.decisions[:1]
    return due[0] if due and due[0].kind is DecisionKind.DIVIDE_MARKERS else None


def candidates(position: Position, side: str) -> Iterator[DivideMarkers]:
    """So many of each value, from none to all; markers of one value are alike."""
    due = _due(position)
    if due is None or due.at is None:
        return
    by_value: dict[int, list[int]] = {}
    for fire in soft_fires(position, due.at, position.mission.enemy(side)):
        by_value.setdefault(fire.value, []).append(fire.number)
    alike = list(by_value.values())
    for counts in product(*(range(len(numbers) + 1) for numbers in alike)):
        chosen = (numbers[:count] for numbers, count in zip(alike, counts, strict=True))
        yield DivideMarkers(side, due.unit, tuple(sorted(number for part in chosen for number in part)))


def forbids(position: Position, action: DivideMarkers) -> Iterator[Reason]:
    """Why markers may not go along so."""
    due = _due(position)
    if due is None or due.at is None or due.unit != action.unit:
        yield Reason(f"no markers of {action.unit} are to be divided now", _DIVISION)
        return
    lying = {fire.number for fire in soft_fires(position, due.at, position.mission.enemy(action.side))}
    if not lying.issuperset(action.fires) or len(set(action.fires)) != len(action.fires):
        shown = ", ".join(map(str, sorted(lying)))
        yield Reason(f"the markers of {due.at} are {shown}, each once", _DIVISION, (due.at,))


def divide(telling: Telling, action: DivideMarkers) -> None:
    """The markers chosen go along with the unit that left, the others stay."""
    due = telling.course.decisions[0]
    telling.put(DecisionTaken())
    if action.fires:
        telling.put(FiresMoved(action.fires, telling.position.place(telling.state.unit(due.unit))))


DIVIDE = Procedure(candidates, forbids, divide)
