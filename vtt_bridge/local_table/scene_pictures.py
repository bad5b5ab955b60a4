"""The pictures of a scene: its board as a map, and the areas that lie on it; and the symbols of its units."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from exporters.board_shapes import box, module
from exporters.formats import svg
from exporters.picture import Box, Cells, Mark, Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.counters import counters
from exporters.pictures.hex_ground import hex_ground
from exporters.pictures.symbols import symbol_marks
from exporters.pictures.table_ground import piece_marks
from exporters.viewport import Viewport
from rules.game.state import GameState
from rules.game.units import Symbol
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.port.virtual_table import Scene
from vtt_bridge.umpire.umpire import Umpire, game_of

_SYMBOL_BOX = Box(-1.06, -0.66, 1.06, 0.66)
_SYMBOL_MODULE = 5.0
_SYMBOL_PX = 40


def window_of(scene: Scene) -> Viewport:
    """The window in which pictures of a scene are drawn: its own pixels."""
    return viewport(scene.frame, scene.size_px)


def map_picture(scene: Scene, umpire: Umpire) -> Picture:
    """The ground of a scene's board.

    Raises:
        BadScene: if the scene names no game, hence no board.
    """
    return board_picture(GameState(umpire.board(game_of(scene)), sides=sides_of(scene)))


def map_svg(scene: Scene, umpire: Umpire) -> str:
    """The ground of a scene's board as SVG; cached for all who open the page, as a vast board takes seconds.

    Raises:
        BadScene: if the scene names no game, hence no board.
    """
    return _board_svg(umpire.board(game_of(scene)), sides_of(scene), window_of(scene))


@lru_cache(maxsize=4)
def _board_svg(board: Board, sides: tuple[str, ...], window: Viewport) -> str:
    return svg.render(board_picture(GameState(board, sides=sides)), window)


def areas_picture(scene: Scene, umpire: Umpire) -> Picture:
    """The markers of a scene and the ground changed by its areas, without the rest of the board.

    Raises:
        BadScene: naming the area that cannot be read.
    """
    board = umpire.board(game_of(scene))
    state, _ = umpire.state(replace(scene, tokens=()))
    changed = state.board
    marks: tuple[Mark, ...] = tuple(
        counters(GameState(changed, markers=state.markers, sides=sides_of(scene)))
    )
    return Picture("areas", box(board), (*new_ground(board, changed), *marks), module=module(board))


def symbol_picture(symbol: Symbol) -> Picture:
    """The symbol of a kind of unit, as counters show it."""
    marks = tuple(symbol_marks(symbol, (0.0, 0.0), 2.0))
    return Picture(symbol.value, _SYMBOL_BOX, marks, module=_SYMBOL_MODULE)


SYMBOL_WINDOW = Viewport.of(_SYMBOL_BOX, _SYMBOL_PX)


def new_ground(board: Board, changed: Board) -> Iterator[Mark]:
    """The changed ground of a board, to be drawn over its map."""
    if isinstance(board, HexBoard) and isinstance(changed, HexBoard):
        yield from _new_hexes(board, changed)
    if isinstance(board, Tabletop) and isinstance(changed, Tabletop):
        for piece in changed.pieces:
            if piece not in board.pieces:
                yield from piece_marks(piece)


def _new_hexes(board: HexBoard, changed: HexBoard) -> Iterator[Mark]:
    new = {place: ground for place, ground in changed.hexes.items() if ground != board.ground(place)}
    for mark in hex_ground(HexBoard(board.name, board.grid, new)):
        if isinstance(mark, Cells):
            mark = replace(mark, roles={place: role for place, role in mark.roles.items() if place in new})
        yield mark
