"""What is raised when a question cannot be asked.

"No" under the rules is a Ruling, never an exception.

    RulesError
    ├── BadInput (ValueError)      a field holds a value it may not hold
    │   └── BadLabel               a hex label that is none
    ├── NotOnMap                   a unit has to stand on the map for that
    ├── IllegalAction              a move that the rules refuse (rules.game.engine.carrying_out)
    └── Unknown (LookupError)      a name that nothing here carries
        └── OffBoard               a place outside the board
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from enum import Enum
from typing import Any

_SHORT_LIST = 6
"""So many names are listed whole; of more, those are told that may be meant."""

_ALIKE = 0.7
"""How far two words must agree for one to be the other mistyped."""


class RulesError(Exception):
    """The question could not be asked."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent from a worker as it was raised; by itself Python would make it anew from its message alone."""
        return _as_raised, (type(self), self.args), self.__dict__


def _as_raised(kind: type[RulesError], args: tuple[Any, ...]) -> RulesError:
    return kind.__new__(kind, *args)


class BadInput(RulesError, ValueError):
    """A field holds a value it may not hold, or None where one is needed; the message names field, value and what was wanted."""

    def __init__(self, field: str, value: object, wanted: str) -> None:
        self.field = field
        self.value = value
        self.wanted = wanted
        if value is not None:
            message = f"{field}: {shown(value)} is not {wanted}"
        elif wanted == "given":
            message = f"{field} is missing"
        else:
            needed = f"it must be {wanted}" if wanted.startswith("given") else f"wanted {wanted}"
            message = f"{field} is missing; {needed}"
        super().__init__(message)


class BadLabel(BadInput):
    """A hex label must be column letters and a row number, as in C2 or AB11."""

    def __init__(self, value: object, field: str = "hex") -> None:
        super().__init__(field, value, "a hex label such as C2 or AB11")


class NotOnMap(RulesError):
    """A unit has to stand on the map for that, and has left it or not come on yet."""

    def __init__(self, unit: object) -> None:
        super().__init__(f"{unit} is not on the map.")


class NoBook(RulesError):
    """A board that does not say by which book it is played, and none was named."""

    def __init__(self, books: Iterable[str]) -> None:
        super().__init__(
            f"a table in inches does not say by which book it is played: name {either(tuple(books))}, as in --book kgn"
        )


class Unknown(RulesError, LookupError):
    """A name that nothing here carries; the message lists what there is, or of much the nearest.

    `also` are other words for the same things, which are guessed at and never listed.
    """

    def __init__(self, what: str, name: object, known: Iterable[str] = (), also: Iterable[str] = ()) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        guesses = nearest(str(name), (*self.known, *also)) if len(self.known) > _SHORT_LIST else ()
        if guesses:
            there = f"; did you mean {either(guesses)}?"
        else:
            there = f"; there are {listed(self.known)}" if self.known else ""
        super().__init__(f"no {what} named {shown(name)}{there}")


class OffBoard(Unknown):
    """A place outside the board."""

    def __init__(self, place: object, extent: str) -> None:
        RulesError.__init__(self, f"{place} is not on the board, which has {extent}")
        self.what, self.name, self.known = "place", place, ()


def shown(value: object) -> str:
    """A value as it stands in a message, cut where it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value.value if isinstance(value, Enum) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names for a message: the first of them, and how many more."""
    names = tuple(names)
    head = ", ".join(names[:most])
    return head if len(names) <= most else f"{head} and {len(names) - most} more"


def either(names: Iterable[str]) -> str:
    """Names to choose from: "a, b or c"."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that a mistyped one may mean, the likeliest first: those it is part of, or is nearly spelled like.

    >>> nearest("mil-crossing", ["market-fight", "mill-crossing", "ridge-farm"])
    ('mill-crossing',)
    >>> nearest("stugg 1", ["ge.stug.1", "ge.stug.2", "ge.pak40.1"])
    ('ge.stug.1',)
    """
    wanted = name.casefold().strip()
    if not wanted:
        return ()
    alike = {word: _likeness(wanted, word.casefold()) for word in dict.fromkeys(known) if word}
    near = sorted((word for word in alike if alike[word] >= _ALIKE), key=lambda word: -alike[word])
    return tuple(near[:most])


def _likeness(wanted: str, known: str) -> float:
    """From 0 to 1: how far words agree with a name, or each of them with one word of it."""
    if len(wanted) > 2 and wanted in known:
        return 0.9 + 0.1 * len(wanted) / len(known)
    asked, words = ([word for word in re.split(r"[\W_]+", text) if word] for text in (wanted, known))
    by_words = min((max((_ratio(one, word) for word in words), default=0.0) for one in asked), default=0.0)
    return max(_ratio(wanted, known), 0.95 * by_words * (len(wanted) > 2))


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
