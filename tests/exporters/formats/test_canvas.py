"""Single pixels on a canvas, held against whole layers that are laid one over another."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from exporters.formats.canvas import Canvas, Pixels, Spots

WIDTH_PX, HEIGHT_PX = 13, 7
INKS = np.array([(200, 0, 0, 255), (0, 90, 0, 120), (10, 20, 30, 60)], np.uint8)
VEIL = {0: (0, 0, 0, 0), 1: (250, 240, 0, 90), 2: (0, 0, 200, 40)}


@pytest.mark.parametrize("is_veiled", [False, True])
@pytest.mark.parametrize("layers", [
    [[3, 9, 40]],
    [[3, 9, 40], [41, 4]],
    [[3, 9, 40], [40, 4]],
    [[3, 9, 3]],
    [[3, 9], "paint", [9, 20]],
    ["paint", [0, 1, 90]],
    [[0, 1], "copy", [1, 2], "copy"],
], ids=["apart", "twice apart", "on one spot", "twice on one spot at once", "round a mask", "over a mask", "on a copy"])  # fmt: skip
def test_single_pixels_are_blended_over_what_lies_beneath(
    layers: list[list[int] | str], is_veiled: bool
) -> None:
    canvas, expected = Canvas(WIDTH_PX, HEIGHT_PX), Image.new("RGBA", (WIDTH_PX, HEIGHT_PX))
    if is_veiled:
        index = (np.arange(WIDTH_PX * HEIGHT_PX, dtype=np.uint8) % 3).reshape(HEIGHT_PX, WIDTH_PX)
        canvas.lay(index, VEIL, 200)
        expected = Image.fromarray(np.array(list(VEIL.values()), np.uint8)[index])
    marks = Image.new("RGBA", expected.size)
    for layer in layers:
        if layer == "copy":
            canvas = canvas.copy()
            continue
        if layer == "paint":
            canvas.paint(2, 0, np.full((3, 8), 255, np.uint8), (0, 90, 0, 120))
            spots = np.array([y * WIDTH_PX + x for y in range(3) for x in range(2, 10)])
            inks = np.tile(INKS[1], (24, 1))
        else:
            spots = np.array(layer)
            inks = INKS[np.arange(len(layer)) % 3]
            canvas.scatter(spots, inks)
        marks = Image.alpha_composite(marks, _layer(spots, inks))
    expected = Image.alpha_composite(expected, marks)
    drawn = Image.open(BytesIO(canvas.png())).convert("RGBA")
    assert np.array_equal(np.asarray(drawn), np.asarray(expected))
    assert np.array_equal(canvas.pixels, np.asarray(expected))


def _layer(spots: Spots, inks: Pixels) -> Image.Image:
    """A layer with these pixels alone; of two on one spot the latter holds."""
    pixels = np.zeros((HEIGHT_PX * WIDTH_PX, 4), np.uint8)
    pixels[spots] = inks
    return Image.fromarray(pixels.reshape(HEIGHT_PX, WIDTH_PX, 4))
