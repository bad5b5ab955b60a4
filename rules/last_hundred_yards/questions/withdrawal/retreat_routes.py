"""Routes of retreats: the next hexes in the order of the book, and where a retreat may end. Chapter 13.6.3."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import SHOCKED
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.assembling import is_near_home_hex
from rules.last_hundred_yards.questions.movement.entering import forbids_vehicle
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.questions.terrain.directions import exits_open
from rules.last_hundred_yards.questions.withdrawal.ways_back import (
    MOST_WHERE_SLOW,
    first_in_order,
    is_slow,
    own_edge,
    steps_back,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision

LEAST_RETREAT, MOST_RETREAT = 2, 4


@implements("LHY-13.6.3.4", "LHY-13.6.3.6", "LHY-13.6.3c.1", "LHY-13.6.3.3.enemies")
def retreat_hexes(position: Position, unit: Unit, due: Decision) -> tuple[Hex, ...]:
    """The hexes that may come next in a retreat.

    Men follow the order of the book; vehicles may go anywhere they can drive, and through the enemy if they get out again.
    A unit goes through mortar fire only if it has no other way and has not gone far enough, and breaks out through the
    enemy only if it has not even that. Such a hex must lead on, as no retreat may end there.
    """
    if is_stuck(unit) or _is_far(position, unit, due):
        return ()
    near, free = _neighbours(position, unit, due), _free_hexes(position, unit, due)
    held = [at for at in near if position.enemies_at(at, unit.side) and not position.is_impact_hex(at)]
    if row_of(unit).is_vehicle:
        free += (at for at in held if _is_way_out(position, unit, due, at))
    plain = _first_in_order(position, unit, due, free)
    if plain or may_leave(position, unit, due) or _is_enough(position, unit, due):
        return plain
    rough = [at for at in near if at not in free and _is_way_out(position, unit, due, at)]
    calm = [at for at in rough if not position.enemies_at(at, unit.side)]
    return _first_in_order(position, unit, due, calm) or tuple(at for at in rough if at not in calm)


@implements("LHY-13.6.3.3")
def _first_in_order(position: Position, unit: Unit, due: Decision, open_to_it: list[Hex]) -> tuple[Hex, ...]:
    """Of the hexes open to a unit, those that come first in the order for men; all of them for vehicles."""
    if row_of(unit).is_vehicle:
        return tuple(open_to_it)
    return first_in_order(position, unit, _way(due), open_to_it)


def _free_hexes(position: Position, unit: Unit, due: Decision) -> list[Hex]:
    """The next hexes in which a retreat may end."""
    return [at for at in _neighbours(position, unit, due) if not _bars_stay(position, unit, at)]


def _is_way_out(position: Position, unit: Unit, due: Decision, near: Hex) -> bool:
    there, after = replace(unit, at=near), replace(due, path=(*due.path, near))
    return may_leave(position, there, after) or bool(retreat_hexes(position, there, after))


@implements("LHY-13.6.3.3", "LHY-13.6.3.3.bt", "LHY-13.6.3c.2", "LHY-4.1.9g", "LHY-16.2.0")
def _neighbours(position: Position, unit: Unit, due: Decision) -> list[Hex]:
    """The next hexes that are not barred; a vehicle needs the MP, except for its first hex (reading 75)."""
    place, left = position.place(unit), _mp_left(position, unit, due)
    return [
        near for near in position.board.grid.neighbours(place)
        if near not in _way(due)
        and (step := position.ground.step(position.state, unit, place, "", near)) is not None
        and (not row_of(unit).is_vehicle or not due.path or step.mp <= left)
        and not _goes_too_far(position, unit, due, near)
        and next(forbids_vehicle(position, unit, near), None) is None
    ]  # fmt: skip


def _way(due: Decision) -> tuple[Hex, ...]:
    """The hex of the assault, and the hexes entered since."""
    return (due.place, *due.path)


def _mp_left(position: Position, unit: Unit, due: Decision) -> Fraction:
    """The MP that a retreating vehicle has left."""
    steps = (position.ground.step(position.state, unit, start, "", end) for start, end in pairwise(_way(due)))
    spent = sum((step.mp for step in steps if step is not None), Fraction(0))
    return position.mission.edition.vehicle_retreat_mp - spent


@implements("LHY-13.6.3e", "LHY-13.6.3.3", "LHY-13.6.3.2", "LHY-13.6.3.1")
def _is_far(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether the retreat has gone as far as it may."""
    if row_of(unit).is_vehicle and due.path and _mp_left(position, unit, due) <= 0:
        return True
    return _goes_too_far(position, unit, due, None)


@implements("LHY-13.6.3e", "LHY-21.4.2b.action")
def _goes_too_far(position: Position, unit: Unit, due: Decision, to: Hex | None) -> bool:
    """Whether it is too far to enter one more hex, or to leave the map if `to` is None."""
    way = due.path if to is None else (*due.path, to)
    if is_slow(position, due.at, way):
        return len(due.path) >= MOST_WHERE_SLOW
    return not row_of(unit).is_vehicle and len(due.path) >= due.most


@implements("LHY-10.2.2", "LHY-13.6.3e", "LHY-13.6.3.2")
def may_leave(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether a retreat may leave the map here; men leave over an edge that is not their own only where no
    free hex leads back (reading 212)."""
    edges = exits_open(position, unit)
    if not edges or _is_far(position, unit, due):
        return False
    if row_of(unit).is_vehicle or own_edge(position, unit.side) in edges:
        return True
    return set(steps_back(position, unit, _way(due))).isdisjoint(_free_hexes(position, unit, due))


def is_stuck(unit: Unit) -> bool:
    """Whether a unit cannot retreat or advance at all: guns, FPs and shocked vehicles."""
    return row_of(unit).kind in (UnitKind.GUN, UnitKind.FP) or unit.has(SHOCKED)


def may_stop(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether a retreat may end here: it has gone far enough, or no way is left."""
    if _is_enough(position, unit, due):
        return True
    return not retreat_hexes(position, unit, due) and not may_leave(position, unit, due)


@implements("LHY-13.6.3.1", "LHY-22.1.8c")
def _is_enough(position: Position, unit: Unit, due: Decision) -> bool:
    """Whether a retreat has gone far enough to end in this hex.

    Men have once they have entered as many hexes as the order asks at least. One hex is enough for vehicles, for a unit that
    landed from the air and is in or next to a hex to which it goes back, and, unless four hexes are ordered, for men who came
    into cover, into a hex with a friendly vehicle, or over a wall.
    """
    if not due.path or may_not_stay(position, unit):
        return False
    if len(due.path) >= due.least or row_of(unit).is_vehicle or is_near_home_hex(position, unit):
        return True
    place = position.place(unit)
    before = due.path[-2] if len(due.path) > 1 else due.at
    assert before is not None
    over_wall = position.board.grid.hexside(before, place) in position.board.walls
    with_vehicle = any(
        row_of(friend).is_vehicle for friend in position.friends_at(place, unit.side) if friend.id != unit.id
    )
    return due.least < MOST_RETREAT and (not is_open(position, place) or with_vehicle or over_wall)


@implements("LHY-13.6.3.4")
def may_not_stay(position: Position, unit: Unit) -> bool:
    """Whether a unit is where no retreat may end: among the enemy, or under mortar fire."""
    return _bars_stay(position, unit, position.place(unit))


def _bars_stay(position: Position, unit: Unit, place: Hex) -> bool:
    return position.is_impact_hex(place) or bool(position.enemies_at(place, unit.side))
