"""A position: a state of the game with a cache of the answers about it."""

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rules.game.state import GameState

PositionT = TypeVar("PositionT", bound="Position")
OwnerT = TypeVar("OwnerT")
WorkT = TypeVar("WorkT")
AskedP = ParamSpec("AskedP")


class CachedAttribute(Generic[OwnerT, WorkT]):
    """An attribute that is worked out at first use: functools.cached_property without the lock that it has in Python 3.11."""

    def __init__(self, work: Callable[[OwnerT], WorkT]) -> None:
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, owner: OwnerT | None, kind: type[OwnerT]) -> WorkT:
        if owner is None:
            raise AttributeError(self._name)
        value = owner.__dict__[self._name] = self._work(owner)
        return value


class Position:
    """A state as players see it; books add their own questions."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.memo: dict[tuple[object, ...], Any] = {}
        """The answers about this position, by question and arguments."""


_MISSING: Any = object()


def memoized(
    question: Callable[Concatenate[PositionT, AskedP], WorkT],
) -> Callable[Concatenate[PositionT, AskedP], WorkT]:
    """A decorator for a question about a position, which is answered once for the same arguments (hashable).

    Arguments are passed by position; only keyword-only arguments are passed by name.
    """
    # Questions without keyword-only arguments are quicker to look up.
    by_name = isinstance(question, FunctionType) and question.__code__.co_kwonlyargcount > 0
    return wraps(question)(_cached_by_name(question) if by_name else _cached_by_position(question))


def _cached_by_position(question: Callable[..., WorkT]) -> Callable[..., WorkT]:
    def asked(position: Position, /, *args: object) -> WorkT:
        key, memo = (question, args), position.memo
        answer: WorkT = memo.get(key, _MISSING)
        if answer is _MISSING:
            answer = memo[key] = question(position, *args)
        return answer

    return asked


def _cached_by_name(question: Callable[..., WorkT]) -> Callable[..., WorkT]:
    def asked(position: Position, /, *args: object, **named: object) -> WorkT:
        key, memo = (question, args, *named.items()), position.memo
        answer: WorkT = memo.get(key, _MISSING)
        if answer is _MISSING:
            answer = memo[key] = question(position, *args, **named)
        return answer

    return asked


def store_answer(position: Position, question: Callable[..., WorkT], *args: object, answer: WorkT) -> None:
    """Store an answer to a memoized question that was worked out elsewhere, together with those for other positions."""
    position.memo[vars(question)["__wrapped__"], args] = answer
