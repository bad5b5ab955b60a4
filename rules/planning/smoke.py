"""Hypothetical smoke: a hex of it, or a cloud on a table."""

from collections.abc import Iterator
from dataclasses import replace
from math import floor

import shapely

from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain

SMOKE = "smoke"
CLOUD_WIDE_IN = 4.0
"""The default width of a smoke cloud on a table. A figure of ours."""


def with_smoke(state: GameState, place: Place, wide_in: float = CLOUD_WIDE_IN) -> GameState:
    """The state with smoke in a place; on a table a cloud `wide_in` across, on a hex map the whole hex."""
    if isinstance(state.board, HexBoard) or not isinstance(place, Spot):
        return replace(state, markers=(*state.markers, Marker(SMOKE, place)))
    cloud = Piece(f"supposed at {place}", TableTerrain.SMOKE, shapely.Point(place), wide_in)
    return replace(state, board=replace(state.board, pieces=(*state.board.pieces, cloud)))


def smoke_places(board: Board, one: Place, other: Place) -> Iterator[Place]:
    """The places for smoke on a line, the nearest to its first end first: its hexes, both ends included,
    or spots every two inches.

    On a table a cloud keeps off both ends, as other rules hold for units in smoke.
    """
    if isinstance(board, HexBoard) and isinstance(one, Hex) and isinstance(other, Hex):
        away = board.grid.distance(one, other)
        between = [
            place
            for place in board.grid
            if board.grid.distance(one, place) + board.grid.distance(place, other) == away
        ]
        yield from sorted(between, key=lambda place: (board.grid.distance(one, place), place))
    elif isinstance(one, Spot) and isinstance(other, Spot):
        away_in, rim_in = one.gap_in(other), CLOUD_WIDE_IN / 2
        for step in range(floor((away_in - 2 * rim_in) / rim_in) + 1 if away_in > 2 * rim_in else 0):
            share = (rim_in + step * rim_in) / away_in
            yield Spot(one.x_in + share * (other.x_in - one.x_in), one.y_in + share * (other.y_in - one.y_in))
