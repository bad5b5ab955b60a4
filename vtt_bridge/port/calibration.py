"""From a scene's pixels to places of the board and back.

Board units are those of exporters.viewport, which does the sum: on hexes 1.0 is a hex across its flats and
(0, 0) the centre of A1; on a table, inches from the far left corner. x to the right, y down.
"""

from collections.abc import Sequence

from exporters.board_shapes import box, centre
from exporters.picture import Box
from exporters.viewport import Viewport
from rules.errors import BadInput, BadLabel, OffBoard
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.errors import BadScene
from vtt_bridge.port.virtual_table import NO_SIZE_PX, Frame, FrameKind, PointPx

STRADDLE_HEXES = 0.4
"""A token whose centre is further than this from every centre dot straddles hexes (a hexside is 0.5 away)."""


def viewport(frame: Frame, size_px: tuple[int, int]) -> Viewport:
    """The window that shows the board exactly as the scene does, so that overlays drawn in it fit to the pixel."""
    unit_px = frame.cell_px / frame.cell_in
    return Viewport(*size_px, (unit_px, unit_px), frame.origin_px)


def check_frame(frame: Frame, board: Board) -> None:
    """Check that a scene with this frame can show the board.

    Raises:
        BadScene: if only one of them has hexes, or their hexes are laid out differently.
    """
    if not isinstance(board, HexBoard):
        if frame.kind is FrameKind.HEX:
            raise BadScene("frame.kind: 'hex' is not square or inch, and this board is measured in inches")
        return
    if frame.kind is not FrameKind.HEX:
        raise BadScene(f"frame.kind: {frame.kind.value!r} is not hex, and this board is drawn in hexes")
    grid = board.grid
    for name, given, wanted in (("top", frame.top, grid.top), ("first", frame.first, grid.first)):
        if given != wanted:
            raise BadScene(
                f"frame.{name}: {str(given)!r} is not {wanted.value}, as the hexes of the board stand"
            )


def board_px(window: Viewport, board: Board) -> Box:
    """The box of a window's pixels that a board covers."""
    edges = box(board)
    return Box(*window.pixel((edges.left, edges.top)), *window.pixel((edges.right, edges.bottom)))


def is_on_picture(lies: Box, size_px: tuple[int, int]) -> bool:
    """Whether a box of pixels overlaps a picture of that size."""
    return lies.right > 0 and lies.bottom > 0 and lies.left < size_px[0] and lies.top < size_px[1]


def check_in_scene(frame: Frame, size_px: tuple[int, int], board: Board) -> None:
    """Check that some of the board lies on a scene of that size; a scene of unknown size passes.

    Raises:
        BadScene: if none of it does; the sentence says where the board lies.
    """
    lies = board_px(viewport(frame, (1, 1)), board)
    if size_px != NO_SIZE_PX and not is_on_picture(lies, size_px):
        raise BadScene(
            f"frame.origin_px: the board lies beside the scene of {size_px[0]} x {size_px[1]} px, from "
            f"({lies.left:.0f}, {lies.top:.0f}) to ({lies.right:.0f}, {lies.bottom:.0f}) px"
        )


def place_of(frame: Frame, board: Board, position_px: PointPx, who: str) -> Place:
    """The place on the board where a token stands.

    Raises:
        BadScene: if it straddles hexes or stands off the board; the sentence names it.
    """
    if not isinstance(board, HexBoard):
        spot = _spot(frame, position_px)
        if spot not in board:
            raise BadScene(
                f"token {who}: {spot} is not on the board, which has {board.extent}; move it there"
            )
        return spot
    place, away_hexes = _nearest(frame, board.grid, position_px)
    if place not in board.grid:
        raise BadScene(
            f"token {who}: {_place_off_board(place, away_hexes, position_px)} is not on the board, which has {board.grid.extent}; "
            "move it onto a hex or take it off the scene"
        )
    if away_hexes > STRADDLE_HEXES:
        raise BadScene(
            f"token {who}: it straddles hexes near {place}, {away_hexes:.2f} hex from the centre dot, "
            f"and {STRADDLE_HEXES} is the most; put it into one hex"
        )
    return place


def snapped(frame: Frame, board: Board, position_px: PointPx) -> Place:
    """The place of a piece dropped at a pixel: the nearest hex, or on a table that very spot.

    Raises:
        OffBoard: if the pixel lies outside the board.
    """
    if not isinstance(board, HexBoard):
        return board.on_board(_spot(frame, position_px))
    place, away_hexes = _nearest(frame, board.grid, position_px)
    if place not in board.grid or away_hexes > 1:
        raise OffBoard(_place_off_board(place, away_hexes, position_px), board.grid.extent)
    return place


def place_px(frame: Frame, board: Board, place: Place) -> PointPx:
    """A place of the board in the scene's pixels: a hex by its centre dot."""
    return viewport(frame, (1, 1)).pixel(centre(board, place))


def given_place_px(frame: Frame, given: str | Sequence[float], field: str) -> PointPx:
    """A hex label, or [x, y] in inches, in the pixels of a scene, whatever its board.

    Raises:
        BadInput: if the scene is not laid out for such a place.
    """
    window = viewport(frame, (1, 1))
    if isinstance(given, str):
        if frame.kind is not FrameKind.HEX:
            raise BadInput(field, given, "a place [x, y] in inches, as the scene is laid out")
        grid = HexGrid(1, 1, frame.top or Top.FLAT, frame.first or First.HIGH)
        try:
            return window.pixel(grid.position(grid.centre(Hex.named(given))))
        except BadLabel:
            raise BadLabel(given, field) from None
    if frame.kind is FrameKind.HEX:
        raise BadInput(field, list(given), "a hex label, as the scene is laid out")
    return window.pixel((given[0], given[1]))


_MIDDLE_HEXES = 0.001


def _spot(frame: Frame, position_px: PointPx) -> Spot:
    return Spot(*viewport(frame, (1, 1)).point(position_px))


def _nearest(frame: Frame, grid: HexGrid, position_px: PointPx) -> tuple[Hex, float]:
    """The hex of the endless grid nearest to a pixel, and how far its centre dot is, in hexes."""
    x, y = viewport(frame, (1, 1)).point(position_px)
    (x0, y0), (sx, sy) = grid.centre(Hex(0, 0)), grid.scale
    return grid.nearest((x / sx + x0, y / sy + y0))


def _place_off_board(place: Hex, away_hexes: float, position_px: PointPx) -> str:
    """A place off the board in words: the label of a hex if its exact centre is given, else the pixels."""
    is_named = min(place) >= 0 and away_hexes < _MIDDLE_HEXES
    return place.label if is_named else _in_pixels(position_px)


def _in_pixels(position_px: PointPx) -> str:
    return f"({position_px[0]:g}, {position_px[1]:g}) px"
