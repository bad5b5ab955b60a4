"""How the kernels of a table are compiled: once, and kept; a division by nothing is told as NumPy tells it."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])

_UNCOUNTED: Any = {"_nrt": False, "forceinline": True}


def kernel(function: FunctionT) -> FunctionT:
    """A kernel that may make arrays."""
    compiled: Any = njit(cache=True, error_model="numpy")(function)
    return cast(FunctionT, compiled)


def inner(function: FunctionT) -> FunctionT:
    """What a kernel does thousands of times: it makes no array and so counts no references, which would take as long as
    its sums do."""
    compiled: Any = njit(cache=True, error_model="numpy", **_UNCOUNTED)(function)
    return cast(FunctionT, compiled)


@inner
def zero() -> int:
    """0 to count from: whatever is asked with a constant is compiled for that constant, and once more for numbers."""
    return int(np.int64(0))
