"""blindhex profile: a line of sight from the side."""

from functools import partial

import click

from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.source_options import SourceOptions, read_source, source_options
from vtt_bridge.commands.output.delivery import Delivery, deliver, delivery_options
from vtt_bridge.port.names import viewer_named
from vtt_bridge.umpire.suppositions import supposed


@click.command("profile")
@click.argument("source", shell_complete=completion.sources)
@click.argument("viewer", metavar="FROM", shell_complete=completion.units_and_places)
@click.argument("target", metavar="TO", shell_complete=completion.units_and_places)
@source_options
@delivery_options
def profile(source: str, viewer: str, target: str, options: SourceOptions, delivery: Delivery) -> None:
    """The line from FROM to TO from the side: ground, what stands on it, and by how much what blocks it is too high.

    FROM and TO are units or places. Heights are levels, or inches in Kampfgruppe Normandy, and drawn
    larger than distances, so that slopes look steeper than they are. What hides whatever its height is
    drawn as high as the picture.

    \b
    Examples:
      blindhex profile mill-crossing L4 G9 -o profile.png
      blindhex profile kgn-two-orchards uk.tank.1 de.pak
    """
    from exporters.board_shapes import unit_word
    from exporters.pictures.profile_picture import profile_picture

    state, book = read_source(source, options)
    state = supposed(state, options.supposing)
    ruling = book.profile(state, viewer_named(state, viewer), viewer_named(state, target))
    picture = partial(profile_picture, ruling, unit_word(state.board))
    deliver(state, book, ruling, picture, delivery, on_board=False)
