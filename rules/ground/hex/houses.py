"""The outline of a house that the board does not draw: round the centre dot of its hex, and clear of the road there."""

from itertools import pairwise

from rules.ground.hex.hexes import Hex, HexGrid, Lattice

ROADWAY_PER_CENT = 24
"""How wide the roadway is, in per cent of a hexside: 7 yards where a hex is 50 wide."""


def undrawn_house(
    grid: HexGrid, place: Hex, road_sides: frozenset[int] | None, fine: int
) -> tuple[tuple[Lattice, ...], ...]:
    """The outlines of a house that the board does not draw: a hexagon of half the size round the dot, less the roadway.

    `road_sides` are the hexsides that a road through the hex crosses, None where there is no road. A road that
    crosses a single one is taken to go straight on past the dot, and one that crosses none to cross all six.
    Points are on a lattice of `fine` steps to the unit of the hex lattice, a multiple of 100.
    """
    x, y = grid.centre(place)
    shapes = [_hexagon(grid, fine)] if road_sides is None else _beside(grid, road_sides, fine)
    return tuple(tuple((x * fine + dx, y * fine + dy) for dx, dy in shape) for shape in shapes)


def _hexagon(grid: HexGrid, fine: int) -> list[Lattice]:
    return [(dx * fine // 2, dy * fine // 2) for dx, dy in grid.corners]


def _beside(grid: HexGrid, road_sides: frozenset[int], fine: int) -> list[list[Lattice]]:
    """The parts of the hexagon beside the road: one on each stretch of hexsides between those that it crosses."""
    sides = sorted(road_sides) or list(range(6))
    if len(sides) == 1:
        sides = sorted((sides[0], (sides[0] + 3) % 6))
    return [_stretch(grid, first, last, fine) for first, last in pairwise((*sides, sides[0] + 6))]


def _stretch(grid: HexGrid, first: int, last: int, fine: int) -> list[Lattice]:
    """The part of the hexagon clockwise from the road over one hexside to that over the next."""
    half = _hexagon(grid, fine)
    around = [half[k % 6] for k in range(first, last)]
    return [
        _beside_road(grid, first, around[0], fine),
        *around,
        _beside_road(grid, last, around[-1], fine),
        _inner_corner(grid, first, last, fine),
    ]


def _beside_road(grid: HexGrid, side: int, corner: Lattice, fine: int) -> Lattice:
    """Where the edge of the roadway over a hexside meets the hexagon, on the side of this corner."""
    x, y = (step * fine // 4 for step in grid.steps[side % 6])
    return x + (corner[0] - x) * ROADWAY_PER_CENT // 50, y + (corner[1] - y) * ROADWAY_PER_CENT // 50


def _inner_corner(grid: HexGrid, first: int, last: int, fine: int) -> Lattice:
    """Where the facing edges of two roads meet, on the line halfway between them."""
    hexsides = last - first
    halfway = (first + hexsides // 2) % 6
    x, y = grid.corners[halfway] if hexsides % 2 else grid.steps[halfway]
    parts = {1: 100, 3: 200, 5: 100}.get(hexsides, 300)
    return x * fine * ROADWAY_PER_CENT // parts, y * fine * ROADWAY_PER_CENT // parts
