"""Stops long advice when the caller has left: advice checks between its steps whether anybody still waits for the answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.errors import RulesError


class CallerLeft(RulesError):
    """The caller has stopped waiting for the answer."""

    def __init__(self) -> None:
        super().__init__("Nobody waits for the answer any longer.")


def _never() -> bool:
    return False


_HAS_LEFT: ContextVar[Callable[[], bool]] = ContextVar("has left", default=_never)


@contextmanager
def cancelled_when(has_left: Callable[[], bool]) -> Iterator[None]:
    """A context in which advice stops with CallerLeft once the caller has left."""
    before = _HAS_LEFT.set(has_left)
    try:
        yield
    finally:
        _HAS_LEFT.reset(before)


def check_caller_waits() -> None:
    """Stop if nobody waits for the answer any more.

    Raises:
        CallerLeft: if nobody does.
    """
    if _HAS_LEFT.get()():
        raise CallerLeft
