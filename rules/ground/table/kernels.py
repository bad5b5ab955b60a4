"""How numba compiles the kernels of a table: once, cached on disk; a division by zero gives inf or NaN, as in NumPy."""

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
    """A kernel that may make arrays. Its cache on disk is renewed whenever any of its parts changes, in whatever file."""
    compiled: Any = njit(cache=True, **_NUMPY)(function)
    if compiled is not function:  # as it is with NUMBA_DISABLE_JIT
        kept = compiled._cache
        key = kept._index_key  # of the kernel's own file alone
        kept._index_key = lambda *asked: (*key(*asked), _as_written(function))
    return cast(FunctionT, compiled)


def subkernel(function: FunctionT) -> FunctionT:
    """A part of kernels that may make arrays: it is compiled into each kernel that calls it and cached with that; called from
    elsewhere it is plain Python."""
    compiled: Any = register_jitable(**_NUMPY)(function)
    return cast(FunctionT, compiled)


def inner(function: FunctionT) -> FunctionT:
    """A part of kernels that runs thousands of times: it makes no array and counts no references, which would take as long as
    its arithmetic."""
    compiled: Any = register_jitable(**_NUMPY, **_UNCOUNTED)(function)
    return cast(FunctionT, compiled)


@cache
def _as_written(kernel: Callable[..., object]) -> int:
    """A checksum of everything compiled into a kernel: its parts, their parts, and the constants that they name."""
    parts: list[Any] = [kernel]
    written = b""
    for part in parts:  # grows by the functions that each part calls
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
"""This version of marshal writes equal code equally, whether or not its parts are shared."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


@inner
def zero() -> int:
    """0 to count from: a kernel called with a literal would be compiled for that literal, and once more for numbers."""
    return int(np.int64(0))
