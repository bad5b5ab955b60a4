"""Waiting for what happens in another thread, process or page: as long as a busy machine may take, no longer than needed."""

from collections.abc import Callable
from threading import Event

PATIENCE_S = 180.0
"""The limit of every wait; only a test that fails ever waits so long."""

_LOOK_AGAIN_S = 0.02


def wait_until(happened: Callable[[], object], otherwise: Callable[[], str] | str) -> None:
    """Return as soon as it has happened.

    Raises:
        AssertionError: with the words given or made then, if it does not happen.
    """
    never = Event()
    for _ in range(int(PATIENCE_S / _LOOK_AGAIN_S)):
        if happened():
            return
        never.wait(_LOOK_AGAIN_S)
    raise AssertionError(otherwise if isinstance(otherwise, str) else otherwise())
