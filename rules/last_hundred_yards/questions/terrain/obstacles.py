"""Mines and wire in a hex, and the units that they hold. Chapter 16."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.directions import exits_open, is_toward
from rules.last_hundred_yards.state.markers import MINES, WIRE
from rules.last_hundred_yards.state.position import Position, row_of

WAY_OUT = 5
"""The highest die on which a unit gets out of wire or mines."""

SHOCKS_IN_WIRE = 10
"""The lowest die on which wire shocks an AFV that leaves it."""


def has_wire(position: Position, place: Hex) -> bool:
    """Whether there is wire in a hex."""
    return position.is_marked(WIRE, place)


@implements("LHY-16.1.0d")
def has_mines_of_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether there are mines in a hex that a side did not lay; its own neither harm nor hold its men (reading 150)."""
    mined = position.is_marked(MINES, place)
    return mined and any(marker.side != side for marker in position.state.markers_at(place, MINES))


@implements("LHY-16.1.2a.1", "LHY-16.2a")
def obstacles_for(position: Position, place: Hex, side: str) -> Iterator[str]:
    """The obstacles of a hex that hold men of a side: wire, and mines that are not its own."""
    if has_wire(position, place):
        yield WIRE
    if has_mines_of_enemy(position, place, side):
        yield MINES


@implements("LHY-16.1.1.3", "LHY-16.2a", "LHY-16.2a.heroic")
def ends_maneuver(position: Position, unit: Unit, place: Hex) -> bool:
    """Whether mines or wire in a hex end the maneuver of a unit that enters.

    Mines stop all but dummies, wire stops men. Neither stops heroes.
    """
    row = row_of(unit)
    mined = not row.is_dummy and has_mines_of_enemy(position, place, unit.side)
    return not unit.has(HEROIC) and (mined or (row.is_foot and has_wire(position, place)))


def breaks_wire(position: Position, unit: Unit) -> bool:
    """Whether a unit is an AFV in wire, which it breaks as it leaves."""
    return row_of(unit).kind is UnitKind.AFV and WIRE in _obstacles_around(position, unit)


@implements("LHY-16.1.2a.1", "LHY-16.1.2a.2")
def obstacles_on_the_way(position: Position, unit: Unit, to: Hex | None) -> tuple[str, ...]:
    """The mines, and for men the wire, that a unit needs a die to leave by this step: only toward or over the enemy's edge.

    Mines do not hold dummies (reading 152).
    """
    enemy_edge = position.mission.side(position.mission.enemy(unit.side)).edge
    leads_there = (
        exits_open(position, unit) == {enemy_edge}
        if to is None
        else is_toward(position, position.place(unit), to, enemy_edge)
    )
    if not leads_there:
        return ()
    row = row_of(unit)
    by_mines = not row.is_dummy and (row.is_foot or row.is_vehicle)
    return tuple(
        kind for kind in _obstacles_around(position, unit) if (by_mines if kind == MINES else row.is_foot)
    )


def _obstacles_around(position: Position, unit: Unit) -> tuple[str, ...]:
    """The wire and mines that hold a unit in its hex; none for a Heroic unit."""
    return () if unit.has(HEROIC) else tuple(obstacles_for(position, position.place(unit), unit.side))


@implements("LHY-16.2a.die", "LHY-16.2a")
def held_in_wire(position: Position, unit: Unit, to: Hex | None) -> Iterator[Reason]:
    """Why men may not leave wire toward the enemy's edge: they entered it in this turn, or the hex's one die
    of the turn has failed."""
    course = position.course
    if not course.came_into_wire and not course.held_in_wire:
        return
    place = position.place(unit)
    came = unit.id in course.came_into_wire
    if not (came or place in course.held_in_wire) or WIRE not in obstacles_on_the_way(position, unit, to):
        return
    held = f"{unit}, which entered it," if came else "all men in it"
    yield Reason(f"the wire in {place} holds {held} for this turn", cite_later("16.2"), (place,))
