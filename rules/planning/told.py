"""An answer of several parts in words: a line, and beneath it what belongs to it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from rules.game.ruling import Reason


@dataclass(frozen=True, slots=True)
class Told:
    """A line, and what is told beneath it; on one line it all stands behind it."""

    text: str
    below: tuple["Told", ...] = ()

    def __str__(self) -> str:
        return f"{self.text}: {'; '.join(map(str, self.below))}" if self.below else self.text

    @property
    def in_a_row(self) -> str:
        """All of it on one line, where what is beneath it is no explanation of the line but goes on from it."""
        return "; ".join([self.text, *map(str, self.below)])


@runtime_checkable
class InParts(Protocol):
    """A verdict that is read line by line where there is room."""

    @property
    def told(self) -> Told: ...


def deciding(reasons: Iterable[Reason], of: str) -> Iterator[Reason]:
    """The reasons that decide, each with what it is told of."""
    return (replace(reason, text=f"{of}: {reason.text}") for reason in reasons if reason.decides)
