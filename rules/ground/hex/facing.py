"""Facings and arcs on hexes: twelve bearings, six through hexsides and six through vertices.

Arcs are judged on the lattice in whole numbers; a dot on the edge of an arc is within it.
"""

from rules.errors import BadInput
from rules.ground.hex.hexes import Hex, HexGrid, Lattice

STEP_DEG = 30


def bearing_steps(facing_deg: float, field: str = "facing_deg") -> int:
    """A facing as twelfths of the circle, clockwise from north.

    Raises:
        BadInput: if it points through neither a hexside nor a vertex.
    """
    steps = facing_deg / STEP_DEG
    if steps != int(steps):
        raise BadInput(field, facing_deg, f"a multiple of {STEP_DEG} degrees")
    return int(steps) % 12


def in_arc(grid: HexGrid, source: Hex, target: Hex, facing_deg: float, width_deg: int) -> bool:
    """Whether the dot of a hex lies in the arc about a facing; the own hex does not.

    Raises:
        BadInput: if facing or half the width is not a multiple of 30 degrees, or the width is not above 0 and up to 180.
    """
    if source == target:
        return False
    middle, half = bearing_steps(facing_deg), bearing_steps(width_deg / 2, "width_deg")
    if not 0 < width_deg <= 180:
        raise BadInput("width_deg", width_deg, "an arc of up to 180 degrees")
    (x1, y1), (x2, y2) = grid.centre(source), grid.centre(target)
    towards = (x2 - x1, y2 - y1)
    left, right = _direction(grid, middle - half), _direction(grid, middle + half)
    if width_deg == 180:
        return _cross(left, towards) >= 0
    return _cross(left, towards) >= 0 and _cross(towards, right) >= 0


def _direction(grid: HexGrid, steps: int) -> Lattice:
    """A lattice vector along a bearing, given in twelfths of the circle."""
    if grid.is_flat:
        on_side, number = steps % 2 == 0, steps // 2
    else:
        on_side, number = steps % 2 == 1, (steps - 1) // 2
    if on_side:
        return grid.steps[number % 6]
    return grid.corners[number % 6] if grid.is_flat else grid.corners[(steps // 2 - 1) % 6]


def _cross(one: Lattice, other: Lattice) -> int:
    return one[0] * other[1] - one[1] * other[0]
