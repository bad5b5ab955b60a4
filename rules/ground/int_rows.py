"""Rows of whole numbers that compiled code reads as arrays and plain Python as lists."""

from typing import Protocol


class IntRow(Protocol):
    """A row of whole numbers: an array for a kernel, a list for plain Python."""

    def __getitem__(self, at: int, /) -> int: ...


class WritableIntRow(IntRow, Protocol):
    """A writable row of whole numbers."""

    def __setitem__(self, at: int, number: int, /) -> None: ...
