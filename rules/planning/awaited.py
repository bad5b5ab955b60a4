"""Whether anybody still waits for an answer: advice looks between its steps, and ends as soon as nobody does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.errors import RulesError


class NotAwaited(RulesError):
    """Whoever asked has stopped waiting."""

    def __init__(self) -> None:
        super().__init__("Nobody waits for the answer any longer.")


def _never() -> bool:
    return False


_HAS_LEFT: ContextVar[Callable[[], bool]] = ContextVar("has left", default=_never)


@contextmanager
def awaited_until(has_left: Callable[[], bool]) -> Iterator[None]:
    """Whatever is looked up within this ends, by NotAwaited, once whoever asked has left."""
    before = _HAS_LEFT.set(has_left)
    try:
        yield
    finally:
        _HAS_LEFT.reset(before)


def end_if_not_awaited() -> None:
    """Nothing, as long as somebody waits for the answer.

    Raises:
        NotAwaited: if nobody does.
    """
    if _HAS_LEFT.get()():
        raise NotAwaited
