"""The pixels of a picture: palette colours for hexes, true colours where marks are drawn over them.

A field of some thousand hexes then costs one look-up and a small palette file. Marks are
blended only where they lie; if they touch few pixels, these share the palette's remaining
colours, if many, the picture becomes a true-colour one.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from exporters.formats.png_file import colour_png, marks_png, palette_png
from exporters.style import Ink

Pixels = npt.NDArray[np.uint8]
"""Rows of pixels with red, green, blue and opacity."""

Mask = npt.NDArray[np.uint8]
"""The coverage of each pixel, 0 to 255."""

Spots = npt.NDArray[np.int64]
"""Many single pixels, counted row by row from the upper left corner."""

_MOST_MARKED = 0.2
_FEW = 1 << 15
_SAMPLED = 16
"""One pixel of so many is sampled, to decide whether counting the colours of all is worthwhile."""


class Canvas:
    """Transparent pixels that marks are laid on, from the lowest up."""

    def __init__(self, width_px: int, height_px: int) -> None:
        self.width_px, self.height_px = width_px, height_px
        self._index: npt.NDArray[np.uint8] | None = None
        self._palette: Pixels = np.zeros((1, 4), np.uint8)
        self._free: npt.NDArray[np.uint8] = np.arange(1, 256, dtype=np.uint8)
        """The palette numbers that are left for marks."""
        self._blended_marks: _Marks | None = None
        self._scattered: list[tuple[Spots, Pixels]] = []
        """Single pixels that lie over the blended marks, from the lowest up."""
        self._is_bare = True
        """Whether no mark was laid."""

    def lay(self, index: npt.NDArray[np.uint8], inks: Mapping[int, Ink], most_marks: int) -> None:
        """Cover the whole canvas with pixels that are numbers of inks, leaving this many other numbers for marks.

        Opaque ground is soon covered with marks, so it is kept in true colours.
        """
        palette = np.zeros((1 + max(inks), 4), np.uint8)
        palette[list(inks)] = list(inks.values())
        is_veil = ((palette[:, 3] > 0) & (palette[:, 3] < 255)).any()
        if self._index is None and is_veil and self._is_bare:
            self._index, self._palette = index, palette
            is_free = np.ones(256, np.bool_)
            is_free[list(inks)] = False
            self._free = np.flatnonzero(is_free)[:most_marks].astype(np.uint8)
            return
        everywhere = slice(0, self.height_px), slice(0, self.width_px)
        so_far = _as_words(self.pixels).reshape(index.shape).copy()
        self._blended_marks, self._index = _Marks(so_far, so_far != 0), None
        self._blend(everywhere, looked_up(palette, index))

    def paint(self, left: int, top: int, mask: Mask, ink: Ink) -> None:
        """Blend one ink through a mask whose corner is at (left, top), maybe off the canvas."""
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], self.width_px), min(top + mask.shape[0], self.height_px)
        if x0 < x1 and y0 < y1 and ink[3]:
            covered = mask[y0 - top : y1 - top, x0 - left : x1 - left]
            self._blend((slice(y0, y1), slice(x0, x1)), looked_up(_thinned(ink), covered))

    def scatter(self, spots: Spots, source: Pixels) -> None:
        """Blend single pixels, each with its own ink; of two on one spot the later one counts."""
        self._is_bare = False
        self._scattered.append((spots, source))

    def copy(self) -> "Canvas":
        """A copy of the canvas with all marks blended; changing the copy does not change this canvas."""
        other = Canvas.__new__(Canvas)
        other.width_px, other.height_px = self.width_px, self.height_px
        other._index, other._palette, other._free = self._index, self._palette, self._free
        other._blended_marks = None if self._is_bare else self._marks().copied()
        other._scattered, other._is_bare = [], self._is_bare
        return other

    @property
    def pixels(self) -> Pixels:
        """The pixels so far, in true colours."""
        words, is_marked = self._marks()
        marks = _as_inks(words * is_marked)
        return marks if self._index is None else _blended(looked_up(self._palette, self._index), marks)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        spots, marks = self._marked()
        room = len(self._free)
        if len(spots) > _MOST_MARKED * self.width_px * self.height_px or (len(spots) and room < 32):
            return colour_png(self.pixels)
        if self._index is not None:
            marks = _blended(looked_up(self._palette, self._index.reshape(-1)[spots]), marks)
        shared, own = _shared_palette(marks, room)
        numbers = self._free[: len(own)]
        palette = np.zeros((1 + int(numbers.max(initial=len(self._palette) - 1)), 4), np.uint8)
        palette[: len(self._palette)] = self._palette
        palette[numbers] = own
        if self._index is None:
            return marks_png(self.height_px, self.width_px, palette, spots, self._free[shared])
        return palette_png(self._index, palette, spots, self._free[shared])

    def _blend(self, where: tuple[slice, slice], source: Pixels) -> None:
        self._is_bare = False
        words, is_marked = self._marks()
        under = _as_inks(words[where] * is_marked[where])
        words[where] = _as_words(_blended(under, source)).reshape(source.shape[:2])
        is_marked[where] |= source[..., 3] > 0

    def _marked(self) -> tuple[Spots, Pixels]:
        """The pixels that are marked, each once, and their blended inks."""
        if self._blended_marks is None and self._scattered:
            spots, inks = (np.concatenate(each) for each in zip(*self._scattered, strict=True))
            if _are_unlike(spots, self.height_px * self.width_px):
                return spots, inks
        words, is_marked = self._marks()
        spots = _spots_of(is_marked)
        return spots, _as_inks(words.reshape(-1)[spots])

    def _marks(self) -> "_Marks":
        """All marks, blended."""
        if self._blended_marks is None:
            shape = self.height_px, self.width_px
            self._blended_marks = _Marks(np.empty(shape, np.uint32), np.zeros(shape, np.bool_))
        marks = self._blended_marks
        words, is_marked = marks.words.reshape(-1), marks.is_marked.reshape(-1)
        for spots, source in self._scattered:
            inks = source
            if (before := is_marked[spots]).any():
                inks = _blended(_as_inks(words[spots] * before), source)
            words[spots], is_marked[spots] = _as_words(inks), True
        self._scattered.clear()
        return marks


class _Marks(NamedTuple):
    """The blended ink of marks at each pixel, and which pixels are marked."""

    words: npt.NDArray[np.uint32]
    is_marked: npt.NDArray[np.bool_]

    def copied(self) -> "_Marks":
        return _Marks(self.words.copy(), self.is_marked.copy())


def _are_unlike(spots: Spots, size: int) -> bool:
    """Whether all of these spots, numbers below `size`, are different."""
    latest, numbers = np.empty(size, np.uint32), np.arange(len(spots), dtype=np.uint32)
    latest[spots] = numbers
    return bool((latest[spots] == numbers).all())


def _spots_of(is_marked: npt.NDArray[np.bool_]) -> Spots:
    """The marked pixels; eight are tested at once first, as most are not marked."""
    flat = is_marked.reshape(-1)
    whole = len(flat) & ~7
    eights = np.flatnonzero(flat[:whole].view(np.uint64) != 0)
    place = np.flatnonzero(flat[:whole].reshape(-1, 8)[eights])
    return np.concatenate([8 * eights[place >> 3] + (place & 7), whole + np.flatnonzero(flat[whole:])])


def looked_up(inks: Pixels, numbers: npt.NDArray[np.integer]) -> Pixels:
    """The inks with these numbers."""
    return _as_inks(np.take(_as_words(inks), numbers))


def _as_inks(words: npt.NDArray[np.uint32]) -> Pixels:
    return words[..., None].view(np.uint8)


def _as_words(pixels: Pixels) -> npt.NDArray[np.uint32]:
    """The pixels as one number each, which are looked up and stored four times as fast."""
    return np.ascontiguousarray(pixels).view(np.uint32).reshape(-1)


def _thinned(ink: Ink) -> Pixels:
    """An ink at each of the 256 strengths of a mask."""
    inks = np.zeros((256, 4), np.uint8)
    inks[:] = ink
    inks[:, 3] = (np.arange(256) * ink[3] + 127) // 255
    inks[inks[:, 3] == 0] = 0
    return inks


def _blended(under: Pixels, source: Pixels) -> Pixels:
    """Inks over inks, both with their opacity."""
    if not under[..., 3].any():
        return source
    return np.asarray(Image.alpha_composite(_strip(under), _strip(source))).reshape(source.shape)


def _strip(pixels: Pixels) -> Image.Image:
    """The pixels in one row, as a Pillow image for blending."""
    return Image.frombuffer("RGBA", (pixels.size // 4, 1), np.ascontiguousarray(pixels), "raw", "RGBA", 0, 1)


def _shared_palette(pixels: Pixels, room: int) -> tuple[npt.NDArray[np.uint8], Pixels]:
    """At most `room` colours, and which of them each pixel gets; exact if there are few."""
    words = _as_words(pixels)
    if len(words) <= _FEW and len(np.unique(words[::_SAMPLED])) <= room:
        packed = np.unique(words)
        if len(packed) <= room:
            return np.searchsorted(packed, words).astype(np.uint8), packed.view(np.uint8).reshape(-1, 4)
    strip = Image.fromarray(pixels.reshape(1, -1, 4)).quantize(room, Image.Quantize.FASTOCTREE)
    colours = np.frombuffer(strip.im.getpalette("RGBA", "RGBA"), np.uint8).reshape(-1, 4)[:room]
    return np.asarray(strip).reshape(-1), colours
