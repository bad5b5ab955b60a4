"""Events that change the table: pieces removed, cut or turned to rubble, gaps opened, bridges laid."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput
from rules.game.state import GameState
from rules.ground.table.house_walls import without_house
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of

_SLIVER = 0.01
"""A remnant is dropped if it is no longer than this in inches, or no larger in square inches."""


def _table(state: GameState) -> Tabletop:
    if not isinstance(state.board, Tabletop):
        raise BadInput("board", state.board.name, "a table in inches")
    return state.board


def name_for(table: Tabletop, terrain: TableTerrain) -> str:
    """An unused name for a piece of this terrain that is made in play."""
    names = (f"{terrain.value}-{number}" for number in count(len(table.pieces)))
    return next(name for name in names if name not in table.by_id)


def _with_pieces(state: GameState, pieces: tuple[Piece, ...]) -> GameState:
    return replace(state, board=replace(_table(state), pieces=pieces))


@dataclass(frozen=True, slots=True)
class PieceBecame:
    """A piece of terrain became another: a house falls to rubble and its walls with it; None takes it off the table.

    The height that it had is gone, and with a bridge the road that led over it (OUR 139, 229).
    """

    piece: str
    terrain: TableTerrain | None

    def __str__(self) -> str:
        return f"{self.piece} {'is gone' if self.terrain is None else f'is {self.terrain.words}'}"

    def on(self, state: GameState) -> GameState:
        table = _table(state)
        was = table.piece(self.piece)
        is_house, is_bridge = was.terrain is TableTerrain.INTERIOR, was.terrain is TableTerrain.BRIDGE
        pieces: list[Piece] = []
        for piece in without_house(table, self.piece) if is_house else table.pieces:
            if piece.id != self.piece:
                pieces.extend(_without_road_over(was, piece) if is_bridge else (piece,))
            elif self.terrain is not None:
                pieces.append(replace(piece, terrain=self.terrain, height_in=None))
        return _with_pieces(state, tuple(pieces))


def _without_road_over(bridge: Piece, piece: Piece) -> Iterator[Piece]:
    """A piece without the part of it that is a road over a bridge."""
    is_other_road = ground_of(piece).is_road and piece.terrain is not TableTerrain.BRIDGE
    if not is_other_road or not piece.shape.intersects(bridge.area):
        yield piece
    elif not (left := shapely.difference(piece.shape, bridge.area)).is_empty:
        yield replace(piece, shape=left)


@dataclass(frozen=True, slots=True)
class PieceCut:
    """A stretch of an obstacle near a spot was removed: what lay within these corners.

    Logs of earlier versions give no corners: there, what lay within half the length of the spot was removed.
    """

    piece: str
    at: Spot
    length_in: float
    corners: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        return f'{self.length_in:g}" of {self.piece} are gone'

    def on(self, state: GameState) -> GameState:
        obstacle = _table(state).piece(self.piece)
        round_it = shapely.Point(self.at).buffer(self.length_in / 2, quad_segs=16)
        hole = Polygon(self.corners) if self.corners else round_it
        left = shapely.union_all(list(_without_slivers(shapely.difference(obstacle.shape, hole))))
        if left.is_empty:
            return PieceBecame(self.piece, None).on(state)
        pieces = tuple(
            replace(piece, shape=left) if piece.id == self.piece else piece for piece in _table(state).pieces
        )
        return _with_pieces(state, pieces)


def _without_slivers(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    """The parts of a line or an area that are more than slivers."""
    for part in shapely.get_parts(shape).tolist():
        if (part.length if isinstance(part, LineString) else part.area) > _SLIVER:
            yield part


@dataclass(frozen=True, slots=True)
class WayOpened:
    """A way was made: a bridge laid from one spot to another, or a gap through a hedge."""

    piece: str
    terrain: TableTerrain
    start: Spot
    end: Spot
    width_in: float

    def __str__(self) -> str:
        return f"a {self.terrain.words} from {self.start} to {self.end}"

    def on(self, state: GameState) -> GameState:
        laid = Piece(self.piece, self.terrain, LineString([self.start, self.end]), self.width_in)
        return _with_pieces(state, (*_table(state).pieces, laid))
