"""blindhex serve and demo: the local table."""

import gc
from contextlib import suppress
from functools import partial
from os import environ
from pathlib import Path

import click

from maps.library import bundled_board, lasting, scenario
from maps.scenario import Scenario, check_types
from rules.catalog import RULESETS, ruleset
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import book_of
from vtt_bridge.games.running_game import begun
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.umpire import Umpire

USUAL = "mill-crossing"
"""The bundled scenario that a newcomer is shown."""


@click.command("serve")
@click.argument("scenario_name", metavar="[SCENARIO]", default="")
@click.option(
    "--host", default="", metavar="ADDRESS", help="Where to listen; this machine alone if left out."
)
@click.option("--port", type=click.IntRange(0, 65535), help="Which port; 0 takes a free one.")
@click.option("--new", "anew", is_flag=True, help="Set the scenario up again; the game on it is kept aside.")
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="PostgreSQL in place of the table's file: postgresql+psycopg://USER:PASSWORD@HOST/NAME.",
)
def serve(scenario_name: str, host: str, port: int | None, anew: bool, database: str) -> None:
    """The local table: its page and its JSON API, until interrupted.

    A SCENARIO (bundled name or file) is put in front of everybody; without one the table is as it was left.
    """
    # The web server takes a third of a second to import; questions need not wait for it.
    from vtt_bridge.foundry.module_routes import router as foundry_module
    from vtt_bridge.local_table.api.server import serve as serve_table
    from vtt_bridge.web.cors import allow_paired
    from vtt_bridge.web.host_names import is_loopback
    from vtt_bridge.web.origin_pairing import Pairing

    config = config_from(environ)
    listens_at = host or config.host
    store = Store(database or config.database or config.table_file)
    try:
        if chosen := scenario_name or ("" if store.scenes() else USUAL):
            found = _scenario(chosen)
            head = GameHead(found.ruleset, lasting(chosen))
            open_scenario(store, found, anew=anew, begin=partial(begun, head, ruleset))
        umpire = Umpire(RULESETS, bundled_board)
        gc.collect()
        gc.freeze()  # the books stay for good: looking through them again and again would hold up answers
        pairing = Pairing(config.pairing_file)

        def say_where(url: str) -> None:
            click.echo(f"The table is at {url} (Ctrl-C ends it).")
            if not is_loopback(listens_at):
                click.echo(
                    f"It listens at {listens_at}: everybody on that network can see all of it and play.",
                    err=True,
                )
            click.echo(
                f"Foundry: install the module from {url}/foundry/module.json; pair it with {pairing.code}."
            )

        # Whether Ctrl-C comes out of the web server as an interrupt depends on what it was doing.
        with suppress(KeyboardInterrupt):
            serve_table(
                store,
                umpire,
                listens_at,
                config.port if port is None else port,
                say_where,
                allow_paired(pairing, foundry_module),
            )
        click.echo("The table is kept; serve it again to go on.", err=True)
    finally:
        store.close()


@click.command("demo")
@click.option("--scenario", "scenario_name", default=USUAL, metavar="SCENARIO", show_default=True)
@click.option(
    "-o",
    "--out",
    "folder",
    default="blindhex-demo",
    metavar="FOLDER",
    show_default=True,
    help="Where the pictures are left.",
)
def demo(scenario_name: str, folder: str) -> None:
    """The main job end to end: a table is read over its JSON API, and the answers go back onto it."""
    from vtt_bridge.local_table.demo import run_demo

    run_demo(_scenario(scenario_name), Umpire(RULESETS, bundled_board), Path(folder), click.echo)


def _scenario(name: str) -> Scenario:
    chosen = scenario(name)
    check_types(chosen, book_of(chosen, ruleset).roster)
    return chosen
