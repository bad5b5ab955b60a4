"""The ground of a hex map as marks: relief, water, trees, roads, houses, walls, tree lines, labels."""

from collections.abc import Iterator, Mapping

import shapely

from exporters.board_shapes import grid_box, hexagon, image_ring, rings_of
from exporters.picture import Area, Cells, Dot, Label, Line, Mark, Point, Ring, Role
from exporters.pictures.dressing import Tree, broadleaved, firs, roof, slopes
from exporters.strokes import smooth
from rules.ground.hex.board import CONTOURS_A_LEVEL, HexBoard, HexGround, Outline
from rules.ground.hex.contours import contour_bands
from rules.ground.hex.hexes import Hex, HexGrid, Hexside
from rules.ground.hex.terrain import Terrain

_GROUND = {
    Terrain.FOREST: Role.FOREST_GROUND,
    Terrain.WOODS: Role.WOODS_GROUND,
    Terrain.URBAN: Role.URBAN_GROUND,
}
_IMAGES = {
    Terrain.STONE_BUILDING: Role.STONE_BUILDING,
    Terrain.WOODEN_BUILDING: Role.WOODEN_BUILDING,
    Terrain.URBAN_BUILDING: Role.URBAN_BUILDING,
}
_LINES = {Terrain.ROAD: Role.ROAD, Terrain.RIVER: Role.RIVER}

_CROWNS = (
    (-0.24, -0.1, 0.12),
    (0.02, -0.25, 0.13),
    (0.25, -0.06, 0.12),
    (0.13, 0.2, 0.13),
    (-0.16, 0.19, 0.13),
)
"""The trees in a hex of woods: across, down, and the radius of the crown."""
_FIRS = (
    (-0.02, -0.3), (-0.25, -0.17), (0.22, -0.18), (-0.36, 0.05), (-0.12, 0.0), (0.12, 0.02), (0.35, 0.06),
    (-0.22, 0.24), (0.0, 0.27), (0.23, 0.25),
)  # fmt: skip

_UP = 0.1
"""The width of the slope at a contour, in hexes."""
_BETWEEN = 0.11
"""The size of the tree on a hexside between two hexes of woods."""
_TREES_IN_LINE = (0.12, 0.37, 0.62, 0.87)
"""The position of each tree of a tree line along its hexside."""


def hex_ground(board: HexBoard) -> Iterator[Mark]:
    """The marks of a hex map without its units and markers, from the lowest up."""
    yield from hex_surface(board)
    yield from hex_features(board)


def hex_surface(board: HexBoard) -> Iterator[Mark]:
    """The surface of a hex map: relief, water, trees and roads."""
    yield Cells(board.grid, {place: _ground_role(board.ground(place)) for place in board.grid})
    yield from _relief(board)
    yield from _lines(board, Terrain.RIVER)
    yield from _trees(board)
    yield from _lines(board, Terrain.ROAD)
    for place, ground in sorted(board.hexes.items()):
        yield from _crossing(board, place, ground)


def hex_features(board: HexBoard) -> Iterator[Mark]:
    """The features of a hex map that stay visible under an answer: houses, walls and tree lines."""
    for images in board.images.values():
        for image in images:
            yield from _image(board.grid, image)
    for side in sorted(board.walls):
        yield Line(Role.WALL, _ends(board.grid, side), {"hexside": str(side)})
    tree_lines = {str(side): _ends(board.grid, side) for side in sorted(board.tree_lines)}
    yield from (Line(Role.TREE_LINE, ends, {"hexside": side}) for side, ends in tree_lines.items())
    yield from broadleaved(
        [
            Tree(x1 + share * (x2 - x1), y1 + share * (y2 - y1), 0.075)
            for (x1, y1), (x2, y2) in tree_lines.values()
            for share in _TREES_IN_LINE
        ]
    )


def hex_labels(board: HexBoard) -> Iterator[Mark]:
    """The label of every hex at its top, its level at its foot, and its centre dot."""
    grid = board.grid
    edge = grid_box(grid)
    drop = 0.38 if grid.is_flat else 0.36
    middles = {place: grid.position(grid.centre(place)) for place in grid}
    yield from (Dot(Role.CENTRE_DOT, at, 0.022) for at in middles.values())
    for place, (x, y) in middles.items():
        if y - drop > edge.top:
            yield Label(Role.HEX_LABEL, (x, y - drop), place.label, 0.17)
        if (level := board.level(place)) and y + drop < edge.bottom:
            yield Label(Role.LEVEL_LABEL, (x, y + drop), f"level {level}", 0.14)


def _ground_role(ground: HexGround) -> Role:
    return next((role for terrain, role in _GROUND.items() if terrain in ground.terrain), Role.OPEN_GROUND)


def _relief(board: HexBoard) -> Iterator[Mark]:
    """High ground, tinted one step more at each contour; contours without a drawn outline run round their hexes."""
    drawn: dict[int, list[Outline]] = {}
    for outline in board.outlines:
        if outline.terrain is Terrain.CONTOUR and outline.contour is not None:
            drawn.setdefault(outline.contour, []).append(outline)
    bands = contour_bands(board)
    for contour in sorted({*bands.values(), *drawn}):
        if contour in drawn:
            shapes: list[tuple[Ring, ...]] = [(image_ring(board.grid, line),) for line in drawn[contour]]
        else:
            shapes = [*_round_hexes(board.grid, [place for place, band in bands.items() if band >= contour])]
        role = Role.CONTOUR if contour % CONTOURS_A_LEVEL else Role.LEVEL_LINE
        yield from (mark for rings in shapes for mark in slopes(rings, _UP))
        for rings in shapes:
            yield Area(Role.HIGH_GROUND, rings, {"contour": contour})
            for ring in rings:
                yield Line(role, (*ring, ring[0]), {"contour": contour})
    low = [place for place, ground in board.hexes.items() if ground.level < 0]
    for rings in _round_hexes(board.grid, low):
        yield Area(Role.LOW_GROUND, rings)
        yield from slopes(rings, -_UP)


def _round_hexes(grid: HexGrid, places: list[Hex]) -> Iterator[tuple[Ring, ...]]:
    area = shapely.union_all([shapely.Polygon(hexagon(grid, place)) for place in places])
    for rings in rings_of(shapely.set_precision(area, 1e-6)):
        yield tuple(smooth(ring, closed=True, rounds=3) for ring in rings)


def _lines(board: HexBoard, terrain: Terrain) -> Iterator[Mark]:
    drawn: list[tuple[Point, ...]] = []
    for line in board.lines:
        if line.terrain is terrain:
            middles = [board.grid.position(board.grid.centre(place)) for place in line.path]
            points = (*_to_edge(board, line.path[:2]), *middles, *_to_edge(board, line.path[:-3:-1]))
            drawn.append(smooth(points, closed=False, rounds=3))
            yield Line(_LINES[terrain], drawn[-1], {"from": str(line.path[0]), "to": str(line.path[-1])})
    if terrain is Terrain.RIVER:
        yield from (Line(Role.CURRENT, points) for points in drawn)


def _to_edge(board: HexBoard, end: tuple[Hex, ...]) -> list[Point]:
    """The point where a road or river that ends at the edge of the map leaves it: straight on, at the hexside."""
    if len(end) < 2 or len(board.grid.neighbours(end[0])) == 6:
        return []
    onward = board.grid.neighbour(end[0], board.grid.direction(end[1], end[0]))
    if onward in board.grid:
        return []
    (x1, y1), (x2, y2) = board.grid.centre(end[0]), board.grid.centre(onward)
    return [board.grid.position(((x1 + x2) / 2, (y1 + y2) / 2))]


def _trees(board: HexBoard) -> Iterator[Mark]:
    """Trees in each hex, and on the hexsides between two hexes of the same kind, so that woods look continuous."""
    woods, forest = (
        {place: board.grid.position(board.grid.centre(place)) for place in _of(board, terrain)}
        for terrain in (Terrain.WOODS, Terrain.FOREST)
    )
    crowns = [
        Tree(x + (-across if (place.column + place.row) % 2 else across), y + down, radius)
        for place, (x, y) in woods.items()
        for across, down, radius in _CROWNS
    ]
    yield from broadleaved([*crowns, *_between(board, woods)])
    pointed = [Tree(x + across, y + down, 0.12) for x, y in forest.values() for across, down in _FIRS]
    yield from firs(sorted([*pointed, *_between(board, forest)], key=lambda tree: tree.y))


def _between(board: HexBoard, places: Mapping[Hex, Point]) -> Iterator[Tree]:
    for place, (x1, y1) in places.items():
        for other in board.grid.neighbours(place):
            if place < other and other in places:
                x2, y2 = places[other]
                yield Tree((x1 + x2) / 2, (y1 + y2) / 2, _BETWEEN)


def _of(board: HexBoard, terrain: Terrain) -> list[Hex]:
    return [place for place, ground in sorted(board.hexes.items()) if terrain in ground.terrain]


def _ends(grid: HexGrid, side: Hexside) -> tuple[Point, Point]:
    one, other = grid.ends(side)
    return grid.position(one), grid.position(other)


def _crossing(board: HexBoard, place: Hex, ground: HexGround) -> Iterator[Mark]:
    """A bridge or a ford, laid along the road through its hex; straight across where no road runs."""
    for terrain, role in ((Terrain.BRIDGE, Role.BRIDGE), (Terrain.FORD, Role.FORD)):
        if terrain in ground.terrain:
            x, y = board.grid.position(board.grid.centre(place))
            dx, dy = _way_through(board, place)
            yield Line(
                role, ((x - 0.3 * dx, y - 0.3 * dy), (x + 0.3 * dx, y + 0.3 * dy)), {"place": place.label}
            )
            if role is Role.BRIDGE:
                yield Line(Role.ROAD, ((x - 0.42 * dx, y - 0.42 * dy), (x + 0.42 * dx, y + 0.42 * dy)))


def _way_through(board: HexBoard, place: Hex) -> Point:
    for terrain, turn in ((Terrain.ROAD, False), (Terrain.RIVER, True)):
        for line in board.lines:
            if line.terrain is terrain and place in line.path:
                k = line.path.index(place)
                near = [line.path[max(0, k - 1)], line.path[min(len(line.path) - 1, k + 1)]]
                (x1, y1), (x2, y2) = (board.grid.position(board.grid.centre(end)) for end in near)
                length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
                if length:
                    dx, dy = (x2 - x1) / length, (y2 - y1) / length
                    return (-dy, dx) if turn else (dx, dy)
    return 1.0, 0.0


def _image(grid: HexGrid, image: Outline) -> Iterator[Mark]:
    points = image_ring(grid, image)
    place = str(image.at)
    if image.terrain is Terrain.WALL:
        closed = (*points, points[0]) if len(points) > 2 else points
        yield Line(Role.WALL, closed, {"place": place})
    else:
        yield from roof(_IMAGES[image.terrain], (points,), {"place": place}, 1.0)
