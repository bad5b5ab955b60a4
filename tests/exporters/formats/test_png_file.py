"""PNG files by what an independent reader finds in them."""

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from exporters.formats.png_file import colour_png, marks_png, palette_png

PALETTE = np.array([(9, 40 * k, 255 - 40 * k, 51 * k) for k in range(6)], np.uint8)
NO_MARKS = np.zeros(0, np.int64), np.zeros(0, np.uint8)


@given(arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 40)), elements=st.integers(0, 5)))
def test_every_pixel_is_read_back(index: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> None:
    image = Image.open(BytesIO(palette_png(index, PALETTE, *NO_MARKS)))
    assert (image.mode, image.size) == ("P", index.shape[::-1])
    assert np.array_equal(np.asarray(image.convert("RGBA")), PALETTE[index])


def test_marks_lie_over_the_pixels_at_their_spots() -> None:
    """Spots are counted row by row; the picture itself stays as it was."""
    index = np.zeros((3, 5), np.uint8)
    file = palette_png(index, PALETTE, np.array([14, 0, 5]), np.array([3, 1, 2], np.uint8))
    drawn = [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0, 0, 0, 0, 3]]
    assert np.array_equal(np.asarray(Image.open(BytesIO(file)).convert("RGBA")), PALETTE[drawn])
    assert not index.any()


@given(arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40)), elements=st.integers(0, 5)))
def test_marks_on_nothing_are_the_same_file(index: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> None:
    spots = np.flatnonzero(index)
    marks = spots, index.reshape(-1)[spots]
    assert marks_png(*index.shape, PALETTE, *marks) == palette_png(index, PALETTE, *NO_MARKS)


@given(arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 40), st.just(4))))
def test_full_colours_are_read_back(pixels: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]) -> None:
    image = Image.open(BytesIO(colour_png(pixels)))
    assert image.mode == "RGBA"
    assert np.array_equal(np.asarray(image), pixels)


@pytest.mark.parametrize("size", [(700, 900), (3, 70_000)])
def test_large_pictures_are_read_back(size: tuple[int, int]) -> None:
    index = np.random.default_rng(1).integers(0, 6, size, np.uint8)
    image = Image.open(BytesIO(palette_png(index, PALETTE, *NO_MARKS)))
    image.verify()
    read = Image.open(BytesIO(palette_png(index, PALETTE, *NO_MARKS))).convert("RGBA")
    assert np.array_equal(np.asarray(read), PALETTE[index])


def test_rows_that_are_alike_cost_next_to_nothing() -> None:
    row = np.random.default_rng(1).integers(0, 6, 2000, np.uint8)
    assert len(palette_png(np.tile(row, (1000, 1)), PALETTE, *NO_MARKS)) < 20_000
