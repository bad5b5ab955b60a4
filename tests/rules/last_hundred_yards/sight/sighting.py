"""Line of sight on a drawn board, asked on all four layouts of a hex map, in both directions and as a whole field.

A drawing has flat tops and column A standing high. The same situation with column A low is the drawing
moved on by a column; with pointed tops, columns and rows change places.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import Sight
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Lattice, Top
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field

TANK, TRUCK, GUN, SQUAD = "us.able-tank.1.1", "us.truck.1", "us.gun57.1", "us.able.1.squad.1"
Move = tuple[HexGrid, Callable[[Hex], Hex], Callable[[Lattice], Lattice]]


def image(terrain: Terrain, at: str, *points: tuple[float, float], contour: int | None = None) -> Outline:
    """A terrain outline by points around the dot of a hex: 2 is the distance to a side vertex, 1 to the hexside above."""
    x, y = HexGrid(20, 20).centre(Hex.named(at))
    drawn = tuple((round((x + dx) * FINE), round((y + dy) * FINE)) for dx, dy in points)
    if terrain is Terrain.CONTOUR:
        return Outline(terrain, drawn, contour=contour)
    return Outline(terrain, drawn, Hex.named(at))


def los(
    board: HexBoard,
    start: str,
    end: str,
    *,
    units: Iterable[Unit] = (),
    markers: str = "",
    switches: tuple[str, ...] = (),
    options: Options | None = None,
) -> Ruling[Sight]:
    """The ruling on a line, after every layout, the reverse line and the field gave the same answer.

    An end is a hex, or the id of a unit. Markers are written "smoke B2, mdrm C3 2".
    """
    chosen = options or AS_WE_READ.named(switches)
    rulings = [
        _ruled(*moved(board, tuple(units), _markers(markers), move), (start, end), chosen)
        for move in layouts(board)
    ]
    first = rulings[0]
    for other in rulings[1:]:
        assert other.verdict == first.verdict, f"{first} but on another layout {other}"
        assert [reason.cite for reason in other.reasons] == [reason.cite for reason in first.reasons]
    return first


def unit(unit_type: str, at: str) -> Unit:
    """A unit whose id is its type."""
    return Unit(unit_type, unit_type, "us", Hex.named(at))


def _ruled(
    state: GameState, to: Callable[[Hex], Hex], ends: tuple[str, str], options: Options
) -> Ruling[Sight]:
    start, end = (state.units[name] if name in state.units else to(Hex.named(name)) for name in ends)
    ruling = line_of_sight(state, start, end, options)
    back = line_of_sight(state, end, start, options)
    assert back.verdict.visibility.is_open == ruling.verdict.visibility.is_open, f"one way: {ruling} {back}"
    if isinstance(end, Hex):
        field = sight_field(state, start, options).verdict
        assert field.visibility[end] is ruling.verdict.visibility
        assert field.hindrance.get(end, 0) == ruling.verdict.hindrance
    return ruling


def layouts(board: HexBoard) -> tuple[Move, ...]:
    """The four layouts of a map: the grid, and where it puts a hex and a point of the drawing."""
    grid = board.grid
    assert grid.top is Top.FLAT
    assert grid.first is First.HIGH
    return (
        (grid, lambda place: place, lambda point: point),
        (
            HexGrid(grid.columns + 1, grid.rows, Top.FLAT, First.LOW),
            lambda place: Hex(place.column + 1, place.row),
            lambda point: (point[0] + 3 * FINE, point[1]),
        ),
        (
            HexGrid(grid.rows, grid.columns, Top.POINTY, First.LEFT),
            lambda place: Hex(place.row, place.column),
            lambda point: (point[1], point[0]),
        ),
        (
            HexGrid(grid.rows, grid.columns + 1, Top.POINTY, First.RIGHT),
            lambda place: Hex(place.row, place.column + 1),
            lambda point: (point[1], point[0] + 3 * FINE),
        ),
    )


def moved(
    board: HexBoard, units: tuple[Unit, ...], markers: tuple[Marker, ...], move: Move
) -> tuple[GameState, Callable[[Hex], Hex]]:
    """The same situation on another layout, and the hex that each hex becomes."""
    grid, to, to_point = move
    laid = HexBoard(
        board.name,
        grid,
        {to(place): ground for place, ground in board.hexes.items()},
        {
            Hexside(*sorted((to(side.first), to(side.second)))): terrain
            for side, terrain in board.hexsides.items()
        },
        tuple(Line(line.terrain, tuple(map(to, line.path))) for line in board.lines),
        tuple(
            replace(
                drawn,
                points=tuple(map(to_point, drawn.points)),
                at=None if drawn.at is None else to(drawn.at),
            )
            for drawn in board.outlines
        ),
    )
    standing = {one.id: replace(one, at=to(one.at)) for one in units if isinstance(one.at, Hex)}
    lying = tuple(replace(mark, at=to(mark.at)) for mark in markers if isinstance(mark.at, Hex))
    return GameState(laid, standing, lying), to


def _markers(written: str) -> tuple[Marker, ...]:
    found = []
    for part in filter(None, (part.split() for part in written.split(","))):
        value = int(part[2]) if len(part) > 2 else 1
        found.append(Marker(part[0], Hex.named(part[1]), value))
    return tuple(found)


def ground(*terrain: Terrain, level: int = 0, contour: int | None = None) -> HexGround:
    return HexGround(frozenset(terrain), level, contour)
