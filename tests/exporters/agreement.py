"""How far two renderings of a picture differ, within a pixel."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

Rgb = npt.NDArray[np.uint8]
"""Rows of red, green and blue."""

_SHADE = 64
"""The difference allowed between colours: renderers blend the pixels of an edge slightly differently."""


def on_white(png: bytes) -> Rgb:
    """The pixels of a PNG laid on white paper."""
    with Image.open(BytesIO(png)) as image:
        paper = Image.new("RGBA", image.size, "white")
        return np.asarray(Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB"))


def differing_pixels(one: Rgb, other: Rgb) -> list[tuple[int, int]]:
    """The pixels (row, column) where either has a colour that the other has neither there nor next to it."""
    assert one.shape == other.shape
    return list(
        zip(
            *map(
                np.ndarray.tolist,
                np.nonzero(_has_foreign_colour(one, other) | _has_foreign_colour(other, one)),
            ),
            strict=True,
        )
    )


def _has_foreign_colour(one: Rgb, other: Rgb) -> npt.NDArray[np.bool_]:
    rows, columns, _ = one.shape
    padded = np.pad(other, ((1, 1), (1, 1), (0, 0)), mode="edge").astype(np.int16)
    around = [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    low, high = np.minimum.reduce(around) - _SHADE, np.maximum.reduce(around) + _SHADE
    found: npt.NDArray[np.bool_] = ((one < low) | (one > high)).any(axis=2)
    return found
