"""Docstrings with examples are tests; modules without any (most of them) are not searched."""

from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> DoctestModule | None:
    if file_path.suffix == ".py" and b">>> " in file_path.read_bytes():
        module: DoctestModule = DoctestModule.from_parent(parent, path=file_path)
        return module
    return None
