"""PlanarAlly's grids in its pixels, and the frame that a grid gives to a location.

A cell is 50 pixels: the side of a square, or a hex across its flats. Hexes are counted in axial steps from
a hex whose centre lies at (R, 0) with flat tops and at (0, R) with pointed ones, R being its corner radius.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from rules.errors import BadInput
from rules.ground.hex.hexes import First, HexGrid, Top
from vtt_bridge.errors import BadScene
from vtt_bridge.port.virtual_table import Frame, FrameKind, PointPx

CELL_PX = 50.0
RADIUS_PX = CELL_PX / sqrt(3)
_FLAT = HexGrid(1, 1)
"""For pointed tops, x and y are exchanged."""
_INCHES = frozenset({"in", "in.", "inch", "inches", '"', "″", "''"})


class GridType(StrEnum):
    """The grids of PlanarAlly, by its own names."""

    SQUARE = "SQUARE"
    POINTY_HEX = "POINTY_HEX"
    FLAT_HEX = "FLAT_HEX"


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a location: its type, and how long a cell is in the unit that the location names."""

    type: GridType
    unit_size: float
    unit: str
    in_use: bool

    def centre_px(self, q: int, r: int) -> PointPx:
        """The centre of the hex that lies q and r axial steps from the first."""
        if self.type is GridType.FLAT_HEX:
            return RADIUS_PX * (1.5 * q + 1), CELL_PX * (q / 2 + r)
        return CELL_PX * (q + r / 2), RADIUS_PX * (1.5 * r + 1)

    def axial(self, point_px: PointPx) -> tuple[int, int]:
        """The hex whose centre is nearest to a pixel, in axial steps from the first."""
        along, across = point_px if self.type is GridType.FLAT_HEX else (point_px[1], point_px[0])
        nearest, _ = _FLAT.nearest((2 * (along / RADIUS_PX - 1), 2 * across / CELL_PX))
        line, place = nearest.column, (_FLAT.centre(nearest)[1] - nearest.column) // 2
        return (line, place) if self.type is GridType.FLAT_HEX else (place, line)


def frame_of(
    grid: Grid, first: First | None = None, a1_px: PointPx | None = None, inch_px: float | None = None
) -> Frame:
    """The frame of a location with that grid.

    `first` is the stagger of the board's first column (row); `a1_px` a pixel in hex A1, or the far left
    corner of a table. Without it A1 is the first whole hex, and the corner (0, 0). `inch_px` is the length of
    an inch in pixels, if the grid does not say it.

    Raises:
        BadScene: if the length of an inch is unknown.
    """
    if grid.type is GridType.SQUARE or not grid.in_use:
        return _inch_frame(grid, a1_px, inch_px)
    top = Top.FLAT if grid.type is GridType.FLAT_HEX else Top.POINTY
    # The first hex of the first line is cut by the edge; the next one is the first whole hex.
    whole = grid.centre_px(0, 1) if top is Top.FLAT else grid.centre_px(1, 0)
    origin = whole if a1_px is None else grid.centre_px(*grid.axial(a1_px))
    return Frame(
        FrameKind.HEX, CELL_PX, origin, top, first or (First.HIGH if top is Top.FLAT else First.LEFT)
    )


def grid_type_of(word: object) -> GridType:
    """The grid type of that name.

    Raises:
        BadInput: if there is none.
    """
    if word not in list(GridType):
        raise BadInput("options.grid_type", word, f"one of {', '.join(GridType)}")
    return GridType(str(word))


def _inch_frame(grid: Grid, corner_px: PointPx | None, inch_px: float | None) -> Frame:
    is_told = grid.in_use and grid.unit.strip().casefold() in _INCHES and grid.unit_size > 0
    if inch_px is None and not is_told:
        why = f"is measured in {grid.unit!r}" if grid.in_use else "has no grid"
        raise BadScene(
            f"location: it {why}, so nobody knows how long an inch is; give it a grid whose unit is in, "
            "or say --inch-px (for a board of hexes choose a grid of hexes)"
        )
    length_px = inch_px if inch_px is not None else CELL_PX / grid.unit_size
    return Frame(FrameKind.INCH, length_px, corner_px or (0.0, 0.0))
