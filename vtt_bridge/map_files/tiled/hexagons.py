"""The hexes of a Tiled map: converts its pixels to the lattice of the hex board and back.

A cell has a box of tile_width by tile_height pixels; the straight sides along the stagger axis are
`side_px` long. Stagger axis x is a flat top, y a pointed one; the index says which columns (rows),
counted from 0, stand half a hex further on.
"""

from dataclasses import dataclass
from math import hypot

from maps.documents import Document
from rules.errors import BadInput
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from vtt_bridge.port.virtual_table import PointPx

LatticePoint = tuple[float, float]

LONG_PX, SHORT_PX, SIDE_PX = 120, 104, 60
"""A hex as we write it: even numbers, and within a thousandth of a regular hexagon."""

_FIRSTS = {
    ("x", "odd"): (Top.FLAT, First.HIGH),
    ("x", "even"): (Top.FLAT, First.LOW),
    ("y", "odd"): (Top.POINTY, First.LEFT),
    ("y", "even"): (Top.POINTY, First.RIGHT),
}
_STAGGERS = {stands: stagger for stagger, stands in _FIRSTS.items()}


@dataclass(frozen=True, slots=True)
class Hexagons:
    """The grid of a map, and the size of its hexes in pixels."""

    grid: HexGrid
    tile_width_px: int
    tile_height_px: int
    side_px: int

    def point_px(self, point: LatticePoint) -> PointPx:
        """A point of the lattice in the map's pixels."""
        (ux, uy), (cx, cy) = self._unit_px, self._first_px
        return cx + point[0] * ux, cy + point[1] * uy

    def lattice(self, point_px: PointPx) -> LatticePoint:
        """The point of the lattice that a pixel of the map shows."""
        (ux, uy), (cx, cy) = self._unit_px, self._first_px
        return (point_px[0] - cx) / ux, (point_px[1] - cy) / uy

    def centre_px(self, place: Hex) -> PointPx:
        """The centre dot of a hex in the map's pixels."""
        return self.point_px(self.grid.centre(place))

    def nearest(self, point_px: PointPx) -> tuple[Hex, float]:
        """The hex of the endless grid whose centre dot is nearest, and how far that is, in hexes."""
        return self.grid.nearest(self.lattice(point_px))

    def away_hexes(self, one: LatticePoint, other: LatticePoint) -> float:
        """The distance between two points of the lattice, in hexes."""
        sx, sy = self.grid.scale
        return hypot((one[0] - other[0]) * sx, (one[1] - other[1]) * sy)

    @property
    def _unit_px(self) -> PointPx:
        if self.grid.is_flat:
            return self._stride(self.tile_width_px) / 3, self.tile_height_px / 2
        return self.tile_width_px / 2, self._stride(self.tile_height_px) / 3

    @property
    def _first_px(self) -> PointPx:
        return self.tile_width_px / 2, self.tile_height_px / 2

    def _stride(self, tile_px: int) -> int:
        return (tile_px - self.side_px) // 2 + self.side_px


def hexagons_of(given: Document, half_hexes: bool) -> Hexagons:
    """The hexes of a checked map.

    Raises:
        BadInput: if the map is not drawn in hexes; the sentence says what it is drawn in.
    """
    if given["orientation"] != "hexagonal":
        raise BadInput("orientation", given["orientation"], "hexagonal, as a board of hexes is drawn")
    for key in ("staggeraxis", "staggerindex", "hexsidelength"):
        if key not in given:
            raise BadInput(key, None, "given for a hexagonal map")
    top, first = _FIRSTS[given["staggeraxis"], given["staggerindex"]]
    grid = HexGrid(given["width"], given["height"], top, first, half_hexes)
    # Tiled draws hexes in even numbers of pixels, whatever the map says.
    width_px, height_px, side_px = given["tilewidth"] & ~1, given["tileheight"] & ~1, given["hexsidelength"]
    if side_px > (long_px := width_px if grid.is_flat else height_px):
        raise BadInput("hexsidelength", side_px, f"at most the {long_px} pixels of the tile")
    return Hexagons(grid, width_px, height_px, side_px)


def hexagons_for(grid: HexGrid) -> Hexagons:
    """The hexes of a map that shows a board."""
    if grid.is_flat:
        return Hexagons(grid, LONG_PX, SHORT_PX, SIDE_PX)
    return Hexagons(grid, SHORT_PX, LONG_PX, SIDE_PX)


def hexagons_document(hexagons: Hexagons) -> dict[str, int | str]:
    """The properties of a map that describe its hexes."""
    grid = hexagons.grid
    axis, index = _STAGGERS[grid.top, grid.first]
    return {
        "orientation": "hexagonal",
        "staggeraxis": axis,
        "staggerindex": index,
        "hexsidelength": hexagons.side_px,
        "width": grid.columns,
        "height": grid.rows,
        "tilewidth": hexagons.tile_width_px,
        "tileheight": hexagons.tile_height_px,
    }
