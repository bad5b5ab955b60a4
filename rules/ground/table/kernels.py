"""How the kernels of a table are compiled: once, and kept; a division by nothing is told as NumPy tells it."""

import marshal
from collections.abc import Callable, Iterator
from functools import cache
from inspect import isfunction
from types import CodeType
from typing import Any, TypeVar, cast
from zlib import crc32

import numpy as np
from numba import njit
from numba.extending import register_jitable

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])

_NUMPY: Any = {"error_model": "numpy", "no_cfunc_wrapper": True}
_UNCOUNTED: Any = {"_nrt": False, "forceinline": True}


def kernel(function: FunctionT) -> FunctionT:
    """A kernel that may make arrays; what is kept of it on the disk is never one of older parts."""
    compiled: Any = njit(cache=True, **_NUMPY)(function)
    if compiled is not function:  # as it is with NUMBA_DISABLE_JIT
        kept = compiled._cache
        key = kept._index_key  # of the kernel's own file alone
        kept._index_key = lambda *asked: (*key(*asked), _as_written(function))
    return cast(FunctionT, compiled)


def subkernel(function: FunctionT) -> FunctionT:
    """A part of kernels that may make arrays: it is compiled into each kernel that calls it and kept with that; asked from elsewhere
    it is plain Python."""
    compiled: Any = register_jitable(**_NUMPY)(function)
    return cast(FunctionT, compiled)


def inner(function: FunctionT) -> FunctionT:
    """A part of kernels that is done thousands of times: it makes no array and so counts no references, which would take as
    long as its sums do."""
    compiled: Any = register_jitable(**_NUMPY, **_UNCOUNTED)(function)
    return cast(FunctionT, compiled)


@cache
def _as_written(kernel: Callable[..., object]) -> int:
    """A number that changes with whatever is compiled into a kernel: its parts, theirs, and the constants that they name."""
    parts: list[Any] = [kernel]
    written = b""
    for part in parts:  # those that it calls join them
        for code in _codes(part.__code__):
            written += marshal.dumps(code, _WITHOUT_REFERENCES)
            for name in code.co_names:
                named = part.__globals__.get(name)
                called = getattr(named, "py_func", named)
                if isfunction(called):
                    parts += [] if called in parts else [called]
                elif isinstance(named, int | float | str | tuple):
                    written += repr(named).encode()
    return crc32(written)


_WITHOUT_REFERENCES = 2
"""The version of marshal that writes the same code the same way, whoever else holds its parts."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


@inner
def zero() -> int:
    """0 to count from: whatever is asked with a constant is compiled for that constant, and once more for numbers."""
    return int(np.int64(0))
