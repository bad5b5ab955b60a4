"""The board itself as a picture, with everything that stands on it."""

from collections.abc import Mapping
from dataclasses import replace

from exporters.board_shapes import box, module, name
from exporters.picture import ODDS, Area, Cells, Line, Mark, Picture, Role
from exporters.pictures.counters import counters, side_role
from exporters.pictures.hex_ground import hex_ground, hex_labels
from exporters.pictures.label_layout import without_overlaps
from exporters.pictures.table_ground import table_ground, table_labels, table_ruler
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.ground.table.tabletop import Piece

_ON_CARDS = frozenset({Role.LEGEND_PANEL, *ODDS})


def board_picture(
    state: GameState, answer: Picture | None = None, roster: Mapping[str, UnitType] | None = None
) -> Picture:
    """The board with its markers and units, and in words what lies where.

    With the book's roster its counters have symbols. With an answer, its areas and lines lie on the
    ground and under the counters, its numbers on top.
    """
    board = state.board
    size = board.grid.extent if isinstance(board, HexBoard) else board.extent
    told = "\n".join([f"{board.name}, {size}.", *_told(board), *_told_units(state)])
    if answer is None:
        marks = without_overlaps((*_ground(board), *counters(state, roster)), box(board))
        legend = tuple((side_role(state, side), side) for side in state.sides)
        return Picture(board.name, box(board), marks, legend, told, module(board))
    low = [mark for mark in answer.marks if _is_low(mark)]
    high = [mark for mark in answer.marks if not _is_low(mark)]
    return replace(
        answer,
        marks=without_overlaps((*_ground(board), *low, *counters(state, roster), *high), answer.box),
        text=f"{answer.text}\n\n{told}",
    )


def _is_low(mark: Mark) -> bool:
    """Whether a mark of an answer lies on the ground, beneath the counters; a card with words does not."""
    return isinstance(mark, Cells | Line) or (isinstance(mark, Area) and mark.role not in _ON_CARDS)


def _ground(board: Board) -> tuple[Mark, ...]:
    if isinstance(board, HexBoard):
        return (*hex_ground(board), *hex_labels(board))
    return (*table_ground(board), *table_labels(board), *table_ruler(board))


def _told(board: Board) -> list[str]:
    """The terrain of the board in words, a kind a line."""
    if not isinstance(board, HexBoard):
        return [": ".join([str(piece), *_measures(piece)]) for piece in board.pieces]
    found: dict[str, list[str]] = {}
    for place, ground in sorted(board.hexes.items()):
        for terrain in sorted(ground.terrain - {Terrain.RURAL}):
            found.setdefault(terrain.words, []).append(place.label)
        if ground.level:
            found.setdefault(f"level {ground.level}", []).append(place.label)
    for side, terrain in sorted(board.hexsides.items()):
        found.setdefault(terrain.words, []).append(str(side))
    told = [f"{kind}: {' '.join(places)}" for kind, places in sorted(found.items())]
    return told + [f"{line.terrain.words}: {'-'.join(map(str, line.path))}" for line in board.lines]


def _measures(piece: Piece) -> list[str]:
    """The height at which a piece of a table lies, and its own height, where given."""
    level = [f"level {piece.level}"] if piece.level else []
    high = [] if piece.height_in is None else [f'{piece.height_in:g}" high']
    return [", ".join(level + high)] if level or high else []


def _told_units(state: GameState) -> list[str]:
    return [
        f"{unit} ({unit.side}) at {name(unit.at)}" for unit in state.units.values() if unit.at is not None
    ]
