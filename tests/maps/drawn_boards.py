"""Random hex maps for the property tests of maps/."""

from hypothesis import strategies as st

from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Lattice, Top
from rules.ground.hex.terrain import BUILDINGS, GROUND, LINES, Terrain

COVER = sorted(GROUND - {Terrain.RURAL, Terrain.URBAN})


@st.composite
def grids(draw: st.DrawFn, *, half_hexes: bool | None = None) -> HexGrid:
    top = draw(st.sampled_from(Top))
    firsts = (First.HIGH, First.LOW) if top is Top.FLAT else (First.LEFT, First.RIGHT)
    half = draw(st.booleans()) if half_hexes is None else half_hexes
    sizes = st.integers(2, 7)
    return HexGrid(draw(sizes), draw(sizes), top, draw(st.sampled_from(firsts)), half)


def grounds() -> st.SearchStrategy[HexGround]:
    background = st.sampled_from([Terrain.RURAL, Terrain.URBAN])
    terrain = st.builds(
        lambda cover, under: frozenset(cover | {under}), st.sets(st.sampled_from(COVER)), background
    )
    return st.builds(HexGround, terrain, st.integers(-9, 9), st.none() | st.integers(-99, 99))


@st.composite
def boards(draw: st.DrawFn, grid: HexGrid | None = None) -> HexBoard:
    grid = grid or draw(grids())
    places = st.sampled_from(list(grid))
    hexes = draw(st.dictionaries(places, grounds(), max_size=6))
    return HexBoard(
        draw(
            st.text(
                st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]),
                min_size=1,
                max_size=20,
            )
        ),
        grid,
        hexes,
        dict.fromkeys(draw(st.lists(_hexsides(grid), max_size=4)), Terrain.WALL),
        tuple(draw(st.lists(_lines(grid), max_size=3))),
        tuple(draw(st.lists(_images(grid) | contours(), max_size=4))),
    )


@st.composite
def _hexsides(draw: st.DrawFn, grid: HexGrid) -> Hexside:
    place = draw(st.sampled_from([place for place in grid if grid.neighbours(place)]))
    return grid.hexside(place, draw(st.sampled_from(grid.neighbours(place))))


@st.composite
def _lines(draw: st.DrawFn, grid: HexGrid) -> Line:
    path = [draw(st.sampled_from(list(grid)))]
    for _ in range(draw(st.integers(0, 4))):
        near: tuple[Hex, ...] = grid.neighbours(path[-1])
        if near:
            path.append(draw(st.sampled_from(near)))
    return Line(draw(st.sampled_from(sorted(LINES))), tuple(path))


@st.composite
def _images(draw: st.DrawFn, grid: HexGrid) -> Outline:
    place = draw(st.sampled_from(list(grid)))
    kind = draw(st.sampled_from(sorted(BUILDINGS | {Terrain.WALL})))
    return Outline(kind, tuple(draw(st.lists(points_of(grid, place), min_size=2, max_size=6))), place)


@st.composite
def points_of(draw: st.DrawFn, grid: HexGrid, place: Hex) -> Lattice:
    """A point of the fine lattice in a hex, its edge and its vertices included."""
    along = draw(st.integers(-FINE, FINE))
    most = 2 * FINE - abs(along)
    across = draw(st.integers(-most, most))
    x, y = grid.centre(place)
    dx, dy = (across, along) if grid.is_flat else (along, across)
    return x * FINE + dx, y * FINE + dy


@st.composite
def contours(draw: st.DrawFn) -> Outline:
    point = st.tuples(st.integers(-2 * FINE, 30 * FINE), st.integers(-2 * FINE, 30 * FINE))
    points = draw(st.lists(point, min_size=2, max_size=8))
    return Outline(Terrain.CONTOUR, tuple(points), contour=draw(st.integers(1, 99)))
