"""A group that marches together: where its stands get to, as far as all of them can go and still touch.

Either they keep formation, or they go in column along the way of the first stand, as on a road; in column if that takes
the group a fifth further.

Rule: MATG2 8.1.1, 8.3.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

import numpy as np

from rules.game.going import Party
from rules.game.movement import TableMovement
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot, is_overlapping
from rules.ground.table.movement.reach import TableReach
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.questions.movement import path_cost
from rules.micro_armour.questions.reach import movements
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.stands import (
    base_at,
    contact_groups,
    is_inside,
    overlapped_by,
    spot_of,
    table_of,
)

_STEP_IN = 0.25
_FINE_IN = 0.001
_CLOSEST_IN, _FARTHEST_IN = 0.9, 2.0
_FURTHER = 1.2

Formation = Callable[[float], tuple[Spot, ...] | None]
"""A function: the places of the stands when the first has gone so many inches along its way; None if they cannot stand so yet."""


def march(position: Position, stands: tuple[Unit, ...], goal: Spot) -> tuple[Party, ...]:
    """Each stand with the place it gets to, the first stand first; none if they do not touch, or cannot move together.

    The stands are given where they stand or enter, with the facing they will have.
    """
    if len(stands) < 2 or len(contact_groups(stands)) > 1:
        return ()
    lead, *others = sorted(stands, key=lambda stand: goal.gap_in(spot_of(stand)))
    others.sort(key=lambda stand: spot_of(lead).gap_in(spot_of(stand)))
    members = (lead, *others)
    reaches = tuple(reach for stand in members if (reach := _reach(position, stand)) is not None)
    movement = _movement(position, lead)
    way = None if movement is None else movement.graph.way(spot_of(lead), goal)
    if way is None or len(reaches) < len(members):
        return ()
    spots = tuple(way.spots)
    kept, column = (
        _farthest(position, members, reaches, spots, formation)
        for formation in (_as_they_stand(members, spots), _in_column(members, spots))
    )
    best = column if column and (not kept or column[0] > _FURTHER * kept[0]) else kept
    if not best:
        return ()
    why = () if best[1][0].gap_in(goal) < _STEP_IN else (_reason_it_stops(position),)
    return tuple(
        Party((stand.id,), position.state.unit(stand.id).at or spot_of(stand), place, why)
        for stand, place in zip(members, best[1], strict=True)
    )


def _reason_it_stops(position: Position) -> Reason:
    return Reason("as far as the whole group gets in base contact", position.edition.cite("8.1.1"))


def _movement(position: Position, stand: Unit) -> TableMovement | None:
    """The movement of a stand from where it stands or enters; None if it cannot move."""
    ways = movements(position.state.with_unit(stand), stand, "", position.book).verdict
    return next((movement for movement in ways if isinstance(movement, TableMovement)), None)


def _reach(position: Position, stand: Unit) -> TableReach | None:
    """The reach of a stand; one that enters first pays for that."""
    if (movement := _movement(position, stand)) is None:
        return None
    points = float(movement.points)
    if position.state.unit(stand.id).at is None:
        points -= path_cost(table_of(position.state), (spot_of(stand),), enters=True).cost or points
    return movement.graph.reach(spot_of(stand), max(points, 0.0))


def _as_they_stand(members: tuple[Unit, ...], way: tuple[Spot, ...]) -> Formation:
    first = spot_of(members[0])
    offsets = [(spot_of(member).x_in - first.x_in, spot_of(member).y_in - first.y_in) for member in members]

    def places(gone_in: float) -> tuple[Spot, ...]:
        at = _along(way, gone_in)
        return tuple(Spot(at.x_in + east, at.y_in + south).to_thousandth() for east, south in offsets)

    return places


def _in_column(members: tuple[Unit, ...], way: tuple[Spot, ...]) -> Formation:
    def places(gone_in: float) -> tuple[Spot, ...] | None:
        spots = [_along(way, gone_in).to_thousandth()]
        for unit, other in pairwise(members):
            behind = _behind(way, gone_in, unit, other, spots[-1])
            if behind is None:
                return None
            gone_in = behind
            spots.append(_along(way, gone_in).to_thousandth())
        return tuple(spots)

    return places


def _behind(way: tuple[Spot, ...], ahead_in: float, one: Unit, other: Unit, at: Spot) -> float | None:
    """How far along the way the next stand is when it touches the one before it; None if the way is too short."""
    before = base_at(at, one.heading_deg)

    def overlaps(back_in: float) -> bool:
        spot = _along(way, ahead_in - back_in)
        return is_overlapping(before, base_at(spot, other.heading_deg))

    close_in = _CLOSEST_IN
    while overlaps(close_in):
        close_in += _STEP_IN / 5
        if close_in > min(ahead_in, _FARTHEST_IN):
            return None
    near_in, apart_in = close_in - _STEP_IN / 5, close_in
    while apart_in - near_in > _FINE_IN:
        middle_in = (near_in + apart_in) / 2
        near_in, apart_in = (middle_in, apart_in) if overlaps(middle_in) else (near_in, middle_in)
    return ahead_in - apart_in if apart_in <= ahead_in else None


def _farthest(
    position: Position,
    members: tuple[Unit, ...],
    reaches: tuple[TableReach, ...],
    way: tuple[Spot, ...],
    formation: Formation,
) -> tuple[float, tuple[Spot, ...]] | None:
    """How far the first stand can go so that all have room and points, and the places of all then."""
    table = table_of(position.state)
    for gone_in in _from_the_end(way, reaches[0]):
        places = formation(gone_in)
        if (
            places is not None
            and all(_gets_to(table, *pair) for pair in zip(reaches, places, strict=True))
            and _has_room(position, members, places)
        ):
            return gone_in, places
    return None


def _from_the_end(way: tuple[Spot, ...], reach: TableReach) -> Iterator[float]:
    """The distances along its way that the first stand alone can go, the farthest first."""
    whole_in = sum(start.gap_in(end) for start, end in pairwise(way))
    inches = np.append(np.arange(whole_in, _STEP_IN, -_STEP_IN), _STEP_IN)
    spots = np.array([_along(way, inch) for inch in inches.tolist()], dtype=np.float64)
    yield from inches[np.isfinite(reach.cost_at(spots))].tolist()


def _gets_to(table: Tabletop, reach: TableReach, place: Spot) -> bool:
    return place in table and bool(np.isfinite(reach.cost_at(np.array([place], dtype=np.float64))[0]))


def _has_room(position: Position, members: tuple[Unit, ...], places: tuple[Spot, ...]) -> bool:
    bases = [base_at(at, member.heading_deg) for member, at in zip(members, places, strict=True)]
    ignoring = [member.id for member in members]
    return (
        all(is_inside(table_of(position.state), base) for base in bases)
        and all(overlapped_by(position.state, base, ignoring=ignoring) is None for base in bases)
        and not any(is_overlapping(base, other) for base, other in combinations(bases, 2))
    )


def _along(way: tuple[Spot, ...], inches: float) -> Spot:
    left_in = max(inches, 0.0)
    for start, end in pairwise(way):
        leg_in = start.gap_in(end)
        if leg_in >= left_in:
            return start.ahead(start.bearing_deg(end), left_in)
        left_in -= leg_in
    return way[-1]
