"""blindhex bridge foundry: sit at a Foundry world, ask it once, read its scene files, write it a module."""

import json
from collections.abc import Callable
from functools import wraps
from os import environ
from pathlib import Path
from typing import Any
from uuid import uuid4

import click

from maps.library import bundled_board, scenario
from rules.catalog import ruleset
from rules.errors import BadInput
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First
from vtt_bridge.commands.options.game_option import game_option
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.numbers import Measure, Whole
from vtt_bridge.commands.options.option_checks import a1_pixel
from vtt_bridge.commands.umpire_group import shown
from vtt_bridge.foundry.chat_loop import run
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.link import RelayLink
from vtt_bridge.foundry.scene_file import read_scene_file, scenario_module, write_module
from vtt_bridge.foundry.scenes import Seating
from vtt_bridge.foundry.watch import Watch
from vtt_bridge.foundry.worlds import KEY_VARIABLE, link_to_world
from vtt_bridge.games.game_file import check_no_log
from vtt_bridge.games.game_setup import checked
from vtt_bridge.games.journal import Entry, line_of, log_text
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.system.config import config_from
from vtt_bridge.system.keys import key_for
from vtt_bridge.umpire.chat_commands import Asker, command_of_words, question_in
from vtt_bridge.umpire.chat_game import ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire

RELAY_TIMEOUT_S = 35.0
"""Longer than the 30 s that the relay itself waits for a world, so that it can report a failure."""


@click.group("foundry")
def foundry() -> None:
    """A Foundry world, through a REST relay or as files.

    The relay's key comes from BLINDHEX_FOUNDRY_KEY or from the keyring (blindhex bridge key).
    """


def seating_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a Seating, which it gets as `seating`."""

    @click.option("--book", default="", metavar="ID", help="The ruleset, where the scene names none.")
    @click.option("--board", default="", metavar="NAME", help="The board that the scene shows.")
    @click.option("--sides", default="", metavar="A,B", help="The sides: of friendly, and of hostile tokens.")
    @click.option("--player", "players", multiple=True, metavar="SIDE=USER", help="Which user plays a side.")
    @click.option("--a1", default="", metavar="X,Y", help="A pixel of the scene in hex A1.")
    @click.option("--first", type=click.Choice([*First]), help="How the first column (row) stands.")
    @click.option("--inch-px", type=Measure(1, 4000), help="How many pixels an inch has.")
    @click.option("--house", default="", metavar="FILE", help="House values to use instead of ours (JSON).")
    @click.option("--walls", is_flag=True, help="The walls of the scene are walls along hexsides.")
    @wraps(command)
    def wrapped(
        *,
        book: str,
        board: str,
        sides: str,
        players: tuple[str, ...],
        a1: str,
        first: str | None,
        inch_px: float | None,
        walls: bool,
        house: str,
        **rest: Any,
    ) -> None:
        named = tuple(side for side in sides.split(",") if side)
        stands = First(first) if first else _first_of(board)
        seating = Seating(
            book, board, named, _players(players), a1_pixel(a1), stands, inch_px, walls, house_values(house)
        )
        command(seating=seating, **rest)

    return wrapped


def relay_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a table behind a relay, which it gets as `table` and `link`."""

    @click.argument("relay", metavar="RELAY")
    @click.option("--world", default="", metavar="ID", help="The world (clientId), where there are several.")
    @click.option("--scene", default="", metavar="NAME", help="The scene; the active one if left out.")
    @seating_options
    @wraps(command)
    def wrapped(*, relay: str, world: str, scene: str, seating: Seating, **rest: Any) -> None:
        timeout_s = max(RELAY_TIMEOUT_S, config_from(environ).timeout_s)
        link, _ = link_to_world(relay, key_for(environ, KEY_VARIABLE, relay), world, timeout_s)
        command(table=FoundryTable(link, scene, seating), link=link, **rest)

    return wrapped


@foundry.command("sit", short_help="Answer what is asked in the chat of the world.")
@relay_options
@click.option("--open", "is_open", is_flag=True, help="All may know all, and everybody hears it.")
@click.option(
    "--poll",
    "poll_s",
    type=Measure(1, 600),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Seconds between two looks at regions and drawings, whose changes the relay does not report.",
)
@click.option(
    "-o", "--out", default="", metavar="FILE", help="Keep what was asked (blindhex-log/1), in a new file."
)
@game_option
def sit_down(
    table: FoundryTable, link: RelayLink, is_open: bool, poll_s: float, out: str, game: ChatGame | None
) -> None:
    """Answer what is asked in the chat of the world behind RELAY, until interrupted.

    Players type !los A-1 > G-1, !field A-1, !reach A-1 or !range A-1; the answer is laid on the map and
    whispered to their side. With a game they play it: !turn, !do 3, !go UNITS to PLACE, !odds 3, !undo.

    \b
    Example:
      blindhex bridge foundry sit http://127.0.0.1:3010 --board mill-valley --player us=Anna
    """
    if out:
        check_no_log(out)
    scene = table.read_scene()
    umpire = Umpire()
    umpire.state(scene)
    lines: list[str] = []

    def record(entry: Entry) -> None:
        lines.append(line_of(entry))
        if out:
            write_atomic(Path(out), log_text(scene.source.scene, lines))

    click.echo(f"The umpire sits at {shown(scene.name)} (Ctrl-C ends it).")
    watch = Watch(link, table.is_echo, poll_s, retry_s=2.0)
    try:
        run(table, ChatUmpire(umpire, game, record), watch, is_open=is_open, tell=_tell)
    except KeyboardInterrupt:
        click.echo("The umpire has left the table.", err=True)
    finally:
        watch.stop()


@foundry.command("ask", short_help="Ask one question; the answer is laid on the map and said in the chat.")
@relay_options
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
@click.option("--side", default="", metavar="SIDE", help="Answer with what this side may know, to it alone.")
def ask(table: FoundryTable, link: RelayLink, words: tuple[str, ...], side: str) -> None:
    """Ask one QUESTION (los A-1 G-1, field A-1) at RELAY: it is laid on the map and said in the chat.

    \b
    Example:
      blindhex bridge foundry ask http://127.0.0.1:3010 --board mill-valley los L4 H6
    """
    del link
    question = question_in(command_of_words(words), Asker(side), uuid4().hex)
    table.check_listeners(side)
    click.echo(shown(str(Umpire().ask(table, question).ruling)))


@foundry.command("scene", short_help="Print the scene of an exported file as a blindhex-table/1.")
@click.argument("file", metavar="FILE")
@seating_options
def scene(file: str, seating: Seating) -> None:
    """Print the scene that Foundry exported to FILE as a blindhex-table/1.

    \b
    Example:
      blindhex bridge foundry scene scene.json
    """
    document = scene_document(read_scene_file(file, seating))
    click.echo(json.dumps(document, ensure_ascii=False, allow_nan=False))


@foundry.command("export", short_help="Write a scenario as a module that Foundry can import.")
@click.argument("scenario_name", metavar="SCENARIO")
@click.option("-o", "--out", required=True, metavar="FOLDER", help="Where the module is written.")
@click.option(
    "--foundry", "version", type=Whole(12, 14), default=13, show_default=True, help="The Foundry it is for."
)
def export(scenario_name: str, out: str, version: int) -> None:
    """Write SCENARIO as a module that Foundry can import: scene, map, units, rules.

    \b
    Example:
      blindhex bridge foundry export mill-crossing -o mill-module
    """
    chosen = checked(scenario(scenario_name), ruleset)
    write_module(Path(out), scenario_module(chosen, version))
    click.echo(f"Put {out} into Data/modules of Foundry, and switch the module on in a world.", err=True)


@foundry.command(
    "module", short_help="Write our own Foundry module, for a Foundry that cannot reach this server."
)
@click.option("-o", "--out", required=True, metavar="FOLDER", help="Where the module is written.")
def module(out: str) -> None:
    """Write our own Foundry module (buttons and /los in the chat) for a Foundry that cannot reach this server.

    \b
    Example:
      blindhex bridge foundry module -o blindhex-module
    """
    # The web server takes a third of a second to import; only this command needs it.
    from vtt_bridge.foundry.module_routes import module_files

    write_module(Path(out), module_files())
    click.echo(f"Put {out} into Data/modules of Foundry as blindhex, and switch it on in a world.", err=True)


def _tell(words: str) -> None:
    click.echo(shown(words))


def _players(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    players: dict[str, tuple[str, ...]] = {}
    for words in given:
        side, equals, user = words.partition("=")
        if not (side and equals and user):
            raise BadInput("--player", words, "SIDE=USER, with the id of a Foundry user")
        players[side] = (*players.get(side, ()), user)
    return players


def _first_of(board: str) -> First | None:
    """The stagger of a bundled board's hexes, so that the scene is read the same way."""
    if not board:
        return None
    bundled = bundled_board(board)
    return bundled.grid.first if isinstance(bundled, HexBoard) else None
