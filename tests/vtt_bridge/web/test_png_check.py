"""Only real PNGs of a bearable size are laid on a table; larger ones are refused by their header."""

import struct
import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rules.errors import BadInput
from vtt_bridge.web.png_check import MOST_BYTES, png_size_px


def png(width: int = 6, height: int = 4) -> bytes:
    kept = BytesIO()
    Image.new("RGBA", (width, height), (1, 2, 3, 40)).save(kept, "PNG")
    return kept.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A few bytes that claim to be a huge picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def test_a_png_is_read_with_its_size() -> None:
    assert png_size_px(png(6, 4), "overlay") == (6, 4)


def test_other_formats_and_damaged_pngs_are_refused() -> None:
    kept = BytesIO()
    Image.new("RGB", (5, 5)).save(kept, "GIF")
    for wrong in (b"", b"hello", kept.getvalue(), b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(BadInput, match=r"overlay: .* is not a PNG"):
            png_size_px(wrong, "overlay")
    with pytest.raises(BadInput, match="overlay: '6 x 4 px, damaged"):
        png_size_px(png()[:-30], "overlay")
    with pytest.raises(BadInput, match="damaged"):
        png_size_px(bomb(1000, 1000), "overlay")


@pytest.mark.parametrize("size", [(20_000, 4), (4, 20_000), (16_000, 16_000), (2**31 - 1, 2**31 - 1), (0, 5)])
def test_a_png_that_claims_a_size_out_of_bounds_is_refused_by_its_header(size: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match="is not at most 16384 a side and 36000000 pixels in all"):
        png_size_px(bomb(*size), "overlay")


def test_a_png_of_too_many_bytes_is_refused() -> None:
    with pytest.raises(BadInput, match="is not a PNG of at most"):
        png_size_px(png() + b"\0" * MOST_BYTES, "overlay")


@given(st.integers(0, 200), st.binary(min_size=1, max_size=8))
def test_a_png_damaged_anywhere_is_read_or_refused_as_bad_input(at: int, damage: bytes) -> None:
    whole = png()
    cut = min(at, len(whole))
    try:
        png_size_px(whole[:cut] + damage + whole[cut + len(damage) :], "overlay")
    except BadInput:
        return
