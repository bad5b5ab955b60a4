"""Waits for events in another thread, process or page: as long as a busy machine may take, but no longer than needed."""

from collections.abc import Callable
from threading import Event

PATIENCE_S = 180.0
"""The limit of every wait, in seconds; only failing tests wait so long."""

_LOOK_AGAIN_S = 0.02


def wait_until(happened: Callable[[], object], otherwise: Callable[[], str] | str) -> None:
    """Return as soon as `happened` is true.

    Raises:
        AssertionError: if it does not become true, with the words of `otherwise`.
    """
    never = Event()
    for _ in range(int(PATIENCE_S / _LOOK_AGAIN_S)):
        if happened():
            return
        never.wait(_LOOK_AGAIN_S)
    raise AssertionError(otherwise if isinstance(otherwise, str) else otherwise())
