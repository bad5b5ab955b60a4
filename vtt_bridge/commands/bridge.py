"""blindhex bridge: the umpire at somebody else's table, with a part for each virtual tabletop; vtt_bridge.cli adds them."""

from os import environ

import click

from maps.library import open_source
from rules.catalog import ruleset
from vtt_bridge.commands.doctor import connection_findings
from vtt_bridge.commands.findings import tell_findings
from vtt_bridge.system.config import config_from
from vtt_bridge.system.keys import keep_key
from vtt_bridge.umpire.findings import source_findings


@click.group("bridge", short_help="The umpire at somebody else's table.")
def bridge() -> None:
    """The umpire at somebody else's table."""


@bridge.command("key")
@click.argument("table", metavar="ADDRESS")
def key(table: str) -> None:
    """Keep the key for the table at ADDRESS in this machine's keyring; it is asked for and not shown."""
    keep_key(table, click.prompt("Key", hide_input=True, err=True))
    click.echo(f"Kept for {table}.", err=True)


@click.command("doctor", short_help="What is wrong with a connection, board or scenario, in plain words.")
@click.argument("address", metavar="[ADDRESS or FILE]", default="")
@click.option("--world", default="", metavar="ID", help="The world, where a relay has several.")
def doctor(address: str, world: str) -> None:
    """Check a connection, or a board or scenario, and say in plain words what is wrong.

    ADDRESS is that of a table (http://127.0.0.1:8642) or of a Foundry relay (http://127.0.0.1:3010); without
    one the local table is looked at. FILE is a board or scenario, or the name of a bundled one: what can be played and is
    hardly meant so is told as well (check). Exit status 1 if something is wrong.
    """
    if address and "://" not in address:
        tell_findings(source_findings(lambda: open_source(address), ruleset))
        return
    tell_findings(connection_findings(address, world, config_from(environ), environ))
