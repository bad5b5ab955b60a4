"""Where minefields lie, how far they reach, and which units can clear them.

Rule: KGN Minefields; OUR 134 to 136.
"""

from collections.abc import Iterator

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.spots import in_hundredths

MINE_RADIUS_IN = 4.0


TRIGGERED_ON = 3


CLEARERS = frozenset({SpecialRule.MINESWEEPER, SpecialRule.FLAIL, SpecialRule.BULLDOZER})


def sign_of(minefield: Piece) -> Spot:
    """Where the sign of a minefield stands: in its middle."""
    middle = minefield.shape.centroid
    return in_hundredths(Spot(middle.x, middle.y))


def minefields(position: Position) -> Iterator[Piece]:
    return (piece for piece in position.table.pieces if piece.terrain is TableTerrain.MINEFIELD)


RULE_IDS = {"MINE_RADIUS_IN": "KN-ENG-04", "TRIGGERED_ON": "KN-ENG-04"}
