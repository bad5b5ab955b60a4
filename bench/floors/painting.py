"""The pixels of a picture of hexes, in C."""

from ctypes import c_long, c_void_p

import numpy as np
from numpy.typing import NDArray

from bench.harness.native import compiled


class Painting:
    """A picture in full colours: which hex each pixel shows, its shade there, and the colours of each hex.

    The colour of a pixel is palette[first_of[label] + shade], as red, green, blue and opacity.
    """

    def __init__(
        self,
        labels: NDArray[np.uint16],
        shades: NDArray[np.uint8],
        first_of: NDArray[np.uint8],
        palette: NDArray[np.uint8],
    ) -> None:
        self.pixels = np.empty((*labels.shape, 4), np.uint8)
        full = np.zeros((256, 4), np.uint8)
        full[: len(palette)] = palette
        self._given = [np.ascontiguousarray(each) for each in (labels, shades, first_of, full)]

    def paint(self) -> NDArray[np.uint8]:
        """The pixels, (height, width, 4)."""
        given = [c_void_p(each.ctypes.data) for each in self._given]
        compiled("painting").paint(*given, c_long(self.pixels.size // 4), c_void_p(self.pixels.ctypes.data))
        return self.pixels
