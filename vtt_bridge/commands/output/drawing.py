"""An answer drawn into a file, in the format that its name ends in."""

from collections.abc import Mapping
from pathlib import Path

from exporters.formats import geojson, png, svg
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.viewport import Viewport
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from vtt_bridge.system.atomic_write import write_atomic


def _is_cut(state: GameState) -> bool:
    """Whether the map ends within hexes, so that nothing may be drawn beside it."""
    return isinstance(state.board, HexBoard) and state.board.grid.half_hexes


def draw(
    state: GameState,
    roster: Mapping[str, UnitType],
    answer: Picture | None,
    path: Path,
    *,
    bare: bool,
    hex_px: int,
) -> None:
    """Draw an answer, bare or with the board below it, or the board alone, into a .png, .svg or .geojson.

    Raises:
        CannotWrite: if the file cannot be written.
    """
    picture = answer if bare and answer else with_legend(board_picture(state, answer, roster))
    margin_px = 0 if bare or _is_cut(state) else 8
    window = Viewport.of(picture.box, hex_px / picture.module, margin_px=margin_px)
    content: bytes | str
    match path.suffix.lower():
        case ".png":
            content = png.render(picture, window)
        case ".svg":
            content = svg.render(picture, window)
        case _:
            content = geojson.render(picture)
    write_atomic(path, content)
