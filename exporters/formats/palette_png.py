"""Pixels of a palette as a PNG file: smaller and sooner than Pillow, which writes palettes row by row as they are.

Every row is told as what differs from the row above, which over hexes is little, and bands of rows are packed side
by side; the file is the same on every machine.
"""

import struct
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP, _OF_PALETTE = 2, 3
"""The filter of a row, and the kind of a picture, by their numbers in PNG."""

_BANDS = 4
_FAST = 1
_ZLIB_HEAD = b"\x78\x01"


def palette_png(index: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture whose pixels (height, width) are each a row of a palette (n, 4) of red, green, blue
    and opacity."""
    height, width = index.shape
    rows = np.empty((height, 1 + width), np.uint8)
    rows[:, 0] = _UP
    rows[0, 1:] = index[0]
    np.subtract(index[1:], index[:-1], out=rows[1:, 1:])
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _OF_PALETTE, 0, 0, 0)),
        (b"PLTE", palette[:, :3].tobytes()),
        (b"tRNS", palette[:, 3].tobytes()),
        (b"IDAT", _packed(rows)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _packed(rows: npt.NDArray[np.uint8]) -> bytes:
    """One zlib stream of all rows, its bands packed at the same time."""
    bands = np.array_split(rows, _BANDS)
    ends = [zlib.Z_FULL_FLUSH] * (_BANDS - 1) + [zlib.Z_FINISH]
    with ThreadPoolExecutor(_BANDS) as pool:
        packed = b"".join(pool.map(_band, bands, ends))
    return _ZLIB_HEAD + packed + struct.pack(">I", zlib.adler32(rows.data))


def _band(rows: npt.NDArray[np.uint8], end: int) -> bytes:
    packing = zlib.compressobj(_FAST, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(rows.data) + packing.flush(end)
