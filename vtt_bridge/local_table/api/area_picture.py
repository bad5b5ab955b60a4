"""The areas of a scene as a picture: markers, and ground that lies over the board."""

from collections.abc import Iterator
from dataclasses import replace

from exporters.board_shapes import box, module
from exporters.formats.png import render
from exporters.picture import Cells, Mark, Picture
from exporters.pictures.counters import counters
from exporters.pictures.hex_ground import hex_ground
from exporters.pictures.table_ground import piece_marks
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.virtual_table import Scene
from vtt_bridge.umpire.umpire import Umpire


def areas_png(scene: Scene, umpire: Umpire) -> bytes:
    """The areas of a scene drawn in its pixels, transparent where none lies.

    Raises:
        BadScene: naming the area that cannot be read.
    """
    if scene.game is None:
        raise BadScene(
            f"scene {scene.source.scene}: it names no game; say which ruleset and which board it is"
        )
    board = umpire.board(scene.game)
    state, _ = umpire.state(replace(scene, tokens=()))
    changed = state.board
    marks: tuple[Mark, ...] = tuple(counters(GameState(changed, markers=state.markers)))
    if isinstance(board, HexBoard) and isinstance(changed, HexBoard):
        marks = (*_new_ground(board, changed), *marks)
    if isinstance(board, Tabletop) and isinstance(changed, Tabletop):
        new = [piece for piece in changed.pieces if piece not in board.pieces]
        marks = (*(mark for piece in new for mark in piece_marks(piece)), *marks)
    picture = Picture("areas", box(board), marks, module=module(board))
    return render(picture, viewport(scene.frame, scene.size_px))


def _new_ground(board: HexBoard, changed: HexBoard) -> Iterator[Mark]:
    new = {place: ground for place, ground in changed.hexes.items() if ground != board.ground(place)}
    for mark in hex_ground(HexBoard(board.name, board.grid, new)):
        if isinstance(mark, Cells):
            mark = replace(mark, roles={place: role for place, role in mark.roles.items() if place in new})
        yield mark
