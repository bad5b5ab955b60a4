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
from vtt_bridge.system.atomic_write import write_atomic


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
    whole = answer if bare and answer else with_legend(board_picture(state, answer, roster), state.board)
    window = Viewport.of(whole.box, hex_px / whole.module)
    content: bytes | str
    match path.suffix.lower():
        case ".png":
            content = png.render(whole, window)
        case ".svg":
            content = svg.render(whole, window)
        case _:
            content = geojson.render(whole)
    write_atomic(path, content)
