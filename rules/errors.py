"""The exceptions for questions that cannot be asked.

"No" under the rules is a Ruling, never an exception.

    RulesError
    ├── BadInput (ValueError)      a field has an invalid value
    │   └── BadLabel               an invalid hex label
    ├── NotOnMap                   the unit must be on the map
    ├── NoBook                     a table in inches, and no book named
    ├── IllegalAction              an action that the rules forbid (rules.game.engine.carrying_out)
    └── Unknown (LookupError)      an unknown name
        └── OffBoard               a place outside the board

Others are defined in the modules that raise them.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from enum import Enum
from typing import Any

_SHORT_LIST = 6
"""Up to this many names are all listed; of more, only those that may be meant."""

_ALIKE = 0.7
"""How similar two words must be for one to count as a misspelling of the other."""


class RulesError(Exception):
    """The question could not be asked."""

    def __reduce__(self) -> tuple[Any, ...]:
        """How the exception is pickled, such as by a worker process; by default Python would rebuild it
        from its message alone."""
        return _as_raised, (type(self), self.args), self.__dict__


def _as_raised(kind: type[RulesError], args: tuple[Any, ...]) -> RulesError:
    return kind.__new__(kind, *args)


class BadInput(RulesError, ValueError):
    """A field has an invalid value, or None where one is needed; the message names field, value and what was wanted."""

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
    """The question needs a unit on the map, and the unit has left it or not entered yet."""

    def __init__(self, unit: object) -> None:
        super().__init__(f"{unit} is not on the map.")


class NoBook(RulesError):
    """The board does not say by which book it is played, and no book was named."""

    def __init__(self, books: Iterable[str]) -> None:
        super().__init__(
            f"a table in inches does not say by which book it is played: name {either(tuple(books))}, as in --book kgn"
        )


class Unknown(RulesError, LookupError):
    """An unknown name; the message lists the known ones, or if there are many the nearest.

    `also` are synonyms, which are considered for guesses but never listed.
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
    """A value as shown in a message, cut if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value.value if isinstance(value, Enum) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names for a message: the first of them, and the number of the others."""
    names = tuple(names)
    head = ", ".join(names[:most])
    return head if len(names) <= most else f"{head} and {len(names) - most} more"


def either(names: Iterable[str]) -> str:
    """Names to choose from: "a, b or c"."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that a misspelled one may mean, the likeliest first: names that contain it, or are spelled almost like it.

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
    """The similarity, from 0 to 1, of words to a name, or of each word to a word of the name."""
    if len(wanted) > 2 and wanted in known:
        return 0.9 + 0.1 * len(wanted) / len(known)
    asked, words = ([word for word in re.split(r"[\W_]+", text) if word] for text in (wanted, known))
    by_words = min((max((_ratio(one, word) for word in words), default=0.0) for one in asked), default=0.0)
    return max(_ratio(wanted, known), 0.95 * by_words * (len(wanted) > 2))


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
