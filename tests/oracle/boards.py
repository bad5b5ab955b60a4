"""Random boards with every terrain that affects sight, and how to print one.

All choices come from a random.Random, so that hypothesis can make and shrink them (st.randoms()) and a
proof can make many from one seed. Contours are drawn so that they cross hexsides in lattice points.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random

from shapely import Polygon

from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Top
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.editions import Switch
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, BlindHexTable
from tests.oracle.lines import UNIT, Point, all_hexes, corners, dot, hexside_ends, steps_between
from tests.oracle.sight import Case

LAYOUTS = (
    (Top.FLAT, First.HIGH),
    (Top.FLAT, First.LOW),
    (Top.POINTY, First.LEFT),
    (Top.POINTY, First.RIGHT),
)
_GROUNDS: tuple[frozenset[Terrain], ...] = (
    frozenset({Terrain.RURAL}),
    frozenset({Terrain.WOODS}),
    frozenset({Terrain.FOREST}),
    frozenset({Terrain.STONE_BUILDING}),
    frozenset({Terrain.WOODEN_BUILDING}),
    frozenset({Terrain.URBAN_BUILDING}),
    frozenset({Terrain.WOODS, Terrain.FOREST, Terrain.STONE_BUILDING}),
)
_LETTERS = {
    Terrain.WOODS: "w",
    Terrain.FOREST: "f",
    Terrain.STONE_BUILDING: "s",
    Terrain.WOODEN_BUILDING: "b",
    Terrain.URBAN_BUILDING: "u",
}
_IN_ROAD = ("us.able-tank.1.1", "us.truck.1", "us.gun57.1", "us.able.1.squad.1")
_TABLES = (
    PRINTED_NOWHERE,
    replace(PRINTED_NOWHERE, blind_hexes=BlindHexTable(((1, 2, 4), (0, 1, 1))), forest_levels=1),
    replace(
        PRINTED_NOWHERE, blind_hexes=BlindHexTable(((3,),)), urban_building_levels=3, wooden_building_levels=0
    ),
)


def random_grid(rng: Random, least: int = 2, most: int = 7) -> HexGrid:
    """A small map of any layout, with or without half hexes."""
    top, first = rng.choice(LAYOUTS)
    return HexGrid(rng.randint(least, most), rng.randint(least, most), top, first, rng.random() < 0.25)


def random_case(rng: Random, grid: HexGrid | None = None) -> Case:
    """A board with all sorts of ground, units, markers, switches and house values."""
    chosen = random_grid(rng) if grid is None else grid
    board = random_board(rng, chosen)
    places = all_hexes(chosen)
    markers = tuple(
        Marker(rng.choice(("smoke", "mdrm", "improved_position")), rng.choice(places), rng.randint(1, 3))
        for _ in range(rng.choice((0, 0, 1, 3)))
    )
    roads = sorted({place for line in board.lines for place in line.path}) or list(places)
    units = tuple(
        Unit(f"unit {k}", rng.choice(_IN_ROAD), "us", rng.choice(roads))
        for k in range(rng.choice((0, 0, 2, 4)))
    )
    switches: frozenset[Switch] = frozenset(Switch) if rng.random() < 0.15 else frozenset()
    if rng.random() < 0.4:
        switches = frozenset(switch for switch in Switch if rng.random() < 0.4)
    return Case(board, units, markers, switches, rng.choice(_TABLES))


def random_board(rng: Random, grid: HexGrid) -> HexBoard:
    """A board of this grid."""
    places = all_hexes(grid)
    hilly, wild = rng.choice((0.0, 0.0, 0.2, 0.5)), rng.choice((0.0, 0.1, 0.25))
    grounds: dict[Hex, HexGround] = {}
    for place in places:
        level = rng.choice((1, 1, 1, 2, 3, -1)) if rng.random() < hilly else 0
        terrain = rng.choice(_GROUNDS) if rng.random() < wild else _GROUNDS[0]
        contour = rng.randint(0, 9) if rng.random() < hilly / 4 else None
        grounds[place] = HexGround(terrain, level, contour)
    lines = _roads(rng, grid, grounds) if rng.random() < 0.3 else ()
    sides = {}
    for _ in range(rng.choice((0, 0, 2, 8))):
        one = rng.choice(places)
        near = [other for other in places if steps_between(grid, one, other) == 1]
        if near:
            sides[Hexside(*sorted((one, rng.choice(near))))] = Terrain.WALL
    outlines = [_image(rng, grid, rng.choice(places)) for _ in range(rng.choice((0, 0, 2, 6)))]
    contours = [_contour(rng, grid, rng.choice(places)) for _ in range(rng.choice((0, 0, 1, 3)))]
    outlines += [outline for outline in contours if outline is not None]
    return HexBoard("random", grid, grounds, sides, lines, tuple(outlines))


def _roads(rng: Random, grid: HexGrid, grounds: dict[Hex, HexGround]) -> tuple[Line, ...]:
    """A road that wanders, urban for most of its way, with buildings drawn or not."""
    places = all_hexes(grid)
    path = [rng.choice(places)]
    for _ in range(rng.randint(1, 5)):
        near = [other for other in places if steps_between(grid, path[-1], other) == 1]
        if near:
            path.append(rng.choice(near))
    for place in path:
        if rng.random() < 0.8:
            grounds[place] = HexGround(frozenset({Terrain.URBAN_BUILDING}), grounds[place].level)
    return (Line(Terrain.ROAD, tuple(path)),)


def _image(rng: Random, grid: HexGrid, place: Hex) -> Outline:
    """A building or wall within a hex, with points inside, on hexsides and on vertices."""
    kinds = (
        Terrain.STONE_BUILDING,
        Terrain.WOODEN_BUILDING,
        Terrain.URBAN_BUILDING,
        Terrain.URBAN_BUILDING,
        Terrain.WALL,
    )
    points = tuple(_point(rng, grid, place) for _ in range(rng.randint(2, 5)))
    return Outline(rng.choice(kinds), points, place)


def _point(rng: Random, grid: HexGrid, place: Hex) -> Point:
    """A lattice point of a hex: a vertex, on a hexside, or within."""
    around = corners(grid, place)
    k = rng.randrange(6)
    one, other, (x, y) = around[k - 1], around[k], dot(grid, place)
    kind = rng.randrange(4)
    if kind == 0:
        return one
    at = rng.randint(0, 20)
    on_side = tuple(a + (b - a) * at // 20 for a, b in zip(one, other, strict=True))
    if kind == 1:
        return on_side[0], on_side[1]
    inward = rng.randint(0, 10)
    return on_side[0] + (x - on_side[0]) * inward // 10, on_side[1] + (y - on_side[1]) * inward // 10


def _contour(rng: Random, grid: HexGrid, place: Hex) -> Outline | None:
    """A contour around one hex to three, each corner moved along a hexside or into the hex."""
    cluster = {place}
    for _ in range(rng.randint(0, 2)):
        near = [p for p in all_hexes(grid) if any(steps_between(grid, p, c) == 1 for c in cluster)]
        cluster.add(rng.choice(near or [place]))
    ring = _boundary(grid, cluster)
    outward = rng.random() < 0.5
    points = tuple(_moved(rng, grid, corner, cluster, outward) for corner in ring)
    shape = Polygon(points)
    if not shape.is_valid or shape.area == 0:
        return None
    return Outline(Terrain.CONTOUR, points, contour=rng.randint(1, 9))


def _boundary(grid: HexGrid, cluster: set[Hex]) -> list[Point]:
    """The vertices around a cluster of hexes without a hole, in order."""
    following: dict[Point, Point] = {}
    for place in cluster:
        around = corners(grid, place)
        following.update(
            {
                one: other
                for one, other in pairwise((*around, around[0]))
                if not any({one, other} <= set(corners(grid, beside)) for beside in cluster - {place})
            }
        )
    first = min(following)
    ring = [first]
    while (corner := following[ring[-1]]) != first:
        ring.append(corner)
    return ring


def _moved(rng: Random, grid: HexGrid, corner: Point, cluster: set[Hex], outward: bool) -> Point:
    """A corner of the boundary moved so that the contour still crosses hexsides at lattice points only."""
    inside = [place for place in cluster if corner in corners(grid, place)]
    at = rng.choice((0, 1, 5, 12, 19))
    if not outward and len(inside) == 1:
        (x, y), far = dot(grid, inside[0]), rng.choice((0, 2, 10, 16))
        return corner[0] + (x - corner[0]) * far // 20, corner[1] + (y - corner[1]) * far // 20
    if not outward:
        ends = hexside_ends(grid, inside[0], inside[1])
        other = ends[0] if ends[1] == corner else ends[1]
    elif len(inside) == 1:
        (x, y) = dot(grid, inside[0])
        other = (2 * corner[0] - x, 2 * corner[1] - y)
        at //= 2
        return corner[0] + (other[0] - corner[0]) * at // 20, corner[1] + (other[1] - corner[1]) * at // 20
    else:
        return corner
    return corner[0] + (other[0] - corner[0]) * at // 20, corner[1] + (other[1] - corner[1]) * at // 20


def picture(case: Case) -> str:
    """A case as text: rows of the map as in tests/drawing.py, then everything that has no letter."""
    board, grid = case.board, case.board.grid
    places = set(all_hexes(grid))
    rows = [
        " ".join(
            _word(board.ground(place)) if (place := Hex(column, row)) in places else "-"
            for column in range(grid.columns)
        )
        for row in range(grid.rows)
    ]
    said = [f"{grid.top} tops, first {grid.first}", *rows]
    said += [f"{terrain} {side}" for side, terrain in sorted(board.hexsides.items())]
    said += [f"{line.terrain} {' '.join(map(str, line.path))}" for line in board.lines]
    said += [
        f"{image.terrain} {image.contour or ''} in {image.at}: {[(x / UNIT, y / UNIT) for x, y in image.points]}"
        for image in board.outlines
    ]
    said += [f"{marker.kind} {marker.value} at {marker.at}" for marker in case.markers]
    said += [f"{unit.type} at {unit.at}" for unit in case.units]
    said += [f"switch {switch}" for switch in sorted(case.switches)]
    if case.house != PRINTED_NOWHERE:
        said.append(f"house {case.house}")
    return "\n".join(said)


def _word(ground: HexGround) -> str:
    letters = "".join(letter for kind, letter in _LETTERS.items() if kind in ground.terrain) or (
        "h" if ground.level else "."
    )
    contour = "" if ground.contour is None else f"/{ground.contour}"
    return f"{letters}{ground.level or ''}{contour}".ljust(5)
