"""Compiled kernels cached on disk: a kernel is compiled anew when a part of it in another file changes."""

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


def test_a_cached_kernel_is_used_only_while_the_source_of_its_parts_is_unchanged(tmp_path: Path) -> None:
    assert _kernel_in_new_process(tmp_path, factor="2.0", share="1.0") == "20.0 0"
    assert _kernel_in_new_process(tmp_path, factor="2.0", share="1.0") == "20.0 1"
    assert _kernel_in_new_process(tmp_path, factor="3.0", share="1.0") == "30.0 0"
    assert _kernel_in_new_process(tmp_path, factor="2.0", share="0.5") == "10.0 0"


def test_kernels_run_with_numba_compilation_disabled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert _kernel_in_new_process(tmp_path, factor="2.0", share="1.0") == "20.0 0"


def _kernel_in_new_process(folder: Path, *, factor: str, share: str) -> str:
    """The kernel's answer in a process of its own, and how often it was found on disk."""
    (folder / "parts.py").write_text(PART.format(factor=factor, share=share))
    if not (folder / "kernel.py").exists():  # numba 0.61 compares modification times
        (folder / "kernel.py").write_text(KERNEL)
    path = os.pathsep.join([str(folder), *sys.path])
    asked = run(
        [
            sys.executable,
            "-B",
            "-c",
            ASK,
        ],  # rewritten within a second, parts.py would be taken for its old bytecode
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "kept")},
        capture_output=True,
        text=True,
        check=True,
    )
    return asked.stdout.strip()
