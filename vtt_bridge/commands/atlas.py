"""blindhex atlas: from where is most of the map seen?"""

import click

from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.options.source_options import SourceOptions, book_options, read_source
from vtt_bridge.commands.output.delivery import Delivery, place_delivery_options, print_document
from vtt_bridge.commands.output.terminal import say, say_table, working


@click.command("atlas")
@click.argument("source", metavar="BOARD", shell_complete=completion.sources)
@click.option("--best", type=Whole(1, 100), default=10, metavar="COUNT", help="How many posts to list; 10.")
@book_options
@place_delivery_options
def atlas(source: str, best: int, options: SourceOptions, delivery: Delivery) -> None:
    """The best observation posts of BOARD: how many hexes each hex sees, or how much of a table each
    inch square, on the bare map.

    Every pair is worked out once, which takes up to a minute on a table, and cached, so the next time is
    quick. BOARD is a board or scenario, bundled or a file.

    \b
    Examples:
      blindhex atlas mill-valley --best 3 -o atlas.png
      blindhex atlas mill-valley -o atlas.parquet
      blindhex atlas mill-crossing --best 5
    """
    from exporters.pictures.atlas_picture import atlas_picture
    from vtt_bridge.commands.output.drawing import draw
    from vtt_bridge.system.atlas_cache import cached_atlas

    state, book = read_source(source, options)
    with working("Every pair of places is asked once …"):
        ruling = cached_atlas(book, state)
    counts = ruling.verdict.counts
    if delivery.drawn.is_table:
        from vtt_bridge.commands.output.place_file import write_places

        write_places(state.board, ruling, delivery.drawn.path, options.provenance(source, state, book))
    elif delivery.drawn.path:
        draw(state, book.roster, atlas_picture(state.board, ruling, best), delivery.drawn, bare=delivery.bare)
    if delivery.as_json:
        from exporters.documents import place_document, ruling_document, verdict_document

        posts = [place_document(place) for place in ruling.verdict.best(best)]
        print_document(
            {**ruling_document(ruling), "verdict": {**verdict_document(ruling.verdict), "best": posts}}
        )
        return
    say(str(ruling))
    others = max(len(counts) - 1, 1)
    say_table(
        ("post", "sees", "of the map"),
        [
            (str(place), f"{counts[place]} {ruling.verdict.what}", f"{counts[place] / others:.0%}")
            for place in ruling.verdict.best(best)
        ],
    )
