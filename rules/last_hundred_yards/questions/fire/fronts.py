"""The fronts of units, and which fire comes from the rear. Chapter 11.1."""

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward, reach_along
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Progress


@implements(
    "LHY-11.1.0.1", "LHY-11.1.0.2", "LHY-11.1.2", "LHY-11.1.3.1", "LHY-11.1.3.2", "LHY-11.1b", "LHY-9.0.7",
    "LHY-11.5.4g",
)  # fmt: skip
def is_rear(position: Position, target: Unit, firer_at: Hex) -> bool:
    """Whether fire from a hex hits a unit from behind; its front is toward where it fired, or where it drives."""
    if row_of(target).kind is UnitKind.FP:
        return False
    front = front_of(position, target)
    return front is not None and enters_rear(position.board.grid, position.place(target), front, firer_at)


def front_of(position: Position, target: Unit) -> tuple[int, ...] | None:
    """The hexside of a unit's front, or the two beside a vertex; None if nothing in this cycle fixed a front (reading 211)."""
    course, place = position.course, position.place(target)
    due = enfilade_fire_due(course)
    if due is not None and due.target == target.id:
        return due.fronts[0]
    fired = [
        hexsides_toward(position.board.grid, place, at) for unit, at in course.fired_from if unit == target.id
    ]
    if fired:
        return fired[0] if len(fired) == 1 else _between(fired[-2], fired[-1])
    for unit, came_from, backed in reversed(course.trail):
        if unit == target.id and came_from != place:
            return driven_front(position, place, came_from, backed)
    return None


def driven_front(position: Position, place: Hex, came_from: Hex, backed: bool) -> tuple[int, ...]:
    """The front of a vehicle by the hexside that it entered through: the opposite one, or that one if it backed in."""
    crossed = hexsides_toward(position.board.grid, place, came_from)
    return crossed if backed else tuple((side + 3) % 6 for side in crossed)


@implements("LHY-11.1c")
def _between(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The front after split fire: the hexside that both lines leave by, or the vertex between the two."""
    if one == other:
        return one
    nearest = min(_pairs(one, other), key=_gap)
    return tuple(sorted(set(nearest)))


def are_beside(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two lines leave a hex by the same hexside or by adjacent ones."""
    return min(map(_gap, _pairs(one, other))) <= 1


def _pairs(one: tuple[int, ...], other: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(a, b) for a in one for b in other]


def _gap(sides: tuple[int, int]) -> int:
    """How many hexsides apart two hexsides are, the shorter way round."""
    apart = abs(sides[0] - sides[1])
    return min(apart, 6 - apart)


def enfilade_fire_due(course: Progress) -> Decision | None:
    """The decision on the next fire of a declared enfilade, if one is due."""
    return course.due_of(DecisionKind.ENFILADE_FIRE) if course.decisions else None


def shot_due(course: Progress) -> Decision | None:
    """The decision on the shot owed at a hex that was asked about, if one is due (4.3)."""
    return course.due_of(DecisionKind.OWED_SHOT) if course.decisions else None


def enters_rear(grid: HexGrid, place: Hex, front: tuple[int, ...], firer_at: Hex) -> bool:
    """Whether fire from a hex enters another in its rear half.

    `front` is a hexside or the two beside a vertex. The line between the halves counts as front.
    """
    reach = reach_along(grid, place, firer_at)
    return sum([reach[side] for side in front]) < 0


STEADY_IMMUNE = 2
"""With this many steady units a hex is immune to enfilade by small arms."""


@implements("LHY-11.1a", "LHY-4.1.14b")
@memoized
def is_rear_of_hex(position: Position, place: Hex, side: str, firer_at: Hex) -> bool:
    """Whether small arms fire enfilades the men and guns of a side in a hex; two steady units are immune."""
    if len(steady_on_foot(position, place, side)) >= STEADY_IMMUNE:
        return False
    friends = position.friends_at(place, side)
    return any(not row_of(unit).is_vehicle and is_rear(position, unit, firer_at) for unit in friends)


@implements("LHY-11.1a", "LHY-2.1.3")
def steady_on_foot(position: Position, place: Hex, side: str) -> tuple[Unit, ...]:
    """The undisrupted combat units of a side in a hex that are no vehicles: towed guns and fortified positions too (2.1)."""
    return tuple(
        unit
        for unit in position.friends_at(place, side)
        if row_of(unit).is_combat and not row_of(unit).is_vehicle and not unit.has(DISRUPTED)
    )
