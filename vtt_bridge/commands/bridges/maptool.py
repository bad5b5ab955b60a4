"""blindhex bridge maptool: our macro for MapTool, and the umpire that it asks."""

from importlib.resources import files
from os import environ

import click

from vtt_bridge.commands.bridges.sitting import port_option, sit_beside
from vtt_bridge.commands.options.board_options import BoardAndGame, board_options
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.umpire import Umpire


@click.group("maptool")
def maptool() -> None:
    """The umpire beside MapTool: a macro of the campaign asks him."""


@maptool.command("macro")
@click.option(
    "--side", default="", metavar="SIDE", help="The side whose knowledge answers are worked out from."
)
def macro(side: str) -> None:
    """Print our macro, to be pasted into a new macro of the campaign panel.

    \b
    Example:
      blindhex bridge maptool macro --side us
    """
    text = files("vtt_bridge.maptool").joinpath("umpire.mts").read_text("utf-8")
    macro_text = text.replace(":8642", f":{config_from(environ).port}").replace(
        'SIDE = ""', f'SIDE = "{side}"'
    )
    click.echo(macro_text, nl=False)


@maptool.command("sit")
@board_options
@port_option
def sit(played: BoardAndGame, port: int | None) -> None:
    """Answer our macro in the MapTool of this machine, until interrupted.

    \b
    Example:
      blindhex bridge maptool sit --board mill-crossing
    """
    # The web server takes a third of a second to import; questions need not wait for it.
    from vtt_bridge.maptool.routes import welcome_maptool

    umpire = Umpire()
    sit_beside("MapTool", umpire, port, welcome_maptool(played.board, played.game, umpire))
