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


_LEFT: ContextVar[Callable[[], bool]] = ContextVar("left", default=_never)


@contextmanager
def awaited_until(left: Callable[[], bool]) -> Iterator[None]:
    """Whatever is looked up within this ends, by NotAwaited, once whoever asked has left."""
    before = _LEFT.set(left)
    try:
        yield
    finally:
        _LEFT.reset(before)


def go_on() -> None:
    """Go on with an answer that somebody waits for.

    Raises:
        NotAwaited: if nobody does.
    """
    if _LEFT.get()():
        raise NotAwaited
