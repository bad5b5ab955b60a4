"""Boards read from documents and written to them: blindhex-board/1, hexes or tables."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from maps import hex_codec, table_codec
from maps.documents import Shipped, of_format, text_of, under
from rules.errors import BadInput
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop

FORMAT = "blindhex-board/1"

MOST_BOARDS_KEPT = 16
"""How many boards that were read are cached: a game that is opened again finds what was worked out for its board."""

BoardT = TypeVar("BoardT", bound=Board)


@dataclass(frozen=True)
class _Ground(Generic[BoardT]):
    kind: type[BoardT]
    read: Callable[[object, str, str], BoardT]
    write: Callable[[BoardT, str], dict[str, Any]]
    summary: Callable[[BoardT], str]


_GROUNDS: Mapping[str, _Ground[Any]] = {
    "hex": _Ground(HexBoard, hex_codec.hex_board_from, hex_codec.hex_board_document, hex_codec.summary),
    "table": _Ground(Tabletop, table_codec.table_from, table_codec.table_document, table_codec.summary),
}


def board_from(document: object, field: str = "") -> Board:
    """The board that a document describes, the same object for equal documents; `field` says where it is in a larger one.

    Raises:
        BadInput: for the first thing that is wrong with it.
    """
    known = of_format(document, FORMAT, field)
    ground = known.get("ground")
    if not isinstance(ground, str) or ground not in _GROUNDS:
        raise BadInput(under(field, "ground"), ground, f"one of {', '.join(_GROUNDS)}")
    if isinstance(known, Shipped):
        return _one_of_equals(_GROUNDS[ground].read(known, FORMAT, field))
    return _read(json.dumps(known, sort_keys=True), ground, field)


@lru_cache(MOST_BOARDS_KEPT)
def _read(text: str, ground: str, field: str) -> Board:
    return _one_of_equals(_GROUNDS[ground].read(json.loads(text), FORMAT, field))


def _one_of_equals(board: Board) -> Board:
    """The first of equal boards, so that caches find a board by identity, without comparing every hex."""
    first = _IN_USE.setdefault(hash(board), board)
    return first if first == board else board


_IN_USE: WeakValueDictionary[int, Board] = WeakValueDictionary()


def board_document(board: Board) -> dict[str, Any]:
    """The document of a board; board_from gives the same board back."""
    return _ground_of(board).write(board, FORMAT)


def board_text(board: Board) -> str:
    """The document of a board as text, an entry a line."""
    return text_of(board_document(board))


def board_summary(board: Board) -> str:
    """A board in one line for lists."""
    return _ground_of(board).summary(board)


def _ground_of(board: Board) -> _Ground[Any]:
    for ground in _GROUNDS.values():
        if isinstance(board, ground.kind):
            return ground
    raise BadInput("board", board, f"on one of the grounds {', '.join(_GROUNDS)}")
