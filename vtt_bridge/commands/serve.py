"""blindhex serve and demo: the local table."""

import gc
import shlex
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version
from os import environ
from pathlib import Path
from signal import SIGTERM, default_int_handler, signal
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from maps.library import lasting, scenario
from rules.catalog import ruleset
from rules.errors import BadInput, RulesError
from rules.game.side_names import people
from rules.players.named import players_from_words
from vtt_bridge.commands.games.game import PERSON, player_option
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.game_option import game_option
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.output.terminal import is_terminal
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import checked
from vtt_bridge.games.running_game import begun
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_session import SceneSession, computers_at, is_set_up_otherwise
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.virtual_table import FrameKind
from vtt_bridge.system.config import config_from
from vtt_bridge.system.kernels import compiling
from vtt_bridge.umpire.chat_game import ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.umpire import Umpire

if TYPE_CHECKING:
    from fastapi import FastAPI

USUAL = "mill-crossing"
"""The bundled scenario that is set up on an empty table."""


@click.command("serve")
@click.argument("scenario_name", metavar="[SCENARIO]", default="", shell_complete=completion.scenarios)
@click.option(
    "--host", default="", metavar="ADDRESS", help="Where to listen; this machine alone if left out."
)
@click.option("--port", type=Whole(0, 65535), help="Which port; 0 takes a free one.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name it is asked for by from elsewhere, such as table.example.org; links to seats are for the first.",
)
@click.option(
    "--free",
    "freed",
    multiple=True,
    metavar="SEAT",
    help="Free a seat that is taken: whoever sat there is out.",
)
@click.option("--new", "anew", is_flag=True, help="Set the scenario up again; the game on it is kept aside.")
@player_option
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="PostgreSQL in place of the table's file: postgresql://USER:PASSWORD@HOST/NAME.",
)
@click.option(
    "--browser/--no-browser",
    "opens_browser",
    default=None,
    help="Open the page at once, or do not; it is opened from a terminal on this machine.",
)
@click.option(
    "--metrics",
    "metrics_port",
    type=Whole(0, 65535),
    metavar="PORT",
    help="Serve figures for Prometheus at this port, beside the table.",
)
@game_option
def serve(
    scenario_name: str,
    host: str,
    port: int | None,
    names: tuple[str, ...],
    freed: tuple[str, ...],
    anew: bool,
    assigned: tuple[str, ...],
    database: str,
    opens_browser: bool | None,
    metrics_port: int | None,
    game: ChatGame | None,
) -> None:
    """The local table: its page and its JSON API, until interrupted.

    SCENARIO (bundled name or file) is set up on it; without one the table is as you left it. On this machine
    alone, whoever opens it has all seats. With --host or --name players join by links, one for each side, the
    umpire and the spectators, which are printed at the start.

    With --player the computer plays a side of SCENARIO, on what that side knows: you look from the other one. Who
    plays can be changed on the page.

    With --game, a scene in Foundry or Tabletop Simulator that asks this server is played by that log: !turn,
    !do.

    \b
    Examples:
      blindhex serve
      blindhex serve lhy-ridge-farm --player ge=careful
      blindhex serve lhy-ridge-farm --port 8700 --no-browser
      blindhex serve my/fight.json --host 0.0.0.0 --name table.example.org
    """
    # The web server takes a third of a second to import; questions need not wait for it.
    from vtt_bridge.foundry.module_routes import router as foundry_module
    from vtt_bridge.local_table.api.dependencies import FewQuestions
    from vtt_bridge.local_table.api.server import is_joined_by_links
    from vtt_bridge.local_table.api.server import serve as serve_table
    from vtt_bridge.owlbear.routes import ICON, MANIFEST, owlbear_routes
    from vtt_bridge.web.cors import allow_paired
    from vtt_bridge.web.origin_pairing import Pairing

    config = config_from(environ)
    listens_at, known_as = host or config.host, names or config.names
    umpire = Umpire()
    store = Store(database or config.database or config.table_file)
    first_question = Thread(target=_warm_up, args=(store, umpire), name="first question", daemon=True)
    try:
        if chosen := scenario_name or ("" if store.scenes() else USUAL):
            _set_up(store, chosen, assigned, anew=anew)
        elif assigned:
            raise BadInput("--player", ", ".join(assigned), "given with the SCENARIO that is played")
        gc.collect()
        gc.freeze()  # the books stay in memory for good, and garbage collection of them would delay answers
        pairing = Pairing(config.pairing_file)
        by_links = is_joined_by_links(listens_at, known_as)
        if game is not None and by_links:
            raise BadInput("--game", "a log", "for a table that is open to this machine alone")

        def welcome(app: "FastAPI") -> None:
            owlbear = owlbear_routes(version("blindhex"), [FewQuestions])
            allow_paired(pairing, foundry_module, owlbear, readable=(MANIFEST, ICON))(app)
            app.state.chat = ChatUmpire(umpire, game)
            measured(app)

        def say_where(url: str) -> None:
            click.echo(f"The table is at {url} (Ctrl-C ends it).")
            first_question.start()
            if has_screen() and not by_links if opens_browser is None else opens_browser:
                webbrowser.open(url)
            computers = computers_at(store, ruleset, store.scenes()[0].id)
            for side, player in computers.items():
                click.echo(f"{people(side)}: the computer ({player}) plays them.")
            here = elsewhere(url, listens_at, known_as) if by_links else url
            if by_links:
                _say_links(store, here, freed, computers)
                if not known_as:
                    click.echo(
                        f"From another machine it is called at {here}; where that is not its address, as in a container or "
                        "behind a router, say the right one: --name table.example.org, or --name 203.0.113.7."
                    )
            click.echo(
                f"Foundry: install the module from {here}/foundry/module.json; pair it with {pairing.code}."
            )
            click.echo(f"Owlbear Rodeo: add the extension {here}/owlbear/manifest.json.")

        # A container is stopped by SIGTERM, which ends the server like Ctrl-C.
        signal(SIGTERM, default_int_handler)
        scenes = (store.scene(row.id) for row in store.scenes())
        ahead = compiling(
            scene.game.ruleset for scene in scenes if scene.game and scene.frame.kind is not FrameKind.HEX
        )
        with suppress(KeyboardInterrupt), ahead, _metrics(listens_at, metrics_port) as measured:
            serve_table(
                store, umpire, listens_at, config.port if port is None else port, say_where, welcome, known_as
            )
        click.echo("The table is kept; serve it again to go on.", err=True)
    finally:
        if first_question.is_alive():
            first_question.join()  # it reads from the store
        store.close()


def _set_up(store: Store, chosen: str, assigned: tuple[str, ...], *, anew: bool) -> None:
    """Put a scenario on the table, and let the computer play the sides assigned to it."""
    chosen_scenario = checked(scenario(chosen), ruleset)
    head = GameHead(chosen_scenario.ruleset, lasting(chosen))
    players = players_from_words(assigned, chosen_scenario.sides, (PERSON,))
    scene_id = open_scenario(store, chosen_scenario, anew=anew, begin=partial(begun, head, ruleset))
    if is_set_up_otherwise(store, scene_id, chosen_scenario, ruleset):
        click.echo(
            f"{chosen_scenario.name} is on the table already, and {chosen} differs from what was set up there: you go on as it "
            f"was. blindhex serve {shlex.quote(chosen)} --new sets it up as it is now, and keeps the game there aside."
        )
    for side, player in players.items():
        SceneSession(store, scene_id, ruleset).play_by(side, "" if player == PERSON else player)


def _say_links(store: Store, here: str, freed: tuple[str, ...], computers: Mapping[str, str]) -> None:
    """Free these seats, and print each seat's link, or who sits there."""
    from vtt_bridge.local_table.api.seat_routes import free_seat, links_of

    scene_id = store.scenes()[0].id
    for seat in freed:
        free_seat(store, scene_id, seat)
    click.echo("It is joined by these links, each for one person; they are worth as much as a key.")
    for seat, link in links_of(store, scene_id):
        where = f"{here}/#join={link}" if link else f"taken; --free {seat} makes a new link"
        if seat in computers:
            where = f"the computer ({computers[seat]}) plays here"
        click.echo(f"  {seat}: {where}")


def _warm_up(store: Store, umpire: Umpire) -> None:
    """Ask a question in the background, so that everything needed for answers is loaded before a player asks."""
    for row in store.scenes()[:1]:
        scene = store.scene(row.id)
        placed = {token.side: str(token.unit.get("id", token.id)) for token in scene.tokens if token.side}
        if scene.game is None or len(placed) < 2:
            return
        who, target, *_ = placed.values()
        with suppress(RulesError):
            umpire.look(scene, Question(Asks.FIRE, who, target))


def has_screen() -> bool:
    """Whether there is a desktop and a terminal, so that the page can be opened in a browser here."""
    is_desktop = sys.platform in ("win32", "darwin") or "DISPLAY" in environ or "WAYLAND_DISPLAY" in environ
    return is_desktop and is_terminal()


@contextmanager
def _metrics(host: str, port: int | None) -> "Iterator[Callable[[FastAPI], None]]":
    """A function that makes an application count its requests, while figures are served at a port;
    without a port it does nothing."""
    if port is None:
        yield lambda _: None
        return
    try:
        from vtt_bridge.web.metrics import Measured, Metrics
    except ImportError:
        raise NotOffered("Figures for Prometheus need its client: pip install 'blindhex[metrics]'.") from None
    metrics = Metrics()
    with metrics.served(host, port) as taken:
        click.echo(f"Figures for Prometheus are at http://{host}:{taken}/metrics.")
        yield lambda app: app.add_middleware(Measured, metrics=metrics)


def elsewhere(url: str, host: str, names: tuple[str, ...]) -> str:
    """The address of a table for other machines."""
    from vtt_bridge.web.host_names import network_address

    every = {"0.0.0.0", "::"}
    name = names[0] if names else network_address() if host in every else host
    return f"http://{f'[{name}]' if ':' in name else name}:{urlsplit(url).port}"


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
    """The main job end to end: a table is read over its JSON API, and the answers go back onto it.

    \b
    Example:
      blindhex demo --scenario mill-crossing -o pictures
    """
    from vtt_bridge.local_table.demo import run_demo

    run_demo(checked(scenario(scenario_name), ruleset), Umpire(), Path(folder), click.echo)
