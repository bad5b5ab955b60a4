"""How the kernels of a table are compiled: once, and kept; a division by nothing is told as NumPy tells it."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.extending import register_jitable

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])

_NUMPY: Any = {"error_model": "numpy", "no_cfunc_wrapper": True}
_UNCOUNTED: Any = {"_nrt": False, "forceinline": True}


def kernel(function: FunctionT) -> FunctionT:
    """A kernel that may make arrays."""
    compiled: Any = njit(cache=True, **_NUMPY)(function)
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


@inner
def zero() -> int:
    """0 to count from: whatever is asked with a constant is compiled for that constant, and once more for numbers."""
    return int(np.int64(0))
