"""blindhex bridge tts: our script for Tabletop Simulator, pushed into the game or written to a file; save files."""

from collections.abc import Callable
from functools import wraps
from os import environ
from pathlib import Path
from typing import Any

import click

from maps.documents import errors_naming
from maps.library import scenario
from rules.errors import BadInput, listed
from vtt_bridge.commands.options.board_options import BoardAndGame, board_options
from vtt_bridge.commands.output.delivery import print_document
from vtt_bridge.commands.output.findings import tell_findings
from vtt_bridge.commands.output.terminal import say
from vtt_bridge.commands.umpire_group import shown
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.system.bounded_read import read_bytes
from vtt_bridge.system.config import config_from
from vtt_bridge.tabletop_simulator.checkup import game_findings
from vtt_bridge.tabletop_simulator.editor_link import EditorLink
from vtt_bridge.tabletop_simulator.labels import with_labels
from vtt_bridge.tabletop_simulator.layout import Layout, layout_of
from vtt_bridge.tabletop_simulator.save_file import scene_in_save
from vtt_bridge.tabletop_simulator.script import global_script
from vtt_bridge.umpire.umpire import Umpire

UMPIRE = "umpire"
"""The seat of a colour that may know all, and alone hears its answers."""


@click.group("tts")
def tts() -> None:
    """The umpire at a table of Tabletop Simulator: a script in its game asks a running `blindhex serve`."""


def layout_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for the position of a board on the table, which it gets as `layout`."""

    @board_options
    @click.option("--unit-in", type=float, metavar="INCHES", help="Inches to a unit of the game (1).")
    @click.option(
        "--hex-units", type=float, metavar="UNITS", help="How many units a hex is across its flats."
    )
    @click.option(
        "--middle",
        type=(float, float),
        default=(0.0, 0.0),
        metavar="X Z",
        help="Where the board's middle lies (0 0).",
    )
    @click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="COLOUR=SIDE",
        help="Who plays which side, or COLOUR=umpire.",
    )
    @click.option(
        "--open", "is_open", is_flag=True, help="Who has no seat may know all, and everybody hears it."
    )
    @wraps(command)
    def wrapped(
        *,
        played: BoardAndGame,
        unit_in: float | None,
        hex_units: float | None,
        middle: tuple[float, float],
        seats: tuple[str, ...],
        is_open: bool,
        **rest: Any,
    ) -> None:
        sides = played.game.sides
        pairs = dict(pair.partition("=")[::2] for pair in seats)
        for colour, side in pairs.items():
            if not side or (sides and side not in (*sides, UMPIRE)):
                wanted = (
                    f"a colour and one of the sides: {', '.join(sides)}, or {UMPIRE}"
                    if sides
                    else "COLOUR=SIDE"
                )
                raise BadInput("--seat", f"{colour}={side}", wanted)
        layout = layout_of(played.board, played.game, unit_in, hex_units, middle, pairs, is_open=is_open)
        command(layout=layout, **rest)

    return wrapped


@tts.command("push", short_help="Push our script into the running game.")
@layout_options
@click.option("--url", default="", metavar="URL", help="Where blindhex serve answers, if not as usual.")
@click.option("--replace", "anew", is_flag=True, help="Replace a Global script that is not ours.")
def push(layout: Layout, url: str, anew: bool) -> None:
    """Push our script into the game that runs on this machine, and start the game with it.

    \b
    Example:
      blindhex bridge tts push --board mill-crossing --hex-units 2 --seat White=us
    """
    EditorLink(config_from(environ).timeout_s).push(global_script(layout, _url(url)), anew=anew)
    click.echo("The game has the script. Serve the umpire beside it: blindhex serve", err=True)


@tts.command("doctor")
@click.option("--url", default="", metavar="URL", help="Where blindhex serve answers, if not as usual.")
def doctor(url: str) -> None:
    """Check the game on this machine and the umpire, and say in plain words what is wrong.

    \b
    Example:
      blindhex bridge tts doctor
    """
    timeout_s = config_from(environ).timeout_s
    tell_findings(game_findings(EditorLink(timeout_s), _url(url), timeout_s))


@tts.command("script", short_help="Write our script to a file, for the game's Global script.")
@layout_options
@click.option("--url", default="", metavar="URL", help="Where blindhex serve answers, if not as usual.")
@click.option("-o", "--out", required=True, metavar="FILE.lua", help="Where to write the script.")
def script(layout: Layout, url: str, out: str) -> None:
    """Write our script to a file, to be pasted into the game's Global script by hand.

    \b
    Example:
      blindhex bridge tts script --board mill-crossing --hex-units 2 -o blindhex.lua
    """
    write_atomic(Path(out), global_script(layout, _url(url)))
    say(f"Paste {out} into Modding › Scripting › Global, and serve the umpire: blindhex serve")


@tts.command("read", short_help="Print the table that a save file shows as a blindhex-table/1.")
@click.argument("save", metavar="SAVE.json")
@layout_options
def read(save: str, layout: Layout) -> None:
    """Print the table that a save file shows as a blindhex-table/1, or say what the book cannot read.

    \b
    Example:
      blindhex bridge tts read TS_Save_1.json --board mill-crossing --hex-units 2
    """
    with errors_naming(save):
        scene = scene_in_save(read_bytes(Path(save)), layout)
    Umpire().state(scene)
    print_document(scene_document(scene))


@tts.command("label", short_help="Write GM notes into the pieces of a save that are named as units.")
@click.argument("save", metavar="SAVE.json")
@click.argument("scenario_name", metavar="SCENARIO")
@click.option(
    "-o", "--out", required=True, metavar="FILE.json", help="Where to write the save with its notes."
)
def label(save: str, scenario_name: str, out: str) -> None:
    """Write GM notes into the pieces of a save that are named as units of SCENARIO, by id or name.

    \b
    Example:
      blindhex bridge tts label TS_Save_1.json mill-crossing -o TS_Save_2.json
    """
    chosen = scenario(scenario_name)
    with errors_naming(save):
        done = with_labels(read_bytes(Path(save)), chosen)
    write_atomic(Path(out), done.save)
    without = f"; no piece is named after {listed(done.without_piece)}" if done.without_piece else ""
    click.echo(f"{done.pieces} pieces are units of {shown(chosen.name)} now{without}.")


def _url(given: str) -> str:
    config = config_from(environ)
    return given or f"http://127.0.0.1:{config.port}"
