"""Which fire comes from the rear. Chapter 11.1."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.conditions import DISRUPTED
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.unit_types import UnitKind


@implements(
    "LHY-11.1.0.1", "LHY-11.1.0.2", "LHY-11.1.2", "LHY-11.1.3.1", "LHY-11.1.3.2", "LHY-11.1b", "LHY-9.0.7"
)
def is_rear(position: Position, target: Unit, firer_at: Hex) -> bool:
    """Whether fire from a hex strikes a unit from behind: its front is where it fired, or where it drives."""
    if row_of(target).kind is UnitKind.FP:
        return False
    place = position.place(target)
    front = _front(position, target)
    return front is not None and _against(position, place, front, firer_at)


@implements("LHY-11.1c")
def _front(position: Position, target: Unit) -> tuple[int, int] | None:
    """The direction of its front on the lattice, None if nothing this turn fixed one.

    After split fire it is the vertex between the two hexsides the fire leaves by.
    """
    course, grid = position.course, position.board.grid
    x, y = grid.centre(position.place(target))
    fired = [at for unit, at in course.fired_from if unit == target.id]
    sides = sorted({leaves_by(position, position.place(target), at) for at in fired})
    if len(sides) > 1:
        fx, fy = (sum(grid.steps[side][axis] for side in sides) for axis in (0, 1))
        return fx, fy
    if fired:
        fx, fy = grid.centre(fired[-1])
        return fx - x, fy - y
    for unit, came_from, backed in course.last_side:
        if unit == target.id:
            cx, cy = grid.centre(came_from)
            return (cx - x, cy - y) if backed else (x - cx, y - cy)
    return None


def _against(position: Position, place: Hex, front: tuple[int, int], firer_at: Hex) -> bool:
    """Whether a line comes from the half behind; the line between the halves is front."""
    grid = position.board.grid
    (x, y), (fx, fy) = grid.centre(place), grid.centre(firer_at)
    across, along = (1, 3) if grid.is_flat else (3, 1)
    return across * front[0] * (fx - x) + along * front[1] * (fy - y) < 0


def leaves_by(position: Position, start: Hex, at: Hex) -> int:
    """The hexside a line leaves by: the direction it goes most along."""
    grid = position.board.grid
    (x, y), (fx, fy) = grid.centre(start), grid.centre(at)
    across, along = (1, 3) if grid.is_flat else (3, 1)
    return max(
        range(6), key=lambda k: across * grid.steps[k][0] * (fx - x) + along * grid.steps[k][1] * (fy - y)
    )


@implements("LHY-11.1a", "LHY-4.1.14b")
def is_rear_of_hex(position: Position, place: Hex, side: str, firer_at: Hex) -> bool:
    """Whether small arms fire enfilades the foot units of a side in a hex; two steady ones are immune."""
    foot = [unit for unit in position.friends_at(place, side) if row_of(unit).is_foot]
    steady = [unit for unit in foot if row_of(unit).is_combat and not unit.has(DISRUPTED)]
    return len(steady) < 2 and any(is_rear(position, unit, firer_at) for unit in foot)


@implements("LHY-4.1.14.4", "LHY-4.1.14.5", "LHY-4.1.14a")
def is_in_front(position: Position, fortified: Unit, other: Hex) -> bool:
    """Whether a hex lies in the 180 degrees before a fortified position; without a facing, all round."""
    if row_of(fortified).kind is not UnitKind.FP or fortified.facing_deg is None:
        return True
    place = position.place(fortified)
    directions = position.board.grid.steps
    start = 0.0 if position.board.grid.is_flat else 30.0
    steps = (fortified.facing_deg - start) / 60
    one = directions[int(steps) % 6]
    other_step = directions[int(steps + 0.999) % 6]
    front = one[0] + other_step[0], one[1] + other_step[1]
    return not _against(position, place, front, other)
