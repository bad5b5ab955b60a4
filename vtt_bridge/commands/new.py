"""blindhex new: a board, a scenario, a battle group or lists of your own, begun from an example or a bundled one."""

import click

from maps.documents import text_of
from maps.library import board_text, example, scenario_text
from rules.catalog import ruleset
from rules.game.ruleset import WritesRoster
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.output.terminal import print_text, say
from vtt_bridge.errors import NotOffered
from vtt_bridge.system.atomic_write import write_new

_NEXT = {
    "board": "blindhex show {0} -o {1}.png draws it, blindhex doctor {0} checks it",
    "scenario": "blindhex units {0} lists who fights, blindhex game begin {0} {1}.log plays it, blindhex serve {0} puts it on the table",
    "group": "blindhex forces {0} --require adds it up, and says why it may not take the field",
    "list": "blindhex roster {2} --house {0} shows it, and --house {0} goes with every question",
}
"""What to do next with each kind; the fields are its file, the file without its ending, and the book of a list."""

EXAMPLE_BOOK = "kgn"
"""The book of the example list."""


@click.command("new")
@click.argument("kind", metavar="{board|scenario|group|list}", type=click.Choice(list(_NEXT)))
@click.option("-o", "--out", default="", metavar="FILE.json", help="Where to write it; printed if left out.")
@click.option(
    "--from",
    "source",
    default="",
    metavar="NAME",
    help="A bundled board or scenario (blindhex list), or the book whose list is wanted, in place of the example.",
)
def new(kind: str, out: str, source: str) -> None:
    """A board, a scenario, a battle group or an army list to change: a small whole example with notes, or
    a bundled one written out.

    The file can be used at once. Lines in it that begin with "//" are notes and are ignored.

    \b
    Examples:
      blindhex new board -o hill.json
      blindhex new scenario --from mill-crossing -o crossing.json
      blindhex new group -o able.json
      blindhex new list --from matg2
    """
    text = _text(kind, source)
    if not out:
        print_text(text)
        return
    path = file_ending_in(out, ".json")
    write_new({path: text})
    say(f"{out} is written: {_NEXT[kind].format(out, path.stem, source or EXAMPLE_BOOK)}.")


def _text(kind: str, source: str) -> str:
    if not source:
        return example(kind)
    if kind == "group":
        raise NotOffered("No battle group is bundled; leave out --from for an example.")
    if kind == "list":
        book = ruleset(source)
        if not isinstance(book, WritesRoster):
            raise NotOffered(
                f"{book.rulebook.title} has no list that can be changed; kgn, matg1 and matg2 have."
            )
        return text_of(book.roster_document())
    if kind == "scenario":
        return scenario_text(source)
    return board_text(source)
