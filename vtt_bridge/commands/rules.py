"""blindhex rules: rules found by number or words, with our readings, the code and the tests."""

from collections.abc import Iterable, Iterator, Sequence

import click

from rules.catalog import RULESETS, ruleset
from rules.game.citation import Reading
from vtt_bridge.commands.output.delivery import print_document
from vtt_bridge.commands.output.terminal import say
from vtt_bridge.ledger.counts import Count, counted, counts
from vtt_bridge.ledger.rule import LedgerRule, reading_document
from vtt_bridge.ledger.rules import book_named, find, ledger

MOST_IN_FULL = 12
"""How many rules are shown in full; the others get a line each."""


@click.command("rules")
@click.argument("query", nargs=-1, metavar="[QUERY]...")
@click.option("--book", default="", metavar="ID", help="Only rules of this book or edition.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as a document.")
@click.option("--readings", is_flag=True, help="Our readings of unclear rules; QUERY is a ruleset then.")
def rules(query: tuple[str, ...], book: str, as_json: bool, readings: bool) -> None:
    """Rules: what they say, in our words; how we read them; the code that carries them out; the tests that
    prove it.

    QUERY is a section with everything below it (11.5.4e), an id (LHY-11.5.4e.1), or words that all occur in the
    rule or its headings (covering fire). A book (lhy) gives its counts; without QUERY all books do.

    \b
    Examples:
      blindhex rules 11.5.4e
      blindhex rules covering fire --book kgn
      blindhex rules lhy
    """
    wanted = " ".join(query).strip()
    if readings:
        _tell_readings([wanted or book] if wanted or book else list(RULESETS), as_json)
        return
    whole = book_named(wanted) if wanted and not book else ""
    is_counted = bool(whole) or not wanted
    matching = ledger(whole or book) if is_counted else find(wanted, book)
    if as_json:
        books = {rule.book for rule in matching}
        document = {
            "book": books.pop() if len(books) == 1 else None,
            "rules": [rule.document for rule in matching],
        }
        print_document(document)
    else:
        say("\n".join(_counted(matching) if is_counted else _listed_rules(matching)))


def _listed_rules(matching: Sequence[LedgerRule]) -> Iterator[str]:
    listed: set[tuple[str, int]] = set()
    for rule in matching[:MOST_IN_FULL]:
        yield from _in_words(rule, listed)
        if len(matching) == 1:
            code = (f"{name} ({file})" for name, file in zip(rule.implemented, rule.files, strict=True))
            yield f"    implemented: {', '.join(code) or 'not yet'}"
            yield f"    proven: {', '.join(rule.proven) or 'not yet'}"
    if len(matching) > 1:
        yield f"blindhex rules {matching[0].id}, or another id, also names the code that carries it out and the tests that prove it."
    if further := matching[MOST_IN_FULL:]:
        yield f"{len(further)} more, found by their number or by more words:"
        yield from (f"{rule.id}  {rule.section}  {rule.topic}" for rule in further)


def _in_words(rule: LedgerRule, listed: set[tuple[str, int]]) -> Iterator[str]:
    """The lines on a rule and our readings of it; a reading already in `listed` is given by its number alone."""
    yield f"{rule.id}  {rule.topic}"
    yield f"    section: {rule.section}, {rule.chapter}"
    yield f"    {rule.summary}"
    if rule.numbers:
        yield f"    figures: {rule.numbers}"
    yield f"    source: {rule.provenance.words}{f', {rule.edition}' if rule.edition else ''}"
    if rule.first_edition:
        yield f"    first edition: {rule.first_edition}"
    before = [reading.number for reading in rule.readings if (rule.book, reading.number) in listed]
    for reading in rule.readings:
        if reading.number not in before:
            listed.add((rule.book, reading.number))
            yield f"    reading: {_reading_text(reading)}"
    if before:
        yield f"    readings: OUR {', '.join(map(str, before))}, as above"
    if rule.courtesy:
        yield f"    courtesy: {rule.courtesy}"


def _counted(listed: Iterable[LedgerRule]) -> Iterator[str]:
    books: dict[str, list[LedgerRule]] = {}
    for rule in listed:
        books.setdefault(rule.book, []).append(rule)
    yield f"{'':58} rules  implemented  proven  courtesy"
    for book, rules_of_book in books.items():
        yield _count_line(book, counted(book, rules_of_book))
        for count in counts(rules_of_book):
            yield _count_line(f"  {count.name}", count)


def _count_line(name: str, count: Count) -> str:
    return f"{name[:56]:56} {count.rules:7} {count.implemented:12} {count.proven:7} {count.courtesies:9}"


def _tell_readings(books: list[str], as_json: bool) -> None:
    by_book = {book: ruleset(book).readings for book in books}
    if as_json:
        listed = [
            {"book": book, "readings": [reading_document(reading) for reading in of]}
            for book, of in by_book.items()
        ]
        print_document({"books": listed})
        return
    for book, readings in by_book.items():
        for reading in readings:
            say(f"{book} {_reading_text(reading)}")


def _reading_text(reading: Reading) -> str:
    switch = f" Switch: {reading.switch}." if reading.switch else ""
    return f"OUR {reading.number}, {reading.section}: {reading.text} Why: {reading.why}{switch}"
