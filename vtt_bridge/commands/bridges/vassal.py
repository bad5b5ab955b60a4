"""blindhex bridge vassal: saved games and logs of VASSAL read, asked about and checked; the files stay as they are."""

import time
from collections.abc import Callable
from functools import partial, wraps
from os import environ
from pathlib import Path
from typing import Any

import click

from maps.documents import errors_naming, parsed, text_of
from rules.catalog import ruleset
from rules.errors import BadInput
from vtt_bridge.commands.bridges.sitting import port_option, sit_beside
from vtt_bridge.commands.options.board_options import BoardAndGame, board_options
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.options.provenance import provenance
from vtt_bridge.commands.output.delivery import Delivery, deliver, place_delivery_options, print_document
from vtt_bridge.commands.output.terminal import say
from vtt_bridge.commands.umpire_group import RULES_SAY_NO, shown
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.port.virtual_table import Scene
from vtt_bridge.system.atomic_write import write_atomic, write_new
from vtt_bridge.system.bounded_read import read_bytes
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import Question, question_of
from vtt_bridge.umpire.rulings import ruled
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.archive import Archive, saved_text
from vtt_bridge.vassal.commands import saved_commands, steps
from vtt_bridge.vassal.extension_file import extension_file
from vtt_bridge.vassal.log_check import checked_log
from vtt_bridge.vassal.mapping import draft, mapping_from
from vtt_bridge.vassal.module_file import Module
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.scene import VassalTable, as_known

LOOKS_EVERY_S = 1.0
GAMES = (".vsav", ".vlog")


@click.group("vassal")
def vassal() -> None:
    """The umpire beside VASSAL: its modules, saved games and logs, read from their files."""


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say how the pieces of a module are read, which it gets as `table`."""

    @board_options
    @click.option("--module", required=True, metavar="FILE.vmod", help="The module of the game.")
    @click.option(
        "--map",
        "mapping",
        required=True,
        metavar="FILE.json",
        help="What its pieces stand for (bridge vassal map).",
    )
    @wraps(command)
    def wrapped(*, played: BoardAndGame, module: str, mapping: str, **rest: Any) -> None:
        with errors_naming(mapping):
            known = mapping_from(parsed(read_bytes(Path(mapping))))
        command(table=VassalTable(Module(Path(module)), known, played.board, played.game), **rest)

    return wrapped


side_option = click.option(
    "--side", default="", metavar="SIDE", help="Who asks: what that side may not know is not looked at."
)


def question_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the words of a question, which it gets as `question`."""

    @click.argument("asked", metavar="los|field|reach|range|fire")
    @click.argument("who")
    @click.argument("target", default="")
    @side_option
    @click.option("--mode", default="", metavar="MODE", help="How it moves or fires.")
    @wraps(command)
    def wrapped(*, asked: str, who: str, target: str, side: str, mode: str, **rest: Any) -> None:
        said = {"ask": asked, "who": who, "target": target, "side": side, "mode": mode}
        command(question=question_of(said), **rest)

    return wrapped


@vassal.command("map", short_help="Draft what the pieces of a module stand for.")
@click.argument("module", metavar="MODULE.vmod")
@click.option("--book", required=True, metavar="ID", help="The ruleset whose types the pieces are.")
@click.option("-o", "--out", default="", metavar="FILE.json", help="Where to write it; printed if left out.")
def draft_map(module: str, book: str, out: str) -> None:
    """Draft what the pieces of a MODULE stand for: every piece and layer by name, to be finished by hand.

    \b
    Example:
      blindhex bridge vassal map game.vmod --book lhy -o mine.json
    """
    document = draft(Module(Path(module)), ruleset(book).roster.values())
    if out:
        write_new({Path(out): text_of(document)})
        say(f"{out} is written: say in it what each piece stands for.")
    else:
        print_document(document)


@vassal.command("read", short_help="Print the table that a saved game shows as a blindhex-table/1.")
@click.argument("saved", metavar="GAME.vsav")
@table_options
@side_option
@click.option("--all", "everything", is_flag=True, help="Everything, as the umpire sees it.")
def read(saved: str, table: VassalTable, side: str, everything: bool) -> None:
    """Print the table that a saved GAME shows as a blindhex-table/1, as one side may see it.

    A saved game also holds what VASSAL's window hides; none of that is printed without --all.

    \b
    Example:
      blindhex bridge vassal read game.vsav --board field.json --module game.vmod --map map.json --side us
    """
    if not side and not everything:
        raise BadInput("--side", side, "the side that it is printed for (or --all)")
    scene = _scene(table, Path(saved))
    state, _ = Umpire().state(scene, side)
    print_document(scene_document(scene if everything else as_known(scene, state)))


@vassal.command("ask", short_help="One question about a saved game or the end of a log.")
@click.argument("saved", metavar="GAME.vsav")
@question_options
@table_options
@place_delivery_options
def ask(saved: str, question: Question, table: VassalTable, delivery: Delivery) -> None:
    """One question about a saved GAME or the end of a log: a unit by its id, a place by its hex on our board.

    \b
    Example:
      blindhex bridge vassal ask game.vsav los C2 B2 --board field.json --module game.vmod --map map.json
    """
    _answer(table, Path(saved), question, delivery)


@vassal.command("watch", short_help="The same question again whenever a game is saved in a folder.")
@click.argument("folder", metavar="FOLDER")
@question_options
@table_options
@click.option("--times", type=Whole(1), default=None, metavar="N", help="Stop after N answers.")
@place_delivery_options
def watch(folder: str, question: Question, table: VassalTable, times: int | None, delivery: Delivery) -> None:
    """The same question again whenever a game is saved in a FOLDER, until interrupted.

    \b
    Example:
      blindhex bridge vassal watch saves field C2 --board field.json --module game.vmod --map map.json --times 1
    """
    answered, last = 0, None
    while times is None or answered < times:
        newest = _newest(Path(folder))
        if newest is None or newest == last:
            time.sleep(LOOKS_EVERY_S)
            continue
        last = newest
        click.echo(f"{shown(newest[1].name)}:", err=True)
        _answer(table, newest[1], question, delivery)
        answered += 1


@vassal.command(
    "extension", short_help="Write our extension, with which the umpire is asked in VASSAL's chat."
)
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="FILE.vmdx",
    help="Where to write it: into MODULE_ext beside the module.",
)
@click.option(
    "--address", default="", metavar="URL", help="Where bridge vassal sit answers, if not as usual."
)
def extension(out: str, address: str) -> None:
    """Write our extension, with which the umpire is asked in VASSAL's chat; it fits every module.

    \b
    Example:
      blindhex bridge vassal extension -o blindhex.vmdx
    """
    path = file_ending_in(out, ".vmdx")
    write_atomic(path, extension_file(address or f"http://127.0.0.1:{config_from(environ).port}"))
    say(f"Put {out} into the folder beside your module that is named like it, with _ext for .vmod.")


@vassal.command("sit", short_help="Answer what is typed in the running VASSAL of this machine.")
@table_options
@port_option
def sit(table: VassalTable, port: int | None) -> None:
    """Answer what is typed in the running VASSAL of this machine, which has our extension, until interrupted.

    \b
    Example:
      blindhex bridge vassal sit --board field.json --module game.vmod --map map.json
    """
    # The web server takes a third of a second to import; questions need not wait for it.
    from vtt_bridge.vassal.live_routes import welcome_vassal

    umpire = Umpire()
    sit_beside("VASSAL", umpire, port, welcome_vassal(table, umpire))


@vassal.command("check", short_help="Replay a log and name every move that the rules do not allow.")
@click.argument("log", metavar="GAME.vlog")
@table_options
def check(log: str, table: VassalTable) -> None:
    """Replay a log and name every move that the rules do not allow by any route; exit status 1 if there is
    one.

    A log does not say which way a piece went, so the cheapest counts. Fire and dice are not judged.

    \b
    Example:
      blindhex bridge vassal check game.vlog --board field.json --module game.vmod --map map.json
    """
    text = saved_text(Archive(Path(log)))
    checked = checked_log(table, Umpire(), saved_commands(text), steps(text))
    for broken in checked.broken:
        click.echo(shown(str(broken)))
    turns = "" if checked.turns_are_marked else " The module marks no turns: each was judged by itself."
    click.echo(f"{checked.moves} moves, {len(checked.broken)} against the rules.{turns}")
    if checked.broken:
        click.get_current_context().exit(RULES_SAY_NO)


def _answer(table: VassalTable, saved: Path, question: Question, delivery: Delivery) -> None:
    state, book = Umpire().state(_scene(table, saved), question.side)
    came_from = partial(provenance, saved.name, state, book, house=dict(table.game.house), side=question.side)
    state, ruling = ruled(state, book, question)
    picture = partial(answer_picture, state, question, ruling)
    deliver(state, book, ruling, picture, delivery, came_from=came_from)


def _scene(table: VassalTable, saved: Path) -> Scene:
    """The game as it stands at the end of the file."""
    text = saved_text(Archive(saved))
    game = SavedGame.after(saved_commands(text))
    for step in steps(text):
        for command in step.commands:
            game.carry_out(command)
    if unread := table.unread(game):
        click.echo(f"Pieces that stand for nothing: {shown(', '.join(unread))}.", err=True)
    return table.scene(game, saved.stem)


def _newest(folder: Path) -> tuple[float, Path] | None:
    """The game that was saved last in a folder, and when."""
    try:
        games = [file for file in folder.iterdir() if file.suffix.lower() in GAMES]
        return max(((game.stat().st_mtime, game) for game in games), default=None)
    except OSError as error:
        raise BadInput("FOLDER", str(folder), f"a folder that can be read ({error.strerror})") from None
