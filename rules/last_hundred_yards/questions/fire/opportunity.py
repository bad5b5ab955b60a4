"""Opportunity fire: anti-tank fire at a vehicle that drove through the open and is out of sight now. Chapter 11.5.4g."""

from collections.abc import Iterator
from itertools import pairwise

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.questions.fire.fronts import driven_front, enters_rear
from rules.last_hundred_yards.questions.terrain.cover import is_in_the_open
from rules.last_hundred_yards.questions.terrain.field_of_fire import has_line_of_fire
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Step

LEAST_OPEN_HEXES = 3
_OPPORTUNITY = cite_later("11.5.4g")


@implements("LHY-11.5.4g")
def hexes_just_entered(position: Position, vehicle: Unit) -> tuple[Hex, ...]:
    """The hexes that a vehicle has just entered, if there are enough to fire at it there in reaction; else none."""
    course = position.course
    if course.step is not Step.REACTION or not row_of(vehicle).is_vehicle:
        return ()
    drives = (deed for deed in course.deeds if deed.unit == vehicle.id and deed.is_maneuver)
    entered = next((deed.hexes for deed in drives), ())
    return entered if len(entered) >= LEAST_OPEN_HEXES else ()


@implements("LHY-4.1.9c.1")
@memoized
def _as_it_entered(position: Position, vehicle: Unit) -> tuple[Unit | None, ...]:
    """A vehicle as it was in each hex that it has just entered, with None for hexes where it was not in the open."""
    each = (vehicle.moved(at) for at in hexes_just_entered(position, vehicle))
    return tuple([passing if is_in_the_open(position, passing) else None for passing in each])


@implements("LHY-11.5.4g")
def hexes_passed(position: Position, unit: Unit, start: Hex, target: Unit) -> tuple[Hex, ...]:
    """The hexes in which a unit may fire at a passing vehicle: three or more open ones in a row that it saw the vehicle enter.

    There are none if the vehicle can be seen where it is now, or outside reaction.
    """
    driven = _as_it_entered(position, target)
    if not driven or has_line_of_fire(position, unit, start, target):
        return ()
    passed: list[Hex] = []
    run: list[Hex] = []
    for passing in (*driven, None):
        if passing is not None and has_line_of_fire(position, unit, start, passing):
            run.append(position.place(passing))
            continue
        if len(run) >= LEAST_OPEN_HEXES:
            passed += run
        run = []
    return tuple(dict.fromkeys(passed))


def forbids_through(
    position: Position, unit: Unit, start: Hex, target: Unit | None, through: Hex
) -> Iterator[Reason]:
    """Why a unit may not fire at a vehicle as it passed through a hex."""
    if position.course.step is not Step.REACTION:
        yield Reason("a vehicle may be fired at as it passed only in reaction", _OPPORTUNITY)
    elif target is None or not row_of(target).is_vehicle:
        yield Reason("only a known vehicle may be fired at as it passed", _OPPORTUNITY)
    elif has_line_of_fire(position, unit, start, target):
        yield Reason(f"{target} can be seen where it is", _OPPORTUNITY, (position.place(target),))
    elif through not in hexes_passed(position, unit, start, target):
        yield Reason(
            f"{target} did not enter {LEAST_OPEN_HEXES} open hexes in a row, {through} among them, in LOS",
            _OPPORTUNITY,
            (through,),
        )


def is_rear_in_passing(position: Position, target: Unit, through: Hex, firer_at: Hex) -> bool:
    """Whether fire hits a passing vehicle from behind in a hex, by the hexside through which it entered the hex."""
    trail = [entry for entry in position.course.trail if entry[0] == target.id]
    for (_, came_from, backed), (_, left, _) in pairwise(trail):
        if left == through:
            return enters_rear(
                position.board.grid, through, driven_front(position, through, came_from, backed), firer_at
            )
    return False
