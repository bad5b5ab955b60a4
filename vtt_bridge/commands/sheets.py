"""blindhex sheets: what each unit of a side sees and how far it shoots, a sheet of paper each."""

from collections.abc import Iterator

import click

from exporters.paper import Paper
from exporters.picture import Picture
from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.side_names import people, side_called
from rules.game.state import GameState
from rules.game.view import CONCEALED
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.options.source_options import SourceOptions, book_options, read_source
from vtt_bridge.commands.output.terminal import say, working
from vtt_bridge.system.atomic_write import write_atomic


@click.command("sheets")
@click.argument("source", shell_complete=completion.sources)
@click.argument("side", shell_complete=completion.sides)
@click.option("-o", "--out", required=True, metavar="FILE", help="The PDF to write.")
@click.option(
    "--paper", type=click.Choice([paper.value for paper in Paper]), default="a4", help="Paper of the PDF; a4."
)
@book_options
def sheets(source: str, side: str, out: str, paper: str, options: SourceOptions) -> None:
    """A PDF for the table with a sheet for each unit of SIDE: what it sees from where it stands, and how far it shoots.

    What the side does not know is left out, so that the sheets can lie open before it.

    \b
    Example:
      blindhex sheets mill-crossing us -o us.pdf
    """
    from exporters.formats import pdf

    path = file_ending_in(out, ".pdf")
    state, book = read_source(source, options)
    side = side_called(side, state.sides)
    if side not in state.sides:
        raise BadInput("SIDE", side, f"one of the sides: {', '.join(state.sides) or 'none'}")
    with working("A sheet for each unit is drawn …"):
        pages = [*_pages(book.seen_by(state, side), book, side)]
        if not pages:
            raise BadInput("SIDE", side, "a side with units on the map")
        write_atomic(path, pdf.render_pages(pages, f"{state.board.name}: {side}", Paper(paper)))
    say(f"{len(pages)} {'sheet' if len(pages) == 1 else 'sheets'} of the {people(side)} in {out}.")


def _pages(known: GameState, book: Ruleset, side: str) -> Iterator[Picture]:
    from exporters.pictures.board_picture import board_picture
    from exporters.pictures.label_layout import with_labels_apart
    from exporters.pictures.legend import with_legend
    from exporters.pictures.sheet_picture import sheet_picture

    for unit in known.units.values():
        if unit.side == side and unit.at is not None:
            said = ", ".join(
                sorted(condition.replace("_", " ") for condition in unit.conditions if condition != CONCEALED)
            )
            title = f"{unit}{f' ({said})' if said else ''}: sight and ranges"
            sheet = sheet_picture(
                known.board, title, book.sight_field(known, unit), book.weapon_ranges(known, unit)
            )
            yield with_legend(board_picture(known, with_labels_apart(sheet, known), book.roster), known.board)
