"""Foundry's grids in pixels of its canvas, and the frame of a scene with such a grid.

Foundry counts hexes in rows and columns from the corner of the canvas: `Offset(row, column)`. In the types
called odd, hex (0, 0) is cut in half by the edge of the canvas. The scene lies on the canvas with a
margin (its padding); pixels of the scene, which is what leaves this folder, begin at the scene's corner.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import ceil, floor, sqrt
from typing import NamedTuple

from rules.errors import BadInput
from rules.ground.hex.hexes import First, Top
from vtt_bridge.errors import BadScene
from vtt_bridge.foundry.fields import Doc, mapping, number, text
from vtt_bridge.port.virtual_table import Frame, FrameKind, PointPx

MOST_SIDE_PX = 16_384
_SQRT_3 = sqrt(3)
_INCHES = frozenset({"in", "in.", "inch", "inches", '"', "″", "''"})


class GridType(IntEnum):
    """The codes of Foundry: rows of hexes have pointed tops, columns have flat ones."""

    GRIDLESS = 0
    SQUARE = 1
    HEX_ODD_ROWS = 2
    HEX_EVEN_ROWS = 3
    HEX_ODD_COLUMNS = 4
    HEX_EVEN_COLUMNS = 5

    @property
    def is_hex(self) -> bool:
        return self >= GridType.HEX_ODD_ROWS

    @property
    def is_columns(self) -> bool:
        return self >= GridType.HEX_ODD_COLUMNS

    @property
    def is_even(self) -> bool:
        return self in (GridType.HEX_EVEN_ROWS, GridType.HEX_EVEN_COLUMNS)

    @property
    def top(self) -> Top:
        return Top.FLAT if self.is_columns else Top.POINTY

    @property
    def first(self) -> First:
        """The stagger of the scene's first whole column (row) against the second."""
        if self.is_columns:
            return First.LOW if self.is_even else First.HIGH
        return First.RIGHT if self.is_even else First.LEFT


def grid_type_for(top: Top, first: First) -> GridType:
    """The grid type whose first whole column or row is laid out so."""
    return next(kind for kind in GridType if kind.is_hex and (kind.top, kind.first) == (top, first))


class Offset(NamedTuple):
    """A cell by its row and column, counted from the corner of the canvas."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a Foundry scene. `size_px` is a hex across its flats, a square's side, or the length of
    `distance` where there is no grid; `shift_px` is how far the background was shifted."""

    type: GridType
    size_px: float
    width_px: int
    height_px: int
    padding: float = 0.0
    shift_px: PointPx = (0.0, 0.0)
    distance: float = 1.0
    units: str = ""

    @property
    def cell_px(self) -> PointPx:
        """The width and height of a cell."""
        long = self.size_px * 2 / _SQRT_3
        if not self.type.is_hex:
            return self.size_px, self.size_px
        return (long, self.size_px) if self.type.is_columns else (self.size_px, long)

    @property
    def margin_px(self) -> PointPx:
        """The top left corner of the unshifted scene on the canvas."""
        width, height = self.cell_px
        stride_x = 0.75 * width if self.type.is_hex and self.type.is_columns else width
        stride_y = 0.75 * height if self.type.is_hex and not self.type.is_columns else height
        across = ceil(self.padding * self.width_px / stride_x)
        down = ceil(self.padding * self.height_px / stride_y)
        x, y = across * stride_x, down * stride_y
        if self.type.is_hex and self.type.is_columns and across % 2:
            y += height / 2
        elif self.type.is_hex and not self.type.is_columns and down % 2:
            x += width / 2
        return x, y

    @property
    def corner_px(self) -> PointPx:
        """The top left corner of the scene on the canvas."""
        (x, y), (dx, dy) = self.margin_px, self.shift_px
        return x - dx, y - dy

    def centre_px(self, cell: Offset) -> PointPx:
        """The centre of a hex on the canvas."""
        if self.type.is_columns:
            return self._line_px(cell.column), self._place_px(cell.row, cell.column)
        return self._place_px(cell.column, cell.row), self._line_px(cell.row)

    def offset(self, point: PointPx) -> Offset:
        """The hex that covers a point of the canvas."""
        across, along = point if self.type.is_columns else (point[1], point[0])
        q = 2 * across / (_SQRT_3 * self.size_px) - 2 / 3
        r = along / self.size_px - (q + self.type.is_even) / 2
        line, other = _nearest(q, r)
        place = other + ((line + (1 if self.type.is_even else -1) * (line & 1)) >> 1)
        return Offset(place, line) if self.type.is_columns else Offset(line, place)

    def first_whole_px(self) -> PointPx:
        """The centre of the first hex that lies whole in the scene, on the canvas."""
        (x, y), (width, height) = self.margin_px, self.cell_px
        cut = 0.0 if self.type.is_even else self.size_px / 2
        if self.type.is_columns:
            return x + width / 2, y + height / 2 + cut
        return x + width / 2 + cut, y + height / 2

    def _line_px(self, line: int) -> float:
        return self.size_px * (3 * line + 2) / (2 * _SQRT_3)

    def _place_px(self, place: int, line: int) -> float:
        is_on_edge = self.type.is_even == bool(line & 1)
        return self.size_px * (place + (0.0 if is_on_edge else 0.5))


def grid_of(document: Doc) -> Grid:
    """The grid of a Foundry scene of version 12, 13 or 14.

    Raises:
        BadInput: if a field has a bad value.
        BadScene: if the scene is too large to lay pictures on.
    """
    grid = mapping(document, "grid", "scene")
    code = number(grid, "type", "scene.grid")
    if code not in list(GridType):
        raise BadInput("scene.grid.type", grid.get("type"), "a grid type from 0 to 5")
    size_px = number(grid, "size", "scene.grid")
    if not 2 <= size_px <= 4000:
        raise BadInput("scene.grid.size", grid.get("size"), "from 2 to 4000 pixels")
    width, height = (round(number(document, side, "scene")) for side in ("width", "height"))
    if not (1 <= width <= MOST_SIDE_PX and 1 <= height <= MOST_SIDE_PX):
        raise BadScene(
            f"scene: {width} x {height} px is not at most {MOST_SIDE_PX} pixels a side; make it smaller"
        )
    background = mapping(document, "background", "scene")
    shift = (
        number(document, "shiftX", "scene", number(background, "offsetX", "scene.background", 0)),
        number(document, "shiftY", "scene", number(background, "offsetY", "scene.background", 0)),
    )
    padding = number(document, "padding", "scene", 0.25)
    if not 0 <= padding <= 0.5:
        raise BadInput("scene.padding", padding, "from 0 to 0.5")
    distance = number(grid, "distance", "scene.grid", 1)
    if distance <= 0:
        raise BadInput("scene.grid.distance", distance, "more than 0")
    units = text(grid, "units", "scene.grid").strip().casefold()
    return Grid(GridType(int(code)), size_px, width, height, padding, shift, distance, units)


def frame_of_grid(
    grid: Grid, a1_px: PointPx | None = None, first: First | None = None, inch_px: float | None = None
) -> Frame:
    """The frame of a scene with that grid, in pixels of the scene.

    `a1_px` is a pixel in hex A1; without it A1 is the first hex that lies whole in the scene. `inch_px`
    is how many pixels an inch has, where the scene does not say.

    Raises:
        BadScene: if a table in inches does not say how large an inch is.
    """
    corner = grid.corner_px
    if grid.type.is_hex:
        if a1_px is None:
            centre = grid.first_whole_px()
        else:
            centre = grid.centre_px(grid.offset((a1_px[0] + corner[0], a1_px[1] + corner[1])))
        origin = (centre[0] - corner[0], centre[1] - corner[1])
        return Frame(FrameKind.HEX, grid.size_px, origin, grid.type.top, first or grid.type.first)
    origin = (grid.margin_px[0] - corner[0], grid.margin_px[1] - corner[1])
    if inch_px is None and grid.units not in _INCHES:
        raise BadScene(
            f"scene.grid.units: {grid.units!r} is not in (inches), so nobody knows how long an inch is; "
            "set it in the scene, or say --inch-px"
        )
    if grid.type is GridType.SQUARE:
        cell_in = grid.distance if inch_px is None else grid.size_px / inch_px
        return Frame(FrameKind.SQUARE, grid.size_px, origin, cell_in=cell_in)
    return Frame(FrameKind.INCH, inch_px or grid.size_px / grid.distance, origin)


def _nearest(q: float, r: float) -> tuple[int, int]:
    """The hex nearest to a point in cube coordinates: the coordinate that was rounded most is computed from the others."""
    s = -q - r
    near = [floor(value + 0.5) for value in (q, r, s)]
    away = [abs(rounded - value) for rounded, value in zip(near, (q, r, s), strict=True)]
    if away[0] > away[1] and away[0] > away[2]:
        return -near[1] - near[2], near[1]
    if away[1] > away[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]
