"""The ledger: every rule of a book, where it is implemented, and which tests prove it.

Three sources are joined by the id of the rule: ledger.csv beside each book, the declarations beside
the code (rules.game.rule_ids), and rules/proven.csv, which is written from the tests.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from io import StringIO
from pkgutil import walk_packages
from types import MappingProxyType

import maps
import rules
from rules.catalog import LEDGER_SHARES, LEDGERS
from rules.errors import Unknown
from rules.game.rule_ids import rule_ids_in


@dataclass(frozen=True, slots=True)
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
    def document(self) -> dict[str, object]:
        """As `blindhex rules --json` lists it."""
        return {
            "id": self.id,
            "book": self.book,
            "chapter": self.chapter,
            "section": self.section,
            "edition": self.edition,
            "first_edition": self.first_edition,
            "summary": self.summary,
            "numbers": self.numbers,
            "implemented": list(self.implemented),
            "proven": list(self.proven),
            "courtesy": self.courtesy,
        }


@dataclass(frozen=True, slots=True)
class Count:
    """How far a chapter or a book has come: rules in all, implemented, proven, courtesies."""

    name: str
    rules: int
    implemented: int
    proven: int
    courtesies: int


def ledger(name: str = "") -> tuple[LedgerRule, ...]:
    """The rules of a book or of one edition of it, a rule or section and all below it, or all there are.

    Raises:
        Unknown: if nothing is called so.
    """
    if not name:
        return tuple(rule for book in LEDGERS for rule in _book(book))
    if name.lower() in LEDGERS:
        return _book(name.lower())
    if name.lower() in LEDGER_SHARES:
        share = LEDGER_SHARES[name.lower()]
        kept = {row["id"] for row in _rows(LEDGERS[share.ledger], "ledger.csv") if share.holds(row)}
        return tuple(rule for rule in _book(share.ledger) if rule.id in kept)
    every = ledger()
    wanted = name.casefold()
    exact = tuple(rule for rule in every if rule.id.casefold() == wanted)
    found = exact + tuple(rule for rule in every if _lies_under(rule.id.casefold(), wanted))
    if not found:
        raise Unknown("rule or book", name, (*LEDGERS, f"{len(every)} ids such as {every[0].id}"))
    return found


def counts(listed: Iterable[LedgerRule]) -> tuple[Count, ...]:
    """How many rules of each chapter are implemented and proven, chapters in the order of the ledger."""
    chapters: dict[str, list[LedgerRule]] = {}
    for rule in listed:
        chapters.setdefault(rule.chapter, []).append(rule)
    return tuple(counted(chapter, of_chapter) for chapter, of_chapter in chapters.items())


def counted(name: str, listed: Collection[LedgerRule]) -> Count:
    """How many of these rules are implemented and proven, under a name of one's own."""
    return Count(
        name,
        len(listed),
        sum(bool(rule.implemented) for rule in listed),
        sum(bool(rule.proven) for rule in listed),
        sum(rule.courtesy is not None for rule in listed),
    )


@cache
def implemented() -> Mapping[str, tuple[str, ...]]:
    """Every id that code declares, and the "module:function" that declare it."""
    found: dict[str, list[str]] = {}
    for package in (rules, maps):
        for info in walk_packages(package.__path__, f"{package.__name__}."):
            for rule_id, code in rule_ids_in(import_module(info.name)):
                found.setdefault(rule_id, []).append(code)
    return MappingProxyType({rule_id: tuple(sorted(set(code))) for rule_id, code in found.items()})


@cache
def proven() -> Mapping[str, tuple[str, ...]]:
    """Every id that tests prove, and the tests, from the index that was written from them."""
    found: dict[str, list[str]] = {}
    for row in _rows("rules", "proven.csv"):
        found.setdefault(row["id"], []).append(row["test"])
    return MappingProxyType({rule_id: tuple(tests) for rule_id, tests in found.items()})


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
        for row in _rows(LEDGERS[book], "ledger.csv")
    )


def _rows(package: str, name: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(StringIO((files(package) / name).read_text(encoding="utf-8")))


def _lies_under(rule_id: str, section: str) -> bool:
    """LHY-4.2.1a.1 lies under LHY-4.2.1a, LHY-4.2.1 and LHY-4; LHY-4.2.10 does not lie under LHY-4.2.1."""
    rest = rule_id.removeprefix(section)
    return rest not in ("", rule_id) and not (section[-1].isdigit() and rest[0].isdigit())
