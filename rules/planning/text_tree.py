"""A verdict of several parts in words: a line, and further lines beneath it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from rules.game.ruling import Reason


@dataclass(frozen=True, slots=True)
class TextTree:
    """A line and the lines beneath it; as a single line, the latter follow the former."""

    text: str
    below: tuple["TextTree", ...] = ()

    def __str__(self) -> str:
        return f"{self.text}: {'; '.join(map(str, self.below))}" if self.below else self.text

    @property
    def in_a_row(self) -> str:
        """All on one line, for lines beneath that continue the first line and do not explain it."""
        return "; ".join([self.text, *map(str, self.below)])


@runtime_checkable
class HasTextTree(Protocol):
    """A verdict that is shown line by line where there is room."""

    @property
    def text_tree(self) -> TextTree: ...


def deciding(reasons: Iterable[Reason], of: str) -> Iterator[Reason]:
    """The deciding reasons, each with its subject."""
    return (replace(reason, text=f"{of}: {reason.text}") for reason in reasons if reason.decides)
