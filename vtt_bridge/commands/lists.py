"""blindhex list and rules: what there is, and how far the books are kept."""

from collections.abc import Iterable, Iterator
from typing import Any

import click

from maps.documents import text_of
from maps.library import boards, scenarios
from rules.catalog import LEDGER_SHARES, LEDGERS, RULESETS, ruleset
from rules.errors import BadInput
from rules.game.citation import Reading
from rules.game.ruleset import WritesRoster
from vtt_bridge.commands.delivery import print_document
from vtt_bridge.commands.source_options import SourceOptions, read_book
from vtt_bridge.ledger.rules import Count, LedgerRule, counted, counts, ledger


@click.command("list", short_help="The bundled boards and scenarios, and the rulesets.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as a document.")
def list_all(as_json: bool) -> None:
    """The bundled boards and scenarios, and the rulesets."""
    listed: dict[str, list[dict[str, Any]]] = {
        "boards": [{"name": entry.name, "description": entry.description} for entry in boards()],
        "scenarios": [{"name": entry.name, "description": entry.description} for entry in scenarios()],
        "rulesets": [
            {
                "name": book.id,
                "description": f"{book.rulebook.title}, {book.rulebook.edition}",
                "modes": list(book.modes),
            }
            for book in RULESETS.values()
        ],
    }
    if as_json:
        print_document(listed)
        return
    for kind, entries in listed.items():
        click.echo(f"{kind}:")
        for entry in entries:
            click.echo(f"  {entry['name']:24} {entry['description']}")


@click.command("roster", short_help="The units of a book, or all its figures as a file to change.")
@click.argument("book", metavar="ID")
@click.option("--house", default="", metavar="FILE", help="House values in the place of ours (JSON).")
@click.option("--json", "as_json", is_flag=True, help="Print the roster as a document that --house takes.")
def roster(book: str, house: str, as_json: bool) -> None:
    """The types of units a ruleset knows, by the ids that scenarios name."""
    chosen = read_book(SourceOptions(book, house=house))
    if as_json:
        if not isinstance(chosen, WritesRoster):
            told = chosen.rulebook.title
            raise BadInput("--json", book, f"a book whose roster is a document; that of {told} is not")
        click.echo(text_of(chosen.roster_document()), nl=False)
        return
    for line in chosen.roster.values():
        price = chosen.price(line.id) if isinstance(chosen, WritesRoster) else ""
        click.echo(f"{line.id:28} {line.name:36} {price}".rstrip())


@click.command("rules", short_help="Each rule, where it is implemented, what proves it.")
@click.argument("rule_id", metavar="[ID]", default="")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as a document.")
@click.option("--readings", is_flag=True, help="Our readings of unclear rules; ID is a ruleset then.")
def rules(rule_id: str, as_json: bool, readings: bool) -> None:
    """The ledger: each rule, where it is implemented, which test proves it.

    ID is a rule or section (LHY-4.2.1a, with all below it) or a book (lhy). Of a book, and of all of them
    without ID, the rules of each chapter are counted.
    """
    if readings:
        _tell_readings([rule_id] if rule_id else list(RULESETS), as_json)
        return
    listed = ledger(rule_id)
    if as_json:
        books = {rule.book for rule in listed}
        print_document(
            {"book": books.pop() if len(books) == 1 else None, "rules": [rule.document for rule in listed]}
        )
    elif rule_id and rule_id.lower() not in {*LEDGERS, *LEDGER_SHARES}:
        click.echo("\n".join(line for rule in listed for line in _told(rule)))
    else:
        click.echo("\n".join(_counted(listed)))


def _told(rule: LedgerRule) -> Iterator[str]:
    yield f"{rule.id}  {rule.topic}"
    yield f"    {rule.summary}"
    if rule.numbers:
        yield f"    figures: {rule.numbers}"
    if rule.courtesy:
        yield f"    courtesy: {rule.courtesy}"
    yield f"    implemented: {', '.join(rule.implemented) or 'not yet'}"
    yield f"    proven: {', '.join(rule.proven) or 'not yet'}"


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
        print_document(
            {
                "books": [
                    {"book": book, "readings": [_document(r) for r in of]} for book, of in by_book.items()
                ]
            }
        )
        return
    for book, readings in by_book.items():
        for reading in readings:
            switch = f" Switch: {reading.switch}." if reading.switch else ""
            click.echo(
                f"{book} OUR {reading.number}, {reading.section}: {reading.text} Why: {reading.why}{switch}"
            )


def _document(reading: Reading) -> dict[str, Any]:
    return {
        "number": reading.number,
        "section": reading.section,
        "text": reading.text,
        "why": reading.why,
        "provenance": reading.provenance.value,
        "later": reading.later or None,
        "switch": reading.switch,
    }
