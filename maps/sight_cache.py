"""Sight templates kept in the user's cache, so that a map of a known size answers at once.

A file that is missing, damaged or of another version is computed and written anew; a cache that
cannot be written is no error, only slower.
"""

import os
import tempfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from rules.ground.hex.hexes import HexGrid
from rules.ground.hex.sight import Passing, Templates, build_templates, template_size, use_templates

VERSION = 1


def prepare(grid: HexGrid, folder: Path | None = None) -> Path:
    """Make the templates for maps of this size ready, from the cache if they are there; the file is returned."""
    lines, places = template_size(grid)
    where = (folder or user_cache_path("blindhex")) / f"sight-{VERSION}-{lines}x{places}.npz"
    kept = _read(where, lines, places)
    if kept is None:
        kept = build_templates(lines, places)
        _write(where, kept)
    use_templates(kept)
    return where


def _read(where: Path, lines: int, places: int) -> Templates | None:
    try:
        with where.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            found = Templates(
                lines,
                places,
                (file["starts0"], file["starts1"]),
                (file["offsets0"], file["offsets1"]),
                (file["how0"], file["how1"]),
            )
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return None
    return found if _is_whole(found) else None


def _is_whole(kept: Templates) -> bool:
    """Whether the arrays fit together and point nowhere outside a map of their size."""
    count = (2 * kept.lines - 1) * (2 * kept.places - 1)
    farthest = (kept.lines - 1) * (kept.places + 2) + kept.places
    for starts, offsets, how in zip(kept.starts, kept.offsets, kept.how, strict=True):
        if [part.dtype.name for part in (starts, offsets, how)] != ["int32", "int32", "int8"]:
            return False
        if starts.shape != (count + 1,) or offsets.ndim != 1 or offsets.shape != how.shape:
            return False
        if starts[0] != 0 or starts[-1] != len(offsets) or (np.diff(starts) < 1).any():
            return False
        if np.abs(offsets).max() > farthest or how.min() < Passing.END or how.max() > Passing.RIGHT:
            return False
    return True


def _write(where: Path, made: Templates) -> None:
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=where.parent, suffix=".npz")
        with os.fdopen(handle, "wb") as file:
            np.savez(
                file,
                starts0=made.starts[0],
                starts1=made.starts[1],
                offsets0=made.offsets[0],
                offsets1=made.offsets[1],
                how0=made.how[0],
                how1=made.how[1],
            )
        Path(name).replace(where)
    except OSError:
        return
