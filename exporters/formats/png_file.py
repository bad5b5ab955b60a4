"""Pixels as a PNG file, packed by igzip: five times as fast as zlib at its fastest, and smaller.

Every row is told as what differs from the row above, which in pictures of boards is little; but a palette's numbers as they are
where more differs, for their patterns recur.
"""

import struct

import numpy as np
import numpy.typing as npt
from isal import isal_zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_AS_IT_IS, _UP = 0, 2
"""The numbers of the filters of a row in PNG."""
_PALETTE, _COLOURS_AND_OPACITY = 3, 6
"""The kinds of a picture in PNG."""

_SAMPLED, _MUCH = 16, 16
"""Of so many rows one is held against the row above, and if one pixel of so many differs, that is much."""

_PACKING = 2
"""How hard igzip tries: more takes three times as long for a hundredth less."""


def palette_png(
    index: npt.NDArray[np.uint8],
    palette: npt.NDArray[np.uint8],
    spots: npt.NDArray[np.int64],
    marks: npt.NDArray[np.uint8],
) -> bytes:
    """The file of a picture whose pixels (height, width) are each a row of a palette (n, 4) of red, green, blue
    and opacity; at some spots, counted row by row from the upper left corner, marks lie over them."""
    height, width = index.shape
    rows = np.empty((height, 1 + width), np.uint8)
    pixels = rows[:, 1:]
    rows[:, 0], pixels[:] = _AS_IT_IS, index
    rows.reshape(-1)[spots + spots // width + 1] = marks
    if _differs_little(pixels):
        rows[:, 0] = _UP
        pixels[1:] -= pixels[:-1]
    return _palette_file(rows, palette)


def marks_png(
    height: int,
    width: int,
    palette: npt.NDArray[np.uint8],
    spots: npt.NDArray[np.int64],
    marks: npt.NDArray[np.uint8],
) -> bytes:
    """The same where nothing but marks is to be seen, and all else is the first of the palette: only where they are is anything told."""
    rows = np.zeros((height, 1 + width), np.uint8)
    told, at = rows.reshape(-1), spots + spots // width + 1
    told[at] = marks
    if _differs_little(rows[:, 1:]):
        rows[:, 0] = _UP
        below = at + 1 + width
        is_on = below < len(told)
        told[below[is_on]] -= marks[is_on]
    return _palette_file(rows, palette)


def _differs_little(pixels: npt.NDArray[np.uint8]) -> bool:
    """Whether rows are mostly as the rows above them."""
    differs = pixels[1::_SAMPLED] != pixels[:-1:_SAMPLED]
    return bool(np.count_nonzero(differs) * _MUCH < differs.size)


def _palette_file(rows: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bytes:
    colours = (b"PLTE", palette[:, :3].tobytes()), (b"tRNS", palette[:, 3].tobytes())
    return _file(rows.shape[1] - 1, _PALETTE, rows, *colours)


def colour_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture (height, width, 4) in full colours.

    It has opacity also where all is opaque: that packs to next to nothing, and taking it out takes longer.
    """
    height, width, _ = pixels.shape
    flat = pixels.reshape(height, -1)
    rows = np.empty((height, 1 + flat.shape[1]), np.uint8)
    rows[:, 0], rows[0, 1:] = _UP, flat[0]
    np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    return _file(width, _COLOURS_AND_OPACITY, rows)


def _file(width: int, kind: int, rows: npt.NDArray[np.uint8], *colours: tuple[bytes, bytes]) -> bytes:
    """The file of rows that each begin with the number of their filter."""
    head = struct.pack(">IIBBBBB", width, len(rows), 8, kind, 0, 0, 0)
    chunks = ((b"IHDR", head), *colours, (b"IDAT", isal_zlib.compress(rows.data, _PACKING)), (b"IEND", b""))
    told = [_SIGNATURE]
    for name, data in chunks:
        check = isal_zlib.crc32(data, isal_zlib.crc32(name))
        told += struct.pack(">I", len(data)), name, data, struct.pack(">I", check)
    return b"".join(told)
