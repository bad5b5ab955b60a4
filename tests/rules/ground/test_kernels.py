"""Compiled kernels that are kept on the disk: a changed part of one, which stands in another file, is compiled anew."""

import os
import sys
from pathlib import Path
from subprocess import run

import pytest

PART = """
from rules.ground.table.kernels import inner
SHARE = {share}

@inner
def part(whole):
    return whole * {factor}
"""
KERNEL = """
from parts import SHARE, part
from rules.ground.table.kernels import kernel, subkernel

@kernel
def asked(whole):
    return _between(whole) * SHARE

@subkernel
def _between(whole):
    return part(whole)
"""
ASK = """
from numba import njit
from kernel import asked
print(asked(10.0), sum(asked.stats.cache_hits.values()) if hasattr(asked, "stats") else 0)
"""


def test_a_kernel_is_taken_from_the_disk_only_as_its_parts_are_written(tmp_path: Path) -> None:
    assert _asked(tmp_path, factor="2.0", share="1.0") == "20.0 0"
    assert _asked(tmp_path, factor="2.0", share="1.0") == "20.0 1"
    assert _asked(tmp_path, factor="3.0", share="1.0") == "30.0 0"
    assert _asked(tmp_path, factor="2.0", share="0.5") == "10.0 0"


def test_numba_may_be_told_to_compile_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert _asked(tmp_path, factor="2.0", share="1.0") == "20.0 0"


def _asked(folder: Path, *, factor: str, share: str) -> str:
    """What the kernel answers in a process of its own, and how often it was found on the disk."""
    (folder / "parts.py").write_text(PART.format(factor=factor, share=share))
    if not (folder / "kernel.py").exists():  # numba 0.61 goes by when it was written
        (folder / "kernel.py").write_text(KERNEL)
    path = os.pathsep.join([str(folder), *sys.path])
    asked = run(
        [
            sys.executable,
            "-B",
            "-c",
            ASK,
        ],  # written anew within a second, it would pass for what Python compiled before
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "kept")},
        capture_output=True,
        text=True,
        check=True,
    )
    return asked.stdout.strip()
