"""A position: a state of the game for the length of one question, with a memory of what was worked out of it."""

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
    """An attribute that is worked out when it is first asked for: functools.cached_property, without its lock of Python 3.11."""

    def __init__(self, work: Callable[[OwnerT], WorkT]) -> None:
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, owner: OwnerT | None, kind: type[OwnerT]) -> WorkT:
        if owner is None:
            raise AttributeError(self._name)
        found = owner.__dict__[self._name] = self._work(owner)
        return found


class Position:
    """A state as players read it; books add what they ask of it."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.memo: dict[tuple[object, ...], Any] = {}
        """What was worked out of this position, by question and arguments."""


_NOT_ASKED: Any = object()


def memoized(
    question: Callable[Concatenate[PositionT, AskedP], WorkT],
) -> Callable[Concatenate[PositionT, AskedP], WorkT]:
    """A question about a position that is worked out once for the same arguments, which can be hashed.

    They are told in their order, and by name those alone that can be told no other way.
    """
    # Where none is told by name, each time that the question is asked is spared the look for names.
    by_name = isinstance(question, FunctionType) and question.__code__.co_kwonlyargcount > 0
    return wraps(question)(_asked_by_name(question) if by_name else _asked_in_order(question))


def _asked_in_order(question: Callable[..., WorkT]) -> Callable[..., WorkT]:
    def asked(position: Position, /, *args: object) -> WorkT:
        key, memo = (question, args), position.memo
        found: WorkT = memo.get(key, _NOT_ASKED)
        if found is _NOT_ASKED:
            found = memo[key] = question(position, *args)
        return found

    return asked


def _asked_by_name(question: Callable[..., WorkT]) -> Callable[..., WorkT]:
    def asked(position: Position, /, *args: object, **named: object) -> WorkT:
        key, memo = (question, args, *named.items()), position.memo
        found: WorkT = memo.get(key, _NOT_ASKED)
        if found is _NOT_ASKED:
            found = memo[key] = question(position, *args, **named)
        return found

    return asked


def foretold(position: Position, question: Callable[..., WorkT], *args: object, answer: WorkT) -> None:
    """Remember the answer to a memoized question that was worked out elsewhere, with those for other positions."""
    position.memo[vars(question)["__wrapped__"], args] = answer
