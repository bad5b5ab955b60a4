"""The ledger: every rule of every book, found by number or words.

It joins, by rule id, the ledger.csv of each book, the declarations beside the code
(rules.game.rule_ids), and rules/proven.csv, which is written from the tests.
"""

from collections.abc import Mapping
from functools import cache
from itertools import takewhile

from rules.catalog import LEDGER_SHARES, LEDGERS, RULESETS
from rules.errors import RulesError, Unknown
from rules.game.citation import Provenance, Reading
from vtt_bridge.ledger.evidence import implemented, proven, rows
from vtt_bridge.ledger.matching import by_any_words, by_number, by_reading, near
from vtt_bridge.ledger.rule import LedgerRule, lies_under, numbered
from vtt_bridge.ledger.words import stems


class NoSuchRule(RulesError):
    """No rule was found; `near` holds suggestions."""

    def __init__(self, query: str, near: tuple[str, ...]) -> None:
        self.near = near
        way_out = (
            f"Did you mean {', '.join(near)}?" if near else "Try a section, such as 11.5.4e, or fewer words."
        )
        super().__init__(f"No rule is found by {query!r}. {way_out}")


def ledger(name: str = "") -> tuple[LedgerRule, ...]:
    """The rules of a book, of one edition of it, or (without a name) of all books.

    Raises:
        Unknown: if no book has that name.
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


def book_named(query: str) -> str:
    """The book or edition whose name the whole query is; empty if it is anything else."""
    name = query.strip().lower()
    return name if name in LEDGERS or name in LEDGER_SHARES else ""


def find(query: str, book: str = "") -> tuple[LedgerRule, ...]:
    """The rules that a query finds: id and section first, then headings, then words of the rule.

    The query is an id or section with all below it (LHY-4.2.1a, 11.5.4e), or words that all occur in a rule.
    It may begin with the name of a book, as `book` names one.

    Raises:
        NoSuchRule: if nothing is found; it makes suggestions.
        Unknown: if there is no such book.
    """
    named, wanted = _book_in(query)
    listed = ledger(book or named)
    matching = _matching(listed, query, wanted) or _cited(query, book)
    if not matching:
        raise NoSuchRule(query, near(listed, wanted))
    return matching


def _matching(listed: tuple[LedgerRule, ...], query: str, wanted: str) -> tuple[LedgerRule, ...]:
    return (
        by_number(listed, query)
        or by_number(listed, wanted)
        or by_reading(listed, wanted)
        or by_any_words(listed, wanted)
    )


def _cited(query: str, book: str) -> tuple[LedgerRule, ...]:
    """The rules in a citation copied from a ruling: (LHY 11.3.3, OUR 57). The first part may name the book."""
    first, *others = query.strip(" ()").split(",")
    named, _ = _book_in(first)
    listed = ledger(book or named)
    parts = (_matching(listed, part.strip(), _book_in(part)[1]) for part in (first, *others) if others)
    return tuple(dict.fromkeys(rule for part in parts for rule in part))


def _book_in(query: str) -> tuple[str, str]:
    """The book that the query begins with, if any, and the rest of the query."""
    first, space, rest = query.strip().partition(" ")
    prefix, dash, number = first.partition("-")
    if space and rest.strip() and (book := _prefixes().get(first.casefold())):
        return book, rest.strip()
    if dash and number and (book := _prefixes().get(prefix.casefold())):
        return book, query.strip()[len(prefix) + 1 :]
    return "", query.strip()


@cache
def _prefixes() -> dict[str, str]:
    """Books by the prefixes that a query may begin with: the name of the book, or the beginning of its rule ids."""
    by_id = {rule.id.partition("-")[0].casefold(): rule.book for rule in ledger()}
    return {**by_id, **{name: name for name in (*LEDGERS, *LEDGER_SHARES)}}


@cache
def _book(book: str) -> tuple[LedgerRule, ...]:
    listed = _rows_of(book)
    readings = _readings_by_id(book)
    return tuple(
        LedgerRule(
            book,
            row["id"],
            row["chapter"],
            row["section"],
            row["topic"],
            row["summary"],
            row["numbers"],
            row.get("edition") or None,
            row.get("first_edition") or None,
            row["courtesy"] or None,
            _provenance(row.get("edition") or ""),
            tuple(readings.get(row["id"], ())),
            implemented().get(row["id"], ()),
            proven().get(row["id"], ()),
        )
        for row in listed
    )


@cache
def _rows_of(book: str) -> tuple[Mapping[str, str], ...]:
    return tuple(rows(LEDGERS[book], "ledger.csv"))


def _provenance(edition: str) -> Provenance:
    """Whether a rule comes from the edition that we follow, a later one, or a reader."""
    followed = {ruleset.rulebook.edition for ruleset in RULESETS.values()}
    if not edition or edition.partition(" ")[0] in followed:
        return Provenance.BOOK
    return Provenance.READER if edition.startswith("reader") else Provenance.LATER_EDITION


def _readings_by_id(book: str) -> Mapping[str, list[Reading]]:
    """The readings of each rule's section, from all rulesets that follow this ledger."""
    shared = (RULESETS[name] for name, share in LEDGER_SHARES.items() if share.ledger == book)
    readings: dict[str, list[Reading]] = {}
    for reading in {reading.number: reading for edition in shared for reading in edition.readings}.values():
        for rule_id in _ids_read(book, reading):
            readings.setdefault(rule_id, []).append(reading)
    return readings


def _ids_read(book: str, reading: Reading) -> list[str]:
    """The rules that a reading is about: by its section number, or else by a heading."""
    number, heading = numbered(reading.section), stems(reading.section)
    ids = [rule_id for rule_id, rule in _chapters(book).get(_chapter(number), ()) if _is_about(rule, number)]
    for title in ("section", "chapter", "topic"):
        ids = ids or [row["id"] for row in _rows_of(book) if heading <= stems(row[title])]
    return ids


@cache
def _chapters(book: str) -> Mapping[str, list[tuple[str, str]]]:
    """The ids of a book's rules with their numbers, by chapter."""
    chapters: dict[str, list[tuple[str, str]]] = {}
    for row in _rows_of(book):
        number = numbered(row["id"].partition("-")[2])
        chapters.setdefault(_chapter(number), []).append((row["id"], number))
    return chapters


def _chapter(number: str) -> str:
    """The first figure or word of a section number, which all rules of a chapter share."""
    same_kind = str.isdigit if number[:1].isdigit() else str.isalpha
    return "".join(takewhile(same_kind, number))


def _is_about(rule_number: str, number: str) -> bool:
    return lies_under(rule_number, number) or lies_under(number, rule_number)
