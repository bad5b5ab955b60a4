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

from collections.abc import Iterable
from enum import Enum


class RulesError(Exception):
    """The question could not be asked."""


class BadInput(RulesError, ValueError):
    """A field holds a value it may not hold; the message names field, value and what was wanted."""

    def __init__(self, field: str, value: object, wanted: str) -> None:
        self.field = field
        self.value = value
        self.wanted = wanted
        super().__init__(f"{field}: {shown(value)} is not {wanted}")


class BadLabel(BadInput):
    """A hex label must be column letters and a row number, as in C2 or AB11."""

    def __init__(self, value: object, field: str = "hex") -> None:
        super().__init__(field, value, "a hex label such as C2 or AB11")


class NotOnMap(RulesError):
    """A unit has to stand on the map for that, and has left it or not come on yet."""

    def __init__(self, unit: object) -> None:
        super().__init__(f"{unit} is not on the map.")


class Unknown(RulesError, LookupError):
    """A name that nothing here carries; the message lists what there is."""

    def __init__(self, what: str, name: object, known: Iterable[str] = ()) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        there = f"; there are {_listed(self.known)}" if self.known else ""
        super().__init__(f"no {what} named {shown(name)}{there}")


class OffBoard(Unknown):
    """A place outside the board."""

    def __init__(self, place: object, extent: str) -> None:
        RulesError.__init__(self, f"{place} is not on the board, which has {extent}")
        self.what, self.name, self.known = "place", place, ()


def shown(value: object) -> str:
    """A value as it stands in a message, cut where it is long."""
    text = repr(value.value if isinstance(value, Enum) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def _listed(names: tuple[str, ...], most: int = 12) -> str:
    head = ", ".join(names[:most])
    return head if len(names) <= most else f"{head} and {len(names) - most} more"
