"""The pixels of a picture: a palette where hexes have one class each, true colours where marks lie on them.

A field of some thousand hexes costs one look-up and a small palette file that way. Marks are
blended only where they lie; what they touch shares the palette's remaining colours while it is
little, and makes the picture a true-colour one when it is much.
"""

import numpy as np
import numpy.typing as npt
from PIL import Image

from exporters.formats.png_file import colour_png, palette_png
from exporters.style import Ink

Pixels = npt.NDArray[np.uint8]
"""Rows of pixels with red, green, blue and opacity."""

Mask = npt.NDArray[np.uint8]
"""How much of each pixel is covered, 0 to 255."""

Spots = npt.NDArray[np.int64]
"""One coordinate of many single pixels."""

_MOST_TOUCHED = 0.2
_FEW = 1 << 15
_SAMPLED = 16
"""Of so many pixels one tells whether it is worth while to count the colours of all."""
_AT_ONCE = 1 << 13
"""How many pixels are blended at a time, so that what is reckoned stays near the processor."""


class Canvas:
    """Transparent pixels that marks are laid on, from the lowest up."""

    def __init__(self, width_px: int, height_px: int) -> None:
        self.width_px, self.height_px = width_px, height_px
        self._index: npt.NDArray[np.uint8] | None = None
        self._palette: Pixels = np.zeros((1, 4), np.uint8)
        self._marks: Pixels = np.zeros((height_px, width_px, 4), np.uint8)
        self._top, self._bottom = height_px, 0

    def lay(self, index: npt.NDArray[np.uint8], palette: Pixels) -> None:
        """Cover the whole canvas with pixels that are each a row of a palette.

        Opaque ground is soon covered with marks, so it is kept in true colours.
        """
        is_veil = ((palette[:, 3] > 0) & (palette[:, 3] < 255)).any()
        if self._index is None and not self._bottom and is_veil:
            self._index, self._palette = index, palette
            return
        everywhere = slice(0, self.height_px), slice(0, self.width_px)
        self._marks = self.pixels
        self._index = None
        self._blend(*everywhere, np.take(_as_words(palette), index)[..., None].view(np.uint8))

    def paint(self, left: int, top: int, mask: Mask, ink: Ink) -> None:
        """Blend one ink where a mask covers; the mask's corner is at (left, top), maybe off the canvas."""
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], self.width_px), min(top + mask.shape[0], self.height_px)
        if x0 < x1 and y0 < y1 and ink[3]:
            covered = mask[y0 - top : y1 - top, x0 - left : x1 - left]
            source = np.take(_as_words(_thinned(ink)), covered)[..., None].view(np.uint8)
            self._blend(slice(y0, y1), slice(x0, x1), source)

    def scatter(self, x: Spots, y: Spots, source: Pixels) -> None:
        """Blend single pixels, each with its own ink; of two on one spot the latter holds."""
        inside = (x >= 0) & (x < self.width_px) & (y >= 0) & (y < self.height_px)
        if not inside.all():
            x, y, source = x[inside], y[inside], source[inside]
        if not len(y):
            return
        self._reach(int(y.min()), int(y.max()) + 1)
        spots = y * self.width_px + x
        marks = _as_words(self._marks)
        under = np.ascontiguousarray(marks[spots])[:, None].view(np.uint8)
        marks[spots] = _as_words(_blended(under, source))

    def copy(self) -> "Canvas":
        """Another canvas with the same on it."""
        other = Canvas(self.width_px, self.height_px)
        other._index, other._palette = self._index, self._palette
        other._top, other._bottom = self._top, self._bottom
        other._marks = self._marks.copy()
        return other

    @property
    def pixels(self) -> Pixels:
        """The pixels so far, in true colours."""
        if self._index is None:
            return self._marks
        return _blended(self._palette[self._index], self._marks)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        rows = slice(self._top, max(self._top, self._bottom))
        marks = _as_words(self._marks[rows])
        spots = np.flatnonzero(marks != 0)  # flags are searched five times as fast as numbers
        room = 256 - len(self._palette)
        if len(spots) > _MOST_TOUCHED * self.width_px * self.height_px or (len(spots) and room < 32):
            return colour_png(self.pixels)
        if self._index is None:
            index = np.zeros((self.height_px, self.width_px), np.uint8)
        elif not len(spots):
            return palette_png(self._index, self._palette)
        else:
            index = self._index.copy()
        touched = index[rows].reshape(-1)
        colours = np.empty((len(spots), 4), np.uint8)
        for k in range(0, len(spots), _AT_ONCE):
            some = spots[k : k + _AT_ONCE]
            colours[k : k + _AT_ONCE] = _blended(
                self._palette[touched[some]], marks[some][:, None].view(np.uint8)
            )
        shared, own = _shared_palette(colours, room)
        touched[spots] = shared + np.uint8(len(self._palette))
        return palette_png(index, np.concatenate([self._palette, own]))

    def _blend(self, rows: slice, columns: slice, source: Pixels) -> None:
        self._reach(rows.start, rows.stop)
        under = self._marks[rows, columns]
        band = max(1, _AT_ONCE // source.shape[1])
        for k in range(0, len(under), band):
            under[k : k + band] = _blended(under[k : k + band], source[k : k + band])

    def _reach(self, top: int, bottom: int) -> None:
        self._top, self._bottom = min(self._top, top), max(self._bottom, bottom)


def _as_words(pixels: Pixels) -> npt.NDArray[np.uint32]:
    """The same pixels, a number each: looked up and laid four times as fast."""
    return pixels.reshape(-1, 4).view(np.uint32).reshape(-1)


def _thinned(ink: Ink) -> Pixels:
    """An ink at each of the 256 strengths of a mask."""
    inks = np.zeros((256, 4), np.uint8)
    inks[:] = ink
    inks[:, 3] = (np.arange(256) * ink[3] + 127) // 255
    inks[inks[:, 3] == 0] = 0
    return inks


def _blended(under: Pixels, source: Pixels) -> Pixels:
    """Inks over inks, both with their opacity."""
    beneath = under[..., 3]
    if not beneath.any():
        return source
    if (beneath == 255).all():
        return _over_opaque(under, source)
    share = _opacity(source).astype(np.float32) / 255
    rest = _opacity(under).astype(np.float32) / 255 * (1 - share)
    whole = share + rest
    mixed = ((source * share + under * rest) / np.maximum(whole, 1e-6) + 0.5).astype(np.uint8)
    mixed[..., 3] = whole[..., 3] * 255 + 0.5
    return mixed


def _over_opaque(under: Pixels, source: Pixels) -> Pixels:
    """The same over what is opaque, in whole numbers: the quotient by 255 is two shifts."""
    share = _opacity(source).astype(np.uint16)
    total = source * share
    share ^= 255
    total += under * share
    total += 128
    total += total >> 8
    total >>= 8
    mixed = total.astype(np.uint8)
    mixed[..., 3] = 255
    return mixed


def _opacity(pixels: Pixels) -> Pixels:
    """The opacity of each pixel in the place of each of its colours, so that whole rows are reckoned at once."""
    return ((pixels.view(np.uint32) >> 24) * np.uint32(0x01010101)).view(np.uint8)


def _shared_palette(pixels: Pixels, room: int) -> tuple[npt.NDArray[np.uint8], Pixels]:
    """Colours that fit the room, and which of them each pixel has; exact where there are few."""
    words = _as_words(np.ascontiguousarray(pixels))
    if len(words) <= _FEW and len(np.unique(words[::_SAMPLED])) <= room:
        packed = np.unique(words)
        if len(packed) <= room:
            return np.searchsorted(packed, words).astype(np.uint8), packed.view(np.uint8).reshape(-1, 4)
    strip = Image.fromarray(pixels.reshape(1, -1, 4)).quantize(room, Image.Quantize.FASTOCTREE)
    colours = np.frombuffer(strip.im.getpalette("RGBA", "RGBA"), np.uint8).reshape(-1, 4)[:room]
    return np.asarray(strip).reshape(-1), colours
