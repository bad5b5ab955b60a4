"""Reading 11 by cutting: the half-size hexagon about the dot, and from it the part beyond each edge of the roadway."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from tests.oracle.lines import Exact, Point, all_hexes, corners, dot, hexside_ends, steps_between, turn

HALF_ROADWAY = Fraction(12, 100)
"""Of a hexside: the roadway lies half on each side of the line through the dot."""


def undrawn_house(board: HexBoard, place: Hex) -> Iterator[tuple[Point, ...]]:
    """The convex parts of a house without a drawn image; parts of one stretch overlap round a bend."""
    x, y = dot(board.grid, place)
    half: list[Exact] = [(Fraction(x + a, 2), Fraction(y + b, 2)) for a, b in corners(board.grid, place)]
    lines = [line.path for line in board.lines if line.terrain is Terrain.ROAD and place in line.path]
    if not lines:
        yield _whole(half)
        return
    for one, other in _neighbouring_roads(board, place, lines):
        beyond_one, beyond_other = (
            _cut(half, *_edge(board, place, side, right)) for side, right in ((one, True), (other, False))
        )
        if (other - one) % 6 > 3:
            yield from (_whole(beyond_one), _whole(beyond_other))
        else:
            yield _whole(_cut(beyond_one, *_edge(board, place, other, False)))


def _neighbouring_roads(
    board: HexBoard, place: Hex, lines: Sequence[tuple[Hex, ...]]
) -> Iterator[tuple[int, int]]:
    """The hexsides, by their places around the hex, of every two roads with none between them, in order."""
    crossed = [
        k for k in range(6) if any({place, _beyond(board, place, k)} in _pairs(path) for path in lines)
    ]
    if len(crossed) == 1:
        crossed = sorted((crossed[0], (crossed[0] + 3) % 6))
    roads = crossed or list(range(6))
    yield from zip(roads, (*roads[1:], roads[0]), strict=True)


def _pairs(path: tuple[Hex, ...]) -> list[set[Hex | None]]:
    return [{path[k], path[k + 1]} for k in range(len(path) - 1)]


def _beyond(board: HexBoard, place: Hex, k: int) -> Hex | None:
    """The hex of the map beyond the hexside from one corner to the next, if there is any."""
    around = corners(board.grid, place)
    side = tuple(sorted((around[k], around[(k + 1) % 6])))
    near = (other for other in all_hexes(board.grid) if steps_between(board.grid, place, other) == 1)
    return next((other for other in near if hexside_ends(board.grid, place, other) == side), None)


def _edge(board: HexBoard, place: Hex, k: int, right: bool) -> tuple[Exact, Exact, int]:
    """An edge of the roadway over a hexside, as two points, and on which side of it the house stands.

    The edges are those toward the hexside's second corner (`right`) or its first.
    """
    around, (x, y) = corners(board.grid, place), dot(board.grid, place)
    one, other = around[k], around[(k + 1) % 6]
    middle = (Fraction(one[0] + other[0], 2), Fraction(one[1] + other[1], 2))
    near = HALF_ROADWAY if right else -HALF_ROADWAY
    shift = (near * (other[0] - one[0]), near * (other[1] - one[1]))
    start, end = (x + shift[0], y + shift[1]), (middle[0] + shift[0], middle[1] + shift[1])
    corner = other if right else one
    return start, end, 1 if turn(start, end, corner) > 0 else -1


def _cut(shape: list[Exact], start: Exact, end: Exact, sign: int) -> list[Exact]:
    """The part of a convex shape on one side of the line through two points."""
    left: list[Exact] = []
    for k, other in enumerate(shape):
        one = shape[k - 1]
        at_one, at_other = sign * turn(start, end, one), sign * turn(start, end, other)
        if (at_one < 0) != (at_other < 0):
            part = Fraction(at_one, at_one - at_other)
            left.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
        if at_other >= 0:
            left.append(other)
    return left


def _whole(shape: list[Exact]) -> tuple[Point, ...]:
    """The same points in whole steps of the fine lattice, on which they all lie."""
    assert all(part == int(part) for point in shape for part in point)
    return tuple((int(x), int(y)) for x, y in shape)
