"""Places of a board as players write them: C2, or 10.5,8 in inches."""

from rules.errors import BadLabel
from rules.ground.board import Board, Place
from rules.ground.hex.board import HexBoard
from rules.ground.table.inches import Spot


def place_named(board: Board, words: str) -> Place | None:
    """The place that words such as C2, or 10.5,8 in inches, mean; None if they mean none.

    Raises:
        OffBoard: if it is a place, but not of this board.
    """
    if isinstance(board, HexBoard):
        try:
            return board.grid.named(words.upper())
        except BadLabel:
            return None
    try:
        x_in, y_in = map(float, words.split(","))
    except ValueError:
        return None
    return board.on_board(Spot(x_in, y_in))
