"""The hex that each pixel of a picture shows, worked out once for a grid and a viewport and cached."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from exporters.board_shapes import grid_box
from exporters.style import HEXSIDE, Pattern
from exporters.viewport import Viewport
from rules.ground.hex.hexes import Hex, HexGrid

ScalarT = TypeVar("ScalarT", bound=np.generic)

EDGE_BITS = 2
EDGE_STEPS = (1 << EDGE_BITS) - 1
"""How many shades lie between a hexside and the fill of its hex: all values of these bits except that of the fill."""

_ROWS_AT_A_TIME = 128


@dataclass(frozen=True, eq=False)
class HexImage:
    """The hex of each pixel, row by row in runs of one hex, and the distance of each pixel's centre from the nearest hexside."""

    numbers: npt.NDArray[np.intp]
    """The number of the hex of each run; 0 is no hex."""
    lengths_px: npt.NDArray[np.intp]
    inside_px: npt.NDArray[np.float32]

    def spread(self, of_each: npt.NDArray[ScalarT]) -> npt.NDArray[ScalarT]:
        """The value of each hex, given by number, at all the pixels that show it."""
        return np.repeat(of_each[self.numbers], self.lengths_px).reshape(self.inside_px.shape)


def hex_numbers(grid: HexGrid, places: Iterable[Hex]) -> npt.NDArray[np.intp]:
    """The numbers of hexes in the images of their grid."""
    column, row = np.fromiter(chain.from_iterable(places), np.intp).reshape(-1, 2).T
    return 1 + column * grid.rows + row


@lru_cache(maxsize=2)
def hex_image(grid: HexGrid, viewport: Viewport) -> HexImage:
    """The hex that each pixel centre lies in."""
    shape = viewport.height_px, viewport.width_px
    labels = np.zeros(shape, np.uint32)
    inside = np.zeros(shape, np.float32)
    across, down = _lattice_axes(grid, viewport)
    for top in range(0, viewport.height_px, _ROWS_AT_A_TIME):
        rows = slice(top, top + _ROWS_AT_A_TIME)
        labels[rows], inside[rows] = _nearest(grid, across, down[rows])
    inside *= np.float32(viewport.scale_px / 2)
    _cut(grid, viewport, labels)
    inside.flags.writeable = False
    pixels = labels.reshape(-1)
    starts = np.flatnonzero(np.diff(pixels, prepend=pixels[0] + 1))
    return HexImage(
        pixels[starts].astype(np.intp), np.diff(starts, append=pixels.size).astype(np.intp), inside
    )


@lru_cache(maxsize=4)
def grain(grid: HexGrid, viewport: Viewport, patterns: tuple[Pattern, ...]) -> npt.NDArray[np.uint8]:
    """The shading of each pixel within its hex, in bits that the style of a hex may mask out.

    The lowest two bits are 0 to EDGE_STEPS - 1 on the hexside, 0 being fully on it, and EDGE_STEPS inside. Inside, one more
    bit for each pattern tells whether the pixel lies in its ink. All higher bits are set, for the number of the hex's style.
    """
    inside_px = hex_image(grid, viewport).inside_px
    half_pen_px = max(0.5, HEXSIDE / 2 * viewport.scale_px)
    ink = np.zeros(inside_px.shape, np.uint8)
    for bit, pattern in enumerate(patterns, EDGE_BITS):
        ink |= pattern_mask(pattern, viewport.scale_px, 0, 0, *inside_px.shape).astype(np.uint8) << bit
    shade = np.clip((inside_px - half_pen_px + 0.5) * EDGE_STEPS, 0, EDGE_STEPS).astype(np.uint8)
    above = 256 - (1 << EDGE_BITS + len(patterns))
    bits: npt.NDArray[np.uint8] = np.where(shade < EDGE_STEPS, shade, ink | shade) | np.uint8(above)
    bits.flags.writeable = False
    return bits


def pattern_mask(
    pattern: Pattern, scale_px: float, left: int, top: int, height: int, width: int
) -> npt.NDArray[np.bool_]:
    """The mask of a pattern's ink, aligned to the corner of the picture so that neighbours match."""
    period, _ = pattern_px(scale_px)
    tile = _tile(pattern, scale_px)
    rows, columns = np.arange(top, top + height), np.arange(left, left + width)
    return tile[np.ix_(rows % (2 * period), columns % (2 * period))]


@lru_cache(maxsize=64)
def _tile(pattern: Pattern, scale_px: float) -> npt.NDArray[np.bool_]:
    """The tile of a pattern, a square two periods wide."""
    period, thick = pattern_px(scale_px)
    x, y = np.arange(2 * period), np.arange(2 * period)[:, None]
    rising, falling = (x + y) % period < thick, (x - y) % period < thick
    stagger = y // period % 2 * period
    match pattern:
        case Pattern.PLAIN:
            return np.zeros((2 * period, 2 * period), np.bool_)
        case Pattern.HATCH:
            return rising
        case Pattern.CROSS:
            return rising | falling
        case Pattern.DOTS:
            return ((x + stagger // 2) % period < thick + 1) & (y % period < thick + 1)
        case Pattern.DASHES:
            return ((x + stagger) % (2 * period) < period) & (y % period < thick)


def pattern_px(scale_px: float) -> tuple[int, int]:
    """The distance and thickness of a pattern's strokes, in pixels."""
    return max(4, round(scale_px * 0.17)), max(1, round(scale_px * 0.035))


def _lattice_axes(
    grid: HexGrid, viewport: Viewport
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    x0, y0 = grid.centre(Hex(0, 0))
    sx, sy = grid.scale
    x = (np.arange(viewport.width_px) + 0.5 - viewport.origin_px[0]) / (viewport.unit_px[0] * sx) + x0
    y = (np.arange(viewport.height_px) + 0.5 - viewport.origin_px[1]) / (viewport.unit_px[1] * sy) + y0
    return x.astype(np.float32), y.astype(np.float32)[:, None]


def _nearest(
    grid: HexGrid, x: npt.NDArray[np.float32], y: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The hex number of each lattice point, and how deep inside the hex it lies (1 is the centre, 0 the hexside).

    Like `HexGrid.nearest`, but for a million points at once, by testing hexsides and without square roots.
    Single precision holds every number exactly: there are fewer hexes than 2 ** 24.
    """
    across, along = (x, y) if grid.is_flat else (y, x)
    first = np.floor(across / 3)
    left, off_left = _in_line(grid, first, across, along)
    right, off_right = _in_line(grid, first + 1, across, along)
    return np.where(off_left < off_right, left, right), 1 - np.minimum(off_left, off_right)


def _in_line(
    grid: HexGrid,
    line: npt.NDArray[np.float32],
    across: npt.NDArray[np.float32],
    along: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The number of the nearest hex in one column (row), 0 off the map, and the distance of its centre."""
    lines, places = (grid.columns, grid.rows) if grid.is_flat else (grid.rows, grid.columns)
    odd = line % 2
    shift = 1 - odd if grid.first_is_shifted else odd
    place = np.rint((along - shift) / 2)
    aside, off = np.abs(across - 3 * line), np.abs(along - shift - 2 * place)
    away = np.maximum(off, (aside + off) / 2)
    count = places - shift if grid.half_hexes else np.full_like(shift, places)
    on_map = ((line >= 0) & (line < lines)) & ((place >= 0) & (place < count))
    number = 1 + (line * grid.rows + place if grid.is_flat else place * grid.rows + line)
    return np.where(on_map, number, np.float32(0)), away


def _cut(grid: HexGrid, viewport: Viewport, labels: npt.NDArray[np.uint32]) -> None:
    """Clear the pixels beyond the edges of a map with half hexes."""
    if not grid.half_hexes:
        return
    edge = grid_box(grid)
    left, top = viewport.pixel((edge.left, edge.top))
    right, bottom = viewport.pixel((edge.right, edge.bottom))
    labels[:, : max(0, round(left))] = labels[:, max(0, round(right)) :] = 0
    labels[: max(0, round(top))] = labels[max(0, round(bottom)) :] = 0
