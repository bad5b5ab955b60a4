"""blindhex bridge: the umpire at somebody else's table, with a part for each virtual tabletop."""

import click

from vtt_bridge.commands.lazy_commands import LazyCommand
from vtt_bridge.system.keys import keep_key


@click.group("bridge")
def bridge() -> None:
    """The umpire at somebody else's table."""


@bridge.command("key", short_help="Keep the key of a table in this machine's keyring.")
@click.argument("table", metavar="ADDRESS")
def key(table: str) -> None:
    """Keep the key for the table at ADDRESS in this machine's keyring; it is asked for and not shown.

    \b
    Example:
      blindhex bridge key http://127.0.0.1:3010
    """
    keep_key(table, click.prompt("Key", hide_input=True, err=True))
    click.echo(f"Kept for {table}.", err=True)


bridge.add_command(
    LazyCommand("foundry", "bridges.foundry:foundry", "A Foundry world, through a REST relay or as files.")
)
bridge.add_command(LazyCommand("maptool", "bridges.maptool:maptool", "MapTool."))
bridge.add_command(LazyCommand("planarally", "bridges.planarally:planarally", "A room of PlanarAlly."))
bridge.add_command(LazyCommand("tts", "bridges.tts:tts", "Tabletop Simulator."))
bridge.add_command(
    LazyCommand("vassal", "bridges.vassal:vassal", "VASSAL: its saved games and logs, and its window.")
)
