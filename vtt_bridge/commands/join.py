"""blindhex join: a seat at somebody's table, for questions from the command line."""

from os import environ

import click

from rules.game.side_names import people
from vtt_bridge.commands.output.terminal import say
from vtt_bridge.local_table.table import SEAT_VARIABLE, sit_down
from vtt_bridge.system.config import config_from
from vtt_bridge.system.keys import NoKey, keep_key


@click.command("join")
@click.argument("link", metavar="LINK")
def join(link: str) -> None:
    """Sit down at the seat of LINK (http://table.example.org:8642/#join=…): from now on your questions to
    that table (blindhex los http://table.example.org:8642 …) come from that seat, and are answered with what
    it may know. The key to the seat is kept in this machine's keyring; if there is no keyring, the key is
    printed.

    \b
    Example:
      blindhex join "http://127.0.0.1:9/#join=secret"
    """
    where, seat, key = sit_down(link, config_from(environ).timeout_s)
    say(f"Your seat at {where}: {people(seat)}.")
    try:
        keep_key(where, key)
    except NoKey:
        say(f"No keyring keeps its key; put it into the environment: {SEAT_VARIABLE}={key}")
