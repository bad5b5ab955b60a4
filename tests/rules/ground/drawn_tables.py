"""Random tables for the property tests and proofs of the second ground."""

import random
from math import cos, pi, sin

import shapely
from hypothesis import strategies as st
from shapely import affinity

from rules.ground.table.inches import Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

AREAS = (TableTerrain.WOODS, TableTerrain.MARSH, TableTerrain.HILL, TableTerrain.LAKE)
LINES = (TableTerrain.GOOD_ROAD, TableTerrain.HEDGE, TableTerrain.STREAM)


def random_table(seed: int, pieces: int = 40, width_in: float = 72.0, depth_in: float = 48.0) -> Tabletop:
    """A random table with this number of pieces: areas of any shape with 5 to 16 corners, one in eight a line."""
    dice = random.Random(seed)
    drawn = [_piece(dice, place, width_in, depth_in) for place in range(pieces)]
    return Tabletop(f"random {seed}", width_in, depth_in, tuple(drawn))


def random_spot(dice: random.Random, table: Tabletop, fine: int = 1024) -> Spot:
    """A random spot on a lattice with this number of steps to the inch."""
    return Spot(
        dice.randint(0, int(table.width_in * fine)) / fine, dice.randint(0, int(table.depth_in * fine)) / fine
    )


def spots(width_in: int = 24, depth_in: int = 24, steps: int = 4) -> st.SearchStrategy[Spot]:
    """Spots on a coarse lattice, so that lines meet corners and run along edges often."""
    return st.builds(
        lambda x, y: Spot(x / steps, y / steps),
        st.integers(0, width_in * steps),
        st.integers(0, depth_in * steps),
    )


@st.composite
def tables(draw: st.DrawFn) -> Tabletop:
    """Tables of 24 × 24 inches with a few pieces on a lattice of quarter inches."""
    found = []
    for place in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["box", "triangle", "line", "point", "two boxes", "ring"]))
        corners = draw(st.lists(spots(), min_size=3, max_size=3, unique=True))
        drawn, width_in = _drawn(kind, corners)
        is_one_kind = (
            drawn.geom_type != "GeometryCollection"
        )  # an area with a loose line is not a valid piece
        if is_one_kind and drawn.is_valid and not drawn.is_empty and (drawn.area > 0 or width_in):
            terrain = draw(st.sampled_from(AREAS if width_in is None else LINES))
            level, height_in = draw(st.integers(-2, 3)), draw(st.none() | st.floats(0, 48))
            found.append(Piece(f"piece {place}", terrain, drawn, width_in, level, height_in))
    return Tabletop(draw(st.text("abc", min_size=1, max_size=5)), 24.0, 24.0, tuple(found))


def _drawn(kind: str, corners: list[Spot]) -> tuple[shapely.geometry.base.BaseGeometry, float | None]:
    (x, y), (x2, y2), _ = corners
    box = shapely.box(min(x, x2), min(y, y2), max(x, x2), max(y, y2))
    match kind:
        case "box":
            return box, None
        case "triangle":
            return shapely.Polygon(corners), None
        case "line":
            return shapely.LineString(corners), 0.5
        case "point":
            return shapely.Point(corners[0]), 1.5
        case "ring":
            hole = affinity.scale(box, 0.5, 0.5)
            return (shapely.difference(box, hole) if box.area else shapely.Polygon()), None
        case _:
            aside = shapely.box(22, 22, 23, 23)
            return shapely.union(box, aside), None


def _piece(dice: random.Random, place: int, width_in: float, depth_in: float) -> Piece:
    if place % 8 == 7:
        line = [(0.0, dice.uniform(0, depth_in)), (width_in / 2, dice.uniform(0, depth_in))]
        line.append((width_in, dice.uniform(0, depth_in)))
        return Piece(
            f"line {place}", dice.choice(LINES), shapely.LineString(line), dice.choice((0.25, 1.0, 2.0))
        )
    x, y = dice.uniform(5, width_in - 5), dice.uniform(5, depth_in - 5)
    corners = dice.randint(5, 16)
    start = dice.uniform(0, 2 * pi)
    around = [start + 2 * pi * (corner + dice.uniform(-0.4, 0.4)) / corners for corner in range(corners)]
    far = [dice.uniform(1, 4.5) for _ in around]
    outline = [(x + r * cos(turn), y + r * sin(turn)) for r, turn in zip(far, around, strict=True)]
    return Piece(f"area {place}", dice.choice(AREAS), shapely.Polygon(outline))


def outlines_of(table: Tabletop) -> Outlines:
    """The outlines of a table's pieces."""
    return Outlines.of({piece.id: piece.area for piece in table.pieces})
