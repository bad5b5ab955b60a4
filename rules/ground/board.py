"""The ground of either kind: a place on it, and the board itself."""

from rules.ground.hex_board import HexBoard
from rules.ground.hexes import Hex

Place = Hex
Board = HexBoard
