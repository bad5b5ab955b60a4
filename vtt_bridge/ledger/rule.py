"""One rule of a book in words of our own, with our readings, the code and the tests that go with it."""

import re
from dataclasses import dataclass
from functools import cached_property

from rules.game.citation import Provenance, Reading
from vtt_bridge.ledger.evidence import file_of

_LATER_NUMBER = re.compile(r"^v\d[\d.]*\s+")
"""The prefix of a section number of a later edition, as in v3.1 13.3.7b."""


@dataclass(frozen=True)
class LedgerRule:
    """One rule of a book in our own words, with the readings, code and tests that belong to it.

    `edition` is where the rule is taken from, in a ledger of several editions; `first_edition` is what the first
    edition says, in a ledger that compares two; `readings` are ours of its section; `courtesy` says why the rule is left to
    the players and not computed, if it is.
    """

    book: str
    id: str
    chapter: str
    section: str
    topic: str
    summary: str
    numbers: str
    edition: str | None
    first_edition: str | None
    courtesy: str | None
    provenance: Provenance
    readings: tuple[Reading, ...]
    implemented: tuple[str, ...]
    proven: tuple[str, ...]

    @property
    def number(self) -> str:
        """The id without the name of the book: 4.2.1a.1."""
        return numbered(self.id.partition("-")[2])

    @property
    def section_numbers(self) -> tuple[str, ...]:
        """The numbers of its sections, without the edition."""
        return tuple(numbered(_LATER_NUMBER.sub("", part.strip())) for part in re.split("[;,]", self.section))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The file of each function that implements the rule."""
        return tuple(file_of(code) for code in self.implemented)

    @property
    def document(self) -> dict[str, object]:
        """The rule in the form that `blindhex rules --json` prints."""
        return {
            "id": self.id,
            "book": self.book,
            "chapter": self.chapter,
            "section": self.section,
            "topic": self.topic,
            "edition": self.edition,
            "first_edition": self.first_edition,
            "provenance": self.provenance.value,
            "summary": self.summary,
            "numbers": self.numbers,
            "readings": [reading_document(reading) for reading in self.readings],
            "implemented": list(self.implemented),
            "files": list(self.files),
            "proven": list(self.proven),
            "courtesy": self.courtesy,
        }


def lies_under(number: str, section: str) -> bool:
    """Whether a number is this section's or lies below it.

    >>> [lies_under(number, "4.2.1") for number in ("4.2.1", "4.2.1a.1", "4.2.10")]
    [True, True, False]
    >>> lies_under("5.0.vii.6", "5.0.vi")
    False
    """
    if not section or not number.startswith(section) or number == section:
        return bool(section) and number == section
    last, following = section[-1], number[len(section)]
    return not (last.isalnum() and following.isalnum() and last.isdigit() == following.isdigit())


def numbered(section: str) -> str:
    """A section number in the form used for comparison.

    >>> numbered("5.0 VII.6")
    '5.0.vii.6'
    """
    return ".".join(section.casefold().split())


def reading_document(reading: Reading) -> dict[str, object]:
    """A reading as `blindhex rules --json` lists it."""
    return {
        "number": reading.number,
        "section": reading.section,
        "text": reading.text,
        "why": reading.why,
        "provenance": reading.provenance.value,
        "later": reading.later or None,
        "switch": reading.switch,
    }
