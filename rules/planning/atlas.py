"""Which places see most of the map? Lines of sight between all pairs of places of the bare map, by any book."""

import numpy as np

from rules.errors import BadInput
from rules.game.ruleset import HasAtlas, Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import SightAtlas
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop

MOST_SQUARES = 10_000
"""The largest number of inch squares: all their pairs take minutes and 12 MB."""


def sight_atlas(book: Ruleset, board: Board, kept: bytes = b"") -> Ruling[SightAtlas]:
    """Which places of the bare map see each other: hex by hex, or on a table inch square by inch square.

    `kept` are the bits of an earlier atlas of the same map and rules.

    Raises:
        BadInput: if the map has too many places, or is no map of the book.
    """
    state = GameState(board)
    if isinstance(book, HasAtlas):
        return book.sight_atlas(state, kept)
    if isinstance(board, HexBoard):
        raise BadInput("board", board.name, "a table in inches, as the book is played on")
    return _table_atlas(book, state, board, kept)


def _table_atlas(book: Ruleset, state: GameState, table: Tabletop, kept: bytes) -> Ruling[SightAtlas]:
    squares = tuple(table.lattice())
    if len(squares) > MOST_SQUARES:
        raise BadInput("atlas", f"{len(squares)} inch squares", f"a table of at most {MOST_SQUARES}")
    shape = len(squares), -(-len(squares) // 8)
    if len(kept) == shape[0] * shape[1]:
        packed = np.frombuffer(kept, dtype=np.uint8).reshape(shape)
    else:
        packed = np.empty(shape, dtype=np.uint8)
        for number, square in enumerate(squares):
            seen = book.sight_field(state, square).verdict.visibility
            row = np.fromiter((seen[other].is_open for other in squares), dtype=bool, count=len(squares))
            row[number] = True
            packed[number] = np.packbits(row)
    atlas = SightAtlas(squares, packed)
    return Ruling(f"atlas of {table.name}", atlas, book.sight_field(state, atlas.best(1)[0]).reasons)
