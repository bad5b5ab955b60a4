"""The dice of units on their way, with their rules: on leaving a hex, entering the next, or leaving the map.
Chapters 10.2, 11.4.8, 16."""

from collections.abc import Iterable, Iterator

from rules.game.engine.procedure import Factors
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.effects.leaving import (
    SIDE_EXIT_SAFE,
    are_under_fire,
    leaves_over_side,
    position_with_fire_at_edge,
    unit_and_riders,
)
from rules.last_hundred_yards.questions.activation.pinned import is_attacked_on_leaving
from rules.last_hundred_yards.questions.movement.points import next_step
from rules.last_hundred_yards.questions.movement.rivers import river_exit_check
from rules.last_hundred_yards.questions.terrain.obstacles import (
    SHOCKS_IN_WIRE,
    WAY_OUT,
    breaks_wire,
    has_mines_of_enemy,
    obstacles_on_the_way,
)
from rules.last_hundred_yards.state.markers import WIRE
from rules.last_hundred_yards.state.position import Position, row_of


def factors_of(reasons: Iterable[Reason]) -> Factors:
    """Dice by their rules as factors: each rule once, and all in one line of words."""
    distinct = tuple(dict.fromkeys(reasons))
    return Factors("; ".join(reason.text for reason in distinct), distinct)


def dice_on_the_way(position: Position, units: Iterable[Unit], to: Hex | None) -> Iterator[Reason]:
    """The dice of units that maneuver into the next hex, or off the map."""
    for unit in units:
        yield from dice_on_leaving(position, unit)
        yield from dice_out_of_obstacles(position, unit, to)
        if to is None:
            yield from dice_at_the_edge(position, unit)
            continue
        yield from dice_out_of_river(position, unit, to)
        yield from dice_on_mines(position, unit, to)


def dice_on_leaving(position: Position, unit: Unit) -> Iterator[Reason]:
    """The mortar fire on a unit that leaves its hex."""
    if is_attacked_on_leaving(position, unit):
        yield Reason("mortar fire on leaving", cite_later("11.4.8e"), (position.place(unit),))


def dice_at_the_edge(position: Position, unit: Unit) -> Iterator[Reason]:
    """The fire of its hex on a unit that leaves the map with all aboard, and the die over a side edge."""
    place, going = position.place(unit), unit_and_riders(position, unit)
    if are_under_fire(position_with_fire_at_edge(position, going), going):
        yield Reason("the fire of the hex", cite("10.2b"), (place,))
    if any(leaves_over_side(position, member) for member in going):
        yield Reason(f"{SIDE_EXIT_SAFE} or less over a side edge", cite("10.2a"), (place,))


def dice_on_mines(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """The mines of the enemy in a hex that a unit enters."""
    if has_mines_of_enemy(position, to, unit.side) and not row_of(unit).is_dummy:
        yield Reason(f"mines in {to}", cite_later("16.1"), (to,))


def dice_out_of_obstacles(position: Position, unit: Unit, to: Hex | None) -> Iterator[Reason]:
    """The dice of a unit for its way out of the wire and mines of its hex."""
    place = position.place(unit)
    yield from dice_in_wire(position, unit)
    for kind in obstacles_on_the_way(position, unit, to):
        rule = cite_later("16.2" if kind == WIRE else "16.1")
        yield Reason(f"{WAY_OUT} or less out of the {kind}", rule, (place,))


def dice_in_wire(position: Position, unit: Unit) -> Iterator[Reason]:
    """The die of an AFV that breaks the wire of its hex."""
    if breaks_wire(position, unit):
        yield Reason(f"{SHOCKS_IN_WIRE} in the wire shocks it", cite_later("16.2"), (position.place(unit),))


def dice_out_of_river(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """The roll of a unit that leaves a river."""
    step = next_step(position, unit, to)
    if step is not None and step.asks_river_exit:
        needed, leader = river_exit_check(position, unit)
        helped = ", a leader takes 1 off" if leader is not None else ""
        yield Reason(f"{needed} or less leaves the river{helped}", cite("4.1.10"), (position.place(unit),))
