"""blindhex bridge planarally: sit in a room of PlanarAlly, ask it once, look at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from os import environ
from typing import Any
from uuid import uuid4

import click

from exporters.board_shapes import box
from maps.library import scenario
from rules.catalog import ruleset
from rules.ground.hex.board import HexBoard
from vtt_bridge.commands.options.board_options import BoardAndGame, board_options
from vtt_bridge.commands.options.game_option import game_option
from vtt_bridge.commands.options.numbers import Measure
from vtt_bridge.commands.options.option_checks import a1_pixel
from vtt_bridge.commands.output.delivery import print_document
from vtt_bridge.commands.output.findings import tell_findings
from vtt_bridge.commands.umpire_group import shown
from vtt_bridge.games.game_setup import checked, table_game
from vtt_bridge.planarally.chat_loop import run
from vtt_bridge.planarally.checkup import room_findings
from vtt_bridge.planarally.link import RoomLink
from vtt_bridge.planarally.locations import Seating, frame_in, location_from, sized
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.system.config import config_from
from vtt_bridge.system.keys import key_for
from vtt_bridge.umpire.chat_commands import Asker, command_of_words, question_in
from vtt_bridge.umpire.chat_game import ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire

PASSWORD_VARIABLE = "BLINDHEX_PLANARALLY_PASSWORD"


@click.group("planarally")
def planarally() -> None:
    """A room of PlanarAlly: ROOM is its address as the browser shows it (http://…/game/creator/room).

    The password of the umpire's account comes from BLINDHEX_PLANARALLY_PASSWORD or from the keyring
    (blindhex bridge key).
    """


@contextmanager
def _entered(room: str, user: str) -> Iterator[RoomLink]:
    """The link to a room; the room is left when the block ends."""
    link = RoomLink(room, user, key_for(environ, PASSWORD_VARIABLE, room), config_from(environ).timeout_s)
    try:
        yield link
    finally:
        link.leave()


def room_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a room and of its board's position, which it gets as `table` and `link`."""

    @click.argument("room", metavar="ROOM")
    @click.option("--user", default="umpire", metavar="NAME", show_default=True, help="The umpire's account.")
    @board_options
    @click.option(
        "--a1", default="", metavar="X,Y", help="A pixel in hex A1, or the table's far left corner."
    )
    @click.option("--inch-px", type=Measure(2, 4000), metavar="PX", help="How many pixels an inch has.")
    @click.option("--floor", default="", metavar="NAME", help="The floor; the lowest if left out.")
    @click.option(
        "--open", "is_open", is_flag=True, help="All may know all: answer with invisible tokens too."
    )
    @wraps(command)
    def wrapped(
        *,
        room: str,
        user: str,
        played: BoardAndGame,
        a1: str,
        inch_px: float | None,
        floor: str,
        is_open: bool,
        **rest: Any,
    ) -> None:
        with _entered(room, user) as link:
            board = played.board
            first = board.grid.first if isinstance(board, HexBoard) else None
            seating = Seating(played.game, (1, 1), first, a1_pixel(a1), inch_px, is_open, floor)
            frame, edge = frame_in(location_from(link.load(), link.address), seating), box(board)
            seating = sized(seating, frame, edge.right, edge.bottom)
            command(table=PlanarAllyTable(link, seating), link=link, **rest)

    return wrapped


@planarally.command("sit", short_help="Answer what is asked in the chat of the room.")
@room_options
@game_option
def sit_down(table: PlanarAllyTable, link: RoomLink, game: ChatGame | None) -> None:
    """Answer what is asked in the chat of ROOM, until interrupted: !los A-1 > G-1, !field A-1, !reach A-1.

    With a game: !turn, !do 3, !go UNITS to PLACE, !odds 3, !undo.

    \b
    Example:
      blindhex bridge planarally sit http://127.0.0.1:8000/game/anna/mill --board mill-valley
    """
    umpire = Umpire()
    scene = table.read_scene()
    umpire.state(scene)
    click.echo(f"The umpire sits at {shown(scene.name)} (Ctrl-C ends it).")
    try:
        run(table, link, ChatUmpire(umpire, game), tell=lambda words: click.echo(shown(words)))
    except KeyboardInterrupt:
        click.echo("The umpire has left the room.", err=True)


@planarally.command("set-up", short_help="Set a scenario up in an empty location.")
@click.argument("room", metavar="ROOM")
@click.argument("scenario_name", metavar="SCENARIO")
@click.option("--user", default="umpire", metavar="NAME", show_default=True, help="The umpire's account.")
@click.option("--floor", default="", metavar="NAME", help="The floor; the lowest if left out.")
def set_up_room(room: str, scenario_name: str, user: str, floor: str) -> None:
    """Set SCENARIO up in the empty location of ROOM: grid, map, units with their data, areas.

    \b
    Example:
      blindhex bridge planarally set-up http://127.0.0.1:8000/game/anna/mill mill-crossing
    """
    from vtt_bridge.planarally.set_up import set_up

    chosen = checked(scenario(scenario_name), ruleset)
    first = chosen.board.grid.first if isinstance(chosen.board, HexBoard) else None
    with _entered(room, user) as link:
        done = set_up(link, chosen, Seating(table_game(chosen), (1, 1), first, floor=floor))
    click.echo(f"{shown(chosen.name)} is set up: {done.units} units, {done.areas} areas.")
    click.echo(f"Sit down: blindhex bridge planarally sit {room} --board {scenario_name}", err=True)


@planarally.command("doctor")
@click.argument("room", metavar="ROOM")
@click.option("--user", default="umpire", metavar="NAME", show_default=True, help="The umpire's account.")
def doctor(room: str, user: str) -> None:
    """Check ROOM and say in plain words what is wrong.

    \b
    Example:
      blindhex bridge planarally doctor http://127.0.0.1:8000/game/anna/mill
    """
    with _entered(room, user) as link:
        tell_findings(room_findings(link))


@planarally.command("ask", short_help="Ask one question; the answer is laid on the map and said in the chat.")
@room_options
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
def ask(table: PlanarAllyTable, link: RoomLink, words: tuple[str, ...]) -> None:
    """Ask one QUESTION (los A-1 G-1, field A-1) in ROOM: it is laid on the map and said in the chat.

    \b
    Example:
      blindhex bridge planarally ask http://127.0.0.1:8000/game/anna/mill --board mill-valley los L4 H6
    """
    del link
    question = question_in(command_of_words(words), Asker(), uuid4().hex)
    click.echo(shown(str(Umpire().ask(table, question).ruling)))


@planarally.command("look", short_help="Print what the room shows as a blindhex-table/1.")
@room_options
def look(table: PlanarAllyTable, link: RoomLink) -> None:
    """Print what ROOM shows as a blindhex-table/1, or say in one sentence what the book cannot read.

    \b
    Example:
      blindhex bridge planarally look http://127.0.0.1:8000/game/anna/mill --board mill-valley
    """
    del link
    scene = table.read_scene()
    Umpire().state(scene)
    print_document(scene_document(scene))
