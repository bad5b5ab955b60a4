"""What is drawn once and laid many times: a text, a tree, a counter, as the pixels that have ink."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from exporters.formats.canvas import Canvas, Pixels, Spots


class Stamp(NamedTuple):
    """The pixels with ink of something drawn on a canvas of its own, counted from its corner."""

    width: int
    height: int
    x: Spots
    y: Spots
    inks: Pixels


def cut(canvas: Canvas) -> Stamp:
    """A stamp of what is on a canvas."""
    pixels = canvas.pixels
    y, x = np.nonzero(pixels[..., 3] != 0)
    return Stamp(canvas.width_px, canvas.height_px, x, y, pixels[y, x])


def lay_stamps(canvas: Canvas, laid: Iterable[tuple[Stamp, int, int]]) -> None:
    """Stamps with their corners at these pixels, all at once."""
    stamps = list(laid)
    if stamps:
        x = np.concatenate([stamp.x + left for stamp, left, _ in stamps])
        y = np.concatenate([stamp.y + top for stamp, _, top in stamps])
        canvas.scatter(x, y, np.concatenate([stamp.inks for stamp, _, _ in stamps]))
