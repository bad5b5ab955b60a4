"""blindhex list and roster: what there is to play, and the units of a book."""

from typing import Any

import click

from maps.documents import text_of
from maps.library import boards, scenarios
from rules.catalog import RULESETS
from rules.game.ruleset import WritesRoster
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.source_options import SourceOptions, read_book
from vtt_bridge.commands.output.delivery import print_document
from vtt_bridge.commands.output.terminal import print_text, say_table
from vtt_bridge.errors import NotOffered


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as a document.")
def list_all(as_json: bool) -> None:
    """The bundled boards and scenarios, and the rulesets.

    \b
    Example:
      blindhex list
    """
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
        say_table((kind, ""), [(entry["name"], entry["description"]) for entry in entries])


@click.command("roster")
@click.argument("book", metavar="ID", shell_complete=completion.books)
@click.option("--house", default="", metavar="FILE", help="House values to use instead of ours (JSON).")
@click.option("--json", "as_json", is_flag=True, help="Print the roster as a document that --house takes.")
def roster(book: str, house: str, as_json: bool) -> None:
    """The types of units a ruleset knows, by the ids that scenarios name.

    \b
    Examples:
      blindhex roster lhy
      blindhex roster kgn --json
    """
    chosen = read_book(SourceOptions(book, house=house))
    if as_json:
        if not isinstance(chosen, WritesRoster):
            raise NotOffered(f"The roster of {chosen.rulebook.title} is no document that --house takes.")
        print_text(text_of(chosen.roster_document()))
        return
    prices = chosen if isinstance(chosen, WritesRoster) else None
    say_table(
        ("type", "name", "price"),
        [(line.id, line.name, prices.price(line.id) if prices else "") for line in chosen.roster.values()],
    )
