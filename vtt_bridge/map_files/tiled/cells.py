"""Reads the cells of a tile layer: a list of numbers, or base64, plain or compressed by zlib or gzip."""

import zlib
from base64 import b64decode
from collections.abc import Sequence
from struct import unpack
from typing import cast

from maps.documents import Document
from rules.errors import BadInput

_FLIPS = 0xF0000000
"""The upper bits of a cell, which say how its tile is turned; boards ignore that."""

_WINDOWS = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}


def cells_of(layer: Document, count: int, field: str) -> tuple[int, ...]:
    """The number of the tile in each cell, row by row; 0 is an empty cell.

    Raises:
        BadInput: if there are not `count` cells, or their encoding is unknown.
    """
    if "data" not in layer:
        raise BadInput(f"{field}.data", None, "the cells of a map that is not infinite")
    data = layer["data"]
    numbers = _unpacked(data, layer, count, field) if isinstance(data, str) else _numbers(data, field)
    if len(numbers) != count:
        raise BadInput(f"{field}.data", f"{len(numbers)} cells", f"the {count} of the map")
    return tuple(number & ~_FLIPS for number in numbers)


def _numbers(data: Sequence[object], field: str) -> Sequence[int]:
    for number, cell in enumerate(data):
        if type(cell) is not int or not 0 <= cell < 2**32:
            raise BadInput(f"{field}.data[{number}]", cell, "a whole number from 0 to 4294967295")
    return cast(Sequence[int], data)


def _unpacked(data: str, layer: Document, count: int, field: str) -> Sequence[int]:
    compression = layer.get("compression", "")
    try:
        packed = b64decode(data.strip(), validate=True)
    except ValueError:
        raise BadInput(f"{field}.data", data, "cells in base64") from None
    if compression in _WINDOWS:
        packed = _inflated(packed, _WINDOWS[compression], 4 * count, field)
    elif compression:
        raise BadInput(
            f"{field}.compression", compression, "zlib, gzip or none; choose that under Map > Map Properties"
        )
    if len(packed) != 4 * count:
        raise BadInput(f"{field}.data", f"{len(packed)} bytes", f"the {4 * count} bytes of {count} cells")
    return unpack(f"<{count}I", packed)


def _inflated(packed: bytes, window: int, most_bytes: int, field: str) -> bytes:
    """The inflated bytes, but never more than one byte beyond what the map can hold."""
    try:
        return zlib.decompressobj(window).decompress(packed, most_bytes + 1)
    except zlib.error as error:
        raise BadInput(f"{field}.data", f"{len(packed)} bytes", f"compressed cells ({error})") from None
