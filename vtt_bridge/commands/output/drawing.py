"""An answer drawn into a file, in the format that its name ends in."""

from collections.abc import Mapping
from pathlib import Path

import click

from exporters.formats import geojson, png, svg
from exporters.paper import MM_PER_INCH
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.viewport import MOST_PIXELS, MOST_PX, Viewport
from rules.errors import BadInput
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.commands.output.drawn_file import DrawnFile
from vtt_bridge.system.atomic_write import write_atomic

_MARGINS_MM = 22.0
"""The white margins of a printed sheet, both edges together, and a little more."""


def draw(
    state: GameState,
    roster: Mapping[str, UnitType],
    answer: Picture | None,
    drawn: DrawnFile,
    *,
    bare: bool = False,
) -> None:
    """Draw an answer, bare or with the board below it, or the board alone, into a .png, .svg, .geojson or .pdf.

    On the player's own map picture the board's ground is left out.

    Raises:
        CannotWrite: if the file cannot be written.
        CannotRead, BadInput: if the map picture cannot be read, or the board lies beside it.
    """
    if drawn.map_file:
        from vtt_bridge.commands.output.own_map import OwnMap

        own_map = OwnMap(drawn.map_file, drawn.a1_px, drawn.hex_px, state.board)
        is_svg = drawn.path.lower().endswith(".svg")
        if bare and answer:
            content = own_map.overlay(answer, is_svg=is_svg)
        else:
            on_it = board_picture(state, answer, roster, shows_ground=False)
            content = own_map.beneath(on_it, is_svg=is_svg)
        write_atomic(Path(drawn.path), content)
        return
    whole = answer if bare and answer else with_legend(board_picture(state, answer, roster), state.board)
    is_table = isinstance(state.board, Tabletop)
    _write(whole, drawn, MM_PER_INCH if is_table else drawn.hex_mm)


def draw_by_itself(picture: Picture, drawn: DrawnFile) -> None:
    """Draw a picture that belongs to no board, with its legend; a PDF is as wide as one sheet across.

    Raises:
        BadInput: if it is to lie on a map picture.
        CannotWrite: if the file cannot be written.
    """
    if drawn.map_file:
        raise BadInput("--on-map", drawn.map_file, "for a picture that lies on no map; leave it out")
    whole = with_legend(picture, None)
    _write(whole, drawn, (max(drawn.paper.size_mm) - _MARGINS_MM) / whole.box.width)


def _write(whole: Picture, drawn: DrawnFile, unit_mm: float) -> None:
    path = Path(drawn.path)
    content: bytes | str
    match path.suffix.lower():
        case ".png":
            content = png.render(whole, _window(whole, drawn.hex_px))
        case ".svg":
            content = svg.render(whole, _window(whole, drawn.hex_px))
        case ".pdf":
            from exporters.formats import pdf

            unit_pt = unit_mm * pdf.POINTS_PER_MM
            content = pdf.render(whole, unit_pt, drawn.paper)
            sheets = pdf.sheets_of(whole, unit_pt, drawn.paper)
            if (count := sheets.across * sheets.down) > 1:
                sheets_in_words = f"{drawn.path}: {count} sheets of {drawn.paper.value.capitalize()}, {sheets.across} across and {sheets.down} down"
                click.echo(f"{sheets_in_words}, in true scale.", err=True)
        case _:
            content = geojson.render(whole)
    write_atomic(path, content)


def _window(whole: Picture, hex_px: float) -> Viewport:
    """The pixels that a picture takes, so many of them to the hex.

    Raises:
        BadInput: if they are too many; the sentence says how many to the hex would do.
    """
    try:
        return Viewport.of(whole.box, hex_px / whole.module)
    except BadInput:
        width, height = whole.box.width / whole.module, whole.box.height / whole.module
        most = int(min(MOST_PX / width, MOST_PX / height, (MOST_PIXELS / width / height) ** 0.5))
        raise BadInput("--hex-px", f"{hex_px:g}", f"at most {most}, for a picture as large as this") from None
