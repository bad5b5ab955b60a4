"""Compiles C floors for this processor, into a folder that is deleted when the bench ends."""

import ctypes
import shutil
import subprocess
from functools import cache
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.harness.rows import NotMeasured

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-std=c11")
SOURCES = Path(__file__).parent.parent / "floors"


@cache
def compiled(name: str) -> ctypes.CDLL:
    """The library of floors/NAME.c.

    Raises:
        NotMeasured: if there is no C compiler: `cc`, or what CC names.
    """
    compiler = environ.get("CC", "cc")
    if shutil.which(compiler) is None:
        raise NotMeasured(f"no C compiler: {compiler!r} is not installed, and CC names no other")
    library = Path(_folder().name, f"{name}.so")
    command = [compiler, *FLAGS, "-o", str(library), str(SOURCES / f"{name}.c")]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


@cache
def _folder() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="blindhex-bench-")
