"""Advice on a board or scenario: what can be played as it is written, but is probably a slip."""

from dataclasses import dataclass

from rules.errors import shown


@dataclass(frozen=True, slots=True)
class Advice:
    """A field, its value, what comes of it, and what is wanted.

    >>> print(Advice("pieces[knoll].level", 0, "leaves the hill flat", "a level of 1 or more"))
    pieces[knoll].level: 0 leaves the hill flat; wanted a level of 1 or more.
    """

    field: str
    value: object
    does: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.field}: {shown(self.value)} {self.does}; wanted {self.wanted}."
