"""Geomorphic sectors, turned and joined side by side.

Sectors are cut through hexes along all four edges (grid.half_hexes), so two that meet share the hexes
of the edge. Hexes, hexsides, lines and outlines are moved in whole numbers, so nothing drifts.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.ground.hex.board import FINE, HexBoard, HexGround, LaidSector, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Lattice
from rules.ground.hex.terrain import Terrain

_X, _Y = 0, 1
_AXES = ("columns", "rows")
_FIRSTS = {True: (First.HIGH, First.LOW), False: (First.LEFT, First.RIGHT)}


def rotated(board: HexBoard) -> HexBoard:
    """The map turned by 180 degrees; turned twice it is the same map."""
    old = board.grid
    last = (old.columns if old.is_flat else old.rows) - 1
    is_shifted = old.is_shifted(last) if old.half_hexes else not old.is_shifted(last)
    x, y = _far_corner(old)
    return _board_moved(
        board,
        replace(old, first=_FIRSTS[old.is_flat][is_shifted]),
        lambda point, unit: (x * unit - point[_X], y * unit - point[_Y]),
    )


@implements("LHY-0.14")
def joined(west: HexBoard, east: HexBoard, name: str) -> HexBoard:
    """Two sectors side by side: the last column of one is the first of the other.

    A shared hex holds what both sectors say; it is urban if one of them says so.

    Raises:
        BadInput: if the grids do not fit, if level or contour of a shared hex differ, or if a contour
            line runs over the edge.
    """
    return _joined_along(west, east, _X, name)


@implements("LHY-0.14")
def stacked(north: HexBoard, south: HexBoard, name: str) -> HexBoard:
    """Two sectors one above the other: the last row of one is the first of the other.

    A shared hex holds what both sectors say; it is urban if one of them says so.

    Raises:
        BadInput: if the grids do not fit, if level or contour of a shared hex differ, or if a contour
            line runs over the edge.
    """
    return _joined_along(north, south, _Y, name)


def _joined_along(one: HexBoard, other: HexBoard, axis: int, name: str) -> HexBoard:
    _check_fit(one, other, axis)
    seam = _far_corner(one.grid)[axis]
    _check_contours(one, axis, lambda value: value <= seam * FINE)
    _check_contours(other, axis, lambda value: value >= 0)
    count = getattr(one.grid, _AXES[axis]) + getattr(other.grid, _AXES[axis]) - 1
    grid = replace(one.grid, **{_AXES[axis]: count})
    dx, dy = (seam, 0) if axis == _X else (0, seam)
    moved = _board_moved(other, grid, lambda point, unit: (point[_X] + dx * unit, point[_Y] + dy * unit))
    hexes = {**one.hexes, **moved.hexes}
    for place in _shared(one.grid, axis):
        hexes[place] = _merged_ground(place, one, moved)
    return HexBoard(
        name,
        grid,
        hexes,
        {**one.hexsides, **moved.hexsides},
        tuple(dict.fromkeys(chain(one.lines, moved.lines))),
        tuple(dict.fromkeys(chain(one.outlines, moved.outlines))),
        (*one.sectors, *(_sector_moved(sector, one.grid, axis) for sector in other.sectors)),
    )


def _sector_moved(sector: LaidSector, over: HexGrid, axis: int) -> LaidSector:
    """A sector at its place beyond another map, with which it shares the hexes of an edge."""
    columns, rows = (over.columns - 1, 0) if axis == _X else (0, over.rows - 1)
    first, last = (Hex(at.column + columns, at.row + rows) for at in (sector.first, sector.last))
    return replace(sector, first=first, last=last)


def _board_moved(board: HexBoard, grid: HexGrid, move: Callable[[Lattice, int], Lattice]) -> HexBoard:
    """The board with every point moved; `move` gets a point and how many steps it has to a lattice unit."""

    def hex_of(place: Hex) -> Hex:
        moved = grid.hex_at(move(board.grid.centre(place), 1))
        assert moved is not None
        return moved

    def side_of(side: Hexside) -> Hexside:
        return grid.hexside(hex_of(side.first), hex_of(side.second))

    def outline_of(outline: Outline) -> Outline:
        points = tuple(move(point, FINE) for point in outline.points)
        return replace(outline, points=points, at=None if outline.at is None else hex_of(outline.at))

    return HexBoard(
        board.name,
        grid,
        {hex_of(place): ground for place, ground in board.hexes.items()},
        {side_of(side): terrain for side, terrain in board.hexsides.items()},
        tuple(Line(line.terrain, tuple(map(hex_of, line.path))) for line in board.lines),
        tuple(map(outline_of, board.outlines)),
    )


def _far_corner(grid: HexGrid) -> Lattice:
    """The lower right corner of all hex centres on the lattice; the upper left is (0, 0)."""
    lines, length = (grid.columns, grid.rows) if grid.is_flat else (grid.rows, grid.columns)
    across, along = 3 * (lines - 1), 2 * (length - 1) + (not grid.half_hexes)
    return (across, along) if grid.is_flat else (along, across)


def _shared(grid: HexGrid, axis: int) -> Iterator[Hex]:
    last = getattr(grid, _AXES[axis]) - 1
    return (place for place in grid if place[axis] == last)


def _merged_ground(place: Hex, one: HexBoard, moved: HexBoard) -> HexGround:
    first, second = one.ground(place), moved.ground(place)
    for what, here, there in (("level", first.level, second.level), ("contour", first.band, second.band)):
        if here != there:
            raise BadInput(f"{place}.{what}", there, f"{here}: {moved.name} does not meet {one.name} there")
    terrain = first.terrain | second.terrain
    if Terrain.URBAN in terrain:
        terrain -= {Terrain.RURAL}
    return HexGround(terrain, first.level, second.contour if first.contour is None else first.contour)


def _check_fit(one: HexBoard, other: HexBoard, axis: int) -> None:
    for board in (one, other):
        if not board.grid.half_hexes:
            raise BadInput("grid.half_hexes", False, f"true, which {board.name} needs to be joined")
    if one.grid.top is not other.grid.top:
        raise BadInput("grid.top", str(other.grid.top), f"{one.grid.top}, as in {one.name}")
    along = _AXES[1 - axis]
    here, there = getattr(one.grid, along), getattr(other.grid, along)
    if here != there:
        raise BadInput(f"grid.{along}", there, f"{here}, as in {one.name}")
    runs_across = one.grid.is_flat == (axis == _X)
    shift = one.grid.is_shifted(getattr(one.grid, _AXES[axis]) - 1 if runs_across else 0)
    if other.grid.first_is_shifted != shift:
        field = "grid.first_column" if one.grid.is_flat else "grid.first_row"
        raise BadInput(field, str(other.grid.first), f"{_FIRSTS[one.grid.is_flat][shift]}, to fit {one.name}")


def _check_contours(board: HexBoard, axis: int, is_inside: Callable[[int], bool]) -> None:
    for i, outline in enumerate(board.outlines):
        if outline.at is None and not all(is_inside(point[axis]) for point in outline.points):
            raise BadInput(
                f"outlines[{i}] of {board.name}", f"contour {outline.contour}", "within the edge to be joined"
            )
