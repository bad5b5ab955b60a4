"""Stamps: drawings used many times (a text, a tree, a counter), stored as their pixels with ink."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from exporters.formats.canvas import Canvas, Pixels, Spots


@dataclass(frozen=True, eq=False)
class Stamp:
    """The pixels with ink of a drawing, relative to its corner."""

    width: int
    height: int
    x: npt.NDArray[np.int64]
    y: npt.NDArray[np.int64]
    inks: Pixels

    def laid(self, left: int, top: int, on: Canvas) -> tuple[Spots, Pixels, int]:
        """The pixels of the stamp, their inks, and the number to add to each pixel, for a canvas with the stamp's corner at
        (left, top), maybe off the canvas."""
        if 0 <= left <= on.width_px - self.width and 0 <= top <= on.height_px - self.height:
            return self._spots(on.width_px), self.inks, top * on.width_px + left
        x, y = self.x + left, self.y + top
        inside = (x >= 0) & (x < on.width_px) & (y >= 0) & (y < on.height_px)
        return (y * on.width_px + x)[inside], self.inks[inside], 0

    def _spots(self, width_px: int) -> Spots:
        spots = self._spots_of.get(width_px)
        if spots is None:
            spots = self._spots_of[width_px] = self.y * width_px + self.x
        return spots

    @cached_property
    def _spots_of(self) -> dict[int, Spots]:
        return {}


def cut(canvas: Canvas) -> Stamp:
    """A stamp of everything on a canvas."""
    pixels = canvas.pixels
    y, x = np.nonzero(pixels[..., 3] != 0)
    return Stamp(canvas.width_px, canvas.height_px, x, y, pixels[y, x])


def lay_stamps(canvas: Canvas, laid: Iterable[tuple[Stamp, int, int]]) -> None:
    """Lay stamps with their corners at these pixels, all at once."""
    pieces = [stamp.laid(left, top, canvas) for stamp, left, top in laid]
    if pieces:
        spots, inks, added = zip(*pieces, strict=True)
        further = np.repeat(np.array(added), [len(each) for each in spots])
        canvas.scatter(np.concatenate(spots) + further, np.concatenate(inks))
