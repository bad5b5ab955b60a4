"""The ledger: every rule of a book in words of our own, with our readings, the code and the tests that go with it.

Joined by the id of the rule are ledger.csv beside each book, the declarations beside the code
(rules.game.rule_ids), and rules/proven.csv, which is written from the tests.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from rules.catalog import LEDGER_SHARES, LEDGERS, RULESETS
from rules.errors import Unknown
from rules.game.citation import Provenance, Reading
from vtt_bridge.ledger.evidence import file_of, implemented, proven, rows
from vtt_bridge.ledger.words import stems

_LATER_NUMBER = re.compile(r"^v\d[\d.]*\s+")
"""What a section of a later edition begins with: v3.1 13.3.7b."""


@dataclass(frozen=True)
class LedgerRule:
    """One rule of a book in words of our own, and what stands for it in the project.

    `edition` is the one the rule is taken from where a ledger holds several, `first_edition` what the
    first edition says where a ledger compares two, `courtesy` the reason why it is a matter between
    people and not a computation, if it is one.
    """

    book: str
    id: str
    chapter: str
    section: str
    topic: str
    kind: str
    summary: str
    numbers: str
    edition: str | None
    first_edition: str | None
    courtesy: str | None
    implemented: tuple[str, ...]
    proven: tuple[str, ...]

    @property
    def number(self) -> str:
        """The id without the name of the book: 4.2.1a.1."""
        return numbered(self.id.partition("-")[2])

    @property
    def section_numbers(self) -> tuple[str, ...]:
        """The sections it stands in as numbers, without the edition they are counted in."""
        return tuple(numbered(_LATER_NUMBER.sub("", part.strip())) for part in re.split("[;,]", self.section))

    @property
    def provenance(self) -> Provenance:
        """Whether the rule stands in the edition followed, or where else it comes from."""
        followed = {one.rulebook.edition for one in RULESETS.values()}
        if self.edition is None or self.edition.partition(" ")[0] in followed:
            return Provenance.BOOK
        return Provenance.READER if self.edition.startswith("reader") else Provenance.LATER_EDITION

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The file of each function that carries the rule out."""
        return tuple(file_of(code) for code in self.implemented)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Our readings of the section that the rule stands in."""
        return tuple(
            reading for reading in _readings(self.book) if self in _rules_read_by(self.book, reading)
        )

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


def ledger(name: str = "") -> tuple[LedgerRule, ...]:
    """The rules of a book, of one edition of it, or all there are.

    Raises:
        Unknown: if no book is called so.
    """
    wanted = name.lower()
    if not name:
        return tuple(rule for book in LEDGERS for rule in _book(book))
    if wanted in LEDGERS:
        return _book(wanted)
    if wanted not in LEDGER_SHARES:
        raise Unknown("book", name, dict.fromkeys((*LEDGERS, *LEDGER_SHARES)))
    share = LEDGER_SHARES[wanted]
    kept = {row["id"] for row in _rows_of(share.ledger) if share.holds(row)}
    return tuple(rule for rule in _book(share.ledger) if rule.id in kept)


def lies_under(number: str, section: str) -> bool:
    """Whether a rule or section is this one or lies below it.

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
    """A section in the one form that sections are compared in.

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


@cache
def _book(book: str) -> tuple[LedgerRule, ...]:
    return tuple(
        LedgerRule(
            book,
            row["id"],
            row["chapter"],
            row["section"],
            row["topic"],
            row["kind"],
            row["summary"],
            row["numbers"],
            row.get("edition") or None,
            row.get("first_edition") or None,
            row["courtesy"] or None,
            implemented().get(row["id"], ()),
            proven().get(row["id"], ()),
        )
        for row in _rows_of(book)
    )


@cache
def _rows_of(book: str) -> tuple[Mapping[str, str], ...]:
    return tuple(rows(LEDGERS[book], "ledger.csv"))


@cache
def _readings(book: str) -> tuple[Reading, ...]:
    """The readings of all rulesets that follow this ledger, each once."""
    shared = (RULESETS[name] for name, share in LEDGER_SHARES.items() if share.ledger == book)
    return tuple({reading.number: reading for one in shared for reading in one.readings}.values())


@cache
def _rules_read_by(book: str, reading: Reading) -> frozenset[LedgerRule]:
    """The rules whose section a reading is about: by its number, or else by the heading of section or chapter."""
    number, heading = numbered(reading.section), stems(reading.section)
    listed = _book(book)
    about = [rule for rule in listed if lies_under(rule.number, number) or lies_under(number, rule.number)]
    for title in ("section", "chapter", "topic"):
        about = about or [rule for rule in listed if heading <= stems(getattr(rule, title))]
    return frozenset(about)
