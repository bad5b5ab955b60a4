"""The pixels of a picture: a palette where hexes have one class each, true colours where marks lie on them.

A field of some thousand hexes costs one look-up and a small palette file that way. Marks are
blended only where they lie; what they touch shares the palette's remaining colours while it is
little, and makes the picture a true-colour one when it is much.
"""

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from exporters.formats.palette_png import palette_png
from exporters.style import Ink

Pixels = npt.NDArray[np.uint8]
"""Rows of pixels with red, green, blue and opacity."""

Mask = npt.NDArray[np.uint8]
"""How much of each pixel is covered, 0 to 255."""

Spots = npt.NDArray[np.int64]
"""One coordinate of many single pixels."""

_MOST_TOUCHED = 0.2
_FEW = 1 << 15


class Canvas:
    """Transparent pixels that marks are laid on, from the lowest up."""

    def __init__(self, width_px: int, height_px: int) -> None:
        self._shape = height_px, width_px
        self._index: npt.NDArray[np.uint8] = np.zeros(self._shape, np.uint8)
        self._palette: Pixels = np.zeros((1, 4), np.uint8)
        self._colours: Pixels = np.zeros((*self._shape, 4), np.uint8)
        self._touched: npt.NDArray[np.bool_] = np.zeros(self._shape, np.bool_)
        self._is_bare = True

    def lay(self, index: npt.NDArray[np.uint8], palette: Pixels) -> None:
        """Cover the whole canvas with pixels that are each a row of a palette."""
        if self._is_bare:
            self._index, self._palette, self._is_bare = index, palette, False
            return
        self._is_bare = False
        self._blend_over(slice(None), slice(None), palette[index])

    def paint(self, left: int, top: int, mask: Mask, ink: Ink) -> None:
        """Blend one ink where a mask covers; the mask's corner is at (left, top), maybe off the canvas."""
        height, width = self._shape
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
        if x0 >= x1 or y0 >= y1 or ink[3] == 0:
            return
        covered = mask[y0 - top : y1 - top, x0 - left : x1 - left]
        source = np.empty((*covered.shape, 4), np.uint8)
        source[..., :3] = ink[:3]
        source[..., 3] = covered if ink[3] == 255 else (covered.astype(np.uint16) * ink[3] + 127) // 255
        self._is_bare = False
        self._blend_over(slice(y0, y1), slice(x0, x1), source)

    @property
    def pixels(self) -> Pixels:
        """The pixels so far, in true colours."""
        pixels = self._palette[self._index]
        pixels[self._touched] = self._colours[self._touched]
        return pixels

    def png(self) -> bytes:
        """The picture as a PNG file."""
        spots = np.flatnonzero(self._touched)
        room = 256 - len(self._palette)
        if len(spots) > _MOST_TOUCHED * self._touched.size or (len(spots) and room < 32):
            return _encoded(Image.fromarray(self.pixels))
        index, palette = self._index, self._palette
        if len(spots):
            shared, colours = _shared_palette(self._colours.reshape(-1, 4)[spots], room)
            index = index.copy()
            index.reshape(-1)[spots] = shared + np.uint8(len(palette))
            palette = np.concatenate([palette, colours])
        return palette_png(index, palette)

    def scatter(self, x: Spots, y: Spots, source: Pixels) -> None:
        """Blend single pixels, each with its own ink; of two on one spot the latter holds."""
        height, width = self._shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        if not inside.all():
            x, y, source = x[inside], y[inside], source[inside]
        self._is_bare = False
        spots = y * width + x
        all_touched, all_colours = self._touched.reshape(-1), self._colours.reshape(-1, 4)
        ground = self._palette[self._index.reshape(-1)[spots]]
        under = np.where(all_touched[spots][:, None], all_colours[spots], ground)
        all_colours[spots] = _blended(under, source)
        all_touched[spots] = True

    def _blend_over(self, rows: slice, columns: slice, source: Pixels) -> None:
        here = rows, columns
        touched, colours = self._touched[here], self._colours[here]
        inked = source[..., 3] > 0
        under = np.where(touched[..., None], colours, self._palette[self._index[here]])
        colours[inked] = _blended(under, source)[inked]
        touched |= inked


def _blended(under: Pixels, source: Pixels) -> Pixels:
    """Inks over inks, both with their opacity."""
    opacity = source[..., 3:].astype(np.float32) / 255
    beneath = under[..., 3:].astype(np.float32) / 255 * (1 - opacity)
    whole = opacity + beneath
    mixed = np.empty(under.shape, np.uint8)
    mixed[..., :3] = (source[..., :3] * opacity + under[..., :3] * beneath) / np.maximum(whole, 1e-6) + 0.5
    mixed[..., 3:] = whole * 255 + 0.5
    return mixed


def _shared_palette(pixels: Pixels, room: int) -> tuple[npt.NDArray[np.uint8], Pixels]:
    """Colours that fit the room, and which of them each pixel has; exact where there are few."""
    if len(pixels) <= _FEW:
        packed, index = np.unique(np.ascontiguousarray(pixels).view(np.uint32), return_inverse=True)
        if len(packed) <= room:
            return index.reshape(-1).astype(np.uint8), packed.view(np.uint8).reshape(-1, 4)
    strip = Image.fromarray(pixels.reshape(1, -1, 4)).quantize(room, Image.Quantize.FASTOCTREE)
    colours = np.frombuffer(strip.im.getpalette("RGBA", "RGBA"), np.uint8).reshape(-1, 4)[:room]
    return np.asarray(strip).reshape(-1), colours


def _encoded(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()
