"""Pixels as a PNG file, packed by igzip: five times as fast as zlib at its fastest, and smaller.

Rows are stored as differences from the row above, which are few in pictures of boards; palette numbers are stored as they
are if more differs, since their patterns recur.
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
"""One row in `_SAMPLED` is compared with the row above; if one pixel in `_MUCH` or more differs, rows are not
stored as differences."""

_PACKING = 2
"""The level of igzip: a higher one takes three times as long for files a hundredth smaller."""


def palette_png(
    index: npt.NDArray[np.uint8],
    palette: npt.NDArray[np.uint8],
    spots: npt.NDArray[np.int64],
    marks: npt.NDArray[np.uint8],
) -> bytes:
    """The file of a picture whose pixels (height, width) are numbers of a palette (n, 4) of red, green, blue
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
    """The file of a picture with nothing but marks, everything else being the first colour of the palette."""
    rows = np.zeros((height, 1 + width), np.uint8)
    flat, at = rows.reshape(-1), spots + spots // width + 1
    flat[at] = marks
    if _differs_little(rows[:, 1:]):
        rows[:, 0] = _UP
        below = at + 1 + width
        is_on = below < len(flat)
        flat[below[is_on]] -= marks[is_on]
    return _palette_file(rows, palette)


def _differs_little(pixels: npt.NDArray[np.uint8]) -> bool:
    """Whether fewer than one pixel in `_MUCH` differs from the row above, judged by a sample of rows."""
    differs = pixels[1::_SAMPLED] != pixels[:-1:_SAMPLED]
    return bool(np.count_nonzero(differs) * _MUCH < differs.size)


def _palette_file(rows: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bytes:
    colours = (b"PLTE", palette[:, :3].tobytes()), (b"tRNS", palette[:, 3].tobytes())
    return _file(rows.shape[1] - 1, _PALETTE, rows, *colours)


def colour_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture (height, width, 4) in full colours.

    Opacity is included even if everything is opaque: it packs to almost nothing, and removing it takes longer.
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
    parts = [_SIGNATURE]
    for name, data in chunks:
        check = isal_zlib.crc32(data, isal_zlib.crc32(name))
        parts += struct.pack(">I", len(data)), name, data, struct.pack(">I", check)
    return b"".join(parts)
