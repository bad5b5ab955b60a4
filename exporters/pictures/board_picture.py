"""A board as a picture, with everything on it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from exporters.board_shapes import box, module
from exporters.picture import (
    BANDS,
    EXPOSURES,
    ODDS,
    REACHES,
    Area,
    Cells,
    Dot,
    Label,
    Line,
    Mark,
    Picture,
    Role,
)
from exporters.pictures.counters import counters, flag_words, side_role
from exporters.pictures.hex_ground import hex_features, hex_labels, hex_surface
from exporters.pictures.label_layout import label_box, without_overlaps
from exporters.pictures.table_ground import (
    table_features,
    table_labels,
    table_ruler,
    table_scale_bar,
    table_surface,
)
from exporters.place_text import name
from rules.game.ruleset import UnitType
from rules.game.side_names import people
from rules.game.state import GameState
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop

_ON_CARDS = frozenset({Role.LEGEND_PANEL, *ODDS})
_SHADES = frozenset({Role.CLEAR, Role.HINDERED, Role.BLOCKED, Role.BLIND, Role.REACH_START, *REACHES, *BANDS, *EXPOSURES})  # fmt: skip
"""The roles that shade whole areas of ground."""


def board_picture(
    state: GameState,
    answer: Picture | None = None,
    roster: Mapping[str, UnitType] | None = None,
    *,
    shows_ground: bool = True,
) -> Picture:
    """The board with its markers and units, and a description in words.

    With the book's roster its counters have symbols. The shades of an answer lie on the ground and under
    houses and names, its lines under the counters, its numbers on top; its rings leave the names beside counters readable.
    Over a user's own map image the ground and its labels are left out.
    """
    board = state.board
    size = board.grid.extent if isinstance(board, HexBoard) else board.extent
    description = "\n".join([f"{board.name}, {size}.", *_terrain_words(board), *_unit_words(state)])
    if answer is None:
        ground = (*chain(*_ground(board)), *_scale_bar(state)) if shows_ground else ()
        marks = without_overlaps((*ground, *counters(state, roster)), box(board))
        legend = (*((side_role(state, side), people(side)) for side in state.sides), *flag_words(state))
        return Picture(board.name, box(board), marks, legend, description, module(board))
    surface, features = _ground(board) if shows_ground else ((), ())
    scale_bar = _scale_bar(state) if shows_ground else ()
    low, middle, rings, high = (
        [mark for mark in answer.marks if _height(mark) == height] for height in range(4)
    )
    words = [label_box(mark) for mark in answer.marks if isinstance(mark, Label)]
    standing = tuple(counters(state, roster, words))
    names = [mark for mark in standing if _is_name_beside(mark)]
    standing = tuple(mark for mark in standing if not _is_name_beside(mark))
    marks = (*surface, *low, *features, *scale_bar, *middle, *standing, *rings, *names, *high)
    legend = (*answer.legend, *flag_words(state))
    return replace(
        answer,
        marks=without_overlaps(marks, answer.box),
        legend=legend,
        text=f"{answer.text}\n\n{description}",
    )


def _is_name_beside(mark: Mark) -> bool:
    return isinstance(mark, Label) and mark.role is Role.NAME_BESIDE


def _scale_bar(state: GameState) -> Iterator[Mark]:
    """The scale bar of a table, one foot long, where no counter hides it."""
    if isinstance(state.board, Tabletop):
        spots = [unit.at for unit in state.units.values() if isinstance(unit.at, Spot)]
        yield from table_scale_bar(state.board, spots)


def _height(mark: Mark) -> int:
    """The layer of a mark of an answer: 0 on the ground, 1 beneath the counters, 2 round them, 3 above all, for words."""
    if isinstance(mark, Cells) or mark.role in _SHADES:
        return 0
    is_flat = isinstance(mark, Area) and mark.role not in _ON_CARDS
    if is_flat or isinstance(mark, Line) or mark.role is Role.SMOKE:
        return 1
    return 2 if isinstance(mark, Dot) else 3


@lru_cache(maxsize=8)
def _ground(board: Board) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """The surface of a board, and the features that rise from it, with their names."""
    if isinstance(board, HexBoard):
        return tuple(hex_surface(board)), (*hex_features(board), *hex_labels(board))
    return tuple(table_surface(board)), (*table_features(board), *table_labels(board), *table_ruler(board))


def _terrain_words(board: Board) -> list[str]:
    """The terrain of the board in words, a line for each kind."""
    if not isinstance(board, HexBoard):
        return [": ".join([str(piece), *_measures(piece)]) for piece in board.pieces]
    places_by_kind: dict[str, list[str]] = {}
    for place, ground in sorted(board.hexes.items()):
        for terrain in sorted(ground.terrain - {Terrain.RURAL}):
            places_by_kind.setdefault(terrain.words, []).append(place.label)
        if ground.level:
            places_by_kind.setdefault(f"level {ground.level}", []).append(place.label)
    for side, terrain in sorted(board.hexsides.items()):
        places_by_kind.setdefault(terrain.words, []).append(str(side))
    lines = [f"{kind}: {' '.join(places)}" for kind, places in sorted(places_by_kind.items())]
    return lines + [f"{line.terrain.words}: {'-'.join(map(str, line.path))}" for line in board.lines]


def _measures(piece: Piece) -> list[str]:
    """The height at which a piece of a table lies, and its own height, where given."""
    level = [f"level {piece.level}"] if piece.level else []
    high = [] if piece.height_in is None else [f'{piece.height_in:g}" high']
    return [", ".join(level + high)] if level or high else []


def _unit_words(state: GameState) -> list[str]:
    return [
        f"{unit} ({unit.side}) at {name(unit.at)}" for unit in state.units.values() if unit.at is not None
    ]
