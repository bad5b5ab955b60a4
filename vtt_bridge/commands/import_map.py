"""blindhex import and export: boards from map files of other programs, and back."""

from pathlib import Path

import click

from maps.advice import board_advice
from maps.codec import board_text
from maps.documents import errors_naming, parsed
from maps.library import open_source
from maps.scenario import Scenario
from rules.ground.board import Board
from rules.ground.table.terrain import TableTerrain
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.output.terminal import print_text, say
from vtt_bridge.commands.umpire_group import shown
from vtt_bridge.foundry.walls import walled_map
from vtt_bridge.map_files.tiled.board_map import read_map, written_map
from vtt_bridge.map_files.universal_vtt import Scale, read_universal
from vtt_bridge.system.atomic_write import write_atomic, write_new
from vtt_bridge.system.bounded_read import read_beside, read_bytes

_TERRAIN = click.Choice([terrain.value for terrain in TableTerrain])


@click.group("import")
def import_map() -> None:
    """A board from a map file of another program."""


@click.group("export")
def export_map() -> None:
    """A board as a map file of another program."""


@import_map.command("tiled", short_help="A board of hexes from a Tiled map.")
@click.argument("file", metavar="FILE")
@click.option("-o", "--out", default="", metavar="BOARD.json", help="Where to write the board.")
def import_tiled(file: str, out: str) -> None:
    """A board of hexes from a Tiled map FILE.tmj; printed if -o is left out.

    A tile's class or its property terrain says what it is (woods, stone_building), its properties level and
    contour how high it lies; walls, roads, rivers, buildings and contours are objects of that class.

    \b
    Example:
      blindhex import tiled mill.tmj -o mill.json
    """
    path = Path(file)
    with errors_naming(file):
        imported = read_map(read_bytes(path), path.stem, lambda name: read_beside(path, name))
    if imported.left_out:
        click.echo(
            f"{imported.left_out} tiles and objects have no class of terrain and were left out.", err=True
        )
    _hand_over(imported.board, out)


@import_map.command("uvtt", short_help="A table in inches from a Universal VTT map.")
@click.argument("file", metavar="FILE")
@click.option("--square-in", type=float, required=True, metavar="INCHES", help="How many inches a square is.")
@click.option(
    "--walls",
    type=_TERRAIN,
    default="house_wall",
    metavar="TERRAIN",
    help="What its walls are.",
    show_default=True,
)
@click.option(
    "--objects",
    type=_TERRAIN,
    default="house_wall",
    metavar="TERRAIN",
    help="What its objects are.",
    show_default=True,
)
@click.option("--no-doors", is_flag=True, help="Leave doors out, for books that know no gates and gaps.")
@click.option("-o", "--out", default="", metavar="BOARD.json", help="Where to write the board.")
def import_uvtt(file: str, square_in: float, walls: str, objects: str, no_doors: bool, out: str) -> None:
    """A table in inches from a Universal VTT map FILE (.uvtt, .dd2vtt, .df2vtt).

    Its walls become house walls, its portals doors, and closed rings of walls houses; you are told how many
    of each. With -o the map's picture is written beside the board; without it the board is printed.

    \b
    Example:
      blindhex import uvtt cellar.uvtt --square-in 2 -o cellar.json
    """
    path = Path(file)
    scale = Scale(square_in, TableTerrain(walls), TableTerrain(objects), not no_doors)
    with errors_naming(file):
        imported = read_universal(read_bytes(path), path.stem, scale)
    picture = Path(out).with_suffix(imported.ending) if out and imported.picture else None
    if picture:
        write_new({picture: imported.picture})
    for sentence in imported.summary:
        click.echo(sentence, err=True)
    _hand_over(imported.table, out, *([picture.name] if picture else []))


@import_map.command(
    "foundry", short_help="A table in inches from the walls of a scene that Foundry exported."
)
@click.argument("file", metavar="FILE")
@click.option(
    "--square-in", type=float, required=True, metavar="INCHES", help="How many inches a grid space is."
)
@click.option("-o", "--out", default="", metavar="BOARD.json", help="Where to write the board.")
def import_foundry(file: str, square_in: float, out: str) -> None:
    """A table in inches from the walls of a scene that Foundry exported to FILE; printed if -o is left out.

    Walls become house walls, doors and windows become openings, and closed rings of walls become houses; you
    are told how many of each.

    \b
    Example:
      blindhex import foundry cellar.json --square-in 2 -o farm.json
    """
    with errors_naming(file):
        imported = walled_map(parsed(read_bytes(Path(file))), square_in)
    for sentence in imported.summary:
        click.echo(shown(sentence), err=True)
    _hand_over(imported.table, out)


@export_map.command("tiled")
@click.argument("board", metavar="BOARD")
@click.option("-o", "--out", required=True, metavar="FILE.tmj", help="Where to write the map.")
def export_tiled(board: str, out: str) -> None:
    """A board of hexes as a Tiled map, with a picture of its tiles beside it (FILE.png), both new files.
    BOARD is a bundled name or a file, or a scenario, whose board is meant.

    \b
    Example:
      blindhex export tiled mill-valley -o mill-valley.tmj
    """
    path = file_ending_in(out, ".tmj", ".json")
    opened = open_source(board)
    picture = path.with_suffix(".png")
    written = written_map(opened.board if isinstance(opened, Scenario) else opened, picture.name)
    write_new({picture: written.tiles_png, path: written.text})
    _say_written(out, picture.name)


def _hand_over(board: Board, out: str, *beside: str) -> None:
    for advice in board_advice(board):
        click.echo(f"check  {shown(str(advice))}", err=True)
    if out:
        write_atomic(Path(out), board_text(board))
        _say_written(out, *beside)
    else:
        print_text(board_text(board))


def _say_written(*names: str) -> None:
    say(f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} written.")
